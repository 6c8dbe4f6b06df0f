"""Reverse mode: cotangents flow from outputs to inputs.

The nodes of a schedule are visited in descending sequence number. Every consumer of a node
was recorded after it, so all contributions to its cotangent have arrived when its turn
comes. This is the order of a ready queue with dependency counts, without either.

Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from functrace.core.aval import Aval, aval_of
from functrace.core.errors import message
from functrace.core.naming import name_like
from functrace.core.node import Edge, Freed, Node
from functrace.core.recording import ambient
from functrace.core.source import with_lines
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import Deferred, Masked, Opposite, fit_cotangent
from functrace.engine.schedule import Schedule, residuals

_PASSED_ON = frozenset((Masked, Opposite))
_ARRAYS = frozenset((np.ndarray, np.float64, Tracer))
_KEPT = _ARRAYS | {Opposite}


def reverse(  # noqa: C901, PLR0912, PLR0915 - a hot path, in line
    schedule: Schedule,
    cotangents: Sequence[Any],
    *,
    create_graph: bool,
    retain_graph: bool,
    where: str = "functrace",
) -> list[Any]:
    """Cotangents of the schedule's inputs, None where they are zero.

    Parameters
    ----------
    schedule : Schedule
    cotangents : sequence
        One per output of the schedule, of its shape and dtype; None for zero.
    create_graph : bool
        Give the rules tracers, so that the pass itself is recorded; else values.
    retain_graph : bool
        Keep the residuals for a further pass; else free them node by node.
    where : str
        What error messages begin with.

    Returns
    -------
    list
        One per input of the schedule.
    """
    totals: dict[Any, Any] = {}
    owned: set[Any] = set()
    for edge, cotangent in zip(schedule.outputs, cotangents, strict=True):
        if type(edge) is Edge and cotangent is not None:
            _add(totals, owned, edge, cotangent)
    state = ambient.get()
    watching = state.observer or state.anomaly
    look = None if watching is None else watching.pulled
    wanted = {edge[0] for edge in schedule.inputs}
    found: dict[Edge, Any] = {}
    steps: Iterable[Any] = reversed(schedule.steps)
    for node, mask in with_lines(steps, of_derivative=True):
        if node.shape is not None:
            g = totals.pop(node, None)
            if g is None:
                continue
            if type(g) in _PASSED_ON and (
                not _passes_on(node, wanted)
                or (state.readable is not None and type(g) is Opposite)
            ):
                g = g.resolved()
        else:
            g = tuple([_popped(totals, Edge(node, i)) for i in range(len(node.avals))])
            if all(c is None for c in g):
                continue
        hooked = node.hooks is not None
        if hooked:
            g = _run_pre_hooks(node, g)
            owned.discard(node)
        if state.readable is not None:
            name_like(node, g, "_bar")
        if node in wanted:
            owned.discard(node)
            for i, c in enumerate(g if type(g) is tuple else (g,)):
                found[Edge(node, i)] = c
        if not mask:
            continue
        saved = node.saved
        if create_graph or hooked or type(saved) is not tuple:
            saved = residuals(node, where, recorded=create_graph)
        inputs = node.inputs
        primitive = node.primitive
        entry = primitive.pullbacks.get(mask | 1 << len(inputs))
        function, operands = entry or primitive.pullback(mask, len(inputs))
        if type(g) is Opposite:
            results = g.pulled(function, saved, node)
        elif type(g) is Masked:
            results = g.through(partial(function, saved=saved, node=node))
        else:
            results = function(g, saved, node)
        if hooked:
            results = _run_post_hooks(node, results, g)
        if look is not None:
            look(node, g, results, operands)
        if not retain_graph:
            node.saved = Freed
        for i, cotangent in zip(operands, results):  # noqa: B905 - hot, equal by make
            if cotangent is None:
                continue
            edge = inputs[i]
            target = edge[0]
            if (
                target in totals
                or type(cotangent) not in _KEPT
                or cotangent.shape != target.shape
                or cotangent.dtype is not target.dtype
            ):
                _add(totals, owned, edge, cotangent, node)
            else:
                totals[target] = cotangent
        del g, saved, results
    return [found.get(edge) for edge in schedule.inputs]


def _passes_on(node: Node, wanted: set[Node]) -> bool:
    """Whether a masked cotangent, or an opposite, is as good as an array: it goes on."""
    if node in wanted or node.hooks is not None:
        return False
    return node.primitive is not None and node.primitive.elementwise


def _popped(totals: dict[Any, Any], key: Edge) -> Any:
    cotangent = totals.pop(key, None)
    return cotangent.resolved() if type(cotangent) in _PASSED_ON else cotangent


def _add(
    totals: dict[Any, Any],
    owned: set[Any],
    edge: Edge,
    cotangent: Any,
    node: Node | None = None,
) -> None:
    """Add to the cotangent of `edge` what `node`'s rule gave.

    Totals are kept by node or, of a node with several outputs, by edge; those in `owned`
    are arrays of ours, added to in place.
    """
    target, index = edge
    key = edge if target.shape is None else target
    total = totals.get(key)
    if type(cotangent) is Opposite or type(total) is Opposite:
        _add_opposite(totals, owned, edge, cotangent, node)
        return
    if type(cotangent) is Masked or type(total) is Masked:
        _add_masked(totals, key, cotangent, target.avals[index], node)
        return
    if type(cotangent) not in _ARRAYS and isinstance(cotangent, Deferred):
        totals[key] = cotangent.add_to(total, owned=key in owned, spare=node in owned)
        owned.add(key)
        return
    aval = target.avals[index]
    if node is not None and (cotangent.shape != aval[0] or cotangent.dtype != aval[1]):
        cotangent = fit_cotangent(cotangent, aval, node)
        if cotangent is None:
            return
    if total is None:
        totals[key] = cotangent
    elif key in owned and type(total) is type(cotangent) is np.ndarray:
        np.add(total, cotangent, out=total)
    else:
        totals[key] = total + cotangent
        owned.add(key)


def _add_opposite(
    totals: dict[Any, Any],
    owned: set[Any],
    edge: Edge,
    cotangent: Any,
    node: Node | None,
) -> None:
    """`_add`, of which either the total or what is added is to be subtracted."""
    target, index = edge
    key = edge if target.shape is None else target
    total, aval = totals.get(key), target.avals[index]
    if type(cotangent) is Opposite:
        if node is not None:
            cotangent, node = cotangent.fitted(aval, node), None
        if total is None and type(cotangent) is Opposite:
            totals[key] = cotangent
            return
        if type(total) in _ARRAYS and type(cotangent) is Opposite:
            totals[key] = total - cotangent.value
            owned.add(key)
            return
    if type(total) is Opposite:
        known = (
            (cotangent.shape, cotangent.dtype) if type(cotangent) is Tracer else None
        )
        if known == aval:
            totals[key] = cotangent - total.value
            owned.add(key)
            return
        totals[key] = total.resolved()
    if type(cotangent) is Opposite:
        cotangent = cotangent.resolved()
    if cotangent is not None:
        _add(totals, owned, edge, cotangent, node)


def _add_masked(
    totals: dict[Any, Any], key: Any, cotangent: Any, aval: Aval, node: Node | None
) -> None:
    """`_add`, of which either the total or what is added is masked."""
    total = totals.get(key)
    if isinstance(cotangent, Deferred):
        cotangent = cotangent.add_to(None, owned=False)
    if node is not None:
        is_masked = type(cotangent) is Masked
        fitted = cotangent.fitted if is_masked else partial(fit_cotangent, cotangent)
        cotangent = fitted(aval, node)
    if cotangent is None:
        return
    if total is None:
        totals[key] = cotangent
    else:
        masked, other = (
            (total, cotangent) if type(total) is Masked else (cotangent, total)
        )
        totals[key] = masked.plus(other)


def _run_pre_hooks(node: Node, g: Any) -> Any:
    for guard in node.hooks.guards:
        guard.verify()
    single = type(g) is not tuple
    cotangents = [g] if single else list(g)
    for index, hook in node.hooks.outputs:
        if cotangents[index] is not None:
            cotangents[index] = _replaced(cotangents[index], hook(cotangents[index]))
    for hook in node.hooks.pre:
        new = hook(tuple(cotangents))
        if new is not None:
            cotangents = [_replaced(o, n) for o, n in zip(cotangents, new, strict=True)]
    return cotangents[0] if single else tuple(cotangents)


def _run_post_hooks(node: Node, results: Any, g: Any) -> Any:
    if node.hooks.post:  # which are to see arrays
        results = [
            c.add_to(None, owned=False) if isinstance(c, Deferred) else c
            for c in results
        ]
        results = [c.resolved() if type(c) is Masked else c for c in results]
    for hook in node.hooks.post:
        new = hook(tuple(results), g if type(g) is tuple else (g,))
        if new is not None:
            results = tuple(_replaced(o, n) for o, n in zip(results, new, strict=True))
    return results


def _replaced(old: Any, new: Any) -> Any:
    """What a hook returned in place of a cotangent, which it must be able to replace."""
    if new is None:
        return old
    new = new if isinstance(new, (np.ndarray, np.generic, Tracer)) else np.asarray(new)
    if old is not None and (new.shape, new.dtype) != (old.shape, old.dtype):
        raise ValueError(
            message(
                "functrace: a hook replaced a cotangent by one that does not fit.",
                expected=aval_of(old),
                got=aval_of(new),
            )
        )
    return new
