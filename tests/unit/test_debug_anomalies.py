"""The first NaN of a compiled function: which operation, of which line, where."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize

import functrace as ft
from functrace.scipy.integrate import quad, solve_ivp


def anomaly(f, *args):
    """What the error says, and the line that it names."""
    with (
        pytest.raises(ft.AnomalyError) as caught,
        ft.detect_anomaly(),
        np.errstate(all="ignore"),
    ):
        f(*args)
    text = str(caught.value)
    found = re.search(r"test_debug_anomalies\.py:(\d+)", text)
    return text, found and int(found[1])


def line_with(function, words):
    lines, first = inspect.getsourcelines(function)
    (place,) = [i for i, line in enumerate(lines) if words in line]
    return first + place


def scanned(x):
    def step(c, _):
        c = c * 1.01
        return c, np.sqrt(700.0 - c)

    return np.sum(ft.scan(step, x, length=1000)[1])


def counted(x):
    def body(pair):
        k, x = pair
        x = x - 0.5
        return k + 1, x + 0 * np.log(x)

    return ft.while_loop(lambda pair: pair[0] < 50, body, (0, x))[1]


def chosen(x):
    return ft.cond(
        x > 0,
        lambda x: np.log(x - 3),
        lambda x: x,
        x,
    )


def plain(x):
    for k in range(400):
        x = np.sin(x) + 1
        if x[0] > 0:
            x = np.sqrt(200.0 - k + 0 * x)
    return np.sum(x)


def integrated(k):
    def rhs(t, y):
        slope = -k * y
        return slope * np.log(1.5 - t)

    return solve_ivp(rhs, (0.0, 2.0), np.ones(1), t_eval=[2.0], max_step=0.1).y[0, -1]


def element(x):
    y = x * 2
    return np.arcsin(y) + 1


def segments(x):
    @ft.checkpoint
    def layer(x):
        return np.sqrt(x - 1) * 2

    return layer(x) + 1


def area(a):
    def integrand(t):
        return t * np.log(t - a)

    return quad(integrand, 1.0, 2.0)[0]


def with_a_rule(x):
    def pull(x, g):
        return (2 * g * x,)

    @ft.custom_vjp
    def function(x):
        return np.sqrt(x - 5) + x**2

    function.defvjp(lambda x: (function(x), x), pull)
    return function(x + 1)


CASES = {
    "scan": (scanned, 1.0, "np.sqrt", ["sqrt", "round 658 of a scan of 1000"]),
    "while_loop": (counted, 10.2, "np.log", ["log", "round 20 of a while_loop of 50"]),
    "cond": (chosen, 1.0, "np.log", ["log", "branch 1"]),
    "plain loop": (plain, np.ones(20), "np.sqrt", ["sqrt", "branch 1"]),
    "solver": (integrated, 1.0, "np.log", ["log", "NaN"]),
    "checkpoint": (segments, 0.0, "np.sqrt", ["sqrt", "NaN"]),
    "integrand": (area, 1.5, "np.log", ["log", "11 of 21 elements"]),
    "function with a rule": (with_a_rule, 1.0, "np.sqrt", ["sqrt", "NaN"]),
}


@pytest.mark.filterwarnings("ignore::scipy.integrate.IntegrationWarning")
@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_the_line_that_made_it(case):
    f, x, words, expected = case
    text, line = anomaly(ft.jit(f), x)
    assert line == line_with(f, words)
    for each in expected:
        assert each in text


DERIVATIVES = {
    "scan": (scanned, 1.0, "np.sqrt", "round 999 of a scan of 1000 rounds, backwards"),
    "while_loop": (counted, 10.2, "np.log", "of a while_loop of 50 rounds"),
    "cond": (chosen, 3.0, "np.log", "branch 1"),
    "checkpoint": (segments, 1.0, "np.sqrt", "in a derivative"),
}


@pytest.mark.parametrize("case", DERIVATIVES.values(), ids=list(DERIVATIVES))
@pytest.mark.slow
def test_the_line_whose_derivative_made_it(case):
    f, x, words, expected = case
    text, line = anomaly(ft.jit(ft.grad(f)), x)
    assert line == line_with(f, words)
    assert expected in text


def test_the_element_of_a_batch():
    text, line = anomaly(ft.jit(ft.vmap(element)), np.array([0.1, 0.2, 0.9, 0.3]))
    assert "element 2 of the batch" in text
    assert line == line_with(element, "np.arcsin")
    text, line = anomaly(
        ft.jit(ft.vmap(ft.grad(element))), np.array([0.1, 0.5, 0.2, 0.3])
    )
    assert "element 1 of the batch" in text
    assert "in a derivative" in text
    assert line == line_with(element, "np.arcsin")


def test_the_element_of_an_array():
    x = np.zeros((3, 4))
    x[1, 2] = 0.9
    text, _ = anomaly(ft.jit(element), x)
    assert "1 of 12 elements of float64[3,4], the first at (1, 2)" in text


def test_arguments_and_constants():
    text, _ = anomaly(ft.jit(lambda x: np.sin(x)), np.array([0.0, np.nan]))
    assert "the argument 'x' has NaN" in text
    bad = np.array([np.inf, 1.0])
    text, _ = anomaly(ft.jit(lambda x: (x, bad)[1] + 0 * x), np.ones(2))
    assert "add made the first infinity" in text


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.where(x > 0, np.log(x), 0.0),
        lambda x: 1 / (1 + np.exp(-1000 * x)),
        lambda x: ft.scan(lambda c, x: (np.minimum(c, x), None), np.inf, x)[0],
        lambda x: x.astype(int),
    ],
)
def test_what_the_result_does_not_depend_on_may_be_anything(f):
    x = np.array([-1.0, 2.0])
    with ft.detect_anomaly(), np.errstate(all="ignore"):
        np.testing.assert_array_equal(ft.jit(f)(x), f(x))


def test_programs_before_and_after():
    f = ft.jit(element)
    for _ in range(3):
        assert np.isnan(f(0.9))
    assert anomaly(f, 0.9)[1] == line_with(element, "np.arcsin")
    assert np.isnan(f(0.9))
    with ft.detect_anomaly():
        assert f(0.1) == element(0.1)


def test_effects_take_place_once():
    seen = []

    @ft.jit
    def f(x):
        ft.debug.callback(lambda x: seen.append(float(x)), x)
        return np.log(x)

    anomaly(f, -1.0)
    assert seen == [-1.0]


def test_a_derivative_of_a_compiled_function():
    def f(x):
        return np.sqrt(x)

    text, line = anomaly(ft.grad(ft.jit(f)), 0.0)
    assert "true_divide, in a derivative, made the first infinity" in text
    assert line == line_with(f, "np.sqrt")


def test_what_is_not_finite_before_the_derivative():
    def f(x):
        root = np.sqrt(x)
        return np.sum(root**3)

    text, line = anomaly(ft.grad(f), np.array([-1.0, 2.0]))
    assert "sqrt made the first NaN" in text
    assert "1 of 2 elements of float64[2], the first at 0" in text
    assert line == line_with(f, "np.sqrt")
    text, _ = anomaly(ft.grad(f), np.array([np.nan, 2.0]))
    assert "the argument 'x' has NaN" in text


# -- un-jitted -------------------------------------------------------------------------


def area_by_scipy(a):
    def integrand(t):
        y = t - a
        return y * np.log(y)

    return scipy.integrate.quad(integrand, 1.0, 2.0)[0]


def steep_area(a):
    def integrand(t):
        return t * np.sqrt(0 * (t - a))

    return scipy.integrate.quad(integrand, 1.0, 2.0)[0]


def logarithmic(a):
    def rhs(t, y):
        slope = np.log(-a - y)
        return slope * a

    return scipy.integrate.solve_ivp(rhs, (0.0, 1.0), np.ones(1)).y[0, -1]


def logarithmic_by_lsoda(a):
    def rhs(y, t):
        slope = np.log(-a - y)
        return slope * a

    return scipy.integrate.odeint(rhs, np.ones(1), [0.0, 1.0])[-1, 0]


def root_of_a_root(a):
    def residual(x):
        return x - a * np.sqrt(0 * a)

    return scipy.optimize.root(residual, np.ones(1)).x[0]


def with_a_steep_rule(x):
    @ft.custom_vjp
    def function(x):
        return 2 * x

    def pull(x, g):
        slope = np.log(-x)
        return (g * slope,)

    function.defvjp(lambda x: (function(x), x), pull)
    return function(x)


def mapped_scan(x):
    def step(c, _):
        return c + np.sqrt(0 * c), None

    return np.sum(ft.vmap(lambda x: ft.scan(step, x, length=3)[0])(x * np.ones(2)))


ON_VALUES = {
    "integrand": (area_by_scipy, "np.log"),
    "derivative of an integrand": (steep_area, "np.sqrt"),
    "solve_ivp": (logarithmic, "np.log"),
    "odeint": (logarithmic_by_lsoda, "np.log"),
    "root": (root_of_a_root, "np.sqrt"),
    "rule": (with_a_steep_rule, "np.log"),
    "checkpoint": (segments, "np.sqrt"),
    "scan of a batch": (mapped_scan, "np.sqrt"),
}


@pytest.mark.filterwarnings("ignore::scipy.integrate.IntegrationWarning")
@pytest.mark.parametrize("case", ON_VALUES.values(), ids=list(ON_VALUES))
def test_on_values_the_line_is_that_of_the_program(case):
    f, words = case
    x = 1.0 if f is segments else 1.5
    for way in (
        ft.grad(f),
        ft.jit(ft.grad(f)),
        lambda x: ft.vmap(ft.grad(f))(x * np.ones(2)),
    ):
        assert anomaly(way, x)[1] == line_with(f, words)


@pytest.mark.parametrize("f", [steep_area, root_of_a_root, segments])
def test_tangents_on_values(f):
    text, line = anomaly(lambda x: ft.jvp(f, (x,), (1.0,)), 1.0)
    assert "in a derivative" in text
    assert line == line_with(f, "np.sqrt")


def test_tangents_that_a_choice_drops_and_a_long_way_back():
    def f(x):
        chosen = np.where(x > 0, np.sqrt(x), 0.0)
        return chosen, np.ones(2)

    x = np.array([0.0, 4.0])
    with ft.detect_anomaly(), np.errstate(all="ignore"):
        _, (dot, _) = ft.jvp(f, (x,), (x,))
    np.testing.assert_array_equal(dot, [0, 1])

    def long(x):
        x = np.sqrt(x)
        for _ in range(3000):
            x = x + 1.0
        return x

    _, line = anomaly(lambda x: ft.jvp(long, (x,), (1.0,)), 0.0)
    assert line == line_with(long, "np.sqrt")


def test_a_cotangent_that_is_not_finite():
    _, pull = ft.vjp(lambda x: np.sin(x) * x, 1.0)
    text, _ = anomaly(pull, np.inf)
    assert "the vjp of multiply gave infinity" in text
