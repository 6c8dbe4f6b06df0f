"""`functrace.scipy.optimize`: linear problems, and their derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.sparse
from scipy.optimize import LinearConstraint

import functrace as ft
from functrace.scipy import optimize
from tests._differences import check, differences
from tests.unit.test_scipy_minima import PLACE, START, valley

# -- linear problems -------------------------------------------------------------------

RNG = np.random.default_rng(0)
MATRIX, RIGHT = RNG.normal(size=(6, 4)), RNG.normal(size=6)


def test_derivatives_of_compiled_solutions() -> None:
    def least(b: Any) -> Any:
        return np.sum(optimize.nnls(MATRIX, b)[0])

    def cheapest(c: Any) -> Any:
        return optimize.linprog(c, A_ub=[[1.0, 1.0, 1.0]], b_ub=[1.0]).fun

    for function, x in ((least, RIGHT), (cheapest, np.array([-1.0, -2.0, -3.0]))):
        expected = ft.grad(function)(x)
        np.testing.assert_allclose(ft.grad(ft.jit(function))(x), expected, 1e-9)


@pytest.mark.slow
def test_nnls() -> None:
    np.testing.assert_array_equal(
        optimize.nnls(MATRIX, RIGHT)[0], scipy.optimize.nnls(MATRIX, RIGHT)[0]
    )
    check(lambda b: optimize.nnls(MATRIX, b)[0], RIGHT)
    check(lambda a: optimize.nnls(a, RIGHT)[1], MATRIX)
    second = ft.hessian(lambda a: optimize.nnls(a, RIGHT)[1])
    expected = differences(ft.grad(lambda a: optimize.nnls(a, RIGHT)[1]), MATRIX)
    np.testing.assert_allclose(second(MATRIX), expected, atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["trf", "bvls"])
def test_lsq_linear(method: str) -> None:
    def f(u: Any) -> Any:
        found = optimize.lsq_linear(MATRIX, RIGHT, (-0.1, u), method, tol=1e-13)
        return np.append(found.x, found.cost)

    check(f, 0.2)
    free = optimize.lsq_linear(MATRIX, RIGHT).x
    check(lambda b: optimize.lsq_linear(MATRIX, b).x, RIGHT, np.linalg.pinv(MATRIX))
    np.testing.assert_allclose(free, np.linalg.lstsq(MATRIX, RIGHT)[0])
    with pytest.raises(np.linalg.LinAlgError):
        ft.jacobian(lambda b: optimize.lsq_linear(np.ones((3, 2)), b).x)(np.ones(3))


COSTS = np.array([-3.0, -2.0, -1.7])
USES, RESOURCES = np.array([[1.0, 2.0, 1.0], [3.0, 1.0, 2.0]]), np.array([4.0, 6.0])


def program(c: Any, uses: Any, resources: Any, total: Any, most: Any) -> Any:
    bounds = [(0, most), (None, 3.0), (0.1, None)]
    found = optimize.linprog(c, uses, resources, np.ones((1, 3)), [total], bounds)
    parts = [found[name].marginals for name in ("ineqlin", "eqlin", "lower", "upper")]
    return np.concatenate([np.append(found.x, found.fun), found.slack, *parts])


@pytest.mark.slow
@pytest.mark.parametrize("argnum", range(5))
def test_linprog(argnum: int) -> None:
    args: Any = [COSTS, USES, RESOURCES, np.float64(1.9), np.float64(1.0)]

    def f(x: Any) -> Any:
        given: Any = *args[:argnum], x, *args[argnum + 1 :]
        return program(*given)

    check(f, args[argnum])


def test_marginals_are_derivatives_of_the_value() -> None:
    found = optimize.linprog(COSTS, USES, RESOURCES)
    slope = ft.grad(lambda r: optimize.linprog(COSTS, USES, r).fun)(RESOURCES)
    np.testing.assert_allclose(slope, found.ineqlin.marginals)
    vertex = ft.jacobian(lambda c: optimize.linprog(c, USES, RESOURCES).x)(COSTS)
    np.testing.assert_array_equal(vertex, 0.0)


@pytest.mark.slow
def test_sparse_matrices_are_constants() -> None:
    uses = scipy.sparse.csr_array(USES)

    def value(r: Any) -> Any:
        return optimize.linprog(COSTS, uses, r).fun

    expected = optimize.linprog(COSTS, USES, RESOURCES).ineqlin.marginals
    for f in (ft.grad(value), ft.jit(ft.grad(value))):
        np.testing.assert_allclose(f(RESOURCES), expected)

    def fitted(b: Any) -> Any:
        return optimize.lsq_linear(uses.T, b, (-1.0, 1.0)).x

    check(fitted, np.ones(3), np.linalg.pinv(USES.T))

    def within(r: Any) -> Any:
        limits = LinearConstraint(uses, -np.inf, r)
        return optimize.minimize(valley, START, (PLACE,), constraints=limits).x

    tight = np.array([2.0, 2.0])
    found = ft.jit(ft.jacobian(within))(tight)
    np.testing.assert_allclose(found, differences(within, tight, 1e-2), atol=1e-2)


@pytest.mark.slow
def test_linear_programs_that_are_refused() -> None:
    def f(r: Any, **named: Any) -> Any:
        return optimize.linprog(COSTS, USES, r, **named).fun

    with pytest.raises(ft.MissingRuleError, match="integrality"):
        ft.grad(f)(RESOURCES, integrality=1)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda c: optimize.milp(c * np.ones(2)).fun)(1.0)

    def limited(r: Any) -> Any:
        return optimize.milp([1.0], constraints=LinearConstraint([[1.0]], r)).fun

    assert limited(0.5) == 0.5
    with pytest.raises(ft.MissingRuleError):
        ft.grad(limited)(1.0)
    for transform in (ft.grad(f), ft.jit(ft.grad(f))):
        with pytest.raises((ft.DegenerateError, np.linalg.LinAlgError)):
            transform(np.array([2.0, 6.0]), A_eq=np.ones((1, 3)), b_eq=[2.0])
        with pytest.raises((ft.ConvergenceError, ValueError)):
            transform(-RESOURCES)
    assert not ft.jit(lambda r: optimize.linprog(COSTS, USES, r))(-RESOURCES).success


def test_assignments() -> None:
    costs = RNG.normal(size=(3, 4))

    def f(c: Any) -> Any:
        return c[optimize.linear_sum_assignment(c, maximize=True)].sum()

    check(f, costs)
    rows, columns = ft.jit(optimize.linear_sum_assignment)(costs)
    expected = scipy.optimize.linear_sum_assignment(costs)
    np.testing.assert_array_equal([rows, columns], expected)
