"""Linear systems of Newton's method: with dense matrices, bands, or sparse matrices.

All know the Jacobian in a form of their own, and the matrices that methods make of it.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import scipy.sparse

from functrace.core.aval import Aval
from functrace.primitives._lazy_modules import linear_lapack
from functrace.primitives._sparse_factors import Factorisation
from functrace.primitives._structured_slope import (
    Pattern,
    factors_of_band,
    pattern_of,
    solved_by_factors,
)
from functrace.primitives.banded import band_of
from functrace.primitives.linalg import solve_or_nan
from functrace.primitives.sparse_solutions import sparse_solve
from functrace.scipy._arguments import double
from functrace.scipy.integrate._field import RecordedField
from functrace.scipy.linalg import lu_factor, lu_solve
from functrace.scipy.sparse import SparseArray
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.jacobian import jacfwd
from functrace.transforms.vjp import jvp
from functrace.transforms.vmap import vmap

_LARGE = 256  # unknowns: of fewer, dense matrices are as fast as SuperLU


class Systems(Protocol):
    """A form of matrices."""

    def jacobian(self, field: Any, t: Any, y: Any) -> Any:
        """That of a field."""
        ...

    def taken(self, matrix: Any) -> Any:
        """A matrix ``(n, n)`` that is given as that of a field, as of `matrix_of`."""
        ...

    def shifted(self, J: Any, a: Any, c: Any) -> Any:
        """What solves with ``a I - c J``."""
        ...

    def turned(self, J: Any, real: Any, imag: Any) -> Any:
        """What solves with ``(real + 1j imag) I - J``, of real numbers."""
        ...

    def solve(self, made: Any, right: Any) -> Any:
        """The solution of `shifted`."""
        ...

    def solve_turned(self, made: Any, right: Any) -> Any:
        """Real and imaginary parts ``(2, n)`` of that of `turned`."""
        ...


class Dense:
    """Matrices with LU factors; small ones' inverses, which many right sides are for."""

    def jacobian(self, field: Any, t: Any, y: Any) -> Any:
        """``(n, n)``."""
        return jacfwd(lambda y: field(t, y))(y)

    def taken(self, matrix: Any) -> Any:
        """As it is."""
        return _dense(matrix)

    def shifted(self, J: Any, a: Any, c: Any) -> Any:
        """See `Systems`."""
        return self._made(np.eye(J.shape[0]) * a - c * J)

    def turned(self, J: Any, real: Any, imag: Any) -> Any:
        """See `Systems`."""
        same = np.eye(J.shape[0])
        part, turned = same * real - J, same * imag
        rows = [part, -turned], [turned, part]
        whole = np.concatenate([np.concatenate(row, axis=1) for row in rows])
        return self._made(whole)

    def _made(self, matrix: Any) -> Any:
        if linear_lapack.in_registers(matrix.dtype.kind, len(matrix)):
            return solve_or_nan(matrix, np.eye(len(matrix)))
        return lu_factor(matrix, check_finite=False)

    def solve(self, made: Any, right: Any) -> Any:
        """See `Systems`."""
        if isinstance(made, tuple):
            return lu_solve(made, right, check_finite=False)
        return made @ right

    def solve_turned(self, made: Any, right: Any) -> Any:
        """See `Systems`."""
        return self.solve(made, right.reshape(-1)).reshape(2, -1)


class Banded:
    """Bands with LU factors."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        self.widths = pattern.below, pattern.above
        self.turned_widths = 2 * pattern.below + 1, 2 * pattern.above + 1

    def jacobian(self, field: Any, t: Any, y: Any) -> Any:
        """The band ``(below + above + 1, n)``, in the order of the pattern."""

        def tangent(direction: Any) -> Any:
            return jvp(lambda y: field(t, y), (y,), (direction,))[1]

        (directions,) = self.pattern.directions([Aval(y.shape, y.dtype)])
        return self.pattern.band_of(vmap(tangent)(directions))

    def taken(self, matrix: Any) -> Any:
        """Its band: outside of it the field depends on nothing."""
        order = self.pattern.order
        return band_of(_dense(matrix)[order[:, None], order], *self.widths)

    def shifted(self, J: Any, a: Any, c: Any) -> Any:
        """See `Systems`."""
        band = _main(J, self.pattern.above) * a - c * J
        return factors_of_band(stop_gradient(band), *self.widths)

    def turned(self, J: Any, real: Any, imag: Any) -> Any:
        """See `Systems`: real and imaginary parts of an unknown follow each other."""
        count, size = J.shape
        none = np.zeros((count, 2 * size))
        spread = np.stack([none, np.repeat(-J, 2, axis=1)], axis=1)
        spread = spread.reshape(2 * count, 2 * size)
        band = np.concatenate([spread, none[:1]])
        main = 2 * self.pattern.above + 1
        odd = np.tile(np.array([0.0, 1.0]), size)
        rows = np.arange(2 * count + 1)[:, None]
        band = band + real * (rows == main) - imag * ((rows == main - 1) * odd)
        band = band + imag * ((rows == main + 1) * (1 - odd))
        return factors_of_band(stop_gradient(band), *self.turned_widths)

    def solve(self, made: Any, right: Any) -> Any:
        """See `Systems`."""
        order = self.pattern.order
        found = solved_by_factors(made, right[order], *self.widths)
        return found[np.argsort(order)]

    def solve_turned(self, made: Any, right: Any) -> Any:
        """See `Systems`."""
        order = self.pattern.order
        mixed = right[:, order].T.reshape(-1)
        found = solved_by_factors(made, mixed, *self.turned_widths)
        return found.reshape(-1, 2).T[:, np.argsort(order)]


class Sparse:
    """Matrices whose entries are known, with SuperLU's factors: of each they are kept."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        places = np.arange(1.0, pattern.places.size + 1)
        own = pattern.matrix_of(places)
        both = (own + scipy.sparse.eye_array(pattern.size) * 0.5).tocsr()
        both.sort_indices()
        self._where = both.indices.astype(np.int64), both.indptr.astype(np.int64)
        self._main = 2 * (both.data % 1)  # the identity
        self._places = both.data.astype(np.int64)

    def jacobian(self, field: Any, t: Any, y: Any) -> Any:
        """The entries, by rows, with those on the diagonal."""

        def tangent(direction: Any) -> Any:
            return jvp(lambda y: field(t, y), (y,), (direction,))[1]

        (directions,) = self.pattern.directions([Aval(y.shape, y.dtype)])
        found = self.pattern.entries_of(vmap(tangent)(directions))
        return np.concatenate([np.zeros(1), found])[self._places]

    def taken(self, matrix: Any) -> Any:
        """Its entries: in other places the field depends on nothing."""
        indices, indptr = self._where
        rows = np.repeat(np.arange(self.pattern.size), np.diff(indptr))
        return _dense(matrix[rows, indices])

    def shifted(self, J: Any, a: Any, c: Any) -> Any:
        """See `Systems`."""
        return stop_gradient(a * self._main - c * J)

    def turned(self, J: Any, real: Any, imag: Any) -> Any:
        """See `Systems`."""
        return stop_gradient((real + 1j * imag) * self._main - J)

    def solve(self, made: Any, right: Any) -> Any:
        """See `Systems`."""
        given = {"transposed": False, "how": Factorisation()}
        return sparse_solve(made, right[:, None], *self._where, **given)[:, 0]

    def solve_turned(self, made: Any, right: Any) -> Any:
        """See `Systems`."""
        found = self.solve(made, right[0] + 1j * right[1])
        return np.stack([found.real, found.imag])


def matrix_of(given: Any) -> Any:
    """A matrix that is given: an array of doubles, or a sparse one, by rows."""
    if scipy.sparse.issparse(given):
        given = scipy.sparse.csr_array(given)
    elif not isinstance(given, SparseArray):
        return double(given)
    return SparseArray(given).tocsr()


def _dense(matrix: Any) -> Any:
    return double(matrix.toarray()) if isinstance(matrix, SparseArray) else matrix


def _main(J: Any, above: int) -> Any:
    """The band of the identity."""
    return (np.arange(J.shape[0]) == above)[:, None] * np.ones(J.shape[1])


def systems_of(field: RecordedField) -> Systems:
    """The form that suits the Jacobian of a field."""
    pattern = pattern_of(field.graph, [len(field.captured) + 1])
    if pattern is None:
        return Dense()
    if pattern.is_narrow:
        return Banded(pattern)
    return Sparse(pattern) if pattern.size >= _LARGE else Dense()
