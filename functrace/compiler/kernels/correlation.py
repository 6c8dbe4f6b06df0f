"""Correlation with a kernel that lies inside the array."""

from __future__ import annotations

from typing import Any


def correlate(x: Any, y: Any, out: Any) -> None:
    """``out[k] = sum_j x[k + j] y[j]``."""
    for k in range(out.size):
        out[k] = 0
    for j in range(y.size):
        for k in range(out.size):
            out[k] += x[k + j] * y[j]


def correlate_images(x: Any, y: Any, out: Any) -> None:
    """The same along two axes."""
    rows, columns = out.shape
    for k in range(rows):
        for m in range(columns):
            out[k, m] = 0
        for i in range(y.shape[0]):
            for j in range(y.shape[1]):
                for m in range(columns):
                    out[k, m] += x[k + i, m + j] * y[i, j]
