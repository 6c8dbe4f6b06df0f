"""Sums of products, in any kind: of truth values, any of all."""

from __future__ import annotations

from typing import Any

from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import Kind, bits_of
from functrace.compiler.notation.memory import each
from functrace.compiler.notation.step import StepBuilder


def zero(b: Builder, kind: Kind, lanes: int) -> Any:
    """The empty sum."""
    if kind[0] == "c":
        part = f"f{kind[1:]}"
        return Complex(zero(b, part, lanes), zero(b, part, lanes))
    number = b.constant(False if kind == "b1" else 0, kind)
    return b.splat(number, lanes) if lanes else number


def multiply(x: Any, y: Any) -> Any:
    """The product."""
    return x & y if x.kind == "b1" else x * y


def add(x: Any, y: Any) -> Any:
    """The sum."""
    return x | y if x.kind == "b1" else x + y


def multiply_add(b: Builder, x: Any, y: Any, total: Any) -> Any:
    """``total + x * y``, fused where that is faster."""
    if type(total) is Complex:
        return Complex(
            b.fma(x.real, y.real, b.fma(-x.imag, y.imag, total.real)),
            b.fma(x.real, y.imag, b.fma(x.imag, y.real, total.imag)),
        )
    if total.kind[0] == "f":
        return b.fma(x, y, total)
    return add(total, multiply(x, y))


def total(b: Builder, x: Any) -> Any:
    """The sum of the lanes."""
    return each(x, lambda part: _total(b, part))


def _total(b: Builder, x: Value) -> Value:
    if not x.lanes:
        return x
    suffix = x.kind if x.kind[0] == "f" else f"i{bits_of(x.kind)}"
    name = {"f": "fadd", "b": "or"}.get(x.kind[0], "add")
    function = f"@llvm.vector.reduce.{name}.v{x.lanes}{suffix}"
    scalar = x.type.split()[-1].rstrip(">")
    if name == "fadd":  # lanes may be added up in any order
        b.declarations.add(f"declare {scalar} {function}({scalar}, {x.type})")
        start = zero(b, x.kind, 0).text
        given = f"{scalar} {start}, {x.type} {x.text}"
        return b.emit(f"call reassoc {scalar} {function}({given})", x.kind, 0)
    b.declarations.add(f"declare {scalar} {function}({x.type})")
    return b.emit(f"call {scalar} {function}({x.type} {x.text})", x.kind, 0)


def lanes_of(step: StepBuilder, kind: Kind, registers: int = 1) -> int:
    """Elements in vector registers; of truth values, in those of their bytes."""
    return max(1, registers * step.vector_bits // max(8, bits_of(kind)))


def least_lanes(step: StepBuilder, kind: Kind) -> int:
    """Lanes of the shortest vectors in which, rather than in shorter ones, to use a mask."""
    return lanes_of(step, kind) if bits_of(kind) >= 32 else 1
