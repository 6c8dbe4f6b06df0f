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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def turning(rate, terminal, method="RK45", tolerances=TIGHT, level=0.5):
    """A pointer, and when its height is `level`."""

    def event(t, y):
        return y[1] - level

    if terminal:
        event.terminal = terminal
    return integrate.solve_ivp(
        *(lambda t, y: [rate * y[1], -rate * y[0]], (0, 6), [0.0, 1.0], method),
        t_eval=[0.1, 0.2, 0.25],
        events=event,
        **tolerances,
    )


CROSSINGS = np.array([1, 5, 7, 11]) * np.pi / 3


@pytest.mark.slow
def test_recorded_the_first_and_the_last_of_many():
    def f(rate):
        found = turning(rate, 0)
        return found.t_events[0][0], found.t_events[0][-1], found.y_events[0][-1, 0]

    exact = CROSSINGS[[0, 3]] / 2
    value, slope = ft.jit(f)(2.0), ft.jit(ft.jacobian(f))(2.0)
    np.testing.assert_allclose(value, [*exact, -np.sqrt(0.75)], rtol=1e-8)
    np.testing.assert_allclose(slope, [*(-exact / 2), 0], rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(ft.jit(ft.jacfwd(f))(2.0), slope, rtol=1e-8, atol=1e-10)
    curved = ft.jit(ft.grad(ft.grad(lambda rate: f(rate)[1])))(2.0)
    np.testing.assert_allclose(curved, exact[1] / 2, rtol=1e-5)
    values = ft.jit(ft.vmap(f))(np.array([0.1, 0.5]))
    np.testing.assert_allclose(values[0], [np.nan, CROSSINGS[0] / 0.5], rtol=1e-8)
    np.testing.assert_array_equal(values[0], values[1])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["DOP853", "Radau", "BDF"])
def test_recorded_events_of_methods(method):
    def last(rate):
        return turning(rate, 0, method, {"rtol": 1e-7, "atol": 1e-9}).t_events[0][-1]

    exact = CROSSINGS[3] / 2
    found = ft.jit(ft.value_and_grad(last))(2.0)
    np.testing.assert_allclose(found, [exact, -exact / 2], rtol=1e-5)
    np.testing.assert_allclose(found[0], last(2.0), rtol=1e-9)


@pytest.mark.slow
def test_recorded_room_for_so_many():
    def f(rate):
        return turning(rate, 6).t_events[0]

    exact = np.array([*CROSSINGS / 2, np.nan, np.nan])
    np.testing.assert_allclose(ft.jit(f)(2.0), exact, rtol=1e-8)
    slope = ft.jit(ft.grad(lambda rate: np.nansum(f(rate))))(2.0)
    np.testing.assert_allclose(slope, -np.nansum(exact) / 2, rtol=1e-6)


@pytest.mark.parametrize("method", ["RK45", "DOP853"])
@pytest.mark.slow
def test_recorded_end_at_the_nth(method):
    def f(rate):
        found = turning(rate, 2, method)
        return found.t_events[0], found.y_events[0], found.status, found.nfev

    for ours, theirs in zip(ft.jit(f)(2.0), f(2.0), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9)


@pytest.mark.slow
def test_recorded_events_behind_the_end_are_none():
    """Two in the last step: the later one is not counted."""

    def f(rate, level):
        first = lambda t, y: y[0] - 0.9  # noqa: E731
        first.terminal = True
        found = integrate.solve_ivp(
            *(lambda t, y: [rate * np.cos(t)], (0, 10), [0.0]),
            t_eval=[0.1],
            events=[first, lambda t, y: y[0] - level, lambda t, y: y[0] - 0.89],
            first_step=2.0,
            rtol=10.0,
            atol=10.0,
        )
        return [found.t_events[k] for k in range(3)], found.status

    times, status = f(1.0, 0.95)
    assert (status, [len(t) for t in times]) == (1, [1, 0, 1])
    jitted = ft.jit(lambda *given: [t[0] for t in f(*given)[0]])
    found = jitted(1.0, 0.95)
    np.testing.assert_allclose(found, [times[0][0], np.nan, times[2][0]], rtol=1e-9)


def bounced(factor, y0):
    """How often a ball has hit the ground after a while, and where it is then."""
    t, y, count = 0.0, y0, 0
    while t < 3.0:
        found = integrate.solve_ivp(
            *(lambda t, y: [y[1], -9.81], (t, 3.0), y),
            events=ground,
            **TIGHT,
        )
        t, y = found.t[-1], found.y[:, -1]
        if found.status == 1:
            y, count = np.array([0.0, -factor * y[1]]), count + 1
    return y, count


def ground(t, y):
    return y[0]


ground.terminal, ground.direction = True, -1


def bounced_exactly(factor, y0):
    speed = np.sqrt(y0[1] ** 2 + 2 * 9.81 * y0[0])
    left = 3.0 - (y0[1] + speed) / 9.81
    speed = factor * speed
    while left > 2 * speed / 9.81:
        left, speed = left - 2 * speed / 9.81, factor * speed
    return speed * left - 9.81 / 2 * left**2


def test_solutions_in_loops():
    def height(*given):
        return bounced(*given)[0][0]

    given = 0.8, np.array([1.0, 0.5])
    assert ft.jit(bounced)(*given)[1] == bounced(*given)[1] == 6
    np.testing.assert_allclose(ft.jit(height)(*given), bounced_exactly(*given), 1e-7)
    found = ft.jit(ft.grad(height, (0, 1)))(*given)
    expected = ft.grad(bounced_exactly, (0, 1))(*given)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_solutions_are_results():
    def f(rate):
        return integrate.solve_ivp(lambda t, y: -rate * y, (0, 1), [1.0], t_eval=[0.5])

    found, expected = ft.jit(f)(0.7), f(0.7)
    assert type(found) is type(expected)
    np.testing.assert_allclose(found.y, expected.y, rtol=1e-12)
    assert found.success is np.True_


@pytest.mark.slow
def test_what_is_refused_of_recorded_events():
    for f in (lambda t: t[1], len, np.sum, lambda t: t):
        with pytest.raises(ft.ConcretizationError, match=r"event\.terminal = n"):
            ft.jit(lambda rate, f=f: f(turning(rate, 0).t_events[0]))(2.0)


@pytest.mark.parametrize("terminal", [-1, 3.5])
def test_what_ends_a_solution_is_a_truth_or_a_number(terminal):
    def event(t, y):
        return y[0]

    event.terminal = terminal
    with pytest.raises(ValueError, match="terminal"):
        ft.jit(
            lambda x: integrate.solve_ivp(lambda t, y: -y, (0, 1), x, events=event).t[
                -1
            ]
        )(np.ones(1))
