"""Operators of traced values with constant matrices of `scipy.sparse`, but for products.

What they give has traced entries; `functrace.scipy.sparse` is imported for it.
"""

from __future__ import annotations

import importlib
import operator
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.fast_path import binary_path
from functrace.core.operators import set_operator
from functrace.core.sparse import is_sparse, refuse_sparse
from functrace.primitives.elementwise import add, multiply, subtract, true_divide


def _of_sparse_arrays(operation: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def call(x: Any, y: Any) -> Any:
        matrix, other = (x, y) if is_sparse(x) else (y, x)
        if operation is operator.truediv and is_sparse(y):
            refuse_sparse(matrix, "as a divisor a matrix of scipy.sparse")
        of_matrices = isinstance(matrix, sys.modules["scipy.sparse"].spmatrix)
        if operation is operator.mul and of_matrices and other.ndim:
            return operator.matmul(x, y)
        kind = importlib.import_module("functrace.scipy.sparse").SparseArray
        return operation(*(kind(v) if is_sparse(v) else v for v in (x, y)))

    return call


for _ufunc, _record, _operation in (
    (np.add, add, operator.add),
    (np.subtract, subtract, operator.sub),
    (np.multiply, multiply, operator.mul),
    (np.true_divide, true_divide, operator.truediv),
):
    set_operator(_ufunc, binary_path(_record, _of_sparse_arrays(_operation)))
