"""Sums, products, quotients and powers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.node import Edge
from functrace.core.rule import operand_aval
from functrace.engine.rewrite import Make, fitted, is_same, maker, narrowing, number
from functrace.primitives._rewrites.choice import add_masked, out_of_mask

_LARGEST_POWER = 8  # as a product, it is within 4 units in the last place
_SMALLEST_POWER = -4
_ONES = frozenset((1, -1))

_narrow_add = narrowing("add", exact=True)
_narrow_subtract = narrowing("subtract", exact=True)
_narrow_multiply = narrowing("multiply", exact=True)
_narrow_divide = narrowing("true_divide", exact=True)
_narrow_negative = narrowing("negative", exact=True)


def add(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """``x + 0``, ``x + -y``; sums of masked values."""
    x, y = operands
    if type(x) is Edge and type(y) is Edge:
        first, second = maker(x), maker(y)
        if second == "negative":
            return make("subtract", (x, y[0].inputs[0]), {}, out)
        if first == "negative":
            return make("subtract", (y, x[0].inputs[0]), {}, out)
        if first == second == "mask":
            found = add_masked(x[0], y[0], out, make)
            if found is not None:
                return found
    elif type(x) is Edge:
        if number(y) == 0:
            return fitted(x, out, make)
    elif type(y) is Edge and number(x) == 0:
        return fitted(y, out, make)
    return _narrow_add(operands, params, out, make) if out[0] else None


def subtract(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """``x - 0``, ``x - -y``; differences of values masked alike."""
    x, y = operands
    if type(y) is Edge:
        second = maker(y)
        if second == "negative":
            return make("add", (x, y[0].inputs[0]), {}, out)
        if second == "mask" and maker(x) == "mask":
            found = _subtract_masked(x, y, out, make)
            if found is not None:
                return found
    elif type(x) is Edge and number(y) == 0:
        return fitted(x, out, make)
    return _narrow_subtract(operands, params, out, make) if out[0] else None


def _subtract_masked(x: Any, y: Any, out: Aval, make: Make) -> Any:
    (condition, a), (other, b) = x[0].inputs, y[0].inputs
    if x[0].params != y[0].params or not is_same(condition, other):
        return None
    return make("mask", (condition, make("subtract", (a, b))), x[0].params)


def multiply(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """``x * 1``, ``x * -1``, ``-x * -y``; products of masked values are masked."""
    x, y = operands
    if type(x) is Edge:
        first = maker(x)
        if first == "mask":
            return out_of_mask("multiply", operands, 0, params, out, make)
        if type(y) is not Edge:
            factor = number(y)
            if factor in _ONES:
                return _by_one(x, factor, out, make)
    elif type(y) is Edge:
        factor = number(x)
        if factor in _ONES:
            return _by_one(y, factor, out, make)
    if type(y) is Edge:
        second = maker(y)
        if second == "mask":
            return out_of_mask("multiply", operands, 1, params, out, make)
        if second == "negative" == maker(x):
            return make("multiply", (x[0].inputs[0], y[0].inputs[0]), {}, out)
    return _narrow_multiply(operands, params, out, make) if out[0] else None


def _by_one(x: Any, factor: Any, out: Aval, make: Make) -> Any:
    """A real number times, or divided by, 1 or -1."""
    kind = np.dtype(out[1]).kind
    if kind == "c":
        return None  # infinities times the zero imaginary part give NaN
    if factor == 1:
        return fitted(x, out, make)
    if kind in "if":
        return make("negative", (fitted(x, out, make),), {}, out)
    return None


def true_divide(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """``x / 1``, division by a power of 2; a quotient of a masked value is masked."""
    x, y = operands
    if type(y) is not Edge and type(x) is Edge:
        divisor = number(y)
        by_one = divisor in _ONES
        found = (
            _by_one(x, divisor, out, make)
            if by_one
            else _by_power_of_two(x, y, divisor, out, make)
        )
        if found is not None:
            return found
    if maker(x) == "mask":
        return out_of_mask("true_divide", operands, 0, params, out, make)
    return _narrow_divide(operands, params, out, make) if out[0] else None


def _by_power_of_two(x: Any, y: Any, divisor: Any, out: Aval, make: Make) -> Any:
    """The product with the reciprocal, where that is exact."""
    dtype = np.dtype(out[1])
    if divisor is None or dtype.kind != "f" or dtype.itemsize > 8:
        return None
    tiny = float(np.finfo(dtype).tiny)
    size = abs(float(divisor))
    if math.frexp(size)[0] != 0.5 or not tiny <= 1 / size < 1 / tiny:
        return None
    factor = uniform(1 / float(divisor), Aval(operand_aval(y)[0], dtype))
    return make("multiply", (x, factor), {}, out)


def negative(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """``--x``; a masked value is negated inside."""
    x = operands[0]
    name = maker(x)
    if name == "negative":
        return x[0].inputs[0]
    if name == "mask":
        return out_of_mask("negative", operands, 0, params, out, make)
    return _narrow_negative(operands, params, out, make) if out[0] else None


def square(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """A product."""
    return make("multiply", (operands[0], operands[0]))


# -- powers ----------------------------------------------------------------------------


def power(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Small integer powers as products; square roots."""
    x, y = operands
    exponent = number(y)
    if exponent is None or type(x) is not Edge:
        return None
    dtype = np.dtype(out[1])
    if exponent == 0:
        return uniform(1, out)
    if exponent == 0.5 and dtype.kind == "f":
        return make("sqrt", (fitted(x, out, make),), {}, out)
    if exponent not in _powers(dtype.kind):
        return None
    return _product(fitted(x, out, make), int(exponent.real), out, make)


def _powers(kind: str) -> range:
    """Exponents for which products are as good as NumPy's powers."""
    if kind == "c":
        return range(1, 3)
    return range(_SMALLEST_POWER if kind == "f" else 1, _LARGEST_POWER + 1)


def _product(x: Any, exponent: int, out: Aval, make: Make) -> Any:
    """A power by repeated squaring; of the reciprocal if the exponent is negative."""
    if exponent < 0:
        x, exponent = make("reciprocal", (x,), {}, out), -exponent
    result = None
    while True:
        if exponent & 1:
            result = x if result is None else make("multiply", (x, result), {}, out)
        exponent >>= 1
        if not exponent:
            return result
        x = make("multiply", (x, x), {}, out)
