"""What an operation's record computes, from the source of its `impl`.

A function that returns one expression is written as that, with the operands in place of
its parameters; any other is quoted in the module, with the functions that it calls.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import FunctraceError
from functrace.source import text
from functrace.source.text import Text

Function = ast.FunctionDef | ast.Lambda
_PLAIN = (bool, int, float, complex, str, type(None), slice, type(...))


class NotQuotable(Exception):
    """The source of a function is not known, or takes what is more than functions."""


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
        NotQuotable
            There is no such text.
        """
        if isinstance(impl, np.ufunc) or not isinstance(impl, types.FunctionType):
            return text.call(self._imported(impl), *operands, **_checked(params))
        if not impl.__module__.startswith("functrace."):
            return text.call(self._imported(impl), *operands, **_checked(params))
        function = _source_of(impl)
        before = dict(self.functions), set(self.imports), dict(self._names)
        expression = _returned(function)
        if expression is not None:
            try:
                return self._inlined(impl, function, expression, operands, params)
            except NotQuotable:
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
        given = {name: _tree(_literal(value).code) for name, value in params.items()}
        names = [each.arg for each in function.args.args]
        parts = [_tree(operand.code) for operand in operands]
        given |= dict(zip(names, parts, strict=False))
        if function.args.vararg is not None:
            rest = parts[len(names) :]
            given[function.args.vararg.arg] = ast.Tuple(rest, ast.Load())
        if function.args.kwarg is not None or len(names) > len(operands):
            raise NotQuotable
        outside = {
            name: _tree(self._global(impl, name))
            for name in _loaded(expression)
            if name not in given
        }
        tree = _Filling(given | outside).visit(copy.deepcopy(expression))
        found = _as_text(ast.fix_missing_locations(tree))
        if max(map(_uses(expression).count, names), default=0) > 1 and any(
            len(part.code) > _LONG for part in operands
        ):
            raise NotQuotable
        return found

    # -- whole functions -----------------------------------------------------------

    def _quoted(self, impl: types.FunctionType) -> str:
        """The name of a function, which is quoted with what it calls."""
        known = self._names.get(id(impl))
        if known is not None:
            return known
        function = _source_of(impl)
        wanted = "function" if isinstance(function, ast.Lambda) else impl.__name__
        name = self._free_name(f"_{wanted.strip('_')}")
        self._names[id(impl)] = name
        self.functions[name] = ""  # keeps the name, and ends recursion
        renamed = {
            other: self._global(impl, other)
            for other in dict.fromkeys(_uses(function))
            if other not in _bound(function)
        }
        own = getattr(function, "name", name)
        body = _definition(function, name)
        tree = _Renaming(renamed | {own: name}).visit(body)
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
        raise NotQuotable(name)

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
        raise NotQuotable(repr(value))

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
            raise NotQuotable(f"{module}.{name}")
        return f"{self._module(found[-1])}.{name}"

    def _ufunc(self, value: np.ufunc) -> str:

        name = value.__name__
        if getattr(np, name, None) is value:
            return f"np.{name}"
        for module in ("scipy.special", "scipy.special._ufuncs"):
            if getattr(sys.modules[module], name, None) is value:
                return f"{self._module(module)}.{name}"
        raise NotQuotable(name)

    def _module(self, name: str) -> str:
        if name == "numpy":
            return "np"
        if name == "scipy.special":
            self.imports.add("from scipy import special")
            return "special"
        if name.partition(".")[0] not in _LIBRARIES:
            raise NotQuotable(name)
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
        raise NotQuotable(repr(value))
    return text.literal(value)


def _is_dtype(value: Any) -> bool:
    return isinstance(value, type) and issubclass(
        value, (np.generic, bool, int, float, complex)
    )


def _checked(params: dict[str, Any]) -> dict[str, Any]:
    for value in params.values():
        _literal(value)
    return params


# -- syntax trees --------------------------------------------------------------------------


def _source_of(impl: Callable[..., Any]) -> Function:
    """The syntax tree of a function."""
    code = impl.__code__
    try:
        tree = _tree_of(inspect.getsourcefile(impl) or "")
    except OSError:
        raise NotQuotable from None
    line, _, column, _ = next(p for p in code.co_positions() if p[0] and p[2])
    for node in ast.walk(tree):
        if not isinstance(node, Function) or node.lineno != code.co_firstlineno:
            continue
        begin = (node.lineno, node.col_offset)
        end = (node.end_lineno, node.end_col_offset)
        if begin <= (line, column) <= end and _arguments(node) == _names_of(code):
            return node
    raise NotQuotable(impl.__qualname__)


@functools.lru_cache(maxsize=64)
def _tree_of(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())


def _arguments(node: Function) -> list[str]:
    return [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]


def _names_of(code: types.CodeType) -> list[str]:
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def _tree(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def _returned(function: Function) -> ast.expr | None:
    """The one expression that a function is."""
    if isinstance(function, ast.Lambda):
        return function.body
    match _without_docstring(function.body):
        case [ast.Return(value=ast.expr() as value)]:
            return value
    return None


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest] if rest:
            return rest
    return body


def _uses(tree: ast.AST) -> list[str]:
    return [
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not _is_annotation(tree, node)
    ]


def _loaded(tree: ast.AST) -> list[str]:
    if any(isinstance(n, (ast.comprehension, ast.NamedExpr)) for n in ast.walk(tree)):
        raise NotQuotable
    return list(dict.fromkeys(_uses(tree)))


def _is_annotation(tree: ast.AST, name: ast.Name) -> bool:
    """Whether a name is part of an annotation, which is not quoted."""
    for node in ast.walk(tree):
        annotations: list[Any] = []
        if isinstance(node, ast.arg):
            annotations = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            annotations = [node.returns]
        elif isinstance(node, ast.AnnAssign):
            annotations = [node.annotation]
        for each in annotations:
            if each is not None and any(part is name for part in ast.walk(each)):
                return True
    return False


def _bound(function: Function) -> set[str]:
    """What a function gives a value to."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ExceptHandler)) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
    return found


def _definition(function: Function, name: str) -> ast.FunctionDef:
    """A definition of the function by another name, without annotations."""
    if isinstance(function, ast.Lambda):
        body: list[ast.stmt] = [ast.Return(copy.deepcopy(function.body))]
        arguments = copy.deepcopy(function.args)
    else:
        made = copy.deepcopy(function)
        body, arguments = made.body, made.args
    definition = ast.FunctionDef(name, arguments, body, [], lineno=1)
    return _Unannotated().visit(definition)


class _Unannotated(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        self.generic_visit(node)
        return None if node.value is None else ast.Assign([node.target], node.value)


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._names and isinstance(node.ctx, ast.Load):
            return _tree(self._names[node.id])
        return node


class _Filling(ast.NodeTransformer):
    """Puts expressions in place of names, and takes the branch that a constant chooses."""

    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self._given.get(node.id, node))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        arguments: list[ast.expr] = []
        for each in node.args:
            if isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple):
                arguments += each.value.elts
            else:
                arguments.append(each)
        node.args = arguments
        return node


def _as_text(tree: ast.expr) -> Text:
    """A tree as it is written."""
    code = ast.unparse(tree).replace("'", '"')
    level = text.ATOM
    if not isinstance(tree, (ast.Call, ast.Name, ast.Attribute, ast.Subscript)):
        level = text.TERNARY
    if isinstance(tree, ast.Call):
        parts = [ast.unparse(a).replace("'", '"') for a in tree.args]
        parts += [ast.unparse(k).replace("'", '"') for k in tree.keywords]
        return Text(code, level, ast.unparse(tree.func), tuple(parts))
    return Text(code, level)
