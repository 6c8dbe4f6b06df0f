"""``return``, ``break`` and ``continue`` as variables: a branch always ends at its end.

What comes after a branch that may leave a loop, or the function, runs only where the
variable of that loop, or of the function, says that it was not left. If a branch always
leaves, what comes after belongs to the other branch.

Around a block (``try``, ``with``) that returns, nobody reads any more what the rest of the
block would have bound: there it is `UNREAD`, for which branches take whatever fits.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.transforms._capture.names import (
    SCOPES,
    bound_by,
    declared,
    read_by,
    walk,
)
from functrace.transforms._capture.trees import PRIVATE, assigned, helper, located

VALUE = f"{PRIVATE}value"
_DONE = f"{PRIVATE}done"
TRIES = (ast.Try, ast.TryStar)
_Loops = (ast.For, ast.While)
_Lazy = (*SCOPES, ast.GeneratorExp)


class LoopExits(NamedTuple):
    """The variables of a loop: whether its round is left, whether it is."""

    skip: str
    stop: str


def without_returns(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a function, in which only the last statement returns."""
    inner = [stmt for stmt in body if not isinstance(stmt, ast.Return)]
    if not leaves(inner, ast.Return):
        return _Lowering(set()).block(body, [], top=True)
    if not _always_leaves(body):
        none = ast.Return(ast.copy_location(ast.Constant(None), body[-1]))
        body = [*body, ast.copy_location(none, body[-1])]
    lowered = _Lowering(_read_late(body)).block(body, [])
    first = ast.copy_location(assigned(_DONE, False), body[0])
    last = ast.Return(ast.Name(VALUE, ast.Load()))
    return [first, *lowered, ast.copy_location(last, body[-1])]


def stop_of(loop: ast.stmt) -> str | None:
    """The variable that says that a lowered loop was left."""
    return getattr(loop, "stop", None)


class _Lowering:
    """Lowers a function, in which some variables are read late."""

    def __init__(self, late: set[str]) -> None:
        self._count = 0
        self._late = late
        self._blocks = ""  # that a statement is in: h(handlers), f(inally), w(ith)

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
                    whole: Any = ast.If(stmt.test, then, orelse)
                    whole = self._compound(ast.copy_location(whole, stmt), loops)
                    if first and leaves(stmt.body, ast.Return):
                        whole.body += self._unread(stmt, rest, loops)
                    if other and leaves(stmt.orelse, ast.Return):
                        whole.orelse += self._unread(stmt, rest, loops)
                    return [*done, whole]
            lowered = self._statement(stmt, loops)
            done += lowered
            if _always_leaves([stmt]):
                break
            if rest and self._leaves_out(stmt, loops):
                flag = loops[-1].skip if loops else _DONE
                unread = self._unread(stmt, rest, loops)
                return [*done, _unless(flag, self.block(rest, loops), unread)]
        return done

    def _unread(
        self, stmt: ast.stmt, rest: Sequence[ast.stmt], loops: list[LoopExits]
    ) -> list[ast.stmt]:
        """What nobody reads where `stmt` has returned, and `rest` is not run.

        Without a block around there is nothing after `rest`.
        """
        skips = loops and leaves([stmt], ast.Break, ast.Continue)
        return self._lost(rest) if self._blocks and not skips else []

    def _lost(self, rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Nothing, if what a block raises at its end may be caught."""
        if _may_go_on(self._blocks):
            return []
        names = sorted(bound_by(rest) - self._late)
        return [located(assigned(name, helper("unread")), rest[0]) for name in names]

    def _leaves_out(self, stmt: ast.stmt, loops: list[LoopExits]) -> bool:
        kinds = (ast.Return, ast.Break, ast.Continue) if loops else (ast.Return,)
        return leaves([stmt], *kinds)

    def _statement(self, stmt: ast.stmt, loops: list[LoopExits]) -> list[ast.stmt]:
        if isinstance(stmt, ast.Return):
            value = stmt.value or ast.Constant(None)
            flags = [assigned(_DONE, True), *_setting(loops, True)]
            return _located([assigned(VALUE, value), *flags], stmt)
        if isinstance(stmt, ast.Break):
            return _located([assigned(flag, True) for flag in loops[-1]], stmt)
        if isinstance(stmt, ast.Continue):
            return _located([assigned(loops[-1].skip, True)], stmt)
        if isinstance(stmt, _Loops):
            return self._loop(stmt, loops)
        return [self._compound(stmt, loops)]

    def _compound(self, stmt: ast.stmt, loops: list[LoopExits]) -> ast.stmt:
        """A statement with others inside, such as ``if``, ``with`` or ``try``."""
        if isinstance(stmt, SCOPES):
            return stmt
        around, self._blocks = self._blocks, self._blocks + _letters(stmt)
        made = self._lowered(stmt, loops)
        self._blocks = around
        return made

    def _lowered(self, stmt: ast.stmt, loops: list[LoopExits]) -> ast.stmt:
        if isinstance(stmt, ast.With) and len(stmt.items) > 1:
            inner = ast.copy_location(ast.With(stmt.items[1:], stmt.body), stmt)
            stmt = ast.copy_location(ast.With(stmt.items[:1], [inner]), stmt)
        fields: dict[str, Any] = dict(ast.iter_fields(stmt))
        for name in ("body", "orelse", "finalbody"):
            if fields.get(name):
                fields[name] = self.block(fields[name], loops)
        for name in ("handlers", "cases"):
            if name in fields:
                fields[name] = [self._part(each, loops) for each in fields[name]]
        ends = (ast.Return, ast.Break, ast.Continue) if loops else (ast.Return,)
        body, after = (stmt.body, stmt.orelse) if isinstance(stmt, TRIES) else ((), ())
        if after and leaves(body, *ends):
            flag = loops[-1].skip if loops else _DONE
            unread = self._unread(stmt, after, loops)
            fields["orelse"] = [_unless(flag, fields["orelse"], unread)]
        if body and (resets := _staying(body, loops)):
            for handler in fields["handlers"]:
                handler.body[:0] = _located(resets, handler)
        if isinstance(stmt, ast.With):
            fields["body"] = _noticing(stmt, fields["body"], loops)
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
        skips = leaves(loop.body, ast.Return, ast.Break, ast.Continue)
        stops = leaves(loop.body, ast.Return, ast.Break)
        begin = _located([assigned(own.stop, False)], loop) if stops else []
        if skips:
            body = [*_located([assigned(own.skip, False)], loop.body[0]), *body]
        fields: dict[str, Any] = dict(ast.iter_fields(loop))
        fields |= {"body": body, "orelse": []}
        made = ast.copy_location(type(loop)(**fields), loop)
        made.stop = own.stop if stops else None  # pyright: ignore[reportAttributeAccessIssue]
        after = self.block(loop.orelse, loops)
        if after and stops:
            returns = not leaves(loop.body, ast.Break)
            unread = self._lost(loop.orelse) if returns else []
            after = [_unless(own.stop, after, unread)]
        return [*begin, made, *after]


def _staying(stmts: Sequence[ast.stmt], loops: Sequence[LoopExits]) -> list[ast.stmt]:
    """Statements by which what `stmts` may have left is not left: an error came between."""
    if leaves(stmts, ast.Return):
        return [assigned(_DONE, False), *_setting(loops, False)]
    if loops and leaves(stmts, ast.Break, ast.Continue):
        return _setting(loops[-1:], False)
    return []


def _noticing(
    block: ast.With, body: list[ast.stmt], loops: Sequence[LoopExits]
) -> list[ast.stmt]:
    """The lowered body of a ``with``, which may go on after an error in its blocks' ends."""
    ends = [node for node in walk(block.body) if _letters(node).strip("h")]
    resets = _staying([node for node in ends if isinstance(node, ast.stmt)], loops)
    if not resets:
        return body
    again = ast.ExceptHandler(None, None, [*resets, ast.Raise()])
    whole = ast.copy_location(ast.Try(body, [again], [], []), body[0])
    return [ast.fix_missing_locations(whole)]


def _setting(loops: Sequence[LoopExits], value: bool) -> list[ast.stmt]:
    return [assigned(flag, value) for loop in loops for flag in loop]


def _letters(stmt: ast.AST) -> str:
    """The blocks that a statement is, the outermost first."""
    if isinstance(stmt, TRIES):
        return "f" * bool(stmt.finalbody) + "h" * bool(stmt.handlers)
    return "w" * len(stmt.items) if isinstance(stmt, ast.With) else ""


def _may_go_on(blocks: str) -> bool:
    """Whether a function may go on that has returned, as an end of a block has raised."""
    catching = min((blocks.find(c) for c in "hw" if c in blocks), default=len(blocks))
    return any(letter in "fw" for letter in blocks[catching + 1 :])


def _read_late(body: Sequence[ast.stmt]) -> set[str]:
    """Variables that others than the rest of a function may read when it has returned."""
    found = declared(body, ast.Global) | declared(body, ast.Nonlocal)
    for node in walk(body):
        if isinstance(node, _Lazy):
            found.update(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
        elif isinstance(node, TRIES):
            found |= read_by([*node.handlers, *node.finalbody])
    return found


def leaves(stmts: Sequence[ast.stmt], *kinds: type[ast.stmt]) -> bool:
    """Whether statements may leave the function, or the loop that they are in."""
    of_loops = tuple({ast.Break, ast.Continue}.intersection(kinds))
    for stmt in stmts:
        if isinstance(stmt, kinds):
            return True
        if isinstance(stmt, _Loops):
            returns = (node for node in walk([stmt]) if isinstance(node, ast.Return))
            if ast.Return in kinds and next(returns, None) is not None:
                return True
            if of_loops and leaves(stmt.orelse, *of_loops):
                return True
        elif not isinstance(stmt, SCOPES) and leaves(_statements_in(stmt), *kinds):
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
        return bool(last.test.value) and not leaves(last.body, ast.Break)
    if isinstance(last, _Loops):
        return _always_leaves(last.orelse) and not leaves(last.body, ast.Break)
    return isinstance(last, (ast.Return, ast.Break, ast.Continue, ast.Raise))


def _unless(flag: str, stmts: list[ast.stmt], orelse: list[ast.stmt]) -> ast.stmt:
    test = ast.UnaryOp(ast.Not(), ast.Name(flag, ast.Load()))
    ast.copy_location(test, stmts[0])
    return ast.copy_location(ast.If(test, stmts, orelse), stmts[0])


def _located(stmts: list[ast.stmt], where: ast.stmt) -> list[ast.stmt]:
    """New statements at the place of one that they are made of."""
    for stmt in stmts:
        ast.copy_location(stmt, where)
    return stmts
