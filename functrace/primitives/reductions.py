"""Reductions over axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.primitives._make import linear
from functrace.primitives.layout import broadcast_to


def spread(g: Any, shape: tuple[int, ...], axis: tuple[int, ...], keepdims: bool) -> Any:
    """Undo the removal of axes, and repeat along them to `shape`."""
    if g.shape and not keepdims:
        kept = tuple(1 if i in axis else n for i, n in enumerate(shape))
        g = g.reshape(kept)
    return broadcast_to.unary(g, {"shape": shape})


def reduced_aval(x: Aval, axis: tuple[int, ...], keepdims: bool) -> Aval:
    """Shape after reducing over `axis`."""
    if keepdims:
        return Aval((1 if i in axis else n for i, n in enumerate(x.shape)), x.dtype)
    return Aval((n for i, n in enumerate(x.shape) if i not in axis), x.dtype)


reduce_sum = linear(
    "reduce_sum",
    lambda x, *, axis, keepdims: np.add.reduce(x, axis, None, None, keepdims),
    reduced_aval,
    transpose=lambda g, x_aval, axis, keepdims: spread(g, x_aval.shape, axis, keepdims),
    doc="Sum over axes.",
)
