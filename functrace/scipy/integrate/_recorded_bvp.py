"""`solve_bvp` where values are not known: SciPy is called when the program runs.

Its mesh is continued by empty intervals at the end, to as many points as there may be: the
equations of these say that the state does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.integrate
from scipy.integrate._bvp import BVPResult
from scipy.optimize import OptimizeResult

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy.integrate._collocation import Equations
from functrace.scipy.integrate._unknown import Unknown, UnknownRows
from functrace.scipy.optimize._functions import INTEGER, called, vector
from functrace.transforms.gradient import stop_gradient

_BLOCK = 64  # points that a function is compiled for


def recorded(
    where: str,
    functions: Sequence[Any],
    operands: Sequence[Any],
    max_nodes: int,
    verbose: int,
) -> Any:
    """The result, of functions and arguments as `solve_bvp` takes them."""
    fun, bc, fun_jac, bc_jac = functions
    x, y, p, singular, *tolerances = operands
    x, y = double(x), double(y)
    p = None if p is None else double(p)
    size, room = y.shape[0], max(max_nodes, x.shape[0])

    def run(given: Sequence[Any], *values: Any) -> OptimizeResult:
        slope, ends, slope_jac, ends_jac = given
        x, y, p, singular, tol, bc_tol = values
        found: Any = scipy.integrate.solve_bvp(
            *(_in_blocks(slope), ends, x, y, p, singular),
            *(slope_jac and _in_blocks(slope_jac), ends_jac),
            *(tol, max_nodes, verbose, bc_tol),
        )
        count = found.x.size
        last = np.minimum(np.arange(room), count - 1)
        rest = found.rms_residuals[np.minimum(np.arange(room - 1), count - 2)]
        return OptimizeResult(
            x=found.x[last],
            y=found.y[:, last],
            rms=rest,
            p=np.zeros(0) if found.p is None else found.p,
            count=count,
            niter=found.niter,
            status=found.status,
        )

    state, parameters = Aval((size,), y.dtype), [] if p is None else [vector(len(p))]
    points = vector(_BLOCK), Aval((size, _BLOCK), y.dtype), *parameters
    ends = state, state, *parameters
    found = called(
        where,
        run,
        {
            "x": vector(room),
            "y": Aval((size, room), y.dtype),
            "rms": vector(room - 1),
            "p": vector(0 if p is None else len(p)),
            **dict.fromkeys(("count", "niter", "status"), INTEGER),
        },
        [
            (_array(fun), *points),
            (_array(bc), *ends),
            (fun_jac and _arrays(fun_jac), *points),
            (bc_jac and _arrays(bc_jac), *ends),
        ],
        *(x, y, p, singular, *tolerances),
    )
    return _result(where, Equations(fun, bc, singular, _mesh(x, found)), found, p)


def _array(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: as_array(function(*args))


def _arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of one, or of several in a tuple."""

    def arrays(*args: Any) -> Any:
        found = function(*args)
        if isinstance(found, tuple):
            return tuple(map(as_array, found))
        return as_array(found)

    return arrays


def _in_blocks(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of so many points as one of any number of them."""

    def of_any(x: Any, y: Any, *p: Any) -> Any:
        count = -(-x.size // _BLOCK)
        which = np.minimum(np.arange(count * _BLOCK), x.size - 1)
        blocks = [
            pytree.flatten(function(x[i], y[:, i], *p))
            for i in which.reshape(count, _BLOCK)
        ]
        columns = zip(*(leaves for leaves, _ in blocks), strict=True)
        whole = [np.concatenate(parts, axis=-1)[..., : x.size] for parts in columns]
        return pytree.unflatten(blocks[0][1], whole)

    return of_any


def _mesh(given: Any, found: Any) -> Any:
    """The mesh that was found, of which the ends may have derivatives."""
    number = np.arange(found.x.shape[0])
    inner = np.where(number < found.count - 1, found.x, given[-1])
    return np.where(number > 0, inner, given[0])


def _result(where: str, equations: Equations, found: Any, p: Any) -> Any:
    y, p = equations.solution(where, found.y, tuple([] if p is None else [found.p]))
    slopes, x = equations.slopes(y, p), equations.x
    number = Unknown(
        where,
        "points the mesh has",
        "sol.sol(x) is the solution at the points x, as many as are wanted.",
    )

    def ends(name: str, rows: Any, axis: int = 0) -> UnknownRows:
        first, last = rows[..., 0], rows[..., -1]
        return UnknownRows(f"sol.{name}", first, last, axis, number)

    return BVPResult(
        sol=_Spline(x, y, slopes, found.count),
        p=p[0] if p else None,
        x=ends("x", x),
        y=ends("y", y, 1),
        yp=ends("yp", slopes, 1),
        rms_residuals=ends("rms_residuals", found.rms),
        niter=found.niter,
        status=found.status,
        message="Of a recorded solver, see `status`.",
        success=found.status == 0,
    )


class _Spline:
    """Cubic polynomials between points, of which the first `count` are different."""

    def __init__(self, x: Any, y: Any, slopes: Any, count: Any) -> None:
        self._x, self._y, self._slopes, self._count = x, y, slopes, count

    def __call__(self, x: Any, nu: int = 0) -> Any:
        """Values, or derivatives of order `nu`, ``(n, *x.shape)``."""
        x = double(x)
        found = np.searchsorted(stop_gradient(self._x), stop_gradient(x), side="right")
        i = np.clip(found - 1, 0, self._count - 2)
        h = self._x[i + 1] - self._x[i]
        s = x - self._x[i]
        left, right = self._slopes[:, i], self._slopes[:, i + 1]
        mean = (self._y[:, i + 1] - self._y[:, i]) / h
        powers = [self._y[:, i], left]
        powers += [(3 * mean - 2 * left - right) / h, (left + right - 2 * mean) / h**2]
        for _ in range(nu):
            powers = [(k + 1) * c for k, c in enumerate(powers[1:])]
        total = np.zeros_like(left)
        for coefficient in powers[::-1]:
            total = total * s + coefficient
        return total
