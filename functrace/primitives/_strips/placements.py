"""Operations on a strip: where in their results the axis is that is cut.

What a strip has of something is

- `WHOLE`: the same in all strips;
- cut along an axis, of which the strip has a part;
- a `SUMMAND`: what it is of all is the sum over the strips.

A rule applies a node's primitive to what a strip has of the operands. Without a rule, or
where more is needed than a strip has, it is `Uncut`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval, is_inexact
from functrace.core.constant import uniform, uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.core.source import with_lines
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives._strips.parts import Uncut, index_of
from functrace.primitives.complex_parts import conjugate, imag, real
from functrace.primitives.elementwise import (
    add,
    convert,
    multiply,
    negative,
    subtract,
    true_divide,
)
from functrace.primitives.indexing import getitem, index_add, index_update
from functrace.primitives.joining import concatenate, stack
from functrace.primitives.layout import broadcast_to, reshape, transpose
from functrace.primitives.reductions import reduce_sum
from functrace.primitives.scan import mode_of, scan, scan_of

WHOLE, SUMMAND = "whole", "summand"

Place = int | str
"""An axis, `SUMMAND` or `WHOLE`."""


class OfStrip(NamedTuple):
    """A traced value or a constant of a strip, and what it is of all."""

    value: Any
    place: Place

    @property
    def shape(self) -> tuple[int, ...]:
        """The strip's."""
        return operand_aval(edge_of(self.value)).shape

    @property
    def is_zero(self) -> bool:
        """Whether it is a constant of zeros, which is any summand, too."""
        value = edge_of(self.value)
        return type(value) is not Edge and self.place is WHOLE and not np.any(value)

    def axis_among(self, ndim: int) -> int:
        """Where the axis is in what this is broadcast to."""
        if not isinstance(self.place, int):
            raise Uncut
        return self.place + ndim - len(self.shape)


class Strip(NamedTuple):
    """A part of an axis.

    Attributes
    ----------
    size : int
        Elements along the axis.
    width : int
        Those of the strip.
    first : traced value, optional
        Whether the strip is the first one; not known inside of loops.
    """

    size: int
    width: int
    first: Any = None

    def place_in(self, shape: Sequence[int]) -> Place:
        """Which axis of an array is that long; `WHOLE`: none is."""
        found = [k for k, n in enumerate(shape) if n == self.size]
        if len(found) > 1:
            raise Uncut
        return found[0] if found else WHOLE

    def part(self, shape: Sequence[int], axis: int) -> tuple[int, ...]:
        """The shape of a strip of an array."""
        if shape[axis] != self.size:
            raise Uncut
        return (*shape[:axis], self.width, *shape[axis + 1 :])

    def constant(self, value: Any) -> OfStrip:
        """The strip's part of a constant."""
        aval = operand_aval(value)
        place = self.place_in(aval.shape)
        if not isinstance(place, int):
            return OfStrip(value, WHOLE)
        number = uniform_value(value)
        if number is None:
            raise Uncut
        part = Aval(self.part(aval.shape, place), aval.dtype)
        return OfStrip(uniform(number, part), place)

    def as_summand(self, x: OfStrip) -> OfStrip:
        """What is the same in all strips, of which the first one has it alone."""
        if x.is_zero:
            return OfStrip(x.value, SUMMAND)
        zero = np.dtype(operand_aval(edge_of(x.value)).dtype).type(0)
        return OfStrip(np.where(self.first, x.value, zero), SUMMAND)

    def evaluate(self, graph: Graph, given: Sequence[OfStrip]) -> list[OfStrip]:
        """The outputs of a graph."""
        known = dict(zip(graph.inputs, given, strict=True))

        def found(x: Any) -> OfStrip:
            return known[x] if type(x) is Edge else self.constant(x)

        for node, _ in with_lines(graph.plan):
            outs = self.apply(node, [found(x) for x in node.inputs])
            known.update((Edge(node, k), out) for k, out in enumerate(outs))
        return [found(x) for x in graph.outputs]

    def apply(self, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
        """The results of a node."""
        depends = form_of(node.primitive).depends
        rule = _RULES.get(node.primitive) or _BY_PLACES.get(depends)
        if rule is None:
            raise Uncut
        if any(x.place is not WHOLE for x in given) or rule is _repeated:
            return rule(self, node, given)
        return _applied(node, given, WHOLE)


Rule = Callable[[Strip, Node, Sequence[OfStrip]], list[OfStrip]]


def _applied(
    node: Node, given: Sequence[OfStrip], place: Place, **changed: Any
) -> list[OfStrip]:
    """The results of a node's primitive, with some parameters changed."""
    operands = tuple([x.value for x in given])
    out = node.primitive.apply(operands, node.params | changed)
    outs = out if node.primitive.multiple else (out,)
    return [OfStrip(y, place) for y in outs]


def _broadcast(given: Sequence[OfStrip], ndim: int) -> int:
    """The axis along which all of these are cut, or repeated, among so many."""
    found = {x.axis_among(ndim) for x in given if x.place is not WHOLE}
    if len(found) != 1:
        raise Uncut
    (axis,) = found
    for x in given:
        own = axis - ndim + len(x.shape)
        if x.place is WHOLE and own >= 0 and x.shape[own] != 1:
            raise Uncut
    return axis


def _elementwise(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    return _applied(node, given, _broadcast(given, node.avals[0].ndim))


def _are_summands(given: Sequence[OfStrip]) -> bool:
    """Whether all are, and some are more than zeros."""
    return any(x.place is SUMMAND for x in given) and all(
        x.place is SUMMAND or x.is_zero for x in given
    )


def _linear(rule: Rule) -> Rule:
    """A rule for what is linear in all operands together."""

    def found(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
        if _are_summands(given):
            return _applied(node, given, SUMMAND)
        return rule(strip, node, given)

    return found


def _converted(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    """Summands may be converted to what rounds them to no integers."""
    (x,) = given
    if x.place is SUMMAND and is_inexact(node.avals[0].dtype):
        return _applied(node, given, SUMMAND)
    return _elementwise(strip, node, given)


def _multiplied(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    """Summands times what is the same in all strips, or over it."""
    x, y = given
    if node.primitive is multiply and y.place is SUMMAND:
        x, y = y, x
    if x.place is SUMMAND and y.place is WHOLE:
        return _applied(node, given, SUMMAND)
    return _elementwise(strip, node, given)


# -- layout --------------------------------------------------------------------------------


def _reduced(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    (x,) = given
    axes, keepdims = node.params.get("axis"), node.params.get("keepdims")
    place = x.axis_among(len(x.shape))
    if type(axes) is not tuple or type(keepdims) is not bool:
        raise Uncut
    if place in axes:
        if node.primitive is not reduce_sum:
            raise Uncut
        return _applied(node, given, SUMMAND)
    before = 0 if keepdims else sum(axis < place for axis in axes)
    return _applied(node, given, place - before)


def _repeated(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    (x,) = given
    shape = node.params["shape"]
    if x.place is SUMMAND:
        return _applied(node, given, SUMMAND)
    place = strip.place_in(shape) if x.place is WHOLE else x.axis_among(len(shape))
    if not isinstance(place, int):
        return _applied(node, given, x.place)
    own = place - len(shape) + len(x.shape)
    if x.place is WHOLE and own >= 0 and x.shape[own] != 1:
        raise Uncut
    return _applied(node, given, place, shape=strip.part(shape, place))


def _reshaped(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    (x,) = given
    shape, axis = node.params["shape"], x.axis_among(len(x.shape))
    place = strip.place_in(shape)
    if not isinstance(place, int):
        raise Uncut
    if math.prod(shape[:place]) != math.prod(x.shape[:axis]):
        raise Uncut
    return _applied(node, given, place, shape=strip.part(shape, place))


def _transposed(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    (x,) = given
    place = node.params["axes"].index(x.axis_among(len(x.shape)))
    return _applied(node, given, place)


def _joined(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    """Side by side, along another axis or a new one."""
    axis, places = node.params["axis"], {x.axis_among(len(x.shape)) for x in given}
    if len(places) != 1:
        raise Uncut
    (place,) = places
    if node.primitive is stack:
        place += axis <= place
    elif axis == place:
        raise Uncut
    return _applied(node, given, place)


def _picked(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    x, *arrays = given
    if arrays:
        raise Uncut
    axis = x.axis_among(len(x.shape))
    found = index_of(node.params["index"], len(x.shape), axis, strip.size)
    return _applied(node, given, found.place, index=found.entries)


def _written(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    x, value, *arrays = given
    if arrays:
        raise Uncut
    axis = x.axis_among(len(x.shape))
    found = index_of(node.params["index"], len(x.shape), axis, strip.size)
    own = found.place - found.ndim + len(value.shape)
    if value.place is WHOLE:
        fits = own < 0 or value.shape[own] == 1
    else:
        fits = value.axis_among(found.ndim) == found.place
    if not fits:
        raise Uncut
    return _applied(node, given, axis, index=found.entries)


# -- loops ---------------------------------------------------------------------------------


def _scanned(strip: Strip, node: Node, given: Sequence[OfStrip]) -> list[OfStrip]:
    """A loop on a strip, of which carries that are the same in all may become summands."""
    body = Body.of(node.params)
    for summands in _guesses(strip, body, body.split(given).carry):
        try:
            return _rounds(strip, node.params, given, summands)
        except Uncut:
            continue
    raise Uncut


def _guesses(strip: Strip, body: Body, carry: Sequence[OfStrip]) -> Iterator[set[int]]:
    """Which carries may be summands: what is linear all through, then sums, then none."""
    pairs = [*zip(body.inputs.carry, body.outputs.carry, strict=True)]
    whole = {
        k
        for k, x in enumerate(carry)
        if x.is_zero or (strip.first is not None and x.place is WHOLE)
    }
    sums = {k for k in whole if _is_added_to(*pairs[k])}
    linear = {
        k for k in whole if carry[k].is_zero and is_inexact(pairs[k][0].aval.dtype)
    }
    tried: list[set[int]] = []
    for found in (linear | sums, sums, set[int]()):
        if found not in tried:
            tried.append(found)
            yield found


def _rounds(
    strip: Strip, params: dict[str, Any], given: Sequence[OfStrip], summands: set[int]
) -> list[OfStrip]:
    body = Body.of(params)
    consts, carry, xs = body.split(given)
    state = [strip.as_summand(x) if k in summands else x for k, x in enumerate(carry)]
    inputs = [*consts, *state, *map(_row, xs)]
    shapes = [x.shape for x in (*consts, *state)] + [x.shape[1:] for x in xs]
    pairs = zip(shapes, body.graph.in_avals, strict=True)
    edges = fresh("strip", [Aval(shape, aval.dtype) for shape, aval in pairs])
    known = zip(handles(edges), inputs, strict=True)
    outs = strip._replace(first=None).evaluate(
        body.graph, [OfStrip(h, x.place) for h, x in known]
    )
    if not all(map(_goes_on, state, outs)):
        raise Uncut
    made = Body.make(
        LoopInputs(*body.split(edges)),
        LoopOutputs(*body.split_outputs([edge_of(out.value) for out in outs])),
    )
    operands = [x.value for x in (*consts, *state, *xs)]
    values = scan_of(made, operands, **mode_of(params))
    places = [
        *(x.place for x in state),
        *(_stacked(y.place) for y in outs[body.carry :]),
    ]
    return [OfStrip(*pair) for pair in zip(values, places, strict=True)]


def _is_added_to(old: Edge, new: Any) -> bool:
    """Whether one results from the other by sums with what is computed in the round."""
    found = False
    while type(new) is Edge and new != old:
        operands = new.node.inputs
        if new.node.primitive not in (add, index_add) or type(operands[1]) is not Edge:
            return False
        new, found = (operands[1] if operands[1] == old else operands[0]), True
    return found and type(new) is Edge


def _goes_on(x: OfStrip, out: OfStrip) -> bool:
    """Whether a carry is after the round what it was before."""
    return out.place == x.place or (x.place is SUMMAND and out.is_zero)


def _row(x: OfStrip) -> OfStrip:
    """An element along the first axis."""
    if x.place == 0:
        raise Uncut
    return OfStrip(x.value, x.place - 1 if isinstance(x.place, int) else x.place)


def _stacked(place: Place) -> Place:
    return place + 1 if isinstance(place, int) else place


_RULES: dict[Any, Rule] = {
    **dict.fromkeys(
        (add, subtract, negative, conjugate, real, imag), _linear(_elementwise)
    ),
    convert: _converted,
    multiply: _multiplied,
    true_divide: _multiplied,
    reduce_sum: _linear(_reduced),
    broadcast_to: _repeated,
    reshape: _linear(_reshaped),
    transpose: _linear(_transposed),
    stack: _linear(_joined),
    concatenate: _linear(_joined),
    getitem: _linear(_picked),
    index_add: _linear(_written),
    index_update: _linear(_written),
    scan: _scanned,
}

_BY_PLACES: dict[str, Rule] = {"same place": _elementwise, "reduced": _reduced}
