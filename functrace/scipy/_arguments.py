"""Bringing arguments into the dtypes that SciPy's functions compute with."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast


def floating(value: Any) -> Any:
    """An array or a tracer of real or complex numbers; of others, in double precision."""
    x = as_array(value)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def double(value: Any) -> Any:
    """An array or a tracer of double precision, real or complex."""
    x = as_array(value)
    return cast(x, np.complex128 if x.dtype.kind == "c" else np.float64)
