"""Formats of floating-point numbers, and operations on their bits."""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from functrace.compiler.math.vecmath._registers import fills_registers, scale_registers
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.kinds import Kind


class Format(NamedTuple):
    """IEEE 754 binary format.

    Attributes
    ----------
    integer : str
        Kind of the unsigned integers as wide as it.
    fraction : int
        Bits of the significand after the point.
    bias : int
        Of the exponent.
    """

    integer: Kind
    fraction: int
    bias: int

    @property
    def shifter(self) -> float:
        """Added to a number, it rounds that to an integer, and leaves it in the low bits.

        No conversion instruction is needed, which older x86 processors lack for vectors.
        """
        return 1.5 * 2.0**self.fraction

    @property
    def tiny(self) -> float:
        """The least normal number."""
        return 2.0 ** (1 - self.bias)

    def bits(self, number: float) -> int:
        """A number's bits as an integer."""
        code, integer = ("d", "Q") if self.fraction == 52 else ("f", "I")
        return struct.unpack(f"<{integer}", struct.pack(f"<{code}", number))[0]


FORMATS = {"f64": Format("u64", 52, 1023), "f32": Format("u32", 23, 127)}


def nearest(
    b: Builder, x: Value, scale: float, offset: int = 0, places: int = 0
) -> tuple[Value, Value]:
    """The integer nearest to ``scale * x``, as a number, and in the low bits of another.

    The latter are those of the integer plus `offset`. With `places`, there are so many
    binary digits behind the point, in both.
    """
    form = FORMATS[x.kind]
    shifter = math.ldexp(form.shifter, -places) + offset
    shifted = b.fma(x, scale, shifter)
    return shifted - shifter, b.bitcast(shifted, form.integer)


def _number_kind(bits: Value) -> Kind:
    """The kind of numbers that are as wide."""
    return "f64" if bits.kind == "u64" else "f32"


def power_of_two(b: Builder, exponent: Value) -> Value:
    """Two to an exponent that is given with the bias added, in the low bits."""
    kind = _number_kind(exponent)
    return b.bitcast(exponent << FORMATS[kind].fraction, kind)


def scale(b: Builder, x: Any, exponent: Value) -> Value:
    """``2**q x``, rounded once if the result is subnormal.

    `exponent` is ``q`` with twice the bias added, in the bits that `nearest` gives.
    """
    kind = _number_kind(exponent)
    form, lanes = FORMATS[kind], exponent.lanes
    if b.scales and fills_registers(kind, lanes):
        x = b.splat(x if type(x) is Value else b.constant(x, kind), lanes)
        q = b.bitcast(exponent, kind) - (form.shifter + 2 * form.bias)
        return scale_registers(b, x, q)
    return scale_in_steps(b, x, exponent)


def scale_in_steps(b: Builder, x: Any, exponent: Value) -> Value:
    """The same by products; `exponent` may have anything in its other bits."""
    half = exponent >> 1  # the last product rounds
    return x * power_of_two(b, half) * power_of_two(b, exponent - half)


def split(b: Builder, x: Value) -> tuple[Value, Value]:
    """``q, f`` with ``x = 2**q * (1 + f)`` and ``1 + f`` from sqrt(1/2) to sqrt(2).

    For positive finite numbers, subnormal ones too.
    """
    form = FORMATS[x.kind]
    scale = form.fraction + 2
    subnormal = x < form.tiny
    lift = b.select(subnormal, float(scale), b.constant(0.0, x.kind))
    q, f = split_normal(b, b.select(subnormal, x * 2.0**scale, x))
    return q - lift, f


def split_normal(b: Builder, x: Value) -> tuple[Value, Value]:
    """As `split`, for numbers that are not subnormal."""
    form = FORMATS[x.kind]
    root = form.bits(math.sqrt(0.5))
    bits = b.bitcast(x, form.integer) + ((form.bias << form.fraction) - root)
    # The exponent as the low bits of a number in which the unit's place is the last.
    place = 2.0**form.fraction
    exponent = b.bitcast((bits >> form.fraction) | form.bits(place), x.kind)
    m = b.bitcast((bits & ((1 << form.fraction) - 1)) + root, x.kind)
    return exponent - (place + form.bias), m - 1.0


def is_ordinary(b: Builder, x: Value) -> Value:
    """Whether it is positive and finite."""
    form = FORMATS[x.kind]
    bits = b.bitcast(x, form.integer) - 1
    return bits < form.bits(math.inf) - 1


def clamp(b: Builder, x: Value, low: float, high: float) -> Value:
    """The number within bounds; NaN stays. Each half is one instruction on x86."""
    x = b.select(b.compare("gt", b.constant(low, x.kind), x), low, x)
    return b.select(b.compare("lt", b.constant(high, x.kind), x), high, x)


def cap(b: Builder, x: Value, high: float) -> Value:
    """The number, or `high` if it is above; NaN stays."""
    return b.select(b.compare("lt", b.constant(high, x.kind), x), high, x)


def through_double(function: Callable[..., Value]) -> Callable[..., Value]:
    """A function that computes in double precision, whatever its operands are."""

    @functools.wraps(function)
    def emit(b: Builder, *values: Any) -> Value:
        wide = [b.convert(v, "f64") for v in values]
        return b.convert(function(b, *wide), values[0].kind)

    return emit
