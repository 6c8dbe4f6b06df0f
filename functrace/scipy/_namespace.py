"""Modules that stand in for SciPy's: what they do not define is SciPy's own."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from functrace.core.dispatch import unsupported
from functrace.numpy._namespace import traced_ufunc
from functrace.primitives._make import unwrapped
from functrace.scipy._array_api import call_on_tracers, is_for_any_array
from functrace.scipy._plain import any_traced


def stand_in_for(
    original: ModuleType, name: str, concerns: Callable[..., bool] = any_traced
) -> Callable[[str], Any]:
    """Make the ``__getattr__`` of the module `name` that stands in for `original`.

    Functions that the module does not define are the original's: on traced values, too, if
    they are written for arrays of any library; the others refuse these, and whatever else
    of ours `concerns` tells. `name` gets ``__all__`` and ``__dir__``, too.
    """
    module = sys.modules[name]

    def get(attribute: str) -> Any:
        if attribute.startswith("_"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        found = _untraced(getattr(original, attribute), concerns)
        setattr(module, attribute, found)
        return found

    public = [n for n in getattr(original, "__all__", dir(original)) if n[0] != "_"]
    vars(module).update(__all__=public, __dir__=lambda: public)
    return get


def _untraced(value: Any, concerns: Callable[..., bool]) -> Any:
    ufunc = unwrapped(value)
    if isinstance(ufunc, np.ufunc):
        return traced_ufunc(ufunc)
    if isinstance(value, (type, ModuleType)) or not callable(value):
        return value
    return standing_in(value, concerns)


def standing_in(
    function: Callable[..., Any], concerns: Callable[..., bool] = any_traced
) -> Callable[..., Any]:
    """SciPy's function, on traced values as far as its own code takes them."""
    if is_for_any_array(function):
        return of_any_array(function)
    return refusing(function, concerns)


def of_any_array(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with SciPy's own code called on traced values."""

    @functools.wraps(function)
    def own(*args: Any, **kwargs: Any) -> Any:
        if any_traced(args, kwargs):
            return call_on_tracers(function, args, kwargs)
        return function(*args, **kwargs)

    return own


def refusing(
    function: Callable[..., Any], concerns: Callable[..., bool] = any_traced
) -> Callable[..., Any]:
    """The function on plain values; of traced ones, MissingRuleError."""

    @functools.wraps(function)
    def plain(*args: Any, **kwargs: Any) -> Any:
        if concerns(args, kwargs):
            raise unsupported(function)
        return function(*args, **kwargs)

    plain.refuses = True  # type: ignore[attr-defined] - which it is told by
    return plain
