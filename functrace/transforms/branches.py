"""Branches that are one operation of a graph, and native branches when compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.capture import NEVER, Failure, RaisingError
from functrace.core.effects import hand_on, take
from functrace.core.errors import DtypeError, MutationError, ShapeError, message
from functrace.core.graph import Graph, owned
from functrace.core.tracer import Tracer
from functrace.primitives.switch import switch_of
from functrace.transforms._bodies import (
    Operands,
    avals_of,
    check_avals,
    common_dtypes,
    is_recorded,
    leaf_of,
    settled,
    trace_body,
    unify,
)
from functrace.transforms._closed import Closed
from functrace.transforms._failing import is_own, own_failure, raise_where


def cond(
    pred: Any,
    true_fun: Callable[..., Any],
    false_fun: Callable[..., Any],
    *operands: Any,
) -> Any:
    """Apply one of two functions.

    Parameters
    ----------
    pred : bool
        A truth value; traced or not.
    true_fun, false_fun : callable
        Take the operands, which they may not write to; return pytrees of the same
        structure, shapes and dtypes.
    *operands : pytree

    Returns
    -------
    pytree
        ``true_fun(*operands) if pred else false_fun(*operands)``.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        The two results differ; `pred` is not one truth value.
    MutationError
        A branch writes into an operand, or into an array from outside it.

    Notes
    -----
    Where `pred` is known, only the chosen function is called. In a compiled function it is
    a branch: the other one costs nothing, and its derivative is not computed either, so
    that its NaN do not matter. If `vmap` maps `pred`, both are computed.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> f = ft.jit(lambda x: ft.cond(x > 0, np.sqrt, lambda x: 0 * x, x))
    >>> f(4.0), ft.grad(f)(-1.0)
    (np.float64(2.0), np.float64(0.0))
    """
    where = "functrace.cond"
    pred = leaf_of(where, "pred", pred)
    if pred.shape or pred.dtype.kind not in "biuf":
        kind = ShapeError if pred.shape else DtypeError
        (aval,) = avals_of([pred])
        raise kind(message(f"{where}: pred must be one truth value.", got=aval))
    index = pred if pred.dtype.kind == "b" else pred != 0
    return _choose(where, index, [false_fun, true_fun], operands)


def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any) -> Any:
    """Apply one of several functions.

    Parameters
    ----------
    index : int
        Which one; clamped to the range.
    branches : sequence of callable
        Take the operands, which they may not write to; return pytrees of the same
        structure, shapes and dtypes.
    *operands : pytree

    Returns
    -------
    pytree
        ``branches[index](*operands)``.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        The results differ; `index` is not one integer.
    MutationError
        A branch writes into an operand, or into an array from outside it.
    ValueError
        There are no branches.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.switch(1, [np.sin, np.exp], 0.0)
    np.float64(1.0)
    """
    where = "functrace.switch"
    if not branches:
        raise ValueError(f"{where}: there are no branches.")
    index = leaf_of(where, "index", index)
    if index.shape or index.dtype.kind not in "iu":
        kind = ShapeError if index.shape else DtypeError
        (aval,) = avals_of([index])
        raise kind(message(f"{where}: index must be one integer.", got=aval))
    return _choose(where, index, branches, operands)


def _choose(
    where: str, index: Any, branches: Sequence[Callable[..., Any]], operands: Any
) -> Any:
    if not is_recorded() or type(index) is not Tracer:
        return _apply(branches[min(max(int(index), 0), len(branches) - 1)], operands)
    if len(branches) == 1:
        return _apply(branches[0], operands)
    given = Operands(where, "an operand", operands)
    chosen = index.astype(np.int64)
    traced, failed = _traced_branches(where, chosen, branches, given)
    first, *others = traced
    for number, other in enumerate(others, 1):
        pytree.check_structure(where, _result(number), other.treedef, first.treedef)
    dtypes = common_dtypes(traced)
    traced = [each._replace(graph=settled(each, dtypes)) for each in traced]
    count = len(dtypes)
    expected, *found = [avals_of(each.graph.outputs[:count]) for each in traced]
    for number, avals in enumerate(found, 1):
        check_avals(where, _result(number), first.treedef, avals, expected)
    operands, effects = given.values, any(each.effects for each in traced)
    if effects:
        traced = [each.with_token() for each in traced]
        operands = [*operands, take()]
    graphs, captured = unify(traced)
    outs = [*switch_of(graphs, [chosen, *captured, *operands])]
    if effects:
        hand_on(outs.pop())
    if failed:
        raise_where(outs.pop())
    return pytree.unflatten(first.treedef, outs)


def _traced_branches(
    where: str, chosen: Any, branches: Sequence[Callable[..., Any]], given: Operands
) -> tuple[list[Closed], bool]:
    """The graphs of all branches, and whether their last output is whether they raise.

    Before it come the results, after it may come a token. Of a branch that raises in any
    case, the graph is another's.
    """
    avals = [(pytree.LEAF, [aval]) for aval in given.avals]
    found: list[Closed | None] = []
    failures: list[Failure | None] = []
    for k, branch in enumerate(branches):
        failures.append(own_failure())
        try:
            function = _of_leaves(where, branch, given)
            found.append(trace_body(where, function, avals, failures[-1], effects=True))
        except (Exception, RaisingError) as error:
            if failures.pop() is None or not is_own(error):
                raise
            raise_where(np.clip(chosen, 0, len(branches) - 1) == k)
            found.append(None)
    live = [each for each in found if each is not None]
    if not live:
        raise RaisingError
    failed = [f is not None and f.holds is not NEVER for f in failures]
    if any(failed):
        live = [c if f else _never(c) for c, f in zip(live, failed, strict=True)]
    rest = iter(live)
    return [live[0] if c is None else next(rest) for c in found], any(failed)


def _never(closed: Closed) -> Closed:
    """A branch that raises for no values, as if it might."""
    graph, count = closed.graph, closed.treedef.num_leaves
    outputs = [*graph.outputs[:count], NEVER, *graph.outputs[count:]]
    return closed._replace(graph=Graph(graph.inputs, outputs))


def _of_leaves(
    where: str, branch: Callable[..., Any], given: Operands
) -> Callable[..., Any]:
    """The branch as a function of the operands' leaves."""
    return lambda *xs: _traced(where, branch, given.tree(xs), xs)


def _traced(
    where: str, branch: Callable[..., Any], operands: Any, leaves: Sequence[Tracer]
) -> Any:
    """The result of a branch on tracers; operands are the caller's, also without a trace."""
    edges = [leaf.edge for leaf in leaves]
    out = branch(*operands)
    for leaf, edge in zip(leaves, edges, strict=True):
        if leaf.edge is not edge:
            raise MutationError(
                message(
                    f"{where}: a branch writes into an operand, which would change only "
                    "where the branch is taken.",
                    got=leaf.aval,
                    help="write into a copy (x = x.copy()), and return it.",
                )
            )
    return out


def _apply(branch: Callable[..., Any], operands: Sequence[Any]) -> Any:
    outs, treedef = pytree.flatten(branch(*operands))
    return pytree.unflatten(treedef, owned(outs, pytree.flatten(operands)[0]))


def _result(number: int) -> str:
    return f"the result of branch {number}"
