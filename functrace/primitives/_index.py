"""Index templates: indices in which places are left for arrays, and batches of them.

NumPy broadcasts the arrays of an index, and the integers among them, against one another.
The dimensions that come of this stand where they stood if they stand side by side, else
before all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.engine.batching import Mapped, one_by_one

ARRAY = "array"  # in an index template: the place of the next array operand
_ALL = slice(None)


def fill_index(index: Any, arrays: tuple[Any, ...]) -> Any:
    """The index that the template and the arrays stand for."""
    if not arrays:
        return index
    rest = iter(arrays)
    return tuple(next(rest) if entry == ARRAY else entry for entry in index)


def in_c_order(values: Sequence[Any]) -> tuple[Any, ...]:
    """The arrays in C order: NumPy writes in the order of memory, the last value stays."""
    return tuple(
        [np.asarray(v, order="C") if type(v) is np.ndarray else v for v in values]
    )


class _Part(NamedTuple):
    """The dimensions of what an index picks.

    Attributes
    ----------
    before, arrays, rank : int
        How many there are before those of the index arrays, of them, and in all.
    """

    before: int
    arrays: int
    rank: int


def _part_of(ndim: int, index: Any, arrays: Sequence[Aval]) -> _Part:
    """Of an array with so many dimensions."""
    entries = list(index) if type(index) is tuple else [index]
    masks = [
        a.ndim for a in arrays if a.dtype == bool
    ]  # a mask stands for all of these
    taken = sum(e is not None and e is not Ellipsis for e in entries)
    rest = ndim - taken + len(masks) - sum(masks)
    if Ellipsis not in entries:
        entries.append(Ellipsis)
    lengths = [
        rest if e is Ellipsis else e is None or type(e) is slice for e in entries
    ]
    own = max([1 if a.dtype == bool else a.ndim for a in arrays], default=0)
    return _Part(sum(lengths[: _first(entries)]), own, sum(lengths) + own)


def picked_shape(x: Aval, index: Any, arrays: Sequence[Aval]) -> tuple[int, ...]:
    """The shape of what an index picks: NumPy's word, of arrays of one element each."""
    try:
        own = np.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        own = (0,)  # NumPy is to say so
    few = bool(arrays) and 0 not in own
    given = tuple(
        np.broadcast_to(np.zeros((), a.dtype), (1,) * a.ndim if few else a.shape)
        for a in arrays
    )
    found = np.broadcast_to(np.True_, x.shape)[fill_index(index, given)].shape
    if not few:
        return found
    part = _part_of(x.ndim, index, arrays)
    return found[: part.before] + own + found[part.before + part.arrays :]


def arrays_begin(shape: tuple[int, ...], index: Any, arrays: Sequence[Any]) -> int:
    """Which dimension of what is picked is the first of the index arrays'."""
    avals = [Aval(np.shape(a), np.asarray(a).dtype) for a in arrays]
    return _part_of(len(shape), index, avals).before


def _first(entries: list[Any]) -> int:
    """Where in an index the dimensions of its arrays stand."""
    places = [k for k, e in enumerate(entries) if type(e) in (int, str)]
    adjacent = places == [*range(places[0], places[-1] + 1)] if places else False
    return places[0] if adjacent else 0


class _Batch(NamedTuple):
    """An index into a batch of arrays, or of a batch of indices.

    Attributes
    ----------
    template, arrays : tuple
    order : tuple of int or None
        The dimensions of what it picks, such that the mapped one comes first and the
        others as they are without it; None: as they are.
    """

    template: tuple[Any, ...]
    arrays: tuple[Any, ...]
    order: tuple[int, ...] | None

    def sorted(self, part: Any) -> Any:
        """What the index picked, with the mapped dimension in front."""
        return part if self.order is None else np.transpose(part, self.order)

    def unsorted(self, part: Any) -> Any:
        """Values with the mapped dimension in front, as they are to be written."""
        if self.order is None:
            return part
        return np.transpose(
            part, sorted(range(len(self.order)), key=self.order.__getitem__)
        )


def _batch_of(at: Mapped, part: _Part, index: Any, arrays: Any, skip: int) -> _Batch:
    """The index into an array with the mapped axis; its arrays follow `skip` operands."""
    entries = index if type(index) is tuple else (index,)
    if True in at.mapped[skip:]:
        return _by_array(at, part, entries, arrays, skip)
    order = None
    if arrays and _first([_ALL, *entries]) == 0:  # the arrays' dimensions come first
        n = part.arrays
        order = (n, *range(n), *range(n + 1, part.rank + 1))
    return _Batch((_ALL, *entries), arrays, order)


def _by_array(
    at: Mapped, part: _Part, entries: tuple[Any, ...], arrays: Any, skip: int
) -> _Batch:
    """By one more array in front, which numbers the elements of the batch."""
    before, own, rank = part
    numbers = np.arange(at.size).reshape((at.size,) + (1,) * own)
    order = None
    if before:
        after = range(1 + own + before, 1 + rank)
        order = (0, *range(1 + own, 1 + own + before), *range(1, 1 + own), *after)
    arrays = (numbers, *_deepened(at, own, arrays, skip))
    return _Batch((ARRAY, *entries), arrays, order)


def _deepened(at: Mapped, own: int, arrays: Any, skip: int) -> list[Any]:
    """The mapped arrays, such that all their dimensions but the mapped one broadcast."""
    return [
        _with_rank(a, own, 1) if m else a
        for a, m in zip(arrays, at.mapped[skip:], strict=True)
    ]


def _with_rank(x: Any, rank: int, lead: int) -> Any:
    """The array with so many dimensions after the first `lead`, as broadcasting sees it."""
    shape = np.shape(x)
    if len(shape) == rank + lead:
        return x
    front, own = shape[:lead], shape[lead:]
    own = own[max(len(own) - rank, 0) :]  # an assignment drops leading ones
    return np.reshape(x, (*front, *(1,) * (rank - len(own)), *own))


def _maps_mask(at: Mapped, skip: int) -> bool:
    """Whether a mask is mapped: how much it picks then differs within the batch."""
    pairs = zip(at.mapped[skip:], at.avals[skip:], strict=True)
    return any(m and aval.dtype == bool for m, aval in pairs)


def batch_getitem(at: Mapped, x: Any, *, index: Any) -> Any:
    """Of `getitem`."""
    entries = index if type(index) is tuple else (index,)
    return at.primitive(x, index=(_ALL, *entries))


def batch_gather(at: Mapped, x: Any, *arrays: Any, index: Any) -> Any:
    """Of `gather`: arrays alone are mapped without one more index."""
    if _maps_mask(at, 1):
        return one_by_one(at, x, *arrays, index=index)
    part = _part_of(at.avals[0].ndim, index, at.avals[1:])
    if at.mapped[0]:
        batch = _batch_of(at, part, index, arrays, 1)
        return batch.sorted(at.primitive(x, *batch.arrays, index=batch.template))
    out = at.primitive(x, *_deepened(at, part.arrays, arrays, 1), index=index)
    return np.moveaxis(out, part.before, 0) if part.before else out


def batch_last_writes(
    at: Mapped, *arrays: Any, index: Any, shape: tuple[int, ...]
) -> Any:
    """Of `last_writes`."""
    if _maps_mask(at, 0):
        return one_by_one(at, *arrays, index=index, shape=shape)
    batch = _batch_of(at, _part_of(len(shape), index, at.avals), index, arrays, 0)
    out = at.primitive(*batch.arrays, index=batch.template, shape=(at.size, *shape))
    return batch.sorted(out)


def batch_write(at: Mapped, x: Any, values: Any, *arrays: Any, index: Any) -> Any:
    """Of `index_update` and `index_add`."""
    if _maps_mask(at, 2):
        return one_by_one(at, x, values, *arrays, index=index)
    if not at.mapped[0]:
        x = np.broadcast_to(x, (at.size, *at.avals[0].shape))
    part = _part_of(at.avals[0].ndim, index, at.avals[2:])
    batch = _batch_of(at, part, index, arrays, 2)
    if at.mapped[1]:
        values = batch.unsorted(_with_rank(values, part.rank, 1))
    elif at.avals[1].ndim and batch.order is not None:
        values = batch.unsorted(_with_rank(values, part.rank, 0)[None])
    return at.primitive(x, values, *batch.arrays, index=batch.template)
