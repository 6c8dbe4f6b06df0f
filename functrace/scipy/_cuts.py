"""Rows of what a graph computes, from rows of the operands and constants it needs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.constant import uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.core.serialize import freeze
from functrace.primitives._dependence.stacks import stack_of
from functrace.primitives._index import ARRAY, arrays_begin
from functrace.primitives.contractions import cross, einsum, matmul, split_subscripts
from functrace.primitives.indexing import gather, getitem, index_add, index_update
from functrace.primitives.joining import concatenate, stack
from functrace.primitives.layout import broadcast_to, reshape, transpose

Axes = Sequence["int | None"]
"""Of operands, the axes along which parts of them are needed; None: all of it is."""


class Cuts(NamedTuple):
    """Where parts of a graph's outputs come from.

    Attributes
    ----------
    graph : Graph
    axes : sequence of int or None
        Of each output, along which some elements are wanted; None: all of it is.
    parts : dict
        Of nodes, the axes along which parts of their results are wanted, and for each those
        of the operands.
    inputs : dict
        Of inputs, the axes along which parts of them are needed; None: all of it is.
    whole : list of Edge
        What is needed as it is, and inputs.
    constants : list of tuple
        Constants of which parts are needed, each with an axis.
    views : dict
        For constants in the graph, and axes, what they are of these.
    """

    graph: Graph
    axes: Axes
    parts: dict[Node, dict[int, Axes]]
    inputs: dict[Edge, set[int | None]]
    whole: list[Edge]
    constants: list[tuple[np.ndarray, int]]
    views: dict[tuple[int, int], _View]

    @classmethod
    def of(cls, graph: Graph, axes: Axes) -> Cuts:
        """Of the outputs' elements along an axis of each."""
        wanted = _Wanted()
        for out, axis in zip(graph.outputs, axes, strict=True):
            wanted.want(out, axis)
        parts: dict[Node, dict[int, Axes]] = {}
        for node in reversed(graph.nodes):
            for edge in (Edge(node, k) for k in range(len(node.avals))):
                for own in sorted(
                    k for k in wanted.axes.get(edge, ()) if k is not None
                ):
                    places = _axes_of(node, own)
                    if places is None:
                        wanted.want(edge, None)
                        continue
                    parts.setdefault(node, {})[own] = places
                    for pair in zip(node.inputs, places, strict=True):
                        wanted.want(*pair)
        inputs = {e: wanted.axes[e] for e in graph.inputs if e in wanted.axes}
        constants = [*wanted.memory.values()]
        return cls(
            *(graph, axes, parts, inputs, [*wanted.whole], constants, wanted.views)
        )

    def windows(self, firsts: np.ndarray, width: int) -> list[np.ndarray]:
        """Of `constants`, one after the other, the parts that begin at `firsts`."""
        return windows_of([self], firsts, width)[0]

    def part(
        self,
        known: Mapping[Edge, Any],
        windows: Sequence[Any],
        places: Any,
        parts: Mapping[tuple[Edge, int | None], Any],
    ) -> list[Any]:
        """The outputs at places along their axes that follow each other.

        Parameters
        ----------
        known : mapping
            The values of `whole`; of inputs, where a part is not given.
        windows : sequence
            One for each of `constants`.
        places : array of int
        parts : mapping
            Of inputs, those along an axis.
        """
        count = places.shape[0]
        given = {
            key: view.of(windows[view.number], key[1], count)
            for key, view in self.views.items()
        }
        found = {**parts}

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
        outputs = zip(self.graph.outputs, self.axes, strict=True)
        return [part_of(*pair) for pair in outputs]


class _Wanted:
    """What is needed: along which axes parts of it are, or all of it."""

    def __init__(self) -> None:
        self.axes: dict[Edge, set[int | None]] = {}
        self.whole: dict[Edge, None] = {}
        self.memory: dict[Any, tuple[np.ndarray, int]] = {}
        self.views: dict[tuple[int, int], _View] = {}

    def want(self, x: Any, axis: int | None) -> None:
        """A part along an axis; None: all."""
        if type(x) is not Edge:
            if axis is not None and uniform_value(x) is None:
                self.views[id(x), axis] = self._view(x, axis)
            return
        if axis is None or x.node.primitive is None:
            self.whole[x] = None
        self.axes.setdefault(x, set()).add(axis)

    def _view(self, x: np.ndarray, axis: int) -> _View:
        """What a constant is of memory that others may be of, too; it has no repetitions."""
        own = [
            k for k, n in enumerate(x.shape) if k == axis or (n > 1 and x.strides[k])
        ]
        axes = sorted(own, key=lambda k: -abs(x.strides[k]))
        once = x[tuple(slice(None) if k in own else 0 for k in range(x.ndim))]
        memory = once.transpose([own.index(k) for k in axes])
        along = axes.index(axis)
        place = _place_of(memory, along)
        self.memory.setdefault(place, (memory, along))
        return _View([*self.memory].index(place), tuple(axes), x.shape)


class _View(NamedTuple):
    """A constant in terms of memory: some of its axes are this one's, others repeat it.

    Attributes
    ----------
    number : int
        Of the memory.
    axes : tuple of int
        Of the constant, in the order that they have there.
    shape : tuple of int
        Of the constant.
    """

    number: int
    axes: tuple[int, ...]
    shape: tuple[int, ...]

    def of(self, window: Any, axis: int, count: int) -> Any:
        """The constant's part along an axis, from that of the memory."""
        shape = [*self.shape[:axis], count, *self.shape[axis + 1 :]]
        once = [n if k in self.axes else 1 for k, n in enumerate(shape)]
        turned = np.transpose(window, np.argsort(self.axes).tolist())
        return np.broadcast_to(turned.reshape(once), shape)


def _picked(x: Any, axis: int, places: Any) -> Any:
    return gather(x, places, index=(*(slice(None),) * axis, ARRAY))


def _few(x: np.ndarray, axis: int, count: int) -> np.ndarray:
    """So many elements along the axis of an array that repeats a number."""
    return freeze(x[(*(slice(None),) * axis, slice(count))])


def _place_of(x: np.ndarray, axis: int) -> tuple[Any, ...]:
    """The same for arrays of the same elements in memory, and parts along the same axis."""
    return x.ctypes.data, x.shape, x.strides, x.dtype, axis


def windows_of(
    several: Sequence[Cuts], firsts: np.ndarray, width: int
) -> list[list[np.ndarray]]:
    """The windows of each; they share those that are the same."""
    made = {
        _place_of(*each): each
        for each in itertools.chain(*(c.constants for c in several))
    }
    windows = {place: _windows(*each, firsts, width) for place, each in made.items()}
    return [[windows[_place_of(*each)] for each in c.constants] for c in several]


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
    rule = _RULES.get(node.primitive) or _BY_FORM.get(depends) or _of_problems
    return None if node.primitive.multiple else rule(node, axis)


def _broadcast(node: Node, axis: int) -> Axes:
    return [_own(x, axis, node.avals[0].shape) for x in node.inputs]


def _own(x: Any, axis: int, shape: tuple[int, ...]) -> int | None:
    """An operand's axis that is broadcast to another; None if it is repeated along it."""
    return _place(operand_aval(x).shape, axis, shape)


def _place(own: tuple[int, ...], axis: int, shape: tuple[int, ...]) -> int | None:
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


def _sliced(node: Node, axis: int) -> Axes | None:
    """Of views by integers and slices."""
    shape = operand_aval(node.inputs[0]).shape
    for own, place in _kept(node.params["index"], shape):
        if place == axis:
            return [own]
    return None


def _written(node: Node, axis: int) -> Axes | None:
    """Of writes, and additions, to parts by integers and slices."""
    _, values, *arrays = node.inputs
    shape, index = node.avals[0].shape, node.params["index"]
    places = dict(_kept(index, shape))
    if arrays or axis not in places:
        return None
    part = np.broadcast_to(False, shape)[index].shape
    return [axis, _own(values, places[axis], part)]


def _kept(index: Any, shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Axes that an index takes all of, and where they are in the part."""
    entries = list(index if type(index) is tuple else (index,))
    named = sum(entry is not None and entry is not Ellipsis for entry in entries)
    if Ellipsis not in entries:
        entries.append(Ellipsis)
    begin = entries.index(Ellipsis)
    entries[begin : begin + 1] = [slice(None)] * (len(shape) - named)
    own = place = 0
    for entry in entries:
        if entry is None:
            place += 1
            continue
        if type(entry) is slice:
            if entry.indices(shape[own]) == (0, shape[own], 1):
                yield own, place
            place += 1
        own += 1


def _joined(node: Node, axis: int) -> Axes | None:
    along = node.params["axis"] % node.avals[0].ndim
    return None if axis == along else [axis] * len(node.inputs)


def _stacked(node: Node, axis: int) -> Axes | None:
    along = node.params["axis"] % node.avals[0].ndim
    return None if axis == along else [axis - (axis > along)] * len(node.inputs)


def _contracted(node: Node, axis: int) -> Axes:
    """Of sums of products along labelled axes."""
    *operands, out = split_subscripts(node.params["subscripts"])
    length, found = node.avals[0].shape[axis], []
    for labels, x in zip(operands, node.inputs, strict=True):
        own = labels.find(out[axis])
        found.append(own if own >= 0 and operand_aval(x).shape[own] == length else None)
    return found


def _multiplied(node: Node, axis: int) -> Axes | None:
    """Of products of matrices in stacks, along these."""
    shape = node.avals[0].shape
    if any(operand_aval(x).ndim < 2 for x in node.inputs) or axis >= len(shape) - 2:
        return None
    return [_own(x, axis, shape) for x in node.inputs]


def _crossed(node: Node, axis: int) -> Axes | None:
    shape = node.avals[0].shape
    return None if axis == len(shape) - 1 else _broadcast(node, axis)


def _of_problems(node: Node, axis: int) -> Axes | None:
    """Of stacks of problems, as those of linear algebra are."""
    found = stack_of(node)
    if found is None or axis >= len(found[0]):
        return None
    return [_place(shape, axis, found[0]) for shape in found[1]]


_RULES: dict[Any, Callable[[Node, int], Axes | None]] = {
    broadcast_to: _broadcast,
    concatenate: _joined,
    cross: _crossed,
    einsum: _contracted,
    gather: _picked_at,
    getitem: _sliced,
    index_add: _written,
    index_update: _written,
    matmul: _multiplied,
    reshape: _reshaped,
    stack: _stacked,
    transpose: lambda node, axis: [node.params["axes"][axis]],
}
_BY_FORM: dict[str, Callable[[Node, int], Axes | None]] = {
    "same place": _broadcast,
    "reduced": _reduced,
}
