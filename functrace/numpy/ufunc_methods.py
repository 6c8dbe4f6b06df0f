"""Methods of ufuncs: reductions, running ones, outer products, updates in place."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.primitive import has_tracers
from functrace.core.strides import strided
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, axes_of, known, refuse_write
from functrace.numpy.indexing import parse_index
from functrace.numpy.layout import arranged, detached, part, with_shape
from functrace.numpy.selections import Selection, added, is_open
from functrace.primitives import indexing
from functrace.primitives.elementwise import stop_gradient

_REDUCTIONS: dict[np.ufunc, Callable[..., Any]] = {
    np.add: np.sum,
    np.multiply: np.prod,
    np.maximum: np.max,
    np.minimum: np.min,
}
_ACCUMULATIONS: dict[np.ufunc, Callable[..., Any]] = {
    np.add: np.cumsum,
    np.multiply: np.cumprod,
}
_LOGARITHMIC: dict[np.ufunc, tuple[np.ufunc, np.ufunc]] = {
    np.logaddexp: (np.exp, np.log),
    np.logaddexp2: (np.exp2, np.log2),
}
_EXTREMES: dict[np.ufunc, tuple[np.ufunc, float]] = {
    np.fmax: (np.maximum, -np.inf),
    np.fmin: (np.minimum, np.inf),
}
_INVERSES: dict[np.ufunc, np.ufunc] = {
    np.subtract: np.add,
    np.divide: np.multiply,
}  # (x - y) - z = x - (y + z)
_ASSOCIATIVE: set[np.ufunc] = {
    *(np.add, np.multiply, np.maximum, np.minimum, np.fmax, np.fmin, np.hypot),
    *(np.logaddexp, np.logaddexp2, np.logical_and, np.logical_or, np.logical_xor),
    *(np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.gcd, np.lcm),
}  # and commutative


def _blank(x: Any) -> Any:
    """Ones of the shape and dtype of `x`, without memory: to ask NumPy what it would do."""
    return np.broadcast_to(np.ones((), x.dtype), x.shape)


def _refuse_others(ufunc: np.ufunc, method: str, *args: Any) -> None:
    """Raise NumPy's error for a ufunc that has no such method."""
    if ufunc.nin != 2 or ufunc.nout != 1 or ufunc.signature is not None:
        getattr(ufunc, method)(*args)


# -- reductions ------------------------------------------------------------------------


def reduce(ufunc: np.ufunc, array: Any, **options: Any) -> Any:
    """See `numpy.ufunc.reduce`; the result is not yet written to ``out``."""
    _refuse_others(ufunc, "reduce", [1])
    options = {"axis": 0, **options}
    array = as_array(array)
    if not array.size and options.get("initial", 0) is None:
        ufunc.reduce(_blank(array), **options)  # NumPy's error
    if ufunc in _REDUCTIONS:
        dtype = options.pop("dtype", None)
        if ufunc is np.add or ufunc is np.multiply:
            options["dtype"] = dtype
        elif dtype is not None:
            array = array.astype(dtype)
        return _REDUCTIONS[ufunc](array, **options)
    given = dict(options)
    where = options.pop("where", True)
    if where is not True:
        where = as_array(where)
        given["where"] = _blank(where)
    like = ufunc.reduce(_blank(array), **given)
    return _reduce(ufunc, array.astype(like.dtype), where, like, **options)


def _reduce(
    ufunc: np.ufunc,
    x: Any,
    where: Any,
    like: Any,
    axis: Any,
    keepdims: bool = False,
    initial: Any = None,
    **_: Any,
) -> Any:
    """Reduce over axes brought to the front; `like` has the shape of the result."""
    axes = axes_of(axis, x.ndim) if x.ndim else ()
    rest = tuple(i for i in range(x.ndim) if i not in axes)
    shape = math.prod(x.shape[i] for i in axes), *(x.shape[i] for i in rest)

    def in_front(v: Any) -> Any:
        return np.transpose(v, axes + rest).reshape(shape)

    where = None if where is True else in_front(np.broadcast_to(where, x.shape))
    start = None if initial is None else as_array(initial).astype(x.dtype)
    result = _folded(ufunc, in_front(x), where, start)
    if keepdims:
        return result.reshape(like.shape)
    return result[()] if type(like) is not np.ndarray else result


def _folded(ufunc: np.ufunc, x: Any, where: Any, initial: Any) -> Any:
    """Reduce along the first axis."""
    if ufunc in _INVERSES:
        if initial is None:
            initial, x = x[0], x[1:]
        options = {} if where is None else {"where": where}
        return ufunc(initial, _REDUCTIONS[_INVERSES[ufunc]](x, axis=0, **options))
    if ufunc in _ASSOCIATIVE:
        result = _FOLDS.get(ufunc, _halved)(ufunc, x, where)
        return result if initial is None else ufunc(initial, result)
    result = None if initial is None else np.broadcast_to(initial, x.shape[1:])
    for i in range(x.shape[0]):
        following = x[i] if result is None else ufunc(result, x[i])
        result = following if where is None else np.where(where[i], following, result)
    return result


def _halved(ufunc: np.ufunc, x: Any, where: Any) -> Any:
    """Combine the first half with the second, as long as there are two."""
    if where is not None:
        x = np.where(where, x, np.asarray(ufunc.identity, x.dtype))
    if not x.shape[0]:
        return np.full(x.shape[1:], ufunc.identity, x.dtype)
    while x.shape[0] > 1:
        half = x.shape[0] // 2
        pairs = ufunc(x[:half], x[half : 2 * half])
        x = np.concatenate([pairs, x[2 * half :]]) if x.shape[0] % 2 else pairs
    return x[0]


def _log_sum(ufunc: np.ufunc, x: Any, where: Any) -> Any:
    """Logarithm of the sum of exponentials, without overflow."""
    exp, log = _LOGARITHMIC[ufunc]
    if where is not None:
        x = np.where(where, x, -np.inf)
    peak = np.max(stop_gradient(x), axis=0, initial=-np.inf)
    shift = np.where(np.isfinite(peak), peak, 0)
    total = np.sum(exp(x - shift), axis=0)
    return log(total + (total == 0)) + peak


def _length(_: np.ufunc, x: Any, where: Any) -> Any:
    """Square root of the sum of squares."""
    return np.linalg.norm(x if where is None else np.where(where, x, 0), axis=0)


def _extreme(ufunc: np.ufunc, x: Any, where: Any) -> Any:
    """Largest or smallest of what is not NaN; NaN of nothing else."""
    reducing, worst = _EXTREMES[ufunc]
    if x.dtype.kind not in "fc":
        return _halved(ufunc, x, where)
    if not x.shape[0]:
        return np.full(x.shape[1:], np.nan, x.dtype)
    present = ~np.isnan(x) if where is None else ~np.isnan(x) & where
    best = _REDUCTIONS[reducing](np.where(present, x, worst), axis=0)
    return np.where(np.any(present, axis=0), best, np.nan)


def _truth(ufunc: np.ufunc, x: Any, where: Any) -> Any:
    function = np.all if ufunc is np.logical_and else np.any
    return function(x, axis=0, where=True if where is None else where)


_FOLDS: dict[np.ufunc, Callable[..., Any]] = {
    np.logical_and: _truth,
    np.logical_or: _truth,
    np.logaddexp: _log_sum,
    np.logaddexp2: _log_sum,
    np.hypot: _length,
    np.fmax: _extreme,
    np.fmin: _extreme,
}

# -- running reductions ----------------------------------------------------------------


def accumulate(ufunc: np.ufunc, array: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """See `numpy.ufunc.accumulate`."""
    _refuse_others(ufunc, "accumulate", [1])
    array = as_array(array)
    like = ufunc.accumulate(_blank(array), axis, dtype)
    (axis,) = axes_of(axis, array.ndim)
    array = array.astype(like.dtype)
    if ufunc in _ACCUMULATIONS:
        return _ACCUMULATIONS[ufunc](array, axis=axis)
    result = _accumulated(ufunc, array, axis) if array.size else detached(array)
    return arranged(result, np.empty_like(strided(array)))


def _accumulated(ufunc: np.ufunc, x: Any, axis: int) -> Any:
    first, rest = part(x, axis, slice(1)), part(x, axis, slice(1, None))
    if ufunc in _INVERSES:
        others = _ACCUMULATIONS[_INVERSES[ufunc]](rest, axis=axis)
        return np.concatenate([first, ufunc(first, others)], axis)
    if ufunc in _ASSOCIATIVE:
        return _scanned(ufunc, x, axis)
    steps = [part(x, axis, 0)]
    for i in range(1, x.shape[axis]):
        steps.append(ufunc(steps[-1], part(x, axis, i)))
    return np.stack(steps, axis)


def _scanned(ufunc: np.ufunc, x: Any, axis: int) -> Any:
    """Combine each element with those before it: 1, then 2, 4, ... of them at once.

    Hillis & Steele, *Data Parallel Algorithms*, CACM 29(12), 1986.
    """
    step = 1
    while step < x.shape[axis]:
        earlier = part(x, axis, slice(None, -step))
        later = part(x, axis, slice(step, None))
        done = part(x, axis, slice(step))
        x = np.concatenate([done, ufunc(earlier, later)], axis)
        step *= 2
    return x


# -- reductions of segments ------------------------------------------------------------


def reduceat(
    ufunc: np.ufunc, array: Any, indices: Any, axis: Any = 0, dtype: Any = None
) -> Any:
    """See `numpy.ufunc.reduceat`."""
    _refuse_others(ufunc, "reduceat", [1], [0])
    array = as_array(array)
    indices = known(indices)
    like = ufunc.reduceat(_blank(array), indices, axis, dtype)
    (axis,) = axes_of(axis, array.ndim)
    array = array.astype(like.dtype)
    starts = np.asarray(indices).astype(np.intp)
    stops = np.append(starts[1:], array.shape[axis])
    lengths = np.maximum(stops - starts, 1)
    if not lengths.size:
        return np.zeros_like(array, shape=like.shape)
    if ufunc is np.add:
        return _segmented_sum(array, starts, lengths, axis)
    return _by_length(ufunc, array, starts, lengths, axis)


def _segmented_sum(x: Any, starts: Any, lengths: Any, axis: int) -> Any:
    """Add every element to the segment that it belongs to, all at once."""
    firsts = (
        np.cumsum(lengths) - lengths
    )  # where each segment begins in the list of all
    segments = np.repeat(np.arange(lengths.size), lengths)
    places = np.arange(lengths.sum()) + np.repeat(starts - firsts, lengths)
    shape = (*x.shape[:axis], lengths.size, *x.shape[axis + 1 :])
    values = np.take(x, places, axis)
    index = (*(slice(None),) * axis, indexing.ARRAY)
    return indexing.index_add(np.zeros(shape, x.dtype), values, segments, index=index)


def _by_length(ufunc: np.ufunc, x: Any, starts: Any, lengths: Any, axis: int) -> Any:
    """Reduce the segments of one length together, then those of the next."""
    pieces: list[Any] = []
    places: list[Any] = []
    for length in np.unique(lengths):
        chosen = np.flatnonzero(lengths == length)
        table = starts[chosen][:, None] + np.arange(length)
        segments = np.take(x, table, axis)
        if length == 1:
            pieces.append(np.squeeze(segments, axis + 1))
        else:
            pieces.append(ufunc.reduce(segments, axis=axis + 1))
        places.append(chosen)
    if len(pieces) == 1:
        return pieces[0]
    order = np.argsort(np.concatenate(places))
    return np.take(np.concatenate(pieces, axis), order, axis)


# -- outer products --------------------------------------------------------------------


def outer(ufunc: np.ufunc, a: Any, b: Any, **options: Any) -> Any:
    """See `numpy.ufunc.outer`."""
    if ufunc.nin != 2 or ufunc.signature is not None:
        ufunc.outer(np.ones(1), np.ones(1))
    a, b = as_array(a), as_array(b)
    return ufunc(with_shape(a, a.shape + (1,) * b.ndim), b, **options)


# -- updates in place ------------------------------------------------------------------


def at(ufunc: np.ufunc, a: Any, indices: Any, *operands: Any) -> None:
    """See `numpy.ufunc.at`. Updates of one element come one after the other."""
    entries = indices if isinstance(indices, tuple) else (indices,)
    if type(a) is not Tracer:
        plain = [v.value if _is_constant(v) else v for v in operands]
        if has_tracers(plain):
            refuse_write(a)
        ufunc.at(a, tuple(map(known, entries)), *plain)
        return
    if not a.is_array:
        raise TypeError("first operand must be array")
    values: list[Any] = [v if type(v) is Selection else as_array(v) for v in operands]
    ufunc.at(np.ones(1, a.dtype), [0], *(np.ones(1, v.dtype) for v in values))
    if is_open(indices) and ufunc in (np.add, np.subtract):
        added(ufunc, a, indices, *values)
        return
    if ufunc in (np.add, np.subtract):
        signed = values[0] if ufunc is np.add else -values[0]
        index, arrays = parse_index(a, indices)
        new = indexing.index_add(a, signed, *arrays, index=index)
        a.assign(new if type(new) is Tracer else Tracer(None, new))
        return
    numbers = np.arange(a.size).reshape(a.shape)[tuple(map(known, entries))]
    spread = [np.broadcast_to(v, numbers.shape).reshape(-1) for v in values]
    a[...] = _updated(ufunc, a, np.ravel(numbers), spread).reshape(a.shape)


def _is_constant(x: Any) -> bool:
    return type(x) is Tracer and x.edge is None


def _updated(ufunc: np.ufunc, a: Any, places: Any, values: list[Any]) -> Any:
    """The elements of `a` in C order, updated at `places`."""
    order = np.argsort(places, kind="stable")
    named, firsts, counts = np.unique(
        places[order], return_index=True, return_counts=True
    )
    values = [v[order] for v in values]
    flat = detached(a.reshape(-1))
    if values and ufunc in _ASSOCIATIVE and places.size:
        combined = ufunc.reduceat(values[0].astype(a.dtype), firsts)
        flat[named] = ufunc(flat[named], combined)
        return flat
    for k in range(counts.max(initial=0)):
        again = counts > k
        chosen = firsts[again] + k
        flat[named[again]] = ufunc(flat[named[again]], *(v[chosen] for v in values))
    return flat
