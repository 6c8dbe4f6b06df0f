"""Vectors and matrices of which the small ones are taken apart.

The numbers of a small vector are values of their own: what is done with them, for many
systems at once, is then one loop, without a vector in memory. A vector is a list of its
parts: these numbers, or all of it in one array.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from functrace.scipy.optimize._brackets import over

Vector = list[Any]
_SMALL = 4


def parts_of(x: Any) -> Vector:
    """The vector of an array."""
    n = np.size(x)
    return [x[i] for i in range(n)] if n <= _SMALL else [x]


def joined(parts: Vector) -> Any:
    """The array of a vector."""
    return parts[0] if np.ndim(parts[0]) else np.stack(parts)


def each(function: Callable[..., Any], *vectors: Vector) -> Vector:
    """A function of each element."""
    return [function(*parts) for parts in zip(*vectors, strict=True)]


def dot(*vectors: Vector) -> Any:
    """The sum of the products of the elements of vectors."""
    products = each(lambda x, *others: _product(x, others), *vectors)
    if np.ndim(products[0]):
        return np.sum(products[0])
    return _sum(products)


def _product(x: Any, others: Sequence[Any]) -> Any:
    for other in others:
        x = x * other
    return x


def _sum(terms: Sequence[Any]) -> Any:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


class SquareMatrix(Protocol):
    """A square matrix."""

    def times(self, x: Vector) -> Vector:
        """Its product with a vector."""
        ...

    def transposed_times(self, x: Vector) -> Vector:
        """The product of its transpose with a vector."""
        ...

    def solved(self, right: Vector) -> tuple[Vector, Any]:
        """The solution of a system, and whether there is one; else it is anything."""
        ...

    def squares(self) -> Vector:
        """The squares of the lengths of its columns."""
        ...

    def each(self, function: Callable[..., Any], other: Any) -> SquareMatrix:
        """A function of its elements and those of another one."""
        ...


def matrix_of(x: Any) -> SquareMatrix:
    """The matrix of an array."""
    n = np.shape(x)[0]
    if n > _SMALL:
        return _Large(x)
    return _Small([[x[i, j] for j in range(n)] for i in range(n)])


class _Large(NamedTuple):
    array: Any

    def times(self, x: Vector) -> Vector:
        return [self.array @ x[0]]

    def transposed_times(self, x: Vector) -> Vector:
        return [x[0] @ self.array]

    def solved(self, right: Vector) -> tuple[Vector, Any]:
        sign, _ = np.linalg.slogdet(self.array)
        regular = (sign != 0) & np.isfinite(sign)
        matrix = np.where(regular, self.array, np.eye(np.size(right[0])))
        return [np.linalg.solve(matrix, right[0])], regular

    def squares(self) -> Vector:
        return [np.sum(self.array * self.array, axis=0)]

    def each(self, function: Callable[..., Any], other: _Large) -> _Large:
        return _Large(function(self.array, other.array))


class _Small(NamedTuple):
    rows: list[Vector]

    @property
    def columns(self) -> list[Vector]:
        return [list(column) for column in zip(*self.rows, strict=True)]

    def times(self, x: Vector) -> Vector:
        return [dot(row, x) for row in self.rows]

    def transposed_times(self, x: Vector) -> Vector:
        return [dot(column, x) for column in self.columns]

    def solved(self, right: Vector) -> tuple[Vector, Any]:
        pairs = zip(self.rows, right, strict=True)
        return _eliminated([[*row, b] for row, b in pairs])

    def squares(self) -> Vector:
        return [dot(column, column) for column in self.columns]

    def each(self, function: Callable[..., Any], other: _Small) -> _Small:
        pairs = zip(self.rows, other.rows, strict=True)
        return _Small([each(function, *rows) for rows in pairs])


def _eliminated(rows: list[Vector]) -> tuple[Vector, Any]:
    """Gauss's algorithm with partial pivoting, of rows with their right-hand sides."""
    n = len(rows)
    regular: Any = np.bool_(True)
    for k in range(n):
        for i in range(k + 1, n):
            swap = np.abs(rows[i][k]) > np.abs(rows[k][k])
            pairs = list(zip(rows[k], rows[i], strict=True))
            rows[k] = [np.where(swap, b, a) for a, b in pairs]
            rows[i] = [np.where(swap, a, b) for a, b in pairs]
        regular = regular & (rows[k][k] != 0) & np.isfinite(rows[k][k])
        inverse = over(1.0, rows[k][k])
        rows[k] = [*rows[k][: k + 1], *(a * inverse for a in rows[k][k + 1 :])]
        for i in range(k + 1, n):
            factor = rows[i][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    x: Vector = []
    for k in reversed(range(n)):
        known = zip(rows[k][k + 1 : n], x, strict=True)
        x.insert(0, rows[k][n] - _sum([np.float64(0.0), *(a * b for a, b in known)]))
    return x, regular
