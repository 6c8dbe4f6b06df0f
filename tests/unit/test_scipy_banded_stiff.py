"""Stiff methods whose Jacobian is a band in some order of the unknowns."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.primitives._structured_slope import pattern_of
from functrace.scipy import integrate
from functrace.scipy.integrate import _solve_ivp
from functrace.scipy.integrate._field import recorded_field
from functrace.scipy.integrate._systems import Banded, Dense, systems_of

CELLS = 40
MIXED = np.random.default_rng(0).permutation(CELLS)
METHODS = pytest.mark.parametrize("method", ["BDF", "Radau"])


def flow(t, y, speed, spread):
    """Something flows, spreads, and decays; the unknowns are in disorder."""
    u = np.zeros(CELLS)
    u[MIXED] = y
    left, right = np.append(1.0, u[:-1]), np.append(u[1:], 0.0)
    far = np.append(np.zeros(2), u[:-2])
    change = spread * (left - 2 * u + right) - speed * (1.5 * u - 2 * left + 0.5 * far)
    return (change - u**2)[MIXED]


def ended(rates, method, jac=None, rtol=1e-5):
    return integrate.solve_ivp(
        *(flow, (0.0, 2.0), np.zeros(CELLS), method, [2.0]),
        args=tuple(rates),
        rtol=rtol,
        atol=rtol * 1e-2,
        jac=jac,
    ).y[:, 0]


def dense(t, y, *rates):
    return ft.jacfwd(flow, 1)(t, y, *rates)


RATES = np.array([3.0, 20.0])


def systems(rates=RATES):
    y = np.linspace(0.1, 1.0, CELLS)
    field = recorded_field(lambda t, y: flow(t, y, *rates), y)
    return systems_of(field), field, y


def test_the_band_is_narrow():
    found, _, _ = systems()
    assert isinstance(found, Banded)
    assert found.pattern.below + found.pattern.above <= 5
    field = recorded_field(lambda t, y: y * np.sum(y), np.ones(CELLS))
    assert isinstance(systems_of(field), Dense)
    assert pattern_of(recorded_field(lambda t, y: -y, np.ones(8)).graph, [1]) is None


def test_systems_are_the_dense_ones():
    found, field, y = systems()
    right = np.random.default_rng(1).normal(size=(2, CELLS))
    band, J = found.jacobian(field, 0.0, y), Dense().jacobian(field, 0.0, y)
    for shift in (1.0, 30.0):
        np.testing.assert_allclose(
            found.solve(found.shifted(band, shift, 0.1), right[0]),
            np.linalg.solve(np.eye(CELLS) * shift - 0.1 * J, right[0]),
            rtol=1e-10,
        )
        z = np.linalg.solve(np.eye(CELLS) * (shift + 7j) - J, right[0] + 1j * right[1])
        for form, made in ((found, band), (Dense(), J)):
            parts = form.solve_turned(form.turned(made, shift, 7.0), right)
            np.testing.assert_allclose(parts, [z.real, z.imag], rtol=1e-9)


@pytest.mark.slow
@METHODS
def test_values_and_slopes_are_those_of_dense_matrices(method, monkeypatch):
    def value_and_slope(jac):
        return ft.value_and_grad(lambda rates: np.sum(ended(rates, method, jac)))

    found = ft.jit(value_and_slope(None))(RATES)
    given = ft.jit(value_and_slope(dense))(RATES)
    monkeypatch.setattr(_solve_ivp, "systems_of", lambda field: Dense())
    expected = ft.jit(value_and_slope(dense))(RATES)
    for ours, from_given, theirs in zip(found, given, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)
        np.testing.assert_allclose(from_given, theirs, rtol=1e-6)


def diffusion(t, y):
    return LAPLACE @ y


BAND = np.abs(np.subtract.outer(np.arange(CELLS), np.arange(CELLS))) <= 1
LAPLACE = 50.0 * (BAND - 3.0 * np.eye(CELLS))[MIXED][:, MIXED]


@METHODS
@pytest.mark.parametrize("jac", [LAPLACE, lambda t, y: LAPLACE + 0.0 * y[0]])
def test_given_matrices_are_taken_as_bands(method, jac):
    """With as many evaluations and factorisations as SciPy takes with them."""
    field = recorded_field(diffusion, np.ones(CELLS))
    assert isinstance(systems_of(field), Banded)
    start, at = np.cos(np.arange(CELLS)), np.linspace(0.1, 1.0, 4)

    def solved(solver):
        return solver(diffusion, (0.0, 1.0), start, method, at, jac=jac, rtol=1e-6)

    def ours():
        found = solved(integrate.solve_ivp)
        return found.y, (found.nfev, found.njev, found.nlu)

    y, counts = ft.jit(ours)()
    theirs = solved(scipy.integrate.solve_ivp)
    np.testing.assert_allclose(y, theirs.y, rtol=1e-7, atol=1e-12)
    assert counts == (theirs.nfev, theirs.njev, theirs.nlu)


def test_matrices_of_another_shape_are_refused():
    def solved(start):
        larger = np.eye(CELLS + 1)
        return integrate.solve_ivp(
            diffusion, (0.0, 1.0), start, "BDF", [1.0], jac=larger
        )

    with pytest.raises(ft.ShapeError, match="one column"):
        ft.jit(lambda start: solved(start).y)(np.ones(CELLS))


@pytest.mark.slow
def test_modes_and_steps_that_are_taken_again():
    total = lambda rates: np.sum(ended(rates, "BDF"))  # noqa: E731 - short
    found = ft.jit(ft.jacfwd(total))(RATES)
    np.testing.assert_allclose(found, ft.jit(ft.grad(total))(RATES), rtol=1e-8)
    np.testing.assert_allclose(found, ft.grad(total)(RATES), rtol=1e-6)


@pytest.mark.slow
@METHODS
def test_differences_second_order_and_lanes(method):
    total = ft.jit(lambda rates: np.sum(ended(rates, method, rtol=1e-9)))
    step = 1e-4 * RATES
    moved = [total(RATES + s * step * e) for e in np.eye(2) for s in (1, -1)]
    differences = (np.array(moved[::2]) - moved[1::2]) / (2 * step)
    gradient = ft.jit(ft.grad(lambda r: np.sum(ended(r, method, rtol=1e-9))))
    np.testing.assert_allclose(gradient(RATES), differences, rtol=1e-5)
    hessian = ft.jit(ft.hessian(lambda r: np.sum(ended(r, method, rtol=1e-9))))(RATES)
    pairs = [gradient(RATES + s * step * e) for e in np.eye(2) for s in (1, -1)]
    differences = (np.array(pairs[::2]) - pairs[1::2]) / (2 * step[:, None])
    np.testing.assert_allclose(hessian, differences, rtol=1e-4)
    batch = np.stack([RATES, 1.3 * RATES])
    found = ft.jit(ft.vmap(lambda r: ended(r, method)))(batch)
    alone = list(map(ft.jit(lambda r: ended(r, method)), batch))
    np.testing.assert_allclose(found, alone, rtol=1e-9)
