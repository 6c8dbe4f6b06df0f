"""Conversions to arrays, and windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.calls._base import Call, arrays

V, M, S = arrays((3,), (2, 3), ())
CONVERTED = "numpy's own makes an ndarray of its argument"


def converting(function: Callable[..., Any], *args: Any) -> Call:
    """A call that only functrace.numpy can do."""
    return Call(function, args, numpy=False, reason=CONVERTED)


CALLS = [
    Call(lambda np, b: np.kaiser(5, b), (np.asarray(2.5),)),
    Call(lambda np, b: np.kaiser(4, b) * b, (S,)),
    converting(lambda np, x: np.asarray_chkfinite(x), M),
    converting(lambda np, x: np.asarray_chkfinite([x[0], 2.0], complex), V),
    converting(lambda np, x: np.require(x, complex), V),
    converting(lambda np, x: np.require(x.T, requirements=["C", "W"]) ** 2, M),
    converting(lambda np, x: np.require(x[1:], None, "OA") ** 2, M),
    converting(lambda np, x: np.require([x, x * x], None, "F"), V),
    converting(lambda np, x: np.from_dlpack(x, copy=True) ** 2, M),
]
