"""Python's integers know no bounds; traced ones have 64 bits, and say when that is too few.

Otherwise their results would be wrong without a word, as those of NumPy's integers are
beyond their bounds. What is asked is cheap: a product in floating point is large, or not.
Small constants are added without a question, as where it is counted: so of the 64 bits one
is left for this, and half of all numbers, which nobody counts through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.errors import message
from functrace.core.recording import ambient
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.core.weak import check_integers, check_range
from functrace.numpy._register import implements
from functrace.numpy.elementwise import as_number
from functrace.primitives.checks import require

_LARGEST = 2.0**62  # less than which all may be that is computed, or given
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
    if size is None:
        return operands
    if any(_is_less(x, small) for x in operands):
        if small == _SMALL and (failure := ambient.get().failure) is not None:
            failure.counts.append(True)
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


def is_large(x: Any) -> Any:
    """Whether an integer may not be counted up from."""
    return np.abs(x.astype(np.float64) if type(x) is Tracer else float(x)) >= _LARGEST


def whole_integer(x: Tracer) -> Tracer:
    """A traced integer of NumPy's as one that Python's may become."""
    if x.dtype.kind == "b" or x.dtype.itemsize < 8:
        return x.astype(np.int64)
    return _required([x], ~is_large(x), OverflowError, _beyond())[0].astype(np.int64)


def refuse_large() -> NoReturn:
    """Raise OverflowError for a Python integer that a branch, or a loop, changes."""
    raise OverflowError(_beyond())


def _beyond() -> str:
    return message(
        "functrace: a Python integer is traced, and leaves its 64 bits.",
        source=user_line(),
        help="compute with floats: float(n) * m.",
    )


def _required(
    operands: Sequence[Any], ok: Any, error: type[Exception], text: str
) -> list[Any]:
    """The operands, if a condition holds."""
    found = list(operands)
    failure = ambient.get().failure
    if failure is not None:  # Python has the bits, or raises its own error
        failure.note(np.logical_not(ok))
        return found
    k = next(k for k, x in enumerate(found) if type(x) is Tracer)
    kind = found[k].aval.dtype
    checked = require(found[k], ok, message=text, error=error)
    found[k] = as_number(checked, kind) if isinstance(kind, type) else checked
    return found
