"""Numba's compiled functions with traced values: their Python is traced."""

from __future__ import annotations

import contextlib
import math

import numba
import numpy as np
import pytest

import functrace as ft

pytestmark = pytest.mark.filterwarnings("ignore::numba.NumbaPendingDeprecationWarning")
X = np.array([0.3, 0.8, 1.5])


@numba.njit
def energy(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += math.exp(0.0) * x[i] ** 3
    return total


@numba.njit
def nested(x, scale=2.0):
    return scale * energy(x) + energy(scale * x)


@numba.njit(parallel=True)
def parallel(x):
    total = 0.0
    for i in numba.prange(3):
        total += x[i] ** 3
    return total


@numba.njit
def of_several(first, *others):
    return first * others[0] ** 2 * len(others)


@numba.njit
def of_pair(pair, factor=3.0):
    return pair[0] ** 2 * pair[1] * factor


@numba.njit("float64(float64)")
def of_one_type(x):
    return x * x


@numba.vectorize
def positive_part(x):
    return x * x if x > 0.5 else 0.0


@numba.guvectorize(["(float64[:], float64[:])"], "(n)->()")
def total_of(x, out):
    out[0] = x.sum()


def in_python_loop(x):
    y = 1.0 * x
    for _ in range(3):
        y = y * energy(y) ** 0.1
    return np.sum(y)


def in_scan(x):
    return ft.scan(lambda c, v: (c + energy(v * x), c), x[0], x)[0]


def differences(function, x, step=1e-6):
    shifts = step * np.eye(x.size)
    return np.array([function(x + s) - function(x - s) for s in shifts]) / (2 * step)


@pytest.mark.parametrize(
    "function",
    [
        energy,
        nested,
        lambda x: nested(x, scale=x[0]),
        parallel,
        lambda x: of_several(x[0], x[1], x[2]),
        lambda x: of_pair([x[0], x[1]]),
        lambda x: of_pair((2.0, x[1]), factor=x[2]),
        lambda x: np.sum(positive_part(x) * x),
        in_python_loop,
        in_scan,
    ],
)
@pytest.mark.slow
def test_derivatives(function):
    expected = differences(function, X)  # compiled
    np.testing.assert_allclose(ft.grad(function)(X), expected, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(ft.jacfwd(function)(X), expected, rtol=1e-7, atol=1e-8)
    second = np.array(
        [differences(lambda x, i=i: ft.grad(function)(x)[i], X) for i in range(3)]
    )
    np.testing.assert_allclose(ft.hessian(function)(X), second, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    "function", [energy, nested, parallel, in_python_loop, in_scan]
)
@pytest.mark.slow
def test_compiled_and_on_batches(function):
    rows = np.stack([X, X[::-1], 2 * X])
    expected = np.stack([differences(function, row) for row in rows])
    got = ft.jit(ft.vmap(ft.grad(function)))(rows)
    np.testing.assert_allclose(got, expected, rtol=1e-7)
    np.testing.assert_allclose(
        ft.vmap(function)(rows), [function(row) for row in rows], rtol=1e-13
    )


def test_a_condition_on_values_is_followed():
    np.testing.assert_array_equal(
        ft.grad(lambda x: np.sum(positive_part(x)))(X), [0.0, 1.6, 3.0]
    )
    np.testing.assert_array_equal(
        ft.jit(ft.grad(lambda x: np.sum(positive_part(x))))(X), [0.0, 1.6, 3.0]
    )


@pytest.mark.slow
def test_plain_values_are_still_compiled():
    ft.grad(energy)(X)
    before = len(energy.signatures)
    assert energy(X) == pytest.approx(np.sum(X**3))
    assert energy(np.float32(2) * np.ones(2, np.float32)) == 16.0
    assert before <= len(energy.signatures) <= before + 2
    assert all("pyobject" not in str(s) for s in energy.signatures)


def test_what_cannot_be_traced_says_so():
    with pytest.raises(ft.MissingRuleError, match=r"leave the types out .*py_func"):
        ft.grad(of_one_type)(1.0)
    assert ft.grad(of_one_type.py_func)(1.0) == 2.0
    with pytest.raises(TypeError, match="No matching definition"):
        of_one_type("text")
    with pytest.raises(ft.MissingRuleError, match="total_of is not supported"):
        ft.grad(total_of)(X)
    of_pair([2.0, 3.0])  # of a list, Numba looks at the first element
    with contextlib.suppress(ft.ConcretizationError):
        got = ft.grad(lambda x: of_pair([2.0, x[1]]))(X)
        np.testing.assert_array_equal(got, [0.0, 12.0, 0.0])
