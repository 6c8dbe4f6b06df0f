"""Histograms: sums over the samples that fall into a bin.

In the samples they are piecewise constant. They have derivatives in the weights and,
as densities, in the edges of the bins, which may themselves be computed from the samples.
"""

from __future__ import annotations

import operator
import warnings
from typing import Any

import numpy as np

from functrace.core.dispatch import lookup
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, check_known, known
from functrace.numpy._register import implements
from functrace.numpy.reductions import cast
from functrace.numpy.sorting import concrete
from functrace.primitives.checks import require
from functrace.primitives.indexing import ARRAY, index_add

# -- edges -----------------------------------------------------------------------------


def _outer_edges(a: Any, limits: Any) -> tuple[Any, Any]:
    """The ends of the range that is divided into bins."""
    if limits is not None:
        first, last = limits
        check_known(first <= last, "max must be larger than min in range parameter.")
    elif not a.size:
        return 0, 1
    else:
        first, last = np.min(a), np.max(a)
    finite = np.logical_and(np.isfinite(first), np.isfinite(last))
    check_known(finite, "the range of the histogram is not finite")
    return first, last


def _widened(first: Any, last: Any) -> tuple[Any, Any]:
    """A range of length 1 in place of an empty one."""
    empty = first == last
    if not isinstance(empty, Tracer) or empty.value is not None:
        return (first - 0.5, last + 0.5) if empty else (first, last)
    half = cast(lookup(np.where)(empty, 0.5, 0.0), _dtype_of_edges(first, last))
    return first - half, last + half


def _dtype_of_edges(*values: Any) -> np.dtype[Any]:
    """What NumPy promotes the ends and the samples to; Python numbers are weak."""
    dtypes = (v if type(v) in (int, float) else as_array(v).dtype for v in values)
    dtype = np.result_type(*dtypes)
    return np.result_type(dtype, float) if dtype.kind in "iub" else dtype


def _edges(a: Any, bins: Any, limits: Any, weights: Any) -> Any:
    """The edges of the bins, differentiable where they are computed from the samples."""
    if isinstance(bins, str):
        bins = _estimated_count(a, bins, limits, weights)
    if np.ndim(bins):
        return _given_edges(bins, "`bins`")
    try:
        count = operator.index(known(bins))
    except TypeError as error:
        raise TypeError("`bins` must be an integer, a string, or an array") from error
    if count < 1:
        raise ValueError("`bins` must be positive, when an integer")
    first, last = _outer_edges(a, limits)
    dtype = _dtype_of_edges(first, last, a)
    edges = np.linspace(*_widened(first, last), count + 1, dtype=dtype)
    check_known(
        edges[:-1] < edges[1:],
        f"Too many bins for data range. Cannot create {count} finite-sized bins.",
    )
    return edges


def _given_edges(bins: Any, name: str) -> Any:
    edges = as_array(bins)
    if edges.ndim != 1:
        raise ValueError(f"{name} must be 1d, when an array")
    increase = edges[:-1] <= edges[1:]
    check_known(increase, f"{name} must increase monotonically, when an array")
    return edges


def _estimated_count(a: Any, bins: str, limits: Any, weights: Any) -> int:
    """How many bins one of NumPy's estimators wants."""
    if weights is not None:
        raise TypeError(
            "Automated estimation of the number of bins is not supported for weighted "
            "data"
        )
    if limits is not None:
        limits = tuple(concrete(limit, np.histogram) for limit in limits)
    plain = concrete(a, np.histogram_bin_edges)
    return len(np.histogram_bin_edges(plain, bins, limits)) - 1


# -- counts ----------------------------------------------------------------------------


def _places(a: Any, edges: Any) -> tuple[Any, Any]:
    """In which bin each sample falls, and whether it falls in any."""
    if not edges.shape[0]:
        return np.zeros(a.shape, np.intp), np.zeros(a.shape, np.bool_)
    inside = np.logical_and(a >= edges[0], a <= edges[-1])
    place = np.searchsorted(edges, a, side="right") - 1
    return np.minimum(place, edges.shape[0] - 2), inside


def _totals(amounts: Any, places: Any, count: int) -> Any:
    """Sums of the amounts at each of `count` places; what is at the one after is dropped."""
    dtype = amounts.dtype
    if dtype.kind in "fc":  # as NumPy, in double precision
        amounts = cast(amounts, np.result_type(dtype, np.float64))
    zeros = np.zeros(count + 1, amounts.dtype)
    return cast(index_add(zeros, amounts, places, index=(ARRAY,))[:count], dtype)


def _samples(a: Any, weights: Any) -> tuple[Any, Any]:
    a = as_array(a)
    if a.dtype == np.bool_:
        text = f"Converting input from {a.dtype} to {np.uint8} for compatibility."
        warnings.warn(text, RuntimeWarning, stacklevel=3)
        a = a.astype(np.uint8)
    if weights is None:
        return a.reshape(-1), None
    weights = as_array(weights)
    if weights.shape != a.shape:
        raise ValueError("weights should have the same shape as a.")
    return a.reshape(-1), weights.reshape(-1)


@implements(np.histogram_bin_edges)
def histogram_bin_edges(
    a: Any, bins: Any = 10, range: Any = None, weights: Any = None
) -> Any:
    """See `numpy.histogram_bin_edges`. The edges have derivatives in the extreme samples."""
    a, weights = _samples(a, weights)
    return _edges(a, bins, range, weights)


@implements(np.histogram)
def histogram(
    a: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> Any:
    """See `numpy.histogram`. It has derivatives in the weights, and those of the edges."""
    a, weights = _samples(a, weights)
    edges = _edges(a, bins, range, weights)
    count = max(edges.shape[0] - 1, 0)
    place, inside = _places(a, edges)
    amounts = np.ones(a.shape, np.intp) if weights is None else weights
    n = _totals(amounts, np.where(inside, place, count), count)
    if density:
        n = n / cast(np.diff(edges), np.float64) / np.sum(n)
    return n, edges


@implements(np.histogramdd)
def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> Any:
    """See `numpy.histogramdd`. The derivatives are as those of `histogram`."""
    if len(getattr(sample, "shape", ())) != 2:
        sample = np.atleast_2d(as_array(sample)).T
    sample = as_array(sample)
    columns = list(sample.T)
    edges = _edges_of_each(columns, bins, range)
    lengths = [e.shape[0] - 1 for e in edges]
    place, inside, total = 0, True, int(np.prod(lengths))
    for column, edge, length in zip(columns, edges, lengths, strict=True):
        along, within = _places(column, edge)
        place, inside = place * length + along, np.logical_and(inside, within)
    amounts = np.ones(sample.shape[0]) if weights is None else _real(weights)
    _check_lengths(amounts, sample.shape[0])
    histogram = _totals(amounts, np.where(inside, place, total), total).reshape(lengths)
    if density:
        whole = np.sum(histogram)
        for i, edge in enumerate(edges):
            shape = tuple(-1 if i == k else 1 for k, _ in enumerate(edges))
            histogram = histogram / np.diff(edge).reshape(shape)
        histogram = histogram / whole
    return histogram, edges


def _edges_of_each(columns: list[Any], bins: Any, limits: Any) -> list[Any]:
    """The edges in each dimension."""
    dimensions = len(columns)
    bins = bins if _length(bins) else [bins] * dimensions
    if len(bins) != dimensions:
        raise ValueError(
            "The dimension of bins must be equal to the dimension of the sample x."
        )
    limits = [None] * dimensions if limits is None else limits
    if len(limits) != dimensions:
        raise ValueError("range argument must have one entry per dimension")
    return [
        _edges_along(i, *arguments)
        for i, arguments in enumerate(zip(columns, bins, limits, strict=True))
    ]


def _length(bins: Any) -> int:
    """How many entries there are; zero for a number of bins."""
    try:
        return len(bins)
    except TypeError:
        return 0


def _edges_along(i: int, column: Any, bins: Any, limits: Any) -> Any:
    if np.ndim(bins):
        return _given_edges(bins, f"`bins[{i}]`")
    count = known(bins)
    if count < 1:
        raise ValueError(f"`bins[{i}]` must be positive, when an integer")
    try:
        count = operator.index(count)
    except TypeError as error:
        raise TypeError(f"`bins[{i}]` must be an integer, when a scalar") from error
    return np.linspace(*_widened(*_outer_edges(column, limits)), count + 1)


@implements(np.histogram2d)
def histogram2d(
    x: Any,
    y: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> Any:
    """See `numpy.histogram2d`. The derivatives are as those of `histogram`."""
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    if _length(bins) > 2:
        bins = [bins, bins]
    histogram, edges = histogramdd([x, y], bins, range, density, weights)
    return histogram, *edges


def _real(weights: Any) -> Any:
    """Weights as float64, into which NumPy casts safely only."""
    weights = as_array(weights)
    if not np.can_cast(weights.dtype, np.float64):
        raise TypeError(
            f"Cannot cast array data from {weights.dtype!r} to {np.dtype(float)!r} "
            "according to the rule 'safe'"
        )
    return cast(weights, np.float64)


def _check_lengths(weights: Any, count: int) -> None:
    if weights.shape != (count,):
        raise ValueError("The weights and list don't have the same length.")


@implements(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    """See `numpy.bincount`. It has derivatives in the weights.

    Where `x` is not known, there are `minlength` bins; ValueError if another one is needed.
    """
    x = as_array(x)
    if isinstance(x, Tracer) and x.value is None and minlength:
        places, size = _in_bins(x, operator.index(minlength)), minlength
    else:
        places = concrete(
            x, np.bincount, way_out="say how many bins there are (minlength=)"
        )
        counts = np.bincount(places, minlength=minlength)
        if weights is None:
            return counts
        places, size = np.asarray(places, np.intp), counts.size
    given = np.ones((), np.intp) if weights is None else _real(weights)
    if weights is not None:
        _check_lengths(given, np.size(places))
    zeros = np.zeros(size, given.dtype)
    return index_add(zeros, given, places, index=(ARRAY,))


def _in_bins(x: Any, size: int) -> Any:
    """Integers that are not known as the bins' numbers."""
    if x.ndim != 1:
        raise ValueError("object too deep for desired array")
    if not np.can_cast(x.dtype, np.intp):
        raise TypeError(
            f"Cannot cast array data from {x.dtype!r} to {np.dtype(np.intp)!r} "
            "according to the rule 'safe'"
        )
    text = (
        f"numpy.bincount: 'x' must have elements from 0 to {size - 1} (minlength - 1)"
    )
    places = cast(x, np.intp)
    inside = np.logical_and(places >= 0, places < size)
    return require(places, inside, message=text)
