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

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from functrace.core.constant import uniform_value
from functrace.core.graph import Edge
from functrace.core.lazy import lazy
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula, operand_aval
from functrace.engine.rewrite import Simplify, is_same, number

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
    if type(part) is not Formula:
        return str(part)
    given = [name for name in part.names if name not in ("out", "make")]
    return f"{part.function.__name__.lstrip('_')}({', '.join(given)})"


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

    def __init__(
        self, pattern: Term, replacement: Any, when: Callable[..., Any] | None = None
    ) -> None:
        self.pattern = pattern
        self.replacement = replacement
        self.when = None if when is None else Formula.of(when)
        self.heads = tuple(map(_head, pattern.operands))

    @lazy
    def rewrite(self) -> Simplify:
        """The rule that this row is, for operands that its heads fit."""
        return _Writer().written(self)

    def fits(self, heads: Sequence[Any]) -> bool:
        """Whether operands of these heads may match."""
        return len(heads) == len(self.heads) and all(map(_may_be, self.heads, heads))

    def __str__(self) -> str:
        when = "" if self.when is None else f" if {_text(self.when)}"
        return f"{self.pattern} -> {_text(self.replacement)}{when}"


def _head(part: Any) -> Any:
    if type(part) is Variable:
        return part.kind
    return part.primitive if type(part) is Term else part


def _may_be(wanted: Any, head: Any) -> bool:
    is_edge = head is _TRACED or type(head) is Primitive
    if wanted is _TRACED:
        return is_edge
    return wanted == head or wanted is _ANY or (wanted is _CONSTANT and not is_edge)


class _Writer:
    """Writes a row as a Python function, which takes no time to go through the pattern.

    Attributes
    ----------
    lines : list of str
        What is checked, and what the variables stand for.
    scope : dict
        What the text names, besides the variables.
    known : dict
        For each variable, and what formulas are given, an expression.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.scope: dict[str, Any] = {
            "Edge": Edge,
            "is_same": is_same,
            "number": number,
            "operand_aval": operand_aval,
        }
        self.known: dict[str, str] = {"out": "out", "make": "make"}

    def written(self, row: Row) -> Simplify:
        self._match(row.pattern, "operands", "params")
        if row.when is not None:
            self._require(self._call(row.when))
        result = self._built(row.replacement)
        body = "\n    ".join([*self.lines, f"return {result}"])
        exec(f"def rewrite(operands, params, out, make):\n    {body}", self.scope)  # noqa: S102 - our own text
        return self.scope["rewrite"]

    def _require(self, condition: str) -> None:
        self.lines.append(f"if not ({condition}): return None")

    def _name(self, value: Any) -> str:
        name = f"c{len(self.scope)}"
        self.scope[name] = value
        return name

    def _match(self, term: Term, operands: str, params: str) -> None:
        """Match the operands, of which there are as many, and the parameters."""
        outer = operands == "operands"
        parts = [f"{operands}_{i}" for i in range(len(term.operands))]
        self.lines.append(f"{', '.join(parts)}, = {operands}")
        for part, operand in zip(term.operands, parts, strict=True):
            if type(part) is Term:
                if not outer:
                    self._require(f"type({operand}) is Edge")
                    made_by = self._name(part.primitive)
                    self._require(f"{operand}[0].primitive is {made_by}")
                self._match_inner(part, operand)
            elif type(part) is Variable:
                self._bind(part, operand, outer)
            elif not outer:
                self._require(f"number({operand}) == {part!r}")
        for name, wanted in term.params.items():
            value = f"{params}[{name!r}]"
            if type(wanted) is Variable and wanted.name not in self.known:
                self.known[wanted.name] = value
            else:
                self._require(f"{value} == {self._built(wanted)}")

    def _match_inner(self, term: Term, operand: str) -> None:
        self._require(f"len({operand}[0].inputs) == {len(term.operands)}")
        self.lines.append(f"{operand}_in = {operand}[0].inputs")
        self._match(term, f"{operand}_in", f"{operand}[0].params")

    def _bind(self, variable: Variable, operand: str, outer: bool) -> None:
        name, kind = variable
        if name in self.known:
            self._require(f"is_same({self.known[name]}, {operand})")
            return
        if kind is _TRACED and not outer:
            self._require(f"type({operand}) is Edge")
        self.known[name] = operand
        self.known[f"{name}_aval"] = f"operand_aval({operand})"
        if kind is _CONSTANT:
            self.lines.append(f"{operand}_n = number({operand})")
            self._require(f"{operand}_n is not None")
            self.known[name] = f"{operand}_n"

    def _call(self, formula: Formula) -> str:
        given = ", ".join([self.known[name] for name in formula.names])
        return f"{self._name(formula.function)}({given})"

    def _built(self, part: Any) -> str:
        """The expression of a part of a replacement."""
        if type(part) is Variable:
            return self.known[part.name]
        if type(part) is Formula:
            return self._call(part)
        if type(part) is not Term:
            return repr(part)
        operands = "".join([f"{self._built(operand)}, " for operand in part.operands])
        params = [f"{name!r}: {self._built(p)}" for name, p in part.params.items()]
        primitive = self._name(part.primitive)
        return f"make({primitive}, ({operands}), {{{', '.join(params)}}})"


class Table:
    """The rows of a family of primitives; the first that applies is taken."""

    def __init__(self, *rows: Row) -> None:
        self.rows = rows

    def rule(self, primitive: Primitive, after: Simplify | None = None) -> Simplify:
        """The rule of a primitive's record; `after` is tried where no row applies."""
        rows = [row for row in self.rows if row.pattern.primitive is primitive]
        return _rule_of(rows, after)


def _rule_of(rows: Sequence[Row], after: Simplify | None) -> Simplify:
    """The rule that looks up which rows may apply to such operands: most often, none."""
    heads = {head for row in rows for head in row.heads} - {_ANY, _TRACED, _CONSTANT}

    def choose(key: tuple[Any, ...]) -> list[Simplify]:
        return [row.rewrite for row in rows if row.fits(key)]

    known = {head: head for head in heads}.get
    return _template(len(rows[0].heads))(known, {}, choose, after)


@functools.cache
def _template(count: int) -> Callable[..., Simplify]:
    """What makes rules of so many operands, which are written out: it is asked often."""
    operands = [f"x{i}" for i in range(count)]
    heads = "".join([_HEAD.format(x=x) for x in operands])
    text = _RULE.format(count=count, operands=", ".join(operands), heads=heads)
    scope: dict[str, Any] = {"Edge": Edge, "uniform_value": uniform_value}
    scope |= {"TRACED": _TRACED, "CONSTANT": _CONSTANT}
    exec(text, scope)  # noqa: S102 - our own text
    return scope["rule_of"]


_HEAD = """known({x}[0].primitive, TRACED) if type({x}) is Edge \\
            else known(uniform_value({x}), CONSTANT), """
_RULE = """
def rule_of(known, candidates, choose, after):
    def rule(operands, params, out, make):
        if len(operands) == {count}:
            {operands}, = operands
            key = {heads}
            rewrites = candidates.get(key)
            if rewrites is None:
                rewrites = candidates[key] = choose(key)
            for rewrite in rewrites:
                found = rewrite(operands, params, out, make)
                if found is not None:
                    return found
        return after and after(operands, params, out, make)

    return rule
"""
