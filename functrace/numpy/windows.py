"""What windows are made of."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array, has_tracers
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
