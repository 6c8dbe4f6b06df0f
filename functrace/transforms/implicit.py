"""Solutions of equations, whatever finds them: differentiated as what they solve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.errors import message
from functrace.core.graph import Graph
from functrace.core.recording import ambient
from functrace.primitives._slope import Slope
from functrace.primitives.solution import Check
from functrace.transforms._bodies import Operands, trace_body
from functrace.transforms._solutions import fixed, implicit_solution, solved
from functrace.transforms._wrapper import Transformed
from functrace.transforms.gradient import grad

Failure = Literal["raise", "nan"]


def custom_root(
    residual: Callable[..., Any],
    solver: Callable[..., Any] | None = None,
    *,
    linear_solver: Callable[..., Any] | None = None,
    has_aux: bool = False,
    tolerance: float = 1e-3,
    failure: Failure = "raise",
) -> Any:
    """Differentiate a solver of equations by the implicit function theorem.

    Parameters
    ----------
    residual : callable
        ``residual(x, *args, **kwargs)``, of the structure and shapes of `x`: zero where `x`
        is the solution.
    solver : callable, optional
        ``solver(init, *args, **kwargs) -> x``, by any means: a library, foreign code, a loop.
        It is given plain arrays where values are known, and nothing in it is recorded.
        Without it, a decorator of solvers is returned.
    linear_solver : callable, optional
        ``linear_solver(matvec, b) -> v`` with ``matvec(v) = b``, for the Jacobian of the
        residual in `x`, and for its transpose. Default: the matrix is formed, by as many
        tangents as `x` has elements, and factorised.
    has_aux : bool
        Whether the solver returns a pair ``(x, auxiliary data)``.
    tolerance : float
        What is taken for a solution: the next step of Newton's method would not be longer
        than so much of `x`, or of the way from `init`.
    failure : {"raise", "nan"}
        What becomes of the derivative at what is no solution.

    Returns
    -------
    callable
        ``(init, *args, **kwargs) -> x``, with derivatives in both modes, of any order, with
        respect to all arguments but `init`, and to what the residual takes from outside.
        Cost of a gradient: a Jacobian of the residual, and two linear solves.

    Raises
    ------
    ConvergenceError
        A derivative is taken at what is no solution, and ``failure="raise"``.
    numpy.linalg.LinAlgError
        The Jacobian is singular there, and ``failure="raise"``: the solution is not a
        function of the arguments.
    PytreeMismatchError, ShapeError
        The residual has another structure or shape than the solution.

    See Also
    --------
    custom_fixed_point, custom_argmin, custom_linear_solve

    References
    ----------
    Blondel et al., *Efficient and Modular Implicit Differentiation*, NeurIPS 2022.

    Examples
    --------
    >>> import numpy as np, scipy, functrace as ft
    >>> def kepler(e, mean):  # the eccentric anomaly
    ...     return e - 0.5 * np.sin(e) - mean
    >>> solve = ft.custom_root(
    ...     kepler, lambda e, m: scipy.optimize.newton(kepler, e, args=(m,))
    ... )
    >>> round(ft.grad(solve, 1)(1.0, 1.0), 6)
    np.float64(1.037362)
    """
    if solver is None:
        return partial(
            custom_root,
            residual,
            linear_solver=linear_solver,
            has_aux=has_aux,
            tolerance=tolerance,
            failure=failure,
        )
    return _Solution(
        solver,
        residual=residual,
        linear_solver=linear_solver,
        has_aux=has_aux,
        check=_check("functrace.custom_root", tolerance, failure),
    )


def custom_fixed_point(
    function: Callable[..., Any],
    solver: Callable[..., Any] | None = None,
    **options: Any,
) -> Any:
    """Differentiate a fixed-point iteration by the implicit function theorem.

    Parameters
    ----------
    function : callable
        ``function(x, *args, **kwargs)``, equal to `x` at the solution.
    solver, **options
        As of `custom_root`.

    Returns
    -------
    callable
        ``(init, *args, **kwargs) -> x``.

    Examples
    --------
    >>> import functrace as ft
    >>> def babylonian(x, a):
    ...     return 0.5 * (x + a / x)
    >>> @ft.custom_fixed_point(babylonian)
    ... def square_root(x, a):
    ...     for _ in range(20):
    ...         x = babylonian(x, a)
    ...     return x
    >>> ft.grad(square_root, 1)(1.0, 4.0)
    np.float64(0.25)
    """

    def residual(x: Any, *args: Any, **kwargs: Any) -> Any:
        return _difference(
            "functrace.custom_fixed_point", function(x, *args, **kwargs), x
        )

    return custom_root(residual, solver, **options)


def custom_argmin(
    objective: Callable[..., Any],
    solver: Callable[..., Any] | None = None,
    **options: Any,
) -> Any:
    """Differentiate a minimiser by the implicit function theorem.

    Parameters
    ----------
    objective : callable
        ``objective(x, *args, **kwargs)``, a real scalar, of which `x` is an inner minimum
        (or any other stationary point).
    solver, **options
        As of `custom_root`.

    Returns
    -------
    callable
        ``(init, *args, **kwargs) -> x``.

    Examples
    --------
    >>> import numpy as np, scipy, functrace as ft
    >>> def ridge(w, strength):
    ...     return np.sum((w - np.array([1.0, 2.0])) ** 2) + strength * np.sum(w**2)
    >>> @ft.custom_argmin(ridge)
    ... def fit(w, strength):
    ...     return scipy.optimize.minimize(ridge, w, args=(strength,), tol=1e-8).x
    >>> ft.jacobian(fit, 1)(np.zeros(2), 1.0).round(5)
    array([-0.25, -0.5 ])
    """
    return custom_root(grad(objective), solver, **options)


def custom_linear_solve(
    matvec: Callable[[Any], Any],
    b: Any,
    solve: Callable[[Callable[[Any], Any], Any], Any],
    transpose_solve: Callable[[Callable[[Any], Any], Any], Any] | None = None,
    *,
    symmetric: bool = False,
    tolerance: float = 1e-3,
    failure: Failure = "raise",
) -> Any:
    """Solve a linear system by any means, differentiated as what it solves.

    Parameters
    ----------
    matvec : callable
        A linear function of `b`'s structure and shapes, onto the same.
    b : pytree
        The right-hand side.
    solve : callable
        ``solve(matvec, b) -> x``; nothing in it is recorded.
    transpose_solve : callable, optional
        The same for the transposed system; its first argument is the transposed function.
        Default: `solve`.
    symmetric : bool
        Whether the function is its own transpose.
    tolerance : float
        The solution's residual must not be larger than so much of ``matvec(x)``.
    failure : {"raise", "nan"}
        What becomes of the derivative if it is.

    Returns
    -------
    pytree
        The solution, with derivatives with respect to `b` and to what `matvec` takes from
        outside. Cost of a gradient: one further solve, and a gradient of `matvec`.

    Raises
    ------
    ConvergenceError
        A derivative is taken at what is no solution, and ``failure="raise"``.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from scipy.sparse.linalg import LinearOperator, cg
    >>> def conjugate_gradients(matvec, b):
    ...     return cg(LinearOperator((b.size, b.size), matvec), b, rtol=1e-12)[0]
    >>> def energy(stiffness, b):
    ...     x = ft.custom_linear_solve(lambda v: stiffness * v, b, conjugate_gradients)
    ...     return b @ x
    >>> ft.grad(energy)(np.array([1.0, 2.0]), np.array([1.0, 1.0]))
    array([-1.  , -0.25])
    """
    where = "functrace.custom_linear_solve"
    given = partial(_Given, solve, transpose_solve or solve, symmetric)
    if ambient.get().outside:
        return solve(matvec, b)
    right = Operands(where, "b", b)
    closed = trace_body(where, matvec, [(right.treedef, right.avals)])
    run = _Applied(where, solve, closed.graph, right.treedef)
    found = solved(run, right.tree(right.avals), closed.captured, right.tree())
    return implicit_solution(
        lambda x: _difference(where, matvec(x), b),
        found,
        pytree.map_leaves(np.zeros_like, found),
        _check(where, tolerance, failure),
        given,
    )


class _Solution(Transformed[..., Any]):
    """A solver of which the result has derivatives."""

    residual: Callable[..., Any]
    linear_solver: Callable[..., Any] | None
    has_aux: bool
    check: Check

    def __call__(self, init: Any, *args: Any, **kwargs: Any) -> Any:
        start = fixed(init)
        like = None if self.has_aux else pytree.map_leaves(aval_of, init)
        found = solved(self.fun, like, start, *args, **kwargs)
        aux = None
        if self.has_aux:
            found, aux = found
        solve = self.linear_solver
        result = implicit_solution(
            lambda x: self.residual(x, *args, **kwargs),
            found,
            start,
            self.check,
            partial(_Given, solve, solve, False) if solve else None,
        )
        return (result, aux) if self.has_aux else result


class _Applied(NamedTuple):
    """A user's solver of linear systems, with the function as a graph."""

    where: str
    solve: Callable[..., Any]
    graph: Graph
    treedef: pytree.Treedef

    def __call__(self, captured: Sequence[Any], b: Any) -> Any:
        def matvec(v: Any) -> Any:
            leaves = pytree.flatten_like(v, self.treedef, self.where, "the vector")
            found = self.graph.evaluate([*captured, *leaves])
            return pytree.unflatten(self.treedef, found)

        return self.solve(matvec, b)


class _Given(NamedTuple):
    """A user's solver of linear systems, in terms of leaves."""

    solve: Callable[..., Any]
    transpose_solve: Callable[..., Any]
    symmetric: bool
    treedef: pytree.Treedef

    def __call__(
        self, slope: Slope, right: Sequence[Any], *, transposed: bool
    ) -> list[Any]:
        solvers = [self.solve, self.transpose_solve]
        transposed = transposed and not self.symmetric
        times = slope.transposed_times if transposed else slope.times

        def matvec(tree: Any) -> Any:
            leaves = pytree.flatten_like(tree, self.treedef, "functrace", "the vector")
            return pytree.unflatten(self.treedef, times(leaves))

        b = pytree.unflatten(self.treedef, list(right))
        found = custom_linear_solve(
            matvec,
            b,
            solvers[transposed],
            solvers[not transposed],
            symmetric=self.symmetric,
        )
        return pytree.flatten_like(found, self.treedef, "functrace", "the solution")


def _difference(where: str, found: Any, expected: Any) -> Any:
    """By leaves."""
    leaves, treedef = pytree.flatten(found)
    others = pytree.flatten_like(expected, treedef, where, "the result")
    return pytree.unflatten(
        treedef, [a - b for a, b in zip(leaves, others, strict=True)]
    )


def _check(where: str, tolerance: float, failure: str) -> Check:
    if failure not in ("raise", "nan"):
        raise ValueError(
            message(
                f"{where}: there is no such way to fail.",
                expected="'raise' or 'nan'",
                got=repr(failure),
            )
        )
    return Check(float(tolerance), failure, where)
