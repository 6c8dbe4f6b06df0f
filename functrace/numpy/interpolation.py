"""Interpolation of tabulated functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array, check_known, element
from functrace.numpy._register import implements
from functrace.numpy.reductions import is_possible
from functrace.numpy.selection import take


@implements(np.interp)
def interp(
    x: Any,
    xp: Any,
    fp: Any,
    left: Any = None,
    right: Any = None,
    period: Any = None,
) -> Any:
    """See `numpy.interp`. It has derivatives in all of its arguments.

    At a node the slope is that to the right, which NumPy computes with, at the last one
    that to the left; beyond them it is zero.
    """
    x, xp = _real(x), _real(xp)
    fp = as_array(fp)
    fp = _cast(fp, np.complex128 if fp.dtype.kind == "c" else np.float64)
    if period is not None:
        x, xp, fp = _continued(x, xp, fp, period)
        left = right = None
    _check(xp, fp)
    left = fp[0] if left is None else _cast(as_array(left), fp.dtype)
    right = fp[-1] if right is None else _cast(as_array(right), fp.dtype)
    within = _within(x, xp, fp) if xp.shape[0] > 1 else fp[0]
    return element(np.where(x < xp[0], left, np.where(x > xp[-1], right, within)))


def _cast(x: Any, dtype: Any) -> Any:
    return x if x.dtype == dtype else x.astype(dtype, casting="same_kind")


def _real(x: Any) -> Any:
    """An array of float64; TypeError for complex numbers."""
    x = as_array(x)
    if x.dtype.kind == "c":
        raise TypeError("functrace: numpy.interp takes complex numbers only as fp.")
    return x.astype(np.float64)


def _check(xp: Any, fp: Any) -> None:
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if not xp.shape[0]:
        raise ValueError("array of sample points is empty")
    if xp.shape != fp.shape:
        raise ValueError("fp and xp are not of the same length.")


def _continued(x: Any, xp: Any, fp: Any, period: Any) -> tuple[Any, Any, Any]:
    """The nodes of one period in order, and one more of each neighbouring period."""
    period = as_array(period)
    check_known(period != 0, "period must be a non-zero value")
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if xp.shape != fp.shape:
        raise ValueError("fp and xp are not of the same length")
    period = np.abs(period)
    x, xp = x % period, xp % period
    order = np.argsort(xp)
    xp, fp = take(xp, order), take(fp, order)
    xp = np.concatenate([xp[-1:] - period, xp, xp[:1] + period])
    return x, xp, np.concatenate([fp[-1:], fp, fp[:1]])


def _within(x: Any, xp: Any, fp: Any) -> Any:
    """On the line through the nodes next to `x`; anything where `x` is beyond the nodes."""
    left = np.clip(np.searchsorted(xp, x, "right") - 1, 0, xp.shape[0] - 2)
    x0, x1, f0, f1 = (take(p, k) for p in (xp, fp) for k in (left, left + 1))
    inside = np.where(np.logical_and(x >= xp[0], x <= xp[-1]), x, x0)
    at_end = x >= x1  # of the last interval, so that its last node is met exactly
    step = inside - np.where(at_end, x1, x0)
    rise, width = f1 - f0, x1 - x0
    flat = (width == 0) | ((step == 0) & ~np.isfinite(rise))
    if is_possible(flat):  # a node that the slope must not spoil
        rise, width = np.where(flat, 0, rise), np.where(flat, 1, width)
    slope = rise / width
    result = slope * step + np.where(at_end, f1, f0)
    lost = np.isnan(result)
    if is_possible(lost):  # of infinite values: NumPy tries the other node
        again = slope * (inside - x1) + f1
        again = np.where(np.isnan(again) & (f0 == f1), f0, again)
        result = np.where(lost, again, result)
    missing = np.isnan(x)
    return np.where(missing, x, result) if is_possible(missing) else result
