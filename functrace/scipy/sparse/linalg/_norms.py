"""Norms of sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse.linalg

from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._constructors import concerns, plain
from functrace.scipy.sparse._operators import refuse


def norm(x: Any, ord: Any = None, axis: Any = None) -> Any:
    """The Frobenius norm, or the largest sum; see `scipy.sparse.linalg.norm`.

    Parameters
    ----------
    x : sparse array
    ord : {None, "fro", 1, inf}
        Of traced entries no others are there.
    axis : None
        Norms along axes are refused.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.sparse import SparseArray, eye_array
    >>> from functrace.scipy.sparse.linalg import norm
    >>> ft.grad(norm)(SparseArray(eye_array(4).tocsr())).data
    array([0.5, 0.5, 0.5, 0.5])
    """
    x = plain(x)
    if not concerns(x):
        return scipy.sparse.linalg.norm(x, ord, axis)
    if axis is not None or ord not in (None, "fro", "f", 1, np.inf):
        refuse(f"norm: ord={ord!r}, axis={axis!r}", "numpy.linalg.norm of A.toarray()")
    own = abs(SparseArray(x))
    if ord in (1, np.inf):
        sums = np.ones(own.shape[0]) @ own if ord == 1 else own @ np.ones(own.shape[1])
        return np.max(sums)
    return np.sqrt(np.sum(own.entries.coordinates[0] ** 2))
