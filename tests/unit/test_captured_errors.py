"""Errors that a function raises where a traced value decides: Python's, under `jit` too."""

from __future__ import annotations

import re
import traceback

import numpy as np
import pytest

import functrace as ft
from tests._raising import (
    FUNCTIONS,
    POINTS,
    DivergedError,
    negative,
    of_either,
    of_three,
    otherwise,
)

X = np.array([0.5, 2.0, 3.0])


def outcome(function, *args):
    """What a call gives: a value, or the kind of an error, its text and its last line."""
    try:
        return function(*args)
    except ft.FunctraceError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the function raises
        last = traceback.extract_tb(error.__traceback__)[-1]
        causes = [type(error.__cause__), getattr(error, "rounds", None)]
        return type(error), str(error), last.line, causes


def check(found, wanted, tolerance=1e-12):
    if isinstance(wanted, tuple):
        assert found == wanted
    else:
        np.testing.assert_allclose(found, wanted, tolerance, tolerance)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
class TestAsWithoutJit:
    def test_value(self, function):
        compiled = ft.jit(function)
        for x in (*POINTS, *POINTS):
            check(outcome(compiled, x), outcome(function, x))

    def test_gradient(self, function):
        gradient = ft.grad(function)
        compiled, outside = ft.jit(gradient), ft.grad(ft.jit(function))
        for x in POINTS:
            wanted = outcome(gradient, x)
            check(outcome(compiled, x), wanted)
            check(outcome(outside, x), wanted)

    @pytest.mark.slow
    def test_second_order(self, function):
        def forward(x):
            return ft.jvp(ft.grad(function), (x,), (1.0,))

        compiled, hessian = ft.jit(forward), ft.jit(ft.hessian(function))
        for x in POINTS:
            wanted = outcome(forward, x)
            found = outcome(hessian, x)
            if isinstance(wanted[0], type):
                assert outcome(compiled, x) == found == wanted
            else:
                check([*outcome(compiled, x)], [*wanted], 1e-10)
                check(found, wanted[1], 1e-10)

    @pytest.mark.slow
    def test_batches(self, function):
        """The first element that raises is asked."""
        for xs in (X, np.array(POINTS), np.array(POINTS[::-1])):
            wanted = outcome(lambda xs=xs: [function(np.float64(x)) for x in xs])
            for mapped in (ft.vmap(function), ft.jit(ft.vmap(function))):
                check(outcome(mapped, xs), wanted)
            check(outcome(ft.vmap(ft.jit(function)), xs), wanted)


def test_an_empty_batch():
    for mapped in (ft.vmap(negative), ft.jit(ft.vmap(negative))):
        np.testing.assert_array_equal(mapped(np.zeros(0)), np.zeros(0))
    with pytest.raises(ft.ConcretizationError, match="raises an error for all values"):
        ft.vmap(of_either)(np.zeros(0))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # the graph computes both
def test_graphs():
    graph = ft.make_graph(negative)(ft.Aval(()))
    assert graph(4.0) == 4.0
    assert ft.jit(ft.grad(graph))(4.0) == 0.5
    with pytest.raises(RuntimeError, match="the function raises an error of its own"):
        graph(-4.0)
    assert ft.eval_shape(negative, 1.0) == ft.Aval(())
    for make in (ft.make_graph(of_either), ft.jit(of_either).lower):
        with pytest.raises(ft.ConcretizationError, match="raises an error for all"):
            make(ft.Aval(()))


def test_a_check_that_holds_costs_nothing():
    """It is computed with the rest, and has the program return what it is called with."""
    lowered = ft.jit(lambda x: negative(x)).lower(X[0])
    assert len(lowered.graph.nodes) == 4
    assert "reduce to arena" in lowered.plan
    assert str(lowered.explain()) == "functrace.jit: all of it is native code"


def test_in_a_branch_there_is_no_switch():
    graph = ft.jit(of_three).lower(1.0).graph
    assert [node.name for node in graph.nodes].count("switch") == 1
    graph = ft.jit(otherwise).lower(1.0).graph
    assert "switch" not in [node.name for node in graph.nodes]


def test_results_of_all_kinds():
    def several(x, mode):
        if x < 0:
            raise ValueError(mode)
        return {"x": x, "mode": mode, "n": 3, "pair": (x * 2, None)}

    compiled = ft.jit(several)
    for _ in range(3):
        assert compiled(2.0, "a")["pair"] == (4.0, None)
        with pytest.raises(ValueError, match="b"):
            compiled(-2.0, "b")


def test_arguments_hold_what_was_written_before():
    def scaled(x):
        x *= 2
        if x[0] < 0:
            raise ValueError(f"{x}")
        return np.sum(x)

    compiled, x = ft.jit(scaled), -X
    with pytest.raises(ValueError, match=r"\[-1. -4. -6.\]"):
        compiled(x)
    np.testing.assert_array_equal(x, -2 * X)
    with pytest.raises(ValueError, match=r"\[ -2.  -8. -12.\]"):
        compiled(x[::-1][::-1])
    assert compiled(X.copy()) == 11.0


def operation_fails(x):
    return np.ones(2) @ np.ones(3) if x < 0 else x


def exits(x):
    if x < 0:
        import sys  # noqa: PLC0415

        sys.exit(1)
    return x


def rule_raises(x):
    @ft.custom_vjp
    def double(x):
        return 2 * negative(x)

    double.defvjp(lambda x: (double(x), None), lambda _, g: (2 * g,))
    return double(x)


def condition_raises(x):
    return ft.while_loop(lambda y: negative(y) > 3, lambda y: y * 0.5, x)


def library_raises(x):
    np.testing.assert_allclose(x, 1.0)
    return x


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (exits, "no statement of the function raises"),
        (operation_fails, "no statement of the function raises"),
        (rule_raises, "raises an error where that is not possible"),
        (condition_raises, "raises an error where that is not possible"),
        (library_raises, "bool\\(\\) of a value"),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_refused(function, words):
    for transformed in (ft.jit(function), ft.jit(ft.grad(function))):
        with pytest.raises(ft.ConcretizationError, match=words) as caught:
            transformed(2.0)
        assert re.search(r"(_raising|test_captured_errors)\.py:", str(caught.value))


def test_asserts_that_pytest_has_changed():
    def checked(x):
        assert x > 0
        return x

    with pytest.raises(ft.ConcretizationError, match="that pytest has changed"):
        ft.jit(checked)(1.0)


def test_what_a_library_raises_on_its_way():
    """A part that runs in NumPy may fail where the function has raised before."""

    def logarithm(x):
        a = np.array([[x, 1.0], [1.0, x]])
        if x < 0:
            raise ValueError(f"{x}")
        return np.sum(np.linalg.eigvals(a).real) + np.linalg.inv(a * (x > 0))[0, 0]

    compiled = ft.jit(logarithm)
    np.testing.assert_allclose(compiled(2.0), logarithm(2.0), 1e-12)
    for x in (-1.0, np.nan):
        assert outcome(compiled, x)[:2] == outcome(logarithm, x)[:2]


def test_threads_share_a_loop_that_raises(monkeypatch):
    from functrace.compiler.plan import chunks  # noqa: PLC0415

    for name, value in {"FEWEST": 2, "LEAST": 0, "CHUNK": 1e-3}.items():
        monkeypatch.setattr(chunks, name, value)

    def positive(x):
        y = np.exp(-x * x)
        if np.any(x < -1e3) or not np.all(np.isfinite(y)):
            raise ValueError(f"{np.min(x)}")
        return np.sum(y * np.sin(x)), y

    before = ft.get_num_threads()
    ft.set_num_threads(3)
    try:
        compiled, x = ft.jit(positive), np.linspace(-1.0, 1.0, 10_000)
        np.testing.assert_allclose(compiled(x)[1], positive(x)[1], 1e-14)
        for place in (0, 5000, 9_999):
            x = np.linspace(-1.0, 1.0, 10_000)
            x[place] = -2e3
            with pytest.raises(ValueError, match=r"-2000\.0"):
                compiled(x)
    finally:
        ft.set_num_threads(before)


def test_an_error_that_branches_bind_is_one_thing():
    """It is not put together of its attributes, which its text is none of."""

    def said(x):
        error = DivergedError(3, -1.0) if x < 0 else DivergedError(3, 1.0)
        return len(str(error)) * x

    assert said(-1.0) != -said(1.0)
    with pytest.raises(ft.ConcretizationError, match="another structure"):
        ft.jit(said)(-1.0)
