"""Elementwise code in a loop of its own, to be run on arrays: for tests of the emitters."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from functrace.compiler.machine.native import Code, compile_text
from functrace.compiler.machine.target import host
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import LLVM, kind_of, llvm_type
from functrace.compiler.routine_cache import compile_missing

MULTIPLE = 32  # of the arrays' lengths: no kernel has a tail


@dataclass
class Kernel:
    """A loop over arrays of parts: a complex array is two of them."""

    name: str
    text: str
    builder: Builder
    dtypes: Sequence[Any]  # of the outputs
    code: Code | None = None

    def __call__(self, *arrays: np.ndarray) -> list[np.ndarray]:
        """Run on arrays of one length."""
        assert self.code is not None
        size = arrays[0].size
        outs = [np.zeros(size, part) for d in self.dtypes for part in _parts_of(d)]
        parts = [part for array in arrays for part in _split(array)]
        buffers = [np.ascontiguousarray(part) for part in parts] + outs
        pointers = (ctypes.c_void_p * len(buffers))(*(a.ctypes.data for a in buffers))
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
        function(self.code.address(self.name))(ctypes.addressof(pointers), size)
        rest = iter(outs)
        return [_join(d, [next(rest) for _ in _parts_of(d)]) for d in self.dtypes]


def make_kernel(
    name: str,
    emit: Callable[..., Any],
    in_dtypes: Sequence[Any],
    out_dtypes: Sequence[Any],
    lanes: int,
) -> Kernel:
    """Write the text of ``outputs = emit(builder, *inputs)``; nothing is compiled yet."""
    b = Builder(fused=host().fused)
    kinds = [kind for d in (*in_dtypes, *out_dtypes) for kind in _kinds_of(d)]
    pointers = [_pointer(b, k) for k in range(len(kinds))]
    head, b.lines = b.lines, []
    loaded = iter([_load(b, p, k, lanes) for p, k in zip(pointers, kinds, strict=True)])
    operands = [_whole([next(loaded) for _ in _kinds_of(d)]) for d in in_dtypes]
    outs = emit(b, *operands)
    outs = outs if isinstance(outs, tuple) else (outs,)
    assert len(outs) == len(out_dtypes)
    rest = iter(pointers[sum(len(_kinds_of(d)) for d in in_dtypes) :])
    for out, dtype in zip(outs, out_dtypes, strict=True):
        for part in _reals(b.convert(out, kind_of(dtype))):
            _store(b, next(rest), part, lanes)
    text = "\n".join(
        [
            f"define void @{name}(ptr %buffers, i64 %size) {{",
            "entry:",
            *head,
            "br label %loop",
            "loop:",
            "%i = phi i64 [0, %entry], [%next, %loop]",
            *b.lines,
            f"%next = add i64 %i, {lanes or 1}",
            "%again = icmp slt i64 %next, %size",
            "br i1 %again, label %loop, label %end",
            "end:",
            "ret void",
            "}",
        ]
    )
    return Kernel(name, text, b, out_dtypes)


def compile_kernels(kernels: Sequence[Kernel]) -> None:
    """Compile them all at once."""
    declarations = sorted(set().union(*(k.builder.declarations for k in kernels)))
    compile_missing(set().union(*(k.builder.routines for k in kernels)))
    text = "\n".join([*declarations, *(k.text for k in kernels)])
    code = compile_text(text, [k.name for k in kernels])
    for kernel in kernels:
        kernel.code = code


# -- parts: what a complex number has two of -------------------------------------------


def _parts_of(dtype: Any) -> list[Any]:
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        return [np.dtype(f"f{dtype.itemsize // 2}")] * 2
    return [dtype]


def _kinds_of(dtype: Any) -> list[str]:
    return [kind_of(part) or "" for part in _parts_of(dtype)]


def _split(array: np.ndarray) -> list[np.ndarray]:
    return [array.real, array.imag] if array.dtype.kind == "c" else [array]


def _join(dtype: Any, parts: list[np.ndarray]) -> np.ndarray:
    if len(parts) == 1:
        return parts[0]
    out = np.empty(parts[0].shape, dtype)
    out.real, out.imag = parts
    return out


def _whole(parts: list[Value]) -> Any:
    return parts[0] if len(parts) == 1 else Complex(*parts)


def _reals(value: Any) -> list[Value]:
    return [value.real, value.imag] if type(value) is Complex else [value]


# -- memory ----------------------------------------------------------------------------


def _pointer(b: Builder, number: int) -> str:
    place = b.fresh()
    b.lines.append(f"{place} = getelementptr ptr, ptr %buffers, i64 {number}")
    name = b.fresh()
    b.lines.append(f"{name} = load ptr, ptr {place}")
    return name


def _address(b: Builder, pointer: str, kind: str) -> str:
    name = b.fresh()
    b.lines.append(f"{name} = getelementptr {LLVM[kind]}, ptr {pointer}, i64 %i")
    return name


def _load(b: Builder, pointer: str, kind: str, lanes: int) -> Value:
    stored = "u8" if kind == "b1" else kind
    address = _address(b, pointer, stored)
    value = b.emit(
        f"load {llvm_type(stored, lanes)}, ptr {address}, align 1", stored, lanes
    )
    return b.convert(value, kind)


def _store(b: Builder, pointer: str, value: Value, lanes: int) -> None:
    value = b.splat(b.convert(value, "u8") if value.kind == "b1" else value, lanes)
    address = _address(b, pointer, value.kind)
    b.lines.append(f"store {value.type} {value.text}, ptr {address}, align 1")
