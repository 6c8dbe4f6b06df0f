"""Where time goes: all of it, to the right lines and operations, in every mode."""

from __future__ import annotations

import inspect
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module

import numpy as np
import pytest
import scipy.optimize

import functrace as ft
from functrace.debug._following import ByMonitoring, ByTracing, following
from functrace.debug._timeline import Timeline

X = np.linspace(0.0, 1.0, 100_000)


def helper(x):
    return np.tanh(x) * 2  # helper


def loss(x):
    y = np.exp(-(x**2))  # exp
    z = helper(y)
    for _ in range(3):
        z = np.sin(z) + x  # sin
    return np.sum(z * x)  # sum


def rows_of(report, *functions):
    """The rows of lines with a comment, by it."""
    found = {}
    for row in report.lines:
        for function in functions:
            lines, first = inspect.getsourcelines(function)
            place = row.line.line - first
            if row.line.file == inspect.getsourcefile(function) and 0 <= place < len(
                lines
            ):
                _, _, name = lines[place].partition("  # ")
                if name:
                    found[name.strip()] = row
    return found


WAYS = {
    "plain": (loss, False),
    "derivative": (ft.grad(loss), True),
    "compiled derivative": (ft.jit(ft.grad(loss)), True),
    "derivative of compiled": (ft.grad(ft.jit(loss)), True),
    "compiled": (ft.jit(loss), False),
    "forward": (lambda x: ft.jvp(loss, (x,), (x,)), True),
    "pullback": (lambda x: ft.vjp(loss, x)[1](1.0), True),
    "second derivative": (lambda x: ft.hvp(loss)(x, x), True),
    "rows": (ft.jacrev(loss), True),
}


@pytest.mark.parametrize("way", WAYS)
def test_lines_and_derivatives_are_found(way):
    function, derivative = WAYS[way]
    report = ft.profile(function)(X)
    rows = rows_of(report, helper, loss)
    assert {"helper", "exp", "sin"} <= set(rows)
    assert rows["sin"].count >= 3
    assert rows["sin"].text == "z = np.sin(z) + x  # sin"
    for name in ("helper", "exp", "sin"):
        assert (rows[name].derivative_seconds > 0) == derivative
        assert rows[name].seconds >= rows[name].derivative_seconds
        assert rows[name].memory > 0
    expected = function(X)
    for new, old in zip(
        ft.tree.leaves(report.result), ft.tree.leaves(expected), strict=True
    ):
        np.testing.assert_allclose(new, old, rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.slow
def test_all_time_is_charged_once(way):
    shares = []
    for _ in range(5):  # others may have the processor while the profiler is at work
        report = ft.profile(WAYS[way][0], memory=False)(X)
        total = sum(row.seconds for row in report.lines)
        assert total == report.seconds
        assert total < 1.001 * report.wall_seconds
        assert sum(row.seconds for row in report.operations) < 1.1 * total
        shares.append(total / report.wall_seconds)
    assert max(shares) > 0.9


def test_operations_are_counted_in_both_modes():
    report = ft.profile(ft.grad(loss))(X)
    counts = {(row.name, row.mode): row.count for row in report.operations}
    assert counts["sin", "value"] == counts["sin", "derivative"] == 3
    assert counts["exp", "value"] == counts["exp", "derivative"] == 1
    plain = ft.profile(loss)(X)
    assert not plain.operations


def test_a_native_loop_is_charged_by_its_body():
    def relax(x):
        def step(i, u):
            return 0.5 * np.sin(u) + x  # body

        return ft.fori_loop(0, 50, step, x)

    reports = [ft.profile(ft.jit(relax))(np.ones(2000)) for _ in range(3)]
    parts = [rows_of(r, relax)["body"].seconds / r.seconds for r in reports]
    assert max(parts) > 0.5


def squares(count):
    for k in range(count):
        try:
            yield k * k  # yield
        except KeyError:
            yield 100.0  # thrown


def fails(x):
    raise KeyError(x)


def wanders(x):
    total, generator = 0.0, squares(4)
    for square in generator:
        total = total + square  # total
        if square == 4:
            total = total + generator.throw(KeyError)  # throw
    with ThreadPoolExecutor(1) as pool:
        pool.submit(list, squares(9)).result()
    try:
        fails(x)
    except KeyError:
        total = total * x  # caught
    return total


FOLLOWERS = [ByTracing, *([ByMonitoring] if sys.version_info >= (3, 12) else [])]


@pytest.mark.parametrize("kind", FOLLOWERS)
@pytest.mark.parametrize("transform", [lambda f: f, ft.grad])
def test_generators_errors_and_other_threads(kind, transform, monkeypatch):
    module = import_module("functrace.debug.profile")
    monkeypatch.setattr(module, "following", partial(following, kind))
    stacks = []
    record = Timeline._record

    def recorded(self, *args):
        stacks.extend(self._stack)
        return record(self, *args)

    monkeypatch.setattr(Timeline, "_record", recorded)
    report = ft.profile(transform(wanders), memory=False)(2.0)
    assert report.result == transform(wanders)(2.0)
    counts = {
        name: row.count for name, row in rows_of(report, squares, wanders).items()
    }
    assert counts["total"] == counts["yield"] == 4
    assert counts["throw"] == counts["thrown"] == counts["caught"] == 1
    assert not stacks  # what begins ends


def doubled(row):
    return 2 * row  # doubled


def of_a_row(rows, axis):
    return np.sum(rows, axis, keepdims=True)  # summed


def test_lines_of_functions_that_numpy_calls():
    def applies(x):
        x = np.apply_along_axis(doubled, 1, x)
        return np.sum(
            np.apply_over_axes(of_a_row, np.piecewise(x, [x > 0], [doubled]), 0)
        )

    x = np.ones((3, 2))
    report = ft.profile(ft.grad(applies), memory=False)(x)
    np.testing.assert_array_equal(report.result, np.full((3, 2), 4.0))
    rows = rows_of(report, doubled, of_a_row)
    assert rows["doubled"].count >= 3 + 1
    assert rows["summed"].count >= 1


def test_batches_go_by_the_lines_of_the_function():
    def one(x):
        return np.sum(np.exp(x))  # one

    x = np.ones((50, 200_000))  # beside which the rest takes no time
    reports = [ft.profile(ft.vmap(one))(x) for _ in range(3)]
    parts = [rows_of(r, one)["one"].seconds / r.seconds for r in reports]
    assert max(parts) > 0.5


def rounds(x):
    def step(carry, row):
        return carry + np.sin(row), np.sum(carry)

    return np.sum(ft.scan(step, x[0], x)[0])


def halvings(x):
    return ft.while_loop(lambda y: np.sum(y) > 1, lambda y: 0.5 * y, x)


def halved(x):
    return ft.fori_loop(0, 20, lambda i, y: 0.5 * y, x)


UNTOLD = {  # each with the functions of Python's that begin where lines are followed
    "compiled": (ft.jit(loss), X, 5),
    "derivative of compiled": (ft.grad(ft.jit(loss)), X, 7),
    "rows of compiled": (ft.jacrev(ft.jit(loss)), X, 7),
    "derivative": (ft.grad(loss), X, 30),
    "scan": (rounds, X.reshape(100, -1), 6 * 100),
    "while": (halvings, X, 12 * 18),
    "fori": (halved, X, 4 * 20),
}


@pytest.mark.parametrize("way", UNTOLD)
def test_functrace_works_untold(way, monkeypatch):
    function, x, count = UNTOLD[way]
    told = []

    class Counting(ByTracing):
        def _entered(self, frame, event, arg):
            told.append(frame.f_code.co_name)
            return super()._entered(frame, event, arg)

    module = import_module("functrace.debug.profile")
    monkeypatch.setattr(module, "following", partial(following, Counting))
    ft.profile(function, memory=False, repeat=1)(x)
    told.clear()
    report = ft.profile(function, memory=False, repeat=10)(x)
    assert report.seconds > 0
    assert len(told) < 11 * count


def test_compiled_functions_are_fast_again_afterwards():
    fast = ft.jit(loss)
    fast(X)
    before = fast(X)
    report = ft.profile(fast)(X)
    assert report.result == before
    for _ in range(3):
        assert fast(X) == before
    assert "__call__" in vars(type(fast))  # the short way
    assert fast.explain().count("first call") == 1


def test_the_trace_function_is_as_before_also_after_an_error():
    def fails(x):
        raise KeyError(x)

    before = sys.gettrace()
    with pytest.raises(KeyError):
        ft.profile(fails)(1.0)
    assert sys.gettrace() is before
    assert ft.grad(np.sin)(0.0) == 1


def test_reports_as_text_page_and_trace(tmp_path):
    report = ft.profile(ft.grad(loss))(X[:100])
    text = str(report)
    assert text.startswith("functrace.profile: ")
    assert "z = np.sin(z) + x" in text
    assert "multiply" in text
    page = tmp_path / "profile.html"
    report.to_html(str(page))
    assert "z = np.sin(z) + x" in page.read_text()
    assert "<b>loss</b>" in report._repr_html_()
    path = tmp_path / "trace.json"
    report.to_chrome_trace(str(path))
    events = json.loads(path.read_text())["traceEvents"]
    assert {"exp", "sin", "multiply"} <= {event["name"] for event in events}
    assert {event["cat"] for event in events} == {"value", "derivative"}
    assert all(event["ts"] >= 0 and event["dur"] >= 0 for event in events)
    begins = [event["ts"] for event in events if event["cat"] == "value"]
    assert begins == sorted(begins)


def test_memory_is_what_a_line_takes():
    def allocates(x):
        y = np.concatenate([x] * 10)  # ten
        return y[:5].copy()

    report = ft.profile(allocates)(X)
    assert 1 <= rows_of(report, allocates)["ten"].memory / (10 * X.nbytes) < 1.1
    assert (
        rows_of(ft.profile(allocates, memory=False)(X), allocates)["ten"].memory is None
    )


def test_what_a_compiled_function_captures_may_change_between_runs():
    state = {"k": 1.0}

    @ft.jit
    def scaled(x):
        return state["k"] * x

    def runs(x):
        state["k"] += 1
        return scaled(x)

    report = ft.profile(runs, memory=False, repeat=2)(np.ones(3))
    assert report.result[0] in (3, 4)  # after the first, which is not counted


@pytest.mark.slow
def test_functions_that_a_solver_calls():
    def rosenbrock(x):
        return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)  # value

    def solve(x):
        gradient = ft.value_and_grad(rosenbrock)
        return scipy.optimize.minimize(gradient, x, jac=True, method="BFGS").x  # solver

    report = ft.profile(solve, memory=False)(np.zeros(4))
    np.testing.assert_allclose(report.result, np.ones(4), rtol=1e-3)
    rows = rows_of(report, rosenbrock, solve)
    assert rows["value"].count > 20
    assert rows["value"].derivative_seconds > 0
    assert rows["solver"].seconds > 0


def test_an_error_in_a_pass_leaves_nothing_behind():
    @ft.custom_vjp
    def broken(x):
        return x

    def backward(_, g):
        raise KeyError("broken")

    broken.defvjp(lambda x: (x, None), backward)

    def caught(x):
        try:
            return ft.grad(broken)(x)
        except KeyError:
            return np.sin(x)  # after

    before = sys.gettrace()
    report = ft.profile(caught, memory=False)(0.5)
    assert sys.gettrace() is before
    assert report.result == np.sin(0.5)
    assert "after" in rows_of(report, caught)


def test_keyword_arguments_and_the_number_of_runs():
    calls = []

    def counted(x, *, n=1):
        calls.append(n)
        return n * x

    assert ft.profile(counted, repeat=4)(2.0, n=3).result == 6
    assert calls == [3] * 6  # to warm up, four times, and for the memory


def test_programs_of_nothing():
    report = ft.profile(ft.jit(ft.grad(lambda x: np.sum(np.exp(x)))))(np.ones(0))
    assert report.result.shape == (0,)
    assert ft.profile(ft.jit(lambda x: 1.0))(X).result == 1
