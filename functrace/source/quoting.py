"""What an operation's record computes, from the source of its `impl`.

A function that returns one expression is written as that, with the operands in place of
its parameters; any other is quoted in the module, with the functions that it calls.
"""

from __future__ import annotations

import ast
import copy
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import FunctraceError
from functrace.source import text
from functrace.source.syntax import (
    Filling,
    Function,
    QuotingError,
    Renaming,
    defined_as,
    names_bound,
    names_in,
    names_loaded,
    parsed,
    returned,
    source_of,
    text_of,
)
from functrace.source.text import Text

_PLAIN = (bool, int, float, complex, str, type(None), slice, type(...))


class Quotes:
    """Functions that are quoted, and what the module must import for them.

    Attributes
    ----------
    imports : set of str
        Statements.
    functions : dict
        The texts by the functions' names, each after those that it calls.
    """

    def __init__(self) -> None:
        self.imports: set[str] = set()
        self.functions: dict[str, str] = {}
        self._names: dict[int, str] = {}

    def application(
        self, impl: Any, operands: Sequence[Text], params: dict[str, Any]
    ) -> Text:
        """The function on these operands.

        Raises
        ------
        QuotingError
            There is no such text.
        """
        if isinstance(impl, np.ufunc) or not isinstance(impl, types.FunctionType):
            return text.call(self._imported(impl), *operands, **_checked(params))
        if not impl.__module__.startswith("functrace."):
            return text.call(self._imported(impl), *operands, **_checked(params))
        function = source_of(impl)
        before = dict(self.functions), set(self.imports), dict(self._names)
        expression = returned(function)
        if expression is not None:
            try:
                return self._inlined(impl, function, expression, operands, params)
            except QuotingError:
                self.functions, self.imports, self._names = before
        return text.call(self._quoted(impl), *operands, **_checked(params))

    # -- one expression ------------------------------------------------------------

    def _inlined(
        self,
        impl: types.FunctionType,
        function: Function,
        expression: ast.expr,
        operands: Sequence[Text],
        params: dict[str, Any],
    ) -> Text:
        given = {name: parsed(_literal(value).code) for name, value in params.items()}
        names = [each.arg for each in function.args.args]
        parts = [parsed(operand.code) for operand in operands]
        given |= dict(zip(names, parts, strict=False))
        if function.args.vararg is not None:
            rest = parts[len(names) :]
            given[function.args.vararg.arg] = ast.Tuple(rest, ast.Load())
        if function.args.kwarg is not None or len(names) > len(operands):
            raise QuotingError
        outside = {
            name: parsed(self._global(impl, name))
            for name in names_loaded(expression)
            if name not in given
        }
        tree = Filling(given | outside).visit(copy.deepcopy(expression))
        found = text_of(ast.fix_missing_locations(tree))
        if max(map(names_in(expression).count, names), default=0) > 1 and any(
            len(part.code) > _LONG for part in operands
        ):
            raise QuotingError
        return found

    # -- whole functions -----------------------------------------------------------

    def _quoted(self, impl: types.FunctionType) -> str:
        """The name of a function, which is quoted with what it calls."""
        known = self._names.get(id(impl))
        if known is not None:
            return known
        function = source_of(impl)
        wanted = "function" if isinstance(function, ast.Lambda) else impl.__name__
        name = self._free_name(f"_{wanted.strip('_')}")
        self._names[id(impl)] = name
        self.functions[name] = ""  # keeps the name, and ends recursion
        renamed = {
            other: self._global(impl, other)
            for other in dict.fromkeys(names_in(function))
            if other not in names_bound(function)
        }
        own = getattr(function, "name", name)
        body = defined_as(function, name)
        tree = Renaming(renamed | {own: name}).visit(body)
        del self.functions[name]  # after those that it calls
        self.functions[name] = ast.unparse(ast.fix_missing_locations(tree))
        return name

    def _free_name(self, wanted: str) -> str:
        return next(n for n in _numbered(wanted) if n not in self.functions)

    def _global(self, impl: types.FunctionType, name: str) -> str:
        """The expression that stands for what a function takes from outside."""
        cells = dict(
            zip(impl.__code__.co_freevars, impl.__closure__ or (), strict=True)
        )
        if name in cells:
            return self._value(cells[name].cell_contents)
        if name in impl.__globals__:
            return self._value(impl.__globals__[name])
        if name in dir(sys.modules["builtins"]):
            return name
        raise QuotingError(name)

    def _value(self, value: Any) -> str:
        if isinstance(value, types.ModuleType):
            return self._module(value.__name__)
        if isinstance(value, type) and value in _STAND_INS:
            self.functions.setdefault(value.__name__, _STAND_INS[value])
            return value.__name__
        if isinstance(value, type) and issubclass(value, FunctraceError):
            return next(c.__name__ for c in value.__mro__ if c.__module__ == "builtins")
        if isinstance(value, types.FunctionType):
            if value.__module__.startswith("functrace."):
                return self._quoted(value)
            return self._imported(value)
        if isinstance(value, np.ndarray) and value.size < _FEW:
            array = text.call("np.array", text.literal(value.tolist()))
            return array.code
        if isinstance(value, (*_PLAIN, tuple, np.dtype)):
            return _literal(value).code
        if callable(value):
            return self._imported(value)
        raise QuotingError(repr(value))

    def _imported(self, value: Any) -> str:
        """A function or class of NumPy, SciPy or the standard library."""
        if isinstance(value, np.ufunc):
            return self._ufunc(value)
        owner = getattr(value, "__self__", None)
        if isinstance(owner, np.ufunc):
            return f"{self._ufunc(owner)}.{value.__name__}"
        module = getattr(value, "__module__", None) or ""
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
        found = [
            path
            for path in (*_DISPATCHED, module, *_parents(module))
            if path.partition(".")[0] in _LIBRARIES
            and getattr(sys.modules.get(path), name, None) is value
        ]
        if not found:
            raise QuotingError(f"{module}.{name}")
        return f"{self._module(found[-1])}.{name}"

    def _ufunc(self, value: np.ufunc) -> str:

        name = value.__name__
        if getattr(np, name, None) is value:
            return f"np.{name}"
        for module in ("scipy.special", "scipy.special._ufuncs"):
            if getattr(sys.modules[module], name, None) is value:
                return f"{self._module(module)}.{name}"
        raise QuotingError(name)

    def _module(self, name: str) -> str:
        if name == "numpy":
            return "np"
        if name == "scipy.special":
            self.imports.add("from scipy import special")
            return "special"
        if name.partition(".")[0] not in _LIBRARIES:
            raise QuotingError(name)
        if not name.startswith("numpy."):
            self.imports.add(f"import {name}")
        return name if not name.startswith("numpy.") else f"np{name[5:]}"


_STAND_INS: dict[type, str] = {
    Aval: '''class Aval(tuple):
    """Shape and dtype of an array."""

    def __new__(cls, shape, dtype=np.float64):
        shape = (shape,) if isinstance(shape, int) else tuple(map(int, shape))
        return tuple.__new__(cls, (shape, np.dtype(dtype)))

    shape = property(lambda self: self[0])
    dtype = property(lambda self: self[1])
    ndim = property(lambda self: len(self[0]))
    size = property(lambda self: int(np.prod(self[0], dtype=int)))'''
}
_LIBRARIES = frozenset(
    ("numpy", "scipy", "math", "operator", "itertools", "functools", "string")
)
_DISPATCHED = ("scipy.fft",)  # whose functions do not say where they are
_LONG = 24  # characters of an operand that is not written twice
_FEW = 16  # elements of an array that is written where it is used


def _parents(module: str) -> Iterator[str]:
    """The packages that a module is in, the innermost first."""
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    number = 1
    while True:
        number += 1
        yield f"{wanted}_{number}"


def _literal(value: Any) -> Text:
    if isinstance(value, tuple):
        for part in value:
            _literal(part)
    elif not isinstance(value, (*_PLAIN, np.dtype)) and not _is_dtype(value):
        raise QuotingError(repr(value))
    return text.literal(value)


def _is_dtype(value: Any) -> bool:
    return isinstance(value, type) and issubclass(
        value, (np.generic, bool, int, float, complex)
    )


def _checked(params: dict[str, Any]) -> dict[str, Any]:
    for value in params.values():
        _literal(value)
    return params
