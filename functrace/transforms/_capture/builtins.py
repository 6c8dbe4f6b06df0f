"""Python's own functions that ask for values, of traced ones."""

from __future__ import annotations

import bisect
import builtins
import functools
import math
import operator
import warnings
from collections.abc import Callable, Iterable, Sequence
from types import BuiltinMethodType
from typing import Any

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.node import Edge
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy.python_integers import rounded_integer, whole_integer
from functrace.numpy.selections import Selection, has_open
from functrace.transforms._capture.aliases import read_only
from functrace.transforms._capture.branches import Run, and_, or_
from functrace.transforms._capture.counters import RoundsDifferError, is_counted
from functrace.transforms._capture.loops import Counting
from functrace.transforms._capture.merging import as_value, flat
from functrace.transforms._capture.ordering import (
    bisected,
    extreme,
    is_open,
    method,
    sorted_list,
)
from functrace.transforms._capture.sequences import Enumerate, Zip, looked_up
from functrace.transforms._capture.tracing import (
    WHERE,
    is_unknown,
    raise_in_branch,
    truth,
)


def builtin(function: Any) -> Any:
    """The function, or what answers in its place."""
    if type(function) is BuiltinMethodType and type(function.__self__) is list:
        return method(function)
    try:
        return _ANSWERS.get(function, function)
    except TypeError:  # it cannot be hashed
        return function


def item(x: Any, index: Any) -> Any:
    """``x[index]``; a plain array has traced integers there, too; a list has counters.

    Rows are views of it, which may not be written to. Of a list, tuple or dict of numbers
    it is what a counter says.
    """
    if type(x) in (list, tuple, dict):
        found = looked_up(x.__getitem__, x, index)
        return x[index] if found is None else found
    entries = index if type(index) is tuple else (index,)
    traced = any(type(entry) in (Tracer, Selection) for entry in entries)
    if type(x) is not np.ndarray or not (traced or has_open(index)):
        return x[index]
    return read_only(x)[index]


def is_sequence(value: Any, count: int) -> bool:
    """Whether it is what a pattern of so many parts matches."""
    no = isinstance(value, (str, bytes, bytearray))
    return isinstance(value, Sequence) and not no and len(value) == count


def known(value: Any) -> Any:
    """The value, in which no truth value may be unknown."""
    leaves = flat(value).leaves
    if any(type(x.value) is Edge and np.dtype(x.dtype) == bool for x in leaves):
        raise ConcretizationError(
            message(
                f"{WHERE}: a pattern of `match` asks whether something is True or False "
                "that depends on a traced value.",
                source=user_line(),
                help="match literals and sequences of them; or test it by `if`.",
            )
        )
    return value


def _len(x: Any, /) -> Any:
    if type(x) is Selection:
        return as_value(x.shape[0], int)
    return len(x)


def _range(*args: Any) -> Any:
    if not any(map(is_unknown, args)) or len(args) > 3:
        return range(*args)
    for bound in args:
        if is_unknown(bound) and (bound.dtype.kind not in "iu" or bound.shape):
            kind = bound.dtype
            raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
    return Counting(start, stop, step)


def _sum(items: Iterable[Any], /, start: Any = 0) -> Any:
    if type(items) is Selection:
        dtype = items.dtype if items.dtype.kind in "iu" else None  # no wider one
        return start + np.sum(items, axis=0, dtype=dtype)  # pyright: ignore[reportCallIssue, reportArgumentType]
    return sum(items, start)


def _any(items: Iterable[Any], /) -> Any:
    if type(items) is Selection and items.ndim == 1:
        return as_value(items.any(), bool)
    found: Any = False
    for item in items:
        found = or_(found, lambda x=item: _bool(x), True)
        if not is_unknown(found) and found:
            return True
    return as_value(found, bool)


def _all(items: Iterable[Any], /) -> Any:
    if type(items) is Selection and items.ndim == 1:
        return as_value(items.all(), bool)
    found: Any = True
    for item in items:
        found = and_(found, lambda x=item: _bool(x), True)
        if not is_unknown(found) and not found:
            return False
    return as_value(found, bool)


def _bool(*args: Any) -> Any:
    if len(args) == 1 and is_unknown(args[0]):
        return as_value(truth(args[0]), bool)
    return bool(*args)


def _int(*args: Any, **options: Any) -> Any:
    if len(args) == 1 and is_open(args[0]):
        return _integer(np.trunc, args[0])
    return int(*args, **options)


def _integer(rounding: Callable[[Any], Any], x: Tracer) -> Any:
    """A traced number as a Python integer."""
    if x.shape or x.dtype.kind not in "biuf":
        return int(x)
    whole = rounded_integer(rounding(x)) if x.dtype.kind == "f" else whole_integer(x)
    return as_value(whole, int)


def _rounding(function: Any, rounding: Any) -> Callable[[Any], Any]:
    def answer(x: Any, /) -> Any:
        return _integer(rounding, x) if is_open(x) else function(x)

    return answer


def _round(x: Any, ndigits: int | None = None) -> Any:
    if ndigits is None and is_open(x):
        return _integer(np.rint, x)
    if is_counted(x):
        raise RoundsDifferError  # Python's is exact, to the last decimal
    return round(x, ndigits)


def filtered(function: Any, changed: Run, plain: Run) -> Any:
    """``sum(y for y in ys if y > 0)``: `changed` has no condition, but zeros."""
    if function not in _FILTERING:
        return function(plain())
    return builtin(function)(changed())


_FILTERING = (builtins.sum, builtins.any, builtins.all)


def _warn(
    message: Any, category: Any = None, stacklevel: int = 1, **options: Any
) -> None:
    """A branch that warns is Python's, as one that raises an error."""
    raise_in_branch()
    warnings.warn(message, category, stacklevel + 1, **options)


_ANSWERS: dict[Any, Any] = {
    builtins.all: _all,
    builtins.any: _any,
    builtins.bool: _bool,
    builtins.enumerate: Enumerate,
    builtins.int: _int,
    builtins.len: _len,
    builtins.max: extreme(max, operator.gt),
    builtins.min: extreme(min, operator.lt),
    builtins.range: _range,
    builtins.round: _round,
    builtins.sorted: sorted_list,
    builtins.sum: _sum,
    builtins.zip: Zip,
    math.ceil: _rounding(math.ceil, np.ceil),
    math.floor: _rounding(math.floor, np.floor),
    math.trunc: _rounding(math.trunc, np.trunc),
    bisect.bisect_left: bisected(bisect.bisect_left, "left"),
    bisect.bisect_right: bisected(bisect.bisect_right, "right"),
    functools.reduce: lambda function, *args: functools.reduce(
        builtin(function), *args
    ),
    warnings.warn: _warn,
}
