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
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.engine.rewrite import Make, fitted, is_same, maker, narrowing, number

_WEAK = (bool, int, float, complex)
_narrow_where = narrowing("where")
_narrow_mask = narrowing("mask")


def out_of_mask(
    name: str,
    operands: list[Any],
    place: int,
    params: dict[str, Any],
    out: Aval,
    make: Make,
) -> Any:
    """An elementwise operation on a masked operand, masked; it maps zeros to zeros."""
    node = operands[place][0]
    condition, value = node.inputs
    inside = list(operands)
    inside[place] = value
    aval = out if operand_aval(value)[0] == out[0] else None
    result = make(name, inside, params, aval)
    return make("mask", (condition, result), node.params)


def add_masked(x: Node, y: Node, out: Aval, make: Make) -> Any:
    """The sum of two masked values as one, if they have a condition in common."""
    (c, a), (d, b) = x.inputs, y.inputs
    keep = x.params["keep"]
    if is_same(c, d):
        if keep == y.params["keep"]:
            return make("mask", (c, make("add", (a, b))), x.params)
        return make("where", (c, a, b) if keep else (c, b, a))
    if not keep or not y.params["keep"]:
        return None
    return _factored(c, a, d, b, make)


def _factored(c: Any, a: Any, d: Any, b: Any, make: Make) -> Any:
    """The sum of `a` where `c` and `b` where `d`, if these are parts of one condition."""
    (outer, inner), (other, second) = _parts(c), _parts(d)
    if not is_same(outer, other):
        return None
    kept = {"keep": True}
    if inner is not None:
        a = make("mask", (inner, a), kept)
    if second is not None:
        b = make("mask", (second, b), kept)
    return make("mask", (outer, make("add", (a, b))), kept)


def _parts(condition: Any) -> tuple[Any, Any]:
    """A condition as an outer one and, if there is one, an inner one."""
    if maker(condition) == "logical_and":
        return condition[0].inputs
    return condition, None


def mask(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Constant conditions and values, masks of masks and of choices."""
    condition, x = operands
    keep = params["keep"]
    holds = number(condition)
    if holds is not None:
        return fitted(x, out, make) if bool(holds) is keep else uniform(0, out)
    if number(x) == 0:
        return uniform(0, out)
    if type(x) in _WEAK:
        return make("mask", (condition, uniform(x, Aval((), out[1]))), params, out)
    if maker(condition) == "logical_not":
        operands = [condition[0].inputs[0], x]
        return make("mask", operands, {"keep": not keep}, out)
    name = maker(x)
    if name == "mask":
        return _mask_twice(x[0], condition, keep, out, make)
    if name == "where" and is_same(x[0].inputs[0], condition):
        value = fitted(x[0].inputs[1 if keep else 2], operand_aval(x), make)
        return make("mask", (condition, value), params)
    return _narrow_mask(operands, params, out, make)


def _mask_twice(inner: Node, condition: Any, keep: bool, out: Aval, make: Make) -> Any:
    first, x = inner.inputs
    kept = inner.params["keep"]
    if is_same(first, condition):
        return (
            make("mask", (first, x), inner.params) if kept is keep else uniform(0, out)
        )
    if kept is keep is False:
        both = make("logical_or", (first, condition))
        return make("mask", (both, x), {"keep": False})
    wanted = [_negated(c, k, make) for c, k in ((first, kept), (condition, keep))]
    return make("mask", (make("logical_and", wanted), x), {"keep": True})


def _negated(condition: Any, keep: bool, make: Make) -> Any:
    return condition if keep else make("logical_not", (condition,))


def where(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Constant conditions, negated ones, a choice between equals."""
    condition, x, y = operands
    holds = number(condition)
    if holds is not None:
        return fitted(x if holds else y, out, make)
    if is_same(x, y):
        return fitted(x, out, make)
    if maker(condition) == "logical_not":
        return make("where", (condition[0].inputs[0], y, x), {}, out)
    return _narrow_where(operands, params, out, make) if out[0] else None


def logical_not(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """``not not x`` of a truth value."""
    x = operands[0]
    return x[0].inputs[0] if maker(x) == "logical_not" else None


def convert(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Conversions to the same dtype, and back from a wider one."""
    x = operands[0]
    if type(x) is not Edge:
        return None
    if operand_aval(x)[1] == out[1]:
        return x
    name = maker(x)
    if name == "mask" and out[1].kind in "fc":
        return _convert_mask(x[0], params, out, make)
    if name != "convert":
        return None
    source = x[0].inputs[0]
    first, second = np.dtype(operand_aval(source)[1]), np.dtype(x[0].dtype)
    if not _is_exact(first, second) or not (out[1].kind in "fc" or first == out[1]):
        return None
    return make("convert", (source,), params, out)


def _convert_mask(node: Node, params: dict[str, Any], out: Aval, make: Make) -> Any:
    condition, x = node.inputs
    if type(x) is not Edge or node.dtype.kind not in "fc":
        return None
    return make("mask", (condition, make("convert", (x,), params)), node.params, out)


def _is_exact(narrow: np.dtype[Any], wide: np.dtype[Any]) -> bool:
    """Whether every number of one dtype is one of the other, too."""
    if narrow.kind in "iu" and wide.kind in "fc":
        return 8 * narrow.itemsize <= np.finfo(wide).nmant
    return np.can_cast(narrow, wide, "safe")
