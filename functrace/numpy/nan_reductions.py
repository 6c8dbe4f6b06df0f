"""Reductions that leave NaN out, of the value and of the derivative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy import reductions
from functrace.numpy._arguments import as_array, known, store
from functrace.numpy._register import implements
from functrace.numpy.reductions import is_possible, warn_if


def _present(a: Any, where: Any) -> Any:
    """Where there is no NaN, among what `where` chooses."""
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
    with np.errstate(invalid="ignore"):  # of an empty slice, there is a warning already
        return reductions.mean(a, axis, dtype, out, keepdims, where=_present(a, where))


@implements(np.nanvar)
def nanvar(a: Any, *args: Any, where: Any = True, **kwargs: Any) -> Any:
    """See `numpy.nanvar`."""
    a = as_array(a)
    with np.errstate(invalid="ignore"):
        return reductions.var(a, *args, where=_present(a, where), **kwargs)


@implements(np.nanstd)
def nanstd(a: Any, *args: Any, where: Any = True, **kwargs: Any) -> Any:
    """See `numpy.nanstd`."""
    a = as_array(a)
    with np.errstate(invalid="ignore"):
        return reductions.std(a, *args, where=_present(a, where), **kwargs)


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
        out, _extremum(reductions.max, -np.inf, a, axis, keepdims, initial, where)
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
    return store(
        out, _extremum(reductions.min, np.inf, a, axis, keepdims, initial, where)
    )


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
        return reductions.argmax(_filled(a, -np.inf), axis, out, keepdims=keepdims)
    return store(out, np.nanargmax(known(a), axis, keepdims=keepdims))


@implements(np.nanargmin, differentiable=False)
def nanargmin(
    a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Any:
    """See `numpy.nanargmin`."""
    a = as_array(a)
    if isinstance(a, Tracer) and a.value is None:
        return reductions.argmin(_filled(a, np.inf), axis, out, keepdims=keepdims)
    return store(out, np.nanargmin(known(a), axis, keepdims=keepdims))


def _filled(a: Any, fill: float) -> Any:
    """The array with NaN replaced; what has none stays as it is."""
    if a.dtype.kind not in "fc":
        return a
    return np.where(np.isnan(a), np.asarray(fill, a.dtype), a)
