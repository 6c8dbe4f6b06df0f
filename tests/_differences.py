"""Derivatives by differences, and against them."""

from __future__ import annotations

from typing import Any

import numpy as np

import functrace as ft


def differences(f: Any, x: Any, step: float = 1e-4) -> Any:
    """Central ones, for each element of the argument in turn."""
    x = np.asarray(x, float)
    units = step * np.eye(x.size).reshape(x.size, *x.shape)
    columns = [(np.asarray(f(x + e)) - f(x - e)) / (2 * step) for e in units]
    return np.stack(columns, -1).reshape((*np.shape(columns[0]), *x.shape))


def check(f: Any, x: Any, expected: Any = None, tolerance: float = 1e-5) -> None:
    """Both modes, compiled and not, against each other and an oracle."""
    expected = differences(f, x) if expected is None else expected
    for transform in (ft.jacfwd, ft.jacrev):
        for found in (transform(f)(x), ft.jit(transform(f))(x)):
            np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)
