"""Radau and BDF: SciPy's steps, and the derivatives of the equations that they solve."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate
import scipy.sparse

import functrace as ft
from functrace.scipy import integrate

METHODS = pytest.mark.parametrize("method", ["Radau", "BDF"])
WRAPS = pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["values", "jit"])
RATES, TIMES = np.array([0.04, 3e7, 1e4]), np.array([1.0, 100.0, 1e4])


def robertson(t, y, k):
    first, second, third = k[0] * y[0], k[1] * y[1] ** 2, k[2] * y[1] * y[2]
    return [third - first, first - second - third, second]


def jacobian(t, y, k):
    return np.array(
        [
            [-k[0], k[2] * y[2], k[2] * y[1]],
            [k[0], -2 * k[1] * y[1] - k[2] * y[2], -k[2] * y[1]],
            [0.0, 2 * k[1] * y[1], 0.0],
        ]
    )


def reacted(k, y0, method, rtol=1e-6, **options):
    options |= {"rtol": rtol, "atol": rtol * 1e-4, "t_eval": TIMES}
    return integrate.solve_ivp(
        robertson, (0.0, TIMES[-1]), y0, method, args=(k,), **options
    )


START = np.array([1.0, 0.0, 0.0])


@pytest.mark.slow
@METHODS
def test_steps_are_scipys(method):
    options = {"rtol": 1e-6, "atol": 1e-10, "t_eval": TIMES, "args": (RATES,)}
    expected = scipy.integrate.solve_ivp(robertson, (0, 1e4), START, method, **options)
    y, _ = ft.vjp(lambda k: reacted(k, START, method).y, RATES)
    np.testing.assert_allclose(y, expected.y, rtol=1e-13)

    def counted(k):
        found = reacted(k, START, method)
        return found.y, found.nfev, found.nlu, found.status, found.success

    y, nfev, nlu, status, success = ft.jit(counted)(RATES)
    np.testing.assert_allclose(y, expected.y, rtol=1e-7)
    assert abs(nfev - expected.nfev) <= 0.02 * expected.nfev
    assert abs(nlu - expected.nlu) <= 0.05 * expected.nlu  # factors are kept
    assert (status, success) == (0, True)


@pytest.mark.slow
@METHODS
@WRAPS
def test_robertsons_gradient(method, wrap):
    """Against complex steps of a finer solution, by another method: see below."""

    def last(k, y0):
        return reacted(k, y0, method, 1e-9).y[0, -1]

    by_rates, by_start = wrap(ft.grad(last, (0, 1)))(RATES, START)
    expected = [-3.4378169, -2.27961424e-9, 1.36776641e-5]
    np.testing.assert_allclose(by_rates, expected, rtol=2e-6)
    np.testing.assert_allclose(
        by_start, [0.17568909, 0.17551623, 0.17551624], rtol=3e-6
    )


@pytest.mark.slow
def test_robertsons_gradient_is_the_slope_of_the_solution():
    def last(k):
        options = {"rtol": 1e-11, "atol": 1e-15, "args": (k,)}
        found = scipy.integrate.solve_ivp(
            robertson, (0, 1e4), START, "Radau", **options
        )
        return found.y[0, -1]

    gradient = ft.jit(ft.grad(lambda k: reacted(k, START, "Radau", 1e-11).y[0, -1]))
    found = gradient(RATES)
    for k, rate in enumerate(RATES[:1]):
        step = 1e-3 * rate * np.eye(3)[k]
        difference = 8 * (last(RATES + step) - last(RATES - step))
        difference -= last(RATES + 2 * step) - last(RATES - 2 * step)
        np.testing.assert_allclose(found[k], difference / (12 * 1e-3 * rate), rtol=1e-8)


def driven(y0, args, begin, end, times, offset, method, **options):
    """Of an equation that depends on time, with everything traced."""

    def field(t, y, damping, pull):
        change = -damping * y[1] - pull * np.sin(y[0]) + np.cos(t)
        return np.stack([y[1], change]) + offset

    found = integrate.solve_ivp(
        field, (begin, end), y0, method, t_eval=times, args=args, **options
    )
    return np.sum(found.y * np.array([[1.0], [0.5]]))


GIVEN = (
    np.array([1.0, 0.2]),
    (np.float64(0.3), np.float64(2.0)),
    np.float64(-0.1),
    np.float64(1.7),
    np.array([0.0, 0.3, 1.5]),
    np.float64(0.05),
)


def flat(tree):
    """Leaves of nested tuples and lists."""
    if isinstance(tree, (tuple, list)):
        return [leaf for part in tree for leaf in flat(part)]
    return [tree]


@pytest.mark.slow
@METHODS
@WRAPS
def test_gradients_with_respect_to_everything(method, wrap):
    tolerances = {"rtol": 1e-9, "atol": 1e-9}
    everything = tuple(range(6))

    def f(*args):
        return driven(*args, method, **tolerances)

    expected = ft.jit(
        ft.grad(
            lambda *args: driven(*args, "DOP853", rtol=1e-12, atol=1e-12), everything
        )
    )(*GIVEN)
    found = wrap(ft.grad(f, everything))(*GIVEN)
    for ours, theirs in zip(flat(found), flat(expected), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=3e-6)
    if wrap is ft.jit:
        return
    forward = ft.jacfwd(f, everything)(*GIVEN)
    for ours, theirs in zip(flat(found), flat(forward), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-9)


@pytest.mark.slow
@METHODS
def test_second_order(method):
    def f(damping, method=method, **options):
        args = (GIVEN[0], (damping, 2.0), -0.1, 1.7, GIVEN[4], 0.05)
        return driven(*args, method, **({"rtol": 1e-8, "atol": 1e-8} | options))

    tight = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-12}
    expected = ft.jit(ft.grad(ft.grad(lambda d: f(d, **tight))))(0.3)
    np.testing.assert_allclose(ft.jit(ft.jacfwd(ft.grad(f)))(0.3), expected, rtol=1e-4)


@pytest.mark.slow
@METHODS
def test_a_batch(method):
    def f(k):
        return reacted(k, START, method).y[0, -1]

    rates = RATES * np.array([[1.0], [0.5]])
    one_by_one = [ft.grad(f)(k) for k in rates]
    found = ft.jit(ft.vmap(ft.grad(f)))(rates)
    np.testing.assert_allclose(found, one_by_one, rtol=1e-5)


@pytest.mark.slow
@METHODS
def test_given_jacobians(method):
    def sparse(t, y, k):
        return scipy.sparse.csr_array(jacobian(t, y, RATES))

    def f(k, **options):
        return reacted(k, START, method, 1e-5, **options).y[0, 0]

    expected = ft.grad(f)(RATES)
    for wrap, jac in (
        (lambda f: f, jacobian),
        (ft.jit, jacobian),
        (lambda f: f, sparse),
    ):
        found = wrap(ft.grad(lambda k, jac=jac: f(k, jac=jac)))(RATES)
        np.testing.assert_allclose(found, expected, rtol=1e-3)


@pytest.mark.slow
@METHODS
def test_constant_jacobians(method):
    rates = np.array([1.0, 1e3])

    def f(rates, jac):
        found = integrate.solve_ivp(
            lambda t, y: -rates * y, (0, 1), [1.0, 2.0], method, t_eval=[1.0], jac=jac
        )
        return found.y[0, 0]

    dense = -np.diag(rates)
    for wrap, jac in ((lambda f: f, dense), (ft.jit, scipy.sparse.csr_array(dense))):
        slope = wrap(ft.grad(lambda rates, jac=jac: f(rates, jac)))(rates)
        np.testing.assert_allclose(slope, [-np.exp(-1), 0], rtol=1e-2, atol=1e-8)


@pytest.mark.slow
@METHODS
@WRAPS
def test_ends_and_events(method, wrap):
    def decayed(y0, rate, end):
        event = lambda t, y: y[0] - 0.5  # noqa: E731
        event.terminal = True
        found = integrate.solve_ivp(
            lambda t, y: -rate * y,
            (2.0, end),
            y0,
            method,
            t_eval=np.stack([end]),
            rtol=1e-9,
            atol=1e-9,
        )
        half = integrate.solve_ivp(
            lambda t, y: -rate * y,
            (0.0, 9.0),
            y0,
            method,
            t_eval=[0.1],
            events=event,
            rtol=1e-9,
            atol=1e-9,
        )
        return found.y[0, 0] + half.t_events[0][0]

    value, slopes = wrap(ft.value_and_grad(decayed, (0, 1, 2)))(np.ones(1), 0.7, 0.5)
    grown, half = np.exp(0.7 * 1.5), np.log(2) / 0.7
    np.testing.assert_allclose(value, grown + half, rtol=1e-7)
    expected = grown + 1 / 0.7, 1.5 * grown - half / 0.7, -0.7 * grown
    for x, y in zip(slopes, expected, strict=True):
        np.testing.assert_allclose(np.sum(x), y, rtol=1e-5)


@pytest.mark.slow
@METHODS
def test_all_steps(method):
    def f(rate, end):
        found = integrate.solve_ivp(
            lambda t, y: -rate * y,
            (0, end),
            [2.0],
            method,
            dense_output=True,
            rtol=1e-8,
        )
        return found.y[0, -1], found.sol(1.3)[0]

    last, inside = ft.jacobian(f, (0, 1))(0.7, 2.0)
    np.testing.assert_allclose(
        last, [-4 * np.exp(-1.4), -1.4 * np.exp(-1.4)], rtol=1e-3
    )
    np.testing.assert_allclose(
        inside, [-2.6 * np.exp(-0.91), 0.0], rtol=1e-3, atol=1e-6
    )


@METHODS
def test_an_interval_of_no_length(method):
    def f(y0, end):
        return integrate.solve_ivp(lambda t, y: 3 * y, (1, end), y0, method).y[0, -1]

    by_start, by_end = ft.grad(f, (0, 1))(np.array([2.0]), 1.0)
    np.testing.assert_allclose([by_start[0], by_end], [1.0, 6.0])


@METHODS
def test_refusals(method):
    y0 = np.array([1.0 + 1j])
    with pytest.raises(ValueError, match="complex"):
        ft.jit(
            lambda y: (
                integrate.solve_ivp(lambda t, y: -y, (0, 1), y, method, t_eval=[1.0]).y
            )
        )(y0)


@pytest.mark.slow
@METHODS
def test_what_is_not_reached_is_nan(method):
    def f(y0):
        return integrate.solve_ivp(
            lambda t, y: y**2, (0, 2), y0, method, t_eval=[0.5, 2.0]
        ).y[0]

    y = ft.jit(f)(np.ones(1))
    np.testing.assert_allclose(y[0], 2.0, rtol=2e-2)
    assert np.isnan(y[1])
    assert np.isnan(ft.jit(ft.jacobian(f))(np.ones(1))[1])
