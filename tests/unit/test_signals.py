"""Convolution, differences on grids and phases where calls cannot say it."""

from __future__ import annotations

import time

import numpy as np
import pytest

import functrace as ft
from functrace.core.errors import ShapeError
from functrace.primitives.convolution import convolved, correlate


@pytest.mark.parametrize("shape", [(5, 6), (7, 4)])
def test_correlation_in_two_dimensions(rng, shape):
    x, y = rng.normal(size=shape), rng.normal(size=(3, 2))
    windows = np.lib.stride_tricks.sliding_window_view(x, y.shape)
    np.testing.assert_allclose(correlate(x, y), (windows * y).sum((-2, -1)))
    large = rng.normal(size=(shape[0] - 1, shape[1] - 1))
    windows = np.lib.stride_tricks.sliding_window_view(x, large.shape)
    np.testing.assert_allclose(correlate(x, large), (windows * large).sum((-2, -1)))


def test_full_convolution_does_not_mind_the_order(rng):
    x, y = rng.normal(size=(4, 3)), rng.normal(size=(2, 5))
    np.testing.assert_allclose(convolved(x, y), convolved(y, x))
    np.testing.assert_allclose(convolved(x[0], y[0]), np.convolve(x[0], y[0]))


def test_kernels_that_do_not_fit():
    for kernel in (np.ones(4), np.ones((2, 2)), np.ones(0)):
        with pytest.raises(ShapeError, match="does not fit"):
            correlate(np.ones(3), kernel)


def test_the_derivative_costs_what_the_value_does():
    """A kernel nearly as long as the array leaves a derivative that is as cheap."""
    x, y = np.ones(200_000), np.ones(199_990)
    start = time.perf_counter()
    ft.grad(lambda x, y: np.sum(np.convolve(x, y, "valid")), (0, 1))(x, y)
    assert time.perf_counter() - start < 5


def test_errors_are_numpys():
    x = ft.variable(np.arange(3.0))
    with pytest.raises(ValueError, match="a cannot be empty"):
        np.convolve(x[:0], x)
    with pytest.raises(ValueError, match="too deep"):
        np.convolve(x[None], x)
    with pytest.raises(ValueError, match="too small depth"):
        np.correlate(x[0], x)
    with pytest.raises(ValueError, match="mode must be one of"):
        np.convolve(x, x, "some")
    with pytest.raises(ValueError, match="too small to calculate"):
        np.gradient(x[:1])
    with pytest.raises(ValueError, match="must match the length"):
        np.gradient(x, x[:2])
    with pytest.raises(TypeError, match="invalid number of arguments"):
        np.gradient(x, 1, 2)
    with pytest.raises(TypeError, match="not supported for complex"):
        np.i0(1j * x)


def test_evenly_spaced_traced_coordinates_all_have_a_derivative():
    """Of f = x on x itself the slopes are 1 whatever the coordinates are."""
    x = np.arange(5.0)
    jacobian = ft.jacobian(lambda x: np.gradient(x**2, x))(x)
    for k in range(5):
        step = 1e-6 * np.eye(5)[k]
        slope = np.gradient((x + step) ** 2, x + step)
        slope = (slope - np.gradient((x - step) ** 2, x - step)) / 2e-6
        np.testing.assert_allclose(jacobian[:, k], slope, atol=1e-8)
