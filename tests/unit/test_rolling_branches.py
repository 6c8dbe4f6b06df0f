"""Plain loops with tests in their rounds: one loop, whatever a branch takes of its round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import functrace as ft
from tests._differences import differences

DRAWN = np.random.default_rng(0).random(64)
TABLE = np.random.default_rng(1).random((64, 3))


def elements(x: Any) -> Any:
    total = 0.0
    for i in range(x.size):
        if x[i] > 0.5:
            total = total + x[i] ** 2
    return total


def captured_numbers(x: Any) -> Any:
    for k in range(x.size):
        if DRAWN[k] < np.exp(-np.sum(x * x) / 9):
            x = x * 0.9 + DRAWN[k]
    return np.sum(x)


def counters(x: Any) -> Any:
    for k in range(x.size):
        x = np.sin(x) + 1
        if x[0] > 1.3:
            x = np.sqrt(100.0 - k + 0 * x)
    return np.sum(x)


def captured_rows(x: Any) -> Any:
    y = x[:3]
    for k in range(x.size):
        y = y + TABLE[k] if y[0] > TABLE[k, 0] else y * 0.9 - k * TABLE[k]
    return np.sum(y * x[:3])


def writes(x: Any) -> Any:
    out = np.zeros(x.size)
    for i in range(x.size):
        if x[i] > 0.5:
            out[i] = x[i] * 2
        else:
            out[i] = -x[i]
    return np.sum(out**2)


def one_branch_writes(x: Any) -> Any:
    out = np.ones((x.size, 2))
    for i in range(1, x.size):
        if x[i] > x[i - 1]:
            out[i, 1] = x[i] * i
    return np.sum(out**2)


def several_writes(x: Any) -> Any:
    out = np.zeros(x.size)
    for k in range(1, x.size):
        if x[k] > x[k - 1]:
            out[k] += x[k]
            out[k - 1] += out[k] * x[k]
    return np.sum(out * x)


def swaps(x: Any) -> Any:
    a = x.copy()
    for j in range(x.size - 1):
        if a[j] > a[j + 1]:
            a[j], a[j + 1] = a[j + 1], a[j]
    return np.sum(a * np.arange(x.size))


def rows_and_elements(x: Any) -> Any:
    m = np.zeros((x.size, 3))
    for k in range(x.size):
        if x[k] > 0.6:
            m[k] = [x[k], 1.0, k]
        elif x[k] > 0.3:
            m[k, 1] = 2 * x[k]
        else:
            m[k, 0] = x[k] ** 2
    return np.sum(m * x[:, None])


def overwritten(x: Any) -> Any:
    u = np.zeros((x.size + 1, 2))
    for k in range(x.size):
        if x[k] > 0.5:
            u[k] = x[k]
            u[k, 1] = u[k, 0] * 3
            u[k] = u[k] + u[k, 1]
    return np.sum(u**2)


def largest(x: Any) -> Any:
    m = x[0]
    for i in range(1, x.size):
        if x[i] > m:  # noqa: PLR1730 - as people write
            m = x[i]
    return m


def chained(x: Any) -> Any:
    count = 0
    for i in range(1, x.size - 1):
        if x[i] > x[i - 1] and x[i] > x[i + 1]:
            count += 1
    return count + np.sum(x)


def expressions(x: Any) -> Any:
    total = 0.0
    for i, v in enumerate(x):
        total += i * v if v < 0.5 else (v - i if v < 0.7 else x[0])
    return total


FUNCTIONS = [
    elements,
    captured_numbers,
    counters,
    captured_rows,
    writes,
    one_branch_writes,
    several_writes,
    swaps,
    rows_and_elements,
    overwritten,
    largest,
    chained,
    expressions,
]


def numbers(count: int) -> np.ndarray:
    return np.random.default_rng(2).random(count)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_loop_is_as_long_as_one_of_more_rounds(function):
    short, long = (
        len(ft.jit(function).lower(numbers(count)).graph.nodes) for count in (48, 64)
    )
    assert long == short


@pytest.mark.share(3)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_and_derivatives(function):
    x = numbers(14)
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-14)
    expected = differences(function, x)
    for gradient in (
        ft.grad(function),
        ft.jit(ft.grad(function)),
        ft.jit(ft.jacfwd(function)),
    ):
        np.testing.assert_allclose(gradient(x), expected, rtol=1e-6, atol=1e-6)
    batch = np.stack([x, x[::-1]])
    found = ft.jit(ft.vmap(ft.grad(function)))(batch)
    np.testing.assert_allclose(
        found, [ft.grad(function)(row) for row in batch], rtol=1e-12
    )


def test_second_order():
    x = numbers(10)
    for function in (several_writes, overwritten, captured_rows):
        expected = differences(ft.grad(function), x)
        found = ft.jit(ft.hessian(function))(x)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_what_is_written_has_the_dtype_of_the_array(dtype):
    def function(x: Any) -> Any:
        u = np.zeros(12, dtype)
        for k in range(12):
            if x[k] > 0.5:
                u[k] = 1.75 * k
                u[(k + 1) % 12] = u[k] / 3
            elif x[k] > 0.2:
                u[k] = k
        return u

    x = numbers(12)
    found, expected = ft.jit(function)(x), function(x)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, expected)


def test_python_numbers_give_way_to_single_precision():
    def function(x: Any) -> Any:
        for k in range(12):
            x = x * 0.9 + 0.3 * k if x[0] > 0.5 + 0.1 * k else x + 0.01
        return x

    x = numbers(5).astype(np.float32)
    found = ft.jit(function)(x)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, function(x), rtol=1e-6)


def test_what_is_read_where_is_not_known():
    """Overlapping and negative indices, slices, and arrays that are large."""

    def function(x: Any) -> Any:
        u = np.zeros((6, 400))
        for k in range(6):
            if x[k] > 0.5:
                u[k] = x[k]
                u[-1, 3] = u[k, 3] + 1
                u[k:, 5] = u[-1, 3]
            else:
                u[k, 1:4] = x[:3] * u[k - 1, 5]
        return u

    for x in (numbers(6), 1 - numbers(6)):
        np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-15)


def test_the_array_that_is_written_to_may_have_other_names():
    def function(x: Any) -> Any:
        u = np.zeros(8)
        other, rows = u, [u]
        for k in range(8):
            if x[k] > 0.4:
                u[k] = x[k]
                rows[0][k] += other[k]
        return u + other + rows[0]

    x = numbers(8)
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-15)


def test_branches_with_very_many_constants_are_left_as_they_are():
    def function(x: Any) -> Any:
        if x[0] > 0:
            for k in range(100):
                x = x * (1 + 1 / (k + 1) ** 2) if k % 7 else np.sin(x) + k
        return x

    x = numbers(3)
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-13)


def test_arrays_without_axes_are_written_in_each_round():
    def function(x: Any) -> Any:
        z = np.zeros(())
        u = np.zeros(x.size + 1)
        for k in range(x.size):
            z[()] += x[k] * (1 + np.sin(z[()]) ** 2 + k) / 9
            if u[k] < z[()]:
                z[()] *= 0.5
            u[k + 1] = u[k] * 0.5 + z
        return z + u[-1]

    x = numbers(300)
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-14)
    found = ft.jit(ft.grad(function))(x)
    np.testing.assert_allclose(found, ft.grad(function)(x), rtol=1e-12)


def test_branches_that_take_nothing_of_what_others_take():
    def function(x: Any, i: Any) -> Any:
        u = np.zeros(4)
        part = np.zeros((4, 2))[:, 1]
        for k in range(4):
            u[3 - k] = part[2]
            if i == k:
                x = x + u[3 - k]
            elif i > k:
                u[k] = part[(k + 1) % 4]
        return x + u

    x = numbers(4)
    for i in range(5):
        np.testing.assert_array_equal(ft.jit(function)(x, i), function(x, i))
