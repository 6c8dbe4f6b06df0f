"""Discrete Fourier transforms by the inner loops of NumPy's: the same numbers.

Of the ufuncs in ``numpy.fft._pocketfft_umath``, ``loop(args, lengths, steps, data)``
transforms rows, with a factor.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from functrace.compiler.forms import Unlowered
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.strided import converted, written_as
from functrace.compiler.linear.ufunc_loops import loop_dtypes, run_loop
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.core.aval import Aval

_MODULE = "numpy.fft._pocketfft_umath"
_ufuncs: Any = import_module(_MODULE)
_FACTORS = {np.dtype(np.float64): "f64", np.dtype(np.float32): "f32"}


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
    _transform(step, _ufuncs.ifft if inverse else _ufuncs.fft, x, out, axis, factor)


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
    ufunc = _ufuncs.rfft_n_odd if n % 2 else _ufuncs.rfft_n_even
    _transform(step, ufunc, x, out, axis, _factor(out, n, norm, inverse=False))


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
    _transform(step, _ufuncs.irfft, x, out, axis, factor)


def _factor(out: Operand, n: int, norm: str, *, inverse: bool) -> Any:
    """As NumPy computes it, in the precision of the result; 1 if there is none."""
    real: Any = np.dtype(out.aval.dtype).type(0).real.dtype.type
    if norm == "ortho":
        return np.reciprocal(np.sqrt(real(n)))
    return np.reciprocal(real(n)) if (norm == "forward") != inverse else 1


def _transform(
    step: StepBuilder,
    ufunc: np.ufunc,
    given: Operand,
    out: Operand,
    axis: int,
    factor: Any,
) -> None:
    """Transform all rows along an axis."""
    dtypes = loop_dtypes(ufunc, given.aval.dtype, getattr(factor, "dtype", int))
    if dtypes[1] not in _FACTORS:
        raise Unlowered
    if not out.aval.size:
        return
    x = converted(step, given, dtypes[0])
    pointer = step.number(float(factor), _FACTORS[dtypes[1]])
    scale = Operand(pointer, Aval((), dtypes[1]), ())
    with written_as(step, out, dtypes[2]) as target:
        rows = [_without(axis, a) for a in (x, target)]
        run_loop(
            step,
            (_MODULE, ufunc, dtypes),
            rows[0].aval.shape,
            [rows[0], scale, rows[1]],
            [a.aval.shape[axis] for a in (x, target)],
            [a.strides[axis] * itemsize(a.kind) for a in (x, target)],
        )


def _without(axis: int, x: Operand) -> Operand:
    """The first elements of all rows along an axis."""
    shape, strides = list(x.aval.shape), list(x.strides)
    del shape[axis], strides[axis]
    return Operand(x.pointer, Aval(tuple(shape), x.aval.dtype), tuple(strides))
