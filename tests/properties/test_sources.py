"""Random programs in text, in NumPy and in C, are what they were."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from functrace.core.errors import MissingRuleError
from functrace.source.traced import traced
from tests._c_programs import call, library
from tests.properties._loops import PlainLoop
from tests.properties._plain import Program, outcome

LOOPS = st.randoms(use_true_random=False).map(PlainLoop)
BRANCHES = st.integers(0, 10**6).map(Program)
X, A = np.linspace(-1.0, 1.3, 16), 0.7


def tangents(function: Any) -> Any:
    """What is second order in a loop, too."""
    gradient = ft.grad(function, (0, 1))
    return lambda x, a: ft.jvp(gradient, (x, a), (np.ones(16), 0.5))[1]


TRANSFORMS = {
    "function": lambda function: function,
    "gradient": lambda function: ft.grad(function, (0, 1)),
    "tangents": tangents,
}
each = pytest.mark.parametrize("transform", TRANSFORMS.values(), ids=TRANSFORMS)


def program(function: Any) -> Any:
    """The function in a text."""
    space: dict[str, Any] = {}
    exec(ft.to_source(function, X, A, name="program"), space)
    return space["program"]


def assert_close(got: Any, expected: Any) -> None:
    for out, value in zip(_listed(got), _listed(expected), strict=True):
        np.testing.assert_allclose(out, value, rtol=1e-8, atol=1e-9)


def _listed(values: Any) -> list[Any]:
    return list(values) if isinstance(values, (tuple, list)) else [values]


@each
@pytest.mark.slow
@given(LOOPS)
@settings(max_examples=30, deadline=None)
def test_loops(transform, random_program):
    function = transform(random_program.function)
    assert_close(program(function)(X.copy(), A), ft.jit(function)(X, np.float64(A)))


@each
@pytest.mark.slow
@given(BRANCHES)
@settings(max_examples=20, deadline=None)
def test_branches(transform, random_program):
    """Where the captured program gives up, and leaves it to Python, the text raises."""
    function = transform(random_program.function)
    error, expected = outcome(function, (X, A))
    try:
        got = program(function)(X.copy(), A)
    except (RuntimeError, ft.ConcretizationError, MissingRuleError):
        return
    assert error is None
    assert_close(got, expected)


@each
@pytest.mark.slow
@given(LOOPS)
@settings(max_examples=10, deadline=None)
def test_loops_in_c(transform, random_program):
    function = transform(random_program.function)
    try:
        text = ft.to_source(function, X, A, language="c", name="program")
    except MissingRuleError:
        return
    graph = traced(function, (X, A), {}, None).graph
    got = call(library([text]).program, graph, [X, A])
    assert_close(got, ft.jit(function)(X, np.float64(A)))
