"""Functions made of Bessel functions that are no ufuncs."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.core.primitive import Primitive
from functrace.numpy._arguments import as_array
from functrace.primitives.special import spherical_bessel
from functrace.scipy._arguments import floating
from functrace.scipy._plain import on_plain_values


def _count(n: Any, *, strict: bool = True) -> int:
    """A number of terms; a float only if it is whole, and that is not `strict`."""
    try:
        count = operator.index(n if strict or n != int(n) else int(n))
    except (TypeError, ValueError) as error:
        raise type(error)("n must be a non-negative integer.") from None
    if count < 0:
        raise ValueError("n must be a non-negative integer.")
    return count


# -- spherical Bessel functions ----------------------------------------------------------


def _reflected(
    records: tuple[Primitive, Primitive], even: int, n: Any, z: Any, derivative: bool
) -> Any:
    """Of positive numbers, and so of negative ones: DLMF 10.47(v)."""
    n, z = np.asarray(n, dtype=np.dtype("long")), floating(z)
    record = records[bool(derivative)]
    if z.dtype.kind == "c":
        return record(n, z)
    below = z < 0
    parity = np.where(n % 2 == 0, even, -even) * (-1 if derivative else 1)
    positive = z * np.where(below, -1, 1).astype(z.dtype)
    return record(n, positive) * np.where(below, parity, 1)


@on_plain_values(scipy.special.spherical_jn)
def spherical_jn(n: Any, z: Any, derivative: bool = False) -> Any:
    """See `scipy.special.spherical_jn`; differentiable in `z`."""
    records = spherical_bessel.jn, spherical_bessel.jn_d
    return _reflected(records, 1, n, z, derivative)


@on_plain_values(scipy.special.spherical_yn)
def spherical_yn(n: Any, z: Any, derivative: bool = False) -> Any:
    """See `scipy.special.spherical_yn`; differentiable in `z`."""
    records = spherical_bessel.yn, spherical_bessel.yn_d
    return _reflected(records, -1, n, z, derivative)


@on_plain_values(scipy.special.spherical_in)
def spherical_in(n: Any, z: Any, derivative: bool = False) -> Any:
    """See `scipy.special.spherical_in`; differentiable in `z`."""
    records = spherical_bessel.in_, spherical_bessel.in_d
    return _reflected(records, 1, n, z, derivative)


@on_plain_values(scipy.special.spherical_kn)
def spherical_kn(n: Any, z: Any, derivative: bool = False) -> Any:
    """See `scipy.special.spherical_kn`; differentiable in `z`."""
    n, z = np.asarray(n, dtype=np.dtype("long")), floating(z)
    record = spherical_bessel.kn_d if derivative else spherical_bessel.kn
    if z.dtype.kind == "c":
        return record(n, z)
    below = z < 0
    negative = record(n, np.where(below, z, -1).astype(z.dtype) + 0j).real
    return np.where(below, negative, record(n, np.where(below, 1, z).astype(z.dtype)))


# -- derivatives of Bessel functions -----------------------------------------------------


def _derivative(function: Callable[..., Any], v: Any, z: Any, n: Any, sign: int) -> Any:
    """The n-th, by DLMF 10.6.7 and 10.29.5."""
    n = _count(n)
    z = as_array(z)
    if n == 0:
        return function(v if np.isscalar(v) else as_array(v), z)
    v = as_array(v)
    terms = (
        sign**k * math.comb(n, k) * function(v - float(n - 2 * k), z)
        for k in range(n + 1)
    )
    return sum(terms) / 2.0**n


@on_plain_values(scipy.special.jvp)
def jvp(v: Any, z: Any, n: int = 1) -> Any:
    """See `scipy.special.jvp`."""
    return _derivative(scipy.special.jv, v, z, n, -1)


@on_plain_values(scipy.special.yvp)
def yvp(v: Any, z: Any, n: int = 1) -> Any:
    """See `scipy.special.yvp`."""
    return _derivative(scipy.special.yv, v, z, n, -1)


@on_plain_values(scipy.special.ivp)
def ivp(v: Any, z: Any, n: int = 1) -> Any:
    """See `scipy.special.ivp`."""
    return _derivative(scipy.special.iv, v, z, n, 1)


@on_plain_values(scipy.special.kvp)
def kvp(v: Any, z: Any, n: int = 1) -> Any:
    """See `scipy.special.kvp`."""
    return (-1) ** n * _derivative(scipy.special.kv, v, z, n, 1)


@on_plain_values(scipy.special.h1vp)
def h1vp(v: Any, z: Any, n: int = 1) -> Any:
    """See `scipy.special.h1vp`."""
    return _derivative(scipy.special.hankel1, v, z, n, -1)


@on_plain_values(scipy.special.h2vp)
def h2vp(v: Any, z: Any, n: int = 1) -> Any:
    """See `scipy.special.h2vp`."""
    return _derivative(scipy.special.hankel2, v, z, n, -1)


# -- sequences ---------------------------------------------------------------------------


@on_plain_values(scipy.special.riccati_jn)
def riccati_jn(n: int, x: Any) -> tuple[Any, Any]:
    """See `scipy.special.riccati_jn`; differentiable in `x`."""
    degrees, x = _riccati_arguments(n, x)
    value = spherical_jn(degrees, x)
    return x * value, value + x * spherical_jn(degrees, x, derivative=True)


@on_plain_values(scipy.special.riccati_yn)
def riccati_yn(n: int, x: Any) -> tuple[Any, Any]:
    """See `scipy.special.riccati_yn`; differentiable in `x`."""
    degrees, x = _riccati_arguments(n, x)
    value = spherical_yn(degrees, x)
    return x * value, value + x * spherical_yn(degrees, x, derivative=True)


def _riccati_arguments(n: Any, x: Any) -> tuple[np.ndarray, Any]:
    """All degrees up to `n`; both must be scalars."""
    x = floating(x)
    if not np.isscalar(n) or x.ndim:
        raise ValueError("arguments must be scalars.")
    return np.arange(_count(n, strict=False) + 1), x
