"""Orthogonal polynomials and spherical harmonics that are no ufuncs."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.numpy._arguments import as_array
from functrace.primitives.special import legendre
from functrace.scipy._arguments import floating
from functrace.scipy._plain import on_plain_values

_HIGHEST = 2


@on_plain_values(scipy.special.legendre_p)
def legendre_p(n: Any, z: Any, *, diff_n: int = 0) -> Any:
    """See `scipy.special.legendre_p`; differentiable in `z`."""
    n, z = np.asarray(n), floating(z)
    return np.stack([legendre.legendre_p(n, z, order=k) for k in _orders(diff_n)])


@on_plain_values(scipy.special.legendre_p_all)
def legendre_p_all(n: Any, z: Any, *, diff_n: int = 0) -> Any:
    """See `scipy.special.legendre_p_all`; differentiable in `z`."""
    z = floating(z)
    return legendre_p(_degrees(n, z.ndim), z, diff_n=diff_n).astype(z.dtype)


@on_plain_values(scipy.special.assoc_legendre_p)
def assoc_legendre_p(
    n: Any,
    m: Any,
    z: Any,
    *,
    branch_cut: Any = 2,
    norm: bool = False,
    diff_n: int = 0,
) -> Any:
    """See `scipy.special.assoc_legendre_p`; differentiable in `z`.

    Derivatives of odd order `m` are infinite at the ends of [-1, 1].
    """
    operands = np.asarray(n), np.asarray(m), floating(z), np.asarray(branch_cut)
    values = [
        legendre.assoc_legendre_p(*operands, norm=bool(norm), order=k)
        for k in _orders(diff_n)
    ]
    return np.stack(values)


@on_plain_values(scipy.special.assoc_legendre_p_all)
def assoc_legendre_p_all(
    n: int,
    m: int,
    z: Any,
    *,
    branch_cut: Any = 2,
    norm: bool = False,
    diff_n: int = 0,
) -> Any:
    """See `scipy.special.assoc_legendre_p_all`; differentiable in `z`."""
    z = floating(z)
    ndim = max(z.ndim, np.ndim(branch_cut))
    options: dict[str, Any] = {"branch_cut": branch_cut, "norm": norm}
    return assoc_legendre_p(
        _degrees(n, ndim + 1), _all_orders(m, ndim), z, diff_n=diff_n, **options
    )


@on_plain_values(scipy.special.sph_legendre_p)
def sph_legendre_p(n: Any, m: Any, theta: Any, *, diff_n: int = 0) -> Any:
    """See `scipy.special.sph_legendre_p`; differentiable in `theta`."""
    n, m, theta = np.asarray(n), np.asarray(m), floating(theta)
    return np.stack([_spherical(n, m, theta, k) for k in _orders(diff_n)])


@on_plain_values(scipy.special.sph_legendre_p_all)
def sph_legendre_p_all(n: int, m: int, theta: Any, *, diff_n: int = 0) -> Any:
    """See `scipy.special.sph_legendre_p_all`; differentiable in `theta`."""
    theta = floating(theta)
    degrees, orders = _degrees(n, theta.ndim + 1), _all_orders(m, theta.ndim)
    values = sph_legendre_p(degrees, orders, theta, diff_n=diff_n)
    return values.astype(theta.dtype)


@on_plain_values(scipy.special.sph_harm_y)
def sph_harm_y(n: Any, m: Any, theta: Any, phi: Any, *, diff_n: int = 0) -> Any:
    """See `scipy.special.sph_harm_y`; differentiable in `theta` and `phi`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import sph_harm_y
    >>> float(ft.grad(lambda theta: sph_harm_y(1, 0, theta, 0.0).real)(1.5))
    -0.48737...
    """
    n, m = np.asarray(n), np.asarray(m)
    theta, phi = floating(theta), floating(phi)
    phase = np.exp(1j * (m * phi))

    def derived(in_theta: int, in_phi: int) -> Any:
        return _spherical(n, m, theta, in_theta) * ((1j * m) ** in_phi * phase)

    found = [derived(0, 0)]
    if 1 in _orders(diff_n):
        found.append(np.stack([derived(1, 0), derived(0, 1)], axis=-1))
    if 2 in _orders(diff_n):
        rows = (derived(2, 0), derived(1, 1)), (derived(1, 1), derived(0, 2))
        found.append(np.stack([np.stack(row, axis=-1) for row in rows], axis=-2))
    return tuple(found) if diff_n else found[0]


@on_plain_values(scipy.special.sph_harm_y_all)
def sph_harm_y_all(n: int, m: int, theta: Any, phi: Any, *, diff_n: int = 0) -> Any:
    """See `scipy.special.sph_harm_y_all`; differentiable in `theta` and `phi`."""
    theta, phi = floating(theta), floating(phi)
    ndim = max(theta.ndim, phi.ndim)
    degrees, orders = _degrees(n, ndim + 1), _all_orders(m, ndim)
    values = sph_harm_y(degrees, orders, theta, phi, diff_n=diff_n)
    dtype = np.result_type(theta.dtype, phi.dtype, np.complex64)
    if not diff_n:
        return values.astype(dtype)
    return tuple(each.astype(dtype) for each in values)


@on_plain_values(scipy.special.assoc_laguerre)
def assoc_laguerre(x: Any, n: Any, k: Any = 0.0) -> Any:
    """See `scipy.special.assoc_laguerre`."""
    return scipy.special.eval_genlaguerre(as_array(n), as_array(k), as_array(x))


def _spherical(n: Any, m: Any, theta: Any, order: int) -> Any:
    """A derivative of a spherical Legendre polynomial, between 0 and pi."""
    if order == 0:
        return legendre.sph_legendre_p(n, m, theta)
    lower = order - 1
    slope = legendre.sph_legendre_slope(
        n, m, lambda other: _spherical(n, other, theta, lower)
    )
    return np.where(np.sin(theta) < 0, -1, 1) * slope


def _orders(diff_n: int) -> range:
    """Of the derivatives wanted; SciPy computes no others."""
    if diff_n not in range(_HIGHEST + 1):
        raise ValueError(
            "diff_n is currently only implemented for orders 0, 1, and 2,"
            f" received: {diff_n}."
        )
    return range(diff_n + 1)


def _degrees(n: Any, ndim: int) -> np.ndarray:
    """All up to `n`, along an axis before `ndim` others."""
    if n < 0 or n != int(n):
        raise ValueError("n must be a non-negative integer.")
    return np.arange(int(n) + 1).reshape(-1, *[1] * ndim)


def _all_orders(m: Any, ndim: int) -> np.ndarray:
    """From 0 up to `m`, then from ``-m`` to -1: so that an order is its own index."""
    if m != int(m):
        raise ValueError("m must be an integer.")
    m = abs(int(m))
    return np.concatenate([np.arange(m + 1), np.arange(-m, 0)]).reshape(-1, *[1] * ndim)
