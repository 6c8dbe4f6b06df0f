"""Steps of solve_ivp that are taken again, from the second time on by a program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import odeint, solve_ivp

import functrace as ft
from functrace.scipy.integrate import _replay, _replay_programs
from tests._differences import differences

METHODS = ["RK23", "RK45", "DOP853"]
METHODS += [pytest.param(m, marks=pytest.mark.slow) for m in ("LSODA", "Radau", "BDF")]
START = np.array([10.0, 5.0])


@pytest.fixture
def programs(monkeypatch):
    """How often steps were taken by a program, and how often not."""
    counts = {True: 0, False: 0}
    own = _replay.compiled

    def counted(*args, **options):
        found = own(*args, **options)
        counts[found is not None] += 1
        return found

    monkeypatch.setattr(_replay, "compiled", counted)
    _replay_programs._program.cache_clear()
    return counts


def predators(t, y, growth):
    return [growth * y[0] - y[0] * y[1], y[0] * y[1] - 3 * y[1]]


def measured(growth, y0, span, times, method):
    """Of the steps, of what is between them, and of an event."""

    def event(t, y, growth):
        return y[0] - 2.0

    given = {"args": (growth,), "events": event, "rtol": 1e-5}
    ends = solve_ivp(predators, span, y0, method, **given, dense_output=True)
    between = solve_ivp(predators, span, y0, method, **given, t_eval=times)
    total = ends.y[:, -1].sum() + ends.t_events[0][0] + ends.y[0, 3]
    return total + np.sum(between.y[1]) + ends.sol(times[0])[1]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_programs_give_the_same_numbers(method, programs):
    given = 1.5, START, np.array([0.0, 2.0]), np.array([0.3, 0.4, 1.9])

    def f(*args):
        return measured(*args, method)

    _, *found = (ft.value_and_grad(f, (0, 1, 2, 3))(*given) for _ in range(3))
    first = ft.value_and_grad(f, (0, 1, 2, 3))
    _replay_programs._program.cache_clear()
    counts = dict(programs)
    expected = first(*given)
    assert counts[True] > 0
    assert programs[False] > counts[False]
    for value, slopes in found:
        np.testing.assert_allclose(value, expected[0], rtol=1e-12)
        for ours, theirs in zip(slopes, expected[1], strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-9)


@pytest.mark.slow
def test_forward_mode_second_order_and_batches(programs):
    def f(growth):
        return solve_ivp(predators, (0, 2), START, args=(growth,), rtol=1e-8).y[:, -1]

    def energy(growth):
        return np.sum(f(growth) ** 2)

    first = ft.jacobian(f)(1.5), ft.hessian(energy)(1.5)
    assert programs[True] == 0 or programs[False] > 0
    for _ in range(2):
        ft.jacobian(f)(1.5)
    counted = programs[True]
    again = ft.jacobian(f)(1.5), ft.hessian(energy)(1.5)
    assert programs[True] > counted
    np.testing.assert_allclose(again[0], first[0], rtol=1e-11)
    np.testing.assert_allclose(again[1], first[1], rtol=1e-9)
    np.testing.assert_allclose(ft.jvp(f, (1.5,), (1.0,))[1], first[0], rtol=1e-11)
    slope = (ft.grad(energy)(1.5 + 1e-5) - ft.grad(energy)(1.5 - 1e-5)) / 2e-5
    np.testing.assert_allclose(again[1], slope, rtol=1e-4)
    both = ft.jacrev(lambda a: ft.jacrev(f)(a))(1.5)
    np.testing.assert_allclose(both, ft.jacfwd(ft.jacfwd(f))(1.5), rtol=1e-9)


@pytest.mark.slow
def test_one_program_serves_for_other_parameters_and_numbers_of_steps(programs):
    def f(growth, end):
        return solve_ivp(predators, (0, end), START, args=(growth,), rtol=1e-7).y[0, -1]

    slope = ft.grad(f)
    slope(1.5, 2.0)
    for growth, end in ((1.5, 2.0), (1.4, 2.2), (1.3, 0.001), (1.2, 9.0)):
        found = slope(growth, end)
        high, low = (f(growth + h, end) for h in (1e-4, -1e-4))
        np.testing.assert_allclose(found, (high - low) / 2e-4, rtol=1e-3)
    assert programs == {True: 4, False: 1}
    assert _replay_programs._program.cache_info().currsize == 1


@pytest.mark.slow
def test_odeint_takes_them_too(programs):
    def f(growth):
        field = lambda y, t: predators(t, y, growth)  # noqa: E731
        return odeint(field, START, [0.0, 0.5, 1.0])[:, 0].sum()

    found = [ft.grad(f)(1.5) for _ in range(3)]
    np.testing.assert_allclose(found[1:], found[0], rtol=1e-9)
    assert programs == {True: 2, False: 1}


@pytest.mark.slow
def test_functions_that_cannot_be_traced_are_called(programs):
    seen, buffer = [], np.zeros(1)

    def remembering(t, y, rate):
        seen.append(y)
        return -rate * y

    def writing(t, y, rate):
        buffer[0] = t
        return -rate * y

    for field in (remembering, writing):

        def f(rate, field=field):
            return solve_ivp(field, (0, 1), [1.0], args=(rate,)).y[0, -1]

        found = [ft.grad(f)(0.5) for _ in range(3)]
        np.testing.assert_allclose(found, -np.exp(-0.5), rtol=1e-3)
        assert found[0] == found[1] == found[2]
    assert programs[True] == 0


def test_what_a_program_does_not_reproduce_is_taken_step_by_step(programs, monkeypatch):
    def f(growth):
        return solve_ivp(predators, (0, 1), START, args=(growth,)).y[0, -1]

    first = ft.grad(f)(1.5)
    monkeypatch.setattr(_replay_programs, "_NEAR", -1.0)
    assert [ft.grad(f)(1.5) for _ in range(2)] == [first] * 2
    assert programs == {True: 0, False: 3}


def test_a_complex_state(programs):
    def f(rate):
        turned = lambda t, y: 1j * rate * y  # noqa: E731
        found = solve_ivp(turned, (0, 1), [1.0 + 0j], rtol=1e-9, atol=1e-12)
        return found.y[0, -1].real

    found = [ft.grad(f)(0.5) for _ in range(3)]
    np.testing.assert_allclose(found, -np.sin(0.5), rtol=1e-7)
    assert programs[True] == 2


@pytest.mark.parametrize("initial", [np.zeros_like, np.copy], ids=["new", "copied"])
def test_branches_that_write_what_is_known(initial, programs):
    steps: dict[str, Any] = {"first_step": 0.125, "max_step": 0.125, "atol": 10.0}

    def last(rates):
        def field(t, y):
            change = initial(rates)
            if t < 0.5:
                change[0] = -rates[0]
            else:
                change[0] = -rates[0] * y[0]
            return change

        return solve_ivp(field, (0, 1), np.array([1.0, 2.0]), **steps).y[:, -1]

    rates = np.array([0.4, 0.3])
    first, *later = (ft.jacobian(last)(rates) for _ in range(3))
    np.testing.assert_allclose(first, differences(last, rates), 1e-7, 1e-11)
    for found in later:
        np.testing.assert_allclose(found, first, 1e-12, 1e-14)
    assert programs[True] == 2
