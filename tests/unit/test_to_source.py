"""Programs in text: what they look like, and that they compute what the function does."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.special import ndtr

import functrace as ft
from functrace.core import pytree
from functrace.core.errors import MissingRuleError
from functrace.source.traced import traced
from tests._c_programs import call, library

NUMBER = ft.Aval((), float)


def rosen(x):
    a = x[1:] - x[:-1] ** 2
    b = 1 - x[:-1]
    return np.sum(100 * a**2 + b**2)


def logistic(params, data, labels):
    w, bias = params["w"], params["bias"]
    scores = data @ w + bias
    return np.mean(np.logaddexp(0, -labels * scores)) + 0.5 * np.sum(w**2)


def decay(k, n=40):
    u = np.zeros(n)
    u[0] = 1.0
    for i in range(n - 1):
        rate = -k * u[i]
        u[i + 1] = u[i] + 0.1 * rate
    return np.sum(u**2)


def heat(u):
    for _ in range(20):
        flux = np.diff(u)
        inner = u[1:-1] + 0.1 * np.diff(flux)
        u = np.concatenate([u[:1], inner, u[-1:]])
    return np.sum(u**2)


def runge_kutta(params, y):
    a, b = params

    def field(y):
        return np.array([a * y[0] - y[0] * y[1], y[0] * y[1] - b * y[1]])

    for _ in range(30):
        k1 = field(y)
        k2 = field(y + 0.005 * k1)
        y = y + 0.01 * k2
    return np.sum(y**2)


def lennard_jones(positions):
    i, j = np.triu_indices(len(positions), 1)
    d = positions[i] - positions[j]
    s6 = np.sum(d * d, axis=1) ** -3
    return 4 * np.sum(s6**2 - s6)


def call_price(spot, strike, rate, sigma, maturity):
    root = sigma * np.sqrt(maturity)
    d1 = (np.log(spot / strike) + (rate + sigma**2 / 2) * maturity) / root
    d2 = d1 - root
    return spot * ndtr(d1) - strike * np.exp(-rate * maturity) * ndtr(d2)


def newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def swapped(x, y):
    for _ in range(7):
        x, y = y, np.sin(x) + y
    return np.sum(x * y)


def branching(x):
    if x > 0.5:
        y = np.sin(x)
    elif x > 0:
        y = x * x
    else:
        y = -x
    return 3 * y


def written(x):
    y = x * 2
    kept = y[1:3]
    z = y.copy()
    z[0] = kept[0] * kept[1]
    y[1] = z[0] + 1
    y[2:] += y[:-2]
    return np.sum(y * z) + np.sum(kept)


_RNG = np.random.default_rng(7)
_DATA = (_RNG.normal(size=(9, 3)), np.sign(_RNG.normal(size=9)))
_PARAMS = {"w": _RNG.normal(size=3), "bias": 0.3}
PROGRAMS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "rosen": (rosen, (np.linspace(0, 1, 5),)),
    "rosen gradient": (ft.grad(rosen), (np.linspace(0, 1, 5),)),
    "rosen hessian": (ft.hessian(rosen), (np.linspace(0, 1, 5),)),
    "rosen batched": (ft.vmap(ft.grad(rosen)), (_RNG.normal(size=(3, 4)),)),
    "logistic": (ft.value_and_grad(logistic), (_PARAMS, *_DATA)),
    "decay": (ft.value_and_grad(decay), (0.5,)),
    "heat": (ft.grad(heat), (np.linspace(0, 1, 9) ** 2,)),
    "runge_kutta": (
        ft.value_and_grad(runge_kutta, (0, 1)),
        ((1.1, 0.4), np.array([1.0, 0.5])),
    ),
    "lennard_jones": (ft.grad(lennard_jones), (_RNG.normal(size=(5, 3)),)),
    "call_price": (
        ft.value_and_grad(call_price, (0, 2, 3)),
        (100.0, 95.0, 0.02, 0.3, 0.5),
    ),
    "newton tangent": (lambda a: ft.jvp(newton, (a,), (1.0,)), (2.0,)),
    "swapped": (ft.value_and_grad(swapped, (0, 1)), (np.ones(3), np.arange(3.0))),
    "branching": (ft.value_and_grad(branching), (0.3,)),
    "written": (ft.value_and_grad(written), (np.arange(1.0, 6.0),)),
}
IN_NUMPY = {"newton gradient": (ft.value_and_grad(newton), (2.0,))}

each = pytest.mark.parametrize("name", [*PROGRAMS])
each_in_numpy = pytest.mark.parametrize("name", [*PROGRAMS, *IN_NUMPY])


def find(name: str) -> tuple[Any, tuple[Any, ...]]:
    return (PROGRAMS | IN_NUMPY)[name]


def run(text: str, name: str) -> Any:
    """The function in a text."""
    space: dict[str, Any] = {}
    exec(text, space)
    return space[name]


def copies(args: Any) -> Any:
    """Arguments of one's own."""
    leaves, treedef = pytree.flatten(args)
    return pytree.unflatten(treedef, [np.array(x)[()] for x in leaves])


def assert_close(got: Any, expected: Any) -> None:
    leaves, treedef = pytree.flatten(got)
    wanted, other = pytree.flatten(expected)
    assert treedef == other
    for out, value in zip(leaves, wanted, strict=True):
        assert np.shape(out) == np.shape(value)
        np.testing.assert_allclose(out, value, rtol=1e-12, atol=1e-13)


@each_in_numpy
def test_numpy_computes_the_same(name):
    function, args = find(name)
    program = run(ft.to_source(function, *args, name="program"), "program")
    given = copies(args)
    assert_close(program(*given), function(*args))
    for left, before in zip(*map(pytree.flatten, (given, args)), strict=True):
        np.testing.assert_equal(left, before)  # the arguments are not written to


@each_in_numpy
def test_numpy_is_what_the_formatter_gives(name):
    function, args = find(name)
    text = ft.to_source(function, *args)
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--isolated", "--diff", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_c_computes_the_same():
    """Without a warning of the compiler's."""
    texts = {
        f"program_{k}": ft.to_source(function, *args, language="c", name=f"program_{k}")
        for k, (function, args) in enumerate(PROGRAMS.values())
    }
    compiled = library([*texts.values()])
    for name, (function, args) in zip(texts, PROGRAMS.values(), strict=True):
        graph = traced(function, args, {}, None).graph
        got = call(getattr(compiled, name), graph, pytree.flatten(args)[0])
        expected, treedef = pytree.flatten(function(*args))
        assert_close(
            pytree.unflatten(treedef, got), pytree.unflatten(treedef, expected)
        )


# -- what it looks like ------------------------------------------------------------------


def test_variables_are_the_users():
    text = ft.to_source(ft.grad(rosen), ft.Aval(5))
    lines = [line.strip() for line in text.splitlines()]
    assert "a = x[1:] - x[:-1] * x[:-1]" in lines
    assert "# a = x[1:] - x[:-1] ** 2" in lines
    assert "# derivative of: b = 1 - x[:-1]" in lines
    assert "x_bar[1:] += a_bar" in lines
    assert lines[-1] == "return x_bar"


def test_values_of_calls_are_called_as_what_they_are_assigned_to():
    text = ft.to_source(runge_kutta, (1.1, 0.4), ft.Aval(2))
    assert "k1 = np.array([a * y[0] - t1, t1 - b * y[1]])" in text
    assert "a = np.float64(params[0])" in text


def test_no_variable_of_the_caller_is_meant():
    surprising = ft.to_source(lambda x: np.linalg.norm(x), ft.Aval(3))
    assert "surprising =" not in surprising


def test_loops_stay_loops():
    text = ft.to_source(ft.grad(decay), NUMBER)
    assert "for j in range(38):" in text
    assert "for j in reversed(range(38)):" in text
    assert "while going:" in ft.to_source(newton, NUMBER)
    assert "while (going) {" in ft.to_source(newton, NUMBER, language="c")


def test_branches_stay_branches():
    text = ft.to_source(branching, NUMBER)
    assert text.count("if ") >= 2
    assert "else:" in text


def test_elements_of_arguments():
    text = ft.to_source(logistic, _PARAMS, *_DATA)
    assert "def logistic(params, data, labels):" in text
    assert 'w = params["w"]' in text
    assert 'params["w"]: float64[3]' in text


def test_fixed_arguments_are_no_parameters():
    def scaled(x, how, y):
        return x * y if how == "times" else x + y

    text = ft.to_source(scaled, NUMBER, "times", NUMBER)
    assert "def scaled(x, y):" in text
    assert "Fixed: how = 'times'." in text


def test_any_number_of_arguments():
    program = run(ft.to_source(lambda *xs: sum(xs), 1.0, 2.0, name="total"), "total")
    assert program(3.0, 4.0) == 7.0


def test_results_are_the_callers_own():
    def same(x):
        return x, [x, {"twice": 2 * x}], None

    program = run(ft.to_source(same, ft.Aval(2)), "same")
    x = np.ones(2)
    first, (second, rest), nothing = program(x)
    first[0] = 5.0
    second[1] = 7.0
    assert x.tolist() == [1.0, 1.0]
    assert first.tolist() == [5.0, 1.0]
    assert rest["twice"].tolist() == [2.0, 2.0]
    assert nothing is None


def test_large_constants_are_packed():
    table = np.random.default_rng(0).normal(size=(40, 30))
    text = ft.to_source(lambda x: table @ x, ft.Aval(30), name="product")
    x = np.arange(30.0)
    np.testing.assert_array_equal(run(text, "product")(x), table @ x)
    assert "zlib" in text
    assert max(map(len, text.splitlines())) <= 88


def test_functions_of_ours_are_quoted():
    from scipy.special import logsumexp  # noqa: PLC0415

    text = ft.to_source(ft.grad(lambda x: logsumexp(x)), ft.Aval(4), name="softmax")
    x = np.array([0.1, -2.0, 3.0, 0.4])
    np.testing.assert_allclose(
        run(text, "softmax")(x), np.exp(x - logsumexp(x)), rtol=1e-14
    )
    assert "functrace." not in text.split('"""', 2)[2]


def test_names_that_mean_something_else_are_not_taken():
    def shadowing(np_, special, lambda_):
        def_ = np_ * special
        return def_ + lambda_

    text = ft.to_source(shadowing, NUMBER, NUMBER, NUMBER)
    assert run(text, "shadowing")(2.0, 3.0, 1.0) == 7.0


# -- what is refused ---------------------------------------------------------------------


def test_unknown_language():
    with pytest.raises(ValueError, match="unknown language"):
        ft.to_source(rosen, ft.Aval(3), language="fortran")


def test_effects_are_refused():
    def printing(x):
        ft.debug.print("{x}", x=x)
        return x

    with pytest.raises(MissingRuleError, match=r"no place for functrace\.debug"):
        ft.to_source(printing, NUMBER)


def test_foreign_code_is_refused():
    def foreign(x):
        return ft.pure_callback(np.sin, ft.Aval(()), x)

    with pytest.raises(MissingRuleError, match="operation pure_callback cannot be"):
        ft.to_source(foreign, NUMBER)


def test_what_c_has_not_is_refused():
    with pytest.raises(
        MissingRuleError, match="operation solve cannot be written in C"
    ):
        ft.to_source(np.linalg.solve, ft.Aval((2, 2)), ft.Aval(2), language="c")
    with pytest.raises(MissingRuleError, match="in C"):
        ft.to_source(lambda x: x * 2, ft.Aval(3, complex), language="c")
    with pytest.raises(MissingRuleError, match="bytes of arrays on the stack"):
        ft.to_source(heat, ft.Aval(100_000), language="c")


def test_other_containers_are_refused():
    class Point(NamedTuple):
        x: Any

    with pytest.raises(MissingRuleError, match="returns a Point"):
        ft.to_source(lambda x: Point(x), NUMBER)
