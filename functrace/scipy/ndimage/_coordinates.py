"""Values between the elements of an array, by splines."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.ndimage
import scipy.special
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, known
from functrace.primitives import splines
from functrace.primitives.checks import require
from functrace.scipy._plain import on_plain_values
from functrace.scipy.ndimage._arguments import check_mode, finished, padded, per_axis
from functrace.scipy.ndimage._sampling import sample, sample_separately

_BOUNDARIES = {"reflect": "reflect", "grid-mirror": "reflect", "nearest": "reflect"}

# -- coefficients ----------------------------------------------------------------------


@on_plain_values(scipy.ndimage.spline_filter1d)
def spline_filter1d(
    input: Any,
    order: int = 3,
    axis: int = -1,
    output: Any = np.float64,
    mode: str = "mirror",
) -> Any:
    """See `scipy.ndimage.spline_filter1d`."""
    _check_order(order, 0)
    x = as_array(input)
    return finished(_coefficients(x, order, mode, [axis]), x, output)


@on_plain_values(scipy.ndimage.spline_filter)
def spline_filter(
    input: Any, order: int = 3, output: Any = np.float64, mode: str = "mirror"
) -> Any:
    """See `scipy.ndimage.spline_filter`."""
    _check_order(order, 2)
    x = as_array(input)
    return finished(_coefficients(x, order, mode, range(x.ndim)), x, output)


def _check_order(order: int, least: int) -> None:
    if order < least or order > 5:
        raise RuntimeError("spline order not supported")


def _coefficients(x: Any, order: int, mode: str, axes: Sequence[int]) -> Any:
    boundary = _BOUNDARIES.get(check_mode(mode), "mirror")
    boundary = "grid-wrap" if mode == "grid-wrap" else boundary
    if order > 1:
        for axis in axes:
            axis = normalize_axis_index(axis, x.ndim)  # noqa: PLW2901 - the same axis
            x = splines.spline_filter(x, axis=axis, order=order, mode=boundary)
    return x


_BORDER = 12  # elements that SciPy adds where no filter knows how the values go on


def _with_border(
    x: Any, order: int, mode: str, cval: Any, prefilter: bool, axes: Sequence[int]
) -> tuple[Any, int]:
    """Coefficients, and how many of them lie before the first element."""
    _check_order(order, 0)
    check_mode(mode)
    if x.ndim < 1:
        raise RuntimeError("input and output rank must be > 0")
    if not prefilter or order < 2:
        return x, 0
    border = _BORDER if mode in ("nearest", "grid-constant") else 0
    widths = [(border, border) if i in axes else (0, 0) for i in range(x.ndim)]
    x = padded(x, widths, mode, cval) if border else x
    return _coefficients(x, order, mode, axes), border


# -- at given places -------------------------------------------------------------------


@on_plain_values(scipy.ndimage.map_coordinates)
def map_coordinates(
    input: Any,
    coordinates: Any,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    """See `scipy.ndimage.map_coordinates`; differentiated in all but the options.

    Where the order is 0 or 1, the derivative between two pieces is that of the one that
    is evaluated.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy import ndimage
    >>> squares = np.arange(6.0) ** 2
    >>> def at(x):
    ...     return ndimage.map_coordinates(squares, x[None], order=1)[0]
    >>> ft.grad(at)(np.array([2.25]))
    array([5.])
    """
    x, coordinates = as_array(input), as_array(coordinates)
    if coordinates.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if coordinates.ndim < 2:
        raise RuntimeError("input and output rank must be > 0")
    if coordinates.shape[0] != x.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    return _mapped(x, coordinates, output, order, mode, cval, prefilter)


def _mapped(
    x: Any,
    coordinates: Any,
    output: Any,
    order: int,
    mode: str,
    cval: Any,
    prefilter: bool,
) -> Any:
    """At coordinates along the last axes, as many as there are coordinates."""
    count = coordinates.shape[0]
    axes = range(x.ndim - count, x.ndim)
    c, border = _with_border(x, order, mode, cval, prefilter, axes)
    places = [coordinates[i] + border for i in range(count)]
    return finished(sample(c, places, order, mode, cval), x, output)


# -- on other grids --------------------------------------------------------------------


@on_plain_values(scipy.ndimage.shift)
def shift(
    input: Any,
    shift: Any,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    """See `scipy.ndimage.shift`; differentiated in `input` and `shift`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy import ndimage
    >>> def moved(s):
    ...     return ndimage.shift(np.array([0.0, 1.0, 3.0]), s, order=1)
    >>> ft.jacobian(moved)(0.5)
    array([ 0., -1., -2.])
    """
    x = as_array(input)
    places = [
        np.arange(n) - s for n, s in zip(x.shape, per_axis(shift, x.ndim), strict=True)
    ]
    return _separately(x, places, output, order, mode, cval, prefilter)


def _separately(
    x: Any,
    places: list[Any],
    output: Any,
    order: int,
    mode: str,
    cval: Any,
    prefilter: bool,
) -> Any:
    c, border = _with_border(x, order, mode, cval, prefilter, range(x.ndim))
    places = [place + border for place in places]
    return finished(sample_separately(c, places, order, mode, cval), x, output)


@on_plain_values(scipy.ndimage.zoom)
def zoom(
    input: Any,
    zoom: Any,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
    *,
    grid_mode: bool = False,
) -> Any:
    """See `scipy.ndimage.zoom`. The factors decide on the shape: they have no derivative."""
    x = as_array(input)
    _check_order(order, 0)
    factors = [float(known(z)) for z in per_axis(zoom, x.ndim)]
    if prefilter and all(z == 1 for z in factors):
        return finished(np.copy(x), x, output)
    if grid_mode and mode in ("constant", "wrap"):
        warnings.warn(
            f"It is recommended to use mode = grid-{mode} instead of {mode} when grid_mode "
            "is True.",
            stacklevel=3,
        )
    shape = [round(n * z) for n, z in zip(x.shape, factors, strict=True)]
    inset = 0 if grid_mode else 1
    steps = [
        (n - inset) / (m - inset) if m != inset else 1.0
        for n, m in zip(x.shape, shape, strict=True)
    ]
    half = 0.5 if grid_mode else 0.0
    pairs = zip(shape, steps, strict=True)
    places = [(np.arange(m) + half) * step - half for m, step in pairs]
    return _separately(x, places, output, order, mode, cval, prefilter)


@on_plain_values(scipy.ndimage.affine_transform)
def affine_transform(
    input: Any,
    matrix: Any,
    offset: Any = 0.0,
    output_shape: Any = None,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    """See `scipy.ndimage.affine_transform`; differentiated in all three arrays."""
    x, matrix = as_array(input), as_array(matrix)
    if output_shape is None:
        output_shape = output.shape if isinstance(output, np.ndarray) else x.shape
    if matrix.ndim not in (1, 2) or matrix.shape[0] < 1:
        raise RuntimeError("no proper affine matrix provided")
    if matrix.ndim == 2 and matrix.shape[1] == x.ndim + 1:
        matrix, offset = _homogeneous(matrix, x.ndim)
    if matrix.shape[0] != x.ndim:
        raise RuntimeError("affine matrix has wrong number of rows")
    if matrix.ndim == 2 and matrix.shape[1] != len(output_shape):
        raise RuntimeError("affine matrix has wrong number of columns")
    offsets = per_axis(offset, x.ndim)
    if matrix.ndim == 1:
        places = [
            matrix[i] * np.arange(n) + offsets[i] for i, n in enumerate(output_shape)
        ]
        return _separately(x, places, output, order, mode, cval, prefilter)
    places = _transformed(matrix, offsets, output_shape)
    return _mapped(x, places, output, order, mode, cval, prefilter)


def _homogeneous(matrix: Any, ndim: int) -> tuple[Any, Any]:
    """The linear part and the translation."""
    if matrix.shape[0] not in (ndim, ndim + 1):
        raise RuntimeError("affine matrix has wrong number of rows")
    if matrix.shape[0] == ndim + 1:
        expected = np.eye(ndim + 1)[-1]
        text = (
            "Expected homogeneous transformation matrix with shape "
            f"{matrix.shape}, but bottom row was not equal to {expected.tolist()}"
        )
        matrix = require(matrix, matrix[ndim] == expected, message=text)
    return matrix[:ndim, :ndim], matrix[:ndim, ndim]


def _transformed(matrix: Any, offsets: Sequence[Any], shape: Sequence[int]) -> Any:
    """The coordinates that a matrix gives the elements of an array of a shape."""
    grid = np.indices(tuple(shape)).reshape((len(shape), math.prod(shape)))
    offset = np.stack([as_array(o) for o in offsets])[:, None]
    return (matrix @ grid + offset).reshape((matrix.shape[0], *shape))


@on_plain_values(scipy.ndimage.rotate)
def rotate(
    input: Any,
    angle: Any,
    axes: Sequence[int] = (1, 0),
    reshape: bool = True,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    """See `scipy.ndimage.rotate`; differentiated in `input` and `angle`."""
    x = as_array(input)
    plane = _plane(axes, x.ndim)
    c, s = _cosine_and_sine(angle)
    matrix = np.stack([np.stack([c, s]), np.stack([-s, c])])
    shape = np.array([x.shape[axis] for axis in plane])
    turned = _bounds(known(angle), shape) if reshape else shape
    offset = (shape - 1) / 2 - matrix @ ((turned - 1) / 2)
    places = _transformed(matrix, list(offset), turned.tolist())
    moved = np.moveaxis(x, plane, (-2, -1))
    result = _mapped(moved, places, None, order, mode, cval, prefilter)
    return finished(np.moveaxis(result, (-2, -1), plane), x, output)


def _plane(axes: Sequence[int], ndim: int) -> tuple[int, int]:
    if ndim < 2:
        raise ValueError("input array should be at least 2D")
    if len(axes) != 2:
        raise ValueError("axes should contain exactly two values")
    if not all(float(axis).is_integer() for axis in axes):
        raise ValueError("axes should contain only integer values")
    if not all(-ndim <= axis < ndim for axis in axes):
        raise ValueError("invalid rotation plane specified")
    first, second = sorted(int(axis) % ndim for axis in axes)
    return first, second


def _cosine_and_sine(angle: Any) -> tuple[Any, Any]:
    """Of degrees; of plain ones, exact at right angles."""
    if type(angle) is not Tracer:
        return scipy.special.cosdg(angle), scipy.special.sindg(angle)
    radians = np.deg2rad(angle)
    return np.cos(radians), np.sin(radians)


def _bounds(angle: Any, shape: np.ndarray) -> np.ndarray:
    """The shape that the turned rectangle fits into."""
    c, s = scipy.special.cosdg(angle), scipy.special.sindg(angle)
    (y, x) = shape
    corners = np.array([[c, s], [-s, c]]) @ [[0, 0, y, y], [0, x, 0, x]]
    return (np.ptp(corners, axis=1) + 0.5).astype(int)
