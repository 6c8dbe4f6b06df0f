"""Reductions that leave NaN out, of the value and of the derivative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy import extrema, reductions
from functrace.numpy._arguments import as_array, element, known, store
from functrace.numpy._register import implements
from functrace.numpy.order_statistics import median_of, quantile_of
from functrace.numpy.reductions import cast, is_possible, warn_if


def _present(a: Any, where: Any) -> Any:
    """Where there is no NaN, among what `where` chooses."""
    if a.dtype.kind not in "fc":
        return where
    present = np.logical_not(np.isnan(a))
    return present if where is True else np.logical_and(present, where)


@implements(np.nansum)
def nansum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.nansum`."""
    a = as_array(a)
    return reductions.sum(a, axis, dtype, out, keepdims, initial, _present(a, where))


@implements(np.nanprod)
def nanprod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.nanprod`."""
    a = as_array(a)
    return reductions.prod(a, axis, dtype, out, keepdims, initial, _present(a, where))


def _quotient(total: Any, count: Any, missing: Any, warning: str) -> Any:
    """The quotient; NaN, without a derivative, where there is nothing to divide by."""
    if not is_possible(missing):
        return cast(total / count, total.dtype)
    warn_if(missing, warning)
    result = cast(total / np.where(missing, 1, count), total.dtype)
    return element(np.where(missing, np.asarray(np.nan, result.dtype), result))


@implements(np.nanmean)
def nanmean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Any:
    """See `numpy.nanmean`."""
    a = as_array(a)
    if a.dtype.kind not in "fc":
        return reductions.mean(a, axis, dtype, out, keepdims, where=where)
    _check_dtypes(a, dtype, out)
    present = np.broadcast_to(_present(a, where), a.shape)
    total = reductions.sum(a, axis, dtype, None, keepdims, where=present)
    count = np.sum(present, axis=axis, dtype=np.intp, keepdims=keepdims)
    return store(out, _quotient(total, count, count == 0, "Mean of empty slice"))


def _check_dtypes(a: Any, dtype: Any, out: Any) -> None:
    """Raise TypeError if integers are asked for, of what may be NaN."""
    wanted = {"dtype": dtype, "out": None if out is None else out.dtype}
    for name, given in wanted.items():
        if (
            given is not None
            and np.dtype(given).kind not in "fc"
            and a.dtype.kind in "fc"
        ):
            raise TypeError(f"If a is inexact, then {name} must be inexact")


def _variance(
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    ddof: Any,
    keepdims: bool,
    where: Any,
    mean: Any,
    correction: Any,
) -> Any:
    """The variance; NaN where there are too few elements."""
    a = as_array(a)
    options = (axis, dtype, ddof, keepdims, _present(a, where), mean, correction)
    if a.dtype.kind not in "fc":
        return reductions.variance_of(a, *options)
    _check_dtypes(a, dtype, out)
    total, freedom = reductions.squared_deviations(a, *options)
    warning = "Degrees of freedom <= 0 for slice."
    return _quotient(total, freedom, freedom <= 0, warning)


@implements(np.nanvar)
def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """See `numpy.nanvar`."""
    variance = _variance(a, axis, dtype, out, ddof, keepdims, where, mean, correction)
    return store(out, variance)


@implements(np.nanstd)
def nanstd(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """See `numpy.nanstd`. The derivative is zero where all elements are equal."""
    variance = _variance(a, axis, dtype, out, ddof, keepdims, where, mean, correction)
    return store(out, reductions.deviation_of(variance))


@implements(np.nanmax)
def nanmax(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.nanmax`."""
    return store(
        out, _extremum(extrema.max, -np.inf, a, axis, keepdims, initial, where)
    )


@implements(np.nanmin)
def nanmin(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.nanmin`."""
    return store(out, _extremum(extrema.min, np.inf, a, axis, keepdims, initial, where))


def _extremum(
    reduction: Callable[..., Any],
    bound: float,
    a: Any,
    axis: Any,
    keepdims: bool,
    initial: Any,
    where: Any,
) -> Any:
    a = as_array(a)
    options: dict[str, Any] = {"axis": axis, "keepdims": keepdims}
    if a.dtype.kind not in "fc" or not a.size:
        return reduction(a, initial=initial, where=where, **options)
    if initial is None and where is not True:
        return reduction(a, where=where, **options)  # NumPy asks for `initial`
    present = _present(a, where)
    if initial is not None:
        return reduction(a, initial=initial, where=present, **options)
    result = reduction(a, initial=bound, where=present, **options)
    empty: Any = np.logical_not(np.any(present, **options))
    if not is_possible(empty):
        return result
    warn_if(empty, "All-NaN slice encountered")
    return np.where(empty, np.asarray(np.nan, a.dtype), result)


@implements(np.nanargmax, differentiable=False)
def nanargmax(
    a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Any:
    """See `numpy.nanargmax`."""
    a = as_array(a)
    if isinstance(a, Tracer) and a.value is None:
        return extrema.argmax(_filled(a, -np.inf), axis, out, keepdims=keepdims)
    return store(out, np.nanargmax(known(a), axis, keepdims=keepdims))


@implements(np.nanargmin, differentiable=False)
def nanargmin(
    a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Any:
    """See `numpy.nanargmin`."""
    a = as_array(a)
    if isinstance(a, Tracer) and a.value is None:
        return extrema.argmin(_filled(a, np.inf), axis, out, keepdims=keepdims)
    return store(out, np.nanargmin(known(a), axis, keepdims=keepdims))


def _filled(a: Any, fill: float) -> Any:
    """The array with NaN replaced; what has none stays as it is."""
    if a.dtype.kind not in "fc":
        return a
    return np.where(np.isnan(a), np.asarray(fill, a.dtype), a)


# -- order statistics ------------------------------------------------------------------


@implements(np.nanmedian)
def nanmedian(
    a: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> Any:
    """See `numpy.nanmedian`. The derivative goes to the middle elements, as in `sort`."""
    a = as_array(a)
    if not a.size:
        return nanmean(a, axis, None, out, keepdims)
    return store(out, median_of(a, axis, keepdims, skip_nan=True))


def _quantile(
    a: Any,
    q: Any,
    whole: int,
    axis: Any,
    out: Any,
    method: str,
    keepdims: bool,
    weights: Any,
) -> Any:
    options = (axis, method, keepdims, weights)
    return store(out, quantile_of(a, q, whole, *options, skip_nan=True))


@implements(np.nanquantile)
def nanquantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Any:
    """See `numpy.nanquantile`. The derivatives are as those of `quantile`."""
    return _quantile(a, q, 1, axis, out, method, keepdims, weights)


@implements(np.nanpercentile)
def nanpercentile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Any:
    """See `numpy.nanpercentile`. The derivatives are as those of `quantile`."""
    return _quantile(a, q, 100, axis, out, method, keepdims, weights)
