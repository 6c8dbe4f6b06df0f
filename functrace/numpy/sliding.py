"""Windows that slide along an array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view as sliding_view

from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements
from functrace.numpy.selection import take


@implements(sliding_view)
def sliding_window_view(
    x: Any,
    window_shape: Any,
    axis: Any = None,
    *,
    subok: bool = False,
    writeable: bool = False,
) -> Any:
    """See `numpy.lib.stride_tricks.sliding_window_view`. The windows are copied."""
    if writeable:
        raise ValueError(
            "functrace: windows of a traced array share no memory with it: "
            "writeable=True is not supported."
        )
    x = as_array(x)
    places = np.arange(x.size).reshape(x.shape)
    return take(x.reshape(-1), sliding_view(places, window_shape, axis))
