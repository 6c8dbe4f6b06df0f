"""Sets of inputs that the elements of arrays depend on, as rows of sparse matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import scipy.sparse as sp

from functrace.core.aval import Aval

Rows: TypeAlias = Any  # a csr_array of truth values, a row for each element


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
    return sp.csr_array((size, count), dtype=bool)


def has_rows(item: Item) -> bool:
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
    numbers = np.arange(item.aval.size).reshape(own)
    return taken(item.rows, np.broadcast_to(numbers, shape).ravel())


def taken(rows: Rows, places: np.ndarray) -> Rows:
    return rows[np.asarray(places, np.int64)]


def kept(rows: Rows, wanted: np.ndarray) -> Rows:
    """The rows of elements that are wanted, the others empty."""
    return sp.diags_array(np.ravel(wanted), dtype=bool).tocsr() @ rows


def linked(targets: Any, sources: Any, rows: int, columns: int) -> Rows:
    """A matrix that is true at these places."""
    pairs = np.ravel(targets), np.ravel(sources)
    return sp.csr_array((np.ones(pairs[0].size, bool), pairs), (rows, columns))


def united(found: Sequence[Rows]) -> Rows:
    total = found[0]
    for rows in found[1:]:
        if rows is not total:
            total = total + rows
    return total


def any_of(rows: Rows) -> Rows:
    """One row, of what any depends on."""
    columns = np.unique(rows.indices)
    return linked(0 * columns, columns, 1, rows.shape[1])


def repeated(row: Rows, count: int) -> Rows:
    return taken(row, np.zeros(count, np.int64))
