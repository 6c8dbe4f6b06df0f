"""Logarithms of sums of exponentials."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from functrace.primitives import reductions
from functrace.primitives.elementwise import stop_gradient
from functrace.scipy._arguments import floating

_OVERFLOW = 80.0  # the exponential of more may exceed all numbers


def logsumexp(
    a: Any,
    axis: Any = None,
    b: Any = None,
    keepdims: bool = False,
    return_sign: bool = False,
) -> Any:
    """Logarithm of the sum of exponentials; see `scipy.special.logsumexp`.

    Parameters
    ----------
    a : array_like
        Real or complex.
    axis : int or tuple of int, optional
        What to sum over; by default everything.
    b : array_like, optional
        Weights of the exponentials; broadcast against `a`. Where one is zero, its
        exponent does not matter.
    keepdims : bool
        Whether reduced axes stay, with length 1.
    return_sign : bool
        Whether the logarithm of the absolute value is wanted, and the sign with it.

    Returns
    -------
    out : array or scalar
        NaN where the sum is negative, unless the sign is wanted. Its derivative with
        respect to `a` is the softmax; zero where the sum is zero.
    sign : array or scalar
        Only with `return_sign`: +1, 0, -1, or a complex phase. Of real values it is
        piecewise constant.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.special import logsumexp
    >>> ft.grad(logsumexp)(np.log([1.0, 3.0]))
    array([0.25, 0.75])
    """
    a = floating(a)
    if b is not None:
        return _weighted(a, floating(b), axis, keepdims, return_sign)
    out = reductions.logsumexp.unary(a, _params(a, axis, keepdims))
    if not return_sign:
        return out
    if a.dtype.kind == "c":
        return out.real, np.exp(1j * out.imag)
    return out, np.where(out == -np.inf, 0, 1).astype(out.dtype)[()]


def softmax(x: Any, axis: Any = None) -> Any:
    """Exponentials divided by their sum; see `scipy.special.softmax`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.special import softmax
    >>> ft.jacobian(softmax)(np.zeros(2))
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    return np.exp(log_softmax(x, axis))


def log_softmax(x: Any, axis: Any = None) -> Any:
    """Logarithm of the softmax; see `scipy.special.log_softmax`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.special import log_softmax
    >>> ft.jacobian(log_softmax)(np.zeros(2))
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    x = floating(x)
    return x - reductions.logsumexp.unary(x, _params(x, axis, keepdims=True))


def _weighted(a: Any, b: Any, axis: Any, keepdims: bool, return_sign: bool) -> Any:
    shape = np.broadcast_shapes(a.shape, b.shape)
    dtype = np.result_type(a.dtype, b.dtype)
    a, b = (v if v.dtype == dtype else v.astype(dtype) for v in (a, b))
    a, b = (v if v.shape == shape else np.broadcast_to(v, shape) for v in (a, b))
    if dtype.kind == "c":
        return _complex_weighted(a, b, return_sign, _params(a, axis, keepdims))
    out, sign = reductions.signed_logsumexp(a, b, **_params(a, axis, keepdims))
    if return_sign:
        return out, sign
    return np.where(sign < 0, np.asarray(np.nan, dtype), out)[()]


def _complex_weighted(a: Any, b: Any, return_sign: bool, params: Any) -> Any:
    """By the largest real part of an exponent whose weight is not zero."""
    zero = b == 0
    shift = stop_gradient(np.where(zero, -np.inf, np.real(a)))
    shift = np.max(shift, axis=params["axis"], keepdims=True, initial=-np.inf)
    shift = np.where(np.isfinite(shift), shift, 0)
    ignored = zero & ~(np.real(a) - shift < _OVERFLOW)
    terms = b * np.exp(np.where(ignored, shift, a) - shift)
    total = np.sum(terms, **params)
    shift = np.reshape(shift, total.shape)
    none = total == 0
    total = np.where(none, 1, total)
    if not return_sign:
        return np.where(none, -np.inf, np.log(total) + shift)[()]
    size = np.abs(total)
    out = np.where(none, -np.inf, np.log(size) + shift)
    return out[()], np.where(none, 0, total / size)[()]


def _params(a: Any, axis: Any, keepdims: bool) -> dict[str, Any]:
    ndim = a.ndim
    if axis is None or (not ndim and axis in (0, -1)):
        return {"axis": tuple(range(ndim)), "keepdims": bool(keepdims)}
    return {"axis": normalize_axis_tuple(axis, ndim), "keepdims": bool(keepdims)}
