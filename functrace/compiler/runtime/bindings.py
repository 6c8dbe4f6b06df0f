"""How the launcher finds in memory what variables are bound to."""

from __future__ import annotations

import ctypes
import functools
from types import FunctionType
from typing import Any

from functrace.core.binding import Binding

_CONTENTS = "cell_contents"
_WORD = ctypes.sizeof(ctypes.c_void_p)
_get_item = ctypes.pythonapi.PyDict_GetItemWithError  # gives no reference of its own


def reading(binding: Binding) -> list[int]:
    """Four words: a function or 0, its argument or a place, a name, what must be found."""
    holder, name, value = binding
    if isinstance(holder, dict):
        function = ctypes.cast(_get_item, ctypes.c_void_p).value or 0
        return [function, id(holder), id(name), id(value)]
    attribute = name if type(holder) is FunctionType else _CONTENTS
    return [0, id(holder) + _offset(attribute), 0, id(value)]


def check_readings() -> None:
    """Raise if a closure variable, or what a function consists of, is not to be found."""
    for name in (_CONTENTS, "__code__", "__defaults__", "__kwdefaults__"):
        _offset(name)


@functools.cache
def _offset(name: str) -> int:
    """Where in cells, or in functions, what they refer to by this attribute stands.

    It is looked for in one of our own: another thread may be changing the user's.
    """
    value = object()

    def function(default: Any = (), *, other: Any = ()) -> Any:
        return value, default, other

    holder: Any = (
        next(iter(function.__closure__ or ())) if name == _CONTENTS else function
    )
    wanted = id(getattr(holder, name))
    places = range(object.__basicsize__, type(holder).__basicsize__, _WORD)
    return next(place for place in places if _pointer(id(holder) + place) == wanted)


def _pointer(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0
