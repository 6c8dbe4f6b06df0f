"""The kinds of elements that native code computes in, and what LLVM calls them."""

from __future__ import annotations

import struct
from typing import Any, TypeAlias

import numpy as np

Kind: TypeAlias = str
"""``f64 f32 i8 i16 i32 i64 u8 u16 u32 u64 b1``; a complex value is a pair of reals."""

LLVM = {"f64": "double", "f32": "float", "b1": "i1"} | {
    f"{sign}{bits}": f"i{bits}" for sign in "iu" for bits in (8, 16, 32, 64)
}
_KINDS = {
    np.dtype(np.bool_): "b1",
    np.dtype(np.float32): "f32",
    np.dtype(np.float64): "f64",
    np.dtype(np.complex64): "c32",
    np.dtype(np.complex128): "c64",
} | {
    np.dtype(f"{sign}{bits // 8}"): f"{sign}{bits}"
    for sign in "iu"
    for bits in (8, 16, 32, 64)
}


def kind_of(dtype: Any) -> Kind | None:
    """Kind of a dtype, ``c32`` and ``c64`` of complex ones; None: not native."""
    return _KINDS.get(dtype) or _KINDS.get(np.dtype(dtype))


def native_kind(dtype: Any) -> Kind:
    """Kind of a dtype that is known to be native."""
    return _KINDS[np.dtype(dtype)]


def bits_of(kind: Kind) -> int:
    """Width of an element in bits."""
    return int(kind[1:])


def llvm_type(kind: Kind, lanes: int) -> str:
    """``double``, or ``<8 x double>``."""
    return f"<{lanes} x {LLVM[kind]}>" if lanes else LLVM[kind]


def literal(value: Any, kind: Kind) -> str:
    """A number as LLVM writes it."""
    if kind[0] == "f":
        value = np.float32(value) if kind == "f32" else value
        return f"0x{struct.unpack('<Q', struct.pack('<d', float(value)))[0]:016X}"
    if kind == "b1":
        return "true" if value else "false"
    bits = bits_of(kind)
    value = int(value) & ((1 << bits) - 1)
    return str(value - (1 << bits) if value >> (bits - 1) else value)


def conversion(source: Kind, target: Kind) -> str | None:
    """The instruction that converts; None if the bits stay as they are."""
    a, b = source[0], target[0]
    if a == "f" and b == "f":
        return "fptrunc" if target == "f32" else "fpext"
    if a == "f":
        return "fptoui" if b == "u" else "fptosi"
    if b == "f":
        return "sitofp" if a == "i" else "uitofp"
    wide, narrow = bits_of(target), bits_of(source)
    if wide == narrow:
        return None
    if wide < narrow:
        return "trunc"
    return "sext" if a == "i" else "zext"
