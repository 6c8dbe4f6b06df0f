"""Conversions to arrays that ask for more than `numpy.asarray`."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.primitive import has_tracers
from functrace.numpy._register import implements
from functrace.numpy.creation import array, asarray, check_device, copy
from functrace.primitives import checks


@implements(np.asarray_chkfinite)
def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> Any:
    """See `numpy.asarray_chkfinite`."""
    x = asarray(a, dtype, order)
    if x.dtype.kind not in "fc":
        return x
    text = "array must not contain infs or NaNs"
    return checks.require(x, np.isfinite(x), message=text)


@implements(np.require)
def require(
    a: Any, dtype: Any = None, requirements: Any = None, *, like: Any = None
) -> Any:
    """See `numpy.require`. A traced value meets all requirements but an order."""
    if not has_tracers(a):
        return np.require(a, dtype, requirements)
    np.require(np.empty(0), None, requirements)  # raises for unknown ones
    wanted = {name[0].upper() for name in requirements or ()}
    order = "".join(wanted & {"C", "F"}) or "A"
    made = array(a, dtype, copy=None, order=order)
    return copy(made, order) if "O" in wanted and made.base is not None else made


@implements(np.from_dlpack)
def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Any:
    """See `numpy.from_dlpack`. A traced value stays one, and is not exported."""
    if not has_tracers(x):
        return np.from_dlpack(x, device=device, copy=copy)
    check_device(device)
    return array(x, copy=copy)
