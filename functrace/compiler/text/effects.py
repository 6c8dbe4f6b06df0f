"""Steps that call Python, from wherever they are in a native program: effects, and values."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
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
    with step.when(_holds(step, token)), step.when(_holds(step, active)):
        interval = round(call.interval * 1e9)
        _call(step, EffectTrampoline(call, _avals(operands)), operands, interval)


def valued(impl: Callable[..., Any]) -> Callable[..., None]:
    """What emits a call of a function of a module, which gives an array: the output.

    It is given arrays that it may not write to.
    """

    def emit(
        step: StepBuilder,
        operands: list[Operand],
        outputs: list[Operand],
        **params: Any,
    ) -> None:
        (out,) = outputs
        run = partial(impl, **params)
        _call(step, ValueTrampoline(run, _avals([*operands, out])), [*operands, out])

    return emit


def _avals(arrays: Sequence[Operand]) -> list[Aval]:
    return [Aval(*x.aval) for x in arrays]


def _call(
    step: StepBuilder, run: Trampoline, arrays: Sequence[Operand], interval: int = 0
) -> None:
    """Call with these, unless it is too soon after the last time, in nanoseconds."""
    step.alone = True
    function = step.object(run)
    due = step.state(np.zeros(1, np.int64))
    step.declarations.add(f"declare i32 @{CALL}(ptr, ptr, ptr, i64)")
    table = step.table([_in_order(step, x) for x in arrays])
    given = f"ptr {function}, ptr {table}, ptr {due}, i64 {interval}"
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
    """Brings what lies in a program's memory to a function, as arrays.

    Parameters
    ----------
    run : object
    avals : sequence of Aval
        Of the arrays, which lie in C order.
    """

    def __init__(self, run: Any, avals: Sequence[Aval]) -> None:
        self.run = run
        self._forms = [(aval.shape, np.dtype(aval.dtype), aval.size) for aval in avals]

    def __call__(self, address: int) -> None:
        """Do it with the arrays that a table points at."""
        table = ctypes.c_void_p * len(self._forms)
        pointers = table.from_address(address)
        pairs = zip(pointers, self._forms, strict=True)
        self._run([(pointer, *form) for pointer, form in pairs])

    def _run(self, places: Sequence[Any]) -> None:
        raise NotImplementedError


class EffectTrampoline(Trampoline):
    """Of an effect: two truth values, which hold, and what is its own to keep."""

    def _run(self, places: Sequence[Any]) -> None:
        token, active, *xs = [_value(*place) for place in places]
        self.run.run(token, active, xs)


class ValueTrampoline(Trampoline):
    """Of a function that gives an array, which is put into the last place."""

    def _run(self, places: Sequence[Any]) -> None:
        *operands, (pointer, shape, dtype, size) = places
        found = np.ascontiguousarray(self.run(*[_value(*x) for x in operands]), dtype)
        assert found.shape == shape
        ctypes.memmove(pointer, found.ctypes.data, size * dtype.itemsize)


def _value(
    pointer: Any, shape: tuple[int, ...], dtype: np.dtype[Any], size: int
) -> Any:
    """A number, or an array that nobody can write to."""
    data = ctypes.string_at(pointer, size * dtype.itemsize) if size else b""
    flat = np.frombuffer(data, dtype)
    return flat.reshape(shape) if shape else flat[0]
