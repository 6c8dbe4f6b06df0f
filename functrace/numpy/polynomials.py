"""Polynomials, as arrays of coefficients from the highest to the lowest."""

from __future__ import annotations

import operator
import warnings
from typing import Any

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.primitive import has_tracers
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements
from functrace.primitives import polynomials

# -- arguments -------------------------------------------------------------------------


def _coefficients(p: Any) -> Any:
    return as_array(p.coeffs if isinstance(p, np.poly1d) else p)


def _one_axis(p: Any) -> Any:
    p = np.atleast_1d(_coefficients(p))
    if p.ndim > 1:
        raise ValueError("Polynomial must be 1d only.")
    return p


def _like(coefficients: Any, *given: Any) -> Any:
    """A polynomial object if one was given."""
    if any(isinstance(p, np.poly1d) for p in given):
        return np.poly1d(coefficients)
    return coefficients


def _values_of(p: Any, what: str) -> Any:
    """The values of coefficients on which the shape of the result depends."""
    if type(p) is not Tracer:
        return p
    p.sync()
    if p.value is None:
        raise ConcretizationError(
            message(
                f"functrace: {what} depends on the values of the coefficients.",
                got=p.origin(),
                source=user_line(),
                help="call it outside functrace.jit and functrace.vmap.",
            )
        )
    return p.value


# -- roots -----------------------------------------------------------------------------


@implements(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """See `numpy.poly`.

    Of a matrix, the coefficients of the characteristic polynomial have a derivative where
    eigenvalues coincide, too.
    """
    zeros = np.atleast_1d(as_array(seq_of_zeros))
    square = zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1] != 0
    if not square and zeros.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if not zeros.size:
        return 1.0
    if zeros.dtype.kind not in "fc":
        zeros = zeros.astype(np.float64)
    found = polynomials.char_poly(zeros) if square else _product(zeros)
    if found.dtype.kind != "c":
        return found
    values = _values_of(zeros, "whether the result of numpy.poly is complex")
    return found if np.iscomplexobj(np.poly(values)) else found.real.copy()


def _product(zeros: Any) -> Any:
    """The product of t - zero."""
    p = np.ones(1, zeros.dtype)
    nothing = np.zeros(1, zeros.dtype)
    for zero in zeros:
        p = np.concatenate([p, nothing]) - zero * np.concatenate([nothing, p])
    return p


@implements(np.roots)
def roots(p: Any) -> Any:
    """See `numpy.roots`.

    Simple roots have a derivative; asking for that of multiple ones raises LinAlgError.
    How many roots there are, and whether they are real, depends on values: under
    `functrace.jit` the coefficients have to be constants.
    """
    p = np.atleast_1d(_coefficients(p))
    values = _values_of(p, "the number of roots")
    found = np.roots(values)
    if not has_tracers(p) or not found.size or p.dtype.kind not in "fc":
        return found
    return polynomials.roots(p, dtype=found.dtype, count=found.size)


# -- values, derivatives, integrals ----------------------------------------------------


@implements(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    """See `numpy.polyval`."""
    y: Any = 0
    if not isinstance(x, np.poly1d):
        x = as_array(x)
        y = np.zeros_like(x)
    for coefficient in _coefficients(p):
        y = y * x + coefficient
    return y


@implements(np.polyder)
def polyder(p: Any, m: Any = 1) -> Any:
    """See `numpy.polyder`."""
    m = int(m)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    y = _coefficients(p)
    for _ in range(m):
        y = y[:-1] * np.arange(len(y) - 1, 0, -1)
    return _like(y, p)


@implements(np.polyint)
def polyint(p: Any, m: Any = 1, k: Any = None) -> Any:
    """See `numpy.polyint`."""
    m = int(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    constants = np.atleast_1d(np.zeros(m) if k is None else as_array(k))
    if len(constants) == 1 and m > 1:
        constants = constants[0] * np.ones(m)
    if len(constants) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    y = _coefficients(p)
    for i in range(m):
        y = np.concatenate([y / np.arange(len(y), 0, -1), constants[i : i + 1]])
    return _like(y, p)


# -- arithmetic ------------------------------------------------------------------------


@implements(np.polyadd)
def polyadd(a1: Any, a2: Any) -> Any:
    """See `numpy.polyadd`."""
    return _like(operator.add(*_aligned(a1, a2)), a1, a2)


@implements(np.polysub)
def polysub(a1: Any, a2: Any) -> Any:
    """See `numpy.polysub`."""
    return _like(operator.sub(*_aligned(a1, a2)), a1, a2)


def _aligned(*given: Any) -> list[Any]:
    """Coefficients of two polynomials, zeros in front of the shorter ones."""
    pair = [np.atleast_1d(_coefficients(p)) for p in given]
    longest = max(map(len, pair))
    missing = [np.zeros(longest - len(p), p.dtype) for p in pair]
    return [
        np.concatenate([zeros, p]) if len(zeros) else p
        for zeros, p in zip(missing, pair, strict=True)
    ]


@implements(np.polymul)
def polymul(a1: Any, a2: Any) -> Any:
    """See `numpy.polymul`; `numpy.convolve` does the same but for zeros in front."""
    return _like(np.convolve(_trimmed(a1), _trimmed(a2)), a1, a2)


def _trimmed(p: Any) -> Any:
    """Coefficients without zeros in front."""
    p = _one_axis(p)
    values = _values_of(p, "the degree of a polynomial in numpy.polymul")
    return p[np.flatnonzero(values)[0] :] if np.any(values) else np.zeros(1, p.dtype)


@implements(np.polydiv)
def polydiv(u: Any, v: Any) -> tuple[Any, Any]:
    """See `numpy.polydiv`."""
    dividend, divisor = (_one_axis(p) + 0.0 for p in (u, v))
    n = len(divisor) - 1
    steps = len(dividend) - n
    rest = dividend.astype((dividend[0] + divisor[0]).dtype)
    scale = 1.0 / divisor[0]
    quotient: list[Any] = []
    for k in range(steps):
        quotient.append((scale * rest[k]).astype(rest.dtype))
        reduced = (rest[k : k + n + 1] - quotient[-1] * divisor).astype(rest.dtype)
        rest = np.concatenate([rest[:k], reduced, rest[k + n + 1 :]])
    q = np.stack(quotient) if quotient else np.zeros(1, rest.dtype)
    values = _values_of(rest, "the degree of the remainder in numpy.polydiv")
    zeros = 0
    while zeros < len(values) - 1 and np.allclose(values[zeros], 0, rtol=1e-14):
        zeros += 1
    return _like(q, u, v), _like(rest[zeros:], u, v)


# -- fits ------------------------------------------------------------------------------


@implements(np.polyfit)
def polyfit(
    x: Any,
    y: Any,
    deg: Any,
    rcond: Any = None,
    full: bool = False,
    w: Any = None,
    cov: Any = False,
) -> Any:
    """See `numpy.polyfit`."""
    order = int(deg) + 1
    x, y = as_array(x) + 0.0, as_array(y) + 0.0
    w = None if w is None else as_array(w) + 0.0
    _check_points(x, y, deg, w)
    rcond = len(x) * np.finfo(x.dtype).eps if rcond is None else rcond
    lhs, rhs = np.vander(x, order), y
    if w is not None:
        lhs = lhs * w[:, None]
        rhs = rhs * (w[:, None] if rhs.ndim == 2 else w)
    scale = np.sqrt((lhs * lhs).sum(axis=0))
    lhs = lhs / scale
    c, resids, rank, s = np.linalg.lstsq(lhs, rhs, rcond)
    c = (c.T / scale).T
    if full:
        return c, resids, rank, s, rcond
    _warn_of_rank(rank, order)
    if not cov:
        return c
    base = np.linalg.inv(lhs.T @ lhs) / np.outer(scale, scale)
    factor = 1 if cov == "unscaled" else _variance(resids, len(x) - order)
    return c, (base if y.ndim == 1 else base[:, :, None]) * factor


def _check_points(x: Any, y: Any, deg: Any, w: Any) -> None:
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    if w is not None and w.ndim != 1:
        raise TypeError("expected a 1-d array for weights")
    if w is not None and w.shape[0] != y.shape[0]:
        raise TypeError("expected w and y to have the same length")


def _warn_of_rank(rank: Any, order: int) -> None:
    """Warn of a matrix without full rank, where it is known."""
    rank = rank.value if type(rank) is Tracer else rank
    if rank is not None and rank != order:
        warnings.warn(
            "Polyfit may be poorly conditioned", np.exceptions.RankWarning, stacklevel=3
        )


def _variance(residuals: Any, freedom: int) -> Any:
    if freedom <= 0:
        raise ValueError(
            "the number of data points must exceed order to scale the covariance matrix"
        )
    return residuals / freedom
