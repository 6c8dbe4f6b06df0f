"""Slices whose bounds are not known: parts of unknown length, windows of a known one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.strides import note_window
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import is_unknown
from functrace.numpy.selections.masks import AxisMask, distance, numbers
from functrace.numpy.selections.selection import Selection
from functrace.numpy.selections.sizes import bounds_of
from functrace.primitives.checks import require
from functrace.primitives.indexing import ARRAY, gather

_ALL = slice(None)
_TURNED = slice(None, None, -1)


def is_open(entry: Any) -> bool:
    """Whether it is a slice with a bound that is not known."""
    return type(entry) is slice and any(map(is_unknown, (entry.start, entry.stop)))


def has_open(index: Any) -> bool:
    """Whether one is in an index."""
    return any(map(is_open, index)) if type(index) is tuple else is_open(index)


class OpenSlices(NamedTuple):
    """What slices with such bounds, beside others and integers, take of an array.

    Attributes
    ----------
    index
        One without them, for all that they may take.
    windows : list of tuple
        Dimensions of what that gives, of which so many elements are taken, with their
        places: one after another, but that is not known.
    masks : list of (AxisMask or None)
        For each dimension, which elements are there.
    """

    index: Any
    windows: list[tuple[int, Any]]
    masks: list[AxisMask | None]

    @classmethod
    def of(cls, shape: Sequence[int], entries: Sequence[Any]) -> OpenSlices:
        """Of an array of this shape, by an entry for each dimension, and for new ones."""
        found, lengths = cls([], [], []), iter(shape)
        for entry in entries:
            length = 1 if entry is None else next(lengths)
            if type(entry) is slice and is_open(entry):
                entry = found.add(entry, length)  # noqa: PLW2901
            elif entry is None or type(entry) is slice:
                found.masks.append(None)
            found.index.append(entry)
        return found._replace(index=tuple(found.index))

    def add(self, entry: slice, length: int) -> slice:
        """Add a slice of a dimension; gives what stands for it."""
        step = 1 if entry.step is None else int(entry.step)
        if step == 0:
            raise ValueError("slice step cannot be zero")
        size = distance(entry.start, entry.stop) if step == 1 else None
        if size is not None and 0 < size <= length:
            self.windows.append((len(self.masks), _window(entry.start, size, length)))
            self.masks.append(None)
        elif step > 0:
            self.masks.append(_rising(entry, step, length))
        else:
            self.masks.append(_falling(entry, -step, length))
            return _TURNED
        return _ALL

    def read(self, x: Any) -> Any:
        """What they take: a view."""
        part = x[self.index]
        for axis, places in self.windows:
            whole = part
            part = gather(whole, places, index=(*[_ALL] * axis, ARRAY))
            part.set_base(whole)
        if any(mask is not None for mask in self.masks):
            return Selection(part, self.masks, is_part=True)
        return part


def _window(start: Any, size: int, length: int) -> Any:
    """The places of so many elements; an error for a slice that is shorter."""
    start = _integer(start)
    whole = np.logical_and(start >= 0, start <= length - size)
    low, _ = bounds_of(start.edge)
    if low < 0:
        last = np.logical_and(start >= -length, start < -size)
        whole = np.logical_or(whole, last)
        start = np.where(start < 0, start + length, start)
    text = (
        f"a slice of {size} elements reaches beyond an axis of size {length}: its length "
        "would depend on values"
    )
    places: Any = require(start, whole, message=text) + numbers(size)
    note_window(places)
    return places


def _rising(entry: slice, step: int, length: int) -> AxisMask:
    start, stop = _bound(entry.start, length, 0), _bound(entry.stop, length, length)
    if type(start) is int and start == 0 and step == 1:
        return AxisMask.first(stop, length)
    places = numbers(length)
    selected = places >= start
    if type(stop) is not int or stop < length:
        selected = np.logical_and(selected, places < stop)
    if step == 1:
        return AxisMask(selected, _between(start, stop), start)
    even = np.logical_and(selected, (places - start) % step == 0)
    return AxisMask(even, apart=True)


def _falling(entry: slice, step: int, length: int) -> AxisMask:
    """Of the dimension turned round."""
    start = _bound(entry.start, length, length - 1, turned=True)
    stop = _bound(entry.stop, length, -1, turned=True)
    places = length - 1 - numbers(length)
    selected = np.logical_and(places <= start, places > stop)
    if step == 1:
        return AxisMask(selected, _between(stop, start), length - 1 - start)
    even = np.logical_and(selected, (start - places) % step == 0)
    return AxisMask(even, apart=True)


def _between(low: Any, high: Any) -> Any:
    """How many places there are from one to the other."""
    found = high - low
    return found if bounds_of(found.edge)[0] >= 0 else np.maximum(found, 0)


def _bound(bound: Any, length: int, default: int, *, turned: bool = False) -> Any:
    """A bound as a place, at most one before or behind the elements."""
    if bound is None:
        return default
    if not is_unknown(bound):
        whole = slice(bound, None, -1) if turned else slice(bound, None)
        return whole.indices(length)[0]
    bound = _integer(bound)
    low, high = bounds_of(bound.edge)
    least, most = (-1, length - 1) if turned else (0, length)
    if low < 0:
        bound = np.maximum(np.where(bound < 0, bound + length, bound), least)
    return np.minimum(bound, most) if high > most else bound


def _integer(bound: Any) -> Any:
    if bound.ndim or bound.dtype.kind not in "iu":
        raise TypeError(
            "slice indices must be integers or None or have an __index__ method"
        )
    now = Tracer(bound.edge, None)
    return now if bound.dtype == np.int64 else now.astype(np.int64)
