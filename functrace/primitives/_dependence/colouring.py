"""Colours of columns of sparse patterns: few, and always the same for a pattern."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from functrace.compiler.kernels import acyclic
from functrace.compiler.kernels import colouring as kernels
from functrace.compiler.kernels.calls import run
from functrace.compiler.kernels.numba_code import Kernel

_BLOCK = 1 << 12  # rows that are looked at together
_IN_COMMON = 8  # columns: more than these take more colours than a row of its own
_MANY = 1 << 24  # steps of a colouring: beyond, orders that are dear are not tried

_ACYCLIC = Kernel(acyclic.acyclic)
_BY_DEGREE = Kernel(kernels.by_degree)
_DEGREES = Kernel(kernels.degrees)
_FIRST_FIT = Kernel(kernels.first_fit)
_STAR = Kernel(kernels.star)


class Colouring(NamedTuple):
    """A partition of the columns of a pattern.

    Attributes
    ----------
    colours : ndarray of int
        Of each column, from 0 on; -1 where a column has none.
    total : int
    """

    colours: np.ndarray
    total: int


def none_of(count: int) -> Colouring:
    """No column has a colour."""
    return Colouring(np.full(count, -1, np.int32), 0)


def columns_of(pattern: Any, turned: Any = None) -> Colouring:
    """Colours such that each row has at most one entry in columns of a colour.

    The best of several greedy colourings, which depend on the order of the columns; see
    `_Given.orders`; of a band, by turns. `turned` is the transpose by rows, if it is known.

    References
    ----------
    Gebremedhin, Manne & Pothen, *What Color Is Your Jacobian?*, SIAM Review 47 (2005).
    """
    rows = pattern.tocsr()
    count, bound = rows.shape[1], int(np.diff(rows.indptr).max(initial=0))
    if bound == count or count < 2:
        return Colouring(np.arange(count, dtype=np.int32), count)
    bound = max(bound, 1)
    if _is_within(rows, bound):  # a band
        return Colouring(np.arange(count, dtype=np.int32) % bound, bound)
    given = _Given(rows, rows.T.tocsr() if turned is None else turned)
    return _best(given, given.coloured, bound)


def _is_within(rows: Any, bound: int) -> bool:
    """Whether no row has more columns than that from its first entry to its last one."""
    if not rows.has_sorted_indices:
        rows.sort_indices()
    for begin in range(0, rows.shape[0], _BLOCK):
        starts = rows.indptr[begin : begin + _BLOCK + 1]
        some = starts[1:] > starts[:-1]
        first = rows.indices[starts[:-1][some]]
        last = rows.indices[starts[1:][some] - 1]
        if np.max(last - first, initial=-1) >= bound:
            return False
    return True


def star_of(pattern: Any) -> Colouring:
    """Colours for a symmetric pattern, any two of which make a forest of stars.

    Of two entries that mirror each other, one is then alone in its row among the columns of
    its colour. The best of the orders that `columns_of` tries.

    References
    ----------
    Gebremedhin, Tarafdar, Manne & Pothen, *New acyclic and star coloring algorithms with
    application to computing Hessians*, SIAM J. Sci. Comput. 29 (2007).
    """
    return _best_of_symmetric(pattern, _Given.starred)


def acyclic_of(pattern: Any) -> Colouring:
    """Colours for a symmetric pattern, any two of which make a forest.

    The best of the orders that `columns_of` tries.

    References
    ----------
    Gebremedhin, Tarafdar, Manne & Pothen, *New acyclic and star coloring algorithms with
    application to computing Hessians*, SIAM J. Sci. Comput. 29 (2007).
    """
    return _best_of_symmetric(pattern, _Given.in_forests)


def _best_of_symmetric(
    pattern: Any, colour: Callable[[_Given, np.ndarray], np.ndarray]
) -> Colouring:
    """The best of the rest with hubs, which make stars with any colour, in their own."""
    count, hubs = pattern.shape[0], _hubs(pattern)
    rest = np.flatnonzero(~hubs)
    kept = pattern[rest][:, rest] if rest.size < count else pattern
    bound = 2 if kept.nnz > rest.size else 1
    given = _Given(kept, kept)
    found = _best(given, functools.partial(colour, given), bound)
    colours = np.empty(count, np.int32)
    colours[rest] = found.colours
    colours[hubs] = np.arange(found.total, found.total + count - rest.size)
    return Colouring(colours, found.total + count - rest.size)


def _hubs(pattern: Any) -> np.ndarray:
    """Whether a row is long, and has many columns in common with another long one.

    If two of them shared a colour, all those columns would have to differ in colours: what
    everything depends on, as parameters of terms, had better have colours of its own. And
    so had the longest ones, around which it would take long to look.
    """
    lengths, count = np.diff(pattern.indptr), pattern.shape[0]
    enough = math.sqrt(2 * pattern.nnz)
    found = lengths > max(count / 4, enough)
    long = np.flatnonzero((lengths > enough) & ~found)
    rows = sp.csr_array(pattern[long], dtype=np.int32)
    shares = (rows @ rows.T).toarray() > _IN_COMMON
    for k in np.argsort(-lengths[long], kind="stable"):
        shares[k, k] = False
        found[long[k]] = np.any(shares[k])
        shares[:, k] &= not found[long[k]]
    return found


class _Given:
    """A pattern and its transpose, both by rows, as kernels take them."""

    def __init__(self, rows: Any, columns: Any) -> None:
        self.count, self.entries = rows.shape[1], rows.indices.size
        arrays = rows.indptr, rows.indices, columns.indptr, columns.indices
        self.arrays = tuple(np.ascontiguousarray(a, np.int32) for a in arrays)

    def orders(self) -> Iterator[np.ndarray]:
        """Orders of the columns: as they are, by incidence, largest first, smallest last."""
        yield np.arange(self.count, dtype=np.int32)
        row_starts, _, *columns = self.arrays
        degrees = np.empty(self.count, np.int64)
        run(_DEGREES, [row_starts, *columns], [degrees])
        most, is_dear = int(degrees.max(initial=0)), int(degrees.sum()) > _MANY
        if not is_dear:
            yield self._by_degree(most, incidence=True)
        yield np.argsort(-degrees, kind="stable").astype(np.int32)
        if not is_dear:
            yield self._by_degree(most, incidence=False)

    def _by_degree(self, most: int, *, incidence: bool) -> np.ndarray:
        sizes = self.count, 4 * self.count, most + 1
        made = [np.empty(n, np.int32) for n in sizes]
        run(_BY_DEGREE, self.arrays, made, incidence)
        return made[0]

    def coloured(self, order: np.ndarray) -> np.ndarray:
        """Colours by `first_fit`."""
        found, refused = (np.empty(self.count + k, np.int32) for k in range(2))
        run(_FIRST_FIT, [*self.arrays, order], [found, refused])
        return found

    def starred(self, order: np.ndarray) -> np.ndarray:
        """Colours by `star`."""
        size, count = self.entries, self.count
        edges = size // 2
        rooms = size, edges, edges, count + 1, count, 2 * count + 2, count + 1, count
        return self._by_neighbours(_STAR, order, rooms)

    def in_forests(self, order: np.ndarray) -> np.ndarray:
        """Colours by `acyclic`."""
        size, count = self.entries, self.count
        rooms = size, size // 2, size, 2 * count + 2, count + 1, count
        return self._by_neighbours(_ACYCLIC, order, rooms)

    def _by_neighbours(
        self, kernel: Kernel, order: np.ndarray, rooms: Sequence[int]
    ) -> np.ndarray:
        """Colours by a kernel of symmetric patterns; it needs room for so many numbers."""
        found, *rest = [np.empty(n, np.int32) for n in (self.count, *rooms)]
        run(kernel, [*self.arrays[:2], order], [found, *rest])
        return found


def _best(
    given: _Given, colour: Callable[[np.ndarray], np.ndarray], bound: int
) -> Colouring:
    """The one with the fewest colours, of those for several orders; `bound` are enough."""
    best: Colouring | None = None
    for order in given.orders():
        colours = colour(order)
        total = int(colours.max(initial=-1)) + 1
        if best is None or total < best.total:
            best = Colouring(colours, total)
        if best.total <= bound:
            break
    assert best is not None
    return best


def is_valid(pattern: Any, colours: np.ndarray) -> bool:
    """Whether no row has two entries in columns of one colour."""
    entries = pattern.tocoo()
    pairs = sp.coo_array(
        (np.ones(entries.nnz, np.int64), (entries.row, colours[entries.col]))
    )
    return not entries.nnz or int(pairs.tocsr().max()) < 2
