"""Splines through given values, and splines that come closest to them."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array
from functrace.primitives.banded import solve_banded
from functrace.primitives.checks import require
from functrace.primitives.indexing import ARRAY, index_add, index_update
from functrace.scipy._arguments import double
from functrace.scipy.interpolate._arguments import (
    at,
    column,
    finite,
    piece,
    real,
)
from functrace.scipy.interpolate._bsplines import BSpline, basis


def make_interp_spline(
    x: Any,
    y: Any,
    k: Any = 3,
    t: Any = None,
    bc_type: Any = None,
    axis: int = 0,
    check_finite: bool = True,
) -> BSpline:
    """See `scipy.interpolate.make_interp_spline`; differentiated in `x`, `y` and `t`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import make_interp_spline
    >>> def middle(y):
    ...     return make_interp_spline(np.arange(4.0), y, k=3)(1.5)
    >>> 16 * ft.grad(middle)(np.zeros(4))
    array([-1.,  9.,  9., -1.])
    """
    k, (x, y, axis) = operator.index(k), _data(x, y, axis, check_finite)
    periodic = isinstance(bc_type, str) and bc_type == "periodic"
    ends = _ends(bc_type)
    x = require(x, np.diff(x) != 0, message="Expect x to not have duplicates")
    text = "Expect x to be a 1D strictly increasing sequence."
    x = require(x, np.diff(x) > 0, message=text)
    if k < 0:
        raise ValueError("Expect non-negative k.")
    if k == 0 or (k == 1 and t is None):
        if ends != (None, None) or t is not None:
            raise ValueError(f"Too much info for k={k}: bc_type can only be None.")
        t = np.concatenate([x[:1]] * k + [x, x[-1:]])
        return BSpline.construct_fast(t, y, k, axis=axis)
    if periodic and t is not None:
        raise NotImplementedError(
            "For periodic case t is constructed automatically and can not be passed "
            "manually"
        )
    if periodic:
        return _periodic(x, y, k, axis)
    t = _knots(x, k, ends) if t is None else _checked_knots(real(t), x, k, check_finite)
    return BSpline.construct_fast(t, _coefficients(x, y, t, k, ends), k, axis=axis)


def _data(x: Any, y: Any, axis: int, check_finite: bool) -> tuple[Any, Any, int]:
    """Places, values along the first axis, and which one that was."""
    x, y = real(x), double(y)
    axis = normalize_axis_index(axis, y.ndim)
    y = np.moveaxis(y, axis, 0)
    if x.ndim != 1:
        raise ValueError("Expect x to be a 1D strictly increasing sequence.")
    if x.size != y.shape[0]:
        raise ValueError(f"Shapes of x {x.shape} and y {y.shape} are incompatible")
    if check_finite:
        text = "Array must not contain infs or nans."
        x, y = finite(x, text), finite(y, text)
    return x, y, axis


def _ends(bc_type: Any) -> tuple[Any, Any]:
    if bc_type is None or (
        isinstance(bc_type, str) and bc_type in ("not-a-knot", "periodic")
    ):
        return None, None
    if isinstance(bc_type, str):
        return bc_type, bc_type
    try:
        left, right = bc_type
    except TypeError as error:
        raise ValueError(f"Unknown boundary condition: {bc_type}") from error
    return left, right


def _knots(x: Any, k: int, ends: tuple[Any, Any]) -> Any:
    first, last = np.repeat(x[:1], k), np.repeat(x[-1:], k)
    if ends != (None, None):
        return np.concatenate([first, x, last])
    inner = x if k % 2 else (x[1:] + x[:-1]) / 2
    half = (k + 1) // 2 if k % 2 else k // 2
    inner = inner[half : inner.shape[0] - half]
    return np.concatenate([first, x[:1], inner, x[-1:], last])


def _checked_knots(t: Any, x: Any, k: int, check_finite: bool) -> Any:
    text = "Expect t to be a 1-D sorted array_like."
    if t.ndim != 1:
        raise ValueError(text)
    if check_finite:
        t = finite(t, "Array must not contain infs or nans.")
    t = require(t, np.diff(t) >= 0, message=text)
    if t.size < x.size + k + 1:
        raise ValueError(f"Got {t.size} knots, need at least {x.size + k + 1}.")
    inside = np.logical_and(x[0] >= t[k], x[-1] <= t[-k])
    return require(t, inside, message="Out of bounds: x is not between the knots.")


class _EndCondition(NamedTuple):
    """Orders of derivatives at an end, and their values."""

    orders: list[int]
    values: list[Any]


def _condition(end: Any, shape: tuple[int, ...], k: int) -> _EndCondition:
    if isinstance(end, str):
        if end not in ("clamped", "natural"):
            raise ValueError(f"Unknown boundary condition : {end}")
        end = [(1 if end == "clamped" else 2, np.zeros(shape))]
    try:
        pairs = [(operator.index(order), value) for order, value in end or ()]
    except TypeError as error:
        raise ValueError(
            "Derivatives, `bc_type`, should be specified as a pair of iterables of pairs "
            "of (order, value)."
        ) from error
    if not all(0 <= order <= k for order, _ in pairs):
        raise ValueError("Bad boundary conditions: an order is not between 0 and k.")
    values = [np.broadcast_to(as_array(value), shape) for _, value in pairs]
    return _EndCondition([order for order, _ in pairs], values)


def _coefficients(x: Any, y: Any, t: Any, k: int, ends: tuple[Any, Any]) -> Any:
    """De Boor, *A Practical Guide to Splines*, rev. ed. 2001, chapter XIII."""
    count = t.shape[0] - k - 1
    left, right = (_condition(end, y.shape[1:], k) for end in ends)
    extra = len(left.orders) + len(right.orders)
    if count - x.size != extra:
        raise ValueError(
            "The number of derivatives at boundaries does not match: expected "
            f"{count - x.size}, got {len(left.orders)}+{len(right.orders)}"
        )
    if y.size == 0:
        return np.zeros((count, *y.shape[1:]))
    rows = [
        *(_row(t, k, x[:1], order) for order in left.orders),
        _row(t, k, x, 0),
        *(_row(t, k, x[-1:], order) for order in right.orders),
    ]
    columns, values = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    right_side = [*(v[None] for v in left.values), y, *(v[None] for v in right.values)]
    right_side = double(np.concatenate(right_side))
    band = _band(columns, values, k)
    out = solve_banded(
        band, right_side.reshape((count, -1)), below=k, above=k, positive=False
    )
    return out.reshape(right_side.shape)


def _row(t: Any, k: int, x: Any, order: int) -> tuple[Any, Any]:
    """For each x, the first B-spline that is not zero there, and the values of k + 1."""
    place = piece(t, x, k, t.shape[0] - k - 2)
    return place - k, np.stack(basis(t, k, x, place, order), axis=-1)


def _band(columns: Any, values: Any, k: int) -> Any:
    """The band of a square matrix of which row i begins in column ``columns[i]``."""
    count = values.shape[0]
    j = columns[:, None] + np.arange(k + 1)
    i = k + np.arange(count)[:, None] - j
    inside = np.logical_and(i >= 0, i <= 2 * k)
    values = require(values, inside, message="Colocation matrix is singular.")
    band = np.zeros((2 * k + 1, count))
    return index_update(band, values, i, j, index=(ARRAY, ARRAY))


# -- periodic splines ------------------------------------------------------------------


def _periodic(x: Any, y: Any, k: int, axis: int) -> BSpline:
    """As many first derivatives agree at both ends as the degree allows."""
    closed = np.isclose(y[0], y[-1], atol=1e-15)
    text = "First and last points does not match while periodic case expected"
    y = require(y, closed, message=text)
    t, n = _periodic_knots(x, k), x.shape[0]
    matrix = np.zeros((n + k - 1, n + k - 1))
    ends = [_dense(*_row(t, k, x[-1:], d), matrix.shape[1]) for d in range(1, k)]
    starts = [_dense(*_row(t, k, x[:1], d), matrix.shape[1]) for d in range(1, k)]
    joints = [start - end for start, end in zip(starts, ends, strict=True)]
    matrix = np.concatenate([*joints, _dense(*_row(t, k, x, 0), matrix.shape[1])])
    zeros = np.zeros((k - 1, *y.shape[1:]))
    right = np.concatenate([zeros, y])
    c = np.linalg.solve(matrix, right.reshape((right.shape[0], -1)))
    c = c.reshape(right.shape)
    return BSpline.construct_fast(t, c, k, extrapolate="periodic", axis=axis)


def _periodic_knots(x: Any, k: int) -> Any:
    steps = np.diff(x)
    if k % 2 == 0:
        inner = x[1:-1] - steps[:-1] / 2
        x = np.concatenate([x[:1], inner, x[-1:]])
        steps = np.diff(x)
    places = np.arange(k) % steps.shape[0]
    before = x[0] - np.flip(np.cumsum(np.flip(steps)[places]))
    return np.concatenate([before, x, x[-1] + np.cumsum(steps[places])])


def _dense(columns: Any, values: Any, count: int) -> Any:
    """The matrix of which row i begins in column ``columns[i]``."""
    i = np.arange(values.shape[0])[:, None]
    j = columns[:, None] + np.arange(values.shape[1])
    zeros = np.zeros((values.shape[0], count))
    return index_update(zeros, values, i, j, index=(ARRAY, ARRAY))


# -- least squares ---------------------------------------------------------------------


def make_lsq_spline(
    x: Any,
    y: Any,
    t: Any,
    k: Any = 3,
    w: Any = None,
    axis: int = 0,
    check_finite: bool = True,
    *,
    method: str = "qr",
) -> BSpline:
    """See `scipy.interpolate.make_lsq_spline`; differentiated in all four arrays.

    With either method, the normal equations are solved, and the solution is corrected
    once for its residual (Björck, *Numerical Methods for Least Squares Problems*, 1996,
    section 2.9.3).

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import make_lsq_spline
    >>> def start(y):
    ...     knots = [0.0, 0.0, 3.0, 3.0]
    ...     return make_lsq_spline(np.arange(4.0), y, knots, k=1)(0.0)
    >>> print(np.round(ft.grad(start)(np.zeros(4)), 12))
    [ 0.7  0.4  0.1 -0.2]
    """
    if method not in ("qr", "norm-eq"):
        raise ValueError(f"Unknown method ={method!r}.")
    k, (x, y, axis) = operator.index(k), _data(x, y, axis, check_finite)
    if x.shape[0] < k + 1:
        raise ValueError("Need more x points.")
    if k < 0:
        raise ValueError("Expect non-negative k.")
    text = "Expect x to be a 1D non-decreasing sequence."
    x = require(x, np.diff(x) >= 0, message=text)
    t = _lsq_knots(real(t), x, k, check_finite)
    w = np.ones(x.shape) if w is None else real(w)
    if x.size != w.size:
        raise ValueError(f"Shapes of x {x.shape} and w {w.shape} are incompatible")
    columns, values = _row(t, k, x, 0)
    fit = _Fit(columns, values * w[:, None], t.shape[0] - k - 1)
    right = y.reshape((y.shape[0], -1)) * w[:, None]
    c = fit.solve(right)
    c = c + fit.solve(right - fit.times(c))
    c = c.reshape((c.shape[0], *y.shape[1:]))
    return BSpline.construct_fast(t, c, k, axis=axis)


def _lsq_knots(t: Any, x: Any, k: int, check_finite: bool) -> Any:
    text = "Expect t to be a 1D strictly increasing sequence."
    if t.ndim != 1:
        raise ValueError(text)
    if check_finite:
        t = finite(t, "Array must not contain infs or nans.")
    t = require(t, np.diff(t) >= 0, message=text)
    if k == 0:
        return t
    inside = np.logical_and(x >= t[k], x <= t[-k])
    return require(t, inside, message="Out of bounds: x is not between the knots.")


class _Fit:
    """Least squares with a matrix of which few, adjacent elements in a row are not zero."""

    def __init__(self, columns: Any, values: Any, count: int) -> None:
        self.values = values
        self.places = columns[:, None] + np.arange(values.shape[1])
        self.count = count
        k = values.shape[1] - 1
        products = values[:, :, None] * values[:, None, :]
        i, j = self.places[:, :, None], self.places[:, None, :]
        band = np.zeros((2 * k + 1, count))
        at = (k + i - j, np.broadcast_to(j, products.shape))
        self.band = index_add(band, products, *at, index=(ARRAY, ARRAY))

    def solve(self, right: Any) -> Any:
        """The solution of the normal equations."""
        k = self.values.shape[1] - 1
        terms = column(self.values, 1) * right[:, None]
        zeros = np.zeros((self.count, right.shape[1]), right.dtype)
        products = index_add(zeros, terms, self.places, index=(ARRAY,))
        return solve_banded(self.band, products, below=k, above=k, positive=True)

    def times(self, c: Any) -> Any:
        """The matrix times the coefficients."""
        return np.sum(column(self.values, 1) * at(c, self.places), axis=1)
