"""Effects: steps that call Python, from wherever they are in a native program."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.strided import Cells, copy
from functrace.compiler.notation.memory import Access, load
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.compiler.runtime.python import CALL
from functrace.core.aval import Aval

_ONE = Access(0, 0, 0)


def emit_effect(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], *, call: Any
) -> None:
    """A call of Python where two truth values hold; the token is handed on."""
    token, active, *_ = operands
    (out,) = outputs
    _copy(step, out.pointer, token)
    avals = [Aval(*x.aval) for x in operands]
    step.alone = True
    function = step.object(Trampoline(call, avals))
    due = step.state(np.zeros(1, np.int64))
    step.declarations.add(f"declare i32 @{CALL}(ptr, ptr, ptr, i64)")
    with step.when(_holds(step, token)), step.when(_holds(step, active)):
        table = step.table([_in_order(step, x) for x in operands])
        arguments = f"ptr {function}, ptr {table}, ptr {due}"
        interval = round(call.interval * 1e9)
        given = f"{arguments}, i64 {interval}"
        status = step.emit(f"call i32 @{CALL}({given})", "i32", 0)
        step.fail_if(status != 0)


def _holds(step: StepBuilder, truth: Operand) -> Any:
    """A truth value; of several, which Python looks at, nothing is known."""
    if truth.aval.shape:
        return step.constant(1, "b1")
    return load(step, truth.pointer, "b1", _ONE)


def _copy(step: StepBuilder, target: str, x: Operand) -> None:
    shape = x.aval.shape
    strides = row_major(shape)
    if x.strides == strides or not shape:
        step.copy(target, x.pointer, x.aval.size * itemsize(x.kind))
    else:
        source = Cells(x.pointer, x.kind, x.strides)
        copy(step, shape, source, Cells(target, x.kind, strides))


def _in_order(step: StepBuilder, x: Operand) -> str:
    if x.strides == row_major(x.aval.shape) or not x.aval.size:
        return x.pointer
    target = step.local(x.aval.size * itemsize(x.kind))
    _copy(step, target, x)
    return target


class Trampoline:
    """Brings what lies in a program's memory to an effect, as arrays.

    Parameters
    ----------
    call : Call
        As of `functrace.primitives.effect`.
    avals : sequence of Aval
        Of the operands, which lie in C order.
    """

    def __init__(self, call: Any, avals: Sequence[Aval]) -> None:
        self._call = call
        self._forms = [(aval.shape, np.dtype(aval.dtype), aval.size) for aval in avals]
        self._table = ctypes.c_void_p * len(avals)

    def __call__(self, address: int) -> None:
        """Do it with the operands that a table points at."""
        pointers = self._table.from_address(address)
        pairs = zip(pointers, self._forms, strict=True)
        token, active, *xs = [_value(pointer, *form) for pointer, form in pairs]
        self._call.run(token, active, xs)


def _value(
    pointer: Any, shape: tuple[int, ...], dtype: np.dtype[Any], size: int
) -> Any:
    """A number, or an array that nobody can write to."""
    data = ctypes.string_at(pointer, size * dtype.itemsize) if size else b""
    flat = np.frombuffer(data, dtype)
    return flat.reshape(shape) if shape else flat[0]
