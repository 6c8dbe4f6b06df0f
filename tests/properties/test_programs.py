"""Every transform of a random program agrees with NumPy, differences and the others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given

import functrace as ft
from functrace.testing._numerical import estimate_jvp
from tests.properties._programs import programs


def copies(inputs):
    return [np.copy(x)[()] for x in inputs]


def gradients(function, inputs):
    return ft.grad(function, argnums=tuple(range(len(inputs))))(*inputs)


def directions(inputs, seed):
    rng = np.random.default_rng(seed)
    tangents = []
    for x in inputs:
        tangent = rng.normal(size=np.shape(x))
        tangents.append(tangent * (1 + 1j) if np.iscomplexobj(x) else tangent)
    return [np.asarray(tangent)[()] for tangent in tangents]


def dot(xs, ys):
    return sum(float(np.sum(np.real(x * y))) for x, y in zip(xs, ys, strict=True))


def near(tolerance, size=1.0):
    return {"rtol": tolerance, "atol": tolerance * max(1.0, abs(size))}


@given(programs())
def test_value_is_numpys(program):
    function, inputs = program.function, program.inputs
    expected = function(*copies(inputs))
    value, _ = ft.vjp(function, *copies(inputs))
    np.testing.assert_allclose(value, expected, rtol=1e-13, atol=1e-13)


@given(programs("f"))
def test_single_precision_is_numpys(program):
    """Promotion, too: a float64 too many shows in the dtype of the result."""
    function, inputs = program.function, program.inputs
    expected = function(*copies(inputs))
    value, pullback = ft.vjp(function, *copies(inputs))
    assert value.dtype == expected.dtype
    np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5)
    assert all(bar.dtype == np.float32 for bar in pullback(value.dtype.type(1)))


@given(programs("D"))
@pytest.mark.slow
def test_complex_numbers(program):
    function, inputs = program.function, program.inputs
    value, pullback = ft.vjp(function, *copies(inputs))
    expected = function(*copies(inputs))
    np.testing.assert_allclose(value, expected, rtol=1e-12, atol=1e-12)
    bars = pullback(np.float64(1.0))
    assert [bar.dtype for bar in bars] == [x.dtype for x in inputs]
    tangents = directions(inputs, 5)
    _, slope = ft.jvp(function, inputs, tangents)
    size = dot(map(np.abs, bars), map(np.abs, tangents))
    np.testing.assert_allclose(dot(bars, tangents), slope, **near(1e-9, size))
    (numeric,) = estimate_jvp(lambda *x: (function(*copies(x)),), inputs, tangents)
    assume(numeric.error <= 1e-6 * max(1.0, abs(numeric.value)))
    np.testing.assert_allclose(slope, numeric.value, **near(1e-5, numeric.value))


@given(programs())
def test_arguments_are_left_alone(program):
    inputs = copies(program.inputs)
    gradients(program.function, inputs)
    for x, original in zip(inputs, program.inputs, strict=True):
        np.testing.assert_array_equal(x, original)


@given(programs())
def test_modes_agree(program):
    function, inputs = program.function, program.inputs
    tangents = directions(inputs, 1)
    _, forward = ft.jvp(function, inputs, tangents)
    bars = gradients(function, inputs)
    size = dot(map(np.abs, bars), map(np.abs, tangents))
    np.testing.assert_allclose(dot(bars, tangents), forward, **near(1e-10, size))


@given(programs())
def test_gradient_is_that_of_differences(program):
    function, inputs = program.function, program.inputs
    tangents = directions(inputs, 2)
    _, slope = ft.jvp(function, inputs, tangents)
    (numeric,) = estimate_jvp(lambda *x: (function(*copies(x)),), inputs, tangents)
    assume(numeric.error <= 1e-6 * max(1.0, abs(numeric.value)))  # else a kink is near
    np.testing.assert_allclose(slope, numeric.value, **near(1e-5, numeric.value))


@pytest.mark.slow
@given(programs())
def test_second_derivatives(program):
    function, inputs = program.function, program.inputs
    u, v = directions(inputs, 3), directions(inputs, 4)
    count = len(inputs)

    def gradient(*x):
        return ft.grad(function, argnums=tuple(range(count)))(*x)

    def slope(*x):
        return ft.jvp(function, x, v)[1]

    forward_over_reverse = dot(ft.jvp(gradient, inputs, u)[1], v)
    reverse_over_reverse = dot(ft.vjp(gradient, *inputs)[1](tuple(v)), u)
    reverse_over_forward = dot(gradients(slope, inputs), u)
    forward_over_forward = float(ft.jvp(slope, inputs, u)[1])
    numeric = estimate_jvp(lambda *x: gradient(*copies(x)), inputs, u)
    expected = dot([estimate.value for estimate in numeric], v)
    found = [reverse_over_reverse, reverse_over_forward, forward_over_forward]
    np.testing.assert_allclose(found, forward_over_reverse, **near(1e-8, expected))
    error = max(float(np.max(estimate.error, initial=0.0)) for estimate in numeric)
    assume(error <= 1e-6 * max(1.0, abs(expected)))
    np.testing.assert_allclose(forward_over_reverse, expected, **near(1e-4, expected))


@pytest.mark.slow
@given(programs())
def test_graph_replays(program):
    function, inputs = program.function, program.inputs
    graph = ft.make_graph(function)(*copies(inputs))
    expected = function(*copies(inputs))
    np.testing.assert_allclose(graph(*inputs), expected, rtol=1e-13, atol=1e-13)
    gradient = ft.grad(function, argnums=tuple(range(len(inputs))))
    bars = ft.make_graph(gradient)(*copies(inputs))(*inputs)
    for bar, again in zip(gradient(*inputs), bars, strict=True):
        np.testing.assert_allclose(again, bar, rtol=1e-12, atol=1e-12)
