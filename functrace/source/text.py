"""Expressions of Python as text, with the parentheses that they need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

# Levels of precedence, the loosest first.
TERNARY, OR, AND, NOT, COMPARISON, BIT_OR, BIT_XOR, BIT_AND = range(8)
SHIFT, SUM, PRODUCT, SIGN, POWER, ATOM = range(8, 14)

WIDTH = 88  # columns of a line
_SIMPLE = re.compile(r"-?([A-Za-z_][\w.]*|[\d.]+(e[-+]?\d+)?j?)")
_NAMES = re.compile(r"(?<![\w.\"'])[A-Za-z_]\w*")


class Text(NamedTuple):
    """An expression.

    Attributes
    ----------
    code : str
    level : int
        How tightly its outermost operator binds.
    head : str
        Of a call, what is called.
    arguments : tuple of str
        Of a call, what it takes.
    """

    code: str
    level: int = ATOM
    head: str = ""
    arguments: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The variables that it reads, and whatever else is a name."""
        return frozenset(_NAMES.findall(self.code))

    def at(self, level: int) -> str:
        """The expression as an operand of something that binds so tightly."""
        return self.code if self.level >= level else f"({self.code})"


def is_simple(code: str) -> bool:
    """Whether formatters put no spaces around the operator of such an operand."""
    return _SIMPLE.fullmatch(code) is not None


def binary(operator: str, level: int, x: Text, y: Text) -> Text:
    """Two operands of an operator that groups to the left."""
    return Text(f"{x.at(level)} {operator} {y.at(level + 1)}", level)


def comparison(operator: str, x: Text, y: Text) -> Text:
    """Two operands that are compared."""
    both = x.at(COMPARISON + 1), y.at(COMPARISON + 1)
    return Text(f"{both[0]} {operator} {both[1]}", COMPARISON)


def unary(operator: str, level: int, x: Text) -> Text:
    """An operand after an operator."""
    return Text(f"{operator}{x.at(level)}", level)


def power(x: Text, y: Text) -> Text:
    """A power, which groups to the right."""
    base, exponent = x.at(ATOM), y.at(SIGN)
    hugs = is_simple(base) and is_simple(exponent)
    return Text(f"{base}**{exponent}" if hugs else f"{base} ** {exponent}", POWER)


def call(head: str, *arguments: Any, **options: Any) -> Text:
    """A call; the options are values."""
    parts = [a.code if isinstance(a, Text) else str(a) for a in arguments]
    parts += [f"{name}={literal(value).code}" for name, value in options.items()]
    return Text(f"{head}({', '.join(parts)})", ATOM, head, tuple(parts))


def method(x: Text, name: str, *arguments: Any) -> Text:
    """A call of a method."""
    return call(f"{x.at(ATOM)}.{name}", *arguments)


def listed(parts: Iterable[Text | str], brackets: str = "[]") -> Text:
    """Expressions in brackets."""
    codes = tuple(p.code if isinstance(p, Text) else p for p in parts)
    comma = "," if brackets == "()" and len(codes) == 1 else ""
    code = f"{brackets[0]}{', '.join(codes)}{comma}{brackets[1]}"
    return Text(code, ATOM, brackets[0], codes)


# -- values ------------------------------------------------------------------------------


def literal(value: Any) -> Text:
    """A number, text or parameter, as Python reads it."""
    if isinstance(value, tuple):
        return listed(map(literal, value), "()")
    if isinstance(value, slice):
        return call("slice", *map(literal, (value.start, value.stop, value.step)))
    if value is Ellipsis:
        return Text("...")
    if isinstance(value, list):
        return listed(map(literal, value))
    if isinstance(value, (np.dtype, type)):
        return dtype_text(value)
    if isinstance(value, str):
        return Text('"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"')
    if isinstance(value, complex):
        return _complex(value)
    if isinstance(value, float) and not np.isfinite(value):
        name = "np.nan" if np.isnan(value) else "np.inf"
        return Text(f"-{name}", SIGN) if value < 0 else Text(name)
    code = repr(value).replace("e+", "e")
    return Text(code, SIGN if code.startswith("-") else ATOM)


def _complex(value: complex) -> Text:
    parts = literal(value.real), literal(value.imag)
    if value.real == 0 and str(value.real) == "0.0" and np.isfinite(value.imag):
        return Text(f"{value.imag!r}j", SIGN if value.imag < 0 else ATOM)
    return call("complex", *parts)


def dtype_text(dtype: Any) -> Text:
    """A dtype by its name in NumPy."""
    name = np.dtype(dtype).name
    return Text(f"np.{name}" if hasattr(np, name) else f'np.dtype("{name}")')


def number_text(value: Any, among: Sequence[Any]) -> Text:
    """A number beside operands of these dtypes: by itself, if its dtype gives way to them."""
    if type(value) in (bool, int, float, complex):
        return literal(value)
    plain = value.item()
    others = [dtype for dtype in among if dtype is not None]
    usual = type(plain) in (bool, int, float, complex)
    if others and usual and all(_is_kept(value, plain, dtype) for dtype in others):
        return literal(plain)
    return call(dtype_text(value.dtype).code, literal(plain) if usual else repr(plain))


def _is_kept(value: Any, plain: Any, dtype: Any) -> bool:
    """Whether the Python number gives the same dtype, with such an operand."""
    return bool(
        value.dtype == dtype and np.result_type(np.dtype(dtype), plain) == value.dtype
    )


def part_text(x: Text, entries: Sequence[str]) -> Text:
    """An element, or a part, of an array."""
    return Text(f"{x.at(ATOM)}[{', '.join(entries)}]")


def slice_text(value: slice, length: int | None) -> str:
    """A slice in an index, of an axis of that length."""
    start, stop, step = (
        "" if p is None else str(int(p)) for p in (value.start, value.stop, value.step)
    )
    if not step.startswith("-"):
        start = "" if start == "0" else start
        stop = "" if stop == str(length) else stop
    if step in ("", "1"):
        return f"{start}:{stop}"
    return f"{start}:{stop}:{step}"


# -- statements --------------------------------------------------------------------------


def statement(indent: int, before: str, text: Text) -> list[str]:
    """The lines of a statement; arguments stand one in a line if all do not fit in one."""
    space = " " * indent
    line = f"{space}{before}{text.code}"
    if len(line) <= WIDTH or not text.arguments:
        return [line]
    opening, closing = (text.head, _CLOSING.get(text.head, ")"))
    if text.head not in _CLOSING:
        opening = f"{text.head}("
    inner = [f"{space}    {argument}," for argument in text.arguments]
    return [f"{space}{before}{opening}", *inner, f"{space}{closing}"]


_CLOSING = {"(": ")", "[": "]", "{": "}"}
