"""How the launcher finds in memory what variables are bound to."""

from __future__ import annotations

import ctypes
from typing import Any

from functrace.core.binding import Binding

_WORD = ctypes.sizeof(ctypes.c_void_p)
_get_item = ctypes.pythonapi.PyDict_GetItemWithError  # gives no reference of its own


def reading(binding: Binding) -> list[int]:
    """Four words: a function or 0, its argument or a place, a name, what must be found."""
    holder, name, value = binding
    if isinstance(holder, dict):
        function = ctypes.cast(_get_item, ctypes.c_void_p).value or 0
        return [function, id(holder), id(name), id(value)]
    return [0, _place(holder, value), 0, id(value)]


def check_readings() -> None:
    """Raise if a closure variable, or what a function consists of, is not to be found."""
    value = object()

    def function(default: Any = (), *, other: Any = ()) -> Any:
        return value, default, other

    for cell in function.__closure__ or ():
        _place(cell, value)
    for name in ("__code__", "__defaults__", "__kwdefaults__"):
        _place(function, getattr(function, name))


def _place(holder: Any, value: Any) -> int:
    """Where an object refers to another."""
    start, end = object.__basicsize__, type(holder).__basicsize__
    places = range(id(holder) + start, id(holder) + end, _WORD)
    return next(place for place in places if _pointer(place) == id(value))


def _pointer(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0
