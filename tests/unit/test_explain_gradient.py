"""Why gradients are zero, missing or not finite: the reason, and its line."""

from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
from tests._lost_gradients import CASES

PAGE = Path(__file__).parents[2] / "docs" / "pages" / "looking_inside.md"


def line_in(function, marker="# here"):
    lines, first = inspect.getsourcelines(function)
    return first + next(k for k, text in enumerate(lines) if marker in text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_lost_gradient_is_explained_with_its_line(case):
    report = ft.explain_gradient(case.function)(case.x)
    (row,) = report.inputs
    assert (row.status, row.norm, row.zeros) == (case.status, 0, row.size)
    found = {r.line and r.line.line for r in row.reasons if case.reason in r.text}
    assert case.line in found
    assert case.name in PAGE.read_text()
    assert row.label in str(report)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.share(4)
def test_the_gradient_is_lost_indeed(case):
    gradient = ft.grad(lambda x: 1.0 * case.function(x))(case.x)
    assert not np.any(gradient)


def not_a_number(x):
    y = x - 1.0
    z = np.log(y)  # here
    return np.sum(np.exp(z))


def test_the_first_value_and_the_first_derivative_that_are_not_finite():
    report = ft.explain_gradient(not_a_number)(np.array([1.0, 2.0]))
    value, derivative = report.anomalies
    assert (
        value.text
        == "first value that is not finite: log gave infinity, 1 of 2 elements"
    )
    assert derivative.text == "first derivative that is not finite: of log"
    assert value.line.line == derivative.line.line == line_in(not_a_number)
    assert report.inputs[0].status == "not finite"
    assert report.inputs[0].reasons[0].line.line == line_in(not_a_number)
    with np.errstate(all="ignore"):
        assert np.isnan(ft.grad(not_a_number)(np.array([1.0, 2.0]))[0])


def test_what_where_leaves_out_is_left_out():
    def guarded(x):
        return np.sum(np.where(x > 0, np.log(x), 0.0))

    x = np.array([0.0, 2.0])
    report = ft.explain_gradient(guarded)(x)
    with np.errstate(all="ignore"):
        assert np.all(np.isfinite(ft.grad(guarded)(x)))
    assert report.inputs[0].status == "reached"
    assert report.inputs[0].norm == 0.5
    assert len(report.anomalies) == 1  # the value of the logarithm


def compiled(weights, x):
    @ft.jit
    def layer(w, v):
        return np.maximum(w * v, 0)  # here

    return np.sum(layer(weights["w"], x)) + weights["b"]


def test_pytrees_integers_and_compiled_parts():
    weights = {"w": np.array([1.0, -2.0]), "b": 3.0}
    for function in (compiled, ft.jit(compiled)):
        report = ft.explain_gradient(function)(weights, np.array([1, 1]))
        rows = {row.label: row for row in report.inputs}
        assert set(rows) == {"weights['w']", "weights['b']", "x"}
        assert rows["weights['w']"].status == "reached"
        assert (rows["weights['w']"].zeros, rows["weights['w']"].size) == (1, 2)
        assert rows["weights['b']"].norm == 1
        assert rows["x"].status == "integer"
        lines = {row.line.line for row in report.growth}
        assert line_in(compiled) in lines


def steep(x):
    y = 1000 * x  # here
    return y / 10


def test_growth_and_condition():
    report = ft.explain_gradient(steep)(3.0)
    first = report.growth[0]
    assert (first.line.line, first.gain) == (line_in(steep), 1000)
    assert first.text == "y = 1000 * x  # here"
    np.testing.assert_allclose(report.condition, 1)
    near = ft.explain_gradient(lambda x, y: x - y)(1.0, 1.0 - 1e-6)
    np.testing.assert_allclose(
        near.condition, np.sqrt(2) * np.sqrt(2) / 1e-6, rtol=1e-5
    )
    np.testing.assert_allclose(near.inputs[0].condition, 1e6)


def test_several_outputs_are_summed():
    report = ft.explain_gradient(lambda x: (x, {"a": 2 * x, "n": 3}))(np.ones(2))
    np.testing.assert_allclose(report.inputs[0].norm, 3 * np.sqrt(2))


def test_what_the_function_raises_is_told():
    def drops(x):
        return 2.0 * x.item()

    report = ft.explain_gradient(drops)(np.float64(2.0))
    assert report.inputs[0].status == "unknown"
    assert "would drop its gradient" in str(report)
    with pytest.raises(ZeroDivisionError):
        ft.explain_gradient(lambda x: x / (1 // 0))(1.0)


def test_it_leaves_the_arguments_alone():
    def writes(x):
        x[0] = 5.0
        return np.sum(x**2)

    x = np.array([1.0, 2.0])
    report = ft.explain_gradient(writes)(x)
    np.testing.assert_array_equal(x, [1.0, 2.0])
    assert (report.inputs[0].norm, report.inputs[0].zeros) == (4, 1)


def test_functions_that_print_are_explained(capsys):
    def f(x):
        y = np.sin(x) * x
        ft.debug.print("y = {}", y[0])
        return np.sum(y**2)

    plain = str(ft.explain_gradient(lambda x: np.sum((np.sin(x) * x) ** 2))(np.ones(2)))
    assert not capsys.readouterr().out
    told = str(ft.explain_gradient(f)(np.ones(2)))
    assert capsys.readouterr().out == f"y = {np.sin(1.0)}\n"
    assert told.splitlines()[1:3] == plain.splitlines()[1:3]
