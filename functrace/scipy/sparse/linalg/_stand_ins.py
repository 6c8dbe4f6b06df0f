"""What stands for factors and operators that SciPy made of plain matrices."""

from __future__ import annotations

import copy
from types import BuiltinMethodType
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import LinearOperator, SuperLU
from scipy.sparse.linalg._interface import MatrixLinearOperator

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.primitives.superlu import solve_superlu
from functrace.scipy.sparse._array import SparseArray


def stand_in(instance: Any) -> Any:
    """The same factors, or operator, for traced vectors."""
    return _replaced(instance)


def _replaced(part: Any) -> Any:
    """What takes traced values, in the place of a part of an operator."""
    if isinstance(part, SuperLU):
        return Made(part)
    if isinstance(part, BuiltinMethodType) and isinstance(part.__self__, SuperLU):
        return getattr(Made(part.__self__), part.__name__)
    if sp.issparse(part):
        return SparseArray(part)
    if isinstance(part, LinearOperator):
        if isinstance(part, MatrixLinearOperator):
            _ = (
                part.H
            )  # which it keeps: made by NumPy, that does not take what stands in
        made = copy.copy(part)
        vars(made).update({k: _replaced(v) for k, v in vars(part).items()})
        return made
    return tuple(map(_replaced, part)) if type(part) is tuple else part


class Made(NamedTuple):
    """The factors of `scipy.sparse.linalg.splu`, or of `spilu`."""

    factors: Any

    def solve(self, rhs: Any, trans: str = "N") -> Any:
        """See `scipy.sparse.linalg.SuperLU.solve`."""
        b = as_array(rhs)
        n, dtype = self.factors.shape[0], self.factors.L.dtype
        if not np.can_cast(b.dtype, dtype, "safe"):
            raise TypeError(
                f"Cannot cast array data from {b.dtype!r} to {dtype!r} according to the "
                "rule 'safe'"
            )
        if trans not in ("N", "T", "H"):
            raise ValueError("trans must be N, T, or H")
        if b.ndim not in (1, 2) or b.shape[0] != n:
            raise ValueError("b is of incompatible size")
        b = cast(np.conj(b) if trans == "H" else b, dtype)
        columns = b[:, None] if b.ndim == 1 else b
        x = solve_superlu(columns, transposed=trans != "N", made=self.factors)
        x = x[:, 0] if b.ndim == 1 else x
        return np.conj(x) if trans == "H" else x
