"""One of several graphs, chosen by a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import Control
from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.core.node import Edge
from functrace.core.recording import recording_all
from functrace.engine.batching import Mapped, mapped_avals, spread
from functrace.primitives._graphs import (
    batched_of,
    edge_of,
    fresh,
    handles,
    inexact_inputs,
    once,
    pushforward_of,
    reverse_of,
)
from functrace.primitives._lanes import evaluate_wanted, takes_as_they_are
from functrace.primitives._lazy_modules import control, loop_rules
from functrace.primitives._loops import nonzero, zeros
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning


def switch_of(branches: Sequence[Graph], operands: Sequence[Any]) -> tuple[Any, ...]:
    """The outputs of the branch that the first operand, clamped, names."""
    return switch.apply(tuple(operands), {"branches": tuple(branches)})


def _impl(index: Any, *xs: Any, branches: tuple[Graph, ...]) -> tuple[Any, ...]:
    chosen = branches[min(max(int(index), 0), len(branches) - 1)]
    return tuple(np.array(out)[()] for out in chosen.evaluate(xs))


def _abstract_eval(*avals: Aval, branches: tuple[Graph, ...]) -> tuple[Aval, ...]:
    return tuple(Aval(*aval) for aval in branches[0].out_avals)


def _pull(g: Any, xs: Any, needed: Any, branches: tuple[Graph, ...]) -> list[Any]:
    given = tuple(nonzero(g))
    _, *wanted = needed
    chosen = inexact_inputs(branches[0], wanted)
    pulls = [_pullback(branch, chosen, given) for branch in branches]
    bars = switch_of(pulls, [*xs, *(g[k] for k in given)])
    found = dict(zip(chosen, bars, strict=True))
    return [None, *(found.get(i) for i in range(len(wanted)))]


def _pullback(branch: Graph, chosen: tuple[int, ...], given: tuple[int, ...]) -> Graph:
    """All cotangents of the inputs at `chosen`, from those of the outputs at `given`."""

    def make() -> Graph:
        live = tuple(k for k in given if type(branch.outputs[k]) is Edge)
        seeds, bars = reverse_of(branch, chosen, live)
        seed_of = dict(zip(live, seeds, strict=True))
        avals = branch.out_avals
        inputs = [seed_of.get(k) or fresh("cotangent", [avals[k]])[0] for k in given]
        outputs = [
            zeros(branch.inputs[i].aval) if bar is None else bar
            for i, bar in zip(chosen, bars, strict=True)
        ]
        return Graph([*branch.inputs, *inputs], outputs)

    return once(branch, ("switch pullback", chosen, given), make)


def _push(ts: Any, xs: Any, branches: tuple[Graph, ...]) -> tuple[Any, ...]:
    _, *tangents = ts
    given = inexact_inputs(branches[0], [dot is not None for dot in tangents])
    outs = branches[0].out_avals
    emitted = tuple(k for k, aval in enumerate(outs) if is_inexact(aval.dtype))
    pushes = [_pushforward(branch, given, emitted) for branch in branches]
    dots = switch_of(pushes, [*xs, *(tangents[i] for i in given)])
    found = dict(zip(emitted, dots, strict=True))
    return tuple(found.get(k) for k in range(len(outs)))


def _pushforward(
    branch: Graph, given: tuple[int, ...], emitted: tuple[int, ...]
) -> Graph:
    """All tangents of the outputs at `emitted`, from those of the inputs at `given`."""

    def make() -> Graph:
        push = pushforward_of(branch, given)
        dots = push.spread(push.graph.outputs)
        avals = branch.out_avals
        outputs = [zeros(avals[k]) if dots[k] is None else dots[k] for k in emitted]
        return Graph(push.graph.inputs, outputs)

    return once(branch, ("switch pushforward", given, emitted), make)


def _batch(
    at: Mapped, index: Any, *xs: Any, branches: tuple[Graph, ...]
) -> tuple[Any, ...]:
    each, *mapped = at.mapped
    if not each:
        made = [batched_of(branch, tuple(mapped), at.size) for branch in branches]
        return switch_of(made, [index, *xs])
    number = np.clip(index, 0, len(branches) - 1)
    outs = [
        _branch_of(branch, number == k, xs, mapped) for k, branch in enumerate(branches)
    ]
    return tuple(_selected(index, each) for each in zip(*outs, strict=True))


def _branch_of(
    branch: Graph, taken: Any, xs: Sequence[Any], mapped: Sequence[bool]
) -> Sequence[Any]:
    """The outputs of a branch for the elements that take it; of the others, anything."""
    if takes_as_they_are(branch, xs, mapped):
        return _of_those(branch, taken, xs, mapped)
    (size,) = taken.shape

    def make() -> list[Graph]:
        """Nothing, and the branch."""
        avals = mapped_avals(branch.in_avals, mapped, size)
        inputs = fresh("operand", [Aval((size,), np.bool), *avals])
        with recording_all():
            wanted, *operands = handles(inputs)
            outs = _of_those(branch, wanted, operands, mapped)
        each = [True] * len(outs)
        nothing = [zeros(aval) for aval in mapped_avals(branch.out_avals, each, size)]
        return [Graph(inputs, nothing), Graph(inputs, [*map(edge_of, outs)])]

    both = once(branch, ("if anyone takes it", tuple(mapped), size), make)
    return switch_of(both, [np.any(taken), taken, *xs])


def _of_those(
    branch: Graph, taken: Any, xs: Sequence[Any], mapped: Sequence[bool]
) -> list[Any]:
    """The same, where at least one element takes it."""
    (size,) = taken.shape
    pairs = zip(*evaluate_wanted(branch, taken, xs, mapped), strict=True)
    return [spread(out, m, size) for out, m in pairs]


def _selected(index: Any, outs: Sequence[Any]) -> Any:
    """Of the outputs of all branches, for each element that of its own."""
    out = outs[-1]
    index = np.expand_dims(index, tuple(range(1, out.ndim)))
    for k in reversed(range(len(outs) - 1)):
        out = np.where(index <= k, outs[k], out)
    return out


switch = primitive(
    "switch",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=pruning.prune_switch,
    simplify=lambda p: loop_rules.switch,
    lower=lambda: Control(control.emit_switch, ends=True),
    multiple=True,
    doc="One of several graphs, applied to the operands after the first, its number.",
)
