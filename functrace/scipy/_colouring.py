"""Colours of columns, of which those of one colour share no row."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp


class Colouring(NamedTuple):
    """A partition of the columns of a pattern.

    Attributes
    ----------
    colours : ndarray of int
        Of each column, from 0 on.
    total : int
    """

    colours: np.ndarray
    total: int

    @property
    def onehot(self) -> np.ndarray:
        """A row for each colour, one at its columns and zero elsewhere."""
        return (self.colours == np.arange(self.total)[:, None]).astype(float)


def columns_of(pattern: Any) -> Colouring:
    """Colours such that each row has at most one entry in columns of a colour.

    The best of several greedy colourings, which depend on the order of the columns: as
    they are, and those with many neighbours first.

    References
    ----------
    Gebremedhin, Manne & Pothen, *What Color Is Your Jacobian?*, SIAM Review 47 (2005).
    """
    rows, columns = pattern.tocsr(), pattern.tocsc()
    arrays = (rows.indptr, rows.indices, columns.indptr, columns.indices)
    count = pattern.shape[1]
    if not count:
        return Colouring(np.zeros(0, np.int64), 0)
    lengths = np.diff(rows.indptr)
    degrees = np.asarray(columns.T.astype(np.int64) @ lengths)
    orders = [np.arange(count), np.argsort(-degrees, kind="stable")]
    found = [_greedy()(*arrays, order) for order in orders]
    best = min(found, key=np.max)
    return Colouring(best, int(best.max()) + 1)


def is_valid(pattern: Any, colours: np.ndarray) -> bool:
    """Whether no row has two entries in columns of one colour."""
    entries = pattern.tocoo()
    pairs = sp.coo_array(
        (np.ones(entries.nnz, np.int64), (entries.row, colours[entries.col]))
    )
    return not entries.nnz or int(pairs.tocsr().max()) < 2


@functools.cache
def _greedy() -> Callable[..., np.ndarray]:
    """Compiled when it is first called, and kept by Numba."""
    import numba  # noqa: PLC0415 - half a second

    return numba.njit(cache=True)(_first_fit)


def _first_fit(
    row_starts: Any, row_columns: Any, column_starts: Any, column_rows: Any, order: Any
) -> Any:
    """Each column in turn gets the least colour that no neighbour has."""
    count = column_starts.size - 1
    colours = np.full(count, -1)
    taken = np.full(count + 1, -1)  # the last column that a colour was refused for
    for column in order:
        for i in range(column_starts[column], column_starts[column + 1]):
            row = column_rows[i]
            for k in range(row_starts[row], row_starts[row + 1]):
                colour = colours[row_columns[k]]
                if colour >= 0:
                    taken[colour] = column
        colour = 0
        while taken[colour] == column:
            colour += 1
        colours[column] = colour
    return colours
