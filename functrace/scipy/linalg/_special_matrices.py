"""Matrices of a special form, made from their elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.primitives.hermitian import conjugate
from functrace.scipy._plain import on_plain_values


def _vector(value: Any) -> Any:
    return np.atleast_1d(as_array(value))


@on_plain_values(scipy.linalg.toeplitz)
def toeplitz(c: Any, r: Any = None) -> Any:
    """See `scipy.linalg.toeplitz`."""
    c = _vector(c)
    r = conjugate(c) if r is None else _vector(r)
    m, n = c.shape[-1], r.shape[-1]
    stack = np.broadcast_shapes(c.shape[:-1], r.shape[:-1])
    c, r = np.broadcast_to(c, (*stack, m)), np.broadcast_to(r, (*stack, n))
    values = np.concatenate([c[..., ::-1], r[..., 1:]], axis=-1)
    return values[..., m - 1 - np.arange(m)[:, None] + np.arange(n)]


@on_plain_values(scipy.linalg.circulant)
def circulant(c: Any) -> Any:
    """See `scipy.linalg.circulant`."""
    c = _vector(c)
    n = c.shape[-1]
    return c[..., (np.arange(n)[:, None] - np.arange(n)) % max(n, 1)]


@on_plain_values(scipy.linalg.hankel)
def hankel(c: Any, r: Any = None) -> Any:
    """See `scipy.linalg.hankel`."""
    c = np.ravel(as_array(c))
    r = np.zeros_like(c) if r is None else np.ravel(as_array(r))
    values = np.concatenate([c, r[1:]])
    return values[np.arange(c.size)[:, None] + np.arange(r.size)]


@on_plain_values(scipy.linalg.leslie)
def leslie(f: Any, s: Any) -> Any:
    """See `scipy.linalg.leslie`."""
    f, s = _vector(f), _vector(s)
    if f.shape[-1] != s.shape[-1] + 1:
        raise ValueError(
            "Incorrect lengths for f and s. The length of s along the last axis must be "
            "one less than the length of f."
        )
    if not s.shape[-1]:
        raise ValueError("The length of s must be at least 1.")
    n = s.shape[-1]
    survivors = s[..., :, None] * np.eye(n, n + 1, dtype=s.dtype)
    stack = np.broadcast_shapes(f.shape[:-1], s.shape[:-1])
    rows = np.broadcast_to(f[..., None, :], (*stack, 1, n + 1))
    return np.concatenate(
        [rows, np.broadcast_to(survivors, (*stack, n, n + 1))], axis=-2
    )


@on_plain_values(scipy.linalg.block_diag)
def block_diag(*arrs: Any) -> Any:
    """See `scipy.linalg.block_diag`."""
    blocks = [np.atleast_2d(as_array(a)) for a in arrs]
    stack = np.broadcast_shapes(*(b.shape[:-2] for b in blocks))
    total = sum(b.shape[-1] for b in blocks)
    dtype = np.result_type(*(b.dtype for b in blocks))
    rows: list[Any] = []
    start = 0
    for block in blocks:
        m, n = block.shape[-2:]
        parts = [
            np.zeros((*stack, m, start), dtype),
            np.broadcast_to(block, (*stack, m, n)),
            np.zeros((*stack, m, total - start - n), dtype),
        ]
        rows.append(np.concatenate(parts, axis=-1))
        start += n
    return np.concatenate(rows, axis=-2)


@on_plain_values(scipy.linalg.companion)
def companion(a: Any) -> Any:
    """See `scipy.linalg.companion`."""
    a = _vector(a)
    n = a.shape[-1]
    if n < 2:
        raise ValueError("The length of `a` along the last axis must be at least 2.")
    message = "The first coefficient(s) of `a` must not be zero."
    first = require(a[..., :1], a[..., :1] != 0, message=message)
    row = -a[..., None, 1:] / (1.0 * first[..., None])
    below = np.eye(n - 2, n - 1, dtype=row.dtype)
    below = np.broadcast_to(below, (*a.shape[:-1], n - 2, n - 1))
    return np.concatenate([row, below], axis=-2)


@on_plain_values(scipy.linalg.fiedler)
def fiedler(a: Any) -> Any:
    """See `scipy.linalg.fiedler`; the derivative of ``abs`` at ties is zero."""
    a = _vector(a)
    return np.abs(a[..., :, None] - a[..., None, :])


@on_plain_values(scipy.linalg.fiedler_companion)
def fiedler_companion(a: Any) -> Any:
    """See `scipy.linalg.fiedler_companion`."""
    a = _vector(a)
    n = a.shape[-1] - 1
    if n < 1:
        return np.zeros((*a.shape[:-1], 0), a.dtype)
    a = require(a, a[..., :1] != 0, message="Leading coefficient is zero.")
    a = a / a[..., :1]
    if n == 1:
        return -a[..., 1:, None]
    return -a[..., _fiedler_places(n)] * _mask(_fiedler_places(n) > 0, a) + _ones(n, a)


def _fiedler_places(n: int) -> Any:
    """Where in the matrix which coefficient stands; zero for none."""
    places = np.zeros((n, n), int)
    places[range(2, n, 2), range(1, n - 1, 2)] = range(3, n + 1, 2)
    places[range(0, n - 1, 2), range(1, n, 2)] = range(2, n + 1, 2)
    places[0, 0] = 1
    return places


def _ones(n: int, like: Any) -> Any:
    ones = np.zeros((n, n), like.dtype)
    ones[range(3, n, 2), range(1, n - 2, 2)] = 1
    ones[range(0, n - 2, 2), range(2, n, 2)] = 1
    ones[1, 0] = 1
    return ones


def _mask(where: Any, like: Any) -> Any:
    return where.astype(like.dtype.char.lower())


@on_plain_values(scipy.linalg.convolution_matrix)
def convolution_matrix(a: Any, n: int, mode: str = "full") -> Any:
    """See `scipy.linalg.convolution_matrix`."""
    if n <= 0:
        raise ValueError("n must be a positive integer.")
    a = as_array(a)
    size = a.shape[-1] if a.ndim else 0
    if not size:
        raise ValueError("len(a) must be at least 1.")
    if mode not in ("full", "valid", "same"):
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    trim = 0 if mode == "full" else min(n, size) - 1
    start = trim if mode == "valid" else trim // 2
    stop = size + n - 1 - (trim if mode == "valid" else trim - trim // 2)
    places = np.arange(start, stop)[:, None] - np.arange(n)
    inside = (places >= 0) & (places < size)
    return a[..., np.where(inside, places, 0)] * _mask(inside, a)
