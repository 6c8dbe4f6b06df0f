"""Powers of square patterns, for loops whose rounds are all alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import scipy.sparse as sp

from functrace.primitives._dependence.sets import Rows

_FEW = 64  # diagonals of a round: of so many, products are taken diagonal by diagonal
_PAIRS = 1 << 16  # of diagonals in a product, beyond which they are not

Pattern = TypeVar("Pattern")


def power(step: Rows, exponent: int) -> Rows:
    """What the last of so many rounds, at least one, depends on."""
    ways: Any = ((_runs_of, _times_runs), (_split, _times))
    for split, times in ways:
        parts = split(step)
        found = parts and _power(parts, exponent, times)
        if found is not None:
            return found.joined()
    return _power(step, exponent, lambda a, b: a @ b)


def _power(
    step: Pattern, exponent: int, times: Callable[[Pattern, Pattern], Pattern | None]
) -> Any:
    """By repeated squaring; None where a product is."""
    whole: Any = None
    found: Any = step
    while found is not None:
        if exponent & 1:
            whole = found if whole is None else times(whole, found)
            if whole is None:
                return None
        exponent >>= 1
        if not exponent:
            return whole
        found = times(found, found)
    return None


class _Runs(NamedTuple):
    """A pattern of which each row has one run of entries, or none."""

    begins: np.ndarray
    ends: np.ndarray

    def joined(self) -> Rows:
        """As a matrix by rows."""
        lengths = self.ends - self.begins
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        columns = np.arange(starts[-1], dtype=np.int32)
        columns -= np.repeat((starts[:-1] - self.begins).astype(np.int32), lengths)
        size = self.begins.size
        return sp.csr_array(
            (np.ones(columns.size, bool), columns, starts), (size, size)
        )


def _runs_of(pattern: Rows) -> _Runs | None:
    """A pattern's runs; None if a row has more than one."""
    pattern.sum_duplicates()
    lengths = np.diff(pattern.indptr)
    some = np.flatnonzero(lengths)
    begins, ends = np.zeros((2, lengths.size), np.int64)
    begins[some] = pattern.indices[pattern.indptr[some]]
    ends[some] = pattern.indices[pattern.indptr[some + 1] - 1] + 1
    return _Runs(begins, ends) if np.array_equal(ends - begins, lengths) else None


def _times_runs(a: _Runs, b: _Runs) -> _Runs | None:
    """The product; None if runs of `b` do not follow each other without gaps."""
    some = np.flatnonzero(b.ends > b.begins)
    if not some.size:
        return b
    low, high = int(some[0]), int(some[-1]) + 1
    begins, ends = b.begins[low:high], b.ends[low:high]
    ordered = np.all(np.diff(begins) >= 0) and np.all(np.diff(ends) >= 0)
    if some.size < high - low or not ordered or np.any(begins[1:] > ends[:-1]):
        return None
    first, last = np.maximum(a.begins, low), np.minimum(a.ends, high) - 1
    on = first <= last
    found = np.zeros((2, a.begins.size), np.int64)
    found[0, on], found[1, on] = b.begins[first[on]], b.ends[last[on]]
    return _Runs(*found)


class _Diagonal(NamedTuple):
    """Of the entries ``(i, i + offset)``, those for `i` from `begin` on."""

    begin: int
    on: np.ndarray


class _Diagonals(NamedTuple):
    """A square pattern by its diagonals, each by its offset."""

    size: int
    parts: dict[int, _Diagonal]

    def joined(self) -> Rows:
        """As a matrix by rows."""
        offsets = np.array(sorted(self.parts), np.int64)
        flags = np.zeros((offsets.size, self.size), bool)
        for row, offset in zip(flags, offsets, strict=True):
            begin, on = self.parts[offset]
            row[begin : begin + on.size] = on
        flags = np.ascontiguousarray(flags.T)
        rows, which = np.nonzero(flags)
        starts = np.concatenate([[0], np.cumsum(np.count_nonzero(flags, axis=1))])
        columns = (rows + offsets[which]).astype(np.int32)
        arrays = np.ones(rows.size, bool), columns, starts.astype(np.int32)
        return sp.csr_array(arrays, (self.size, self.size))


def _split(pattern: Rows) -> _Diagonals | None:
    """A pattern's diagonals; None if it has many, or they have few entries."""
    size = pattern.shape[0]
    rows, columns = pattern.tocoo().coords
    offsets, which = np.unique(columns.astype(np.int64) - rows, return_inverse=True)
    if offsets.size > _FEW:
        return None
    parts: dict[int, _Diagonal] = {}
    for k, offset in enumerate(offsets.tolist()):
        own = rows[which == k]
        begin = int(own.min())
        on = np.zeros(int(own.max()) + 1 - begin, bool)
        on[own - begin] = True
        parts[offset] = _Diagonal(begin, on)
    return _Diagonals(size, parts)


def _times(a: _Diagonals, b: _Diagonals) -> _Diagonals | None:
    """The product; None if there are too many diagonals."""
    if len(a.parts) * len(b.parts) > _PAIRS:
        return None
    flags: dict[int, np.ndarray] = {}
    for p, (first, on) in a.parts.items():
        for q, (other, also) in b.parts.items():
            begin = max(first, other - p)
            end = min(first + on.size, other - p + also.size)
            if begin >= end:
                continue
            row = flags.get(p + q)
            if row is None:
                row = flags[p + q] = np.zeros(a.size, bool)
            both = (
                on[begin - first : end - first]
                & also[begin + p - other : end + p - other]
            )
            row[begin:end] |= both
    return _Diagonals(
        a.size, {d: _trimmed(row) for d, row in flags.items() if row.any()}
    )


def _trimmed(row: np.ndarray) -> _Diagonal:
    begin = int(np.argmax(row))
    end = row.size - int(np.argmax(row[::-1]))
    return _Diagonal(begin, row[begin:end])
