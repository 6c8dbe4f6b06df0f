"""Arrays as sets: where the derivative goes, and what must be known."""

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp

X = np.array([2.0, 1.0, 2.0, 3.0])
Y = np.array([3.0, 4.0, 1.0])
WEIGHTS = np.array([1.0, 10.0, 100.0, 1000.0])


def weighted(values):
    return np.sum(values * WEIGHTS[: values.shape[0]])


def test_derivative_goes_to_the_first_of_equal_elements():
    np.testing.assert_array_equal(
        ft.grad(lambda x: weighted(np.unique(x)))(X), [10, 1, 0, 100]
    )
    pair = ft.grad(lambda x, y: weighted(np.intersect1d(x, y)), argnums=(0, 1))(X, Y)
    np.testing.assert_array_equal(pair[0], [0, 1, 0, 10])
    np.testing.assert_array_equal(pair[1], 0)
    pair = ft.grad(lambda x, y: weighted(np.union1d(x, y)), argnums=(0, 1))(X, Y)
    np.testing.assert_array_equal(pair[0], [10, 1, 0, 100])
    np.testing.assert_array_equal(pair[1], [0, 1000, 0])
    np.testing.assert_array_equal(
        ft.grad(lambda x: weighted(np.setdiff1d(x, Y)))(X), [1, 0, 0, 0]
    )
    pair = ft.grad(lambda x, y: weighted(np.setxor1d(x, y)), argnums=(0, 1))(X, Y)
    np.testing.assert_array_equal(pair[0], [1, 0, 0, 0])
    np.testing.assert_array_equal(pair[1], [0, 10, 0])


@pytest.mark.parametrize(
    "function",
    [
        np.trim_zeros,
        lambda x: np.unique(x[None], axis=0),
        lambda x: np.intersect1d(x, Y),
        lambda x: np.setxor1d(x, Y),
    ],
)
def test_values_must_be_known(function):
    with pytest.raises(ft.ConcretizationError, match="needs values"):
        ft.jit(function)(X)


@pytest.mark.parametrize(
    "function",
    [
        np.unique_all,
        np.unique_counts,
        lambda x: np.unique(x, return_inverse=True),
        lambda x: np.union1d(x, Y),
        lambda x: np.setdiff1d(Y, x),
        lambda x: np.setdiff1d(x, Y),
    ],
)
def test_sets_of_values_that_are_not_known(function):
    found, expected = ft.jit(function)(X), function(X)
    if isinstance(expected, np.ndarray):
        found, expected = [found], [expected]
    for part, wanted in zip(found, expected, strict=True):
        np.testing.assert_array_equal(part, wanted)


@pytest.mark.parametrize("name", ["unique_all", "unique_counts", "unique_inverse"])
def test_named_tuples_are_those_of_numpy(name):
    expected = getattr(np, name)(X)
    for got in (getattr(fnp, name)(X), ft.vjp(getattr(np, name), X)[0]):
        assert type(got) is type(expected)
        for value, wanted in zip(got, expected, strict=True):
            np.testing.assert_array_equal(value, wanted)


def test_isin_can_be_compiled_and_mapped():
    np.testing.assert_array_equal(ft.jit(np.isin)(X, Y), np.isin(X, Y))
    rows = np.stack([X, X + 1, X - 1])
    tests = np.stack([Y, Y, Y + 0.5])
    expected = [np.isin(*pair) for pair in zip(rows, tests, strict=True)]
    np.testing.assert_array_equal(ft.vmap(np.isin)(rows, tests), expected)
    with pytest.raises(ValueError, match="'table' method"):
        fnp.isin(X, Y, kind="table")
    with pytest.raises(ValueError, match="Invalid kind"):
        fnp.isin(X, Y, kind="other")


def test_trimmed_zeros():
    x = np.array([0.0, 0.0, 1.0, 0.0, 2.0, 0.0])
    got = ft.grad(lambda x: weighted(np.trim_zeros(x)))(x)
    np.testing.assert_array_equal(got, [0, 0, 1, 10, 100, 0])
    assert ft.vjp(np.trim_zeros, np.zeros(3))[0].shape == (0,)
    with pytest.raises(ValueError, match="unexpected character"):
        ft.vjp(lambda x: np.trim_zeros(x, "x"), x)


@pytest.mark.parametrize(
    "dtype",
    [
        "f4",
        *(pytest.param(d, marks=pytest.mark.slow) for d in ("i1", "u2", "f8", "c8")),
    ],
)
def test_sort_complex_has_numpys_dtypes(dtype):
    x = np.array([3, 1, 2], dtype)
    got, expected = ft.jit(np.sort_complex)(x), np.sort_complex(x)
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got, expected)
