"""Coefficients of splines on a regular grid."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import scipy.ndimage

from functrace.core.aval import Aval
from functrace.primitives._batching import along_axis
from functrace.primitives._make import linear


def _filtered(x: Any, *, axis: int, order: int, mode: str) -> Any:
    kind: Any = np.complex128 if x.dtype.kind == "c" else np.float64
    return scipy.ndimage.spline_filter1d(x, order, axis, kind, mode)


@functools.cache
def _matrix(count: int, order: int, mode: str) -> np.ndarray:
    return scipy.ndimage.spline_filter1d(np.eye(count), order, 0, np.float64, mode)


def _transposed(g: Any, axis: int, order: int, mode: str) -> Any:
    count = g.shape[axis]
    if mode == "reflect" and count < _EXACT:
        product = np.tensordot(g, _matrix(count, order, mode), (axis, 0))
        return np.moveaxis(product, -1, axis)
    if mode != "mirror" or g.shape[axis] < 2:
        return spline_filter(g, axis=axis, order=order, mode=mode)
    shape = [1] * g.ndim
    shape[axis] = -1
    ends = np.ones(g.shape[axis])
    ends[[0, -1]] = 0.5
    ends = ends.reshape(shape)
    return ends * spline_filter(g / ends, axis=axis, order=order, mode=mode)


# In the mode "reflect" SciPy begins its recursion with a value that is wrong by the 2n-th
# power of the filter's pole, which is not seen from this length on.
_EXACT = 32

# The samples of a spline are its coefficients times a matrix that is symmetric in the modes
# "reflect" and "grid-wrap". In the mode "mirror" the first and the last coefficient stand
# for one place only, the others for two: with half the first and last row it is symmetric.
spline_filter = linear(
    "spline_filter",
    _filtered,
    lambda x, axis, order, mode: Aval(
        x.shape, np.complex128 if x.dtype.kind == "c" else np.float64
    ),
    transpose=_transposed,
    batch=along_axis,
    doc="Coefficients of the spline of an order from 2 to 5 that has given values, which "
    "go on beyond the ends as `mode` says: 'mirror', 'reflect' or 'grid-wrap'.",
    reference="Briand & Monasse, Image Processing On Line 8 (2018), section 2.",
)
