"""Bringing the arguments of NumPy's functions into the form that primitives take."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from functrace.core.dispatch import lookup
from functrace.core.errors import message
from functrace.core.primitive import as_operand, has_tracers
from functrace.core.source import user_line
from functrace.core.tracer import Tracer


def as_array(value: Any) -> Any:
    """A tracer or an ndarray (a NumPy scalar stays one) of anything array-like.

    Nested lists of arrays and tracers are stacked.
    """
    kind = type(value)
    if kind is Tracer or kind is np.float64:
        return value
    if kind is list or kind is tuple:
        return _stacked(value)
    operand = as_operand(value)
    return operand if isinstance(operand, (Tracer, np.generic)) else np.asarray(operand)


def new_array(x: Any) -> Any:
    """A handle that was just made, which stands for an ndarray, also without dimensions."""
    if type(x) is Tracer and x.value is None:
        x.zero_dim = True
    return x


def element(x: Any) -> Any:
    """A NumPy scalar in place of an array without dimensions, as reductions give."""
    return x if x.shape else x[()]


def _stacked(values: Sequence[Any]) -> Any:
    """A nested list as an array; as one tracer if there are tracers in it."""
    if not has_tracers(values):
        return as_operand(values)
    return lookup(np.stack)([as_array(value) for value in values])


def untraced(value: Any) -> Any:
    """An array that nothing traced was written to, as an ndarray; all else as it is."""
    if type(value) is Tracer and value.is_constant():
        return np.asarray(value)
    return value


def is_unknown(value: Any) -> bool:
    """Whether it is a tracer whose values are not known."""
    if type(value) is not Tracer:
        return False
    value.sync()
    return value.value is None


def axes_of(axis: Any, ndim: int) -> tuple[int, ...]:
    """An axis, a tuple of axes, or None for all, as non-negative integers."""
    if axis is None:
        return tuple(range(ndim))
    return normalize_axis_tuple(axis, ndim)


def shape_of(shape: Any) -> tuple[int, ...]:
    """A shape, given as an integer or a sequence of them, as a tuple."""
    try:
        return (operator.index(shape),)
    except TypeError:
        return tuple(map(operator.index, shape))


def known(value: Any) -> Any:
    """The plain array of a value that decides on shapes or places.

    Raises ConcretizationError if it is a tracer whose value is not known.
    """
    if type(value) is not Tracer:
        return as_operand(value) if has_tracers(value) else value
    value.sync()
    return int(value) if value.value is None else value.value


def check_known(condition: Any, text: str) -> Any:
    """Raise ValueError if a condition is known not to hold everywhere.

    Returns True if it holds, and a traced truth value where that is not known.
    """
    value = condition.value if isinstance(condition, Tracer) else condition
    if value is None:
        return lookup(np.all)(condition)
    if not np.all(value):
        raise ValueError(text)
    return True


def store(out: Any, result: Any) -> Any:
    """What a function given ``out=`` returns: `out`, with `result` written into it."""
    if out is None:
        return result
    target: Any = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if target.shape != result.shape:
        raise ValueError(
            f"functrace: out has shape {target.shape}, the result has {result.shape}."
        )
    lookup(np.copyto)(target, result)
    return target


def refuse_write(array: Any) -> None:
    """Raise TypeError: a traced value cannot be written into a plain ndarray."""
    raise TypeError(
        message(
            "functrace: a traced value cannot be written into an ndarray, which would "
            "drop its gradient.",
            got=f"a destination of type {type(array).__name__}",
            source=user_line(),
            help="write into a copy that is made in the function (y = array.copy()); in "
            "place of y += x, write y = y + x.",
        )
    )
