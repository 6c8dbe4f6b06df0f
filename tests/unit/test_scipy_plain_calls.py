"""Solvers on plain values: SciPy's own, with our derivatives in place of differences."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
import scipy.optimize
from scipy.optimize import rosen, rosen_der

from functrace.scipy import integrate, optimize
from functrace.scipy.sparse import linalg


class Remembering:
    """Gives what it gave before, of the same point: seen through a trace, it is constant."""

    def __init__(self, function):
        self.function, self.x, self.calls = function, None, 0

    def __call__(self, x):
        if self.x is None or not np.array_equal(x, self.x):
            self.x, self.calls = np.array(x, dtype=float), self.calls + 1
            self.found = self.function(self.x)
        return self.found


START = np.array([0.5, 0.2, 0.1])


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B", "SLSQP", "trust-constr"])
def test_functions_that_remember_are_not_taken_for_constant(method):
    function = Remembering(rosen)
    function(START)
    found = optimize.minimize(function, START, method=method)
    np.testing.assert_allclose(found.x, np.ones(3), atol=1e-3)


def test_residuals_that_remember_are_not_taken_for_constant():
    def residual(x):
        return np.array([x[0] - 1, 10 * (x[1] - x[0] ** 2), x[2] - 3])

    for solve in (
        lambda f: optimize.least_squares(f, START).x,
        lambda f: optimize.root(f, START).x,
        lambda f: optimize.leastsq(f, START)[0],
        lambda f: optimize.fsolve(f, START),
    ):
        function = Remembering(residual)
        function(START)
        np.testing.assert_allclose(solve(function), [1.0, 1.0, 3.0], atol=1e-6)


@pytest.mark.parametrize("method", ["BFGS", "CG", "L-BFGS-B", "TNC"])
def test_what_is_not_a_number_is_no_success(method):
    assert not optimize.minimize(lambda x: x @ x * np.nan, START, method=method).success
    assert not optimize.minimize(lambda x: np.nan, START, method=method).success


@pytest.mark.slow
def test_hessians_are_of_the_gradient_that_is_given():
    def scaled(x):  # not the derivative of the function, as SciPy allows
        return 0.5 * rosen_der(x)

    for method in ("Newton-CG", "trust-exact", "trust-ncg"):
        found = optimize.minimize(rosen, START, jac=scaled, method=method)
        np.testing.assert_allclose(found.x, np.ones(3), atol=1e-3)
    pair = optimize.minimize(
        lambda x: (rosen(x), rosen_der(x)), START, jac=True, method="trust-exact"
    )
    np.testing.assert_allclose(pair.x, np.ones(3), atol=1e-6)


def test_arguments_are_handed_on_as_they_are():
    bounds, constraints = [(-2, 2)] * 3, "constraints"

    def custom(fun, x0, **options):
        assert options["bounds"] is bounds
        assert options["constraints"] is constraints
        return scipy.optimize.OptimizeResult(x=x0)

    optimize.minimize(
        rosen, START, method=custom, bounds=bounds, constraints=constraints
    )
    found = optimize.minimize(rosen, START, constraints=None)
    np.testing.assert_allclose(found.x, np.ones(3), atol=1e-4)
    with pytest.raises(ValueError, match="number of bounds"):
        optimize.minimize(rosen, START, method="L-BFGS-B", bounds=[(0, 1)] * 2)


def test_functions_are_called_as_often_as_scipy_calls_them():
    function = Remembering(lambda x: (x - 2.0) ** 2)
    found = optimize.minimize_scalar(function)
    expected = scipy.optimize.minimize_scalar(lambda x: (x - 2.0) ** 2)
    assert (found.nfev, found.x) == (expected.nfev, expected.x)
    assert function.calls <= expected.nfev
    calls = []
    simplex = optimize.minimize(
        lambda x: (calls.append(1), rosen(x))[1], START, method="Nelder-Mead"
    )
    assert len(calls) == simplex.nfev


def test_fits_from_integers_with_one_uncertainty():
    t = np.array([0, 1, 2, 3, 4, 5])
    data = np.array([1, 1, 5, 7, 8, 12])
    line = lambda t, a, b: a * t + b  # noqa: E731
    for sigma in (2, np.full(6, 2.0), None):
        found = optimize.curve_fit(line, t, data, [2, 0], sigma=sigma)
        expected = scipy.optimize.curve_fit(line, t, data, [2, 0], sigma=sigma)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


def test_points_left_out_of_a_fit():
    t = np.linspace(0.0, 2.0, 9)
    data = np.exp(-0.7 * t)
    data[3] = np.nan
    t[5] = np.nan
    found, _ = optimize.curve_fit(
        lambda t, k: np.exp(-k * t), t, data, nan_policy="omit"
    )
    np.testing.assert_allclose(found, [0.7])


def test_bounds_that_do_not_fit():
    for bounds, text in (
        ((1.0, 2.0, 3.0), "2 elements"),
        (([0.0, 0.0], [1.0]), "Inconsistent shapes"),
    ):
        with pytest.raises(ValueError, match=text):
            optimize.least_squares(lambda x: x, [0.5, 0.5, 0.5], bounds=bounds)


def test_a_function_with_its_slope_is_called_once():
    calls = []

    def both(x):
        calls.append(x)
        return x**2 - 2, 2 * x

    found = optimize.root_scalar(both, x0=1.0, fprime=True, method="newton")
    expected = scipy.optimize.root_scalar(both, x0=1.0, fprime=True, method="newton")
    assert (found.root, found.function_calls) == (
        expected.root,
        expected.function_calls,
    )


def test_functions_in_c():
    library = ctypes.CDLL("libm.so.6")
    library.sin.restype, library.sin.argtypes = ctypes.c_double, (ctypes.c_double,)
    expected = integrate.quad(np.sin, 0, 2)
    np.testing.assert_allclose(integrate.quad(library.sin, 0, 2), expected, rtol=1e-14)


def test_assignments_of_what_is_no_array_of_numbers():
    with pytest.raises(ValueError, match="string"):
        optimize.linear_sum_assignment([["a", "b"], ["c", "d"]])
    rows, columns = optimize.linear_sum_assignment([[1, 0], [0, 1]])
    np.testing.assert_array_equal(columns[rows], [1, 0])


def test_factors_of_what_is_not_square():
    with pytest.raises(ValueError, match="square matrices"):
        linalg.factorized(scipy.sparse.csc_array(np.ones((3, 2))))
