"""Systems with the derivative of a residual that has few entries: its matrix is a band.

Or a sparse matrix, if no order of the unknowns makes it a narrow one. The entries come from
as few tangents as there are colours of columns. What is not worth it is a dense matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.graph import Graph
from functrace.primitives._graphs import once
from functrace.primitives._slope import Slope, dense
from functrace.primitives.seeds import directions

LEAST = 32  # unknowns: of fewer, dense matrices are as fast
_NARROW = 0.25  # part of the rows that a band, widened by exchanges, may fill
_WIDE = 100  # rows of such a band, from which on SuperLU is faster
_FEW = 0.1  # part of all entries that a sparse matrix may have


class Pattern:
    """Where a square Jacobian has entries, and how they are computed and solved with.

    Attributes
    ----------
    size : int
    order : ndarray of int
        Of the unknowns, so that the entries are near the diagonal.
    below, above : int
        Diagonals of the band.
    colouring : Colouring
        Of columns.
    """

    def __init__(self, pattern: Any) -> None:
        from functrace.primitives._dependence.colouring import (  # noqa: PLC0415 - SciPy's
            columns_of,
            none_of,
        )
        from functrace.primitives._dependence.compression import (  # noqa: PLC0415
            recovered,
        )

        self.size = pattern.shape[0]
        rows, columns = (x.astype(np.int64) for x in pattern.tocoo().coords)
        self.indices, self.indptr = pattern.indices, pattern.indptr
        self.colouring = columns_of(pattern)
        none = none_of(self.size)
        places = recovered(pattern, self.colouring, none).places
        self.places = places - 1
        self.order = _order(pattern)
        inverse = np.argsort(self.order)
        off = inverse[rows] - inverse[columns]
        self.below, self.above = max(int(off.max()), 0), max(int(-off.min()), 0)
        band = np.zeros((self.below + self.above + 1, self.size), np.int64)
        band[self.above + off, inverse[columns]] = places
        self.band = band

    @property
    def is_narrow(self) -> bool:
        """Whether the band is worth it."""
        rows = 2 * self.below + self.above + 1
        return rows <= _NARROW * self.size and (rows <= _WIDE or not self.is_sparse)

    @property
    def is_sparse(self) -> bool:
        """Whether the matrix is worth it as a sparse one."""
        return self.places.size <= _FEW * self.size**2

    def directions(self, avals: Sequence[Any]) -> list[Any]:
        """Tangents of the unknowns, a row for each colour."""
        return directions(*self.colouring, avals)

    def band_of(self, tangents: Any) -> Any:
        """The band, of what these directions give: ``(colours, size)``."""
        flat = np.concatenate([np.zeros(1, tangents.dtype), tangents.reshape(-1)])
        return flat[self.band]

    def banded(self, band: Any, right: Any, *, transposed: bool = False) -> Any:
        """The solution ``(size,)`` with a band."""
        from functrace.primitives.banded import transposed_band  # noqa: PLC0415

        below, above = self.below, self.above
        if transposed:
            band = transposed_band(band, below, above)
            below, above = above, below
        found = band_solution(band, right[self.order], below, above)
        return found[np.argsort(self.order)]

    def entries_of(self, tangents: Any) -> Any:
        """The entries by rows, of what these directions give."""
        return tangents.reshape(-1)[self.places]

    def matrix_of(self, entries: Any) -> Any:
        """A matrix of SciPy's with these."""
        from scipy.sparse import csr_array  # noqa: PLC0415 - SciPy's

        return csr_array((entries, self.indices, self.indptr), shape=(self.size,) * 2)

    def sparse(self, tangents: Any, right: Any, *, transposed: bool) -> Any:
        """The solution with the entries that are in these tangents."""
        from functrace.primitives._sparse_factors import (  # noqa: PLC0415 - SciPy's
            Factorisation,
        )
        from functrace.primitives.sparse_solutions import sparse_solve  # noqa: PLC0415

        data = self.entries_of(tangents)
        where = self.indices, self.indptr
        return sparse_solve(
            data, right[:, None], *where, transposed=transposed, how=Factorisation()
        )[:, 0]


def factors_of_band(band: Any, below: int, above: int) -> Any:
    """What `solved_by_factors` takes; no derivative goes through it."""
    from functrace.primitives.factored_bands import (  # noqa: PLC0415 - SciPy's
        band_factors,
    )

    return band_factors(band, below=below, above=above)


def solved_by_factors(factors: Any, right: Any, below: int, above: int) -> Any:
    """Of a band's factors and a vector."""
    from functrace.primitives.factored_bands import (  # noqa: PLC0415 - SciPy's
        solve_band_factored,
    )

    found = solve_band_factored(*factors, right[:, None], below=below, above=above)
    return found[:, 0]


def band_solution(band: Any, right: Any, below: int, above: int) -> Any:
    """Of a band and a vector."""
    from functrace.primitives.banded import solve_banded  # noqa: PLC0415 - SciPy's

    places = {"below": below, "above": above, "positive": False}
    return solve_banded(band, right[:, None], **places)[:, 0]


def _order(pattern: Any) -> Any:
    """As it is, or Cuthill and McKee's if that makes a narrower band."""
    from scipy.sparse.csgraph import reverse_cuthill_mckee  # noqa: PLC0415 - SciPy's

    given = np.arange(pattern.shape[0])
    both = (pattern + pattern.T).tocsr()
    found = reverse_cuthill_mckee(both, symmetric_mode=True).astype(np.int64)

    def width(order: Any) -> int:
        inverse = np.argsort(order)
        rows, columns = both.tocoo().coords
        return int(np.max(np.abs(inverse[rows] - inverse[columns]), initial=0))

    return found if width(found) < width(given) else given


def pattern_of(graph: Graph, places: Sequence[int]) -> Pattern | None:
    """Of a graph's outputs by the inputs at `places`; None if a dense matrix is as good."""

    def make() -> Pattern | None:
        from functrace.primitives._dependence.graphs import (  # noqa: PLC0415 - SciPy's
            sparse_pattern_of,
        )

        size = sum(graph.in_avals[i].size for i in places)
        if size < LEAST or any(graph.in_avals[i].dtype.kind != "f" for i in places):
            return None
        found = sparse_pattern_of(graph, list(places), len(graph.outputs))
        if found is None or found.nnz == 0 or found.shape[0] != found.shape[1]:
            return None
        made = Pattern(found)
        return made if made.is_narrow or made.is_sparse else None

    return once(graph, ("structure", tuple(places)), make)


def structured(
    slope: Slope, right: Sequence[Any], *, transposed: bool
) -> Sequence[Any]:
    """Solve with a band or a sparse matrix, if it is worth it; see `SlopeSolver`."""
    places = tuple(slope.body.places.carry)
    pattern = None if slope.lanes else pattern_of(slope.body.graph, places)
    if pattern is None:
        return dense(slope, right, transposed=transposed)
    dots = pattern.directions(slope.avals)
    tangents = slope.tangents(dots, pattern.colouring.total)
    vector = slope.joined(right)
    if pattern.is_narrow:
        band = pattern.band_of(tangents)
        return slope.split(pattern.banded(band, vector, transposed=transposed))
    return slope.split(pattern.sparse(tangents, vector, transposed=transposed))


DIRECT = dense, structured
"""Those that know a matrix."""
