"""Nonlinear constraints with their derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize

from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.scipy._sparse_choice import chosen_hessian, chosen_jacobian
from functrace.transforms.jacobian import hessian, jacobian
from functrace.transforms.jit import jit

Function = Callable[..., Any]


class NonlinearConstraint(scipy.optimize.NonlinearConstraint):
    """See `scipy.optimize.NonlinearConstraint`; derivatives that are not given are ours.

    `hess` is the Hessian of the sum of the constraints with the multipliers as weights. Of
    64 or more numbers, derivatives with at most a tenth of all entries are sparse arrays,
    see `functrace.sparse_jacobian`; they are compiled when they are first called.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import NonlinearConstraint, minimize
    >>> disc = NonlinearConstraint(lambda x: x @ x, -np.inf, 1.0)
    >>> disc.hess(np.ones(2), np.array([3.0]))
    array([[6., 0.],
           [0., 6.]])
    >>> found = minimize(
    ...     lambda x: x[0] + x[1], np.zeros(2), constraints=disc, tol=1e-10
    ... )
    >>> found.x.round(4)
    array([-0.7071, -0.7071])
    """

    def __init__(
        self,
        fun: Function,
        lb: Any,
        ub: Any,
        jac: Any = None,
        hess: Any = None,
        keep_feasible: Any = False,
        finite_diff_rel_step: Any = None,
        finite_diff_jac_sparsity: Any = None,
    ) -> None:
        def vector(x: Any) -> Any:
            return np.atleast_1d(as_array(fun(x)))

        def weighted(x: Any, v: Any) -> Any:
            return np.sum(v * vector(x))

        first: Any = (
            ChosenJacobian(vector, chosen_jacobian, jacobian) if jac is None else jac
        )
        second: Any = (
            ChosenJacobian(weighted, chosen_hessian, hessian) if hess is None else hess
        )
        super().__init__(
            fun,
            lb,
            ub,
            first,
            second,
            keep_feasible,
            finite_diff_rel_step,
            finite_diff_jac_sparsity,
        )


class ChosenJacobian:
    """A derivative with respect to the first argument, sparse where that is worth it."""

    def __init__(self, fun: Function, sparse: Function, dense: Function) -> None:
        self._fun, self._sparse, self._dense = fun, sparse, dense
        self._known: dict[tuple[int, ...], Function] = {}

    def __call__(self, x: Any, *args: Any) -> Any:
        if not ambient.get().outside:
            return self._dense(self._fun)(x, *args)
        x = np.asarray(x, float)
        found = self._known.get(x.shape)
        if found is None:
            found = self._sparse(self._fun, 0, x, *args) or jit(self._dense(self._fun))
            self._known[x.shape] = found
        return found(x, *args)
