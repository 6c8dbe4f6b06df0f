"""Which elements of a dimension are there, and how many."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.keys import are_alike
from functrace.core.node import Edge
from functrace.core.serialize import freeze
from functrace.core.tracer import Tracer


class AxisMask:
    """Which elements of a dimension are there.

    Nothing of it is kept but what it was made of: what it gives is recorded where it is
    asked for, which may be in a branch.

    Attributes
    ----------
    selected : Tracer
        Truth values, in one dimension.
    begin : int, Tracer or None
        Where the first one is, if they are side by side.
    apart : bool
        Whether they are some of what is there, with others between them.
    """

    __slots__ = ("_length", "apart", "begin", "selected")

    def __init__(
        self,
        selected: Any,
        length: Any = None,
        begin: Any = None,
        *,
        apart: bool = False,
    ) -> None:
        self.selected: Any = selected
        self.apart = apart
        self._length = None if length is None else _simple(length)
        self.begin = begin

    @classmethod
    def of(cls, condition: Any) -> AxisMask:
        """Of a handle on truth values, in any number of dimensions, as they are now."""
        condition.sync()
        now = Tracer(condition.edge, None)
        return cls(now if condition.ndim == 1 else now.reshape(-1))

    @classmethod
    def first(cls, length: Any, of: int) -> AxisMask:
        """The first elements `of` so many, whose number is traced."""
        return cls(numbers(of) < length, length, 0)

    @property
    def size(self) -> int:
        """How many elements the dimension has."""
        return self.selected.shape[0]

    @property
    def length(self) -> Any:
        """How many are there: a traced integer."""
        return np.sum(self.selected) if self._length is None else self._length

    def ranks(self) -> Any:
        """How many are there up to each element, with it."""
        if self.begin is None:
            return np.cumsum(self.selected)
        after = numbers(self.size) - (self.begin - 1)
        return np.minimum(np.maximum(after, 0), self.length)

    def places(self) -> Any:
        """Where those are that are there, one after another; then zeros."""
        n = self.size
        if self.begin is not None:
            return np.where(numbers(n) < self.length, numbers(n) + self.begin, 0)
        found = Tracer(None, np.zeros(n + 1, np.intp))
        found[np.where(self.selected, self.ranks() - 1, n)] = numbers(n)
        return found[:n]

    def flipped(self) -> AxisMask:
        """The other way round."""
        length, begin = self.length, self.begin
        begin = None if begin is None else self.size - length - begin
        return AxisMask(self.selected[::-1], length, begin, apart=self.apart)


Masks = Sequence[AxisMask | None]


@functools.lru_cache(maxsize=256)
def numbers(count: int) -> np.ndarray:
    """The integers from 0 on: one array, so that masks which take it are alike."""
    return freeze(np.arange(count))


def are_same(mask: AxisMask | None, other: AxisMask | None) -> bool:
    """Whether two masks are computed alike, and thus select the same."""
    if mask is None or other is None:
        return mask is other
    return mask is other or are_alike(mask.selected.edge, other.selected.edge)


def are_as_long(mask: AxisMask, other: AxisMask) -> bool:
    """Whether what two masks select has the same length, as this is computed alike."""
    return is_size(mask, other.length)


def is_size(mask: AxisMask, size: Tracer) -> bool:
    """Whether a traced integer is computed as the length of what a mask selects is."""
    return distance(mask.length, size) == 0


def distance(start: Any, stop: Any) -> int | None:
    """How far apart two traced integers are; None: nobody knows."""
    if type(start) is not Tracer or type(stop) is not Tracer:
        return None
    for each in (start, stop):
        each.sync()
    first, last = _linear(start.edge), _linear(stop.edge)
    if type(first.edge) is not Edge or first.factor != last.factor:
        return None
    return last.offset - first.offset if are_alike(first.edge, last.edge) else None


def _simple(length: Any) -> Any:
    """A length in as few operations as it takes."""
    edge, factor, offset = _linear(length.edge)
    rest: Any = Tracer(edge, None)
    rest = rest * factor if factor != 1 else rest
    return rest + offset if offset else rest


class _Linear(NamedTuple):
    """An integer as a multiple of another one, and a number."""

    edge: Any
    factor: int
    offset: int


def _linear(edge: Any) -> _Linear:
    """What is left of an integer without the numbers that come into it."""
    factor, offset = 1, 0
    while type(edge) is Edge and _is_integer(edge):  # others may wrap around
        name, inputs = edge.node.name, edge.node.inputs
        if name == "convert" and _is_integer(inputs[0]):
            edge = inputs[0]
            continue
        known = [k for k, x in enumerate(inputs) if type(x) is not Edge]
        if name not in ("add", "subtract", "multiply") or len(known) != 1:
            break
        number, edge = int(inputs[known[0]]), inputs[1 - known[0]]
        if name == "multiply":
            factor *= number
        elif name == "add" or known == [0]:
            offset += factor * number
        else:
            offset -= factor * number
        if name == "subtract" and known == [0]:
            factor = -factor
    return _Linear(edge, factor, offset)


def _is_integer(x: Any) -> bool:
    return type(x) is Edge and np.dtype(x.aval.dtype) == np.int64


def entered(x: Any, live: Any) -> Any:
    """What enters a selection: from where nothing is selected it gets no cotangent."""
    return x if live is None else np.where(live, x, np.ones((), x.dtype))


def live_of(masks: Masks, axes: Sequence[int] | None = None) -> Any:
    """What is there along the axes: broadcast against the whole; None: all is."""
    found: Any = None
    for axis, mask in enumerate(masks):
        if mask is not None and (axes is None or axis in axes):
            along = mask.selected.reshape((-1,) + (1,) * (len(masks) - 1 - axis))
            found = along if found is None else np.logical_and(found, along)
    return found


def moved(whole: Any, axis: int, source: AxisMask, target: AxisMask) -> Any:
    """What one mask selects in the places of what another selects, which is as long."""
    place = source.places()[np.maximum(target.ranks() - 1, 0)] if source.size else 0
    index = np.where(target.selected, place, 0)
    live = live_of([target, *[None] * (whole.ndim - 1 - axis)])
    return entered(whole[(*[slice(None)] * axis, index)], live)
