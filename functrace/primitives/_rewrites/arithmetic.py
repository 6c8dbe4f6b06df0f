"""Sums, products, quotients and powers.

The zeros of a mask are strong: they stay zeros whatever they are multiplied by or divided
by. To this end a mask is applied after such operations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.node import Node
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula
from functrace.engine.patterns import (
    Row,
    Table,
    Term,
    like_out,
    symbols,
    traced,
    uniform_constant,
    variables,
    zeros,
)
from functrace.engine.rewrite import Make, Simplify, number
from functrace.primitives import (
    choice,
    comparison,
    elementary,
    elementwise,
    indexing,
)
from functrace.primitives._rewrites.fitting import fit, narrowing

_LARGEST_POWER = 8  # as a product, it is within 4 units in the last place
_SMALLEST_POWER = -4

a, b, c, d, e, keep, index, other = variables("a b c d e keep index other")
x, y = traced("x y")
u, v = zeros("u v")
n = uniform_constant("n")
add, subtract, multiply, true_divide, negative, square, power, reciprocal, sqrt = (
    symbols(
        elementwise.add,
        elementwise.subtract,
        elementwise.multiply,
        elementwise.true_divide,
        elementwise.negative,
        elementwise.square,
        elementwise.power,
        elementwise.reciprocal,
        elementary.sqrt,
    )
)
mask, where, both = symbols(choice.mask, choice.where, comparison.logical_and)
(index_add,) = symbols(indexing.index_add)


def _are_numbers(a_aval: Aval, b_aval: Aval) -> bool:
    """Not truth values, which are numbers once they are masked: True + True is True."""
    return not _is_truth(a_aval) or not _is_truth(b_aval)


def _is_number(a_aval: Aval) -> bool:
    return not _is_truth(a_aval)


def _is_truth(aval: Aval) -> bool:
    return np.dtype(aval[1]).kind == "b"


def _are_alike(
    u_aval: Aval, v_aval: Aval, a_aval: Aval, b_aval: Aval, out: Aval
) -> bool:
    """Whether neither array is broadcast, and all are of one dtype."""
    return u_aval == v_aval == out and a_aval[1] == b_aval[1] == out[1]


def _is_written_to(u_aval: Aval, b_aval: Aval, a_aval: Aval, out: Aval) -> bool:
    """Likewise, of the array that takes what the other one has."""
    return u_aval == b_aval == out and a_aval[1] == out[1]


def _is_real(out: Aval) -> bool:
    """Of complex numbers, infinities times the zero imaginary part of 1 give NaN."""
    return np.dtype(out[1]).kind != "c"


def _is_signed(out: Aval) -> bool:
    return np.dtype(out[1]).kind in "if"


def _is_signed_a(a_aval: Aval, out: Aval) -> bool:
    """Whether as many signs may be changed after the operation; then others may be, too."""
    return a_aval == out and _is_signed(out)


def _is_signed_b(b_aval: Aval, out: Aval) -> bool:
    return _is_signed_a(b_aval, out)


def _has_sign_a(a_aval: Aval, out: Aval) -> bool:
    """Whether the opposite is that of a number: integers wrap around, unless all do."""
    return np.dtype(a_aval[1]).kind in "fc" or np.dtype(a_aval[1]) == np.dtype(out[1])


def _has_sign_b(b_aval: Aval, out: Aval) -> bool:
    return _has_sign_a(b_aval, out)


def _have_signs(a_aval: Aval, b_aval: Aval, out: Aval) -> bool:
    return _has_sign_a(a_aval, out) and _has_sign_a(b_aval, out)


def _is_float(out: Aval) -> bool:
    return np.dtype(out[1]).kind == "f"


def _has_exact_reciprocal(n: Any, out: Aval) -> bool:
    """Whether the divisor is a power of two whose reciprocal is a normal number."""
    dtype = np.dtype(out[1])
    if dtype.kind != "f" or dtype.itemsize > 8:
        return False
    tiny = float(np.finfo(dtype).tiny)
    size = abs(float(n))
    return math.frexp(size)[0] == 0.5 and tiny <= 1 / size < 1 / tiny


def _inverse(n: Any, n_aval: Aval, out: Aval) -> Any:
    return uniform(1 / float(n), Aval(n_aval[0], np.dtype(out[1])))


def _opposite(term: Term) -> Term:
    """With the other sign what has the output's aval, and so has the output."""
    return like_out(negative(like_out(term)))


def _product(exponent: int) -> Any:
    """A power by repeated squaring; of the reciprocal if the exponent is negative."""
    base: Any = reciprocal(fit(x)) if exponent < 0 else fit(x)
    exponent, result = abs(exponent), None
    while True:
        if exponent & 1:
            result = base if result is None else multiply(base, result)
        exponent >>= 1
        if not exponent:
            return result
        base = multiply(base, base)


def _limit(exponent: int) -> Callable[[Aval], bool] | None:
    """Of which outputs a power is such a product; None: of all."""
    return _is_float if exponent < 0 else _is_real if exponent > 2 else None


def _small_power(exponent: int) -> Row:
    """The row of an exponent for which products are as good as NumPy's powers."""
    limit = _limit(exponent)

    def is_final(out: Aval, make: Make) -> bool:
        return make.is_final and (limit is None or limit(out))

    when = is_final if abs(exponent) > 1 else limit
    return Row(power(x, exponent), _product(exponent), when)


def _is_final(make: Make) -> bool:
    """A power's derivative is one product, that of a product of equals is a sum."""
    return make.is_final


def is_product(node: Node) -> bool:
    """Whether it is a power that programs compute as a product."""
    if node.primitive is not elementwise.power:
        return node.primitive is elementwise.square
    exponent = number(node.inputs[1])
    if exponent not in range(2, _LARGEST_POWER + 1):
        return False
    limit = _limit(exponent)
    return limit is None or limit(node.avals[0])


TABLE = Table(
    # -- sums
    Row(add(x, negative(a)), like_out(subtract(x, a)), _has_sign_a),
    Row(add(negative(a), y), like_out(subtract(y, a)), _has_sign_a),
    Row(
        add(mask(c, a, keep=keep), mask(c, b, keep=keep)),
        mask(c, add(a, b), keep=keep),
        _are_numbers,
    ),
    Row(add(mask(c, a, keep=True), mask(c, b, keep=False)), where(c, a, b)),
    Row(add(mask(c, a, keep=False), mask(c, b, keep=True)), where(c, b, a)),
    Row(
        add(mask(both(c, d), a, keep=True), mask(both(c, e), b, keep=True)),
        mask(c, add(mask(d, a, keep=True), mask(e, b, keep=True)), keep=True),
    ),
    Row(
        add(mask(both(c, d), a, keep=True), mask(c, b, keep=True)),
        mask(c, add(mask(d, a, keep=True), b), keep=True),
    ),
    Row(
        add(mask(c, a, keep=True), mask(both(c, e), b, keep=True)),
        mask(c, add(a, mask(e, b, keep=True)), keep=True),
    ),
    Row(
        add(index_add(u, a, index=index), index_add(v, b, index=index)),
        index_add(0, add(a, b), index=index),
        _are_alike,
    ),
    Row(  # one array in place of two
        add(index_add(u, a, index=index), index_add(b, c, index=other)),
        index_add(index_add(b, c, index=other), a, index=index),
        _is_written_to,
    ),
    Row(
        add(index_add(b, c, index=other), index_add(u, a, index=index)),
        index_add(index_add(b, c, index=other), a, index=index),
        _is_written_to,
    ),
    Row(add(x, 0), fit(x)),
    Row(add(0, x), fit(x)),
    # -- differences
    Row(subtract(a, negative(b)), like_out(add(a, b)), _has_sign_b),
    Row(
        subtract(mask(c, a, keep=keep), mask(c, b, keep=keep)),
        mask(c, subtract(a, b), keep=keep),
        _are_numbers,
    ),
    Row(subtract(x, 0), fit(x)),
    # -- products
    Row(multiply(mask(c, a, keep=keep), b), mask(c, multiply(a, b), keep=keep)),
    Row(multiply(x, 1), fit(x), _is_real),
    Row(multiply(x, -1), negative(fit(x)), _is_signed),
    Row(multiply(1, x), fit(x), _is_real),
    Row(multiply(-1, x), negative(fit(x)), _is_signed),
    Row(multiply(a, mask(c, b, keep=keep)), mask(c, multiply(a, b), keep=keep)),
    Row(multiply(negative(a), negative(b)), like_out(multiply(a, b)), _have_signs),
    Row(multiply(negative(a), b), _opposite(multiply(a, b)), _is_signed_a),
    Row(multiply(a, negative(b)), _opposite(multiply(a, b)), _is_signed_b),
    # -- quotients
    Row(true_divide(x, 1), fit(x), _is_real),
    Row(true_divide(x, -1), negative(fit(x)), _is_signed),
    Row(true_divide(x, n), multiply(x, Formula.of(_inverse)), _has_exact_reciprocal),
    Row(true_divide(mask(c, a, keep=keep), b), mask(c, true_divide(a, b), keep=keep)),
    Row(true_divide(negative(a), b), _opposite(true_divide(a, b)), _is_signed_a),
    Row(true_divide(a, negative(b)), _opposite(true_divide(a, b)), _is_signed_b),
    # -- signs
    Row(negative(negative(a)), a),
    Row(negative(mask(c, a, keep=keep)), mask(c, negative(a), keep=keep), _is_number),
    # -- powers
    Row(square(a), multiply(a, a), _is_final),
    Row(power(x, 0), 1),
    Row(power(x, 0.5), sqrt(fit(x)), _is_float),
    *map(_small_power, range(1, _LARGEST_POWER + 1)),
    *map(_small_power, range(_SMALLEST_POWER, 0)),
)


def rule(primitive: Primitive) -> Simplify:
    """The rule of a primitive's record."""
    return TABLE.rule(primitive, narrowing(primitive, exact=True))
