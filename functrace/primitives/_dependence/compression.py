"""Which few tangents and cotangents hold all entries of a Jacobian, and where."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.primitives._dependence.colouring import (
    Colouring,
    columns_of,
    none_of,
    star_of,
)

REVERSE = 2.5  # a cotangent costs so many tangents
_WORTH = 0.8  # of the cost: what is saved by both, so that it is done
_DENSE = 16  # places that are counted for each entry, at most
_FEW = 3  # colours: a symmetric pattern hardly needs fewer


class Compression(NamedTuple):
    """Directions whose tangents and cotangents hold all entries.

    Attributes
    ----------
    tangents, cotangents : Colouring
        Of columns, and of rows: the direction of a colour is one at those of that colour.
    places : ndarray of int
        Of each entry, row by row, where its value is in the tangents, a row for each
        colour, followed by the cotangents; -1 where no tangent or cotangent has it alone.
    """

    tangents: Colouring
    cotangents: Colouring
    places: np.ndarray

    @property
    def cost(self) -> float:
        """In tangents."""
        return self.tangents.total + REVERSE * self.cotangents.total

    @property
    def is_whole(self) -> bool:
        """Whether it holds all entries."""
        return bool(np.all(self.places >= 0))


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
    turned = pattern.T.tocsr()
    bounds = _least(pattern, REVERSE, 1), _least(turned, 1, REVERSE)
    best = None
    for (bound, apart), forward in sorted(zip(bounds, (True, False), strict=True)):
        if best is not None and bound >= best.cost:
            continue
        columns, rows = _apart(pattern if forward else turned, apart)
        pair = (columns, rows) if forward else (rows, columns)
        found = Compression(*pair, np.zeros(0, np.int64))
        if best is None or found.cost < best.cost:
            best = found
    assert best is not None
    return recovered(pattern, best.tangents, best.cotangents)


def _least(pattern: Any, own: float, others: float) -> tuple[float, int]:
    """How many of the longest rows are best treated each by itself; the cost at least."""
    lengths = np.sort(np.diff(pattern.indptr))[::-1]
    costs = own * np.arange(lengths.size + 1) + others * np.append(lengths, 0)
    apart = int(np.argmin(costs))
    return (costs[0], 0) if costs[apart] > _WORTH * costs[0] else (costs[apart], apart)


def _apart(pattern: Any, count: int) -> tuple[Colouring, Colouring]:
    """Colours of the columns, without so many of the longest rows; and of these rows."""
    rows = none_of(pattern.shape[0])
    if not count:
        return columns_of(pattern), rows
    order = np.argsort(-np.diff(pattern.indptr), kind="stable")
    rows.colours[order[:count]] = np.arange(count)
    rest = pattern[np.sort(order[count:])]
    return columns_of(rest), Colouring(rows.colours, count)


def _of_symmetric(pattern: Any) -> Compression:
    count, bound = pattern.shape[0], int(np.diff(pattern.indptr).max(initial=0))
    best = columns_of(pattern) if bound <= _FEW else None
    if best is None or best.total > _FEW:
        stars = star_of(pattern)
        if best is None and stars.total > bound:
            best = columns_of(pattern)
        best = stars if best is None or stars.total < best.total else best
    return recovered(pattern, best, none_of(count), symmetric=True)


def recovered(
    pattern: Any, tangents: Colouring, cotangents: Colouring, *, symmetric: bool = False
) -> Compression:
    """Where entries are alone: in a row among columns of a colour, or in a column."""
    lengths = np.diff(pattern.indptr)
    rows = np.repeat(np.arange(pattern.shape[0]), lengths)
    columns = pattern.indices.astype(np.int64)
    height, width = pattern.shape
    places = np.full(rows.size, -1)
    if cotangents.total:
        colours = cotangents.colours[rows].astype(np.int64)
        found = (tangents.total * height) + colours * width + columns
        _fill(places, found, columns, colours, cotangents.total)
    colours = tangents.colours[columns].astype(np.int64)
    _fill(places, colours * height + rows, rows, colours, tangents.total)
    if symmetric and np.any(places < 0):
        colours = tangents.colours[rows].astype(np.int64)
        found = colours * height + columns
        _fill(places, found, columns, colours, tangents.total)
    return Compression(tangents, cotangents, places)


def _fill(places: Any, found: Any, lines: Any, colours: Any, total: int) -> None:
    """Note places that are still unknown, where a line meets a colour but once."""
    some = np.flatnonzero(colours >= 0)
    if not some.size:
        return
    keys = lines[some] * total + colours[some]
    if keys.max() < _DENSE * keys.size:
        counts = np.bincount(keys)[keys]
    else:
        _, inverse, each = np.unique(keys, return_inverse=True, return_counts=True)
        counts = each[inverse]
    alone = some[(counts == 1) & (places[some] < 0)]
    places[alone] = found[alone]
