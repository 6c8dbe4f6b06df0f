"""What windows are made of."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from functrace.core.primitive import has_tracers
from functrace.numpy._arguments import as_array, known
from functrace.numpy._register import implements


@implements(np.i0)
def i0(x: Any) -> Any:
    """See `numpy.i0`."""
    x = as_array(x)
    if x.dtype.kind == "c":
        raise TypeError("i0 not supported for complex values")
    if not has_tracers(x):
        return np.i0(x)
    special = importlib.import_module("scipy.special")  # seldom needed, slow to import
    return special.i0(x if x.dtype.kind == "f" else x.astype(float))


@implements(np.kaiser)
def kaiser(M: int, beta: Any) -> Any:
    """See `numpy.kaiser`."""
    points = known(M)
    if not has_tracers(beta):
        return np.kaiser(points, beta)
    beta = as_array(beta)
    if beta.ndim:
        raise ValueError("functrace.numpy.kaiser: beta must be a scalar.")
    if points == 1:
        return np.ones(1)
    middle = (points - 1) / 2
    places = (np.arange(0, points) - middle) / middle
    beta = beta.astype(np.result_type(beta.dtype, float))
    return i0(beta * np.sqrt(1 - places**2)) / i0(beta)
