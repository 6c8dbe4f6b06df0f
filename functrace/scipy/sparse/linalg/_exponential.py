"""Products of exponentials of matrices with vectors: `expm_multiply`."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg

from functrace.core.errors import ConcretizationError, message
from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import floating
from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._constructors import concerns, plain
from functrace.scipy.sparse._entries import check_shapes
from functrace.scipy.sparse.linalg._iterative import applied, is_traced
from functrace.scipy.sparse.linalg._norms import norm
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.loops import fori_loop, scan

_TERMS, _REACH = (
    55,
    9.9,
)  # Al-Mohy & Higham's table 3.1: the sum is exact for such norms


def expm_multiply(
    A: Any,
    B: Any,
    start: Any = None,
    stop: Any = None,
    num: Any = None,
    endpoint: Any = None,
    traceA: Any = None,
) -> Any:
    """``expm(t A) @ B``; see `scipy.sparse.linalg.expm_multiply`.

    Of traced values it is a sum of 30 terms of the series for each part of ``t A`` with a
    1-norm of at most 3.5, to rounding what SciPy gives, and a loop under `jit`. Derivatives
    are of that sum, in both modes, with respect to A, B, `start` and `stop`.

    Returns
    -------
    ndarray, shape (n,) or (n, k), or (num, n) or (num, n, k)

    References
    ----------
    Al-Mohy & Higham, *Computing the Action of the Matrix Exponential*, SIAM J. Sci. Comput.
    33(2), 2011.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import diags_array
    >>> from functrace.scipy.sparse.linalg import expm_multiply
    >>> def decayed(rates):
    ...     return expm_multiply(diags_array(-rates), np.ones(2))
    >>> ft.jit(ft.jacobian(decayed))(np.array([0.0, 1.0])).round(4)
    array([[-1.    ,  0.    ],
           [ 0.    , -0.3679]])
    """
    A, B, start, stop, num = (plain(given) for given in (A, B, start, stop, num))
    if not (is_traced(A) or concerns(B, start, stop)):
        solve: Any = scipy.sparse.linalg.expm_multiply
        return solve(A, B, start, stop, num, endpoint, traceA)
    B = floating(as_array(B))
    check_shapes(A.shape == (B.shape[0],) * 2, A.shape, B.shape)
    if isinstance(A, scipy.sparse.linalg.LinearOperator):
        raise ConcretizationError(
            message(
                "functrace.scipy.sparse.linalg.expm_multiply: the norm of an operator is "
                "not known.",
                help="give a matrix, dense or sparse.",
            )
        )
    times = _times(start, stop, num, endpoint)
    size = stop_gradient(_one_norm(A))
    product = applied(A)
    if times is None:
        return _moved(product, B, 1.0, size)
    lengths = np.diff(times)

    def step(state: Any, length: Any) -> tuple[Any, Any]:
        state = _moved(product, state, length, size)
        return state, state

    first = _moved(product, B, times[0], size)
    return np.concatenate([first[None], scan(step, first, lengths)[1]])


def _times(start: Any, stop: Any, num: Any, endpoint: Any) -> Any:
    """As `numpy.linspace`; None for the time one."""
    if start is None and stop is None and num is None and endpoint is None:
        return None
    if start is None or stop is None:
        raise ValueError("start and stop are given together.")
    options = {} if endpoint is None else {"endpoint": endpoint}
    return np.linspace(start, stop, 50 if num is None else num, **options)


def _one_norm(A: Any) -> Any:
    if isinstance(A, SparseArray) or sp.issparse(A):
        return norm(SparseArray(A), 1)
    return np.max(np.sum(np.abs(as_array(A)), axis=0), initial=0.0)


def _moved(product: Any, B: Any, time: Any, size: Any) -> Any:
    """Of the time `time`, by steps of the series."""
    parts = np.maximum(np.ceil(np.abs(stop_gradient(time)) * size / _REACH), 1)
    count = parts.astype(np.int64)
    length = as_array(time / parts)
    B = B.astype(np.result_type(B.dtype, product(B).dtype, length.dtype))

    def part(_: Any, state: Any) -> Any:
        def term(k: Any, sums: Any) -> Any:
            total, last = sums
            last = product(last) * (length / (k + 1))
            return total + last, last

        return fori_loop(0, _TERMS, term, (state, state))[0]

    return fori_loop(0, count, part, B)
