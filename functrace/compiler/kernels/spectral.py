"""Derivatives of eigen- and singular vectors, where no values are equal.

Where some are, or a phase matters, these functions raise ValueError: what is right then
depends on all the numbers, and is found by NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def spectral_bar(x: Any, y: Any, z: Any, out: Any) -> None:
    """The antihermitian part of x over the differences of z, and y on the diagonal."""
    _require_apart(z)
    largest, phase = 0.0, 0.0
    for i in range(z.size):
        phase = max(phase, abs(x[i, i].imag))
        for j in range(z.size):
            largest = max(largest, abs(x[i, j]))
            if i == j:
                out[i, i] = y[i]
            else:
                out[i, j] = (x[i, j] - np.conj(x[j, i])) / (2 * (z[j] - z[i]))
    if not phase <= 64 * np.finfo(z.dtype).eps ** 0.5 * largest:
        raise ValueError


def spectral_dot(x: Any, z: Any, out: Any) -> None:
    """The Hermitian part of x over the differences of z."""
    _require_apart(z)
    for i in range(z.size):
        for j in range(z.size):
            if i == j:
                out[i, i] = 0
            else:
                out[i, j] = (x[i, j] + np.conj(x[j, i])) / (2 * (z[j] - z[i]))


def reciprocal_gaps(z: Any, out: Any) -> None:
    """One over the differences of z."""
    _require_apart(z)
    for i in range(z.size):
        for j in range(z.size):
            out[i, j] = 0 if i == j else 1 / (z[j] - z[i])


def _require_apart(z: Any) -> None:
    """Raise an error unless all sorted values differ."""
    scale = 0.0
    for value in z:
        scale = max(scale, abs(value))
    least = 10 * z.size * np.finfo(z.dtype).eps * scale
    for i in range(1, z.size):
        if not abs(z[i] - z[i - 1]) > least:
            raise ValueError
