"""Quotients and remainders, natively."""

from __future__ import annotations

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.kinds import bits_of
from functrace.compiler.notation.routine import Routine


def _divisor(b: Builder, x: Value, y: Value) -> Value:
    """One in place of divisors that trap: of 0, and of the least number by -1."""
    trap = y == 0
    if y.kind[0] == "i":
        least = -1 << (bits_of(x.kind) - 1)
        trap |= (y == -1) & (x == b.constant(least, x.kind))
    return b.select(trap, b.constant(1, y.kind), y)


def _integer_division(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """Quotient towards zero, and remainder."""
    sign = "u" if x.kind[0] == "u" else "s"
    y = _divisor(b, x, y)
    return b.binary(f"{sign}div", x, y), b.binary(f"{sign}rem", x, y)


def floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """The quotient rounded down; 0 of an integer divided by zero."""
    if x.kind[0] == "f":
        return _floor_divide_floats(b, x, y)
    quotient, rest = _integer_division(b, x, y)
    if x.kind[0] == "i":
        up = (rest != 0) & ((rest < 0) != (y < 0))
        quotient = quotient - b.convert(up, x.kind)
    return b.select(y == 0, b.constant(0, x.kind), quotient)


def remainder(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of the divisor."""
    if x.kind[0] == "f":
        return _remainder_floats(b, fmod(b, x, y), y)
    rest = _integer_division(b, x, y)[1]
    if x.kind[0] == "i":
        other = (rest != 0) & ((rest < 0) != (y < 0))
        rest = rest + b.select(other, y, b.constant(0, x.kind))
    return rest


def fmod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of the dividend."""
    if x.kind[0] != "f":
        return _integer_division(b, x, y)[1]
    return _fmod(b, x, y) if b.fused else b.binary("frem", x, y)


def _fast_fmod(b: Builder, x: Value, y: Value) -> Value:
    """``x - n y`` for the quotient n, cut off.

    While n is exact, the fused product and difference are: if the quotient was rounded
    up to n, the difference is between 0 and -y, and y makes up for it.
    """
    whole = b.trunc(x / y)
    rest = b.fma(-whole, y, x)
    over = (rest < 0) != (x < 0)
    rest = b.select(over & (rest != 0), rest + b.copysign(y, x), rest)
    rest = b.select(b.abs(x) < b.abs(y), x, b.copysign(rest, x))
    exact = b.abs(whole) < _EXACT[x.kind]
    return cold(
        b, ~exact, rest, lambda b: b.select(exact, rest, b.binary("frem", x, y))
    )


_EXACT = {"f64": 2.0**53, "f32": 2.0**24}  # integers below it have no gaps
_fmod = Routine("fmod", _fast_fmod, cost=15)


def _remainder_floats(b: Builder, rest: Value, y: Value) -> Value:
    other = (rest < 0) != (y < 0)
    zero = b.copysign(b.constant(0.0, y.kind), y)
    return b.select(rest == 0, zero, b.select(other, rest + y, rest))


def _floor_divide_floats(b: Builder, x: Value, y: Value) -> Value:
    """NumPy's own steps, so that both agree with ``remainder``."""
    rest = fmod(b, x, y)
    quotient = (x - rest) / y
    other = (rest != 0) & ((rest < 0) != (y < 0))
    quotient = b.select(other, quotient - 1.0, quotient)
    floor = b.floor(quotient)
    floor = b.select(quotient - floor > 0.5, floor + 1.0, floor)
    plain = x / y
    floor = b.select(quotient == 0, b.copysign(b.constant(0.0, x.kind), plain), floor)
    return b.select(y == 0, plain, floor)


def reciprocal(b: Builder, x: Value) -> Value:
    """One over a real number or integer."""
    if x.kind[0] == "f":
        return 1.0 / x
    keeps = x == 1
    if x.kind[0] == "i":
        keeps |= x == -1
    # What C's conversion of an infinity gives: the least number of the wider types.
    of_zero = -1 << (bits_of(x.kind) - 1) if x.kind in {"i32", "i64"} else 0
    zero = b.constant(0, x.kind)
    return b.select(keeps, x, b.select(x == 0, b.constant(of_zero, x.kind), zero))
