"""Python's numbers and truth values, and arrays without dimensions: under jit as without."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

SINGLE = np.ones(2, np.float32)


def _same(function, *args):
    expected, found = function(*args), ft.jit(function)(*args)
    np.testing.assert_array_equal(found, expected)
    if not isinstance(expected, (bool, int, float)):
        assert np.asarray(found).dtype == np.asarray(expected).dtype


# -- truth values ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        lambda n: (n > 1) + (n > 2),
        lambda n: (n > 1) - (n > 5),
        lambda n: (n > 1) * (n == 3) / (n < 7),
        lambda n: -(n > 1) + ~(n > 1) + abs(n > 2) + (+(n >= 3)),
        lambda n: ((n > 1) << (n > 2)) ** (n != 2) // (n > 1) % (n + 1),
        lambda n: ((n > 1) & (n > 2)) + ((n > 1) | (n > 9)) + ((n > 1) ^ (n > 9)),
        lambda n: sum([n > 1, n > 2, n > 5]),
        lambda n: (not n > 9) + (not n > 1) + bool(n),
        lambda n: (1 < n < 5) + (n in (1, 3)) + (n > 1 and n < 9) + (n > 9 or n > 2),
        lambda n: any([n > 1, n > 9]) + all([n > 1, n > 2]) + max(n > 1, n > 9),
        lambda n: ((n > 1) if n > 2 else False) + (n > 1),
        lambda n: (n > 1) * SINGLE + max(n, 2) * SINGLE + (n | 4) * SINGLE,
        lambda n: np.add(n > 1, n > 2),
        lambda n: np.array([n > 1, n > 2]) + (n > 1),
        lambda n: (np.float64(n) > 1) + (np.float64(n) > 2),
        lambda n: np.array(n) * SINGLE,
    ],
)
def test_truth_values_of_python_numbers_count(function):
    _same(function, 3)


def test_truth_values_count_from_round_to_round():
    def first(n):
        found, k = False, 0
        while not found:
            k += (k < n) + (k < n // 2)
            found = k >= n
        return k, found + found

    _same(first, 5)


# -- arrays without dimensions -----------------------------------------------------------


def _names(x, a):
    b = a
    a += x
    a += x
    return a * 1.0, b * 1.0


def _view(x, a):
    b, c = a[...], a.reshape(())
    b += x
    a *= 3
    c += x
    return a * 1.0, b * 1.0, c * 1.0


def _filled(x, a):
    b = a
    a[...] = x
    a *= 2
    np.add(a, x, out=a)
    a[()] = a + x
    return a * 1.0, b * 1.0


def _in_branch(x, a):
    b = a
    if x > 0:
        a += x
        a += x
    return a * 1.0, b * 1.0


def _in_loop(x, a):
    i = 0
    while i < x:
        a += x
        i += 1
    return a * 1.0


def _rounds(x, a):
    b = [a]
    for _ in range(30):
        b[0] += x
        a *= 1.5
    return a * 1.0, b[0] * 1.0


@pytest.mark.parametrize(
    "make",
    [
        lambda x: np.array(0.0),
        lambda x: np.array(x),
        lambda x: np.full((), x),
        lambda x: np.zeros_like(np.array(x)),
        lambda x: np.array(x).copy(),
        lambda x: np.zeros(2)[1, ...],
    ],
)
@pytest.mark.parametrize(
    "function", [_names, _view, _filled, _in_branch, _in_loop, _rounds]
)
def test_writes_to_an_array_without_dimensions_reach_all_its_names(make, function):
    _same(lambda x: np.array(function(x, make(x))), 2.0)


@pytest.mark.parametrize("function", [_names, _view, _filled])
def test_derivatives_through_an_array_without_dimensions(function):
    def total(x):
        return sum(function(x, np.array(x)))

    expected = (total(2.0 + 1e-6) - total(2.0 - 1e-6)) / 2e-6
    np.testing.assert_allclose(ft.jit(ft.grad(total))(2.0), expected, rtol=1e-6)


def test_one_of_two_arrays_without_dimensions_may_not_be_written_to():
    def written(x):
        a, b = np.array(x), np.array(2 * x)
        c = a if x > 1 else b
        c += x
        return a, b

    with pytest.raises(ft.MutationError):
        ft.jit(written)(3.0)
