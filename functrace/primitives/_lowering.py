"""How elements are computed natively, where that takes more than one operation.

Each function is what a record's `Elementwise` takes: operands in, in the dtypes of NumPy's
own loop, and the result out, which is NumPy's to the bit where arithmetic is exact or
rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise, JointRoutine, Unlowered
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import Kind, bits_of, kind_of
from functrace.compiler.notation.routine import Routine

Emit = Callable[..., Any]

_DTYPES = {
    kind_of(dtype): dtype
    for dtype in map(np.dtype, "?bhilBHILfdFD")  # every native kind
}


def for_kinds(real: Emit, complex_: Emit) -> Emit:
    """One emitter for real numbers, one for complex ones."""
    return lambda b, x, *ys: (complex_ if type(x) is Complex else real)(b, x, *ys)


def by_routine(
    real: Routine, complex_: Emit | None = None, joint: JointRoutine | None = None
) -> Elementwise:
    """A routine for real numbers; for complex ones an emitter, if there is one."""
    emit = of_reals(real) if complex_ is None else for_kinds(real, complex_)
    return Elementwise(emit, real.cost, joint=joint)


def of_reals(emit: Emit) -> Emit:
    """An emitter that does not take complex numbers."""

    def emit_real(b: Builder, *xs: Any) -> Any:
        if Complex in map(type, xs):
            raise Unlowered
        return emit(b, *xs)

    return emit_real


def identity(b: Builder, x: Any) -> Any:
    """The operand as it is."""
    return x


def truth(b: Builder, x: Any) -> Value:
    """Whether it is not zero; NaN is not."""
    return b.convert(x, "b1")


def logical(operation: Emit) -> Emit:
    """An operation on truth values, of operands of any dtype."""
    return lambda b, x, y: operation(truth(b, x), truth(b, y))


def integer_kind(x: Value) -> Kind:
    """The signed integers of the same width."""
    return f"i{bits_of(x.kind)}"


def promoted(b: Builder, *values: Any) -> list[Any]:
    """The values in the dtype that NumPy promotes theirs to."""
    dtype = np.result_type(*(_DTYPES[v.kind] for v in values))
    kind = kind_of(dtype)
    assert kind is not None
    return [b.convert(v, kind) for v in values]


# -- arithmetic ------------------------------------------------------------------------


def add(b: Builder, x: Any, y: Any) -> Any:
    """The sum; of truth values, whether one holds."""
    return b.arithmetic("add", x, y)  # as `x + y`, which takes longer


def subtract(b: Builder, x: Any, y: Any) -> Any:
    """The difference."""
    return b.arithmetic("sub", x, y)


def multiply(b: Builder, x: Any, y: Any) -> Any:
    """The product; of truth values, whether both hold."""
    return b.arithmetic("mul", x, y)


def real(b: Builder, x: Any) -> Value:
    """The real part."""
    return x.real if type(x) is Complex else x


def imag(b: Builder, x: Any) -> Value:
    """The imaginary part; 0 of real numbers."""
    return x.imag if type(x) is Complex else b.constant(0, x.kind)


def conjugate(b: Builder, x: Any) -> Any:
    """The complex conjugate; real numbers are their own."""
    return Complex(x.real, -x.imag) if type(x) is Complex else x


def sqrt(b: Builder, x: Value) -> Value:
    """The square root of a floating-point number."""
    if x.kind[0] != "f":
        raise Unlowered
    return b.sqrt(x)


# -- comparisons, the larger and the smaller -------------------------------------------

_FLIPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def comparison(predicate: str) -> Emit:
    """Compare as NumPy does: complex numbers by real part first, integers exactly."""

    def emit(b: Builder, x: Any, y: Any) -> Value:
        if type(x) is Complex:
            return _compare_complex(b, predicate, x, y)
        if (x.kind, y.kind) == ("i64", "u64"):
            return _compare_signs(b, predicate, x, y)
        if (x.kind, y.kind) == ("u64", "i64"):
            return _compare_signs(b, _FLIPPED[predicate], y, x)
        return b.compare(predicate, x, y)

    return emit


def _compare_complex(b: Builder, predicate: str, x: Complex, y: Complex) -> Value:
    if predicate == "eq":
        return x == y
    if predicate == "ne":
        return x != y
    strict = b.compare(predicate[0] + "t", x.real, y.real)
    ordered = b.compare("ord", x.imag, y.imag)
    return (strict & ordered) | (
        (x.real == y.real) & b.compare(predicate, x.imag, y.imag)
    )


def _compare_signs(b: Builder, predicate: str, x: Value, y: Value) -> Value:
    """Signed with unsigned numbers: a negative one is less than any of those."""
    less = b.constant(predicate in {"lt", "le", "ne"}, "b1")
    return b.select(x < 0, less, b.compare(predicate, b.bitcast(x, y.kind), y))


def isnan(b: Builder, x: Any) -> Value:
    """Whether it is NaN, or a part of it."""
    if type(x) is Complex:
        return b.compare("uno", x.real, x.imag)
    return b.isnan(x) if x.kind[0] == "f" else b.constant(False, "b1")


def isinf(b: Builder, x: Any) -> Value:
    """Whether it is infinite, or a part of it."""
    if type(x) is Complex:
        return isinf(b, x.real) | isinf(b, x.imag)
    return b.abs(x) == math.inf if x.kind[0] == "f" else b.constant(False, "b1")


def isfinite(b: Builder, x: Any) -> Value:
    """Whether it is neither infinite nor NaN, nor a part of it."""
    if type(x) is Complex:
        return isfinite(b, x.real) & isfinite(b, x.imag)
    return b.abs(x) < math.inf if x.kind[0] == "f" else b.constant(True, "b1")


def extremum(predicate: str, *, skips_nan: bool = False) -> Emit:
    """The operand that compares so; of NaN and a number NaN, or else the number."""
    holds = comparison(predicate)

    def emit(b: Builder, x: Any, y: Any) -> Any:
        if type(x) is not Complex and x.kind == "b1":
            return x | y if predicate == "gt" else x & y
        found = b.select(holds(b, x, y), x, y)  # one instruction on x86
        if type(x) is not Complex and x.kind[0] != "f":
            return found
        return b.select(isnan(b, y if skips_nan else x), x, found)

    return emit


maximum, minimum = extremum("gt"), extremum("lt")


def lowest(dtype: Any) -> Any:
    """What is not greater than any number; complex numbers have no such."""
    return _bound(np.dtype(dtype), -1)


def highest(dtype: Any) -> Any:
    """What is not less than any number; complex numbers have no such."""
    return _bound(np.dtype(dtype), 1)


def _bound(dtype: Any, sign: int) -> Any:
    if dtype.kind == "c":
        raise Unlowered
    if dtype.kind == "f":
        return sign * math.inf
    if dtype.kind == "b":
        return sign > 0
    return np.iinfo(dtype).max if sign > 0 else np.iinfo(dtype).min


# -- signs -----------------------------------------------------------------------------


def sign(b: Builder, x: Value) -> Value:
    """-1, 0 or 1; NaN of NaN."""
    one = b.constant(1, x.kind)
    if x.kind[0] == "u":
        return b.convert(x != 0, x.kind)
    zero = x + 0.0 if x.kind[0] == "f" else b.constant(0, x.kind)  # or NaN; never -0.0
    return b.select(x > 0, one, b.select(x < 0, b.constant(-1, x.kind), zero))


def signbit(b: Builder, x: Value) -> Value:
    """Whether the sign is negative, of zeros and NaN as well."""
    return b.bitcast(x, integer_kind(x)) < 0


def heaviside(b: Builder, x: Value, y: Value) -> Value:
    """0 below zero, 1 above, `y` at zero; NaN of NaN."""
    step = b.convert(x > 0, x.kind)
    return b.select(x == 0, y, b.select(b.isnan(x), x, step))


# -- rounding, conversion --------------------------------------------------------------


def rounding(name: str) -> Emit:
    """The builder's operation `name`; integers stay as they are."""
    return lambda b, x: getattr(b, name)(x) if x.kind[0] == "f" else x


def rint(b: Builder, x: Any) -> Any:
    """Round to the nearest integer, halves to even."""
    if type(x) is Complex:
        return Complex(b.rint(x.real), b.rint(x.imag))
    return b.rint(x)


def round_to(b: Builder, x: Any, *, decimals: int) -> Any:
    """Round to decimals by NumPy's own steps."""
    if type(x) is Complex:
        real = round_to(b, x.real, decimals=decimals)
        return Complex(real, round_to(b, x.imag, decimals=decimals))
    if x.kind[0] != "f":
        if x.kind == "b1" or decimals < 0:
            raise Unlowered
        return x
    if decimals == 0:
        return b.rint(x)
    scale = b.constant(_power_of_ten(abs(decimals)), x.kind)
    if decimals > 0:
        return b.rint(x * scale) / scale
    return b.rint(x / scale) * scale


def _power_of_ten(exponent: int) -> float:
    """With NumPy's rounding errors."""
    return math.prod([10.0] * (exponent - 9), start=10.0 ** min(exponent, 9))


def astype(b: Builder, x: Any, *, dtype: Any) -> Any:
    """Convert; what a float out of range gives is x86's C, and NumPy's, of finite ones."""
    kind = kind_of(dtype)
    if kind is None:
        raise Unlowered
    x = x.real if type(x) is Complex and kind[0] in "iuf" else x
    if type(x) is Complex or x.kind[0] != "f" or kind[0] not in "iu":
        return b.convert(x, kind)
    if kind == "u64":
        return _to_u64(b, x)
    through = "i64" if bits_of(kind) == 64 or kind == "u32" else "i32"
    return b.convert(b.convert(x, through), kind)


def _to_u64(b: Builder, x: Any) -> Value:
    """Of what exceeds the signed integers the upper half is taken off first."""
    half = b.constant(2.0**63, x.kind)
    upper = x >= half
    low = b.convert(b.select(upper, x - half, x), "i64")
    top = b.select(upper, b.constant(-1 << 63, "i64"), b.constant(0, "i64"))
    return b.bitcast(low ^ top, "u64")


def where(b: Builder, x: Any, y: Any, z: Any) -> Any:
    """`y` where `x` holds, else `z`."""
    y, z = promoted(b, _fit(b, y, z), _fit(b, z, y))
    return b.select(truth(b, x), y, z)


def _fit(b: Builder, x: Any, other: Any) -> Any:
    """A floating-point constant in the other's precision, if nothing is lost."""
    narrows = type(x) is Value and (x.kind, other.kind) == ("f64", "f32")
    if narrows and x.number is not None and np.float32(x.number) == x.number:
        return b.constant(x.number, "f32")
    return x


def from_parts(b: Builder, x: Value, y: Value) -> Complex:
    """A complex number."""
    dtype = np.result_type(_DTYPES[x.kind], _DTYPES[y.kind], np.complex64)
    part = f"f{4 * dtype.itemsize}"
    return Complex(b.convert(x, part), b.convert(y, part))


# -- bits ------------------------------------------------------------------------------


def left_shift(b: Builder, x: Value, y: Value) -> Value:
    """Shift left; by the width and more, or by a negative number, all bits go."""
    inside, zero = _inside(b, x, y), b.constant(0, x.kind)
    return b.select(inside, x << b.select(inside, y, zero), zero)


def right_shift(b: Builder, x: Value, y: Value) -> Value:
    """Shift right; by the width and more, or by a negative number, the sign is left."""
    inside, zero = _inside(b, x, y), b.constant(0, x.kind)
    if x.kind[0] == "i":
        return x >> b.select(inside, y, b.constant(bits_of(x.kind) - 1, x.kind))
    return b.select(inside, x >> b.select(inside, y, zero), zero)


def _inside(b: Builder, x: Value, y: Value) -> Value:
    """Whether `y` is from 0 to the width of `x`."""
    return b.compare("ult", y, b.constant(bits_of(x.kind), y.kind))


def bitwise_count(b: Builder, x: Value) -> Value:
    """How many bits of the magnitude are set."""
    return b.intrinsic("ctpop", b.abs(x))
