"""Reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.tracer import FUNCTIONS, Tracer
from functrace.primitives import reductions


def sum(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    axis = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else axis
    return reductions.reduce_sum(x, axis=axis, keepdims=keepdims)


FUNCTIONS[np.sum] = sum
