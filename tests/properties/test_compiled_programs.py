"""Random programs, and their gradients, compiled."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import functrace as ft
from tests.properties._programs import Program, programs
from tests.properties.test_programs import copies


def assert_compiled(program: Program, tolerance: float) -> None:
    function, inputs = program.function, program.inputs

    def both(*args: Any) -> Any:
        value, pullback = ft.vjp(function, *args)
        return value, pullback(value.dtype.type(1) if value.dtype.kind == "f" else 1.0)

    with np.errstate(all="ignore"):
        value, bars = both(*copies(inputs))
    got, got_bars = ft.jit(both)(*copies(inputs))
    assert got.dtype == value.dtype
    np.testing.assert_allclose(got, value, rtol=tolerance, atol=tolerance)
    for bar, expected in zip(got_bars, bars, strict=True):
        assert (bar.dtype, bar.shape) == (expected.dtype, expected.shape)
        scale = max(1.0, float(np.max(np.abs(expected), initial=0)))
        np.testing.assert_allclose(
            bar, expected, rtol=tolerance, atol=tolerance * scale
        )


@pytest.mark.slow
@given(programs(wide=True, masks=False))
def test_wide(program):
    assert_compiled(program, 1e-11)


@pytest.mark.slow
@given(programs(masks=False))
def test_small(program):
    assert_compiled(program, 1e-11)


@pytest.mark.slow
@given(programs("f", wide=True, masks=False))
def test_single_precision(program):
    assert_compiled(program, 2e-4)


@pytest.mark.slow
@given(programs("D", wide=True, masks=False))
def test_complex(program):
    assert_compiled(program, 1e-11)


def every_value(program: Program) -> Callable[..., Any]:
    """The program, returning all that it computes: inputs, views and duplicates too."""
    text = re.sub(r"return .* in \((.*),\)\)", r"return (\1,)", program.text)
    return Program(text.removesuffix(")"), program.inputs).function


def assert_every_value(program: Program, tolerance: float) -> None:
    function = every_value(program)
    with np.errstate(all="ignore"):
        expected = function(*copies(program.inputs))
    got = ft.jit(function)(*copies(program.inputs))
    for out, value in zip(got, expected, strict=True):
        assert (out.dtype, np.shape(out)) == (value.dtype, np.shape(value))
        finite = np.isfinite(value)
        scale = max(1.0, float(np.max(np.abs(value), initial=0, where=finite)))
        np.testing.assert_allclose(out, value, rtol=tolerance, atol=tolerance * scale)


@pytest.mark.slow
@given(programs(wide=True, masks=False))
def test_every_value_of_a_wide_program(program):
    assert_every_value(program, 1e-9)


@pytest.mark.slow
@given(programs(masks=False))
def test_every_value_of_a_small_program(program):
    assert_every_value(program, 1e-9)


@pytest.mark.slow
@given(programs(masks=False))
def test_tangents(program):
    function, inputs = program.function, program.inputs

    def push(*args: Any) -> Any:
        return ft.jvp(function, args, tuple(np.cos(x) for x in args))

    with np.errstate(all="ignore"):
        expected = push(*copies(inputs))
    got = ft.jit(push)(*copies(inputs))
    scale = max(1.0, abs(float(expected[1])))
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9 * scale)
