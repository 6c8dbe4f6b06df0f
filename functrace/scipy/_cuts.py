"""Rows of what a graph computes, from the rows of operands and constants that they need."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.constant import uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.core.serialize import freeze
from functrace.primitives._index import ARRAY, arrays_begin
from functrace.primitives.indexing import gather
from functrace.primitives.layout import broadcast_to, reshape, transpose

Axes = Sequence["int | None"]
"""Of operands, the axes along which parts of them are needed; None: all of it is."""


class Cuts(NamedTuple):
    """Where parts of a graph's only output come from.

    Attributes
    ----------
    graph : Graph
    axis : int
        Of the output, of which some elements are wanted.
    parts : dict
        Of nodes, the axes along which parts of their results are wanted, and for each those
        of the operands.
    whole : list of Edge
        What is needed as it is, inputs too.
    constants : list of tuple
        Constants of which parts are needed, each with an axis.
    """

    graph: Graph
    axis: int
    parts: dict[Node, dict[int, Axes]]
    whole: list[Edge]
    constants: list[tuple[np.ndarray, int]]

    @classmethod
    def of(cls, graph: Graph, axis: int) -> Cuts:
        """Of the output's elements along an axis."""
        wanted = _Wanted()
        wanted.want(graph.outputs[0], axis)
        parts: dict[Node, dict[int, Axes]] = {}
        for node in reversed(graph.nodes):
            for edge in (Edge(node, k) for k in range(len(node.avals))):
                for own in sorted(wanted.axes.get(edge, ())):
                    axes = _axes_of(node, own)
                    if axes is None:
                        wanted.want(edge, None)
                        continue
                    parts.setdefault(node, {})[own] = axes
                    for pair in zip(node.inputs, axes, strict=True):
                        wanted.want(*pair)
        constants = [*wanted.constants.values()]
        return cls(graph, axis, parts, [*wanted.whole], constants)

    def windows(self, firsts: np.ndarray, width: int) -> list[np.ndarray]:
        """Of `constants`, one after the other, the parts that begin at `firsts`."""
        return [_windows(*each, firsts, width) for each in self.constants]

    def part(self, values: Sequence[Any], windows: Sequence[Any], places: Any) -> Any:
        """The output at places along the axis that follow each other.

        It is made of the values of `whole`, and of a window for each of `constants`.
        """
        count = places.shape[0]
        given = {
            (id(x), own): window
            for (x, own), window in zip(self.constants, windows, strict=True)
        }
        known = dict(zip(self.whole, values, strict=True))
        found: dict[tuple[Edge, int], Any] = {}

        def part_of(x: Any, own: int | None) -> Any:
            if own is None:
                return known[x] if type(x) is Edge else x
            if type(x) is not Edge:
                return (
                    given[id(x), own] if (id(x), own) in given else _few(x, own, count)
                )
            if (x, own) not in found:
                found[x, own] = _picked(known[x], own, places)
            return found[x, own]

        for node in self.graph.nodes:
            for own, axes in self.parts.get(node, {}).items():
                pairs = zip(node.inputs, axes, strict=True)
                operands = tuple([part_of(*pair) for pair in pairs])
                params = node.params
                if node.primitive in (broadcast_to, reshape):
                    shape = params["shape"]
                    shape = (*shape[:own], count, *shape[own + 1 :])
                    params = params | {"shape": shape}
                found[Edge(node, 0), own] = node.primitive.apply(operands, params)
        return part_of(self.graph.outputs[0], self.axis)


class _Wanted:
    """What is needed: along which axes parts of it are, or all of it."""

    def __init__(self) -> None:
        self.axes: dict[Edge, set[int]] = {}
        self.whole: dict[Edge, None] = {}
        self.constants: dict[tuple[int, int], tuple[np.ndarray, int]] = {}

    def want(self, x: Any, axis: int | None) -> None:
        """A part along an axis; None: all."""
        if type(x) is not Edge:
            if axis is not None and uniform_value(x) is None:
                self.constants[id(x), axis] = x, axis
            return
        if axis is None or x.node.primitive is None:
            self.whole[x] = None
        if axis is not None:
            self.axes.setdefault(x, set()).add(axis)


def _picked(x: Any, axis: int, places: Any) -> Any:
    return gather(x, places, index=(*(slice(None),) * axis, ARRAY))


def _few(x: np.ndarray, axis: int, count: int) -> np.ndarray:
    """So many elements along the axis of an array that repeats a number."""
    return freeze(x[(*(slice(None),) * axis, slice(count))])


def _windows(x: np.ndarray, axis: int, firsts: np.ndarray, width: int) -> np.ndarray:
    """Parts of a constant, in a row; indices in no more bits than these need."""
    if x.dtype.kind in "iu" and x.itemsize > 4 and x.size and x.min() >= 0:
        dtype = np.min_scalar_type(x.max())
    else:
        dtype = x.dtype
    shape = (*x.shape[:axis], width, *x.shape[axis + 1 :])
    found = np.empty((firsts.size, *shape), dtype)
    before = (slice(None),) * axis
    for window, first in zip(found, firsts.tolist(), strict=True):
        window[...] = x[(*before, slice(first, first + width))]
    return freeze(found)


# -- operations ------------------------------------------------------------------------


def _axes_of(node: Node, axis: int) -> Axes | None:
    """The operands' axes for a part of the result; None: there is no rule."""
    depends = form_of(node.primitive).depends
    rule = _RULES.get(node.primitive) or _BY_FORM.get(depends)
    return None if rule is None or node.primitive.multiple else rule(node, axis)


def _broadcast(node: Node, axis: int) -> Axes:
    return [_own(x, axis, node.avals[0].shape) for x in node.inputs]


def _own(x: Any, axis: int, shape: tuple[int, ...]) -> int | None:
    """An operand's axis that is broadcast to another; None if it is repeated along it."""
    own = operand_aval(x).shape
    place = axis - len(shape) + len(own)
    return None if place < 0 or own[place] != shape[axis] else place


def _reduced(node: Node, axis: int) -> Axes | None:
    axes, keepdims = node.params.get("axis"), node.params.get("keepdims")
    if type(axes) is not tuple or type(keepdims) is not bool or len(node.inputs) != 1:
        return None
    ndim = operand_aval(node.inputs[0]).ndim
    kept = [k for k in range(ndim) if keepdims or k not in axes]
    return None if kept[axis] in axes else [kept[axis]]


def _reshaped(node: Node, axis: int) -> Axes | None:
    shape, made = operand_aval(node.inputs[0]).shape, node.params["shape"]
    before = math.prod(made[:axis])
    for own, n in enumerate(shape):
        if n == made[axis] and math.prod(shape[:own]) == before:
            return [own]
    return None


def _picked_at(node: Node, axis: int) -> Axes | None:
    """Rows of what index arrays name are what rows of these do."""
    x, *arrays = node.inputs
    index = node.params["index"]
    if any(entry not in (ARRAY, slice(None)) for entry in index) or not arrays:
        return None
    shapes = [operand_aval(a).shape for a in arrays]
    stack = np.broadcast_shapes(*shapes)
    begin = arrays_begin(
        operand_aval(x).shape, index, [np.empty(s, np.int8) for s in shapes]
    )
    if not begin <= axis < begin + len(stack):
        return None
    return [None, *(_own(a, axis - begin, stack) for a in arrays)]


_RULES: dict[Any, Callable[[Node, int], Axes | None]] = {
    broadcast_to: _broadcast,
    gather: _picked_at,
    reshape: _reshaped,
    transpose: lambda node, axis: [node.params["axes"][axis]],
}
_BY_FORM: dict[str, Callable[[Node, int], Axes | None]] = {
    "same place": _broadcast,
    "reduced": _reduced,
}
