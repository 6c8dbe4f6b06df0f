"""What a trace took from outside the function: it must not change unnoticed.

A compiled function holds the values that its trace saw in closures, globals and
attributes. Watched are the variables that the function, and the functions it calls,
refer to by name, if they hold data (numbers, text, arrays, containers and objects of
those); and the contents of the arrays among them, and of every array that a traced
operation took. Modules, classes and functions are presumed constant, as are the insides
of libraries.
"""

from __future__ import annotations

import functools
import os
import site
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np

from functrace.core.guard import Snapshot, is_immutable
from functrace.core.sparse import is_sparse, own_arrays, unchanged
from functrace.core.tracer import Tracer
from functrace.transforms._wrapper import Transformed

_SCALARS = (bool, int, float, complex, str, bytes, type(None), np.generic)
_CONSTANT = (
    ModuleType,
    type,
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    functools.partial,
    np.ufunc,
    Transformed,
)
_MOST = 256  # of what one function refers to
_DEPTH = 3  # containers within containers
_ABSENT = object()
_FOLDERS = (
    *sys.modules["functrace"].__path__,
    os.path.dirname(os.__file__),
    *site.getsitepackages(),  # sysconfig, which tells the same, takes long to import
)
_LIBRARIES = ("<frozen", *(os.path.join(folder, "") for folder in _FOLDERS))


class Watch:
    """Tells whether anything has changed since it was made.

    Make it before the trace. What the trace itself changes is not watched: it is a side
    effect of the function, which happens when it is compiled.

    Parameters
    ----------
    fun : callable
    statics : sequence of (str, object)
        Arguments that were fixed, with their names.

    Attributes
    ----------
    checks : list of (str, callable)
        Words for a change, and what tells that it has not happened.
    """

    def __init__(
        self, fun: Callable[..., Any], statics: Iterable[tuple[str, Any]]
    ) -> None:
        self.checks: list[tuple[str, Callable[[], bool]]] = []
        self._seen: set[int] = set()
        statics = [*statics, *(("self", owner) for owner in _owners(fun))]
        functions = list(_functions(fun, [type(value) for _, value in statics]))
        self._names = {name for f in functions for name in _names(f.__code__)}
        for function in functions:
            self._add_variables(function)
        for label, value in statics:
            self._add_parts(label, value, 0)

    def __bool__(self) -> bool:
        return bool(self.checks)

    def finish(self, snapshots: Iterable[Snapshot]) -> None:
        """After the trace: add the arrays that traced operations took."""
        self.checks = [check for check in self.checks if check[1]()]
        owners = (getattr(holds, "__self__", None) for _, holds in self.checks)
        known = {owner.array_id for owner in owners if isinstance(owner, Snapshot)}
        for snapshot in snapshots:
            if snapshot.array_id in known:
                continue
            what = f"{snapshot.copy.dtype}{[*snapshot.copy.shape]}"
            self._add(f"a captured array {what} was changed in place", snapshot.holds)

    def change(self) -> str | None:
        """What has changed, in words; None if nothing has."""
        for words, holds in self.checks:
            if not holds():
                return words
        return None

    def _add(self, words: str, holds: Callable[..., bool], *args: Any) -> None:
        self.checks.append((words, functools.partial(holds, *args) if args else holds))

    def _add_variables(self, function: FunctionType) -> None:
        code = function.__code__
        for name, cell in zip(
            code.co_freevars, function.__closure__ or (), strict=True
        ):
            self._add_cell(f"closure variable {name!r}", cell)
        for name in _names(code):
            self._add_global(f"global {name!r}", function.__globals__, name)
        for value in (*(function.__defaults__ or ()), function.__kwdefaults__):
            self._add_parts("a default value", value, 0)

    def _add_cell(self, label: str, cell: CellType) -> None:
        value = _content(cell)
        if self._is_data(value):
            self._add(f"{label} was bound to another value", _has_content, cell, value)
            self._add_parts(label, value, 0)

    def _add_global(self, label: str, scope: dict[str, Any], name: str) -> None:
        value = scope.get(name, _ABSENT)
        if self._is_data(value):
            self._add_binding(label, scope, name, 0)
        elif type(value) is ModuleType and not _is_library(vars(value).get("__file__")):
            if id(value) in self._seen:
                return
            self._seen.add(id(value))
            for attribute in sorted(self._names & vars(value).keys()):
                self._add_global(f"{name}.{attribute}", vars(value), attribute)

    def _add_binding(self, label: str, scope: Any, name: str, depth: int) -> None:
        value = scope.get(name, _ABSENT)
        if value is _ABSENT or self._is_data(value):
            words = f"{label} was bound to another value"
            self._add(words, _is_bound, scope, name, value)
            self._add_parts(label, value, depth)

    def _is_data(self, value: Any) -> bool:
        full = len(self._seen) > _MOST
        return not (value is _ABSENT or full or isinstance(value, _CONSTANT))

    def _add_parts(self, label: str, value: Any, depth: int) -> None:
        """Watch what an object holds: the elements, attributes that are referred to."""
        if id(value) in self._seen or isinstance(value, (*_SCALARS, *_CONSTANT)):
            return
        self._seen.add(id(value))
        if isinstance(value, np.ndarray):
            self._add_array(f"the captured array in {label} was changed", value)
        elif is_sparse(value):
            words = f"the sparse matrix in {label} was changed"
            self._add(words, unchanged(value))
            for array in own_arrays(value):
                self._add_array(words, array)
        elif type(value) is Tracer:
            self._add(f"{label} was written to", _is_handle, value, value.value)
        elif depth < _DEPTH and len(self._seen) <= _MOST:
            if isinstance(value, (list, tuple, dict)):
                self._add_elements(label, value, depth)
            else:
                self._add_attributes(label, value, depth)

    def _add_array(self, words: str, array: np.ndarray) -> None:
        if array.dtype.kind != "O" and not is_immutable(array):
            self._add(f"{words} in place", Snapshot(array).holds)

    def _add_elements(self, label: str, container: Any, depth: int) -> None:
        if not isinstance(container, tuple):
            elements = _elements(container)
            self._add(f"the contents of {label} changed", _holds, container, elements)
        mapping = isinstance(container, dict)
        for key in container if mapping else range(len(container)):
            self._add_parts(f"{label}[{key!r}]", container[key], depth + 1)

    def _add_attributes(self, label: str, instance: Any, depth: int) -> None:
        own = getattr(instance, "__dict__", None)
        if type(own) is not dict or _is_library(_file_of(type(instance))):
            return
        for cls in type(instance).__mro__[-2::-1]:
            for name in sorted(self._names & vars(cls).keys()):
                if self._is_data(vars(cls)[name]):
                    self._add_binding(f"{label}.{name}", vars(cls), name, depth + 1)
                    self._add_binding(f"{label}.{name}", own, name, depth + 1)
        for name in sorted(self._names & own.keys()):
            self._add_binding(f"{label}.{name}", own, name, depth + 1)


def _functions(
    fun: Callable[..., Any], classes: Sequence[type]
) -> Iterator[FunctionType]:
    """The function and those of the user's that it refers to, methods included."""
    scopes = [vars(cls) for c in dict.fromkeys(classes) for cls in c.__mro__]
    pending: list[Any] = [fun]
    seen: set[int] = set()
    while pending:
        function = _unwrapped(pending.pop())
        if type(function) is not FunctionType or id(function) in seen:
            continue
        seen.add(id(function))
        if len(seen) > 1 and _is_library(function.__code__.co_filename):
            continue
        yield function
        names = _names(function.__code__)
        pending += [_content(cell) for cell in function.__closure__ or ()]
        for scope in (function.__globals__, *scopes):
            pending += [scope[name] for name in names if name in scope]


def _unwrapped(fun: Any) -> Any:
    """The plain function inside of wrappers."""
    while True:
        if isinstance(fun, Transformed):
            fun = fun.fun
        elif isinstance(fun, functools.partial):
            fun = fun.func
        elif isinstance(fun, MethodType):
            fun = fun.__func__
        elif isinstance(fun, (*_CONSTANT, *_SCALARS)):
            return fun
        else:  # an instance of a class of the user's
            return vars(type(fun)).get("__call__")


def _owners(fun: Any) -> Iterator[Any]:
    """Objects that are arguments of the function already: of methods, of partials."""
    while True:
        if isinstance(fun, Transformed):
            fun = fun.fun
        elif isinstance(fun, functools.partial):
            yield from (fun.args, fun.keywords)
            fun = fun.func
        elif isinstance(fun, MethodType):
            yield fun.__self__
            fun = fun.__func__
        else:
            if not isinstance(fun, _CONSTANT):
                yield fun
            return


@functools.lru_cache(maxsize=1024)
def _names(code: CodeType) -> tuple[str, ...]:
    """Names of globals and attributes in a function and in those defined inside it."""
    inside = (c for c in code.co_consts if isinstance(c, CodeType))
    found = (name for part in inside for name in _names(part))
    return tuple(dict.fromkeys((*code.co_names, *found)))


def _is_library(file: str | None) -> bool:
    return file is None or file.startswith(_LIBRARIES)


def _file_of(cls: type) -> str | None:
    """Where a class is defined: what is typed in has no file, and is the user's."""
    module = sys.modules.get(cls.__module__)
    if module is None or cls.__module__ == "__main__":
        return ""
    return getattr(module, "__file__", None)


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return _ABSENT


def _elements(container: Any) -> list[Any]:
    if isinstance(container, dict):
        return [*container.keys(), *container.values()]
    return list(container)


def _holds(container: Any, values: list[Any]) -> bool:
    """Whether the container holds the very same, or equal numbers."""
    now = _elements(container)
    if len(now) != len(values):
        return False
    return all(a is b or _is_same(a, b) for a, b in zip(now, values, strict=True))


def _is_bound(scope: Mapping[Any, Any], name: str, value: Any) -> bool:
    now = scope.get(name, _ABSENT)
    return now is value or _is_same(now, value)


def _has_content(cell: CellType, value: Any) -> bool:
    now = _content(cell)
    return now is value or _is_same(now, value)


def _is_handle(handle: Tracer, value: Any) -> bool:
    """Whether it still stands for the constant."""
    return handle.edge is None and handle.value is value


def _is_same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and isinstance(a, _SCALARS) and bool(a == b)
