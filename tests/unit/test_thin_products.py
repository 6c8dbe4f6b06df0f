"""Products of matrices with a short axis: in the loops of what they are made of, or for."""

import numpy as np
import pytest

import functrace as ft

SHAPES = [(40, 3, 50), (40, 1, 20), (17, 4, 60), (30, 50, 2), (4, 30, 50), (1, 20, 20)]


def interaction(x, y):
    return np.exp(-((x @ y.T) ** 2))


def energy(x, y):
    return np.sum(interaction(x, y))


def plan_of(function, *args):
    return ft.jit(function).lower(*args).plan


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_products_of_what_loops_compute(rng, shape, dtype):
    m, k, n = shape
    x, y = rng.normal(size=(m, k)).astype(dtype), rng.normal(size=(k, n)).astype(dtype)
    x_turned, y_turned = np.ascontiguousarray(x.T), np.ascontiguousarray(y.T)
    expected = np.sin(x) @ np.cos(y)
    error = {"rtol": 1e-4, "atol": 1e-4} if dtype == "f4" else {"rtol": 1e-12}
    for function, *args in (
        (lambda x, y: np.sin(x) @ np.cos(y), x, y),
        (lambda x, y: np.sin(x.T) @ np.cos(y), x_turned, y),
        (lambda x, y: np.sin(x) @ np.cos(y.T), x, y_turned),
        (lambda x, y: np.sin(x).T @ np.cos(y).T, x_turned, y_turned),
    ):
        result = ft.jit(function)(*args)
        assert result.dtype == expected.dtype
        np.testing.assert_allclose(result, expected, **error)


@pytest.mark.parametrize("dimensions", [1, 2, 3, 4])
def test_gradients_of_interactions_store_no_matrix(rng, dimensions):
    x, y = rng.normal(size=(150, dimensions)), rng.normal(size=(120, dimensions))
    gradient = ft.grad(energy, (0, 1))
    lowered = ft.jit(gradient).lower(x, y)
    assert "call matmul" not in lowered.plan
    assert lowered.peak_memory < 2 * x.shape[0] * y.shape[0]  # bytes
    weights = -2 * (x @ y.T) * interaction(x, y)
    for result, expected in zip(
        ft.jit(gradient)(x, y), (weights @ y, weights.T @ x), strict=True
    ):
        np.testing.assert_allclose(result, expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
@pytest.mark.parametrize(
    "shapes",
    [
        ((40, 4), (6, 5, 4, 3)),
        ((7, 40, 3), (3, 3)),
        ((2, 3), (5, 3, 20)),
        ((6, 1, 50, 1), (5, 1, 2)),
        ((5, 4, 2), (2, 17)),
    ],
)
def test_points_that_are_turned_in_many_ways_are_not_stored(rng, shapes, dtype):
    x, y = (rng.normal(size=shape).astype(dtype) for shape in shapes)
    plan = plan_of(lambda x, y: np.sum(np.sin(x @ y)), x, y)
    assert "call matmul" not in plan
    assert " store arena" not in plan.replace("reduce to arena", "")
    error = {"rtol": 1e-4, "atol": 1e-4} if dtype == "f4" else {"rtol": 1e-11}
    np.testing.assert_allclose(ft.jit(np.matmul)(x, y), x @ y, **error)
    if dtype != "c16":
        gradient = ft.grad(lambda x, y: np.sum(np.sin(x @ y)), (0, 1))
        for out, expected in zip(ft.jit(gradient)(x, y), gradient(x, y), strict=True):
            np.testing.assert_allclose(out, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    "shapes", [((5, 4, 4), (4, 4)), ((40, 4), (6, 4, 9)), ((40, 5), (6, 5, 3))]
)
def test_other_stacks_are_products(rng, shapes):
    x, y = (rng.normal(size=shape) for shape in shapes)
    assert "call matmul" in plan_of(lambda x, y: np.sum(np.sin(x @ y)), x, y)


def test_products_of_what_is_in_memory_are_left_to_blas(rng):
    x, y = rng.normal(size=(60, 50)), rng.normal(size=(50, 3))
    assert "call matmul" in plan_of(lambda x, y: x @ y, x, y)
    assert "call matmul" in plan_of(lambda x, y: x.T @ y, x.T.copy(), y)
    assert "call matmul" not in plan_of(lambda x, y: np.sin(x) @ y, x, y)


@pytest.mark.parametrize("dtype", ["i8", "?", "f2"])
def test_other_dtypes_are_left_alone(rng, dtype):
    x = rng.integers(0, 5, (20, 3)).astype(dtype)
    y = rng.integers(0, 5, (3, 30)).astype(dtype)
    result = ft.jit(lambda x, y: x @ y)(x, y)
    assert result.dtype == (x @ y).dtype
    np.testing.assert_array_equal(result, x @ y)


def test_views_that_were_met_before_an_array_is_packed(rng):
    """All views of an array find it where it has been moved to."""
    x, y = rng.normal(size=(100, 3)), rng.normal(size=(90, 3))

    def function(x, y):
        product = x @ y.T
        return np.sin(product) @ y, product @ y[::-1], np.cos(product) @ y[:, ::-1]

    for result, expected in zip(ft.jit(function)(x, y), function(x, y), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-12, atol=1e-12)
