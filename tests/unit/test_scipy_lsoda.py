"""LSODA: ODEPACK's numbers, and the derivatives of the steps that it took."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.scipy import integrate

TIMES = np.linspace(0.0, 1.5, 4)
PREY = np.array([1.5, 1.0, 1.0, 3.0])
START = np.array([10.0, 5.0])


def populations(t, y, p):
    return np.stack(
        [p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]]
    )


def relaxing(t, y, p):  # becomes stiff
    return np.stack([p[0] * (np.cos(t) - y[0]) + p[1] * y[1], -p[2] * y[1]])


CASES = {
    "Adams": (populations, PREY, START),
    "both": (relaxing, np.array([300.0, 2.0, 0.5]), np.array([2.0, 1.0])),
}
cases = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def solved(field, p, y0, rtol=1e-7, module=integrate, method="LSODA"):
    options = {"rtol": rtol, "atol": rtol * 1e-2, "t_eval": TIMES, "args": (p,)}
    return module.solve_ivp(field, (0.0, TIMES[-1]), y0, method, **options)


@cases
@pytest.mark.slow
def test_values_are_scipys_and_derivatives_those_of_the_solution(case):
    field, p, y0 = case

    def f(p, y0):
        return solved(field, p, y0).y

    y, _ = ft.vjp(f, p, y0)
    plain = solved(field, p, y0, module=scipy.integrate).y
    np.testing.assert_allclose(y, plain, rtol=1e-13, atol=1e-15)
    found, forward = ft.jacrev(f, (0, 1))(p, y0), ft.jacfwd(f, (0, 1))(p, y0)

    def fine(p, y0):
        return solved(field, p, y0, 1e-11, scipy.integrate, "DOP853").y

    given = (p, y0)
    for k, (one, other) in enumerate(zip(found, forward, strict=True)):
        np.testing.assert_allclose(one, other, atol=1e-10)
        for i in range(given[k].size):
            step = 1e-5 * np.eye(given[k].size)[i] * max(given[k][i], 1.0)
            ends = [[*given[:k], given[k] + s, *given[k + 1 :]] for s in (step, -step)]
            expected = (fine(*ends[0]) - fine(*ends[1])) / (2 * step[i])
            np.testing.assert_allclose(one[..., i], expected, rtol=1e-4, atol=1e-5)


@pytest.mark.slow
def test_both_methods_were_used():
    solver = scipy.integrate.LSODA(
        lambda t, y: relaxing(t, y, CASES["both"][1]), 0.0, CASES["both"][2], 4.0
    )
    used = set()
    while solver.status == "running":
        solver.step()
        used.add(int(solver._lsoda_solver._integrator.iwork[18]))
    assert used == {1, 2}


@pytest.mark.slow
def test_second_order_ends_and_courses():
    def last(rate, end):
        found = integrate.solve_ivp(
            lambda t, y: -rate * y,
            (0.0, end),
            [1.0],
            "LSODA",
            dense_output=True,
            rtol=1e-9,
            atol=1e-12,
        )
        return found.sol(end)[0] + found.y[0, -1]

    exact = 2 * np.exp(-1.4)
    slopes = ft.grad(last, (0, 1))(0.7, 2.0)
    np.testing.assert_allclose(slopes, [-2 * exact, -0.7 * exact], rtol=1e-6)
    second = ft.grad(ft.grad(last))(0.7, 2.0)
    np.testing.assert_allclose(second, 4 * exact, rtol=1e-5)


@pytest.mark.slow
def test_events():
    def crossing(rate):
        event = lambda t, y: y[0] - 0.5  # noqa: E731
        found = integrate.solve_ivp(
            lambda t, y: -rate * y,
            (0.0, 5.0),
            [1.0],
            "LSODA",
            events=event,
            rtol=1e-9,
            atol=1e-12,
        )
        return found.t_events[0][0]

    slope = ft.grad(crossing)(0.7)
    np.testing.assert_allclose(slope, -np.log(2) / 0.7**2, rtol=1e-6)
