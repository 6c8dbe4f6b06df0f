"""A graph of which reverse mode keeps the operands alone, and computes the rest again.

Its derivatives are graphs that begin with the operands, and are computed apart: what they
compute again is not looked for among what was computed before.

Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.compiler.forms import Control, Expanded
from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.engine.batching import Mapped
from functrace.primitives._graphs import (
    batched_of,
    inexact_inputs,
    pullback_from_outputs,
    pullback_of,
    pushforward_of,
)
from functrace.primitives._lazy_modules import control
from functrace.primitives._loops import nonzero, number
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives.effect import muted


def remat_of(
    graph: Graph, operands: Sequence[Any], *, apart: bool = False
) -> tuple[Any, ...]:
    """The outputs of a graph; `apart`: computed by themselves, and merged with nothing."""
    return remat.apply(tuple(operands), {"graph": graph, "apart": apart})


def _impl(*xs: Any, graph: Graph, apart: bool) -> tuple[Any, ...]:
    del apart
    return tuple(map(number, graph.evaluate(xs)))


def _abstract_eval(*avals: Aval, graph: Graph, apart: bool) -> tuple[Aval, ...]:
    del avals, apart
    return tuple(Aval(*aval) for aval in graph.out_avals)


def _pull(g: Any, xs: Any, needed: Any, graph: Graph) -> Sequence[Any]:
    found = pullback_of(graph, inexact_inputs(graph, needed), tuple(nonzero(g)))
    seeds = [bar for bar in g if bar is not None]
    outs = remat_of(found.graph, [*muted(graph, xs), *seeds], apart=True)
    return found.spread(outs)


def _push(ts: Any, xs: Any, graph: Graph, apart: bool) -> Sequence[Any]:
    given = inexact_inputs(graph, [t is not None for t in ts])
    found = pushforward_of(graph, given)
    operands = [*muted(graph, xs), *(ts[i] for i in given)]
    return found.spread(remat_of(found.graph, operands, apart=apart))


def _batch(at: Mapped, *xs: Any, graph: Graph, apart: bool) -> tuple[Any, ...]:
    return remat_of(batched_of(graph, at.mapped, at.size), xs, apart=apart)


def _formula(*xs: Any, graph: Graph, apart: bool) -> Any:
    return None if apart else tuple(graph.evaluate(xs))


remat = primitive(
    "remat",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=pruning.prune_remat,
    lower=lambda: Control(control.emit_remat, _formula, ends=True),
    multiple=True,
    doc="A graph, of which reverse mode keeps the operands alone.",
)


# -- the same, but that outputs are kept -----------------------------------------------


def remat_with_outputs_of(graph: Graph, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The outputs of a graph, of which reverse mode keeps operands and outputs."""
    return remat_with_outputs.apply(tuple(operands), {"graph": graph})


def _with_outputs_impl(*xs: Any, graph: Graph) -> tuple[Any, ...]:
    return _impl(*xs, graph=graph, apart=False)


def _with_outputs_aval(*avals: Aval, graph: Graph) -> tuple[Aval, ...]:
    return _abstract_eval(*avals, graph=graph, apart=False)


def _with_outputs_pull(
    g: Any, xs: Any, outs: Any, needed: Any, graph: Graph
) -> Sequence[Any]:
    chosen, given = inexact_inputs(graph, needed), tuple(nonzero(g))
    found = pullback_from_outputs(graph, chosen, given)
    seeds = [bar for bar in g if bar is not None]
    operands = [*muted(graph, xs), *outs, *seeds]
    return found.spread(remat_of(found.graph, operands, apart=True))


def _with_outputs_push(ts: Any, xs: Any, graph: Graph) -> Sequence[Any]:
    return _push(ts, xs, graph, apart=False)


def _with_outputs_batch(at: Mapped, *xs: Any, graph: Graph) -> tuple[Any, ...]:
    return remat_with_outputs_of(batched_of(graph, at.mapped, at.size), xs)


remat_with_outputs = primitive(
    "remat_with_outputs",
    _with_outputs_impl,
    _with_outputs_aval,
    vjp=_with_outputs_pull,
    jvp=_with_outputs_push,
    batch=_with_outputs_batch,
    prune=pruning.prune_remat,
    lower=Expanded(lambda *xs, graph: tuple(graph.evaluate(xs))),
    multiple=True,
    doc="A graph, of which reverse mode keeps the operands and the outputs.",
)
