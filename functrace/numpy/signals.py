"""Convolution and correlation, differences on grids, phases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.primitive import has_tracers
from functrace.core.strides import strided
from functrace.numpy._arguments import as_array, axes_of
from functrace.numpy._register import implements
from functrace.numpy.layout import arranged, part, with_shape
from functrace.primitives import convolution

# -- convolution -----------------------------------------------------------------------

_MODES = ("valid", "same", "full")


@implements(np.convolve)
def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """See `numpy.convolve`."""
    a, v = (_sequence(x, name) for x, name in ((a, "a"), (v, "v")))
    if len(v) > len(a):
        a, v = v, a
    return _moved_over(a, v[::-1], _mode(mode))


@implements(np.correlate)
def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """See `numpy.correlate`."""
    a, v = as_array(a), as_array(v)
    if not (a.ndim and v.ndim):
        raise ValueError("object of too small depth for desired array")
    first, second = (_sequence(x, "an array") for x in (a, np.conj(v)))
    if len(first) >= len(second):
        return _moved_over(first, second, _mode(mode))
    return _moved_over(second, first, _mode(mode))[::-1]


def _sequence(x: Any, name: str) -> Any:
    """An array with one axis and at least one element."""
    x = np.atleast_1d(as_array(x))
    if x.ndim > 1:
        raise ValueError("object too deep for desired array")
    if not x.size:
        raise ValueError(f"{name} cannot be empty")
    return x


def _mode(mode: Any) -> str:
    """The name of a mode, which NumPy lets be a number as well."""
    if mode in (0, 1, 2):
        return _MODES[mode]
    if mode not in _MODES:
        raise ValueError(
            f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})"
        )
    return mode


def _moved_over(x: Any, kernel: Any, mode: str) -> Any:
    """Correlate, in the places where the kernel covers enough of the longer array."""
    m = len(kernel)
    before, after = {"valid": (0, 0), "same": (m // 2, m - 1 - m // 2)}.get(
        mode, (m - 1, m - 1)
    )
    if before or after:
        x = np.pad(x, (before, after))
    return convolution.correlate(x, kernel)


# -- differences -----------------------------------------------------------------------


@implements(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """See `numpy.gradient`.

    Traced coordinates are taken as unevenly spaced even if they are not: each of them
    has a derivative.
    """
    f = as_array(f)
    axes = axes_of(axis, f.ndim)
    spacings = _spacings(f, varargs, axes)
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype.kind not in "fc":
        f = f.astype(np.float64)
    slopes = tuple(
        _slopes(f, along, spacing, edge_order)
        for along, spacing in zip(axes, spacings, strict=True)
    )
    return slopes[0] if len(axes) == 1 else slopes


def _spacings(f: Any, given: tuple[Any, ...], axes: tuple[int, ...]) -> list[Any]:
    """For each axis the distance of the points, or all distances."""
    if not given:
        return [1.0] * len(axes)
    if len(given) == 1 and np.ndim(given[0]) == 0:
        return [*given] * len(axes)
    if len(given) != len(axes):
        raise TypeError("invalid number of arguments")
    return [
        _distances(points, f.shape[axis])
        for points, axis in zip(given, axes, strict=True)
    ]


def _distances(points: Any, length: int) -> Any:
    """Distances of coordinates; one number if all are equal."""
    if np.ndim(points) == 0:
        return points
    points = as_array(points)
    if points.ndim != 1:
        raise ValueError("distances must be either scalars or 1d")
    if points.shape[0] != length:
        raise ValueError(
            "when 1d, distances must match the length of the corresponding dimension"
        )
    if points.dtype.kind in "iu":
        points = points.astype(np.float64)
    distances = np.diff(points)
    if has_tracers(points) or not np.all(distances == distances[0]):
        return distances
    return distances[0]


def _slopes(f: Any, axis: int, spacing: Any, edge_order: int) -> Any:
    """Derivatives along an axis: central differences, and one-sided ones at the ends."""
    if f.shape[axis] < edge_order + 1:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, at least "
            "(edge_order + 1) elements are required."
        )
    uniform = np.ndim(spacing) == 0
    first, last = (spacing, spacing) if uniform else (spacing[:1], spacing[-1:])
    middle = _central(f, axis, spacing, uniform=uniform)
    if edge_order == 1:
        ends = [_one_sided(f, axis, first, 0), _one_sided(f, axis, last, -2)]
    else:
        steps = (spacing, spacing) if uniform else (spacing[1:2], spacing[-2:-1])
        ends = [
            _three_points(f, axis, first, steps[0], (0, 1, 2)),
            -_three_points(f, axis, last, steps[1], (-1, -2, -3)),
        ]
    pieces = [piece.astype(f.dtype) for piece in (ends[0], middle, ends[1])]
    return arranged(np.concatenate(pieces, axis), np.empty_like(strided(f)))


def _at(f: Any, axis: int, start: int) -> Any:
    """One element along the axis, which stays."""
    return part(f, axis, slice(start, start + 1 or None))


def _central(f: Any, axis: int, spacing: Any, *, uniform: bool) -> Any:
    before, here, after = (part(f, axis, slice(i, i - 2 or None)) for i in range(3))
    if uniform:
        return (after - before) / (2.0 * spacing)
    shape = tuple(-1 if i == axis else 1 for i in range(f.ndim))
    left, right = (h.reshape(shape) for h in (spacing[:-1], spacing[1:]))
    return (
        -right / (left * (left + right)) * before
        + (right - left) / (left * right) * here
        + left / (right * (left + right)) * after
    )


def _one_sided(f: Any, axis: int, step: Any, start: int) -> Any:
    difference = _at(f, axis, start + 1) - _at(f, axis, start)
    return difference / _alone(step, f.ndim)


def _three_points(
    f: Any, axis: int, near: Any, far: Any, places: tuple[int, int, int]
) -> Any:
    """The derivative at the first of three points, in the direction of the others."""
    near, far = _alone(near, f.ndim), _alone(far, f.ndim)
    here, there, beyond = (_at(f, axis, i) for i in places)
    return (
        -(2.0 * near + far) / (near * (near + far)) * here
        + (near + far) / (near * far) * there
        - near / (far * (near + far)) * beyond
    )


def _alone(step: Any, ndim: int) -> Any:
    """A single distance, in a shape that broadcasts against arrays."""
    return step if np.ndim(step) == 0 else with_shape(step, (1,) * ndim)


# -- phases ----------------------------------------------------------------------------


@implements(np.unwrap)
def unwrap(
    p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * math.pi
) -> Any:
    """See `numpy.unwrap`.

    The multiples of the period that are added are constant, so the derivative is that of
    `p`, and with respect to `period` their number.
    """
    p = as_array(p)
    jumps = np.diff(p, axis=axis)
    dtype = np.result_type(jumps, period)
    whole = dtype.kind in "iu"
    high = period // 2 if whole else period / 2
    wrapped = np.mod(jumps + high, period) - high
    if not whole or period % 2 == 0:
        wrapped = np.where((wrapped == -high) & (jumps > 0), high, wrapped)
    least = period / 2 if discont is None else discont
    correction = np.where(np.abs(jumps) < least, 0, wrapped - jumps)
    axis = range(p.ndim)[axis]
    rest = part(p, axis, slice(1, None)) + np.cumsum(correction, axis)
    first = part(p, axis, slice(1))
    unwrapped = np.concatenate([first.astype(dtype), rest.astype(dtype)], axis)
    return arranged(unwrapped, np.empty_like(strided(p)))
