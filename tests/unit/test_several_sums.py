"""Formulas of several sums over the same values, with parts read and written between them."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft


def _moments(x):
    """Four sums in brackets, twice, of which one nest makes all."""
    parts = (np.sum(x, 1) + np.sum(x**2, 1)) + (np.sum(x**3, 1) + np.sum(x**4, 1))
    others = (np.sum(x, 0) - np.sum(x**2, 0)) * (np.sum(x**3, 0) + np.sum(np.sin(x), 0))
    return np.sum(parts**2) + np.sum(others)


def _parts_of_a_product(x):
    x = x.reshape(-1)
    r = np.outer(x, x)[:3, :3]
    return np.sum(r**2) + r[0, 0] * r[-1, 0] + np.sum((r + r.T) * (r - 1))


def _double_centred(x):
    y = x - x.mean(0) - x.mean(1, keepdims=True) + x.mean()
    return np.sum(y**2) + np.sum(y**3) + np.sum(y * x.mean(0))


def _written(x):
    """Sums that are written to, and then added up with others."""
    rows, columns = np.sum(x, 1), np.sum(x, 0)
    rows[::-2] = 0.5
    np.add.at(columns, [0, -1, 0], 3.0)
    rows = rows + np.sum(x * x, 1)
    columns = np.sum(np.sin(x), 0) + columns
    return np.sum(rows**2) + np.sum(columns**3) * rows[-1]


def _single_elements(x):
    x, z = x.reshape(-1), np.zeros((3, 3))
    for i in range(min(x.size, 9)):
        z[i // 3, i % 3] += x[i] * x[0]
        z[i % 3, i // 3] += x[i] ** 2
    z[::-1, 1:] += z[:, :2] * 0.5
    z[0, 0] += np.sum(x)
    return np.sum(z @ z) + np.sum(z * z.T) + z[0, 1] * z[1, 0]


def _forces(x):
    d = x[:, None] - x[None]
    r2 = np.sum(d**2, -1) + np.eye(len(x))
    f = (1 / r2**2 - 1 / r2)[..., None] * d
    return np.sum(x * np.sum(f, 1)) + np.sum(f * d) - np.sum(np.sum(f, 0) * x)


@pytest.mark.parametrize("shape", [(4, 3), (3, 8), (9, 5), (1, 2), (17, 1)])
@pytest.mark.parametrize(
    "function",
    [
        _moments,
        _parts_of_a_product,
        _double_centred,
        _written,
        _single_elements,
        _forces,
    ],
)
def test_several_sums(function, shape, rng):
    """The value, the gradient, and both ways of the Hessian times a vector."""
    x, v = rng.uniform(0.2, 1.2, shape), rng.normal(size=shape)
    fast = ft.jit(lambda x: (*ft.value_and_grad(function)(x), ft.hvp(function)(x, v)))
    expected = *ft.value_and_grad(function)(x), ft.hvp(function)(x, v)
    for a, b in zip(fast(x), expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-11 * np.max(np.abs(b)))
    twice = ft.jit(lambda x: ft.vhp(function)(x, v))(x)
    size = np.max(np.abs(twice))
    np.testing.assert_allclose(twice, expected[-1], rtol=1e-10, atol=1e-10 * size)
