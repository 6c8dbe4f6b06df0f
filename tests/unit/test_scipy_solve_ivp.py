"""solve_ivp and odeint: SciPy's numbers, and the derivatives of the steps taken."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.scipy import integrate

METHODS = ["RK23", "RK45", "DOP853"]
TIGHT = {"rtol": 1e-12, "atol": 1e-12}
TIMES = np.array([0.0, 0.3, 1.1, 1.5])


def pendulum(t, y, damping, pull):
    return [y[1], -damping * y[1] - pull * np.sin(y[0]) + np.cos(t)]


def measured(y0, args, begin, end, times, offset, **options):
    """Of a solution, depending on everything that can be traced."""

    def field(t, y, *rest):
        return np.stack(pendulum(t, y, *rest)) + offset

    found = integrate.solve_ivp(
        field, (begin, end), y0, t_eval=times, args=args, **options
    )
    return np.sum(found.y * np.array([[1.0], [0.5]]))


ARGUMENTS = (
    np.array([1.0, 0.2]),
    (np.float64(0.3), np.float64(2.0)),
    np.float64(-0.1),
    np.float64(1.7),
    TIMES,
    np.float64(0.05),
)


def slopes(f, argument, step=1e-5):
    """Derivative of `f` by central differences, of fourth order."""
    x, found = np.atleast_1d(np.asarray(argument)), []
    for k in range(x.size):
        e = np.zeros_like(x)
        e[k] = step
        at = [f((x + i * e).reshape(np.shape(argument))) for i in (-2, -1, 1, 2)]
        found.append((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * step))
    return np.reshape(found, np.shape(argument))


@pytest.mark.parametrize("method", METHODS)
def test_plain_values_are_scipys(method):
    options = {"args": (0.3, 2.0), "dense_output": True, "method": method}
    ours = integrate.solve_ivp(pendulum, (0, 2), [1, 0], **options)
    theirs = scipy.integrate.solve_ivp(pendulum, (0, 2), [1, 0], **options)
    assert ours.nfev == theirs.nfev
    assert type(ours) is type(theirs)
    np.testing.assert_array_equal(ours.t, theirs.t)
    np.testing.assert_array_equal(ours.sol(0.7), theirs.sol(0.7))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("span", [(0.0, 3.0), (3.0, 0.0)])
@pytest.mark.slow
def test_traced_values_are_scipys(method, span):
    options = {"args": (0.3, 2.0), "method": method, "rtol": 1e-5}
    options["t_eval"] = np.linspace(*span, 5)

    def solved(y0):
        found = integrate.solve_ivp(pendulum, span, y0, **options)
        return found.y, found.nfev, found.status

    y0 = np.array([1.0, 0.0])
    expected = scipy.integrate.solve_ivp(pendulum, span, y0, **options)
    y, _ = ft.vjp(lambda y0: solved(y0)[0], y0)
    np.testing.assert_allclose(y, expected.y, rtol=1e-13, atol=1e-13)
    y, nfev, status = ft.jit(solved)(y0)
    np.testing.assert_allclose(y, expected.y, rtol=1e-11, atol=1e-11)
    assert status == 0
    assert nfev == expected.nfev


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_gradients_with_respect_to_everything(method):
    options = TIGHT if method != "RK23" else {"rtol": 1e-8, "atol": 1e-8}
    tolerance = 2e-7 if method != "RK23" else 1e-4

    def f(*args):
        return measured(*args, **options, method=method)

    everything = tuple(range(len(ARGUMENTS)))
    reverse = ft.grad(f, everything)
    forward = lambda *args: [d.sum() for d in flat(ft.jacfwd(f, everything)(*args))]  # noqa: E731
    gradients = [reverse(*ARGUMENTS), ft.jit(reverse)(*ARGUMENTS)]
    for found, wrap in zip(gradients, (lambda f: f, ft.jit), strict=True):
        totals = [np.sum(g) for g in flat(found)]
        np.testing.assert_allclose(
            wrap(forward)(*ARGUMENTS), totals, rtol=1e-7, atol=1e-9
        )
    for k in everything:
        if k == 1:
            continue

        def of_one(x, k=k):
            return f(*ARGUMENTS[:k], x, *ARGUMENTS[k + 1 :])

        expected = slopes(of_one, ARGUMENTS[k], 1e-3)
        for found in gradients:
            np.testing.assert_allclose(
                found[k], expected, rtol=tolerance, atol=tolerance
            )


def flat(tree):
    """Leaves of nested tuples."""
    if isinstance(tree, (tuple, list)):
        return [leaf for part in tree for leaf in flat(part)]
    return [tree]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "ways"), [("RK45", 3), ("DOP853", 1)])
def test_second_order(method, ways):
    def f(damping):
        args = (ARGUMENTS[0], (damping, 2.0), 0.0, 1.5, TIMES, 0.0)
        return measured(*args, **TIGHT, method=method)

    expected = slopes(ft.grad(f), np.float64(0.3), 1e-3)
    seconds = [ft.jacfwd(ft.grad(f)), ft.grad(ft.grad(f)), ft.grad(ft.jacfwd(f))]
    for second in seconds[:ways]:
        np.testing.assert_allclose(ft.jit(second)(0.3), expected, rtol=1e-8)
    np.testing.assert_allclose(ft.grad(ft.grad(f))(0.3), expected, rtol=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_slopes_at_the_ends_are_those_of_the_equation(method):
    """The steps are given, and agree: a derivative for each end, however few steps."""

    def last(begin, end):
        options = {"method": method, "rtol": 1e-8, "atol": 1e-8}
        return integrate.solve_ivp(
            lambda t, y: -t * y, (begin, end), [1.0], **options
        ).y[0, -1]

    exact = np.exp((0.25 - 4.0) / 2)
    begin, end = ft.grad(last, (0, 1))(0.5, 2.0)
    np.testing.assert_allclose([begin, end], [0.5 * exact, -2.0 * exact], rtol=1e-4)


@pytest.mark.slow
def test_an_interval_of_no_length():
    def f(begin, end, y0):
        return integrate.solve_ivp(lambda t, y: 3 * y, (begin, end), y0).y[0, -1]

    y, slopes = ft.value_and_grad(f, (0, 1, 2))(1.0, 1.0, np.array([2.0]))
    assert [y, *slopes] == [2.0, -6.0, 6.0, 1.0]

    def g(y0, times):
        return integrate.solve_ivp(lambda t, y: 3 * y, (1, 1), y0, t_eval=times).y[0, 0]

    y, slopes = ft.jit(ft.value_and_grad(g, (0, 1)))(np.array([2.0]), np.ones(1))
    assert [y, *slopes] == [2.0, 1.0, 6.0]


def test_all_steps_and_their_course():
    def found(rate, times):
        options = {"dense_output": True, "rtol": 1e-10, "atol": 1e-12}
        result = integrate.solve_ivp(lambda t, y: -rate * y, (0, 2), [2.0], **options)
        assert result.t.shape == result.y[0].shape
        return result.sol(times)[0], result.y[0, 3], result.t[3]

    times = np.array([0.5, 1.7])
    course, _, time = ft.jacobian(found)(0.5, times)
    np.testing.assert_allclose(course, -times * 2 * np.exp(-0.5 * times), rtol=1e-8)
    assert time == 0
    slope = ft.jacobian(lambda t: found(0.5, t)[0])(times)
    np.testing.assert_allclose(slope, np.diag(-np.exp(-0.5 * times)), rtol=1e-6)


@pytest.mark.slow
def test_long_runs_keep_little():
    def last(rate):
        options = {"max_step": 1e-3, "t_eval": [1.2]}
        return integrate.solve_ivp(
            lambda t, y: -rate * y, (0, 1.2), [1.0], method="RK23", **options
        ).y[0, 0]

    np.testing.assert_allclose(ft.grad(last)(0.5), -1.2 * np.exp(-0.6), rtol=1e-6)


@pytest.mark.slow
def test_each_of_a_batch_has_its_steps():
    def f(damping, start):
        times = np.array([0.0, 1.0, 1.7])
        args = (np.stack([start, 0.2]), (damping, 2.0), 0.0, 1.7, times, 0.0)
        return measured(*args, rtol=1e-7, atol=1e-9)

    batch = np.array([0.1, 5.0, 80.0]), np.array([0.1, 2.0, 3.0])
    gradient = ft.value_and_grad(f, (0, 1))
    one_by_one = [gradient(*x) for x in zip(*batch, strict=True)]
    expected = [np.array(column) for column in zip(*map(flat, one_by_one), strict=True)]
    for wrap in (lambda f: f, ft.jit):
        found = flat(wrap(ft.vmap(gradient))(*batch))
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-7, atol=1e-12)


@pytest.mark.slow
def test_complex_states():
    def f(rate, y0):
        field = lambda t, y: 1j * rate * y  # noqa: E731
        options = {"t_eval": [1.0], **TIGHT}
        return integrate.solve_ivp(field, (0, 1), y0, **options).y[0, 0].real

    y0 = np.array([1.0 + 1.0j])
    exact = (1j * np.exp(0.7j) * y0[0]).real
    np.testing.assert_allclose(ft.grad(f)(0.7, y0), exact, rtol=1e-9)
    np.testing.assert_allclose(ft.jit(ft.grad(f))(0.7, y0), exact, rtol=1e-9)


@pytest.mark.parametrize("kind", [list, np.float32, np.int64])
@pytest.mark.slow
def test_states_of_other_kinds(kind):
    y0 = [2, 1] if kind is list else np.array([2, 1], kind)
    start = [2.0, 1.0]

    def f(rate, y0):
        field = lambda t, y: [-rate * y[0], 1]  # noqa: E731
        return integrate.solve_ivp(field, (0, 1), y0, t_eval=[1]).y[0, 0]

    slopes = ft.grad(f)(1.0, y0), ft.grad(f)(1.0, start)
    np.testing.assert_allclose(*slopes, rtol=1e-14)
    np.testing.assert_allclose(ft.jit(f)(1.0, y0), f(1.0, start), rtol=1e-12)


@pytest.mark.slow
def test_options():
    y0 = np.array([1.0, 0.0])
    options = {"rtol": np.array([1e-4, 1e-6]), "atol": 1e-7, "max_step": 0.2}
    options |= {"first_step": 0.01, "t_eval": [0.0, 2.0]}

    def f(y0, vectorized=False):
        field = lambda t, y: np.stack([y[1], -y[0]])  # noqa: E731
        return integrate.solve_ivp(
            field, (0, 2), y0, vectorized=vectorized, **options
        ).y

    for vectorized in (False, True):
        jitted = ft.jit(lambda y0, v=vectorized: f(y0, v))
        np.testing.assert_allclose(jitted(y0), f(y0, vectorized), rtol=1e-12)
        slope = ft.jacobian(lambda y0, v=vectorized: f(y0, v))(y0)
        np.testing.assert_allclose(ft.jacobian(jitted)(y0), slope, rtol=1e-11)


@pytest.mark.slow
def test_what_is_not_reached_is_nan_with_its_derivatives():
    def f(y0, times):
        found = integrate.solve_ivp(lambda t, y: y**2, (0, 2), y0, t_eval=times)
        return found.y[0], found.status, found.success

    times = np.array([0.5, 2.0])
    y, status, success = ft.jit(f)(np.ones(1), times)
    assert np.isfinite(y[0])
    assert np.isnan(y[1])
    assert (status, success) == (-1, False)
    slope = ft.jit(ft.jacobian(lambda y0: f(y0, times)[0]))(np.ones(1))
    np.testing.assert_allclose(slope[0], 4.0, rtol=1e-2)
    assert np.isnan(slope[1]).all()
    assert np.isnan(ft.jit(f)(np.array([np.nan]), times)[0]).all()
    unsorted = ft.jit(f)(np.array([0.1]), np.array([1.9, 0.1, 2.5]))[0]
    np.testing.assert_array_equal(np.isnan(unsorted), [False, True, True])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["RK45", "Radau"])
def test_attempts_that_are_not_taken_have_no_derivatives(method):
    """Even where these are infinite: beyond the end of what the equation is for."""

    def f(rate):
        field = lambda t, y: -rate * np.sqrt(y)  # noqa: E731
        options = {"first_step": 1.9, "t_eval": [1.9], "rtol": 1e-8, "atol": 1e-9}
        return integrate.solve_ivp(field, (0, 1.9), [1.0], method, **options).y[0, 0]

    with np.errstate(invalid="ignore"):
        for wrap in (lambda f: f, ft.jit):
            slope = wrap(ft.grad(f))(1.0)
            np.testing.assert_allclose(slope, -0.095, rtol=1e-5)


def test_refusals():
    def solved(y0, **options):
        return integrate.solve_ivp(lambda t, y: -y, (0, 1), y0, **options).y[0, -1]

    with pytest.raises(ValueError, match="not within"):
        ft.jit(lambda y: solved(y, t_eval=[2.0]))(np.ones(1))
    with pytest.raises(ValueError, match="sorted"):
        ft.jit(lambda y: solved(y, t_eval=[1.0, 0.5]))(np.ones(1))
    with pytest.raises(ValueError, match="1-dimensional"):
        ft.jit(lambda y: solved(y, t_eval=[1.0]))(np.ones((1, 1)))
    with pytest.raises(ValueError, match="first_step"):
        ft.jit(lambda y: solved(y, t_eval=[1.0], first_step=2.0))(np.ones(1))
    with pytest.raises(ft.MissingRuleError, match="not differentiated"):
        ft.grad(lambda y: solved(y, method=scipy.integrate.RK45))(np.ones(1))
    with pytest.raises(ft.MissingRuleError, match="LSODA is ODEPACK's"):
        ft.jit(lambda y: solved(y, method="LSODA", t_eval=[1.0]))(np.ones(1))
    for bad, error in ((lambda t, y: 1j * y, ft.DtypeError), (TIMES, TypeError)):
        with pytest.raises(error):
            ft.jit(lambda y, f=bad: integrate.solve_ivp(f, (0, 1), y, t_eval=[1.0]).y)(
                np.ones(1)
            )
    with pytest.raises(ft.ShapeError, match="the state's shape"):
        ft.jit(
            lambda y: (
                integrate.solve_ivp(lambda t, y: np.ones(3), (0, 1), y, t_eval=[1.0]).y
            )
        )(np.ones(2))


# -- odeint ----------------------------------------------------------------------------


@pytest.mark.slow
def test_odeint():
    times = np.array([0.0, 0.7, 0.7, 2.0])

    def f(y0, times, pull, offset):
        field = lambda y, t, pull: [y[1], -pull * np.sin(y[0]) + offset]  # noqa: E731
        return integrate.odeint(field, y0, times, args=(pull,), rtol=1e-11, atol=1e-11)

    given = np.array([1.0, 0.2]), times, 2.0, 0.1
    plain = f(*given)
    for wrap in (lambda f: f, ft.jit):
        recorded = wrap(lambda *args: ft.vjp(f, *args)[0])
        np.testing.assert_allclose(recorded(*given), plain, rtol=1e-8)
        found = wrap(ft.grad(lambda *args: np.sum(f(*args)), (0, 2, 3)))(*given)
        for k, gradient in zip((0, 2, 3), found, strict=True):
            expected = slopes(
                lambda x, k=k: np.sum(f(*given[:k], x, *given[k + 1 :])), given[k], 1e-3
            )
            np.testing.assert_allclose(gradient, expected, rtol=1e-6)


@pytest.mark.slow
def test_odeint_says_what_it_does_not_reach():
    def f(y0):
        return integrate.odeint(lambda y, t: y**2, y0, [0.0, 0.5, 2.0])[:, 0]

    assert np.isfinite(ft.vjp(f, 1.0)[0][:2]).all()
    assert np.isnan(ft.jacobian(f)(1.0)[2])
    assert np.isnan(ft.jit(f)(1.0)[2])
    with pytest.raises(ft.MissingRuleError, match="full_output"):
        ft.grad(
            lambda y: integrate.odeint(lambda y, t: -y, y, [0, 1], full_output=1)[0][-1]
        )(1.0)
    with pytest.raises(ValueError, match="monotonically"):
        ft.grad(lambda y: integrate.odeint(lambda y, t: -y, y, [0, 2, 1])[-1, 0])(1.0)


@pytest.mark.slow
def test_steps_that_roundings_choose_are_taken_again_in_reverse():
    """The error of a method on its own solutions is rounding, and decides on the steps."""

    def last(rates, state):
        times = np.array([0.5, 2.0])
        field = lambda t, y: [rates[0], rates[1]]  # noqa: E731
        options = {"method": "DOP853", "rtol": 1e-10, "atol": 1e-12}
        return integrate.solve_ivp(field, (0, 2), state, t_eval=times, **options).y[
            :, 1
        ]

    rng = np.random.default_rng(0)
    reverse = ft.jit(ft.jacrev(last, (0, 1)))
    for _ in range(6):
        by_rates, by_state = reverse(rng.uniform(0.5, 10, 2), rng.uniform(1, 10, 2))
        np.testing.assert_allclose(by_rates, 2 * np.eye(2), rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(by_state, np.eye(2), rtol=1e-12, atol=1e-12)
