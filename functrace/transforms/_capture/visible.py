"""Functions that frames can see: the collector does not show those that are frozen."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from types import FrameType, FunctionType, MethodType
from typing import Any

_INSIDE = ("__func__", "__wrapped__", "fget", "fset", "func")


def functions_at(frames: Iterable[FrameType]) -> Iterator[FunctionType]:
    """Functions in the variables of frames, their closures, classes and wrappers."""
    pending: list[Any] = []
    scopes: dict[int, dict[str, Any]] = {}
    for frame in frames:
        pending += frame.f_locals.values()
        scopes[id(frame.f_globals)] = frame.f_globals
    for scope in scopes.values():
        pending += scope.values()
    seen: set[int] = set()
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if type(value) is FunctionType:
            yield value
            pending += _closure(value)
        elif isinstance(value, type):
            pending += [*vars(value).values(), *value.__bases__]
        else:
            pending.append(type(value))
        if isinstance(value, MethodType):
            pending.append(value.__self__)
        if isinstance(value, _WRAPPERS) or _is_wrapper(value):
            found = (getattr(value, name, None) for name in _INSIDE)
            pending += [each for each in found if each is not None]


_WRAPPERS = (
    *(FunctionType, MethodType, staticmethod, classmethod),
    *(property, functools.cached_property, functools.partial),
)


def _is_wrapper(value: Any) -> bool:
    """Whether it was made by a decorator that says so; such as a cache's."""
    attributes = getattr(value, "__dict__", None)
    return type(attributes) is dict and "__wrapped__" in attributes


def _closure(function: FunctionType) -> list[Any]:
    found: list[Any] = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # it is not bound yet
            continue
    return found
