"""Operations that move elements without changing them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.engine.cotangent import unbroadcast
from functrace.primitives._make import linear

_FILL_SIZE = 1 << 12  # elements; above it, repeating one element by strides is cheaper


def _broadcast_to(x: Any, *, shape: tuple[int, ...]) -> Any:
    if type(x) is np.ndarray and x.ndim:
        return np.broadcast_to(x, shape)
    # Of a scalar, as reductions give: a tenth of numpy.broadcast_to's time.
    if math.prod(shape) <= _FILL_SIZE:
        out = np.empty(shape, x.dtype)
        out.fill(x)
        return out
    out = np.ndarray(shape, x.dtype, np.asarray(x), 0, (0,) * len(shape))
    out.flags.writeable = False
    return out


broadcast_to = linear(
    "broadcast_to",
    _broadcast_to,
    lambda x, shape: Aval(shape, x.dtype),
    transpose=lambda g, x_aval: unbroadcast(g, x_aval.shape),
    doc="Repeat along new dimensions and dimensions of length 1.",
)

reshape = linear(
    "reshape",
    lambda x, *, shape: x.reshape(shape),
    lambda x, shape: Aval(shape, x.dtype),
    transpose=lambda g, x_aval: g.reshape(x_aval.shape),
    write_back=lambda base, view, shape: view.reshape(base.shape),
    doc="The same elements in C order, in another shape.",
)

alias = linear(
    "alias",
    lambda x: x,
    lambda x: x,
    transpose=lambda g: g,
    doc="The same value under another name: a nested transform's own input.",
)
