"""Random programs, and their gradients, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
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


@given(programs(wide=True, masks=False))
def test_wide(program):
    assert_compiled(program, 1e-11)


@given(programs(masks=False))
def test_small(program):
    assert_compiled(program, 1e-11)


@given(programs("f", wide=True, masks=False))
def test_single_precision(program):
    assert_compiled(program, 2e-4)


@given(programs("D", wide=True, masks=False))
def test_complex(program):
    assert_compiled(program, 1e-11)
