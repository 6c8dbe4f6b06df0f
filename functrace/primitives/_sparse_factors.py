"""Factors of sparse matrices, which are found again by the entries of the matrix."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse.linalg

_MEMORY = 1 << 28  # bytes that factors may take together


class Factorisation(NamedTuple):
    """How a matrix is factorised: by which of SciPy's functions, with which arguments.

    Attributes
    ----------
    name : str
    arguments, options : tuple of (str, object)
        By name, and those in ``options=``.
    """

    name: str = "splu"
    arguments: tuple[tuple[str, Any], ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def __call__(self, matrix: Any) -> Any:
        """The factors; None of a singular matrix."""
        try:
            factorise = getattr(scipy.sparse.linalg, self.name)
            options = dict(self.options)
            return factorise(matrix, **dict(self.arguments), options=options)
        except RuntimeError as error:
            if "singular" not in str(error):
                raise
            return None


class _Known(NamedTuple):
    """Factors, and what they are of."""

    matrix: Any
    how: Factorisation
    factors: Any

    @property
    def nbytes(self) -> int:
        """Memory that both take, nearly."""
        entries = self.matrix.nnz + (0 if self.factors is None else self.factors.nnz)
        return entries * (self.matrix.data.itemsize + 4)

    def is_of(self, matrix: Any, how: Factorisation) -> bool:
        """Whether these are the factors asked for."""
        own = self.matrix
        return (
            self.how == how
            and _same_bits(own.data, matrix.data)
            and _same_bits(own.indices, matrix.indices)
            and _same_bits(own.indptr, matrix.indptr)
        )


def _same_bits(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether two arrays of one axis hold the same, NaN included."""
    if x.shape != y.shape or x.dtype != y.dtype:
        return False
    bits = f"u{min(x.itemsize, 8)}"
    first, second = (np.ascontiguousarray(array).view(bits) for array in (x, y))
    return np.array_equal(first[:8], second[:8]) and np.array_equal(first, second)


class FactorCache:
    """The factors that were used last, as many as fit into some memory, at least one.

    Derivatives solve with the matrices of the value: they find their factors here.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[int, _Known] = OrderedDict()
        self._made = 0
        self._lock = threading.Lock()

    def of(self, matrix: Any, how: Factorisation) -> Any:
        """The factors of a matrix by columns; None if it is singular."""
        with self._lock:
            for number in reversed(self._known):
                if self._known[number].is_of(matrix, how):
                    self._known.move_to_end(number)
                    return self._known[number].factors
        made = _Known(
            matrix.copy(), how, how(matrix.copy())
        )  # SciPy sorts what it is given
        with self._lock:
            self._made += 1
            self._known[self._made] = made
            while len(self._known) > 1 and self._nbytes() > _MEMORY:
                self._known.popitem(last=False)
        return made.factors

    def _nbytes(self) -> int:
        return sum(known.nbytes for known in self._known.values())

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._known.clear()


FACTORS = FactorCache()
