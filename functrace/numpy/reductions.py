"""Reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._register import implements
from functrace.primitives import reductions


@implements(np.sum)
def sum(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """See `numpy.sum`."""
    axis = tuple(range(a.ndim)) if axis is None else (axis,) if isinstance(axis, int) else axis
    return reductions.reduce_sum.unary(a, {"axis": axis, "keepdims": keepdims})
