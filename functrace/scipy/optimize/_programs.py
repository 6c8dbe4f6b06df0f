"""Linear programs, and assignments."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import Bounds, OptimizeResult

from functrace.core.aval import Aval
from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array
from functrace.scipy._plain import any_traced
from functrace.scipy.optimize._constraints import as_operand, bounds_of
from functrace.scipy.optimize._functions import INTEGER, called, vector
from functrace.scipy.optimize._optimality import (
    COUNTS,
    Limits,
    Region,
    depends,
    minimum_of,
    traced_result,
)
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed
from functrace.transforms.callback import pure_callback

_NEAR = 1e-9  # active sets are exact, up to rounding


def linprog(
    c: Any,
    A_ub: Any = None,
    b_ub: Any = None,
    A_eq: Any = None,
    b_eq: Any = None,
    bounds: Any = (0, None),
    method: str = "highs",
    callback: Any = None,
    options: dict[str, Any] | None = None,
    x0: Any = None,
    integrality: Any = None,
) -> OptimizeResult:
    """See `scipy.optimize.linprog`.

    Where something is traced, the result has with derivatives `x`, `fun`, `slack`, `con`,
    and the marginals of `ineqlin`, `eqlin`, `lower` and `upper`; and `success`, `status`
    and `nit`. The solution is a vertex: its derivative with respect to `c` is zero.

    Raises
    ------
    MissingRuleError
        Something is traced, and there are integers among the unknowns.
    DegenerateError, numpy.linalg.LinAlgError
        A derivative is taken where more constraints are active than there are unknowns, or
        where more than one vertex is a solution.
    ConvergenceError
        A derivative is taken, and there is no solution.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import linprog
    >>> def profit(resources):
    ...     uses = np.array([[1.0, 2.0], [3.0, 1.0]])
    ...     return -linprog([-3.0, -2.0], uses, resources).fun
    >>> ft.grad(profit)(np.array([4.0, 6.0])).round(4)
    array([0.6, 0.8])
    """
    where = "functrace.scipy.optimize.linprog"
    if not depends(c, A_ub, b_ub, A_eq, b_eq, bounds):
        solve: Any = scipy.optimize.linprog
        rest = method, callback, options, x0, integrality
        return solve(c, A_ub, b_ub, A_eq, b_eq, bounds, *rest)
    if integrality is not None and np.any(fixed(integrality)):
        raise unsupported(scipy.optimize.linprog, got="integrality")
    c = np.ravel(as_array(c)) * 1.0
    limits = _box(bounds, c.size)
    upper, equal = _rows(A_ub, b_ub, c.size), _rows(A_eq, b_eq, c.size)
    sizes = upper[1].size, equal[1].size
    operands, restored = zip(
        *(as_operand(part[0]) for part in (upper, equal)), strict=True
    )

    def run(_: Any, c: Any, operands: Any, rights: Any, limits: Any) -> OptimizeResult:
        left, low = (
            back(given) for back, given in zip(restored, operands, strict=True)
        )
        rows = left, rights[0], low, rights[1], np.stack(limits, -1)
        given: Any = c, *rows, method, callback, options, x0
        found = scipy.optimize.linprog(*given)
        return _complete(found, c.size, sizes)

    fields = {**COUNTS, "x": vector(c.size), "nit": INTEGER}
    fields["multipliers"] = vector(sum(sizes))
    del fields["nfev"]
    rights = upper[1], equal[1]
    found = called(where, run, fields, [], c, operands, rights, limits)
    region = _region(limits, upper, equal)
    at = minimum_of(
        where, lambda x: c @ x, found.x, np.ones(c.size), region, found.multipliers
    )
    return _program(found, c, upper, equal, at, limits)


def _region(limits: Limits, upper: Any, equal: Any) -> Region:
    below = np.full(upper[1].size, -np.inf)
    return Region(
        limits,
        lambda x: np.concatenate([upper[0] @ x, equal[0] @ x]),
        Limits(np.concatenate([below, equal[1]]), np.concatenate([upper[1], equal[1]])),
        _NEAR,
    )


def _rows(matrix: Any, right: Any, count: int) -> tuple[Any, Any]:
    if matrix is None or right is None:
        return np.zeros((0, count)), np.zeros(0)
    if not hasattr(matrix, "shape"):
        matrix = as_array(matrix)
    return matrix, np.atleast_1d(as_array(right)) * 1.0


def _box(bounds: Any, count: int) -> Limits:
    """Of all unknowns, as one pair may stand for all of them."""
    if bounds is None or len(bounds) == 0:
        bounds = (None, None)
    if isinstance(bounds, Bounds):
        found = bounds_of(bounds, count)
    else:
        rows = list(bounds)
        one = len(rows) == 2 and all(row is None or np.ndim(row) == 0 for row in rows)
        rows = [tuple(rows)] if one else rows
        rows = [tuple(row) for row in rows]
        found = bounds_of(rows * count if len(rows) == 1 else rows, count)
    assert found is not None  # there were bounds
    return found


def _complete(
    found: OptimizeResult, count: int, sizes: tuple[int, int]
) -> OptimizeResult:
    """With the multipliers of all constraints; NaN where there is no solution."""
    if found.x is None:
        found.x = np.full(count, np.nan)
        found.multipliers = np.full(sum(sizes), np.nan)
        return found
    parts = [found.get(name, {}).get("marginals") for name in ("ineqlin", "eqlin")]
    if any(part is None for part in parts):  # another method than HiGHS's
        raise unsupported(scipy.optimize.linprog, got="a method without marginals")
    found.multipliers = np.concatenate(parts)
    return found


def _program(
    found: OptimizeResult, c: Any, upper: Any, equal: Any, at: Any, limits: Limits
) -> OptimizeResult:
    """The result, as SciPy arranges it."""
    x, count = at.x, upper[1].size
    ineqlin, eqlin = at.multipliers[:count], at.multipliers[count:]
    left = c - upper[0].T @ ineqlin - equal[0].T @ eqlin
    slack, con = upper[1] - upper[0] @ x, equal[1] - equal[0] @ x
    lower, above = x - limits.lower, limits.upper - x
    nearer = fixed(lower) <= fixed(above)
    zero = np.zeros_like(x)
    return traced_result(
        found,
        x=x,
        fun=c @ x,
        slack=slack,
        con=con,
        ineqlin=OptimizeResult(residual=slack, marginals=ineqlin),
        eqlin=OptimizeResult(residual=con, marginals=eqlin),
        lower=OptimizeResult(residual=lower, marginals=np.where(nearer, left, zero)),
        upper=OptimizeResult(residual=above, marginals=np.where(nearer, zero, left)),
    )


@functools.wraps(scipy.optimize.milp)
def milp(c: Any, **named: Any) -> OptimizeResult:
    listed = named.get("constraints")
    listed = listed if isinstance(listed, (list, tuple)) else [listed]
    parts = [vars(x) for x in (*listed, named.get("bounds")) if hasattr(x, "__dict__")]
    if any_traced(c, named, *(list(part.values()) for part in parts)):
        raise unsupported(scipy.optimize.milp)
    return scipy.optimize.milp(c, **named)


# -- assignments -----------------------------------------------------------------------


def linear_sum_assignment(cost_matrix: Any, maximize: bool = False) -> tuple[Any, Any]:
    """See `scipy.optimize.linear_sum_assignment`.

    The indices are integers, without derivatives: those of the least sum are those of
    ``cost_matrix[rows, columns].sum()``.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import linear_sum_assignment
    >>> ft.grad(lambda c: c[linear_sum_assignment(c)].sum())(np.eye(2))
    array([[0., 1.],
           [1., 0.]])
    """
    solve = functools.partial(scipy.optimize.linear_sum_assignment, maximize=maximize)
    if not depends(cost_matrix):
        return solve(cost_matrix)
    costs = fixed(as_array(cost_matrix))
    if not is_recorded():
        return solve(costs)
    indices = Aval((min(costs.shape),), INTEGER.dtype)
    found: Sequence[Any] = pure_callback(solve, (indices, indices), costs)
    return tuple(found)
