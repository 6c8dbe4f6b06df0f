"""Factors of a band matrix that several systems share: how the compiler has them computed.

As `functrace.primitives.factored`, of matrices that are kept as in `banded`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.primitives._batching import broadcasting, unary
from functrace.primitives._lazy_modules import kernels_banded, numba_forms
from functrace.primitives._make import nondifferentiable
from functrace.primitives._stacks import lapack_dtype, over_stack
from functrace.primitives.banded import inside_of
from functrace.primitives.factored import lapack, solution_aval


def _factors_aval(x: Aval, below: int, above: int) -> tuple[Aval, Aval]:
    *stack, _, n = x.shape
    width = 2 * below + above + 1
    pivots = Aval((*stack, n, 1), np.int32)
    return Aval((*stack, n, width), lapack_dtype(x)), pivots


def _factors(x: Any, *, below: int, above: int) -> tuple[Any, Any]:
    columns, pivots = (
        np.empty(*aval) for aval in _factors_aval(Aval(x.shape, x.dtype), below, above)
    )
    gbtrf = lapack("gbtrf", columns.dtype)
    inside = inside_of(below, above, x.shape[-1])
    for place in np.ndindex(x.shape[:-2] if x.size else (0,)):
        band = np.where(inside, x[place], 0)
        wide = np.concatenate([np.zeros((below, x.shape[-1])), band])
        packed, exchanged, _ = gbtrf(wide, below, above)
        columns[place], pivots[place][:, 0] = packed.T, exchanged
    return columns, pivots


def _lower_factors() -> Step:
    form = numba_forms.numba_step(kernels_banded.factorise, ranks=(2, 2, 2), kinds="f")
    return Step(form.emit, is_total=True)


band_factors = nondifferentiable(
    "band_factors",
    _factors,
    _factors_aval,
    multiple=True,
    batch=unary,
    lower=_lower_factors,
    doc="The transpose of LAPACK's LU factors of a band matrix, and the rows that were "
    "exchanged with each one, as a column. A singular matrix has a pivot of zero.",
)


def _solve_aval(columns: Aval, pivots: Aval, y: Aval, **_: int) -> Aval:
    return solution_aval(columns, pivots, y, lapack_dtype(columns, y))


def _solve(columns: Any, pivots: Any, y: Any, *, below: int, above: int) -> Any:
    if np.any(columns[..., below + above] == 0):
        raise np.linalg.LinAlgError("singular matrix")
    out = _solve_aval(*(Aval(x.shape, x.dtype) for x in (columns, pivots, y)))
    gbtrs = lapack("gbtrs", out.dtype)

    def solution(columns: Any, pivots: Any, y: Any) -> Any:
        return gbtrs(columns.T, below, above, y, pivots[:, 0])[0]

    return over_stack(solution, columns, pivots, y, out=out)


solve_band_factored = nondifferentiable(
    "solve_band_factored",
    _solve,
    _solve_aval,
    batch=broadcasting,
    lower=lambda: numba_forms.numba_step(
        kernels_banded.solve_factored, ranks=(2, 2, 2, 2), kinds="if"
    ),
    doc="Solution of a out = y, given the factors of the band matrix a.",
)


def band_solved(x: Any, y: Any, *, below: int, above: int, positive: bool) -> Any:
    """`solve_banded` by factors; None where others are faster, or there is none."""
    dtype = lapack_dtype(x, y)
    if positive or (below, above) == (1, 1) or dtype.kind == "c":
        return None
    x, y = (a if a.dtype == dtype else a.astype(dtype) for a in (x, y))
    widths = {"below": below, "above": above}
    return solve_band_factored(*band_factors(x, **widths), y, **widths)
