"""Bodies of loops that count their rounds, and that stop for each element of a batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.core.node import Edge
from functrace.core.recording import recording_all
from functrace.engine.batching import evaluate_batched, mapped_avals, spread
from functrace.primitives._blocks import Lanes, lie_last, to_first, to_last
from functrace.primitives._graphs import edge_of, fresh, handles, once
from functrace.primitives._lanes import chosen, evaluate_wanted, is_harmless
from functrace.primitives._loops import (
    Body,
    LoopInputs,
    LoopOutputs,
    batched_body,
    parts,
)
from functrace.primitives.effect import tokens_of

Compute = Callable[["Stopping", list[Any], list[Any]], Sequence[Any]]

COUNT = Aval((), np.int64)
_TRUTH = Aval((), np.bool)


def numbered(inputs: LoopInputs, limit: Any, number: Any) -> LoopInputs:
    """What a loop takes that counts its rounds: also their limit, and their number."""
    return LoopInputs([*inputs.consts, limit], [number, *inputs.carry])


def counting(body: Body, limit: Edge, number: Edge) -> Body:
    """The body that also counts."""
    with recording_all():
        after = edge_of(handles([number])[0] + 1)
    outputs = LoopOutputs([after, *body.graph.outputs])
    return Body.make(numbered(body.inputs, limit, number), outputs)


class Apart(NamedTuple):
    """A loop on a batch of which each element stops by its own condition.

    Attributes
    ----------
    cond : Graph
    body : Body
    mapped : tuple of bool
        Which operands have the batch's axis: all carries do.
    shared : tuple of int
        Operands that are also carried once, for all elements: they are counters, of which
        those that go on have the same.
    """

    cond: Graph
    body: Body
    mapped: tuple[bool, ...]
    shared: tuple[int, ...]

    @classmethod
    def of(cls, cond: Graph, body: Body, mapped: Sequence[bool], size: int) -> Apart:
        """A loop of which these operands are mapped."""
        consts, carry, _ = body.split(mapped)
        shared = _shared(cond, body, mapped, size)
        return cls(cond, body, (*consts, *[True] * len(carry)), shared)

    def computed(
        self,
        key: Any,
        compute: Compute,
        operands: Sequence[Any],
        flags: Sequence[bool],
        others: Sequence[Any],
        size: int,
    ) -> Sequence[Any]:
        """What a function gives of the loop, what it takes, and others that are mapped.

        `flags` says which operands are mapped yet. See `Lanes` for `key`.
        """
        pairs = zip(operands, flags, self.mapped, strict=True)
        xs = [spread(x, was or not m, size) for x, was, m in pairs]
        (more,), _ = evaluate_batched(self.cond, xs, self.mapped, size)
        given = [*xs, more, *[operands[i] for i in self.shared], *others]
        once_for_all, each = [False] * len(self.shared), [True] * len(others)
        mapped = [*self.mapped, True, *once_for_all, *each]

        def made(given: list[Any], size: int, in_block: bool) -> Sequence[Any]:
            xs, (more,), shared, others = parts(given, len(flags), 1, len(self.shared))
            here = self._at(size, in_block)
            counts = np.zeros(size, np.int64)
            return compute(
                here, [*to_last(xs, here.last), counts, more, *shared], others
            )

        lanes = Lanes((self.body.graph, self.cond), mapped, size)
        return lanes.computed((key, self._key), made, given)

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.cond, self.body.consts, self.mapped, self.shared

    def _at(self, size: int, in_block: bool) -> Stopping:
        flags = [in_block and m for m in self.mapped]
        last = lie_last(self.body.graph.in_avals, flags)
        key = ("apart", *self._key, size, last)
        return once(self.body.graph, key, lambda: _stopping(self, size, last))


class Stopping(NamedTuple):
    """The condition that any element goes on, and the body, in which each one stops.

    The body carries more: how many rounds each element has made, whether it goes on, and
    what is shared.

    Attributes
    ----------
    cond : Graph
    body : Body
    last : tuple of bool
        Of which operands, and their outputs, the batch's axis is at the end.
    """

    cond: Graph
    body: Body
    last: tuple[bool, ...]


def _shared(
    cond: Graph, body: Body, mapped: Sequence[bool], size: int
) -> tuple[int, ...]:
    """Counters that nothing mapped comes into, if the condition takes any values."""
    if not is_harmless(cond):
        return ()
    avals, tokens = body.graph.in_avals, tokens_of(body.graph)
    flags = list(mapped)
    for i in body.places.carry:
        counts = avals[i].shape == () and not is_inexact(avals[i].dtype)
        flags[i] = flags[i] or not counts or i in tokens
    found = batched_body(body, flags, size).mapped
    return tuple([i for i in body.places.carry if not found[i]])


def _stopping(loop: Apart, size: int, last: tuple[bool, ...]) -> Stopping:
    cond, body, mapped, shared = loop
    avals = mapped_avals(body.graph.in_avals, mapped, size)
    inputs = fresh("operand", list(map(_turned, avals, last)))
    own = fresh("operand", mapped_avals([COUNT, _TRUTH], [True, True], size))
    common = fresh("operand", [body.graph.in_avals[i] for i in shared])
    flags = [m and i not in shared for i, m in enumerate(mapped)]
    with recording_all():
        counts, more = handles(own)
        given = to_first(handles(inputs), last)
        taken = _with(given, shared, handles(common))
        outs, _ = evaluate_wanted(body.graph, more, taken, flags)
        triples = zip(outs, body.split(given).carry, body.graph.out_avals, strict=True)
        state = [chosen(more, new, old, aval.ndim) for new, old, aval in triples]
        after = [outs[i - body.consts] for i in shared]
        reached = _with([*body.split(given).consts, *state], shared, after)
        (goes_on,), _ = evaluate_batched(cond, reached, flags, size)
        if shared:  # the condition is not that of what a stopped element stopped at
            goes_on = np.logical_and(more, goes_on)
        ends = to_last(state, body.split(last).carry)
        outputs = [*ends, counts + more, goes_on, *after]
        anywhere = edge_of(np.any(more))
    consts, carry, _ = body.split(inputs)
    whole = Body.make(
        LoopInputs(consts, [*carry, *own, *common]),
        LoopOutputs([edge_of(out) for out in outputs]),
    )
    return Stopping(Graph(whole.graph.inputs, [anywhere]), whole, last)


def _with(
    items: Sequence[Any], places: Sequence[int], others: Sequence[Any]
) -> list[Any]:
    """The items, of which some are others."""
    changed = dict(zip(places, others, strict=True))
    return [changed.get(i, x) for i, x in enumerate(items)]


def _turned(aval: Aval, last: bool) -> Aval:
    first, *others = aval.shape or (1,)
    return Aval((*others, first), aval.dtype) if last else aval
