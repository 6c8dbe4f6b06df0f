"""Filters that estimate derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.ndimage
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array
from functrace.scipy._plain import on_plain_values
from functrace.scipy.ndimage._arguments import chosen_axes, finished, per_axis, spread
from functrace.scipy.ndimage._filters import correlate_along, gaussian_filter


@on_plain_values(scipy.ndimage.sobel)
def sobel(
    input: Any,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
) -> Any:
    """See `scipy.ndimage.sobel`."""
    return _across(input, axis, [1, 2, 1], output, mode, cval)


@on_plain_values(scipy.ndimage.prewitt)
def prewitt(
    input: Any,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
) -> Any:
    """See `scipy.ndimage.prewitt`."""
    return _across(input, axis, [1, 1, 1], output, mode, cval)


def _across(
    input: Any, axis: int, smooth: list[int], output: Any, mode: Any, cval: Any
) -> Any:
    """A difference along one axis, and sums along the others."""
    x = as_array(input)
    axis, modes = normalize_axis_index(axis, x.ndim), per_axis(mode, x.ndim)
    result = correlate_along(x, [-1, 0, 1], axis, None, modes[axis], cval)
    for other in range(x.ndim):
        if other != axis:
            result = correlate_along(result, smooth, other, None, modes[other], cval)
    return finished(result, x, output)


@on_plain_values(scipy.ndimage.laplace)
def laplace(
    input: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.laplace`."""

    def second(x: Any, axis: int, mode: Any) -> Any:
        return correlate_along(x, [1, -2, 1], axis, None, mode, cval)

    return _laplace(input, second, output, mode, axes)


def _laplace(
    input: Any, second: Callable[..., Any], output: Any, mode: Any, axes: Any
) -> Any:
    x = as_array(input)
    axes = chosen_axes(axes, x.ndim)
    if not axes:
        return finished(x, x, output)
    terms = [
        second(x, axis, m)
        for axis, m in zip(axes, per_axis(mode, len(axes)), strict=True)
    ]
    return finished(sum(terms[1:], terms[0]), x, output)


@on_plain_values(scipy.ndimage.gaussian_laplace)
def gaussian_laplace(
    input: Any,
    sigma: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    *,
    axes: Any = None,
    **kwargs: Any,
) -> Any:
    """See `scipy.ndimage.gaussian_laplace`."""
    ndim = as_array(input).ndim
    sigmas = spread(sigma, 0.0, chosen_axes(axes, ndim), ndim)

    def second(x: Any, axis: int, mode: Any) -> Any:
        orders = [2 * (i == axis) for i in range(ndim)]
        return gaussian_filter(x, sigmas, orders, None, mode, cval, **kwargs)

    return _laplace(input, second, output, mode, axes)


@on_plain_values(scipy.ndimage.gaussian_gradient_magnitude)
def gaussian_gradient_magnitude(
    input: Any,
    sigma: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    *,
    axes: Any = None,
    **kwargs: Any,
) -> Any:
    """See `scipy.ndimage.gaussian_gradient_magnitude`; the gradient at zero is zero."""
    x = as_array(input)
    chosen = chosen_axes(axes, x.ndim)
    if not chosen:
        return finished(x, x, output)
    total = 0.0
    for axis, m in zip(chosen, per_axis(mode, len(chosen)), strict=True):
        orders = [int(i == axis) for i in range(x.ndim)]
        slope = gaussian_filter(x, sigma, orders, None, m, cval, **kwargs)
        total = total + slope * slope
    zero = total == 0
    root = np.where(zero, 0.0, np.sqrt(np.where(zero, 1.0, total)))
    return finished(root, x, output)
