"""Which few tangents and cotangents hold all entries of a Jacobian, and where."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.kernels import colouring as kernels
from functrace.compiler.kernels.calls import run
from functrace.compiler.kernels.numba_code import Kernel
from functrace.primitives._dependence.colouring import (
    Colouring,
    acyclic_of,
    columns_of,
    none_of,
    star_of,
)
from functrace.primitives._dependence.sets import numbered
from functrace.primitives._dependence.substitution import mirrored, substituted

REVERSE = 2.5  # a cotangent costs so many tangents
_WORTH = 0.8  # of the cost: what is saved by both, so that it is done
_FORESTS = 0.75  # of the colours for stars: so many, so that entries are substituted
_ADDITIONS = 8  # of values: for each element of a tangent that is saved
_FEW = 3  # colours: a symmetric pattern hardly needs fewer

_PLACES = Kernel(kernels.places)


class Compression(NamedTuple):
    """Directions whose tangents and cotangents hold all entries.

    Attributes
    ----------
    tangents, cotangents : Colouring
        Of columns, and of rows: the direction of a colour is one at those of that colour.
    places : ndarray of int
        Of each entry, row by row, where its value is in the tangents, a row for each
        colour, followed by the cotangents, counted from one; 0 where no tangent or cotangent
        has it alone.
    turns : tuple of ndarray
        Of entries that are found by substitution, what is subtracted from what among the
        tangents before: `targets` and `sources` of a `Substitution`.
    """

    tangents: Colouring
    cotangents: Colouring
    places: np.ndarray
    turns: tuple[np.ndarray, ...] = ()

    @property
    def cost(self) -> float:
        """In tangents."""
        return _cost(self.tangents, self.cotangents)

    @property
    def is_whole(self) -> bool:
        """Whether it holds all entries."""
        return bool(np.all(self.places))


def compression_of(pattern: Any, *, symmetric: bool = False) -> Compression:
    """The best that is found for a pattern, a `csr_array` with sorted indices.

    Colours of columns, or of rows; or both, if dense rows have cotangents of their own and
    the columns of the rest colours, or the other way round (a direct cover). Of a pattern
    that is `symmetric` as the values are, one of two entries that mirror each other.

    References
    ----------
    Coleman & Verma, *The efficient computation of sparse Jacobian matrices using automatic
    differentiation*, SIAM J. Sci. Comput. 19 (1998).
    """
    if symmetric:
        return _of_symmetric(pattern)
    return recovered(pattern, *_directions(pattern))


def _directions(pattern: Any) -> tuple[Colouring, Colouring]:
    """Colours of columns, and of rows."""
    turned = pattern.T.tocsr()
    bounds = _bounds(np.diff(pattern.indptr), np.diff(turned.indptr))
    best, least = None, np.inf
    for (bound, apart), forward in sorted(zip(bounds, (True, False), strict=True)):
        if bound >= least:
            continue
        given = (pattern, turned) if forward else (turned, pattern)
        columns, rows = _apart(*given, apart)
        pair = (columns, rows) if forward else (rows, columns)
        cost = _cost(*pair)
        if cost < least:
            best, least = pair, cost
    assert best is not None
    return best


def _cost(tangents: Colouring, cotangents: Colouring) -> float:
    """In tangents."""
    return tangents.total + REVERSE * cotangents.total


def is_mirrored(pattern: Any) -> bool:
    """Whether a pattern is symmetric, whose columns are in order."""
    turned = pattern.T.tocsr()
    return np.array_equal(pattern.indptr, turned.indptr) and np.array_equal(
        pattern.indices, turned.indices
    )


def least_cost(pattern: Any) -> float:
    """The cost of a compression is no less, in tangents; of symmetry nothing is known."""
    columns = np.bincount(pattern.indices, minlength=pattern.shape[1])
    return min(cost for cost, _ in _bounds(np.diff(pattern.indptr), columns))


def _bounds(rows: np.ndarray, columns: np.ndarray) -> list[tuple[float, int]]:
    """The costs at least with colours of columns, and of rows; as `_least`."""
    return [_least(rows, REVERSE, 1), _least(columns, 1, REVERSE)]


def _least(lengths: np.ndarray, own: float, others: float) -> tuple[float, int]:
    """How many of the longest rows are best treated each by itself; the cost at least."""
    lengths = np.sort(lengths)[::-1]
    costs = own * np.arange(lengths.size + 1) + others * np.append(lengths, 0)
    apart = int(np.argmin(costs))
    return (costs[0], 0) if costs[apart] > _WORTH * costs[0] else (costs[apart], apart)


def _apart(pattern: Any, turned: Any, count: int) -> tuple[Colouring, Colouring]:
    """Colours of the columns, without so many of the longest rows; and of these rows."""
    rows = none_of(pattern.shape[0])
    if not count:
        return columns_of(pattern, turned), rows
    order = np.argsort(-np.diff(pattern.indptr), kind="stable")
    rows.colours[order[:count]] = np.arange(count)
    rest = pattern[np.sort(order[count:])]
    return columns_of(rest), Colouring(rows.colours, count)


def _of_symmetric(pattern: Any) -> Compression:
    count, bound = pattern.shape[0], int(np.diff(pattern.indptr).max(initial=0))
    best = columns_of(pattern, pattern) if bound <= _FEW else None
    if best is None or best.total > _FEW:
        stars = star_of(pattern)
        if best is None and stars.total > bound:
            best = columns_of(pattern, pattern)
        best = stars if best is None or stars.total < best.total else best
    if best.total > _FEW and (found := _in_forests(pattern, best)):
        return found
    return recovered(pattern, best, none_of(count), symmetric=True)


def _in_forests(pattern: Any, direct: Colouring) -> Compression | None:
    """By substitution, where that saves many tangents and entries are sums of few."""
    found, count = acyclic_of(pattern), pattern.shape[0]
    saved = direct.total - found.total
    if found.total > _FORESTS * direct.total:
        return None
    most = pattern.nnz + _ADDITIONS * saved * count
    made = substituted(pattern, found.colours, most)
    if made is None:
        return None
    return Compression(found, none_of(count), made.places, (made.targets, made.sources))


def recovered(
    pattern: Any, tangents: Colouring, cotangents: Colouring, *, symmetric: bool = False
) -> Compression:
    """Where entries are alone: in a row among columns of a colour, or in a column."""
    height, width = pattern.shape
    size = tangents.total * height + cotangents.total * width
    dtype = np.int32 if size < np.iinfo(np.int32).max else np.int64
    places = _places(pattern, tangents, dtype)
    if cotangents.total:
        turned = numbered(pattern).tocsc()
        found = _places(turned, cotangents, dtype)
        alone = found > 0
        places[turned.data[alone]] = found[alone] + tangents.total * height
    elif symmetric and not np.all(places):
        missing = places == 0
        places[missing] = places[mirrored(pattern)[missing]]
    return Compression(tangents, cotangents, places)


def _places(pattern: Any, colouring: Colouring, dtype: Any) -> np.ndarray:
    """Of each entry, line by line, where it is: a line for each colour; 0 if not alone."""
    found, total = np.empty(pattern.nnz, dtype), max(colouring.total, 1)
    read = pattern.indptr, pattern.indices, colouring.colours
    rooms = [np.empty(total, np.int32) for _ in range(2)]
    run(_PLACES, [np.ascontiguousarray(x, np.int32) for x in read], [found, *rooms])
    return found
