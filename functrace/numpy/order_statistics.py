"""Medians and quantiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, axes_of, check_known, element, store
from functrace.numpy._register import implements
from functrace.numpy.reductions import (
    aligned_weights,
    cast,
    is_possible,
    mean,
    warn_if,
)
from functrace.numpy.selection import take
from functrace.primitives import sorting
from functrace.primitives.elementwise import stop_gradient


def where_valid(valid: Any, result: Any) -> Any:
    """NaN in place of what NumPy would have refused to compute."""
    if valid is True or result.dtype.kind not in "fc":
        return result
    return element(np.where(valid, result, np.asarray(np.nan, result.dtype)))


# -- sorted rows -----------------------------------------------------------------------


class SortedRows(NamedTuple):
    """What is reduced, along the first axis in ascending order, NaN last.

    Attributes
    ----------
    values : array
    count : int or array
        How many of them there are: of each row, if NaN are left out.
    missing : array, or None
        Which rows give NaN; None if none does.
    filler : array
        The NaN that they give.
    shape : tuple of int
        Of the result with the reduced axes kept.
    """

    values: Any
    count: Any
    missing: Any
    filler: Any
    shape: tuple[int, ...]

    def without_nan(self, elements: Any) -> Any:
        """Elements of the rows, zero in those that give NaN: they get no cotangent."""
        if self.missing is None:
            return elements
        return np.where(self.missing, np.zeros((), elements.dtype), elements)

    def finished(self, result: Any, keepdims: bool, leading: tuple[int, ...]) -> Any:
        """The result with the NaN put in, in its final shape."""
        if self.missing is not None:
            result = np.where(self.missing, cast(self.filler, result.dtype), result)
        if keepdims:
            return result.reshape((*leading, *self.shape))
        return element(result)


def _in_rows(a: Any, axes: tuple[int, ...]) -> Any:
    """The array with the axes made one, the last."""
    kept = [i for i in range(a.ndim) if i not in axes]
    lengths = [a.shape[i] for i in kept]
    size = math.prod(a.shape[i] for i in axes)
    return a.transpose((*kept, *axes)).reshape((*lengths, size))


def _sorted_rows(a: Any, axes: tuple[int, ...], *, skip_nan: bool) -> SortedRows:
    rows = _in_rows(a, axes)
    values = np.moveaxis(sorting.sort.unary(rows, {"axis": rows.ndim - 1})[0], -1, 0)
    return _rows_of(values, a, axes, skip_nan=skip_nan)


def _rows_of(
    values: Any, a: Any, axes: tuple[int, ...], *, skip_nan: bool
) -> SortedRows:
    shape = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    size = values.shape[0]
    if a.dtype.kind not in "fc" or not size:
        return SortedRows(values, size, None, None, shape)
    if skip_nan:
        count: Any = np.sum(np.logical_not(np.isnan(values)), 0)
        missing, filler = count == 0, np.asarray(np.nan, a.dtype)
        warn_if(missing, "All-NaN slice encountered")
    else:
        count, filler = size, values[-1]
        missing = np.isnan(filler)
    return SortedRows(
        values, count, missing if is_possible(missing) else None, filler, shape
    )


def _elements(rows: SortedRows, index: Any, leading: tuple[int, ...]) -> Any:
    """The elements at an index that has axes of its own, `leading`, and those of the rows."""
    if type(rows.count) is int and index.size == math.prod(leading):
        return take(rows.values, index.reshape(leading), 0)
    lengths, number = rows.values.shape[1:], math.prod(leading)
    flat = np.broadcast_to(index, (*leading, *lengths)).reshape((number, *lengths))
    chosen = np.take_along_axis(rows.values, flat, 0)
    return chosen.reshape((*leading, *lengths))


# -- medians ---------------------------------------------------------------------------


@implements(np.median)
def median(
    a: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> Any:
    """See `numpy.median`. The derivative goes to the middle elements, as in `sort`."""
    return store(out, median_of(a, axis, keepdims, skip_nan=False))


def median_of(a: Any, axis: Any, keepdims: bool, *, skip_nan: bool) -> Any:
    """The median, of all elements or of those that are not NaN."""
    a = as_array(a)
    rows = _sorted_rows(a, axes_of(axis, a.ndim), skip_nan=skip_nan)
    count = rows.count
    if type(count) is int:
        middle = rows.values[(count - 1) // 2 : count // 2 + 1]
    else:
        places = np.stack([np.maximum(count - 1, 0) // 2, count // 2])
        middle = np.take_along_axis(rows.values, places, 0)
    return rows.finished(mean(rows.without_nan(middle), 0), keepdims, ())


# -- quantiles -------------------------------------------------------------------------


@implements(np.quantile)
def quantile(
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
    """See `numpy.quantile`. It has derivatives in `a`, and in `q` if it is continuous in it.

    The derivative goes to the elements that the result lies between, as in `sort`. In
    `q`, it is that from the right at the quantiles that are elements, from the left at
    the last. Where `q` or the weights are not known, what NumPy refuses gives NaN.
    """
    result = quantile_of(a, q, 1, axis, method, keepdims, weights, skip_nan=False)
    return store(out, result)


@implements(np.percentile)
def percentile(
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
    """See `numpy.percentile`. The derivatives are as those of `quantile`."""
    result = quantile_of(a, q, 100, axis, method, keepdims, weights, skip_nan=False)
    return store(out, result)


def quantile_of(
    a: Any,
    q: Any,
    whole: int,
    axis: Any,
    method: str,
    keepdims: bool,
    weights: Any,
    *,
    skip_nan: bool,
) -> Any:
    """Quantiles, of all elements or of those that are not NaN; `q` is in parts of `whole`."""
    a = as_array(a)
    if a.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    weak, q = type(q) in (int, float), as_array(q)
    q = q if whole == 1 else np.true_divide(q, whole)
    name = "Quantiles" if whole == 1 else "Percentiles"
    valid = check_known(
        (q >= 0) & (q <= 1), f"{name} must be in the range [0, {whole}]"
    )
    if q.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    if valid is not True:
        q = np.where(valid, q, np.zeros((), q.dtype))
    if skip_nan and not a.size:
        return np.nanmean(a, axis, keepdims=keepdims)  # as NumPy, whatever `q` is
    axes = axes_of(axis, a.ndim)
    if weights is not None:
        weights = _checked_weights(weights, a, None if axis is None else axes, method)
        rows, result, known = _weighted(a, q, axes, weights, skip_nan=skip_nan)
        valid = known if valid is True else np.logical_and(valid, known)
    else:
        rows = _sorted_rows(a, axes, skip_nan=skip_nan)
        result = _interpolated(rows, q, method, weak=weak)
    return where_valid(valid, rows.finished(result, keepdims, q.shape))


def _interpolated(rows: SortedRows, q: Any, method: str, *, weak: bool) -> Any:
    """What lies at the quantiles, by one of NumPy's methods."""
    if method not in _METHODS:
        raise ValueError(
            f"{method!r} is not a valid method. Use one of: {_METHODS.keys()}"
        )
    if not rows.values.shape[0]:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    position_of, share_of = _METHODS[method]
    n, leading = rows.count, q.shape
    n = n if type(n) is int else n.astype(q.dtype)
    q = q.reshape((*leading, *(1,) * (rows.values.ndim - 1)))
    position = position_of(n, q)
    if share_of is None or (method == "linear" and position.dtype.kind in "iu"):
        place = np.clip(position, 0, None).astype(np.intp)
        return rows.without_nan(_elements(rows, place, leading))
    last = n - 1
    previous = np.clip(np.floor(position), 0, np.maximum(last, 0))
    varied = isinstance(q, Tracer) and share_of is _share
    if varied:  # at the end, there is a derivative from the left only
        ends = np.logical_and(position == last, last > 0)
        previous = np.where(ends, last - 1, previous)
    following = np.clip(np.minimum(previous + (position >= 0), last), 0, None)
    low, high = (
        rows.without_nan(_elements(rows, place.astype(np.intp), leading))
        for place in (previous, following)
    )
    share = cast(share_of(position, previous), position.dtype)
    if varied:
        low = np.where(np.logical_and(share == 1, np.isinf(low)), high, low)
    return _between(low, high, share, weak=weak)


def _between(low: Any, high: Any, share: Any, *, weak: bool) -> Any:
    """Interpolate, beginning from the nearer end: it is monotonic in spite of rounding."""
    difference, rest, nearer = high - low, 1 - share, share >= 0.5
    if weak:  # q is a Python number
        dtype = low.dtype if low.dtype.kind == "f" else np.float64
        share, rest = cast(share, dtype), cast(rest, dtype)
    weight = np.where(nearer, -rest, share)
    return np.where(nearer, high, low) + difference * weight


def _checked_weights(weights: Any, a: Any, axes: Any, method: str) -> Any:
    if method != "inverted_cdf":
        raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    return np.broadcast_to(aligned_weights(as_array(weights), a, axes), a.shape)


def _weighted(
    a: Any, q: Any, axes: tuple[int, ...], weights: Any, *, skip_nan: bool
) -> tuple[SortedRows, Any, Any]:
    """Where the weights of the smaller elements add up to `q`; and whether they may."""
    valid = check_known(weights >= 0, "Weights must be non-negative.")
    unsorted = _in_rows(a, axes)
    order = np.argsort(unsorted, axis=-1, kind="stable")
    values, shares = (
        np.moveaxis(np.take_along_axis(x, order, -1), -1, 0)
        for x in (unsorted, _in_rows(weights, axes))
    )
    rows = _rows_of(values, a, axes, skip_nan=skip_nan)
    if skip_nan:
        shares = np.where(np.isnan(values), 0, shares)
    shares = stop_gradient(np.cumsum(shares, axis=0, dtype=np.float64))
    total = shares[-1]
    usable = np.logical_and(total > 0, np.isfinite(total))
    if skip_nan and rows.missing is not None:
        usable = np.logical_or(usable, rows.missing)
    known = check_known(usable, "Weights included NaN, inf or were all zero.")
    shares = shares / np.where(total > 0, total, 1)
    shares = cast(shares, q.dtype) if q.dtype.kind == "f" else shares
    bounds = q.reshape((*q.shape, *(1,) * values.ndim))
    before = np.sum(np.logical_or(shares < bounds, shares == 0), q.ndim)
    place = np.minimum(before, max(values.shape[0] - 1, 0))
    result = rows.without_nan(_elements(rows, place, q.shape))
    both = valid if known is True else np.logical_and(valid, known)
    return rows, result, both


def _steps(position: Any, at_step: Any) -> Any:
    """The next of the elements, or the one before where `at_step` says so."""
    before = np.floor(position)
    return np.where(at_step(position, before), before, before + 1)


def _hyndman_fan(alpha: float, beta: float) -> Callable[[Any, Any], Any]:
    """The position among n elements of Hyndman & Fan, *Sample quantiles*, (1996)."""
    return lambda n, q: n * q + (alpha + q * (1 - alpha - beta)) - 1


def _share(position: Any, before: Any) -> Any:
    return position - before


# Where among n elements a quantile lies, and by which share between two of them; None if
# the position is that of an element.
_METHODS: dict[str, tuple[Callable[..., Any], Callable[..., Any] | None]] = {
    "inverted_cdf": (
        lambda n, q: _steps(n * q - 1, lambda p, before: p == before),
        None,
    ),
    "averaged_inverted_cdf": (
        lambda n, q: n * q - 1,
        lambda p, before: np.where(p == np.floor(p), 0.5, 1.0),
    ),
    "closest_observation": (
        lambda n, q: _steps(
            n * q - 1 - 0.5,
            lambda p, before: np.logical_and(p == before, before % 2 == 1),
        ),
        None,
    ),
    "interpolated_inverted_cdf": (_hyndman_fan(0, 1), _share),
    "hazen": (_hyndman_fan(0.5, 0.5), _share),
    "weibull": (_hyndman_fan(0, 0), _share),
    "linear": (lambda n, q: (n - 1) * q, _share),
    "median_unbiased": (_hyndman_fan(1 / 3.0, 1 / 3.0), _share),
    "normal_unbiased": (_hyndman_fan(3 / 8.0, 3 / 8.0), _share),
    "lower": (lambda n, q: np.floor((n - 1) * q), None),
    "higher": (lambda n, q: np.ceil((n - 1) * q), None),
    "midpoint": (
        lambda n, q: 0.5 * (np.floor((n - 1) * q) + np.ceil((n - 1) * q)),
        lambda p, before: np.where(p % 1 == 0, 0.0, 0.5),
    ),
    "nearest": (lambda n, q: np.round((n - 1) * q), None),
}
