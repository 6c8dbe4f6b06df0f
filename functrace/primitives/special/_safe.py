"""Pieces of formulas that stay finite, and silent, at the ends of domains."""

from __future__ import annotations

from typing import Any

import numpy as np

LARGEST = 1e30  # of any precision; nothing changes beyond it


def ratio(x: Any, y: Any) -> Any:
    """``x / y``, zero where `y` is zero."""
    zero = y == 0
    return np.where(zero, 0, x / np.where(zero, 1, y))


def quotient(x: Any, y: Any) -> Any:
    """``x / y``, where both are zero 0."""
    return x / np.where((x == 0) & (y == 0), 1, y)


def log(x: Any) -> Any:
    """Logarithm of a number that is not negative; of zero a finite one."""
    return np.log(np.clip(x, 1 / LARGEST, LARGEST))


def horner(coefficients: Any, x: Any) -> Any:
    """The polynomial with these coefficients, that of the highest power last."""
    out = coefficients[-1] + 0 * x
    for coefficient in coefficients[-2::-1]:
        out = out * x + coefficient
    return out
