"""Choices between values, masks, conversions.

The zeros of a mask are strong: they stay zeros whatever they are multiplied by or divided
by. To this end a mask is applied after such operations. A mask of a mask becomes one, so
that there is never more than one to be moved.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula
from functrace.engine.patterns import (
    Row,
    Table,
    symbols,
    traced,
    uniform_constant,
    variables,
)
from functrace.engine.rewrite import Simplify
from functrace.primitives import choice, comparison, elementwise
from functrace.primitives._rewrites.fitting import fit, narrowing

_WEAK = (bool, int, float, complex)

a, b, c, d, keep, wider, dtype = variables("a b c d keep wider dtype")
(x,) = traced("x")
n = uniform_constant("n")
mask, where, convert = symbols(choice.mask, choice.where, elementwise.convert)
both, either, negation = symbols(
    comparison.logical_and, comparison.logical_or, comparison.logical_not
)


def _is_passed(n: Any, keep: bool) -> bool:
    return bool(n) is keep


def _is_dropped(n: Any, keep: bool) -> bool:
    return bool(n) is not keep


def _is_true(n: Any) -> bool:
    return bool(n)


def _is_false(n: Any) -> bool:
    return not n


def _is_python_number(n: Any) -> bool:
    return type(n) in _WEAK


def _array_scalar(n: Any, out: Aval) -> Any:
    return uniform(n, Aval((), out[1]))


def _is_converted(x_aval: Aval, out: Aval) -> bool:
    return x_aval[1] == out[1]


def _are_inexact(x_aval: Aval, out: Aval) -> bool:
    """Conversions to these keep zeros, and drop nothing."""
    return np.dtype(x_aval[1]).kind in "fc" and out[1].kind in "fc"


def _is_detour(a_aval: Aval, wider: Any, out: Aval) -> bool:
    """Whether a conversion by way of another dtype is one without it."""
    first = np.dtype(a_aval[1])
    direct = out[1].kind in "fc" or first == out[1]
    return direct and _is_exact(first, np.dtype(wider))


def _is_exact(narrow: np.dtype[Any], wide: np.dtype[Any]) -> bool:
    """Whether every number of one dtype is one of the other, too."""
    if narrow.kind in "iu" and wide.kind in "fc":
        return 8 * narrow.itemsize <= np.finfo(wide).nmant
    return np.can_cast(narrow, wide, "safe")


TABLE = Table(
    # -- masks
    Row(mask(n, a, keep=keep), fit(a), _is_passed),
    Row(mask(n, a, keep=keep), 0, _is_dropped),
    Row(mask(c, 0), 0),
    Row(
        mask(c, n, keep=keep),
        mask(c, Formula.of(_array_scalar), keep=keep),
        _is_python_number,
    ),
    Row(mask(negation(c), a, keep=True), mask(c, a, keep=False)),
    Row(mask(negation(c), a, keep=False), mask(c, a, keep=True)),
    Row(mask(c, mask(c, a, keep=keep), keep=keep), mask(c, a, keep=keep)),
    Row(mask(c, mask(c, a, keep=True), keep=False), 0),
    Row(mask(c, mask(c, a, keep=False), keep=True), 0),
    Row(mask(d, mask(c, a, keep=False), keep=False), mask(either(c, d), a, keep=False)),
    Row(mask(d, mask(c, a, keep=True), keep=True), mask(both(c, d), a, keep=True)),
    Row(
        mask(d, mask(c, a, keep=False), keep=True),
        mask(both(negation(c), d), a, keep=True),
    ),
    Row(
        mask(d, mask(c, a, keep=True), keep=False),
        mask(both(c, negation(d)), a, keep=True),
    ),
    Row(mask(c, where(c, a, b), keep=True), mask(c, fit(a), keep=True)),
    Row(mask(c, where(c, a, b), keep=False), mask(c, fit(b), keep=False)),
    # -- choices
    Row(where(n, a, b), fit(a), _is_true),
    Row(where(n, a, b), fit(b), _is_false),
    Row(where(c, a, a), fit(a)),
    Row(where(negation(c), a, b), where(c, b, a)),
    Row(where(c, where(c, a, b), d), where(c, fit(a), d)),
    Row(where(c, d, where(c, a, b)), where(c, d, fit(b))),
    Row(negation(negation(c)), c),
    # -- conversions
    Row(convert(x), x, _is_converted),
    Row(
        convert(mask(c, x, keep=keep), dtype=dtype),
        mask(c, convert(x, dtype=dtype), keep=keep),
        _are_inexact,
    ),
    Row(
        convert(convert(a, dtype=wider), dtype=dtype),
        convert(a, dtype=dtype),
        _is_detour,
    ),
)


def rule(primitive: Primitive) -> Simplify:
    """The rule of a primitive's record."""
    return TABLE.rule(primitive, narrowing(primitive))
