"""Windows that slide along an array."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple
from numpy.lib.stride_tricks import sliding_window_view as sliding_view

from functrace.core.errors import MissingRuleError, message
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements
from functrace.primitives import layout


@implements(sliding_view)
def sliding_window_view(
    x: Any,
    window_shape: Any,
    axis: Any = None,
    *,
    subok: bool = False,
    writeable: bool = False,
) -> Any:
    """See `numpy.lib.stride_tricks.sliding_window_view`; what it gives is read-only."""
    if writeable:
        raise ValueError(
            "functrace: windows of a traced array cannot be written to: "
            "writeable=True is not supported."
        )
    x = as_array(x)
    listed = np.iterable(window_shape)
    lengths = tuple(map(index, window_shape if listed else (window_shape,)))
    sliding_view(np.broadcast_to(False, x.shape), lengths, axis)  # refuses what it does
    axes = (
        range(x.ndim)
        if axis is None
        else normalize_axis_tuple(axis, x.ndim, None, True)
    )
    return layout.windows.unary(x, {"lengths": lengths, "axes": tuple(axes)})


def strided_view(x: Any, *args: Any, **kwargs: Any) -> Any:
    """Refuse `as_strided` of a traced value, which has no memory to look at."""
    if type(x) is not Tracer or x.edge is None:
        return NotImplemented
    raise MissingRuleError(
        message(
            "functrace: numpy.lib.stride_tricks.as_strided takes memory as it lies, "
            "and a traced value has none.",
            got=x.aval,
            help="use numpy.lib.stride_tricks.sliding_window_view, or x[indices].",
        )
    )
