"""Bodies of loops: graphs of constants, carries and rows.

The inputs of a body are constants, the same in every round; carries, which its first
outputs replace; and rows, an element of an array for each round. Its other outputs are
rows, too. What belongs to inputs or outputs is handed on by these names (`LoopInputs`,
`LoopOutputs`); operands and results of loops stand in this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.closure import part_of
from functrace.core.graph import Graph
from functrace.core.recording import recording_all
from functrace.engine.batching import Mapped, evaluate_batched, mapped_avals, spread
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    once,
    pushforward_of,
)


class LoopInputs(NamedTuple):
    """Something for each input of a body."""

    consts: Sequence[Any]
    carry: Sequence[Any]
    xs: Sequence[Any] = ()

    def listed(self) -> list[Any]:
        """In the order of the inputs."""
        return [*self.consts, *self.carry, *self.xs]


class LoopOutputs(NamedTuple):
    """Something for each output of a body."""

    carry: Sequence[Any]
    ys: Sequence[Any] = ()

    def listed(self) -> list[Any]:
        """In the order of the outputs."""
        return [*self.carry, *self.ys]


class Body(NamedTuple):
    """A graph, and how many of its inputs are constants, and how many are carries."""

    graph: Graph
    consts: int
    carry: int

    @classmethod
    def of(cls, params: dict[str, Any]) -> Body:
        """The body that the parameters of a loop are of, with rows or without."""
        graph = params["body"]
        return cls(graph, params["consts"], params.get("carry", len(graph.outputs)))

    @classmethod
    def make(cls, inputs: LoopInputs, outputs: LoopOutputs) -> Body:
        """The body with these edges."""
        graph = part_of(inputs.listed(), outputs.listed())
        return cls(graph, len(inputs.consts), len(inputs.carry))

    @property
    def params(self) -> dict[str, Any]:
        """What `of` takes."""
        return {"body": self.graph, "consts": self.consts, "carry": self.carry}

    def split(self, items: Sequence[Any]) -> LoopInputs:
        """Things that stand in the order of the inputs."""
        first, last = self.consts, self.consts + self.carry
        return LoopInputs(items[:first], items[first:last], items[last:])

    def split_outputs(self, items: Sequence[Any]) -> LoopOutputs:
        """Things that stand in the order of the outputs."""
        return LoopOutputs(items[: self.carry], items[self.carry :])

    @property
    def inputs(self) -> LoopInputs:
        """The graph's inputs."""
        return self.split(self.graph.inputs)

    @property
    def outputs(self) -> LoopOutputs:
        """The graph's outputs."""
        return self.split_outputs(self.graph.outputs)

    @property
    def places(self) -> LoopInputs:
        """Positions of the inputs."""
        first, last = self.consts, self.consts + self.carry
        end = len(self.graph.inputs)
        return LoopInputs(range(first), range(first, last), range(last, end))

    @property
    def numbers(self) -> LoopOutputs:
        """Positions of the outputs."""
        return LoopOutputs(
            range(self.carry), range(self.carry, len(self.graph.outputs))
        )

    def inexact(self, positions: Iterable[int]) -> list[int]:
        """Those inputs that carry derivatives."""
        avals = self.graph.in_avals
        return [i for i in positions if is_inexact(avals[i].dtype)]


class OriginalBody(NamedTuple):
    """What a body does a part of whose loop computes.

    Attributes
    ----------
    body : Body
    operands, outputs : sequence of int
        Where its inputs and outputs stand among the other's.
    """

    body: Body
    operands: Sequence[int]
    outputs: Sequence[int]


def origins(body: Body) -> list[OriginalBody]:
    """A body, and those that it has been made of, step by step."""
    graph = body.graph
    found = [OriginalBody(body, range(len(graph.inputs)), range(len(graph.outputs)))]
    while (origin := found[-1].body.graph.derived.get("origin")) is not None:
        last = found[-1]
        operands = [last.operands[i] for i in origin.operands]
        outputs = [last.outputs[k] for k in origin.outputs]
        found.append(OriginalBody(origin.body, operands, outputs))
    return found


def parts(items: Iterable[Any], *counts: int) -> list[list[Any]]:
    """So many items at a time, then those that are left."""
    rest, found = [*items], list[list[Any]]()
    for count in counts:
        found.append(rest[:count])
        rest = rest[count:]
    return [*found, rest]


def nonzero(items: Iterable[Any]) -> list[int]:
    """Positions of the cotangents or tangents that are not None."""
    return [i for i, item in enumerate(items) if item is not None]


def zeros(aval: Aval) -> Any:
    """An array of zeros, or a number."""
    return np.zeros(aval.shape, np.dtype(aval.dtype))[()]


def number(value: Any) -> Any:
    """A NumPy scalar in place of an array without dimensions."""
    return np.asarray(value)[()]


# -- forward mode ----------------------------------------------------------------------


class Dual(NamedTuple):
    """A body together with its tangents.

    Attributes
    ----------
    body : Body
        Its constants are those of the given body, then the tangents of those in `given`;
        likewise its carries and rows. Its outputs are the carries', their tangents, the
        given body's others, and their tangents.
    primal : Body
    given : tuple of int
        Positions of the inputs that have a tangent.
    carried : tuple of int
        Which carries have a tangent.
    emitted : tuple of int
        Which of the other outputs have one.
    """

    body: Body
    primal: Body
    given: tuple[int, ...]
    carried: tuple[int, ...]
    emitted: tuple[int, ...]

    def operands(self, primals: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """The loop's operands, from the given loop's and their tangents, None for zero."""
        avals = self.primal.graph.in_avals
        dots: list[Any] = [None] * len(avals)
        for i in self.given:
            dots[i] = zeros(avals[i]) if tangents[i] is None else tangents[i]
        found: list[Any] = []
        split = self.primal.split
        for part, seeds in zip(split(primals), split(dots), strict=True):
            found += [*part, *(seed for seed in seeds if seed is not None)]
        return found

    def tangents(self, outs: Sequence[Any]) -> LoopOutputs:
        """Of the given loop's outputs, None for zero, from those of the loop."""
        carry, ys = self.primal.outputs
        found = self.body.split_outputs(outs)
        _, carry_dots = parts(found.carry, len(carry))
        _, y_dots = parts(found.ys, len(ys))
        return LoopOutputs(
            spread_over(len(carry), self.carried, carry_dots),
            spread_over(len(ys), self.emitted, y_dots),
        )

    def place(self, position: int) -> int:
        """Where among the inputs one of the given body's stands."""
        return self.body.graph.inputs.index(self.primal.graph.inputs[position])


def spread_over(count: int, places: Sequence[int], items: Sequence[Any]) -> list[Any]:
    """So many things, of which these stand at some places, and None elsewhere."""
    found: list[Any] = [None] * count
    for place, item in zip(places, items, strict=True):
        found[place] = item
    return found


def dual_of(body: Body, given: Sequence[int]) -> Dual:
    """The body with the tangents of the inputs at `given`, and all that follow."""
    key = ("dual", body.consts, body.carry, tuple(given))
    return once(body.graph, key, lambda: _make_dual(body, given))


def _make_dual(body: Body, given: Sequence[int]) -> Dual:
    graph, places, known = body.graph, body.places, set(given)
    while True:
        chosen = tuple(sorted(known))
        push = pushforward_of(graph, chosen)
        dots = body.split_outputs(push.spread(push.graph.outputs))
        found = {places.carry[k] for k in nonzero(dots.carry)}
        if found <= known:
            break
        known |= found
    _, tangents = parts(push.graph.inputs, len(graph.inputs))
    seeds = dict(zip(chosen, tangents, strict=True))
    inputs = [
        [*(graph.inputs[i] for i in part), *(seeds[i] for i in part if i in seeds)]
        for part in places
    ]
    carried = [k for k, i in enumerate(places.carry) if i in seeds]
    emitted = nonzero(dots.ys)
    carry, ys = body.outputs
    moved: list[Any] = []
    for k in carried:
        dot, edge = dots.carry[k], graph.inputs[places.carry[k]]
        moved.append(zeros(edge.aval) if dot is None else dot)
    outputs = LoopOutputs([*carry, *moved], [*ys, *(dots.ys[k] for k in emitted)])
    whole = Body.make(LoopInputs(*inputs), outputs)
    dual = Dual(whole, body, chosen, tuple(carried), tuple(emitted))
    own = [dual.place(i) for i in range(len(graph.inputs))]
    kept = [*body.numbers.carry, *(whole.carry + k for k in range(len(ys)))]
    whole.graph.derived["origin"] = OriginalBody(body, own, kept)
    return dual


# -- batches ---------------------------------------------------------------------------


class Batched(NamedTuple):
    """A body on a batch; which of its inputs are mapped, and which of its outputs."""

    body: Body
    mapped: list[bool]
    outs: list[bool]


def batched_body(body: Body, mapped: Sequence[bool], size: int) -> Batched:
    """The body on a batch.

    A carry is mapped if anything that is mapped comes into it.
    """
    key = ("batched", body.consts, body.carry, tuple(mapped), size)
    return once(body.graph, key, lambda: _make_batched(body, mapped, size))


def _make_batched(body: Body, mapped: Sequence[bool], size: int) -> Batched:
    graph, carried, flags = body.graph, body.places.carry, list(mapped)
    while True:
        avals = mapped_avals(graph.in_avals, flags, size)
        inputs = fresh("operand", avals)
        with recording_all():
            outs, found = evaluate_batched(graph, handles(inputs), flags, size)
        pairs = zip(carried, found, strict=False)
        added = [i for i, m in pairs if m and not flags[i]]
        if not added:
            break
        for i in added:
            flags[i] = True
    with recording_all():
        for k, i in enumerate(carried):
            if flags[i] and not found[k]:
                outs[k] = np.broadcast_to(outs[k], avals[i].shape)
                found[k] = True
    graph = Graph(inputs, [edge_of(out) for out in outs])
    return Batched(body._replace(graph=graph), flags, found)


def spread_to(at: Mapped, operands: Sequence[Any], flags: Sequence[bool]) -> list[Any]:
    """The operands of a loop, repeated where its body has them mapped."""
    return [
        spread(x, was or not m, at.size)
        for x, m, was in zip(operands, flags, at.mapped, strict=True)
    ]
