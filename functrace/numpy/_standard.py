"""The namespace that code for any array library asks for: all its arrays are handles.

What its functions return is traced, with or without a derivative, and can be written to:
truth values, integers and scalars, too. Nothing else changes by asking for it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import optree

from functrace.core.recording import ambient, standard
from functrace.core.tracer import Tracer


class StandardNamespace(ModuleType):
    """A module of functions, as the array API standard has them."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__, module.__doc__)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = _standardised(getattr(self._module, name))
        if not name.startswith("__"):
            setattr(self, name, found)
        return found

    def __dir__(self) -> list[str]:
        return dir(self._module)

    def __reduce__(self) -> Any:
        return _of_array, (self._module.__name__,)


def _of_array(name: str) -> Any:
    """The namespace that arrays give, or one of its parts, for a pickle."""
    namespace = Tracer(None, np.zeros(()).view()).__array_namespace__()
    for part in name.split(".")[2:]:
        namespace = getattr(namespace, part)
    return namespace


def _standardised(value: Any) -> Any:
    if isinstance(value, ModuleType):
        return StandardNamespace(value)
    if isinstance(value, type) or not callable(value):
        return value
    return _giving_handles(value)


def _giving_handles(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def counterpart(*args: Any, **kwargs: Any) -> Any:
        if ambient.get().outside:
            return function(*args, **kwargs)
        with standard():
            return optree.tree_map(_handle, function(*args, **kwargs))

    return counterpart


def _handle(found: Any) -> Any:
    """A handle in place of a NumPy scalar, or of one's value: it can be written to."""
    if type(found) is Tracer and isinstance(found.value, np.generic):
        return Tracer(found.edge, np.asarray(found.value))
    return found
