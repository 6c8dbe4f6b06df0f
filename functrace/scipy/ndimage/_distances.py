"""Distances to the nearest background, which SciPy's code in C finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.ndimage

from functrace.core.aval import Aval
from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array
from functrace.scipy._plain import on_plain_values
from functrace.transforms.callback import pure_callback
from functrace.transforms.gradient import stop_gradient


@on_plain_values(scipy.ndimage.distance_transform_edt)
def distance_transform_edt(
    input: Any,
    sampling: Any = None,
    return_distances: bool = True,
    return_indices: bool = False,
    distances: Any = None,
    indices: Any = None,
) -> Any:
    """See `scipy.ndimage.distance_transform_edt`.

    It is constant between changes of what is background; `sampling` has derivatives.
    """
    if distances is not None or indices is not None:
        raise unsupported(
            scipy.ndimage.distance_transform_edt, got="an array to write into"
        )
    if not (return_distances or return_indices):
        raise RuntimeError(
            "at least one of return_distances/return_indices must be True"
        )
    mask = np.atleast_1d(as_array(input) != 0)
    scale = np.ones(mask.ndim) * (1.0 if sampling is None else as_array(sampling))
    aval = Aval((mask.ndim, *mask.shape), np.dtype(np.int32))
    nearest = pure_callback(_nearest, aval, mask, stop_gradient(scale))
    if not return_distances:
        return nearest
    steps = nearest - np.indices(mask.shape, np.int32)
    squared = np.sum((steps * np.expand_dims(scale, [*range(1, steps.ndim)])) ** 2, 0)
    apart = squared > 0
    distance = np.where(apart, np.sqrt(np.where(apart, squared, 1.0)), 0.0)
    return (distance, nearest) if return_indices else distance


def _nearest(mask: Any, scale: Any) -> Any:
    return scipy.ndimage.distance_transform_edt(
        mask, scale, return_distances=False, return_indices=True
    )
