"""Events of solve_ivp: SciPy's times, and the derivatives of these."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.scipy import integrate

TIGHT = {"rtol": 1e-10, "atol": 1e-12}
WRAPS = pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["values", "jit"])
THROW = np.array([10.0, 5.0]), 9.81  # height and speed, and how both change


def thrown(state, pull, ground=0.0, t_eval=None, method="RK45", more=()):
    """A ball until it hits the ground."""

    def hit(t, y):
        return y[0] - ground

    hit.terminal, hit.direction = True, -1
    return integrate.solve_ivp(
        *(lambda t, y: [y[1], -pull], (0, 50), state, method, t_eval),
        events=[hit, *more],
        **TIGHT,
    )


def hit_at(state, pull, ground=0.0):
    """When that is, and how fast."""
    speed = np.sqrt(state[1] ** 2 + 2 * pull * (state[0] - ground))
    return (state[1] + speed) / pull, -speed


def top(t, y):
    return y[1]


@pytest.mark.parametrize("method", ["RK23", "RK45", "DOP853"])
@WRAPS
def test_terminal_events(method, wrap):
    times = None if wrap is not ft.jit else np.array([1.0])

    def f(state, pull, ground):
        found = thrown(state, pull, ground, times, method)
        return found.t_events[0][0], found.y_events[0][0, 1]

    given = (*THROW, 0.3)
    value = wrap(f)(*given)
    np.testing.assert_allclose(value, hit_at(*given), rtol=1e-9)
    found = wrap(ft.jacobian(f, (0, 1, 2)))(*given)
    expected = ft.jacobian(hit_at, (0, 1, 2))(*given)
    for ours, theirs in zip(found, expected, strict=True):
        for x, y in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-7)


@WRAPS
def test_second_order(wrap):
    def when(pull):
        return thrown(THROW[0], pull, t_eval=[1.0]).t_events[0][0]

    for second in (ft.grad(ft.grad(when)), ft.jacfwd(ft.grad(when))):
        expected = ft.grad(ft.grad(lambda pull: hit_at(THROW[0], pull)[0]))(9.81)
        np.testing.assert_allclose(wrap(second)(9.81), expected, rtol=1e-7)


def test_values_are_scipys():
    found = thrown(*THROW, more=[top])
    hit = lambda t, y: y[0]  # noqa: E731
    hit.terminal, hit.direction = True, -1
    expected = scipy.integrate.solve_ivp(
        lambda t, y: [y[1], -9.81], (0, 50), THROW[0], events=[hit, top], **TIGHT
    )
    for name in ("t_events", "y_events"):
        for x, y in zip(found[name], expected[name], strict=True):
            np.testing.assert_array_equal(x, y)
    np.testing.assert_array_equal(found.y, expected.y)
    assert (found.status, found.nfev) == (1, expected.nfev)


def test_all_events_and_the_end():
    def f(pull):
        found = thrown(THROW[0], pull, more=[top])
        assert found.status == 1
        assert [len(t) for t in found.t_events] == [1, 1]
        return found.t_events[1][0], found.t[-1], found.y[1, -1]

    found = ft.jacobian(f)(9.81)
    hit = ft.jacobian(lambda pull: hit_at(THROW[0], pull))(9.81)
    np.testing.assert_allclose(found, [-5 / 9.81**2, *hit], rtol=1e-7)


def test_events_that_come_again():
    def crossings(rate):
        field = lambda t, y: [rate * y[1], -rate * y[0]]  # noqa: E731
        found = integrate.solve_ivp(
            field, (0, 3), [0.0, 1.0], events=lambda t, y: y[1] - 0.5, **TIGHT
        )
        return found.t_events[0]

    exact = np.array([np.pi / 3, 5 * np.pi / 3])
    np.testing.assert_allclose(crossings(2.0), exact / 2, rtol=1e-8)
    np.testing.assert_allclose(ft.jacobian(crossings)(2.0), -exact / 4, rtol=1e-6)


def test_what_only_an_event_depends_on():
    def reached(level):
        event = lambda t, y: y[0] - level  # noqa: E731
        event.terminal = 1
        found = integrate.solve_ivp(
            lambda t, y: y, (0, 3), [1.0], events=event, t_eval=[0.1], **TIGHT
        )
        return found.t_events[0][0]

    for wrap in (lambda f: f, ft.jit):
        np.testing.assert_allclose(wrap(ft.grad(reached))(4.0), 0.25, rtol=1e-6)


def test_a_batch_in_which_some_do_not_end():
    def f(pull):
        found = thrown(THROW[0], pull, t_eval=np.array([1.0, 2.0]))
        return found.t_events[0][0], found.y[0], found.status

    pulls = np.array([9.81, -1.0])
    time, height, status = ft.jit(ft.vmap(f))(pulls)
    np.testing.assert_allclose(time[0], hit_at(THROW[0], 9.81)[0], rtol=1e-9)
    assert np.isnan(time[1])
    np.testing.assert_array_equal(status, [1, 0])
    exact = 10 + 5 * np.array([1, 2]) - pulls[:, None] / 2 * np.array([1, 4])
    np.testing.assert_allclose(height, exact, rtol=1e-9)
    slope = ft.jit(ft.vmap(ft.grad(lambda pull: f(pull)[0])))(pulls)
    np.testing.assert_array_equal(np.isnan(slope), [False, True])
    late = ft.jit(lambda pull: thrown(THROW[0], pull, t_eval=[2.0, 2.1]).y[0])(9.81)
    np.testing.assert_array_equal(np.isnan(late), [False, True])


def test_the_first_of_several():
    low = lambda t, y: y[0] - 9.0  # noqa: E731
    low.terminal = True

    def f(pull):
        found = thrown(THROW[0], pull, t_eval=[1.0], more=[low])
        return [t[0] for t in found.t_events]

    times = ft.jit(f)(9.81)
    assert np.isnan(times[0])
    np.testing.assert_allclose(times[1], hit_at(THROW[0], 9.81, 9.0)[0], rtol=1e-9)
    slope = ft.jit(ft.grad(lambda pull: f(pull)[1]))(9.81)
    expected = ft.grad(lambda pull: hit_at(THROW[0], pull, 9.0)[0])(9.81)
    np.testing.assert_allclose(slope, expected, rtol=1e-7)


def test_refusals():
    with pytest.raises(ft.MissingRuleError, match="terminal events"):
        ft.jit(lambda pull: thrown(THROW[0], pull, t_eval=[1.0], more=[top]).y)(9.81)
