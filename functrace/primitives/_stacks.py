"""Applying a function of matrices to each of a stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import ShapeError, message
from functrace.engine.batching import Mapped

LAPACK = "fdFD"


def lapack_dtype(*avals: Aval) -> np.dtype[Any]:
    """The dtype that SciPy computes in: single precision only if every operand is."""
    dtype = np.result_type(*(np.dtype(a.dtype) for a in avals))
    if dtype.char in LAPACK:
        return dtype
    return np.dtype(complex if dtype.kind == "c" else float)


def linalg_dtype(*avals: Aval) -> np.dtype[Any]:
    """The precision NumPy's linalg computes in: single only if every operand is."""
    chars = {np.dtype(aval.dtype).char for aval in avals}
    if chars <= {"f", "F"}:
        return np.result_type(*chars)
    return np.dtype(complex if chars & {"F", "D"} else float)


def check_square(name: str, *avals: Aval) -> None:
    """Raise ShapeError unless the operands are stacks of square matrices."""
    for aval in avals:
        if aval.ndim < 2 or aval.shape[-1] != aval.shape[-2]:
            raise ShapeError(
                message(
                    f"functrace: {name} of something else than square matrices.",
                    expected="(*batch, n, n)",
                    got=aval,
                )
            )


def over_stack(
    function: Callable[..., Any], *operands: Any, out: Aval, rank: int = 2
) -> Any:
    """`function` of the matrices at each place of the operands' stacks.

    `out` is the abstract value of the result, whose last `rank` axes each result has.
    Its other axes are those of the stacks, broadcast against one another.
    """
    stack = out.shape[: len(out.shape) - rank]
    operands = tuple(np.broadcast_to(x, stack + x.shape[-2:]) for x in operands)
    result = np.empty(*out)
    if result.size:
        for place in np.ndindex(stack):
            result[place] = function(*(x[place] for x in operands))
    return result


def all_mapped(at: Mapped, *operands: Any, **params: Any) -> Any:
    """Batching of an operation on stacks of the same shape: every operand is mapped."""
    return at.primitive(*at.spread(operands), **params)
