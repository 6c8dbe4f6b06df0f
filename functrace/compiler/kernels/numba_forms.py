"""Lowerings by Numba: functions on arrays, as steps, and functions on numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise, Step, Unlowered
from functrace.compiler.indices.index import row_major
from functrace.compiler.kernels.numba_code import Argument, ArrayType, Kernel
from functrace.compiler.kernels.numba_inline import scalar_function
from functrace.compiler.linear.matrices import each_in_stack
from functrace.compiler.linear.strided import Cells, copy
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.core.aval import Aval


def numba_step(
    kernel: Callable[..., Any] | Kernel,
    *,
    ranks: Sequence[int | None] | None = None,
    along_axis: bool = False,
    scratch: Callable[..., Sequence[Aval]] | None = None,
    params: Callable[..., dict[str, Any]] | None = None,
    kinds: str = "biufc",
) -> Step:
    """A function on arrays as a step; see `functrace.extend.numba_step`."""
    made = kernel if isinstance(kernel, Kernel) else Kernel(kernel)

    def emit(
        step: StepBuilder, operands: list[Operand], outputs: list[Operand], **given: Any
    ) -> None:
        arrays = [*operands, *outputs]
        if any(operand.aval.dtype.kind not in kinds for operand in operands):
            raise Unlowered
        if along_axis:
            arrays = [_last(array, given["axis"]) for array in arrays]
        own = _ranks(arrays, [1] * len(arrays) if along_axis else ranks)
        cores = [_core(array, rank) for array, rank in zip(arrays, own, strict=True)]
        avals = [core.aval for core in cores]
        if ranks is not None:
            avals = [
                Aval(aval.size, aval.dtype) if rank is None else aval
                for aval, rank in zip(avals, ranks, strict=True)
            ]
        further = [] if scratch is None else list(scratch(*avals, **given))
        known = given if params is None else params(**given)
        numbers = _numbers(made, len(cores) + len(further), known)
        types: list[Argument] = [
            ArrayType(np.dtype(aval.dtype), aval.ndim, i < len(operands))
            for i, aval in enumerate(avals)
        ]
        types += [ArrayType(np.dtype(aval.dtype), aval.ndim, False) for aval in further]
        symbol = made.symbol((*types, *(number.dtype for number in numbers)))
        calls = _Calls(step, symbol, cores, avals, len(operands))
        calls.write(arrays, own, further, numbers)

    return Step(emit)


class _Calls:
    """Calls of a compiled kernel, for each element of a stack."""

    def __init__(
        self,
        step: StepBuilder,
        symbol: str,
        cores: list[Operand],
        avals: list[Aval],
        operands: int,
    ) -> None:
        self._step = step
        self._symbol = symbol
        self._cores = cores
        self._avals = avals
        self._operands = operands
        self._aside = [
            None if _is_dense(core) else step.scratch(_nbytes(core.aval))
            for core in cores
        ]

    def write(
        self,
        arrays: list[Operand],
        ranks: list[int],
        further: list[Aval],
        numbers: list[np.generic],
    ) -> None:
        step = self._step
        memory = [step.scratch(_nbytes(aval)) for aval in further]
        given = [
            argument
            for aval, pointer in zip(further, memory, strict=True)
            for argument in _array_arguments(pointer, aval)
        ]
        given += [_number(number) for number in numbers]
        stack = _stack(arrays, ranks)
        if 0 in stack:
            return
        cells = [
            _stacked(array, core, len(stack))
            for array, core in zip(arrays, self._cores, strict=True)
        ]
        with each_in_stack(step, stack, cells) as pointers:
            self._one(pointers, given)

    def _one(self, pointers: list[str], given: list[str]) -> None:
        step, arguments, results = self._step, list[str](), list[tuple[Any, ...]]()
        for i, (core, aside) in enumerate(zip(self._cores, self._aside, strict=True)):
            pointer = pointers[i]
            if aside is not None:
                shape = core.aval.shape
                strided = Cells(pointer, core.kind, core.strides)
                dense = Cells(aside, core.kind, row_major(shape))
                if i < self._operands:
                    copy(step, shape, strided, dense)
                else:
                    results.append((shape, dense, strided))
                pointer = aside
            arguments += _array_arguments(pointer, self._avals[i])
        arguments += given
        types = ", ".join(argument.split()[0] for argument in arguments)
        step.alone = True  # it may print
        step.declarations.add(f"declare i32 @{self._symbol}({types})")
        call = f"call i32 @{self._symbol}({', '.join(arguments)})"
        step.fail_if(step.emit(call, "i32", 0) != 0)
        for result in results:
            copy(step, *result)


# -- arrays ----------------------------------------------------------------------------


def _last(array: Operand, axis: int) -> Operand:
    """The array with an axis moved to the end."""
    order = [*range(array.aval.ndim)]
    order.append(order.pop(axis))
    return Operand(
        array.pointer,
        Aval(tuple(array.aval.shape[k] for k in order), array.aval.dtype),
        tuple(array.strides[k] for k in order),
    )


def _ranks(arrays: list[Operand], ranks: Sequence[int | None] | None) -> list[int]:
    """How many axes of each array are the kernel's."""
    if ranks is None:
        return [array.aval.ndim for array in arrays]
    if len(arrays) != len(ranks):
        raise Unlowered
    pairs = zip(arrays, ranks, strict=True)
    return [array.aval.ndim if rank is None else rank for array, rank in pairs]


def _core(array: Operand, rank: int) -> Operand:
    """What a kernel is given of an array: its last axes."""
    if array.aval.ndim < rank:
        raise Unlowered
    split = array.aval.ndim - rank
    aval = Aval(array.aval.shape[split:], array.aval.dtype)
    return Operand(array.pointer, aval, array.strides[split:])


def _stack(arrays: list[Operand], ranks: list[int]) -> tuple[int, ...]:
    shapes = (
        array.aval.shape[: array.aval.ndim - rank]
        for array, rank in zip(arrays, ranks, strict=True)
    )
    return np.broadcast_shapes(*shapes)


def _stacked(array: Operand, core: Operand, axes: int) -> Cells:
    """An array's strides along the axes of the stack, which it is broadcast to."""
    own = array.aval.ndim - core.aval.ndim
    pairs = zip(array.aval.shape[:own], array.strides[:own], strict=True)
    strides = tuple(0 if n == 1 else s for n, s in pairs)
    return Cells(array.pointer, array.kind, (0,) * (axes - own) + strides)


def _is_dense(core: Operand) -> bool:
    expected = row_major(core.aval.shape)
    pairs = zip(core.aval.shape, core.strides, expected, strict=True)
    return core.aval.size == 0 or all(n == 1 or s == e for n, s, e in pairs)


def _nbytes(aval: Aval) -> int:
    return max(1, aval.size * np.dtype(aval.dtype).itemsize)


def _array_arguments(pointer: str, aval: Aval) -> list[str]:
    return [f"ptr {pointer}", *(f"i64 {n}" for n in aval.shape)]


# -- parameters ------------------------------------------------------------------------


def _numbers(kernel: Kernel, arrays: int, params: dict[str, Any]) -> list[np.generic]:
    """The parameters that the kernel names after its arrays."""
    types = {bool: np.bool_, int: np.int64, float: np.float64}
    return [
        types[type(params[name])](params[name]) for name in kernel.parameters[arrays:]
    ]


def _number(number: np.generic) -> str:
    if number.dtype.kind == "f":
        bits = int(number.view(np.int64))
        return f"double 0x{bits & (1 << 64) - 1:016X}"
    return f"i{8 * number.dtype.itemsize} {int(number)}"


# -- functions on numbers --------------------------------------------------------------


def numba_elementwise(kernel: Callable[..., Any], *, cost: int) -> Elementwise:
    """A function of numbers; see `functrace.extend.numba_elementwise`."""
    emit = scalar_function(Kernel(kernel))

    def emit_real(b: Builder, *values: Any, **params: Any) -> Value:
        if params:
            raise Unlowered
        return emit(b, *values)

    return Elementwise(emit_real, cost)
