"""Rules of simplification as tables of rows ``pattern -> replacement``.

A row is data::

    Row(add(x, negative(a)), subtract(x, a))

A pattern is a primitive applied to variables, numbers, and patterns; of its parameters it
names those that matter. What is matched with one variable twice is the same value. A
replacement is written likewise. Whatever else decides or is computed is a formula, a plain
function, the names of whose parameters say what it is given:

==================  ====================================================================
a variable's name   the operand (an edge or a constant), or the parameter that it stands for
``a_aval`` ...      the abstract value of the operand that the variable ``a`` stands for
``out``             the abstract value of the output
``make``            what applies primitives, see `functrace.engine.rewrite.Make`
==================  ====================================================================

A row holds for all shapes and dtypes: a replacement of another shape or dtype than the
original is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from functrace.core.aval import Aval
from functrace.core.constant import uniform_value
from functrace.core.graph import Edge
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula, operand_aval
from functrace.engine.rewrite import Make, Simplify, is_same, number

_ANY, _TRACED, _CONSTANT = "anything", "an edge", "a constant"


class Variable(NamedTuple):
    """Stands for an operand or a parameter; `kind` says which operands."""

    name: str
    kind: str = _ANY

    def __str__(self) -> str:
        return self.name


class Term(NamedTuple):
    """A primitive applied to operands, in a pattern or a replacement."""

    primitive: Primitive
    operands: tuple[Any, ...]
    params: dict[str, Any]

    def __str__(self) -> str:
        params = [f"{name}={_text(value)}" for name, value in self.params.items()]
        return (
            f"{self.primitive.name}({', '.join([*map(_text, self.operands), *params])})"
        )


def _text(part: Any) -> str:
    return f"f({', '.join(part.names)})" if type(part) is Formula else str(part)


def variables(names: str) -> list[Variable]:
    """Variables that stand for any operands, or for parameters."""
    return [Variable(name) for name in names.split()]


def traced(names: str) -> list[Variable]:
    """Variables that stand for edges."""
    return [Variable(name, _TRACED) for name in names.split()]


def uniform_constant(name: str) -> Variable:
    """The variable that stands for a number, or the number that an array repeats."""
    return Variable(name, _CONSTANT)


def symbols(*primitives: Primitive) -> list[Callable[..., Term]]:
    """Functions that write terms: ``symbol(*operands, **params)``."""
    return list(map(_symbol, primitives))


def _symbol(primitive: Primitive) -> Callable[..., Term]:
    return lambda *operands, **params: Term(primitive, operands, params)


class Row:
    """A rule: what matches `pattern` is replaced if the formula `when` holds.

    Attributes
    ----------
    pattern : Term
    replacement : Term, Variable or Formula
    when : Formula or None
    heads : tuple
        What each operand of the pattern has to be: of a primitive, a number, or of a kind.
    """

    __slots__ = ("heads", "pattern", "replacement", "when")

    def __init__(
        self, pattern: Term, replacement: Any, when: Callable[..., Any] | None = None
    ) -> None:
        self.pattern = pattern
        self.replacement = replacement
        self.when = None if when is None else Formula.of(when)
        self.heads = tuple(map(_head, pattern.operands))

    def rewritten(
        self, operands: Sequence[Any], params: dict[str, Any], out: Aval, make: Make
    ) -> Any:
        """The replacement of an application of the pattern's primitive; None if none."""
        found: dict[str, Any] = {"out": out, "make": make}
        if not _matches(self.pattern, operands, params, found):
            return None
        if self.when is not None and not _value(self.when, found):
            return None
        return _built(self.replacement, found)

    def __str__(self) -> str:
        when = "" if self.when is None else f" if f({', '.join(self.when.names)})"
        return f"{self.pattern} -> {_text(self.replacement)}{when}"


def _head(part: Any) -> Any:
    if type(part) is Variable:
        return part.kind
    return part.primitive if type(part) is Term else part


def _matches(
    term: Term, operands: Sequence[Any], params: dict[str, Any], found: dict[str, Any]
) -> bool:
    """Whether operands and parameters are those of a pattern; notes in `found` which."""
    if len(operands) != len(term.operands):
        return False
    for part, operand in zip(term.operands, operands, strict=True):
        kind = type(part)
        if kind is Variable:
            if not _stands_for(part, operand, found):
                return False
        elif kind is Term:
            if not _is_made_by(part, operand, found):
                return False
        elif number(operand) != part:
            return False
    return not term.params or _has_params(term, params, found)


def _is_made_by(term: Term, operand: Any, found: dict[str, Any]) -> bool:
    if type(operand) is not Edge:
        return False
    node = operand[0]
    if node.primitive is not term.primitive:
        return False
    return _matches(term, node.inputs, node.params, found)


def _has_params(term: Term, params: dict[str, Any], found: dict[str, Any]) -> bool:
    for name, wanted in term.params.items():
        if type(wanted) is Variable and wanted.name not in found:
            found[wanted.name] = params[name]
        elif params[name] != _built(wanted, found):
            return False
    return True


def _stands_for(variable: Variable, operand: Any, found: dict[str, Any]) -> bool:
    name, kind = variable
    if name in found:
        return is_same(found[name], operand)
    if kind is _TRACED and type(operand) is not Edge:
        return False
    if kind is _CONSTANT:
        found[f"{name}_aval"] = operand_aval(operand)
        operand = number(operand)
        if operand is None:
            return False
    found[name] = operand
    return True


def _value(formula: Formula, found: dict[str, Any]) -> Any:
    given = [
        found[name]
        if name in found
        else operand_aval(found[name.removesuffix("_aval")])
        for name in formula.names
    ]
    return formula.function(*given)


def _built(part: Any, found: dict[str, Any]) -> Any:
    """A part of a replacement, of what the variables stand for."""
    kind = type(part)
    if kind is Variable:
        return found[part.name]
    if kind is Formula:
        return _value(part, found)
    if kind is not Term:
        return part
    operands = [_built(operand, found) for operand in part.operands]
    params = {name: _built(value, found) for name, value in part.params.items()}
    return found["make"](part.primitive, operands, params)


class Table:
    """The rows of a family of primitives; the first that applies is taken."""

    def __init__(self, *rows: Row) -> None:
        self.rows = rows

    def rule(self, primitive: Primitive, after: Simplify | None = None) -> Rule:
        """The rule of a primitive's record; `after` is tried where no row applies."""
        rows = [row for row in self.rows if row.pattern.primitive is primitive]
        return Rule(rows, after)


class Rule:
    """The rows whose patterns are of one primitive.

    Which of them may apply is looked up by what the operands are: most often, none.
    """

    __slots__ = ("_after", "_candidates", "_count", "_heads", "rows")

    def __init__(self, rows: Sequence[Row], after: Simplify | None) -> None:
        self.rows = rows
        self._after = after
        self._count = len(rows[0].heads) if rows else -1
        heads = {head for row in rows for head in row.heads}
        self._heads = {head: head for head in heads - {_ANY, _TRACED, _CONSTANT}}
        self._candidates: dict[tuple[Any, ...], list[Row]] = {}

    def __call__(
        self, operands: list[Any], params: dict[str, Any], out: Any, make: Make
    ) -> Any:
        """What `functrace.engine.rewrite` says of rules."""
        if len(operands) == self._count:
            for row in self._rows_for(operands):
                found = row.rewritten(operands, params, out, make)
                if found is not None:
                    return found
        return self._after and self._after(operands, params, out, make)

    def _rows_for(self, operands: Sequence[Any]) -> list[Row]:
        known = self._heads.get
        heads = tuple(
            [
                known(x[0].primitive, _TRACED)
                if type(x) is Edge
                else known(uniform_value(x), _CONSTANT)
                for x in operands
            ]
        )
        rows = self._candidates.get(heads)
        if rows is None:
            rows = [r for r in self.rows if all(map(_may_be, r.heads, heads))]
            self._candidates[heads] = rows
        return rows


def _may_be(wanted: Any, head: Any) -> bool:
    is_edge = head is _TRACED or type(head) is Primitive
    if wanted is _TRACED:
        return is_edge
    return wanted == head or wanted is _ANY or (wanted is _CONSTANT and not is_edge)
