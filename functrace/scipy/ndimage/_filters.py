"""Linear filters: sums of neighbours, times weights."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.ndimage
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, known
from functrace.primitives import convolution
from functrace.primitives.hermitian import conjugate
from functrace.scipy._arguments import double
from functrace.scipy._plain import on_plain_values
from functrace.scipy.ndimage._arguments import (
    chosen_axes,
    finished,
    padded,
    per_axis,
    spread,
    widths_of,
)

# -- given weights ---------------------------------------------------------------------


@on_plain_values(scipy.ndimage.correlate)
def correlate(
    input: Any,
    weights: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.correlate`; differentiated in `input`, `weights` and `cval`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy import ndimage
    >>> def edges(x):
    ...     return np.sum(ndimage.correlate(x, [-1.0, 0.0, 2.0]))
    >>> ft.grad(edges)(np.zeros(4))
    array([-2.,  1.,  1.,  4.])
    """
    weights = double(weights)
    return _filtered(input, conjugate(weights), output, mode, cval, origin, axes)


@on_plain_values(scipy.ndimage.convolve)
def convolve(
    input: Any,
    weights: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.convolve`; differentiated in `input`, `weights` and `cval`."""
    weights = double(weights)
    origins = per_axis(origin, weights.ndim)
    sizes = zip(origins, weights.shape, strict=True)
    origins = [-o - (1 - n % 2) for o, n in sizes]
    return _filtered(input, np.flip(weights), output, mode, cval, origins, axes)


def _filtered(
    input: Any, weights: Any, output: Any, mode: Any, cval: Any, origin: Any, axes: Any
) -> Any:
    x = as_array(input)
    axes = chosen_axes(axes, x.ndim)
    if weights.ndim != len(axes) or 0 in weights.shape:
        raise RuntimeError(
            f"weights.ndim ({weights.ndim}) must match len(axes) ({len(axes)})"
        )
    if not isinstance(mode, str):
        text = "A sequence of modes is not supported"
        raise RuntimeError(text)  # noqa: TRY004 - as SciPy
    widths, shape = [(0, 0)] * x.ndim, [1] * x.ndim
    origins = spread(origin, 0, axes, x.ndim)
    for axis, size in zip(sorted(axes), weights.shape, strict=True):
        widths[axis], shape[axis] = _checked_widths(size, origins[axis]), size
    weights = weights.reshape(shape)
    wide = padded(double(x), widths, mode, cval)
    return finished(convolution.correlate(wide, weights), x, output)


def _checked_widths(size: int, origin: int) -> tuple[int, int]:
    widths = widths_of(size, origin)
    if min(widths) < 0:
        raise ValueError(
            "Invalid origin; origin must satisfy -(weights.shape[k] // 2) <= origin[k] <= "
            "(weights.shape[k]-1) // 2"
        )
    return widths


@on_plain_values(scipy.ndimage.correlate1d)
def correlate1d(
    input: Any,
    weights: Any,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    """See `scipy.ndimage.correlate1d`; as `correlate`."""
    return correlate_along(input, weights, axis, output, mode, cval, origin)


def correlate_along(
    input: Any,
    weights: Any,
    axis: int,
    output: Any,
    mode: Any,
    cval: Any,
    origin: int = 0,
) -> Any:
    """`correlate1d`, of plain values too."""
    input, weights = as_array(input), double(weights)
    if weights.ndim != 1 or weights.shape[0] < 1:
        raise RuntimeError("no filter weights given")
    axes = (normalize_axis_index(axis, input.ndim),)
    return _filtered(input, conjugate(weights), output, mode, cval, origin, axes)


@on_plain_values(scipy.ndimage.convolve1d)
def convolve1d(
    input: Any,
    weights: Any,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    """See `scipy.ndimage.convolve1d`; as `convolve`."""
    weights = double(weights)
    weights = conjugate(weights)
    origin = -origin - (1 - weights.shape[0] % 2)
    return correlate_along(input, weights[::-1], axis, output, mode, cval, origin)


# -- Gaussians -------------------------------------------------------------------------


@on_plain_values(scipy.ndimage.gaussian_filter1d)
def gaussian_filter1d(
    input: Any,
    sigma: Any,
    axis: int = -1,
    order: int = 0,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    truncate: float = 4.0,
    *,
    radius: int | None = None,
) -> Any:
    """See `scipy.ndimage.gaussian_filter1d`.

    It is differentiated in `sigma`, too, with the radius that follows from its value.
    """
    return gaussian_along(
        input, sigma, axis, order, output, mode, cval, truncate, radius
    )


def gaussian_along(
    input: Any,
    sigma: Any,
    axis: int,
    order: int,
    output: Any,
    mode: Any,
    cval: Any,
    truncate: float,
    radius: int | None,
) -> Any:
    """`gaussian_filter1d`, of plain values too."""
    if radius is None:
        radius = int(truncate * float(known(sigma)) + 0.5)
    if not isinstance(radius, (int, np.integer)) or radius < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    weights = _gaussian(sigma, order, int(radius))[::-1]
    return correlate_along(input, weights, axis, output, mode, cval)


def _gaussian(sigma: Any, order: int, radius: int) -> Any:
    """Samples of a normalized Gaussian, or of its derivative times sigma squared."""
    if order < 0:
        raise ValueError("order must be non-negative")
    variance = sigma * sigma
    x = np.arange(-radius, radius + 1)
    phi = np.exp(-0.5 / variance * x**2)
    phi = phi / np.sum(phi)
    # Of q phi, with a polynomial q, the derivative is q' - q x / variance, times phi.
    factor: list[Any] = [1.0]
    for _ in range(order):
        slopes = [*(i * q for i, q in enumerate(factor) if i), 0.0, 0.0]
        lowered = [0.0, *(q / variance for q in factor)]
        factor = [a - b for a, b in zip(slopes, lowered, strict=False)]
    return sum((q * x**i for i, q in enumerate(factor)), 0.0) * phi


@on_plain_values(scipy.ndimage.gaussian_filter)
def gaussian_filter(
    input: Any,
    sigma: Any,
    order: Any = 0,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    truncate: float = 4.0,
    *,
    radius: Any = None,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.gaussian_filter`.

    It is differentiated in `sigma`, too, with the radius that follows from its value.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy import ndimage
    >>> def middle(x):
    ...     return ndimage.gaussian_filter(x, 0.5, radius=1)[1]
    >>> print(np.round(ft.grad(middle)(np.zeros(3)), 4))
    [0.1065 0.787  0.1065]
    """
    x = as_array(input)
    axes = chosen_axes(axes, x.ndim)
    count = len(axes)
    options = (per_axis(v, count) for v in (sigma, order, mode, radius))
    result = x
    for axis, s, n, m, r in zip(axes, *options, strict=True):
        if _is_wide(s):
            result = gaussian_along(
                result, s, axis, n, _kind(output), m, cval, truncate, r
            )
    return finished(result, x, output)


def _is_wide(sigma: Any) -> bool:
    """Whether there is anything to filter; of an unknown sigma, yes."""
    if type(sigma) is Tracer:
        sigma.sync()
        sigma = sigma.value
    return sigma is None or bool(sigma > 1e-15)


def _kind(output: Any) -> Any:
    """The dtype that an output asks for, if it does."""
    return getattr(output, "dtype", output)


# -- means -----------------------------------------------------------------------------


@on_plain_values(scipy.ndimage.uniform_filter1d)
def uniform_filter1d(
    input: Any,
    size: int,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    """See `scipy.ndimage.uniform_filter1d`."""
    if size < 1:
        raise RuntimeError("incorrect filter size")
    if min(widths_of(size, origin)) < 0:
        raise ValueError("invalid origin")
    weights = np.full(size, 1.0 / size)
    return correlate_along(input, weights, axis, output, mode, cval, origin)


@on_plain_values(scipy.ndimage.uniform_filter)
def uniform_filter(
    input: Any,
    size: Any = 3,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.uniform_filter`."""
    x = as_array(input)
    axes = chosen_axes(axes, x.ndim)
    options = (per_axis(v, len(axes)) for v in (size, mode, origin))
    result = x
    for axis, n, m, shift in zip(axes, *options, strict=True):
        if n > 1:
            result = uniform_filter1d(
                result, math.trunc(n), axis, _kind(output), m, cval, shift
            )
    return finished(result, x, output)
