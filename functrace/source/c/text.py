"""Expressions of C as text, and its types."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.source.text import Text

# Levels of precedence, the loosest first.
TERNARY, LOGICAL, COMPARISON, SUM, PRODUCT, UNARY, ATOM = range(7)

_TYPES = {
    "?": "bool",
    "f": "float",
    "d": "double",
    "b": "int8_t",
    "h": "int16_t",
    "i": "int32_t",
    "l": "int64_t",
    "q": "int64_t",
    "B": "uint8_t",
    "H": "uint16_t",
    "I": "uint32_t",
    "L": "uint64_t",
    "Q": "uint64_t",
}
_INT = 1 << 31


def ctype(dtype: Any) -> str | None:
    """The type of an element; None if there is none."""
    return _TYPES.get(np.dtype(dtype).char)


def atom(code: str) -> Text:
    """A name, a number, a call or an element."""
    return Text(code, ATOM)


def binary(operator: str, level: int, x: Text, y: Text) -> Text:
    """Two operands of an operator of arithmetic, which groups to the left."""
    return Text(f"{x.at(level)} {operator} {y.at(level + 1)}", level)


def joined(operator: str, level: int, x: Text, y: Text) -> Text:
    """Two operands of another operator, in parentheses unless they are simple."""
    return Text(f"{x.at(UNARY)} {operator} {y.at(UNARY)}", level)


def comparison(operator: str, x: Text, y: Text) -> Text:
    """Two operands that are compared."""
    return Text(f"{x.at(SUM)} {operator} {y.at(SUM)}", COMPARISON)


def unary(operator: str, x: Text) -> Text:
    """An operand after an operator, which is no second one."""
    return Text(f"{operator}{x.at(ATOM)}", UNARY)


def choice(condition: Text, x: Text, y: Text) -> Text:
    """One of two values."""
    codes = condition.at(UNARY), x.at(SUM), y.at(SUM)
    return Text("{} ? {} : {}".format(*codes), TERNARY)


def call(name: str, *arguments: Text) -> Text:
    """A call of a function."""
    return atom(f"{name}({', '.join(a.code for a in arguments)})")


def cast(dtype: Any, x: Text) -> Text:
    """A value in another type."""
    if np.dtype(dtype).kind == "b":
        return comparison("!=", x, atom("0"))
    return Text(f"({ctype(dtype)}){x.at(UNARY)}", UNARY)


def number(value: Any, dtype: Any) -> Text:
    """A number of that type."""
    kind = np.dtype(dtype).kind
    if kind == "b":
        return atom("true" if value else "false")
    if kind == "f":
        return _float(float(value), "f" if np.dtype(dtype).char == "f" else "")
    value = int(value)
    if value == -(1 << 63):
        return atom("INT64_MIN")
    suffix = "" if -_INT < value < _INT else "ULL" if kind == "u" else "LL"
    return Text(f"{value}{suffix}", UNARY if value < 0 else ATOM)


def _float(value: float, suffix: str) -> Text:
    if np.isnan(value):
        return atom("NAN")
    sign = "-" if np.signbit(value) else ""
    code = "INFINITY" if np.isinf(value) else f"{abs(value)!r}{suffix}"
    return Text(f"{sign}{code}", UNARY if sign else ATOM)


# -- places --------------------------------------------------------------------------------


def offset(index: str, start: int, step: int = 1) -> str:
    """The place ``start + step * index``."""
    if index.lstrip("-").isdigit():
        return str(start + step * int(index))
    if step == 1:
        return plus(index, start)
    product = (
        f"{step} * {_factor(index)}" if step > 0 else f"{-step} * {_factor(index)}"
    )
    product = _factor(index) if abs(step) == 1 else product
    if step < 0:
        return f"{start} - {product}"
    return product if not start else f"{product} + {start}"


def plus(index: str, start: int) -> str:
    """A place so many further on; numbers at the end are added up."""
    head, sign, last = index.rpartition(" + ")
    if sign and last.isdigit():
        index, start = head, start + int(last)
    if not start:
        return index
    return f"{index} + {start}" if start > 0 else f"{index} - {-start}"


def _factor(index: str) -> str:
    return index if index.isidentifier() else f"({index})"


def element(name: str, places: tuple[str, ...]) -> Text:
    """An element of an array."""
    return atom(name + "".join(f"[{place}]" for place in places))
