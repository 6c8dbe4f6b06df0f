"""Names for Python functions by what they do: equal in every process for the same code."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from functrace.core.content_hash import (
    NamelessError,
    array_hash,
    content_hash,
    ufunc_name,
)

_LITERAL = (bool, int, float, complex, str, bytes, type(None), type(...))
_LIBRARIES = ("numpy", "numba", "math", "cmath", "operator", "_operator", "builtins")


def fingerprint(function: Any, *further: object) -> str | None:
    """A name for a Python function, or a compiled one of Numba's, and all that it calls.

    Parameters
    ----------
    function : callable
    *further : object
        Literals that the name is to tell apart as well.

    Returns
    -------
    str or None
        Hexadecimal digits; None if the function takes from its surroundings what may
        change unseen: a module of the user's own, say.

    Examples
    --------
    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 1)
    True
    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 2)
    False
    """
    try:
        lines = list(_function(function, set()))
    except NamelessError:
        return None
    return content_hash("\n".join([*lines, *map(repr, further)]).encode())


def _function(function: Any, seen: set[int]) -> Iterator[str]:
    yield repr(sorted(getattr(function, "targetoptions", {}).items(), key=str))
    function = getattr(function, "py_func", function)
    if type(function) is not FunctionType:
        raise NamelessError
    if id(function) in seen:  # it calls itself
        return
    seen.add(id(function))
    code = function.__code__
    yield from _code(code)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in (*cells, *(function.__defaults__ or ())):
        yield from _value(value, seen)
    for name in globals_of(code):
        if name in function.__globals__:
            yield name
            yield from _value(function.__globals__[name], seen)
        elif hasattr(builtins, name):
            yield name


def _code(code: CodeType) -> Iterator[str]:
    yield repr((code.co_code, code.co_names, code.co_varnames, code.co_freevars))
    yield repr(code.co_exceptiontable)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield repr(constant)


def globals_of(code: CodeType) -> list[str]:
    """Names that a function's code, and that of functions in it, may look up outside."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    names = [*code.co_names, *(name for c in inner for name in globals_of(c))]
    return list(dict.fromkeys(names))


def _value(value: Any, seen: set[int]) -> Iterator[str]:
    if isinstance(value, np.ufunc):
        yield ufunc_name(value)
    elif isinstance(value, (ModuleType, BuiltinFunctionType, type)):
        yield _library_name(value)
    elif isinstance(value, _LITERAL):
        yield repr(value)
    elif isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "?biufc":
        yield array_hash(np.asarray(value))
    elif isinstance(value, tuple):
        yield f"tuple of {len(value)}"
        for part in value:
            yield from _value(part, seen)
    elif type(value) is FunctionType and value.__module__.startswith("numpy"):
        yield f"{value.__module__}.{value.__qualname__}"
    else:
        yield from _function(value, seen)


def _library_name(value: Any) -> str:
    """The name of what a library defines, of which the version is known."""
    is_module = isinstance(value, ModuleType)
    module = value.__name__ if is_module else value.__module__ or ""
    if module.partition(".")[0] not in _LIBRARIES:
        raise NamelessError
    return f"{module}.{getattr(value, '__qualname__', '')}{value.__name__}"
