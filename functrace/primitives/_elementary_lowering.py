"""Elementary functions composed of the compiler's routines, natively; of real numbers."""

from __future__ import annotations

import math

import numpy as np

from functrace.compiler.forms import Unlowered
from functrace.compiler.math import vecmath
from functrace.compiler.notation.builder import Builder, Value
from functrace.primitives._lowering import Emit

_LN2 = math.log(2)
_LARGE = 2.0**28  # its square exceeds 1 by more than the precision


def arcsinh(b: Builder, x: Value) -> Value:
    """Odd, hence of the magnitude; ``log(2 |x|)`` of large ones."""
    size = b.abs(x)
    large = size > _LARGE
    squared = size * size
    small = size + squared / (1.0 + b.sqrt(1.0 + squared))
    return b.copysign(_log1p_or_double(b, small, size, large), x)


def arccosh(b: Builder, x: Value) -> Value:
    """From 1 on; NaN below."""
    excess = x - 1.0
    small = excess + b.sqrt(excess * (excess + 2.0))
    out = _log1p_or_double(b, small, x, x > _LARGE)
    return b.select(x < 1.0, b.constant(math.nan, x.kind), out)


def _log1p_or_double(b: Builder, x: Value, size: Value, large: Value) -> Value:
    """``log(1 + x)``, or where it is large ``log(2 size)``, which may exceed all numbers."""
    out = vecmath.log1p(b, b.select(large, size - 1.0, x))
    doubled = b.constant(_LN2, x.kind)
    return out + b.select(large, doubled, b.constant(0.0, x.kind))


def arctanh(b: Builder, x: Value) -> Value:
    """Half the logarithm of ``(1 + |x|) / (1 - |x|)``."""
    size = b.abs(x)
    out = 0.5 * vecmath.log1p(b, (size + size) / (1.0 - size))
    return b.copysign(out, x)


def logaddexp(b: Builder, x: Value, y: Value) -> Value:
    """``log(exp(x) + exp(y))``."""
    rest = vecmath.log1p(b, vecmath.exp(b, -b.abs(x - y)))
    return _above_larger(b, x, y, rest, _LN2)


def logaddexp2(b: Builder, x: Value, y: Value) -> Value:
    """``log2(2**x + 2**y)``."""
    rest = vecmath.log1p(b, vecmath.exp2(b, -b.abs(x - y)))
    return _above_larger(b, x, y, rest * (1 / _LN2), 1.0)


def _above_larger(b: Builder, x: Value, y: Value, rest: Value, twice: float) -> Value:
    """The larger plus the rest; `twice` is the rest of equal numbers, infinities too."""
    rest = b.select(x == y, b.constant(twice, x.kind), rest)
    return b.select(x > y, x, y) + rest


def sinc(b: Builder, x: Value) -> Value:
    """``sin(pi x) / (pi x)``, 1 at 0."""
    if x.kind[0] != "f":
        raise Unlowered
    angle = x * math.pi
    return b.select(angle == 0, b.constant(1.0, x.kind), vecmath.sin(b, angle) / angle)


def times_quotient(x: float, y: float) -> Emit:
    """Times ``x / y``, a constant that is rounded in the operand's precision."""

    def emit(b: Builder, value: Value) -> Value:
        dtype = np.float32 if value.kind == "f32" else np.float64
        return value * float(dtype(x) / dtype(y))

    return emit
