"""``return``, ``break`` and ``continue`` as variables: a branch always ends at its end.

What comes after a branch that may leave a loop, or the function, runs only where the
variable of that loop, or of the function, says that it was not left. If a branch always
leaves, what comes after belongs to the other branch.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.transforms._capture.names import SCOPES, walk

PRIVATE = "_ft_"  # which Python does not mangle in classes
VALUE = f"{PRIVATE}value"
_DONE = f"{PRIVATE}done"
_Loops = (ast.For, ast.While)


class LoopExits(NamedTuple):
    """The variables of a loop: whether its round is left, whether it is."""

    skip: str
    stop: str


def without_returns(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a function, in which only the last statement returns."""
    inner = [stmt for stmt in body if not isinstance(stmt, ast.Return)]
    if not _leaves(inner, ast.Return):
        return _Lowering().block(body, [], top=True)
    if not _always_leaves(body):
        none = ast.Return(ast.copy_location(ast.Constant(None), body[-1]))
        body = [*body, ast.copy_location(none, body[-1])]
    lowered = _Lowering().block(body, [])
    first = ast.copy_location(_set(_DONE, False), body[0])
    last = ast.Return(ast.Name(VALUE, ast.Load()))
    return [first, *lowered, ast.copy_location(last, body[-1])]


def stop_of(loop: ast.stmt) -> str | None:
    """The variable that says that a lowered loop was left."""
    return getattr(loop, "stop", None)


class _Lowering:
    def __init__(self) -> None:
        self._count = 0

    def block(
        self, stmts: Sequence[ast.stmt], loops: list[LoopExits], *, top: bool = False
    ) -> list[ast.stmt]:
        """The statements, of which none leaves the `loops` that they are in."""
        done: list[ast.stmt] = []
        for k, stmt in enumerate(stmts):
            if top and isinstance(stmt, ast.Return):
                return [*done, stmt]
            rest = stmts[k + 1 :]
            if isinstance(stmt, ast.If) and rest and self._leaves_out(stmt, loops):
                first, other = _always_leaves(stmt.body), _always_leaves(stmt.orelse)
                if first or other:
                    then = stmt.body if first else [*stmt.body, *rest]
                    orelse = stmt.orelse if other else [*stmt.orelse, *rest]
                    whole = ast.copy_location(ast.If(stmt.test, then, orelse), stmt)
                    return [*done, self._statement(whole, loops)[0]]
            lowered = self._statement(stmt, loops)
            done += lowered
            if _always_leaves([stmt]):
                break
            if rest and self._leaves_out(stmt, loops):
                flag = loops[-1].skip if loops else _DONE
                test = ast.UnaryOp(ast.Not(), ast.Name(flag, ast.Load()))
                guarded = ast.If(test, self.block(rest, loops), [])
                ast.copy_location(test, rest[0])
                return [*done, ast.copy_location(guarded, rest[0])]
        return done

    def _leaves_out(self, stmt: ast.stmt, loops: list[LoopExits]) -> bool:
        kinds = (ast.Return, ast.Break, ast.Continue) if loops else (ast.Return,)
        return _leaves([stmt], *kinds)

    def _statement(self, stmt: ast.stmt, loops: list[LoopExits]) -> list[ast.stmt]:
        if isinstance(stmt, ast.Return):
            value = stmt.value or ast.Constant(None)
            flags = [_set(_DONE, True), *_leaving(loops)]
            return _located([_assign(VALUE, value), *flags], stmt)
        if isinstance(stmt, ast.Break):
            return _located([_set(flag, True) for flag in loops[-1]], stmt)
        if isinstance(stmt, ast.Continue):
            return _located([_set(loops[-1].skip, True)], stmt)
        if isinstance(stmt, _Loops):
            return self._loop(stmt, loops)
        return [self._compound(stmt, loops)]

    def _compound(self, stmt: ast.stmt, loops: list[LoopExits]) -> ast.stmt:
        """A statement with others inside, such as ``if``, ``with`` or ``try``."""
        if isinstance(stmt, SCOPES):
            return stmt
        fields: dict[str, Any] = dict(ast.iter_fields(stmt))
        for name in ("body", "orelse", "finalbody"):
            if fields.get(name):
                fields[name] = self.block(fields[name], loops)
        for name in ("handlers", "cases"):
            if name in fields:
                fields[name] = [self._part(each, loops) for each in fields[name]]
        ends = (ast.Return, ast.Break, ast.Continue) if loops else (ast.Return,)
        body = stmt.body if isinstance(stmt, ast.Try) else ()
        if fields.get("orelse") and _leaves(body, *ends):
            flag = loops[-1].skip if loops else _DONE
            fields["orelse"] = [_unless(flag, fields["orelse"])]
        return ast.copy_location(type(stmt)(**fields), stmt)

    def _part(self, part: Any, loops: list[LoopExits]) -> ast.AST:
        """A handler of ``try``, or a case of ``match``."""
        fields = dict(ast.iter_fields(part)) | {"body": self.block(part.body, loops)}
        return ast.copy_location(type(part)(**fields), part)

    def _loop(
        self, loop: ast.For | ast.While, loops: list[LoopExits]
    ) -> list[ast.stmt]:
        self._count += 1
        own = LoopExits(f"{PRIVATE}skip{self._count}", f"{PRIVATE}stop{self._count}")
        inner = [*loops, own]
        body = self.block(loop.body, inner)
        skips = _leaves(loop.body, ast.Return, ast.Break, ast.Continue)
        stops = _leaves(loop.body, ast.Return, ast.Break)
        begin = _located([_set(own.stop, False)], loop) if stops else []
        if skips:
            body = [*_located([_set(own.skip, False)], loop.body[0]), *body]
        fields: dict[str, Any] = dict(ast.iter_fields(loop))
        fields |= {"body": body, "orelse": []}
        made = ast.copy_location(type(loop)(**fields), loop)
        made.stop = own.stop if stops else None  # pyright: ignore[reportAttributeAccessIssue]
        after = self.block(loop.orelse, loops)
        if after and stops:
            after = [_unless(own.stop, after)]
        return [*begin, made, *after]


def _leaving(loops: Sequence[LoopExits]) -> list[ast.stmt]:
    return [_set(flag, True) for loop in loops for flag in loop]


def _leaves(stmts: Sequence[ast.stmt], *kinds: type[ast.stmt]) -> bool:
    """Whether statements may leave the function, or the loop that they are in."""
    of_loops = tuple({ast.Break, ast.Continue}.intersection(kinds))
    for stmt in stmts:
        if isinstance(stmt, kinds):
            return True
        if isinstance(stmt, _Loops):
            returns = (node for node in walk([stmt]) if isinstance(node, ast.Return))
            if ast.Return in kinds and next(returns, None) is not None:
                return True
            if of_loops and _leaves(stmt.orelse, *of_loops):
                return True
        elif not isinstance(stmt, SCOPES) and _leaves(_statements_in(stmt), *kinds):
            return True
    return False


def _statements_in(stmt: ast.AST) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for child in ast.iter_child_nodes(stmt):
        if isinstance(child, ast.stmt):
            found.append(child)
        elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
            found += _statements_in(child)
    return found


def _always_leaves(stmts: Sequence[ast.stmt]) -> bool:
    """Whether the end of the statements is never reached."""
    if not stmts:
        return False
    last = stmts[-1]
    if isinstance(last, ast.If):
        return _always_leaves(last.body) and _always_leaves(last.orelse)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant):
        return bool(last.test.value) and not _leaves(last.body, ast.Break)
    return isinstance(last, (ast.Return, ast.Break, ast.Continue, ast.Raise))


def _unless(flag: str, stmts: list[ast.stmt]) -> ast.stmt:
    test = ast.UnaryOp(ast.Not(), ast.Name(flag, ast.Load()))
    ast.copy_location(test, stmts[0])
    return ast.copy_location(ast.If(test, stmts, []), stmts[0])


def _set(name: str, value: bool) -> ast.stmt:
    return _assign(name, ast.Constant(value))


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _located(stmts: list[ast.stmt], where: ast.stmt) -> list[ast.stmt]:
    """New statements at the place of one that they are made of."""
    for stmt in stmts:
        ast.copy_location(stmt, where)
    return stmts
