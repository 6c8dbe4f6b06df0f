"""Tests and loops of a function as calls of helpers.

``if test: A else: B`` becomes two functions of the variables that A and B bind, and a
call that runs one of them, or traces both. The helpers are named by a text, for which
`codes.py` puts the object. Every new node has the place of the one it stands for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from functrace.transforms._capture.bindings import (
    binds,
    without_bindings,
    without_bindings_in,
)
from functrace.transforms._capture.conditions import all_of, as_list, without_condition
from functrace.transforms._capture.exits import stop_of, without_returns
from functrace.transforms._capture.matches import without_matches
from functrace.transforms._capture.names import (
    COMPREHENSIONS,
    SCOPES,
    Comprehension,
    bound_by,
    declared,
    parameters_of,
    read_by,
    targets_of,
    walk,
)
from functrace.transforms._capture.source import Function
from functrace.transforms._capture.trees import (
    PRIVATE,
    Node,
    delayed,
    helper_call,
    located,
    made_parameters,
    statement,
)

ITEM = f"{PRIVATE}item"
_OF_LISTS = frozenset(("index", "sort"))
_OF_MODULES = frozenset(  # of math, warnings, functools and bisect
    (
        *("ceil", "floor", "trunc", "warn", "reduce"),
        *("bisect", "bisect_left", "bisect_right"),
    )
)
ASKING = _OF_MODULES.union(
    ("all", "any", "bool", "enumerate", "int", "len", "max", "min", "print"),
    ("range", "round", "sorted", "sum", "zip"),
)
_NUMPY = frozenset(("np", "numpy"))
_CHEAP = _NUMPY | {"math"}
_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Is: "is_",
    ast.IsNot: "is_not",
    ast.In: "in_",
    ast.NotIn: "not_in",
}


def rewritten(function: Function) -> Function:
    """The function with helpers in the place of tests and loops; without decorators."""
    name, stmts = "<lambda>", list[ast.stmt]()
    if isinstance(function, ast.Lambda):
        stmts.append(ast.copy_location(ast.Return(function.body), function.body))
    else:
        name, stmts = function.name, function.body
    outer = declared(stmts, ast.Global)
    given = parameters_of(function.args)
    lowered = without_returns(without_bindings(without_matches(stmts)))
    own = bound_by(lowered) - outer - declared(stmts, ast.Nonlocal) - {*given}
    body = _Rewriting(given, outer).block(lowered)
    arguments = _plain(function.args)
    made = ast.FunctionDef(name, arguments, [*_locals(own), *body], [])
    return ast.copy_location(made, function)


def bare(function: Function) -> Function:
    """The function as it is, without decorators and annotations."""
    arguments = _plain(function.args)
    if isinstance(function, ast.Lambda):
        return ast.copy_location(ast.Lambda(arguments, function.body), function)
    made = ast.FunctionDef(function.name, arguments, function.body, [])
    return ast.copy_location(made, function)


def _plain(given: ast.arguments) -> ast.arguments:
    """The same parameters without annotations; defaults are the function object's."""
    nothing = ast.Constant(None)
    return ast.arguments(
        posonlyargs=[ast.arg(a.arg) for a in given.posonlyargs],
        args=[ast.arg(a.arg) for a in given.args],
        vararg=given.vararg and ast.arg(given.vararg.arg),
        kwonlyargs=[ast.arg(a.arg) for a in given.kwonlyargs],
        kw_defaults=[d and nothing for d in given.kw_defaults],
        kwarg=given.kwarg and ast.arg(given.kwarg.arg),
        defaults=[nothing for _ in given.defaults],
    )


def _locals(names: Iterable[str]) -> list[ast.stmt]:
    """Declarations of variables that are bound in inner functions only."""
    return [
        ast.AnnAssign(ast.Name(name, ast.Store()), ast.Constant(None), None, 1)
        for name in sorted(names)
    ]


class _Rewriting(ast.NodeTransformer):
    """Rewrites what is in one function; other functions in it stay as they are."""

    def __init__(self, parameters: Sequence[str], outer: set[str]) -> None:
        self._first = parameters[0] if parameters else None
        self._globals = outer
        self._count = 0
        self._tries = 0
        self._before: list[ast.stmt] = []  # functions for parts of a statement
        self._items: list[str] = []  # variables of comprehensions around

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, SCOPES):
            return node
        if isinstance(node, COMPREHENSIONS):
            return self._comprehension(node)
        return super().visit(node)

    def block(self, stmts: Iterable[ast.stmt]) -> list[ast.stmt]:
        """The statements, rewritten."""
        around, found = self._before, list[ast.stmt]()
        for stmt in stmts:
            self._before = []
            made = self.visit(stmt)
            found += [*self._before, *(made if isinstance(made, list) else [made])]
        self._before = around
        return found

    # -- statements ------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        """Two functions and a call."""
        then, call_then = self._function("then", node.body)
        orelse, call_else = self._function("else", node.orelse)
        test = self.visit(node.test)
        call = helper_call("if_", test, call_then, call_else)
        if _raises(node.body):
            call.args.append(ast.Constant(True))
        return [*then, *orelse, statement(call, node)]

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        """A function for the test, one for the round."""
        body, call_body = self._function("body", node.body)
        returned = ast.copy_location(ast.Return(node.test), node.test)
        test, call_test = self._function("test", [returned])
        call = helper_call("while_", call_test, call_body, self._stopped(node))
        return [*test, *body, statement(call, node)]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        """A function for the round, which takes the element."""
        value = ast.copy_location(ast.Name(ITEM, ast.Load()), node.target)
        begin = ast.copy_location(ast.Assign([node.target], value), node.target)
        body, call_body = self._function("body", [begin, *node.body], [ITEM])
        call = helper_call(
            "for_", self.visit(node.iter), call_body, self._stopped(node)
        )
        return [*body, statement(call, node)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Of a variable: without what it says of types, which nonlocal ones may not have."""
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(
            ast.Assign([node.target], self.visit(node.value)), node
        )

    def visit_Assert(self, node: ast.Assert) -> Any:
        """A branch, in which it fails."""
        if not __debug__:
            return self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return self._raising(node)
        fails = ast.Assert(ast.Constant(False), node.msg)
        test = ast.UnaryOp(ast.Not(), node.test)
        whole = ast.If(test, [ast.copy_location(fails, node)], [])
        ast.copy_location(test, node.test)
        return self.visit_If(ast.copy_location(whole, node))

    def visit_Raise(self, node: ast.Raise) -> Any:
        """Said before."""
        return self._raising(node)

    def _raising(self, node: ast.Raise | ast.Assert) -> list[ast.AST]:
        """A branch that raises has no need of the error, unless something catches it."""
        plain = self.generic_visit(node)
        if self._tries:
            return [plain]
        return [located(ast.Expr(helper_call("raising")), node), plain]

    def visit_Try(self, node: ast.Try | ast.TryStar) -> ast.AST:
        """What is raised in it may be caught."""
        self._tries += 1
        made = self.generic_visit(node)
        self._tries -= 1
        return made

    def visit_TryStar(self, node: ast.TryStar) -> ast.AST:
        """Likewise."""
        return self.visit_Try(node)

    def _stopped(self, loop: ast.stmt) -> ast.expr:
        stop = stop_of(loop)
        return (
            ast.Constant(None) if stop is None else delayed(ast.Name(stop, ast.Load()))
        )

    def _function(
        self, what: str, body: list[ast.stmt], parameters: Sequence[str] = ()
    ) -> tuple[list[ast.stmt], ast.expr]:
        """A function with this body, and its name; None if there is nothing in it."""
        if not body:
            return [], ast.Constant(None)
        self._count += 1
        name = f"{PRIVATE}{what}{self._count}"
        bound = bound_by(body) - {ITEM}
        inside = self.block(body)
        head: list[ast.stmt] = []
        if bound & self._globals:
            head.append(ast.Global(sorted(bound & self._globals)))
        if bound - self._globals:
            head.append(ast.Nonlocal(sorted(bound - self._globals)))
        given = made_parameters(parameters)
        made = ast.FunctionDef(name, given, [*head, *inside], [])
        return [located(made, body[0])], ast.Name(name, ast.Load())

    def visit_Global(self, node: ast.Global) -> ast.stmt:
        """Stays where it is."""
        return node

    # -- expressions -----------------------------------------------------------------

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """The values become functions without parameters."""
        test, values = self.visit(node.test), (node.body, node.orelse)
        return located(helper_call("choose", test, *map(self._value, values)), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """All values but the first become functions without parameters."""
        first, *rest = node.values
        if binds(*rest) and len(rest) > 1:  # what one binds, the next may take
            rest = [ast.copy_location(ast.BoolOp(node.op, rest), rest[0])]
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        found = self.visit(first)
        for value in rest:
            cheap = ast.Constant(_is_cheap(value))
            found = located(helper_call(name, found, self._value(value), cheap), node)
        return found

    def _value(self, value: ast.expr) -> ast.expr:
        """A function for a value; where it binds variables, one made before."""
        if not binds(value):
            return delayed(self.visit(value))
        read = read_by([value])
        items = sorted(read.intersection(self._items))
        returned = ast.copy_location(ast.Return(value), value)
        made, name = self._function("value", [returned], items)
        self._before += made
        given: list[ast.expr] = [ast.Name(item, ast.Load()) for item in items]
        return delayed(located(ast.Call(name, given, []), value))

    def _comprehension(self, node: Comprehension) -> ast.AST:
        """Functions in it are given its variables."""
        names = [name for each in node.generators for name in targets_of(each)]
        self._items += names
        made = self._selected(node) or self._inside(node)
        del self._items[len(self._items) - len(names) :]
        return made

    def _selected(self, node: Comprehension) -> ast.AST | None:
        """``[y for y in ys if t]``, whose length may depend on values; None of others."""
        each = node.generators[0]
        if not isinstance(node, ast.ListComp) or len(node.generators) > 1:
            return None
        if not each.ifs or each.is_async or binds(node.elt, *each.ifs):
            return None
        cheap = ast.Constant(_is_cheap(node.elt))
        test = self.visit(all_of(each.ifs))
        kept = helper_call("kept", test, self._value(node.elt), cheap)
        rows = ast.comprehension(each.target, self._part(each.iter), [], 0)
        pairs = located(ast.ListComp(kept, [rows]), node)
        return located(helper_call("selected", pairs), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """``not`` asks for a truth value."""
        if not isinstance(node.op, ast.Not):
            return self._inside(node)
        return located(helper_call("not_", self.visit(node.operand)), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Chains ask for truth values, and so does ``in``; what may be one object's, too."""
        asks = isinstance(node.ops[0], (ast.In, ast.NotIn)) or _of_objects(node)
        if len(node.ops) == 1 and not asks:
            return self._inside(node)
        parts: list[ast.expr] = [self.visit(node.left)]
        cheap = list(map(_is_cheap, node.comparators))
        for k, (op, value) in enumerate(zip(node.ops, node.comparators, strict=True)):
            parts += [ast.Constant(_OPERATORS[type(op)]), self._value(value)]
            parts.append(ast.Constant(all(cheap[k:])))
        return located(helper_call("compare", *parts), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """What is read of a plain array may stand at a traced place."""
        made = self._inside(node)
        if not isinstance(node.ctx, ast.Load):
            return made
        return located(helper_call("item", made.value, _index(made.slice)), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Builtins that ask for values are looked at, ``super()`` is told where it is."""
        if (found := without_condition(node)) is not None:
            found = without_bindings_in(found)
            later = map(self._value, (found, node.args[0]))
            return located(helper_call("filtered", node.func, *later), node)
        if isinstance(node.func, ast.Name) and node.func.id == "print":
            return self._printed(node)
        call = self._inside(as_list(node))
        function = node.func
        if isinstance(function, ast.Name):
            if function.id in ASKING:
                call.func = located(helper_call("builtin", function), function)
            elif function.id == "super" and not node.args and self._first:
                call.args = [ast.Name("__class__", ast.Load())]
                call.args.append(ast.Name(self._first, ast.Load()))
                located(call, node)
        elif isinstance(function, ast.Attribute) and _is_asking(function):
            call.func = located(helper_call("builtin", function), function)
        return call

    def _printed(self, node: ast.Call) -> ast.expr:
        """`print` may be where values are not known, and has its texts made later."""
        texts = map(self._text, node.args)
        keywords = [self._part(keyword) for keyword in node.keywords]
        call = helper_call("printed", node.func, *texts)
        call.keywords = keywords
        return located(call, node)

    def _text(self, node: ast.expr) -> ast.expr:
        """An argument of `print`: an f-string, or what ``%`` makes, in parts."""
        if isinstance(node, ast.JoinedStr):
            template: list[ast.expr] = []
            values: list[ast.expr] = []
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    values.append(self.visit(part.value))
                    pair: list[ast.expr] = [ast.Constant(part.conversion)]
                    pair.append(self._part(part.format_spec or ast.Constant("")))
                    template.append(ast.Tuple(pair, ast.Load()))
                else:
                    template.append(part)
            made = ast.Tuple(template, ast.Load())
            return located(helper_call("formatted", made, *values), node)
        if isinstance(node, ast.BinOp) and _is_text(node.left):
            made = helper_call("percent", node.left, self.visit(node.right))
            return located(made, node)
        if isinstance(node, ast.Call) and (text := _formatted(node)) is not None:
            call = self._inside(node)
            made = helper_call("filled", text, *call.args)
            made.keywords = call.keywords
            return located(made, node)
        return self._part(node)

    def _inside(self, node: Node) -> Node:
        """A node of the same kind, of rewritten parts."""
        fields: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                fields[name] = [self._part(each) for each in value]
            else:
                fields[name] = self._part(value)
        return ast.copy_location(type(node)(**fields), node)

    def _part(self, value: Any) -> Any:
        return self.visit(value) if isinstance(value, ast.AST) else value

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Never changes the tree that it is given."""
        fields: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                fields[name] = self.block(value)
            elif isinstance(value, list):
                fields[name] = [self._part(each) for each in value]
            else:
                fields[name] = self._part(value)
        return ast.copy_location(type(node)(**fields), node)


# -- parts of trees --------------------------------------------------------------------


def _raises(stmts: Sequence[ast.stmt]) -> bool:
    """Whether statements end in an error, as far as the last of them tells."""
    last = stmts[-1] if stmts else None
    if isinstance(last, ast.If):
        return _raises(last.body) and _raises(last.orelse)
    fails = isinstance(last, ast.Assert) and isinstance(last.test, ast.Constant)
    return fails or isinstance(last, ast.Raise)


def _index(index: ast.expr) -> ast.expr:
    """An index as an argument."""
    if isinstance(index, ast.Slice):
        parts = [
            p or ast.Constant(None) for p in (index.lower, index.upper, index.step)
        ]
        return located(helper_call("slice", *parts), index)
    if isinstance(index, ast.Tuple):
        found = ast.Tuple([_index(each) for each in index.elts], ast.Load())
        return ast.copy_location(found, index)
    return index


def _formatted(node: ast.Call) -> ast.expr | None:
    """The text of ``"{}".format(...)``; None if it is another call."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "format":
        return None
    return function.value if _is_text(function.value) else None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_asking(function: ast.Attribute) -> bool:
    """Whether it may be a method of a list, or of one of Python's modules, looked at."""
    module = function.value
    return function.attr in _OF_LISTS or (
        isinstance(module, ast.Name)
        and module.id not in _NUMPY
        and function.attr in _OF_MODULES
    )


def _of_objects(node: ast.Compare) -> bool:
    """Whether it is ``a is b``, or ``a == b``, and not ``a is None``, or ``a == 0``."""
    operands = [node.left, *node.comparators]
    constants = [o.value for o in operands if isinstance(o, ast.Constant)]
    if isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return not constants
    return isinstance(node.ops[0], (ast.Is, ast.IsNot)) and None not in constants


def _is_cheap(value: ast.expr) -> bool:
    """Whether nothing is lost, and nothing can happen, if a value is computed in vain."""
    for node in walk([value]):
        if isinstance(node, ast.Call):
            function = node.func
            known = isinstance(function, ast.Attribute) and (
                isinstance(function.value, ast.Name) and function.value.id in _CHEAP
            )
            if not known and not (
                isinstance(function, ast.Name) and function.id == "abs"
            ):
                return False
        elif isinstance(node, (ast.Subscript, ast.IfExp, ast.NamedExpr, ast.Lambda)):
            return False
    return True
