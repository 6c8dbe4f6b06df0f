"""solve_ivp without t_eval under jit and vmap: the ends, the course, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate
from scipy.integrate import solve_ivp

import functrace as ft

SLOW = pytest.mark.slow
METHODS = ["RK45", *[pytest.param(m, marks=SLOW) for m in ("RK23", "DOP853", "Radau")]]
METHODS += [pytest.param("BDF", marks=SLOW)]
START = np.array([10.0, 5.0])


def predators(t, y, growth):
    return [growth * y[0] - y[0] * y[1], y[0] * y[1] - 3 * y[1]]


def slopes_of(t, y, growth):
    return np.array([[growth - y[1], -y[0]], [y[1], y[0] - 3]])


JACOBIANS = {"Radau": {"jac": slopes_of}, "BDF": {"jac": slopes_of}}


def ended(growth, y0, end, method="RK45", rtol=1e-6):
    """A plain script's loss, which takes both ends in several ways."""
    options = {"args": (growth,), "rtol": rtol, **JACOBIANS.get(method, {})}
    sol = solve_ivp(predators, (0.5, end), y0, method, **options)
    prey, hunters = sol.y
    loss = sol.y[:, -1].sum() + sol.t[-1] * sol.y[0, -1] + prey[-1] * hunters[-1]
    loss += sol.y[..., -1][1] - sol.y[:, :1].sum() + sol.y[1, -1:][0] * sol.t[0]
    return loss + sol.y.T[-1, 0] + sol.y[None, 1, -1][0] + sol.y[-1][-1]


@SLOW
@pytest.mark.parametrize("method", METHODS)
def test_the_ends_are_those_of_the_steps(method):
    def f(*args):
        return ended(*args, method=method)

    slopes = ft.grad(f, (0, 1, 2))
    fast, fast_slopes = ft.jit(f), ft.jit(slopes)
    for end in (3.0, -0.4):
        given = 1.5, START, end
        np.testing.assert_allclose(fast(*given), f(*given), rtol=1e-8)  # SciPy's
        for ours, retaken in zip(fast_slopes(*given), slopes(*given), strict=True):
            np.testing.assert_allclose(ours, retaken, rtol=1e-6)


@pytest.mark.slow
def test_gradients_are_slopes():
    def f(growth, y0, end):
        return ended(growth, y0, end, "DOP853", 1e-12)

    found = ft.jit(ft.grad(f, (0, 1, 2)))(1.5, START, 3.0)
    h, e = 1e-5, np.array([1e-5, 0.0])
    for k, step in ((0, (h, 0, 0)), (1, (0, e, 0)), (2, (0, 0, h))):
        high, low = (
            f(1.5 + s * step[0], START + s * step[1], 3.0 + s * step[2])
            for s in (1, -1)
        )
        slope = (high - low) / (2 * h)
        np.testing.assert_allclose(np.ravel(found[k])[0], slope, rtol=1e-6)


@SLOW
def test_second_order_and_forward_mode():
    def f(growth):
        return ended(growth, START, 2.0, rtol=1e-9)

    reverse = ft.jit(ft.grad(ft.grad(f)))(1.5)
    np.testing.assert_allclose(ft.jit(ft.jacfwd(ft.jacfwd(f)))(1.5), reverse, rtol=1e-8)
    slopes = [ft.grad(f)(1.5 + s) for s in (1e-4, -1e-4)]
    np.testing.assert_allclose(reverse, np.diff(slopes[::-1])[0] / 2e-4, rtol=1e-5)


@SLOW
def test_each_of_a_batch_ends_by_itself():
    def f(growth, end):
        sol = solve_ivp(predators, (0.0, end), START, args=(growth,))
        return sol.y[:, -1], sol.nfev, sol.t[-1], sol.success

    rates, ends = np.array([1.0, 2.0, 3.0]), np.array([0.5, 4.0, 0.0])
    for wrap in (ft.vmap, lambda f: ft.jit(ft.vmap(f))):
        y, nfev, t, success = wrap(f)(rates, ends)
        np.testing.assert_array_equal(t, ends)
        assert success.all()
        for k in range(3):
            sol = scipy.integrate.solve_ivp(
                predators, (0, ends[k]), START, args=(rates[k],)
            )
            assert nfev[k] == sol.nfev
            np.testing.assert_allclose(y[k], sol.y[:, -1], rtol=1e-9)


def test_a_solver_that_gives_up_ends_where_it_is():
    def f(rate):
        sol = solve_ivp(lambda t, y: rate * y**2, (0, 2.0), [1.0])
        return sol.t[-1], sol.status, sol.success

    t, status, success = ft.jit(f)(1.0)
    assert (status, success) == (-1, False)
    np.testing.assert_allclose(t, f(1.0)[0], rtol=1e-12)


# -- events ----------------------------------------------------------------------------


def thrown(height, pull, method="RK45"):
    """A ball until it hits the ground, and whatever else might end it."""

    def hit(t, y):
        return y[0]

    def escaped(t, y):
        return np.sqrt(np.abs(y[0] - height)) - 30.0  # no slope at the beginning

    hit.terminal, hit.direction, escaped.terminal = True, -1, True
    sol = solve_ivp(
        lambda t, y: [y[1], -pull],
        (0.0, 20.0),
        [height, 0.0],
        method,
        events=[hit, escaped],
        rtol=1e-9,
    )
    return sol.t[-1], sol.y[1, -1], sol.y_events[0][0, 1] * sol.t_events[0][0]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_an_event_is_the_end(method):
    def f(height, pull):
        return thrown(height, pull, method)

    t = np.sqrt(2 * 7.0 / 9.81)
    found = ft.jit(f)(7.0, 9.81)
    np.testing.assert_allclose(found, [t, -9.81 * t, -14.0], rtol=1e-6)
    np.testing.assert_allclose(found, f(7.0, 9.81), rtol=1e-8)  # SciPy's
    slopes = ft.jit(ft.jacobian(f, (0, 1)))(7.0, 9.81)
    by_height = t / 14, -9.81 * t / 14, -2.0
    by_pull = -t / 2 / 9.81, -t / 2, 0.0
    np.testing.assert_allclose(np.transpose(slopes)[0], by_height, rtol=1e-6)
    np.testing.assert_allclose(np.transpose(slopes)[1], by_pull, rtol=1e-6, atol=1e-6)


@SLOW
def test_a_batch_of_which_some_meet_an_event():
    def f(pull):
        return thrown(7.0, pull)[0]

    pulls = np.array([9.81, 0.02, -9.81])  # hits, goes on to the end, escapes
    expected = np.array([np.sqrt(14 / 9.81), 20.0, np.sqrt(2 * 900 / 9.81)])
    np.testing.assert_allclose(ft.jit(ft.vmap(f))(pulls), expected, rtol=1e-6)
    slopes = ft.jit(ft.vmap(ft.grad(f)))(pulls)
    exact = -expected / 2 / pulls * np.array([1, 0, 1])
    np.testing.assert_allclose(slopes, exact, rtol=1e-6, atol=1e-12)


@SLOW
def test_the_number_of_evaluations_is_scipys():
    def hit(t, y, growth):
        return y[0] - 3.0

    hit.terminal = True
    for given in ({}, {"dense_output": True}, {"events": hit}, {"t_eval": [1.0, 2.0]}):

        def count(growth, options=given):
            span = (0, 3)
            return solve_ivp(
                predators, span, START, "DOP853", args=(growth,), **options
            ).nfev

        assert ft.jit(count)(1.5) == count(1.5)


# -- the course ------------------------------------------------------------------------


@SLOW
@pytest.mark.parametrize("method", METHODS)
def test_dense_output(method):
    def f(growth, times, end):
        options = {"args": (growth,), "rtol": 1e-6, **JACOBIANS.get(method, {})}
        span = 0.5, end
        sol = solve_ivp(predators, span, START, method, dense_output=True, **options)
        assert sol.sol(times).shape == (2, 6)
        return sol.sol(times), sol.sol(0.7)[1], sol.sol.t_max

    def total(growth, times, end):
        return np.sum(np.arange(1, 13).reshape(2, 6) * f(growth, times, end)[0])

    slopes = ft.grad(total, (0, 1))
    fast, fast_slopes = ft.jit(f), ft.jit(slopes)
    for end in (3.0, -0.4):
        given = (
            1.2,
            np.array([1.7, 0.6, end, 0.1, 2.4, 0.6]),
            end,
        )  # beyond the ends, too
        for ours, theirs in zip(fast(*given), f(*given), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=3e-6)
        for ours, theirs in zip(fast_slopes(*given), slopes(*given), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-6)


# -- what is refused -------------------------------------------------------------------

REFUSED = {
    "sol.y.sum": lambda sol: sol.y.sum(),
    "numpy.sum of sol.y": lambda sol: np.sum(sol.y),
    "numpy.multiply of sol.y": lambda sol: sol.y * 2,
    "numpy.add of sol.t": lambda sol: sol.y[0, -1] + sol.t,
    "len.. of sol.t": lambda sol: len(sol.t),
    r"len.. of sol.y.T": lambda sol: list(sol.y.T),
    r"sol.y\[:, 3\]": lambda sol: sol.y[:, 3],
    r"sol.y\[..., ::2\]": lambda sol: sol.y[..., ::2],
    r"sol.y\[:, -2:\]": lambda sol: sol.y[:, -2:],
    r"sol.y\[\[0, 1\]\]": lambda sol: sol.y[[0, 1]],
    r"sol.t\[True\]": lambda sol: sol.t[True],
    "an array of sol.t": lambda sol: np.asarray(sol.t),
    "sol.y.shape": lambda sol: sol.y.shape,
    r"numpy.trapezoid of sol.y\[0\]": lambda sol: np.trapezoid(sol.y[0], sol.t),
    "the value of sol.y": lambda sol: sol.y,
    r"the value of sol.y\[1\]": lambda sol: {"hunters": sol.y[1]},
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_depends_on_the_number_of_steps_is_refused(what):
    def f(growth):
        return REFUSED[what](solve_ivp(predators, (0, 1), START, args=(growth,)))

    with pytest.raises(ft.ConcretizationError, match=f"solve_ivp: {what}: how many"):
        ft.jit(f)(1.5)
    with pytest.raises(ft.ConcretizationError, match="pass t_eval"):
        ft.jit(f)(1.5)


@pytest.mark.slow
def test_rows_say_what_they_are():
    def f(growth):
        sol = solve_ivp(predators, (0, 1), START, args=(growth,), dense_output=True)
        assert repr(sol.y) == "<sol.y, of an unknown number of steps>"
        assert (sol.y.ndim, sol.y.dtype, len(sol.y), sol.t.ndim) == (2, float, 2, 1)
        with pytest.raises(IndexError, match="too many indices"):
            sol.t[0, 0]
        with pytest.raises(AttributeError, match="no attribute"):
            sol.y.nothing  # noqa: B018
        with pytest.raises(ValueError, match="1-D"):
            sol.sol(np.ones((1, 1)))
        return sol.sol.ts[-1]

    assert ft.jit(f)(1.5) == 1.0
