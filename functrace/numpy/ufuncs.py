"""Ufuncs beyond their plain call: keyword arguments, methods, special cases."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.primitive import REGISTRY, Primitive, as_operand
from functrace.core.strides import strided
from functrace.core.tracer import UFUNCS, Tracer, register_ufunc, unsupported
from functrace.numpy._arguments import as_array, known, refuse_write, store
from functrace.numpy._register import implements
from functrace.numpy.indexing import parse_index
from functrace.numpy.layout import arranged, broadcast_to, detached, part
from functrace.primitives import comparison, indexing
from functrace.primitives.complex_parts import complex_sign, conjugate
from functrace.primitives.elementwise import stop_gradient

# -- special cases of the plain call ---------------------------------------------------


def _sign(x: Any) -> Any:
    return complex_sign(x) if x.dtype.kind == "c" else comparison.sign(x)


def _conjugate(x: Any) -> Any:
    return detached(x) if x.dtype.kind in "fiu" else conjugate(x)


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    return np.floor_divide(x, y), np.remainder(x, y)


def _equality(record: Primitive, otherwise: bool) -> Callable[..., Any]:
    """Let ``x == None`` and ``x == "text"`` be comparisons, as NumPy does."""

    def compare(x: Any, y: Any) -> Any:
        try:
            return record.apply((x, y), {})
        except TypeError:
            for value, other in ((x, y), (y, x)):
                if value is None or isinstance(value, (str, bytes)):
                    return np.full(other.shape, otherwise)[()]
            raise

    return compare


register_ufunc(np.sign, _sign)
register_ufunc(np.conjugate, _conjugate)
register_ufunc(np.divmod, _divmod)
register_ufunc(np.equal, _equality(comparison.equal, otherwise=False))
register_ufunc(np.not_equal, _equality(comparison.not_equal, otherwise=True))
implements(np.conjugate)(
    lambda x: _conjugate(as_array(x))
)  # the methods ask for it here


# -- the call with keyword arguments ---------------------------------------------------


@implements(np.ufunc)
def apply_ufunc(ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
    """Answer NumPy's ``__array_ufunc__`` protocol."""
    if ufunc not in UFUNCS:
        importlib.import_module("functrace.primitives.special")
    if ufunc not in UFUNCS:
        raise unsupported(ufunc)
    return _METHODS[method](ufunc, *inputs, **options)


def _call(
    ufunc: np.ufunc,
    *inputs: Any,
    out: Any = None,
    where: Any = True,
    dtype: Any = None,
    casting: Any = "same_kind",
    order: Any = "K",
    subok: bool = True,
    **options: Any,
) -> Any:
    if options and not (ufunc.signature and options.keys() == {"axis"}):
        raise unsupported(ufunc, f"(..., {next(iter(options))}=...)")
    if dtype is not None or casting != "same_kind":
        inputs = _cast(ufunc, inputs, dtype, casting)
    masked = where is not True
    outs = (None,) * ufunc.nout if out is None else out
    if masked:
        if any(o is None for o in outs):
            raise ValueError(
                f"functrace: numpy.{ufunc.__name__}(..., where=...) leaves elements "
                "undefined. Give out= as well, or use numpy.where."
            )
        where = as_array(where)
        inputs = _harmless_elsewhere(ufunc, inputs, where)
    if Tracer in map(type, inputs):
        results = UFUNCS[ufunc](*inputs, **options)
    else:  # only `out` is traced
        results = ufunc(*map(as_operand, inputs), **options)
    results = results if ufunc.nout > 1 else (results,)
    if masked:
        results = [np.where(where, r, o) for r, o in zip(results, outs, strict=True)]
    stored = tuple(_store(o, r) for o, r in zip(outs, results, strict=True))
    return stored if ufunc.nout > 1 else stored[0]


def _store(out: Any, result: Any) -> Any:
    """Write into `out`, along which the result is broadcast."""
    if out is None:
        return result
    if type(result) is Tracer and result.edge is None:
        result = result.value
    if type(out) is not Tracer and type(result) is Tracer:
        refuse_write(out)
    if not np.can_cast(result.dtype, out.dtype, "same_kind"):
        raise TypeError(
            f"functrace: cannot cast the result from {result.dtype!r} to {out.dtype!r} "
            "of out= with casting rule 'same_kind'."
        )
    if result.shape != out.shape:
        result = broadcast_to(result, out.shape)
    return store(out, result)


def _cast(
    ufunc: np.ufunc, inputs: tuple[Any, ...], dtype: Any, casting: Any
) -> tuple[Any, ...]:
    """Bring the inputs into the dtypes of the loop that NumPy would choose."""
    inputs = tuple(x if _is_number(x) else as_array(x) for x in inputs)
    given = [type(x) if _is_number(x) else x.dtype for x in inputs]
    chosen = ufunc.resolve_dtypes(
        (*given, *(None,) * ufunc.nout),
        signature=(*(None,) * ufunc.nin, *(dtype,) * ufunc.nout),
        casting=casting,
    )
    return tuple(
        x if _is_number(x) or x.dtype == wanted else x.astype(wanted)
        for x, wanted in zip(inputs, chosen, strict=False)
    )


def _is_number(x: Any) -> bool:
    return type(x) in (int, float, complex)


def _harmless_elsewhere(
    ufunc: np.ufunc, inputs: tuple[Any, ...], where: Any
) -> tuple[Any, ...]:
    """Put numbers where the mask is off at which the derivative is finite.

    A derivative that is not wanted would otherwise come in as 0 times infinity.
    """
    domain = next((r.domain for r in REGISTRY.values() if r.ufunc is ufunc), ())
    domain = domain or ((-np.inf, np.inf),) * ufunc.nin
    operands = [x if _is_number(x) else as_array(x) for x in inputs]
    return tuple(
        x if _is_number(x) else np.where(where, x, _inside(*interval, x.dtype))
        for x, interval in zip(operands, domain, strict=True)
    )


def _inside(low: float, high: float, dtype: Any) -> Any:
    """A number in the interval, of the dtype's kind."""
    if dtype.kind not in "fc":
        return dtype.type(1)
    if np.isfinite(low) and np.isfinite(high):
        return (low + high) / 2
    return low + 1 if np.isfinite(low) else 1.0


# -- reductions ------------------------------------------------------------------------

_REDUCTIONS: dict[np.ufunc, Callable[..., Any]] = {
    np.add: np.sum,
    np.multiply: np.prod,
    np.maximum: np.max,
    np.minimum: np.min,
    np.logical_and: np.all,
    np.logical_or: np.any,
}
_ACCUMULATIONS: dict[np.ufunc, Callable[..., Any]] = {
    np.add: np.cumsum,
    np.multiply: np.cumprod,
}
_LOGARITHMIC: dict[np.ufunc, tuple[np.ufunc, np.ufunc]] = {
    np.logaddexp: (np.exp, np.log),
    np.logaddexp2: (np.exp2, np.log2),
}


def _reduce(ufunc: np.ufunc, array: Any, *, out: Any = None, **options: Any) -> Any:
    options = {"axis": 0, **options}
    array = as_array(array)
    if ufunc in _REDUCTIONS:
        if ufunc is not np.add and ufunc is not np.multiply:
            array = _as_dtype(array, options.pop("dtype", None))
        result = _REDUCTIONS[ufunc](array, **options)
    elif options.pop("where", True) is not True:
        raise unsupported(ufunc, ".reduce(..., where=...)")
    else:
        array = _as_dtype(array, options.pop("dtype", None))
        reduce = _log_sum if ufunc in _LOGARITHMIC else _fold
        result = reduce(ufunc, array, **options)
    return result if out is None else _store(out[0], result)


def _log_sum(
    ufunc: np.ufunc, a: Any, axis: Any, keepdims: bool = False, initial: Any = None
) -> Any:
    """Logarithm of the sum of exponentials, without overflow."""
    exp, log = _LOGARITHMIC[ufunc]
    peak = np.max(stop_gradient(a), axis=axis, keepdims=True, initial=-np.inf)
    shift = np.where(np.isfinite(peak), peak, 0)
    total = np.sum(exp(a - shift), axis=axis, keepdims=True)
    result = log(total + (total == 0)) + peak
    if initial is not None:
        result = ufunc(result, initial)
    return result if keepdims else np.squeeze(result, axis=axis)


def _fold(
    ufunc: np.ufunc, array: Any, axis: Any, keepdims: bool = False, initial: Any = None
) -> Any:
    """Reduce one element of the axis after the other."""
    axis = _single_axis(ufunc, "reduce", array, axis)
    parts = [part(array, axis, i) for i in range(array.shape[axis])]
    if initial is None and not parts:
        initial = ufunc.identity
        if initial is None:
            raise ValueError(
                f"zero-size array to reduction operation {ufunc.__name__} which has no "
                "identity"
            )
    if initial is not None:
        shape = array.shape[:axis] + array.shape[axis + 1 :]
        parts.insert(0, np.full(shape, initial, array.dtype))
    result = functools.reduce(ufunc, parts)
    return np.expand_dims(result, axis) if keepdims else result


def _accumulate(
    ufunc: np.ufunc, array: Any, axis: int = 0, dtype: Any = None, out: Any = None
) -> Any:
    array = as_array(array)
    if ufunc in _ACCUMULATIONS:
        result = _ACCUMULATIONS[ufunc](array, axis=axis, dtype=dtype)
    else:
        array = _as_dtype(array, dtype)
        axis = _single_axis(ufunc, "accumulate", array, axis)
        steps: list[Any] = []
        for i in range(array.shape[axis]):
            step = part(array, axis, i)
            steps.append(ufunc(steps[-1], step) if steps else step)
        result = np.stack(steps, axis) if steps else detached(array)
        result = arranged(result, np.empty_like(strided(array)))
    return result if out is None else _store(out[0], result)


def _reduceat(
    ufunc: np.ufunc,
    array: Any,
    indices: Any,
    axis: int = 0,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    array = as_array(array)
    axis = _single_axis(ufunc, "reduceat", array, axis)
    starts = np.asarray(known(indices))
    length = array.shape[axis]
    if np.any((starts < 0) | (starts >= length)):
        raise IndexError(
            f"index out-of-bounds in {ufunc.__name__}.reduceat [0, {length})"
        )
    segments = [
        part(array, axis, slice(int(start), max(int(stop), int(start) + 1)))
        for start, stop in zip(starts, [*starts[1:], length], strict=True)
    ]
    reduced = [ufunc.reduce(s, axis=axis, dtype=dtype) for s in segments]
    result = np.stack(reduced, axis)
    return result if out is None else _store(out[0], result)


def _as_dtype(array: Any, dtype: Any) -> Any:
    return array if dtype is None else array.astype(dtype)


def _single_axis(ufunc: np.ufunc, method: str, array: Any, axis: Any) -> int:
    if axis is None and array.ndim == 1:
        return 0
    if isinstance(axis, tuple) and len(axis) == 1:
        axis = axis[0]
    if axis is None or isinstance(axis, tuple):
        raise unsupported(ufunc, f".{method}(..., axis={axis})")
    return normalize_axis_index(axis, array.ndim)


# -- outer products, in-place updates --------------------------------------------------


def _outer(ufunc: np.ufunc, a: Any, b: Any, **options: Any) -> Any:
    """Apply to every pair of elements."""
    if not _is_number(a) and np.ndim(b):
        a = as_array(a)
        a = a.reshape(a.shape + (1,) * np.ndim(b))
    return ufunc(a, b if _is_number(b) else as_array(b), **options)


def _at(ufunc: np.ufunc, a: Any, indices: Any, b: Any = None) -> None:
    """Update elements in place, as often as they are named."""
    if type(a) is not Tracer:
        refuse_write(a)
    if ufunc not in (np.add, np.subtract):
        raise unsupported(ufunc, ".at")
    b = as_array(b)
    index, arrays = parse_index(a, indices)
    new = indexing.index_add(a, b if ufunc is np.add else -b, *arrays, index=index)
    a.assign(new if type(new) is Tracer else Tracer(None, new))


_METHODS: dict[str, Callable[..., Any]] = {
    "__call__": _call,
    "reduce": _reduce,
    "accumulate": _accumulate,
    "reduceat": _reduceat,
    "outer": _outer,
    "at": _at,
}
