"""SciPy's own code on traced values: what is written for the arrays of any library.

SciPy asks an array for its namespace only where the environment variable
``SCIPY_ARRAY_API`` is set; what it reads of that, once imported, is asked here instead.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import numpy as np
import scipy._lib._array_api
import scipy._lib._array_api_override
from optree import tree_leaves, tree_map

from functrace.core.dispatch import unsupported
from functrace.core.primitive import has_tracers
from functrace.core.recording import outside, standard
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array

_GENERATORS = {"rng", "qrng"}  # a compiled function would draw but once
_enabled: ContextVar[bool] = ContextVar("SciPy's array API", default=False)


class _Switch:
    """What SciPy takes for the value of ``SCIPY_ARRAY_API``: true within calls from here."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __bool__(self) -> bool:
        return bool(self.given) or _enabled.get()


@functools.cache
def _install_switch() -> None:
    for module in (scipy._lib._array_api_override, scipy._lib._array_api):  # noqa: SLF001
        names = vars(module)
        names["SCIPY_ARRAY_API"] = _Switch(names["SCIPY_ARRAY_API"])
    from scipy.stats import _axis_nan_policy as module  # noqa: PLC0415 - slow to import

    module._contains_nan = _if_known(module._contains_nan)  # noqa: SLF001


def _if_known(contains_nan: Callable[..., Any]) -> Callable[..., Any]:
    """SciPy's question, with the answer no where nobody knows, as it has for JAX's arrays."""

    def asked(*args: Any, **kwargs: Any) -> Any:
        found = contains_nan(*args, **kwargs)
        return found if type(found) is not Tracer or found.is_known() else False

    return asked


@functools.cache
def is_for_any_array(function: Callable[..., Any]) -> bool:
    """Whether SciPy says that it takes any library's arrays, and it draws no numbers."""
    says = scipy._lib._array_api.xp_capabilities_table.get(function)  # noqa: SLF001
    if says is None or says["np_only"] or says["out_of_scope"]:
        return False
    return not _GENERATORS & inspect.signature(function).parameters.keys()


def call_on_tracers(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """What SciPy's function gives for traced values; MissingRuleError if it cannot.

    A ValueError that SciPy's own code raises is the caller's, as for plain values.
    """
    _install_switch()
    token = _enabled.set(True)
    try:
        with standard():
            found = function(
                *[_handles(arg, lists=True) for arg in args],
                **{name: _handles(arg) for name, arg in kwargs.items()},
            )
    except Exception as error:
        if isinstance(error, ValueError) and _raised_by_scipy(error):
            raise
        reason = str(error).partition("\n")[0]
        raise unsupported(function, got=f"{type(error).__name__}: {reason}") from error
    finally:
        _enabled.reset(token)
    if "nan_policy" in inspect.signature(function).parameters:
        _refuse_other_nan(function, args, kwargs, found)
    return tree_map(_unpacked, found)


def _refuse_other_nan(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    found: Any,
) -> None:
    """Refuse a result that is not NaN where it is one for plain values.

    Samples along an axis of which some have a NaN are told apart for NumPy's arrays alone.
    """
    given: Any = args, kwargs
    leaves = tree_leaves(given)
    unknown = any(type(x) is Tracer and x.value is None for x in leaves)
    if unknown or not any(map(_has_nan, leaves)):
        return
    values: Any = tree_map(_value, given)
    with outside():
        plain = function(*values[0], **values[1])
    for got, expected in zip(_results(found), _results(plain), strict=True):
        if not np.array_equal(_is_nan(got), _is_nan(expected)):
            reason = "NaN among samples, which SciPy looks for in NumPy's arrays only"
            raise unsupported(function, got=reason)


def _value(arg: Any) -> Any:
    return arg.value if type(arg) is Tracer else arg


def _has_nan(arg: Any) -> bool:
    return np.ndim(_value(arg)) > 1 and bool(np.any(_is_nan(arg)))


def _is_nan(value: Any) -> Any:
    array = np.asarray(_value(value))
    return np.isnan(array) if array.dtype.kind in "fc" else False


def _results(found: Any) -> list[Any]:
    """The arrays of a result: to trees, SciPy's own kinds of results are leaves."""
    if isinstance(found, tuple):
        return [part for each in found for part in _results(each)]
    if type(found) is Tracer or not hasattr(found, "__dict__"):
        return [found]
    return _results(tuple(vars(found).values()))


def _raised_by_scipy(error: Exception) -> bool:
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return frames[-1].f_globals.get("__name__", "").startswith("scipy.")


def _handles(arg: Any, *, lists: bool = False) -> Any:
    """An argument with handles in place of arrays, as all must be of one kind."""
    if lists and isinstance(arg, list):
        arg = as_array(arg)
    if isinstance(arg, (list, tuple)):
        return type(arg)(map(_handles, arg)) if type(arg) in (list, tuple) else arg
    if type(arg) is not Tracer and has_tracers(arg):
        return as_array(arg)
    return Tracer(None, arg) if _is_numbers(arg) else arg


def _is_numbers(arg: Any) -> bool:
    return type(arg) is np.ndarray and arg.dtype.kind in "biufc"


def _unpacked(found: Any) -> Any:
    """A constant as the plain array that it is; a scalar of an array that is traced."""
    if type(found) is not Tracer:
        return found
    return found.value[()] if found.edge is None else found
