"""Statistics of samples."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, axes_of
from functrace.scipy import special as sc
from functrace.scipy._namespace import standing_in
from functrace.scipy._plain import F, on_plain_values


class Sample:
    """A sample with the axes that are reduced brought to the end, as one.

    Parameters
    ----------
    a : array_like
    axis : int, tuple of int or None
    keepdims : bool
        Whether `shaped` puts axes of length 1 in their place.
    """

    def __init__(self, a: Any, axis: Any, *, keepdims: bool = False) -> None:
        a = as_array(a)
        a = a if a.dtype.kind in "fc" else a.astype(np.float64)
        self.axes = axes_of(axis, a.ndim) if a.ndim else ()
        self.keepdims = keepdims
        kept = [i for i in range(a.ndim) if i not in self.axes]
        a = np.transpose(a, (*kept, *self.axes))
        self.values = np.reshape(a, (*a.shape[: len(kept)], -1))
        self.count = self.values.shape[-1]

    @property
    def mean(self) -> Any:
        """Along the last axis, which is kept."""
        return np.mean(self.values, axis=-1, keepdims=True)

    def deviations(self, center: Any = None) -> Any:
        """From the mean, or from `center`."""
        return self.values - (self.mean if center is None else center)

    def central(self, order: int) -> Any:
        """A central moment."""
        return np.mean(self.deviations() ** order, axis=-1)

    def shaped(self, result: Any) -> Any:
        """With the reduced axes back, if they are wanted."""
        return np.expand_dims(result, self.axes) if self.keepdims else result


def on_propagated_nans(original: Callable[..., Any]) -> Callable[[F], F]:
    """`on_plain_values`, and SciPy's own code also where NaNs are to be looked for."""
    signature = inspect.signature(original)
    looking = standing_in(original)

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def chosen(*args: Any, **kwargs: Any) -> Any:
            policy = signature.bind(*args, **kwargs).arguments.get("nan_policy")
            if policy in (None, "propagate"):
                return function(*args, **kwargs)
            return looking(*args, **kwargs)

        return on_plain_values(original)(chosen)  # type: ignore[return-value]

    return decorate


def _nan_where(condition: Any, value: Any) -> Any:
    return np.where(condition, np.asarray(np.nan, value.dtype), value)


# -- moments -----------------------------------------------------------------------------


@on_propagated_nans(st.moment)
def moment(
    a: Any,
    order: Any = 1,
    axis: Any = 0,
    nan_policy: str = "propagate",
    *,
    center: Any = None,
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.moment`."""
    if np.ndim(order):
        orders = [moment(a, n, axis, center=center, keepdims=keepdims) for n in order]
        return np.stack(orders)
    sample = Sample(a, axis, keepdims=keepdims)
    if order == 1 and center is None:
        return sample.shaped(0 * sample.mean[..., 0])
    powers = sample.deviations(center) ** order
    return sample.shaped(np.mean(powers, axis=-1))


def _standardised(sample: Sample, order: int) -> tuple[Any, Any]:
    """A moment over the power of the variance; whether the values are all equal."""
    variance = sample.central(2)
    tiny = np.finfo(variance.dtype).resolution * sample.mean[..., 0]
    equal = variance <= tiny * tiny
    ratio = sample.central(order) / np.where(equal, 1, variance) ** (order / 2)
    return ratio, equal


@on_propagated_nans(st.skew)
def skew(
    a: Any,
    axis: Any = 0,
    bias: bool = True,
    nan_policy: str = "propagate",
    *,
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.skew`."""
    sample = Sample(a, axis, keepdims=keepdims)
    n = sample.count
    ratio, equal = _standardised(sample, 3)
    if not bias and n > 2:
        ratio = ratio * (math.sqrt((n - 1) * n) / (n - 2))
    return sample.shaped(_nan_where(equal, ratio))


@on_propagated_nans(st.kurtosis)
def kurtosis(
    a: Any,
    axis: Any = 0,
    fisher: bool = True,
    bias: bool = True,
    nan_policy: str = "propagate",
    *,
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.kurtosis`."""
    sample = Sample(a, axis, keepdims=keepdims)
    n = sample.count
    ratio, equal = _standardised(sample, 4)
    if not bias and n > 3:
        excess = (n * n - 1) * ratio - 3 * (n - 1) ** 2
        ratio = excess / ((n - 2) * (n - 3)) + 3
    return sample.shaped(_nan_where(equal, ratio - 3 if fisher else ratio))


@on_propagated_nans(st.sem)
def sem(
    a: Any,
    axis: Any = 0,
    ddof: int = 1,
    nan_policy: str = "propagate",
    *,
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.sem`."""
    sample = Sample(a, axis, keepdims=keepdims)
    deviation = np.std(sample.values, axis=-1, ddof=ddof)
    return sample.shaped(deviation / math.sqrt(sample.count))


@on_propagated_nans(st.variation)
def variation(
    a: Any,
    axis: Any = 0,
    nan_policy: str = "propagate",
    ddof: int = 0,
    *,
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.variation`."""
    sample = Sample(a, axis, keepdims=keepdims)
    if sample.count <= ddof:
        raise unsupported(st.variation, " with as many degrees of freedom as values")
    deviation = np.std(sample.values, axis=-1, ddof=ddof)
    return sample.shaped(deviation / sample.mean[..., 0])


# -- means -------------------------------------------------------------------------------


def _weighted_mean(
    original: Any, a: Any, weights: Any, axis: Any, keepdims: bool, pair: Any
) -> Any:
    """``outer(average(inner(a)))`` of the functions `pair`."""
    a = as_array(a)
    inner, outer = pair
    if weights is None:
        sample = Sample(inner(a), axis, keepdims=keepdims)
        return outer(sample.shaped(sample.mean[..., 0]))
    weights = as_array(weights)
    if weights.shape != a.shape:
        weights = _spread(original, weights, a, axis)
    sample = Sample(inner(a) * weights, axis, keepdims=keepdims)
    total = np.sum(Sample(weights, axis).values, axis=-1)
    return outer(sample.shaped(np.sum(sample.values, axis=-1) / total))


def _spread(original: Any, weights: Any, a: Any, axis: Any) -> Any:
    """Weights along one axis, in the shape of the array."""
    if weights.ndim != 1 or not isinstance(axis, int):
        raise unsupported(original, " with weights of this shape")
    shape = [1] * a.ndim
    shape[axis] = weights.shape[0]
    return np.broadcast_to(np.reshape(weights, tuple(shape)), a.shape)


def _refuse_dtype(original: Any, dtype: Any) -> None:
    if dtype is not None:
        raise unsupported(original, " with dtype=")


@on_propagated_nans(st.gmean)
def gmean(
    a: Any,
    axis: Any = 0,
    dtype: Any = None,
    weights: Any = None,
    *,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.gmean`."""
    _refuse_dtype(st.gmean, dtype)
    return _weighted_mean(st.gmean, a, weights, axis, keepdims, (np.log, np.exp))


@on_propagated_nans(st.hmean)
def hmean(
    a: Any,
    axis: Any = 0,
    dtype: Any = None,
    *,
    weights: Any = None,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.hmean`."""
    _refuse_dtype(st.hmean, dtype)
    pair = (np.reciprocal, np.reciprocal)
    return _weighted_mean(st.hmean, a, weights, axis, keepdims, pair)


@on_propagated_nans(st.pmean)
def pmean(
    a: Any,
    p: Any,
    *,
    axis: Any = 0,
    dtype: Any = None,
    weights: Any = None,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.pmean`; the exponent is not differentiated."""
    _refuse_dtype(st.pmean, dtype)
    if isinstance(p, Tracer):
        raise unsupported(st.pmean, " of a traced exponent")
    if p == 0:
        return gmean(a, axis, weights=weights, keepdims=keepdims)
    pair = (lambda x: x ** float(p)), (lambda x: x ** (1 / float(p)))
    return _weighted_mean(st.pmean, a, weights, axis, keepdims, pair)


# -- order statistics --------------------------------------------------------------------


@on_propagated_nans(st.trim_mean)
def trim_mean(
    a: Any,
    proportiontocut: float,
    axis: Any = 0,
    *,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.trim_mean`."""
    sample = Sample(a, axis, keepdims=keepdims)
    cut = int(proportiontocut * sample.count)
    if cut > sample.count - cut:
        raise ValueError("Proportion too big.")
    inner = np.sort(sample.values, axis=-1)[..., cut : sample.count - cut]
    return sample.shaped(np.mean(inner, axis=-1))


@on_propagated_nans(st.iqr)
def iqr(
    x: Any,
    axis: Any = None,
    rng: Any = (25, 75),
    scale: Any = 1.0,
    nan_policy: str = "propagate",
    interpolation: Any = "linear",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.iqr`."""
    x = as_array(x)
    scale = 2 * math.sqrt(2) * sc.erfinv(0.5) if scale == "normal" else scale
    low, high = (
        np.percentile(x, q, axis=axis, method=interpolation, keepdims=keepdims)
        for q in sorted(rng)
    )
    return (high - low) / scale


@on_propagated_nans(st.median_abs_deviation)
def median_abs_deviation(
    x: Any,
    axis: Any = 0,
    center: Any = None,
    scale: Any = 1.0,
    nan_policy: str = "propagate",
    *,
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.median_abs_deviation`."""
    scale = 0.6744897501960817 if scale == "normal" else scale
    sample = Sample(x, axis, keepdims=keepdims)
    middle = (center or np.median)(sample.values, axis=-1)
    distances = np.abs(sample.values - middle[..., None])
    return sample.shaped(np.median(distances, axis=-1) / scale)
