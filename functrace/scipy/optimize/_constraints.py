"""Bounds and constraints as users write them, possibly of traced values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import BFGS, Bounds, LinearConstraint, NonlinearConstraint
from scipy.sparse import issparse
from scipy.sparse.linalg import LinearOperator

from functrace.numpy._arguments import as_array
from functrace.scipy._sparse_choice import chosen_jacobian
from functrace.scipy.optimize._functions import example, ours, with_args
from functrace.scipy.optimize._nonlinear import ChosenJacobian
from functrace.scipy.optimize._optimality import Limits
from functrace.transforms.jacobian import jacobian

Function = Callable[..., Any]


class Constraint(NamedTuple):
    """One constraint, and how SciPy is told of it.

    Attributes
    ----------
    fun : callable
        ``x -> vector``.
    limits : Limits
        Of its shape.
    functions : list
        What SciPy may call, as `called` takes it: the function, its Jacobian, its Hessian.
    values : pytree
        What SciPy takes besides.
    make : callable
        ``make(functions, values)``: what SciPy takes, of plain values. It holds no traced
        ones, as programs keep it.
    """

    fun: Function
    limits: Limits
    functions: list[tuple[Any, ...]]
    values: Any
    make: Function


def as_operand(matrix: Any) -> tuple[Any, Function]:
    """What programs take of a matrix, and how it is had back: sparse ones are constants."""
    if issparse(matrix) or isinstance(matrix, LinearOperator):
        return (), lambda _: matrix
    return matrix, lambda given: given


def bounds_of(bounds: Any, count: int) -> Limits | None:
    """Bounds of `count` numbers, from any spelling of SciPy's."""
    if bounds is None:
        return None
    if isinstance(bounds, Bounds):
        pair: Any = bounds.lb, bounds.ub
    else:
        pairs = [tuple(row) for row in bounds]
        pair = [
            np.stack([as_array(limit(end)) for end in ends])
            for limit, ends in zip(_ENDS, zip(*pairs, strict=True), strict=True)
        ]
    return Limits(*(np.broadcast_to(as_array(end) * 1.0, (count,)) for end in pair))


_ENDS = (
    lambda end: -np.inf if end is None else end,
    lambda end: np.inf if end is None else end,
)


def constraints_of(
    constraints: Any, x: Any, *, sparse: bool = False
) -> list[Constraint]:
    """Constraints in any of SciPy's forms, with our derivatives where none is given."""
    if isinstance(constraints, (dict, LinearConstraint, NonlinearConstraint, Bounds)):
        constraints = [constraints]
    return [_parsed(each, x, sparse) for each in constraints]


def _parsed(constraint: Any, x: Any, sparse: bool) -> Constraint:
    if isinstance(constraint, dict):
        return _old(constraint, x)
    if isinstance(constraint, LinearConstraint):
        return _linear(constraint)
    if isinstance(constraint, Bounds):
        ends: Any = constraint.lb, constraint.ub
        return _linear(LinearConstraint(np.eye(x.size), *ends))
    return _nonlinear(constraint, x, sparse)


def _old(constraint: dict[str, Any], x: Any) -> Constraint:
    """A dictionary of a type, a function and what that takes besides."""
    args = constraint.get("args", ())
    kind = constraint["type"].lower()
    fun = _vector(constraint["fun"], args)
    jac: Any = constraint.get("jac")
    if callable(jac):
        given: Any = with_args(jac, tuple(args))
    else:
        given = ours(jacobian, fun, x)
    zeros = np.zeros(np.shape(fun(x)))

    def make(functions: Sequence[Any], _: Any) -> dict[str, Any]:
        found = {"type": kind, "fun": functions[0]}
        return found if functions[1] is None else {**found, "jac": functions[1]}

    at = example(x)
    limits = Limits(zeros, zeros if kind == "eq" else zeros + np.inf)
    return Constraint(fun, limits, [(fun, at), (given, at), (None,)], (), make)


def _linear(constraint: LinearConstraint) -> Constraint:
    matrix = constraint.A
    limits = _spread(constraint, (matrix.shape[0],))
    keep: Any = constraint.keep_feasible
    operand, restored = as_operand(matrix)

    def make(_: Any, values: Any) -> LinearConstraint:
        given, *ends = values
        return LinearConstraint(restored(given), *ends, keep_feasible=keep)

    values = (operand, *limits)
    return Constraint(lambda x: matrix @ x, limits, [(None,)] * 3, values, make)


def _nonlinear(constraint: NonlinearConstraint, x: Any, sparse: bool) -> Constraint:
    fun = _vector(constraint.fun, ())
    limits = _spread(constraint, np.shape(fun(x)))
    jac, hess = constraint.jac, constraint.hess
    if not sparse:  # other methods than "trust-constr" take dense ones, and no Hessian
        jac = "2-point" if isinstance(jac, ChosenJacobian) else jac
        hess = BFGS() if isinstance(hess, ChosenJacobian) else hess
    own = jac if callable(jac) else None
    if jac == "2-point":  # the default: nobody asked for differences
        own = chosen_jacobian(fun, 0, x) if sparse else None
        own = own or ours(jacobian, fun, x)

    others = {
        "jac": None if callable(jac) else jac,
        "hess": None if callable(hess) else hess,
        "keep_feasible": constraint.keep_feasible,
        "finite_diff_rel_step": constraint.finite_diff_rel_step,
        "finite_diff_jac_sparsity": constraint.finite_diff_jac_sparsity,
    }

    def make(functions: Sequence[Any], values: Any) -> NonlinearConstraint:
        own = dict(zip(("jac", "hess"), functions[1:], strict=True))
        given = {name: f for name, f in own.items() if f is not None}
        return NonlinearConstraint(functions[0], *values, **{**others, **given})

    at = example(x)
    second = (hess, at, example(limits.lower)) if callable(hess) else (None,)
    functions = [(fun, at), (own, at) if own else (None,), second]
    return Constraint(fun, limits, functions, tuple(limits), make)


def _spread(constraint: Any, shape: tuple[int, ...]) -> Limits:
    ends = (constraint.lb, constraint.ub)
    return Limits(*(np.broadcast_to(as_array(end) * 1.0, shape) for end in ends))


def _vector(fun: Function, args: Any) -> Function:
    given = with_args(fun, tuple(args))
    return lambda x: np.atleast_1d(as_array(given(x)))
