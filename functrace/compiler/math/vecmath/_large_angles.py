"""Reduction of large angles, by integers (M. H. Payne and R. N. Hanek, SIGNUM 18, 1983).

Of ``x 2 / pi`` only what is below four matters. So a number ``m 2**e`` is multiplied by the
192 bits of ``2 / pi`` that come after those whose product with `x` is a multiple of four: 53
bits of the product are above the point, and 128 of the others are right. No double is nearer
to a multiple of ``pi / 2`` than ``2**-62``.
"""

from __future__ import annotations

import itertools
import math

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    minus,
    multiply,
)
from functrace.compiler.math.vecmath._format import FORMATS
from functrace.compiler.notation.builder import Builder, Value

# The binary fraction of 2 / pi, after one word of zeros.
_TWO_OVER_PI = int(
    "0000000000000000A2F9836E4E441529FC2757D1F534DDC0DB6295993C439041FE5163ABDEBBC561B724"
    "6E3A424DD2E006492EEA09D1921CFE1DEB1CB129A73EE88235F52EBB4484E99C7026B45F7E413991D639"
    "835339F49C845F8BBDF9283B1FF897FFDE05980FEF2F118B5A0A6D1F6D367ECF27CB09B74F463F669E5F"
    "EA2D7527BAC7EBE5F17B3D0739F78A5292EA6BFB5FB11F8D5D0856033046FC7B6BAB",
    16,
)
_WORDS = tuple((_TWO_OVER_PI >> (64 * k)) & (2**64 - 1) for k in reversed(range(20)))
_HALF_PI = Double(math.pi / 2, 6.123233995736766e-17)
_LOW = 2**32 - 1


def reduce_large(b: Builder, x: Value) -> tuple[Double, Value]:
    """``x - q pi / 2`` and the low bits of `q`, of doubles above 2**17."""
    form = FORMATS["f64"]
    bits = b.bitcast(x, "u64")
    exponent = (bits >> form.fraction) & 0x7FF
    m = bits & ((1 << form.fraction) - 1) | (1 << form.fraction)
    window = _window(b, exponent - (form.bias - 10))
    quarters, rest = _rounded(_product(m, window))
    turn = multiply(b, _number(b, rest), _HALF_PI)
    negative = x < 0
    r = Double(*(b.select(negative, -part, part) for part in turn))
    undefined = minus(b, x, x)  # of infinity
    quarters = b.select(negative, b.constant(0, "u64") - quarters, quarters)
    return Double(r.high + undefined, r.low), quarters


def _window(b: Builder, start: Value) -> list[Value]:
    """Six words of 32 bits of ``2 / pi``, from a bit on."""
    index, shift = start >> 6, start & 63
    words = [b.constant(word, "u64") for word in _WORDS]
    for step in (16, 8, 4, 2, 1):
        chosen = (index & step) != 0
        words = [
            b.select(chosen, words[k + step], words[k])
            if k + step < len(words)
            else words[k]
            for k in range(min(step + 3, len(words)))
        ]
    wide = [
        (a << shift) | ((c >> 1) >> (63 - shift)) for a, c in itertools.pairwise(words)
    ]
    return [half for word in wide for half in (word >> 32, word & _LOW)]


def _product(m: Value, window: list[Value]) -> list[Value]:
    """Four digits of 32 bits of the fraction of the product."""
    upper, lower = m >> 32, m & _LOW
    first = [lower * word for word in window[:5]]
    second = [upper * word for word in window[1:]]
    digits: list[Value] = []
    carry: Value | int = 0
    for k in (3, 2, 1, 0):
        near = (first[k] & _LOW) + (first[k + 1] >> 32)
        total = near + ((second[k] & _LOW) + (second[k + 1] >> 32)) + carry
        digits.insert(0, total & _LOW)
        carry = total >> 32
    return digits


def _rounded(digits: list[Value]) -> tuple[Value, tuple[Value, Value]]:
    """Of a part of a turn the nearest quarter, and what is left, in two words of 64 bits.

    The first word is signed.
    """
    a, c, d, e = digits
    top = (a << 32) | c
    rest = (top << 2) | (d >> 30)
    return (top >> 62) + (rest >> 63), (rest, (d << 34) | (e << 2))


def _number(b: Builder, words: tuple[Value, Value]) -> Double:
    """The parts of a quarter as a number of twice the precision."""
    first, second = words
    sign = 1 << 31
    digits = [(first >> 32) ^ sign, first & _LOW, second >> 32, second & _LOW]
    numbers = [_converted(b, digit) for digit in digits]
    numbers[0] = numbers[0] - float(sign)
    scaled = [number * 2.0 ** (-32 * k) for k, number in enumerate(numbers, 1)]
    high, low = fast_two_sum(b, scaled[0], scaled[1])
    return fast_two_sum(b, high, low + (scaled[2] + scaled[3]))


def _converted(b: Builder, digit: Value) -> Value:
    """An integer below 2**32 as a number."""
    place = 2.0**52
    return minus(b, b.bitcast(digit | FORMATS["f64"].bits(place), "f64"), place)
