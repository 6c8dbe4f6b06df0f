"""Linear least squares, within bounds: `nnls` and `lsq_linear`."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import Bounds, OptimizeResult

from functrace.numpy._arguments import as_array
from functrace.scipy._plain import any_traced
from functrace.scipy.optimize._constraints import as_operand
from functrace.scipy.optimize._functions import INTEGER, called, vector
from functrace.scipy.optimize._optimality import (
    COUNTS,
    Limits,
    Region,
    depends,
    minimum_of,
    traced_result,
)

_NEAR = 1e-9  # active sets that methods end with are exact, up to rounding


def nnls(
    A: Any,
    b: Any,
    **options: Any,
) -> tuple[Any, Any]:
    """See `scipy.optimize.nnls`.

    Both results have derivatives. See `minimize` for what is raised.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import nnls
    >>> ft.jacobian(lambda b: nnls(np.eye(2), b)[0])(np.array([2.0, -1.0])) + 0.0
    array([[1., 0.],
           [0., 0.]])
    """
    where = "functrace.scipy.optimize.nnls"
    A, b = as_array(A), as_array(b)

    def run(_: Any, *given: Any) -> OptimizeResult:
        return OptimizeResult(x=scipy.optimize.nnls(*given, **options)[0])

    if not depends(A, b):
        return scipy.optimize.nnls(A, b, **options)
    count = A.shape[-1]
    found = called(where, run, {"x": vector(count)}, [], A, b)
    bounds = Limits(np.zeros(count), np.full(count, np.inf))
    x = _least(where, A, b, found.x, Region(bounds, near=_NEAR))
    return x, _norm(A @ x - b)


def _norm(off: Any) -> Any:
    return np.sqrt(np.sum(off * off))


def _least(where: str, A: Any, b: Any, x: Any, region: Region | None) -> Any:
    def objective(x: Any) -> Any:
        off = A @ x - b
        return 0.5 * np.sum(off * off)

    return minimum_of(where, objective, x, np.ones_like(x), region).x


def lsq_linear(
    A: Any,
    b: Any,
    bounds: Any = (-np.inf, np.inf),
    method: str = "trf",
    tol: float = 1e-10,
    lsq_solver: str | None = None,
    lsmr_tol: Any = None,
    max_iter: int | None = None,
    verbose: int = 0,
    *,
    lsmr_maxiter: int | None = None,
) -> OptimizeResult:
    """See `scipy.optimize.lsq_linear`.

    Where something is traced, the result has `x`, `fun` and `cost` with derivatives, and
    `success`, `status` and `nit`. See `minimize` for what is raised.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import lsq_linear
    >>> a = np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    >>> ft.jacobian(lambda b: lsq_linear(a, b, (0.0, 1.0)).x)(np.ones(3) * 2).shape
    (2, 3)
    """
    where = "functrace.scipy.optimize.lsq_linear"
    A = A if hasattr(A, "shape") else as_array(A)
    b, count = as_array(b), A.shape[1]
    pair = (bounds.lb, bounds.ub) if isinstance(bounds, Bounds) else tuple(bounds)
    pair = tuple(np.broadcast_to(as_array(end) * 1.0, (count,)) for end in pair)

    operand, restored = as_operand(A)

    def run(_: Any, operand: Any, b: Any, bounds: Any) -> OptimizeResult:
        return scipy.optimize.lsq_linear(
            restored(operand),
            b,
            bounds,
            method,
            tol,
            lsq_solver,
            lsmr_tol,
            max_iter,
            verbose,
            lsmr_maxiter=lsmr_maxiter,
        )

    fields = {**COUNTS, "x": vector(count), "nit": INTEGER}
    del fields["nfev"]
    found = called(where, run, fields, [], operand, b, pair)
    if not depends(A, b, pair):
        return found
    free = not any_traced(pair) and np.all(np.isinf(np.asarray(pair)))
    region = None if free else Region(Limits(*pair), near=1e-6)
    x = _least(where, A, b, found.x, region)
    off = A @ x - b
    return traced_result(found, x=x, fun=off, cost=0.5 * np.sum(off * off))
