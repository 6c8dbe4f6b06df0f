"""Inner loops of ufuncs, called by address: what NumPy and SciPy have compiled.

``loop(args, lengths, steps, data)`` needs no interpreter. It is chosen as NumPy would, and
gives the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np

from functrace.compiler.forms import Step, Unlowered
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.strided import converted, merged, nested, written_as
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.step import Operand, StepBuilder

_PYTHON = {np.dtype(kind): kind for kind in (bool, int, float, complex)}


def ufunc_loop(module: str, ufunc: np.ufunc) -> Step:
    """The lowering of an operation on each element that a module's ufunc is."""
    return Step(partial(_emit, module, ufunc))


def loop_dtypes(ufunc: np.ufunc, *given: Any) -> tuple[np.dtype, ...]:
    """The types of a loop, which NumPy chooses for operands of these; Python's among them.

    Raises
    ------
    Unlowered
        There is none.
    """
    try:
        return ufunc.resolve_dtypes((*given, *[None] * ufunc.nout))
    except TypeError:
        raise Unlowered from None


def _emit(
    module: str,
    ufunc: np.ufunc,
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
) -> None:
    """Compute all elements."""
    dtypes = _dtypes(ufunc, operands, outputs)
    shape = outputs[0].aval.shape
    if not outputs[0].aval.size:
        return
    taken, given = dtypes[: len(operands)], dtypes[len(operands) :]
    arrays = [converted(step, *pair) for pair in zip(operands, taken, strict=True)]
    with ExitStack() as stack:
        for out, dtype in zip(outputs, given, strict=True):
            arrays += [stack.enter_context(written_as(step, out, dtype))]
        run_loop(step, (module, ufunc, dtypes), shape, arrays)


def _dtypes(
    ufunc: np.ufunc, operands: Sequence[Operand], outputs: Sequence[Operand]
) -> tuple[np.dtype, ...]:
    """Those of the loop that gives such results: what is a number may have been Python's."""
    strong = [x.aval.dtype for x in operands]
    weak = [
        d if x.aval.shape else _PYTHON.get(d, d)
        for d, x in zip(strong, operands, strict=True)
    ]
    wanted = tuple([out.aval.dtype for out in outputs])
    for given in (strong, weak):
        found = loop_dtypes(ufunc, *given)
        if found[-len(outputs) :] == wanted:
            return found
    raise Unlowered


def run_loop(
    step: StepBuilder,
    loop: tuple[str, np.ufunc, Sequence[np.dtype]],
    shape: Sequence[int],
    arrays: Sequence[Operand],
    core: Sequence[int] = (),
    core_steps: Sequence[int] = (),
) -> None:
    """Go through arrays of a shape, broadcasting.

    Parameters
    ----------
    step : StepBuilder
    loop : tuple
        A module's name, a ufunc in it, and the types of the loop.
    shape : sequence of int
    arrays : sequence of Operand
        Of these types, and of shapes that broadcast to it.
    core, core_steps : sequence of int
        Of a generalised ufunc, its own lengths, and strides in bytes.
    """
    strides = [_broadcast(x, len(shape)) for x in arrays]
    lengths, found = merged(shape, strides)
    count = lengths.pop() if lengths else 1
    sizes = [itemsize(x.kind) for x in arrays]
    inner = [(s.pop() if s else 0) * size for s, size in zip(found, sizes, strict=True)]
    symbol, data = step.ufunc(*loop)
    counts, steps = step.integers([count, *core]), step.integers([*inner, *core_steps])
    with nested(step, lengths) as indices:
        pointers = [
            _at(step, *pair, indices) for pair in zip(arrays, found, strict=True)
        ]
        step.call(symbol, step.table(pointers), counts, steps, data)


def _broadcast(x: Operand, ndim: int) -> list[int]:
    given = zip(x.aval.shape, x.strides, strict=True)
    own = [0 if n == 1 else s for n, s in given]
    return [0] * (ndim - len(own)) + own


def _at(
    step: StepBuilder, x: Operand, strides: Sequence[int], indices: Sequence[Value]
) -> str:
    return step.at(x.pointer, x.kind, *zip(indices, strides, strict=True))
