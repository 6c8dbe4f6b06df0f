"""Rules of simplification as tables of rows ``pattern -> replacement``.

A row is data::

    Row(add(x, negative(a)), subtract(x, a))

A pattern is a primitive applied to variables, numbers, and patterns; of its parameters it
names those that matter. What is matched with one variable twice is the same value. A
replacement is written likewise; a number in it is repeated in the output's shape and
dtype. Whatever else decides or is computed is a formula, a plain function, the names of
whose parameters say what it is given:

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

from functrace.core.constant import uniform, uniform_value
from functrace.core.lazy import lazy
from functrace.core.node import Edge
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula, operand_aval
from functrace.engine.rewrite import Simplify, is_same, number

_ANY, _TRACED, _CONSTANT, _ZEROS = "anything", "an edge", "a constant", "zeros"


class Variable(NamedTuple):
    """Stands for an operand or a parameter; `kind` says which operands."""

    name: str
    kind: str = _ANY

    def __str__(self) -> str:
        return self.name


class Term(NamedTuple):
    """A primitive applied to operands, in a pattern or a replacement.

    `like_out`: it has the aval of the output, which is then not to be found out.
    """

    primitive: Primitive
    operands: tuple[Any, ...]
    params: dict[str, Any]
    like_out: bool = False

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


def zeros(names: str) -> list[Variable]:
    """Variables that stand for zero, or an array of zeros: where its aval matters."""
    return [Variable(name, _ZEROS) for name in names.split()]


def symbols(*primitives: Primitive) -> list[Callable[..., Term]]:
    """Functions that write terms: ``symbol(*operands, **params)``."""
    return list(map(_symbol, primitives))


def like_out(term: Term) -> Term:
    """In a replacement: a term that certainly has the aval of the output."""
    return term._replace(like_out=True)


def _symbol(primitive: Primitive) -> Callable[..., Term]:
    return lambda *operands, **params: Term(primitive, operands, params)


class Row:
    """A rule: what matches `pattern` is replaced if the formula `when` holds.

    Attributes
    ----------
    pattern : Term
    replacement : Term, Variable, Formula or number
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
        """The rule that this row is by itself."""
        return _Writer().written(self)

    def fits(self, heads: Sequence[Any]) -> bool:
        """Whether operands of these heads may match: all others cannot."""
        return len(heads) == len(self.heads) and all(map(_may_be, self.heads, heads))

    def __str__(self) -> str:
        when = "" if self.when is None else f" if {_text(self.when)}"
        return f"{self.pattern} -> {_text(self.replacement)}{when}"


def _head(part: Any) -> Any:
    if type(part) is Variable:
        return 0 if part.kind is _ZEROS else part.kind
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
            "uniform": uniform,
        }
        self.known: dict[str, str] = {"out": "out", "make": "make"}

    def written(self, row: Row) -> Simplify:
        self._match(row.pattern, "x", "operands", "params")
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

    def _match(self, term: Term, name: str, operands: str, params: str) -> None:
        """Match these operands and parameters; `name` begins the operands' names."""
        parts = [f"{name}{i}" for i in range(len(term.operands))]
        self._require(f"len({operands}) == {len(parts)}")
        self.lines.append(f"{', '.join(parts)}, = {operands}")
        for part, operand in zip(term.operands, parts, strict=True):
            if type(part) is Term:
                self._match_inner(part, operand)
            elif type(part) is Variable:
                self._bind(part, operand)
            else:
                self._require(f"number({operand}) == {part!r}")
        for key, wanted in term.params.items():
            value = f"{params}[{key!r}]"
            if type(wanted) is Variable and wanted.name not in self.known:
                self.known[wanted.name] = value
            else:
                self._require(f"{value} == {self._param(wanted)}")

    def _match_inner(self, term: Term, operand: str) -> None:
        """Match what made an operand."""
        self._require(f"type({operand}) is Edge")
        node = f"{operand}_node"
        self.lines.append(f"{node} = {operand}[0]")
        self._require(f"{node}.primitive is {self._name(term.primitive)}")
        self._match(term, f"{operand}_", f"{node}.inputs", f"{node}.params")

    def _bind(self, variable: Variable, operand: str) -> None:
        """Have a variable stand for an operand, if it may, or does already."""
        name, kind = variable
        if name in self.known:
            self._require(f"is_same({self.known[name]}, {operand})")
            return
        self.known[name] = operand
        self.known[f"{name}_aval"] = f"operand_aval({operand})"
        if kind is _TRACED:
            self._require(f"type({operand}) is Edge")
        elif kind is _ZEROS:
            self._require(f"number({operand}) == 0")
        elif kind is _CONSTANT:
            self.known[name] = f"{operand}_number"
            self.lines.append(f"{operand}_number = number({operand})")
            self._require(f"{operand}_number is not None")

    def _call(self, formula: Formula) -> str:
        given = ", ".join([self.known[name] for name in formula.names])
        return f"{self._name(formula.function)}({given})"

    def _built(self, part: Any) -> str:
        """The expression of an operand of a replacement, or of all of it."""
        if type(part) is not Term:
            value = self._param(part)
            return (
                value if type(part) in (Variable, Formula) else f"uniform({value}, out)"
            )
        operands = "".join([f"{self._built(operand)}, " for operand in part.operands])
        params = [f"{name!r}: {self._param(p)}" for name, p in part.params.items()]
        primitive, known = self._name(part.primitive), ", out" * part.like_out
        return f"make({primitive}, ({operands}), {{{', '.join(params)}}}{known})"

    def _param(self, part: Any) -> str:
        """The expression of a parameter."""
        if type(part) is Variable:
            return self.known[part.name]
        return self._call(part) if type(part) is Formula else repr(part)


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
