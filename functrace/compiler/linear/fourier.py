"""Discrete Fourier transforms by the inner loops of NumPy's: the same numbers.

Of the ufuncs in ``numpy.fft._pocketfft_umath``, ``loop(args, lengths, steps, data)``
transforms rows, with a factor. It neither needs the interpreter nor fails. NumPy takes that
for single precision where all types are the loop's own, which the factor 1 is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import Unlowered
from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.strided import Cells, copy, merged, nested
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.core.aval import Aval

_MODULE = "numpy.fft._pocketfft_umath"


def emit_fft(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    axis: int,
    inverse: bool,
    norm: str,
) -> None:
    """Of complex numbers, or the inverse."""
    (x,), (out,) = operands, outputs
    factor = _factor(out, out.aval.shape[axis], norm, inverse=inverse)
    _transform(step, "ifft" if inverse else "fft", (x, out), "Dd->D", axis, factor)


def emit_rfft(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    axis: int,
    norm: str,
) -> None:
    """Half the spectrum of real numbers."""
    (x,), (out,) = operands, outputs
    n = x.aval.shape[axis]
    name = "rfft_n_odd" if n % 2 else "rfft_n_even"
    factor = _factor(out, n, norm, inverse=False)
    _transform(step, name, (x, out), "dd->D", axis, factor)


def emit_irfft(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    axis: int,
    n: int,
    norm: str,
) -> None:
    """Real numbers of half their spectrum."""
    (x,), (out,) = operands, outputs
    factor = _factor(out, n, norm, inverse=True)
    _transform(step, "irfft", (x, out), "Dd->d", axis, factor)


def _factor(out: Operand, n: int, norm: str, *, inverse: bool) -> Any:
    """As NumPy computes it, in the precision of the result; 1 if there is none."""
    real: Any = np.dtype(out.aval.dtype).type(0).real.dtype.type
    if norm == "ortho":
        return np.reciprocal(np.sqrt(real(n)))
    return np.reciprocal(real(n)) if (norm == "forward") != inverse else 1


def _transform(
    step: StepBuilder,
    name: str,
    pair: tuple[Operand, Operand],
    types: str,
    axis: int,
    factor: Any,
) -> None:
    """Transform all rows along an axis."""
    given, out = pair
    if given.kind == "f16" or out.kind not in {"f32", "f64", "c32", "c64"}:
        raise Unlowered
    if not out.aval.size:
        return
    single = types.replace("d", "f").replace("D", "F")
    if type(factor) is np.float32 and given.aval.dtype == np.dtype(single[0]):
        types = single
    x = _in_type(step, given, types[0])
    if x is not given:
        _copy(step, given, x)
    target = _in_type(step, out, types[-1])
    loop, data = step.ufunc(_MODULE, name, types)
    lengths, (own, new) = merged(
        _without(axis, out.aval.shape),
        [_without(axis, x.strides), _without(axis, target.strides)],
    )
    rows, *down = [s.pop() for s in (lengths, own, new)] if lengths else [1, 0, 0]
    steps = [
        *(down[0] * itemsize(x.kind), 0, down[1] * itemsize(target.kind)),
        *(
            x.strides[axis] * itemsize(x.kind),
            target.strides[axis] * itemsize(target.kind),
        ),
    ]
    counts = step.integers([rows, x.aval.shape[axis], out.aval.shape[axis]])
    with nested(step, lengths) as indices:
        pointers = _at(step, x, indices, own), _at(step, target, indices, new)
        args = step.table(
            [
                pointers[0],
                step.number(float(factor), f"f{8 * np.dtype(types[1]).itemsize}"),
                pointers[1],
            ]
        )
        step.call(loop, args, counts, step.integers(steps), data)
    if target is not out:
        _copy(step, target, out)


def _in_type(step: StepBuilder, x: Operand, letter: str) -> Operand:
    """The array, or one of its shape for numbers of another type."""
    dtype = np.dtype(letter)
    if x.aval.dtype == dtype:
        return x
    shape = x.aval.shape
    pointer = step.scratch(x.aval.size * dtype.itemsize)
    return Operand(pointer, Aval(shape, dtype), row_major(shape))


def _copy(step: StepBuilder, source: Operand, target: Operand) -> None:
    cells = [Cells(a.pointer, a.kind, a.strides) for a in (source, target)]
    copy(step, source.aval.shape, *cells)


def _without(axis: int, numbers: Sequence[int]) -> list[int]:
    return [*numbers[:axis], *numbers[axis + 1 :]]


def _at(
    step: StepBuilder, x: Operand, indices: Sequence[Value], strides: Sequence[int]
) -> str:
    return step.at(x.pointer, x.kind, *zip(indices, strides, strict=True))
