"""How operations on each element are written in C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.node import Node
from functrace.source.c import text
from functrace.source.text import Text


class Elements(NamedTuple):
    """A node, and an element of each operand.

    Attributes
    ----------
    node : Node
    operands : sequence of Text
    dtypes : sequence of numpy.dtype
    """

    node: Node
    operands: Sequence[Text]
    dtypes: Sequence[np.dtype[Any]]

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the output."""
        return np.dtype(self.node.avals[0].dtype)

    def of(self, dtype: Any) -> list[Text]:
        """The operands in one type."""
        pairs = zip(self.operands, self.dtypes, strict=True)
        return [x if own == dtype else text.cast(dtype, x) for x, own in pairs]


Writer = Callable[[Elements], "Text | None"]


def _arithmetic(operator: str, level: int) -> Writer:
    return lambda e: text.binary(operator, level, *e.of(e.dtype))


def _compared(operator: str) -> Writer:
    def write(e: Elements) -> Text:
        return text.comparison(operator, *e.of(np.result_type(*e.dtypes)))

    return write


def _logical(operator: str) -> Writer:
    def write(e: Elements) -> Text:
        return text.joined(operator, text.LOGICAL, *e.of(np.dtype(bool)))

    return write


def _bitwise(operator: str) -> Writer:
    return lambda e: text.joined(operator, text.LOGICAL, *e.of(e.dtype))


def _math(name: str) -> Writer:
    """A function of the library, in single or double precision."""

    def write(e: Elements) -> Text | None:
        if e.dtype.kind != "f":
            return None
        return text.call(name + _suffix(e.dtype), *e.of(e.dtype))

    return write


def _suffix(dtype: np.dtype[Any]) -> str:
    return "f" if dtype.char == "f" else ""


def _kind(name: str) -> Writer:
    """A question about a floating-point number."""
    return lambda e: Text(f"{text.call(name, *e.operands).code} != 0", text.COMPARISON)


def _own(name: str) -> Writer:
    """One of our functions, below: of floating-point, or of whole numbers."""

    def write(e: Elements) -> Text | None:
        whole = f"whole_{name}"
        if e.dtype.kind == "i" and whole in OWN:
            return text.call(whole, *e.of(e.dtype))
        return text.call(name, *e.of(e.dtype)) if e.dtype.kind == "f" else None

    return write


def _where(e: Elements) -> Text:
    condition, x, y = e.operands
    condition = condition if e.dtypes[0].kind == "b" else text.cast(bool, condition)
    both = Elements(e.node, (x, y), e.dtypes[1:]).of(e.dtype)
    return text.choice(condition, *both)


def _mask(e: Elements) -> Text:
    condition, x = e.operands
    condition = condition if e.dtypes[0].kind == "b" else text.cast(bool, condition)
    zero = text.number(0, e.dtype)
    both = (x, zero) if e.node.params["keep"] else (zero, x)
    return text.choice(condition, *both)


def _absolute(e: Elements) -> Text | None:
    if e.dtype.kind == "f":
        return _math("fabs")(e)
    return text.call("llabs", *e.operands)


def _over(e: Elements) -> Text | None:
    if e.dtype.kind != "f":
        return None
    one = text.number(1, e.dtype)
    return text.binary("/", text.PRODUCT, one, *e.of(e.dtype))


def _scaled(factor: str) -> Writer:
    """A number of degrees, or of radians."""
    return lambda e: text.binary("*", text.PRODUCT, e.of(e.dtype)[0], text.atom(factor))


def _same(e: Elements) -> Text:
    return e.of(e.dtype)[0]


def _negated(e: Elements) -> Text:
    operand = e.operands[0]
    return text.unary(
        "!", operand if e.dtypes[0].kind == "b" else text.cast(bool, operand)
    )


ELEMENTWISE: dict[str, Writer] = {
    "add": _arithmetic("+", text.SUM),
    "subtract": _arithmetic("-", text.SUM),
    "multiply": _arithmetic("*", text.PRODUCT),
    "true_divide": _arithmetic("/", text.PRODUCT),
    "negative": lambda e: text.unary("-", *e.operands),
    "positive": _same,
    "square": _own("square"),
    "reciprocal": _over,
    "power": _math("pow"),
    "float_power": _math("pow"),
    "fmod": _math("fmod"),
    "remainder": _own("remainder_of"),
    "floor_divide": _own("floor_divide"),
    "convert": _same,
    "less": _compared("<"),
    "less_equal": _compared("<="),
    "greater": _compared(">"),
    "greater_equal": _compared(">="),
    "equal": _compared("=="),
    "not_equal": _compared("!="),
    "is_exceeded": _compared("<"),
    "exceeds": _compared(">"),
    "logical_and": _logical("&&"),
    "logical_or": _logical("||"),
    "logical_xor": _logical("!="),
    "logical_not": _negated,
    "bitwise_and": _bitwise("&"),
    "bitwise_or": _bitwise("|"),
    "bitwise_xor": _bitwise("^"),
    "isnan": _kind("isnan"),
    "isinf": _kind("isinf"),
    "isfinite": _kind("isfinite"),
    "signbit": _kind("signbit"),
    "where": _where,
    "mask": _mask,
    "absolute": _absolute,
    "maximum": _own("maximum"),
    "minimum": _own("minimum"),
    "fmax": _math("fmax"),
    "fmin": _math("fmin"),
    "sign": _own("sign"),
    "heaviside": _own("heaviside"),
    "logaddexp": _own("logaddexp"),
    "expit": _own("expit"),
    "ndtr": _own("ndtr"),
    "xlogy": _own("xlogy"),
    "erf": _math("erf"),
    "erfc": _math("erfc"),
    "gamma": _math("tgamma"),
    "gammaln": _math("lgamma"),
    "root": _math("sqrt"),
    "arctan2": _math("atan2"),
    "rint": _math("rint"),
    "deg2rad": _scaled("0.017453292519943295"),
    "radians": _scaled("0.017453292519943295"),
    "rad2deg": _scaled("57.29577951308232"),
    "degrees": _scaled("57.29577951308232"),
    "conjugate": _same,
    "real": _same,
}
ELEMENTWISE |= {
    name: _math(name)
    for name in (
        *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt"),
        *("sin", "cos", "tan", "sinh", "cosh", "tanh", "fabs", "floor", "ceil"),
        *("trunc", "hypot", "copysign", "nextafter"),
    )
}
ELEMENTWISE |= {
    f"arc{name}": _math(f"a{name}")
    for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")
}

# What C has no function for; NaN as in NumPy.
OWN = {
    "square": "return x * x;",
    "maximum": "return x >= y || isnan(x) ? x : y;",
    "minimum": "return x <= y || isnan(x) ? x : y;",
    "sign": "return isnan(x) ? x : (x > 0.0) - (x < 0.0);",
    "heaviside": "return isnan(x) ? x : x == 0.0 ? y : x > 0.0;",
    "logaddexp": (
        "if (x == y) {\n"
        "        return x + log(2.0);\n"
        "    }\n"
        "    return x > y ? x + log1p(exp(y - x)) : y + log1p(exp(x - y));"
    ),
    "expit": "return 1.0 / (1.0 + exp(-x));",
    "ndtr": "return 0.5 * erfc(-x * 0.70710678118654752);",
    "xlogy": "return x == 0.0 && !isnan(y) ? 0.0 : x * log(y);",
    "remainder_of": (
        "const double r = fmod(x, y);\n"
        "    if (r == 0.0) {\n"
        "        return copysign(0.0, y);\n"
        "    }\n"
        "    return (r < 0.0) != (y < 0.0) ? r + y : r;"
    ),
    "floor_divide": (
        "if (y == 0.0) {\n"
        "        return x / y;\n"
        "    }\n"
        "    const double r = fmod(x, y);\n"
        "    const double q = (x - r) / y;\n"
        "    return rint(r != 0.0 && (r < 0.0) != (y < 0.0) ? q - 1.0 : q);"
    ),
}
OWN |= {
    "whole_square": "return x * x;",
    "whole_maximum": "return x > y ? x : y;",
    "whole_minimum": "return x < y ? x : y;",
    "whole_sign": "return (x > 0) - (x < 0);",
    "whole_remainder_of": (
        "const int64_t r = y == 0 || y == -1 ? 0 : x % y;\n"
        "    return r != 0 && (r < 0) != (y < 0) ? r + y : r;"
    ),
    "whole_floor_divide": (
        "if (y == 0 || y == -1) {\n"
        "        return y * x;\n"
        "    }\n"
        "    return x / y - (x % y != 0 && (x % y < 0) != (y < 0));"
    ),
}
_ONE = ("square", "sign", "expit", "ndtr")


def own_function(name: str) -> str:
    """The definition of one of our functions."""
    stem = name.removeprefix("whole_")
    kind = "double" if stem == name else "int64_t"
    parameters = f"{kind} x" if stem in _ONE else f"{kind} x, {kind} y"
    return f"static {kind} {name}({parameters})\n{{\n    {OWN[name]}\n}}"
