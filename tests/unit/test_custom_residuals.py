"""Residuals of custom rules: differentiated where they are traced, protected from writing."""

import math

import numpy as np
import pytest

import functrace as ft
from tests._custom import X, reverse_only, square_with, total


def test_residuals_that_are_outputs_are_differentiated():
    root = reverse_only(
        lambda x: np.array([math.sqrt(v) for v in x]),
        lambda x: (np.array([math.sqrt(v) for v in x]),) * 2,
        lambda y, g: (g / (2 * y),),
    )
    x = np.array([0.5, 4.0])
    np.testing.assert_allclose(ft.grad(total(root))(x), 0.5 * x**-0.5)
    np.testing.assert_allclose(ft.hessian(total(root))(x), np.diag(-0.25 * x**-1.5))
    third = ft.grad(total(ft.grad(total(ft.grad(total(root))))))(x)
    np.testing.assert_allclose(third, 0.375 * x**-2.5)


def test_other_residuals_are_computed_again_on_traced_values():
    f = reverse_only(np.sin, lambda x: (np.sin(x), np.cos(x)), lambda c, g: (c * g,))
    assert ft.grad(ft.grad(f))(0.7) == pytest.approx(-np.sin(0.7))


@pytest.mark.parametrize("keep", [float, lambda x: {"slope": np.float64(2 * float(x))}])
def test_residuals_never_lose_a_gradient(keep):
    def bwd(kept, g):
        return (g * (kept["slope"] if isinstance(kept, dict) else 2 * kept),)

    f = square_with(lambda x: (x**2, keep(x)), bwd)
    assert ft.grad(f)(3.0) == 6.0
    assert ft.grad(ft.grad(f))(3.0) == 2.0


def test_integer_and_fixed_residuals_are_constants():
    def maximum(x):
        return x[int(np.argmax(x))]

    def fwd(x):
        place = int(np.argmax(x))
        return x[place], (place, np.arange(len(x)), "text", len(x), x)

    def bwd(kept, g):
        place, positions, _, _, x = kept
        return (np.where(positions == place, g, 0.0) * x / x,)

    f = reverse_only(maximum, fwd, bwd)
    np.testing.assert_array_equal(ft.grad(f)(X), [0, 0, 1])
    np.testing.assert_allclose(ft.hessian(f)(X), np.zeros((3, 3)), atol=1e-15)


# -- what is kept is protected ---------------------------------------------------------


def test_arrays_of_the_rules_own_are_copied():
    buffer, work = np.empty(3), np.empty(3)

    def fwd(x):
        np.multiply(x, x, out=buffer)
        return buffer, work

    def bwd(_, g):
        np.multiply(g, 2.0, out=work)
        return (work,)

    f = square_with(fwd, bwd)

    def twice(x):
        a = f(x)
        buffer[:] = np.nan
        work[:] = np.nan
        return np.sum(a * a) + np.sum(f(x))

    result = ft.grad(twice)(X)
    np.testing.assert_allclose(result, 2 * 2 * X**2 + 2)
    assert result is not work
    first = ft.grad(total(f))(X)
    ft.grad(total(f))(2 * X)
    np.testing.assert_array_equal(first, [2, 2, 2])


def test_small_residuals_are_copied_and_large_ones_watched():
    for size in (3, 200_000):
        kept = np.ones(size)
        f = square_with(lambda x, kept=kept: (x**2, kept), lambda r, g: (r * g,))
        y, pullback = ft.vjp(f, np.ones(size))
        kept[0] = 7.0
        if size == 3:
            np.testing.assert_array_equal(pullback(y)[0], np.ones(3))
        else:
            with pytest.raises(ft.MutationError):
                pullback(y)
