"""Sets of inputs that the elements of arrays depend on, as rows of sparse matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypeGuard

import numpy as np
import scipy.sparse as sp

from functrace.core.aval import Aval

Rows: TypeAlias = Any  # a csr_array of truth values, a row for each element


def counts_to(*counts: int) -> Any:
    """The dtype of indices that are no larger: half of SciPy's default is mostly enough."""
    return np.int32 if max(counts) < np.iinfo(np.int32).max else np.int64


def counted(count: int, begin: int = 0) -> np.ndarray:
    """Numbers of so many elements, from `begin` on."""
    return np.arange(begin, begin + count, dtype=counts_to(begin + count))


class Known(NamedTuple):
    """A value that depends on no input."""

    value: Any


class Sets(NamedTuple):
    """What the elements of an array depend on; `rows` is None if on nothing."""

    aval: Aval
    rows: Rows | None


Item: TypeAlias = "Known | Sets"


def rows_of(item: Item, count: int) -> Rows:
    """The sets as a matrix, of so many columns."""
    if isinstance(item, Sets) and item.rows is not None:
        return item.rows
    size = np.size(item.value) if isinstance(item, Known) else item.aval.size
    return empty(size, count)


def empty(rows: int, columns: int) -> Rows:
    """No entry."""
    return linked((), (), rows, columns)


def has_rows(item: Item) -> TypeGuard[Sets]:
    return isinstance(item, Sets) and item.rows is not None


def without(item: Item) -> Item:
    return item._replace(rows=None) if isinstance(item, Sets) else item


def shape_of(item: Item) -> tuple[int, ...]:
    return np.shape(item.value) if isinstance(item, Known) else item.aval.shape


def columns_of(items: Sequence[Item]) -> int:
    return next(i.rows.shape[1] for i in items if has_rows(i))  # type: ignore[union-attr]


def spread_to(item: Any, shape: tuple[int, ...]) -> Rows:
    """The rows of an array that is broadcast."""
    own = item.aval.shape
    if own == shape:
        return item.rows
    numbers = counted(item.aval.size).reshape(own)
    return taken(item.rows, np.broadcast_to(numbers, shape).ravel())


def taken(rows: Rows, places: np.ndarray) -> Rows:
    if places.size:
        first, last = int(places[0]), int(places[-1])
        if last - first == places.size - 1 and np.all(places[1:] > places[:-1]):
            return part_of(rows, first, last + 1)
    return rows[places]


def part_of(rows: Rows, begin: int, end: int) -> Rows:
    """Rows that follow each other."""
    return rows if end - begin == rows.shape[0] else rows[begin:end]


def placed(rows: Rows, targets: np.ndarray, count: int) -> Rows:
    """The rows at ascending places among so many, the others empty."""
    starts = np.zeros(count + 1, rows.indptr.dtype)
    starts[targets + 1] = np.diff(rows.indptr)
    np.cumsum(starts, out=starts)
    return sp.csr_array((rows.data, rows.indices, starts), (count, rows.shape[1]))


def numbered(rows: Rows) -> Any:
    """With the numbers of its entries, row by row, in their places."""
    arrays = counted(rows.nnz), rows.indices, rows.indptr
    return sp.csr_array(arrays, rows.shape)


def rows_where(rows: Rows, wanted: np.ndarray) -> Rows:
    """The rows of elements that are wanted, the others empty."""
    wanted = np.flatnonzero(wanted)
    return placed(rows[wanted], wanted, rows.shape[0])


def linked(targets: Any, sources: Any, rows: int, columns: int) -> Rows:
    """A matrix that is true at these places."""
    dtype = counts_to(rows, columns, np.size(targets))
    pairs = tuple(np.ravel(x).astype(dtype, copy=False) for x in (targets, sources))
    return sp.csr_array((np.ones(pairs[0].size, bool), pairs), (rows, columns))


def united(found: Sequence[Rows]) -> Rows:
    total = found[0]
    for rows in found[1:]:
        if rows.nnz and rows is not total:
            total = total + rows if total.nnz else rows
    return total
