"""The functions that are measured, and a loop over arrays around each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from functrace.compiler.machine.target import Target
from functrace.compiler.math import complexmath, vecmath
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import LLVM, llvm_type
from functrace.compiler.notation.routine import Routine, definitions

DTYPES = {"f64": np.float64, "f32": np.float32, "c64": np.float64, "c32": np.float32}
"""Dtypes of the parts of numbers: a complex number is two."""
LOOP = "loop"
_SYMBOL = re.compile(r"@([\w.\"]+)\(")


@dataclass(frozen=True)
class Function:
    """A function in the builder's notation.

    Parameters
    ----------
    name : str
    emit : callable
        ``(builder, *values)``: the result.
    arity : int
        How many operands it has.
    """

    name: str
    emit: Callable[..., Any]
    arity: int


def real_functions() -> dict[str, Function]:
    """The routines of `functrace.compiler.math.vecmath`."""
    found = {name: getattr(vecmath, name) for name in vecmath.__all__}
    return {
        name: Function(name, routine, routine.arity)
        for name, routine in found.items()
        if isinstance(routine, Routine)
    }


def complex_functions() -> dict[str, Function]:
    """The functions of `functrace.compiler.math.complexmath`."""
    found = {name: getattr(complexmath, name) for name in complexmath.__all__}
    return {
        name: Function(name, emit, len(inspect.signature(emit).parameters) - 1)
        for name, emit in found.items()
    }


def functions(kind: str) -> dict[str, Function]:
    """All functions of a kind of numbers: ``f64 f32 c64 c32``."""
    return complex_functions() if kind[0] == "c" else real_functions()


# -- text ------------------------------------------------------------------------------


def loop_text(function: Function, kind: str, lanes: int, target: Target) -> str:
    """A module with ``void loop(ptr buffers, i64 n)``: input arrays, then outputs.

    It treats `lanes` elements at a time, of which `n` must be a multiple.
    """
    b, part = Builder(fused=target.fused), f"f{kind[1:]}"
    parts = [_load(b, part, lanes, i) for i in range(function.arity * _parts(kind))]
    whole = parts if kind[0] == "f" else list(map(Complex, parts[::2], parts[1::2]))
    result = function.emit(b, *whole)
    for i, value in enumerate(_reals(result), start=len(parts)):
        _store(b, b.splat(value, lanes), i)
    body = f"""define void @{LOOP}(ptr %buffers, i64 %n) {{
entry:
br label %loop
loop:
%i = phi i64 [0, %entry], [%next, %step]
{_joined(b.lines)}
br label %step
step:
%next = add i64 %i, {max(lanes, 1)}
%more = icmp slt i64 %next, %n
br i1 %more, label %loop, label %end
end:
ret void
}}"""
    text, _ = definitions(b.routines, target)
    return _joined([body, *_missing(b.declarations, text), text])


def outputs(function: Function, kind: str) -> int:
    """How many arrays it writes: two if the result is complex."""
    part = f"f{kind[1:]}"
    b = Builder()
    parts = [Value(b, "%x", part, 0)] * (function.arity * _parts(kind))
    whole = parts if kind[0] == "f" else list(map(Complex, parts[::2], parts[1::2]))
    return len(_reals(function.emit(b, *whole)))


def _parts(kind: str) -> int:
    return 2 if kind[0] == "c" else 1


def _reals(result: Value | Complex) -> list[Value]:
    return [result.real, result.imag] if isinstance(result, Complex) else [result]


def _place(b: Builder, i: int, element: str) -> str:
    b.lines += [
        f"%array{i} = getelementptr ptr, ptr %buffers, i64 {i}",
        f"%start{i} = load ptr, ptr %array{i}",
        f"%place{i} = getelementptr {element}, ptr %start{i}, i64 %i",
    ]
    return f"ptr %place{i}, align {8 if element == 'double' else 4}"


def _load(b: Builder, kind: str, lanes: int, i: int) -> Value:
    place = _place(b, i, LLVM[kind])
    return b.emit(f"load {llvm_type(kind, lanes)}, {place}", kind, lanes)


def _store(b: Builder, value: Value, i: int) -> None:
    place = _place(b, i, LLVM[value.kind])
    b.lines.append(f"store {value.type} {value.text}, {place}")


def _missing(declarations: Iterable[str], text: str) -> list[str]:
    """What the text neither defines nor declares."""
    heads = [t for t in text.splitlines() if t.startswith(("define", "declare"))]
    known = {name for head in heads for name in _SYMBOL.findall(head)[:1]}
    return sorted(d for d in declarations if _SYMBOL.findall(d)[0] not in known)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)
