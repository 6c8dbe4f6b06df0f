"""Ufuncs beyond their plain call: keyword arguments, methods, special cases."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.dispatch import FUNCTIONS, UFUNCS, unsupported
from functrace.core.foreign import defers
from functrace.core.operators import register_ufunc
from functrace.core.primitive import REGISTRY, Primitive, as_operand, has_tracers
from functrace.core.tracer import Tracer
from functrace.numpy import ufunc_methods
from functrace.numpy._arguments import as_array, refuse_write, store
from functrace.numpy._register import implements
from functrace.numpy.layout import broadcast_to
from functrace.numpy.numba_calls import function_of
from functrace.numpy.selections import Selection, as_selection
from functrace.numpy.selections import store as store_selected
from functrace.primitives import comparison
from functrace.primitives.complex_parts import complex_sign, conjugate

# -- special cases of the plain call ---------------------------------------------------


def _sign(x: Any) -> Any:
    return complex_sign(x) if x.dtype.kind == "c" else comparison.sign(x)


def _conjugate(x: Any) -> Any:
    return x.astype(x.dtype) if x.dtype.kind in "fiu" else conjugate(x)


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
            if defers((x, y), Tracer):
                return NotImplemented
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
    function = function_of(ufunc)
    if function is not None and method == "__call__":
        return FUNCTIONS[np.vectorize](function)(*inputs, **options)
    if ufunc not in UFUNCS and set("".join(ufunc.types)) == set("O->"):
        return _on_objects(ufunc, method, inputs, options)
    if ufunc not in UFUNCS:
        importlib.import_module("functrace.primitives.special")
    if ufunc not in UFUNCS:
        raise unsupported(ufunc)
    return _METHODS[method](ufunc, *inputs, **options)


def _on_objects(
    ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], options: dict[str, Any]
) -> Any:
    """Let a Python function that `numpy.frompyfunc` made a ufunc have each element."""
    inputs = tuple([_as_objects(x) if type(x) is Tracer else x for x in inputs])
    results = getattr(ufunc, method)(*inputs, **options)
    if isinstance(results, tuple):
        return tuple([as_array(r) if has_tracers(r) else r for r in results])
    return as_array(results) if has_tracers(results) else results


def _as_objects(x: Tracer) -> np.ndarray:
    """An array of the elements."""
    objects = np.empty(x.shape, object)
    for place in np.ndindex(x.shape):
        objects[place] = x[place]
    return objects


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
    if type(out) is Selection:
        return store_selected(out, as_selection(result))
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


# -- the methods -----------------------------------------------------------------------


def _storing(method: Callable[..., Any]) -> Callable[..., Any]:
    """Let a method write its result to ``out``."""

    def call(ufunc: np.ufunc, *args: Any, out: Any = None, **options: Any) -> Any:
        result = method(ufunc, *args, **options)
        return result if out is None else _store(out[0], result)

    return call


_METHODS: dict[str, Callable[..., Any]] = {
    "__call__": _call,
    "reduce": _storing(ufunc_methods.reduce),
    "accumulate": _storing(ufunc_methods.accumulate),
    "reduceat": _storing(ufunc_methods.reduceat),
    "outer": ufunc_methods.outer,
    "at": ufunc_methods.at,
}
