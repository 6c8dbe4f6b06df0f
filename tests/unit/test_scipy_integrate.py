"""scipy.integrate: errors, awkward points, and what is SciPy's own."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.scipy import integrate

Y = np.array([1.0, 4.0, 9.0, 2.0, -1.0])


@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_simpson_at_coinciding_points_is_finite(wrap):
    x = np.array([0.0, 1.0, 1.0, 2.0, 3.0])
    slope = wrap(lambda y: integrate.simpson(y, x=x))(Y)
    expected = [scipy.integrate.simpson(e, x=x) for e in np.eye(5)]
    np.testing.assert_allclose(slope, expected)


@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_cumulative_simpson_needs_increasing_points(wrap):
    def total(x):
        return np.sum(integrate.cumulative_simpson(Y, x=x))

    assert np.isfinite(wrap(total)(np.arange(5.0))).all()
    with pytest.raises(ValueError, match="strictly increasing"):
        wrap(total)(np.array([0.0, 1.0, 1.0, 2.0, 3.0]))


@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_fixed_quad_needs_finite_limits(wrap):
    def area(b):
        return integrate.fixed_quad(np.exp, 0.0, b)[0]

    np.testing.assert_allclose(wrap(area)(1.0), np.e, rtol=1e-6)
    with pytest.raises(ValueError, match="finite limits"):
        wrap(area)(np.inf)


@pytest.mark.parametrize(
    "call",
    [
        lambda i, y: i.simpson(y, x=np.zeros((2, 5))),
        lambda i, y: i.simpson(y, x=np.arange(4)),
        lambda i, y: i.cumulative_trapezoid(y, initial=1),
        lambda i, y: i.cumulative_trapezoid(y[:0]),
        lambda i, y: i.cumulative_simpson(y, x=np.arange(4)),
        lambda i, y: i.cumulative_simpson(y, dx=np.ones(2)),
        lambda i, y: i.cumulative_simpson(y, axis=1),
        lambda i, y: i.romb(y[:4]),
        lambda i, y: i.romb(y[:1]),
    ],
)
def test_refuses_what_scipy_refuses(call):
    with pytest.raises(ValueError):  # noqa: PT011 - of each its own text
        call(scipy.integrate, Y)
    with pytest.raises(ValueError):  # noqa: PT011
        ft.grad(lambda y: np.sum(call(integrate, y)))(Y)


def test_what_is_not_defined_is_scipys():
    assert integrate.newton_cotes(2)[1] == scipy.integrate.newton_cotes(2)[1]
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: integrate.newton_cotes(x)[0][0])(np.array([0.0, 1.0]))
