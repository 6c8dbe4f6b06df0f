"""Python's integers know no bounds; traced ones have 64 bits, and say when that is too few.

Otherwise their results would be wrong without a word, as those of NumPy's integers are
beyond their bounds. What is asked is cheap: a product in floating point is large, or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.errors import message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.core.weak import check_integers, check_range
from functrace.numpy._register import implements
from functrace.numpy.elementwise import as_number
from functrace.primitives.checks import require

_LARGEST = 2.0**63 * (1 - 2.0**-50)  # less than which what is rounded is exact enough
_SMALL = 2**31  # constants that may be added without a question, as where it is counted

_SIZES: dict[np.ufunc, Callable[[Any, Any], Any]] = {
    np.add: lambda x, y: x + y,
    np.subtract: lambda x, y: x - y,
    np.multiply: lambda x, y: x * y,
    np.power: lambda x, y: abs(x) ** y,
    np.left_shift: lambda x, y: x * 2.0**y,
}
_FROM: dict[Any, int] = {np.add: _SMALL, np.subtract: _SMALL, np.multiply: 2}
_DIVISIONS = (np.floor_divide, np.remainder)


@implements(check_integers)
def _check_integers(ufunc: np.ufunc, operands: Sequence[Any]) -> Sequence[Any]:
    """The operands, one of which raises an error where the result has not 64 bits."""
    if ufunc in _DIVISIONS:
        nonzero: Any = np.not_equal(operands[1], 0)
        if type(nonzero) is not Tracer and nonzero:
            return operands
        text = "integer division or modulo by zero"
        return _required(operands, nonzero, ZeroDivisionError, text)
    size = _SIZES.get(ufunc)
    small = _FROM.get(ufunc, 0)
    if size is None or any(_is_less(x, small) for x in operands):
        return operands
    floats = [x.astype(np.float64) if type(x) is Tracer else float(x) for x in operands]
    fits = np.abs(size(*floats)) < _LARGEST
    return _required(operands, fits, OverflowError, _beyond())


def _is_less(x: Any, bound: int) -> bool:
    """Whether it is known to be: a truth value, or a constant."""
    if type(x) is Tracer:
        return x.aval.dtype is bool and bound > 1
    return abs(x) < bound


@implements(check_range)
def _check_range(x: Tracer, dtype: Any) -> Any:
    """A traced Python integer that is about to have a narrower dtype, if that can hold it."""
    limits = np.iinfo(dtype)
    value: Any = x
    fits = np.logical_and(value >= limits.min, value <= min(limits.max, 2**63 - 1))
    text = f"a Python integer is out of bounds for {dtype}"
    return _required([x], fits, OverflowError, text)[0]


def rounded_integer(x: Tracer) -> Any:
    """A whole floating-point number as a Python integer, if it has 64 bits."""
    fits = np.abs(x) < _LARGEST  # false of NaN, too
    return _required([x], fits, OverflowError, _beyond())[0].astype(np.int64)


def _beyond() -> str:
    return message(
        "functrace: a Python integer is traced, and leaves its 64 bits.",
        source=user_line(),
        help="compute with floats: float(n) * m.",
    )


def _required(
    operands: Sequence[Any], ok: Any, error: type[Exception], text: str
) -> list[Any]:
    """The operands; the first traced one of them if a condition holds."""
    found = list(operands)
    k = next(k for k, x in enumerate(found) if type(x) is Tracer)
    kind = found[k].aval.dtype
    checked = require(found[k], ok, message=text, error=error)
    found[k] = as_number(checked, kind) if isinstance(kind, type) else checked
    return found
