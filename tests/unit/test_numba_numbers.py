"""Python functions of numbers that Numba compiles, as native code of programs."""

from __future__ import annotations

import itertools
import math

import numba
import numpy as np
import pytest

import functrace as ft
from functrace import extend
from functrace.core.errors import DtypeError

_numbers = itertools.count()
X = np.array([0.5, -2.0, 3.0, 0.25, -0.125, 7.0, 1.5])


def bump(x):
    return math.exp(-1 / (1 - x * x)) if abs(x) < 1 else 0.0


@numba.njit
def three_ways(x, y):
    if x > y:
        return math.sin(x) ** 2 + y
    if x < -1 or y < 0.1:
        return -x
    return math.sqrt(y) * 2.0


@numba.njit
def rounds(x, most):
    k = 0
    while x > 1.0 and k < most:
        x = x / 2 if int(x) % 2 == 0 else 3 * x + 1
        k += 1
    return k


def is_between(x, y):
    return y < x < y + 2


def elementwise_of(kernel, dtype=None):
    def aval(*avals):
        shape = np.broadcast_shapes(*(a.shape for a in avals))
        return extend.Aval(shape, dtype or avals[0].dtype)

    plain = getattr(kernel, "py_func", kernel)
    impl = np.vectorize(plain, otypes=None if dtype is None else [dtype])
    return extend.nondifferentiable(
        f"test_numbers_{next(_numbers)}",
        impl,
        aval,
        broadcasts=True,
        lower=extend.numba_elementwise(kernel),
    )


@pytest.mark.parametrize("size", [1, 2, 3, 8, 33, 1000])
def test_branches_become_choices(size):
    rng = np.random.default_rng(size)
    x, y = rng.normal(size=(2, size)) * 1.5
    for kernel, args in ((bump, (x,)), (three_ways, (x, y))):
        operation = elementwise_of(kernel)
        lowered = ft.jit(operation).lower(*args)
        assert "@ft_kernel" not in lowered.llvm  # all of it is a part of the program
        expected = np.vectorize(getattr(kernel, "py_func", kernel))(*args)
        np.testing.assert_allclose(
            ft.jit(operation)(*args), expected, rtol=1e-15, atol=1e-15
        )


@pytest.mark.slow
def test_loops_are_called():
    steps = elementwise_of(rounds, np.int64)
    x, most = np.arange(1.0, 60), np.array([100])
    assert "@ft_kernel" in ft.jit(steps).lower(x, most).llvm
    expected = np.vectorize(rounds.py_func)(x, most)
    assert expected.max() == 100
    np.testing.assert_array_equal(ft.jit(steps)(x, most), expected)
    np.testing.assert_array_equal(ft.jit(steps)(x[5], most[0]), expected[5])


def guarded(n):
    if n < 60:
        doubled = n + (n << 1)
        if doubled > 30:
            return doubled * n
    return -n


def test_branches_within_branches_of_integers():
    n = np.array([-5, 0, 11, 59, 60, 1 << 62, -(1 << 62)])
    expected = [guarded(int(v)) for v in n[:-2]] + [-(1 << 62)]
    operation = elementwise_of(guarded)
    assert "@ft_kernel" not in ft.jit(operation).lower(n).llvm
    np.testing.assert_array_equal(ft.jit(operation)(n)[:-1], expected)


def test_truth_values_and_integers():
    inside = elementwise_of(is_between, np.bool_)
    x, y = np.arange(-5, 6), np.linspace(-3, 3, 11)
    found = ft.jit(inside)(x, y)
    np.testing.assert_array_equal(found, (y < x) & (x < y + 2))

    def negated(x):
        return not x

    opposite = elementwise_of(negated, np.bool_)
    np.testing.assert_array_equal(ft.jit(opposite)(found), ~found)


def test_special_values_and_single_precision():
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 0.9, 1.0], np.float32)
    found = ft.jit(elementwise_of(bump, np.float32))(x)
    expected = [bump(float(v)) for v in x]
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, expected, rtol=1e-4)

    def larger(x, y):
        return max(y, x)

    a, b = np.array([np.nan, 1.0, -0.0]), np.array([1.0, np.nan, 0.0])
    found = ft.jit(elementwise_of(larger))(a, b)
    np.testing.assert_array_equal(found, [1.0, np.nan, 0.0])


def test_derivatives_and_fusion():
    smooth = extend.elementwise(
        "test_kernel_bump",
        np.vectorize(bump),
        partials=(lambda x, out: -2 * x * out / (1 - x * x) ** 2,),
        domain=((-0.9, 0.9),),
        lower=extend.numba_elementwise(bump),
    )
    x = np.linspace(-0.9, 0.9, 21)
    found = ft.jit(ft.grad(lambda x: np.sum(smooth(x) ** 2)))(x)
    step = 1e-6
    by_differences = (smooth(x + step) ** 2 - smooth(x - step) ** 2) / (2 * step)
    np.testing.assert_allclose(found, by_differences, rtol=1e-7, atol=1e-9)


def test_functions_without_a_name():
    for kernel in (lambda x: x * x + 1, numba.njit(lambda x: x * x + 1)):
        found = ft.jit(elementwise_of(kernel))(X)
        np.testing.assert_array_equal(found, X * X + 1)


def test_exceptions_are_refused():
    def checked(x):
        if x < 0:
            raise ValueError("negative")
        return math.sqrt(x)

    with pytest.raises(DtypeError, match=r"checked raises exceptions"):
        ft.jit(elementwise_of(checked))(X)


def test_what_is_no_number_is_refused():
    def pair(x):
        return x, x

    with pytest.raises(DtypeError, match="returns something else than a number"):
        ft.jit(elementwise_of(pair))(X)


def test_complex_numbers_run_in_numpy():
    def square(x):
        return x * x

    squared = elementwise_of(square)
    z = np.array([1 + 2j, -3j])
    assert "run in NumPy" in ft.jit(squared).lower(z).explain()
    np.testing.assert_array_equal(ft.jit(squared)(z), z * z)
