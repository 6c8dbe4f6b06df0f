"""Complex logarithms."""

from __future__ import annotations

import math

from functrace.compiler.math import vecmath
from functrace.compiler.math.complexmath._scaling import larger_and_smaller
from functrace.compiler.math.vecmath._double import plus, two_product, two_sum
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.routine import Routine

_SCALES = {  # of what is above the first or below the second, bits are taken off or added
    "f64": (2.0**1000, 2.0**-900, -40, 200),
    "f32": (2.0**100, 2.0**-80, -30, 60),
}


def log(b: Builder, x: Complex) -> Complex:
    """Logarithm; near the unit circle by way of ``|x|**2 - 1``."""
    return _logarithm(b, vecmath.log, 1.0, x, _excess(b, x, -1.0))


def log2(b: Builder, x: Complex) -> Complex:
    """Logarithm to the base 2."""
    return _logarithm(b, vecmath.log2, 1 / math.log(2), x, _excess(b, x, -1.0))


def log10(b: Builder, x: Complex) -> Complex:
    """Logarithm to the base 10."""
    return _logarithm(b, vecmath.log10, 1 / math.log(10), x, _excess(b, x, -1.0))


def log1p(b: Builder, x: Complex) -> Complex:
    """``log(1 + x)``, accurate near zero."""
    excess = _excess(b, x, x.real + x.real)
    return _logarithm(b, vecmath.log, 1.0, Complex(x.real + 1.0, x.imag), excess)


def _logarithm(
    b: Builder, function: Routine, unit: float, x: Complex, excess: Value
) -> Complex:
    """The logarithm to some base, in which that of e is the unit.

    `excess` is ``|x|**2 - 1``, where that is small.
    """
    size, bits = _magnitude(b, x)
    near = (bits == 0) & (size > 0.5) & (size < 2.0)
    zero, one = b.constant(0.0, size.kind), b.constant(1.0, size.kind)
    around = (0.5 * unit) * vecmath.log1p(b, b.select(near, excess, zero))
    away = function(b, b.select(near, one, size))
    away = away - bits * (math.log(2) * unit)
    angle = vecmath.atan2(b, x.imag, x.real)
    return Complex(b.select(near, around, away), angle * unit if unit != 1 else angle)


def _magnitude(b: Builder, x: Complex) -> tuple[Value, Value]:
    """The magnitude, times a power of two that keeps it finite and normal."""
    high, low, down, up = _SCALES[x.real.kind]
    real, imag = b.abs(x.real), b.abs(x.imag)
    largest, _ = larger_and_smaller(b, real, imag)
    kind = largest.kind

    def chosen(above: float, below: float, other: float) -> Value:
        rest = b.select(largest < low, b.constant(below, kind), b.constant(other, kind))
        return b.select(largest > high, above, rest)

    scale = chosen(2.0**down, 2.0**up, 1.0)
    return vecmath.hypot(b, real * scale, imag * scale), chosen(down, up, 0.0)


def _excess(b: Builder, x: Complex, term: Value | float) -> Value:
    """The sum of a term and ``|x|**2``, as if it were rounded once, nearly."""
    first, second = two_product(b, x.real, x.real), two_product(b, x.imag, x.imag)
    reduced = two_sum(b, first.high, term)
    total = two_sum(b, reduced.high, second.high)
    rest = plus(b, plus(b, reduced.low, total.low), plus(b, first.low, second.low))
    return plus(b, total.high, rest)
