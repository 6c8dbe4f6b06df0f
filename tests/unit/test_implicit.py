"""Solutions of equations are differentiated as such, whatever finds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize
from scipy.sparse.linalg import LinearOperator, gmres

import functrace as ft
from tests._differences import differences

START = np.array([1.0, 1.0])
PLACE = np.array([1.0, 2.0])


def residual(x: Any, a: Any) -> Any:
    return np.stack([x[0] ** 2 + a[0] * x[1] - 3.0, x[1] ** 3 - a[1] * x[0] + 1.0])


def by_scipy(x: Any, a: Any) -> Any:
    return scipy.optimize.root(residual, x, args=(a,), tol=1e-13).x


def by_newton(x: Any, a: Any) -> Any:
    step = np.ones(2)
    while np.max(np.abs(step)) > 1e-12:
        step = np.linalg.solve(ft.jacobian(residual)(x, a), residual(x, a))
        x = x - step
    return x


def by_gmres(matvec: Any, b: Any) -> Any:
    operator: Any = LinearOperator((b.size, b.size), matvec)
    return gmres(operator, b, rtol=1e-13, atol=0)[0]


SOLVERS = {
    "scipy": ft.custom_root(residual, by_scipy),
    "newton": ft.custom_root(residual, by_newton),
    "gmres": ft.custom_root(residual, by_scipy, linear_solver=by_gmres),
}


@pytest.fixture(params=SOLVERS)
def solve(request: pytest.FixtureRequest) -> Any:
    chosen = SOLVERS[request.param]
    return lambda a: chosen(START, a)


def test_both_modes(solve: Any) -> None:
    expected = differences(solve, PLACE, 1e-5)
    for transform in (ft.jacfwd, ft.jacrev):
        np.testing.assert_allclose(transform(solve)(PLACE), expected, atol=1e-8)


@pytest.mark.slow
def test_second_order(solve: Any) -> None:
    def f(a: Any) -> Any:
        return np.sum(solve(a) ** 2)

    expected = differences(ft.grad(f), PLACE, 1e-5)
    for outer in (ft.jacfwd, ft.jacrev):
        for inner in (ft.jacfwd, ft.jacrev):
            np.testing.assert_allclose(outer(inner(f))(PLACE), expected, atol=1e-8)


def test_third_order() -> None:
    def f(a: Any) -> Any:
        return np.sum(SOLVERS["scipy"](START, a) ** 2)

    expected = differences(ft.hessian(f), PLACE, 1e-5)
    np.testing.assert_allclose(ft.jacrev(ft.hessian(f))(PLACE), expected, atol=1e-7)


@pytest.mark.slow
def test_compiled_and_on_batches(solve: Any) -> None:
    def f(a: Any) -> Any:
        return np.sum(solve(a) ** 2)

    places = PLACE * np.array([[1.0], [1.1], [0.9]])
    expected = np.stack([ft.grad(f)(a) for a in places])
    np.testing.assert_allclose(ft.jit(ft.grad(f))(PLACE), expected[0], atol=1e-10)
    np.testing.assert_allclose(ft.vmap(ft.grad(f))(places), expected, atol=1e-10)

    def total(places: Any) -> Any:
        return np.sum(ft.vmap(f)(places))

    np.testing.assert_allclose(ft.grad(total)(places), expected, atol=1e-10)


def test_parameters_from_closures_and_by_name() -> None:
    expected = ft.jacobian(lambda a: SOLVERS["scipy"](START, a))(PLACE)

    def closed(a: Any) -> Any:
        solver = ft.custom_root(lambda x: residual(x, a), lambda x: by_scipy(x, PLACE))
        return solver(START)

    np.testing.assert_allclose(ft.jacobian(closed)(PLACE), expected, atol=1e-10)

    def written(a: Any) -> Any:
        def solver(x: Any) -> Any:
            found = np.zeros(2)
            found[0], found[1] = 2 * a[0], a[1] ** 2
            return found

        return ft.custom_root(lambda x: x - np.stack([2 * a[0], a[1] ** 2]), solver)(
            START
        )

    np.testing.assert_allclose(ft.jacobian(written)(PLACE), [[2, 0], [0, 4]])
    named = ft.jacobian(lambda a: SOLVERS["scipy"](START, a=a))(PLACE)
    np.testing.assert_allclose(named, expected, atol=1e-10)


def test_pytrees_and_complex_numbers() -> None:
    def equations(z: Any, c: Any) -> Any:
        u = z["u"] ** 2 - c + 0.1 * np.conj(z["u"])
        return {"u": u, "v": z["v"] - np.real(z["u"]) * np.arange(3.0)}

    def solver(z: Any, c: Any) -> Any:
        def real(q: Any) -> Any:
            u = equations({"u": q[0] + 1j * q[1], "v": q[2:]}, c)
            return np.concatenate([[u["u"].real, u["u"].imag], u["v"]])

        begin = [z["u"].real, z["u"].imag, *z["v"]]
        q = scipy.optimize.root(real, begin, tol=1e-13).x
        return {"u": q[0] + 1j * q[1], "v": q[2:]}

    def f(c: Any) -> Any:
        z = ft.custom_root(equations, solver)({"u": 1 + 1j, "v": np.zeros(3)}, c)
        return np.abs(z["u"] + 1j * np.sum(z["v"])) ** 2

    c, h = 1.0 + 2.0j, 1e-6
    dx, dy = ((f(c + d) - f(c - d)) / (2 * h) for d in (h, 1j * h))
    np.testing.assert_allclose(ft.grad(f)(c), dx - 1j * dy, rtol=1e-7)
    np.testing.assert_allclose(ft.jvp(f, (c,), (1j,))[1], dy, rtol=1e-7)


def test_auxiliary_data() -> None:
    def solver(x: Any, a: Any) -> Any:
        found = scipy.optimize.root(residual, x, args=(a,), tol=1e-13)
        return found.x, found.nfev

    solve = ft.custom_root(residual, solver, has_aux=True)
    found, count = ft.jacobian(lambda a: solve(START, a), has_aux=True)(PLACE)
    np.testing.assert_allclose(found, ft.jacobian(SOLVERS["scipy"], 1)(START, PLACE))
    assert count > 0


def test_fixed_points_and_minima() -> None:
    def cosine(x: Any, a: Any) -> Any:
        return np.cos(a * x)

    @ft.custom_fixed_point(cosine)
    def dottie(x: Any, a: Any) -> Any:
        return scipy.optimize.fixed_point(cosine, x, args=(a,), xtol=1e-13)

    expected = differences(lambda a: dottie(0.7, a), 0.9, 1e-5)
    np.testing.assert_allclose(ft.grad(dottie, 1)(0.7, 0.9), expected, rtol=1e-7)

    def objective(x: Any, a: Any) -> Any:
        return np.sum((x - a) ** 2) + np.sum(x**4)

    @ft.custom_argmin(objective)
    def minimiser(x: Any, a: Any) -> Any:
        return scipy.optimize.minimize(objective, x, args=(a,), tol=1e-10).x

    slope = ft.jacobian(minimiser, 1)(START, PLACE)
    x = minimiser(START, PLACE)
    np.testing.assert_allclose(slope, np.diag(2 / (2 + 12 * x**2)), rtol=1e-5)


class TestLinearSolves:
    matrix = np.array([[4.0, 1.0, 0.0], [0.5, 3.0, 1.0], [0.0, -1.0, 5.0]])
    right = np.array([1.0, 2.0, 3.0])

    def solve(self, a: Any, b: Any, **options: Any) -> Any:
        return ft.custom_linear_solve(lambda v: a @ v, b, by_gmres, **options)

    @pytest.mark.slow
    @pytest.mark.parametrize("argnum", [0, 1])
    def test_as_dense(self, argnum: int) -> None:
        def f(a: Any, b: Any) -> Any:
            return np.sum(np.sin(self.solve(a, b)))

        def g(a: Any, b: Any) -> Any:
            return np.sum(np.sin(np.linalg.solve(a, b)))

        given = self.matrix, self.right
        for make in (ft.grad, ft.hessian, lambda h, i: ft.jit(ft.grad(h, i))):
            found, expected = make(f, argnum)(*given), make(g, argnum)(*given)
            np.testing.assert_allclose(found, expected, atol=1e-9)

    def test_own_transposed_solver(self) -> None:
        seen = []

        def transposed(matvec: Any, b: Any) -> Any:
            seen.append(matvec(np.array([0.0, 1.0, 0.0])))
            return by_gmres(matvec, b)

        ft.grad(
            lambda b: np.sum(self.solve(self.matrix, b, transpose_solve=transposed))
        )(self.right)
        np.testing.assert_allclose(seen[0], self.matrix[1])

    def test_what_is_no_solution(self) -> None:
        def f(b: Any) -> Any:
            return np.sum(ft.custom_linear_solve(lambda v: 2 * v, b, lambda mv, b: b))

        assert f(self.right) == 6
        with pytest.raises(ft.ConvergenceError, match="custom_linear_solve"):
            ft.grad(f)(self.right)


class TestWhatIsNoSolution:
    @staticmethod
    def stay(x: Any, a: Any) -> Any:
        return x + 0.01 * a

    def test_raises_where_a_derivative_is_taken(self) -> None:
        solve = ft.custom_root(residual, self.stay)
        np.testing.assert_array_equal(solve(START, PLACE), self.stay(START, PLACE))
        for make in (ft.jacrev, ft.jacfwd, lambda f, i: ft.jit(ft.jacrev(f, i))):
            with pytest.raises(ft.ConvergenceError, match="no solution"):
                make(solve, 1)(START, PLACE)

    def test_or_gives_nan(self) -> None:
        solve = ft.custom_root(residual, self.stay, failure="nan")
        for transform in (ft.jacrev, ft.jacfwd):
            assert np.isnan(transform(solve, 1)(START, PLACE)).all()

    def test_is_told_by_lane(self) -> None:
        def halve(x: Any, a: Any) -> Any:
            return np.where(a > 3, 0.5 * x, np.sqrt(a))

        solve = ft.custom_root(lambda x, a: x * x - a, halve, failure="nan")
        found = ft.vmap(ft.grad(lambda a: solve(1.0, a)))(np.array([1.0, 4.0]))
        np.testing.assert_array_equal(found, [0.5, np.nan])

    @pytest.mark.parametrize("jit", [ft.jit, lambda f: f])
    def test_singular_lanes_are_nan_and_no_others(self, jit: Any) -> None:
        def equations(x: Any, a: Any) -> Any:  # singular where x[0] is zero
            return np.stack([x[0] ** 2 - a[0], x[0] * x[1] - a[1]])

        def solver(x: Any, a: Any) -> Any:
            root = np.sqrt(a[0])
            return np.stack([root, a[1] / np.where(root == 0, 1.0, root)])

        solve = ft.custom_root(equations, solver, failure="nan")
        second = jit(ft.vmap(ft.hessian(lambda a: solve(np.ones(2), a)[1])))
        first = jit(ft.vmap(ft.grad(lambda a: solve(np.ones(2), a)[1])))
        forward = jit(ft.vmap(ft.jacfwd(lambda a: solve(np.ones(2), a)[1])))
        at = np.array([[1.0, 2.0], [0.0, 0.0], [4.0, 2.0]])
        expected = np.array([[-1.0, 1.0], [np.nan, np.nan], [-0.125, 0.5]])
        np.testing.assert_allclose(first(at), expected)
        np.testing.assert_allclose(forward(at), expected)
        found = second(at)
        assert np.isnan(found[1]).all()
        np.testing.assert_allclose(found[0], [[1.5, -0.5], [-0.5, 0.0]])
        np.testing.assert_allclose(found[2], [[3 / 64, -1 / 16], [-1 / 16, 0.0]])

    def test_what_is_nan_has_higher_derivatives_that_are_nan(self) -> None:
        solve = ft.custom_root(residual, self.stay, failure="nan")
        found = ft.hessian(lambda a: np.sum(solve(START, a)))(PLACE)
        assert np.isnan(found).all()

    def test_solutions_at_zero_are_solutions(self) -> None:
        solve = ft.custom_root(lambda x, a: np.sinh(x) - a, lambda x, a: np.arcsinh(a))
        assert ft.grad(solve, 1)(0.0, 0.0) == 1
        assert ft.grad(solve, 1)(1.0, 1e-15) == pytest.approx(1)


def test_errors_are_the_users() -> None:
    def wrong(x: Any, a: Any) -> Any:
        raise KeyError("mine")

    for transform in (ft.grad, lambda f, i: ft.jit(ft.grad(f, i))):
        with pytest.raises(KeyError, match="mine"):
            transform(ft.custom_root(residual, wrong), 1)(START, PLACE)
    with pytest.raises(ft.PytreeMismatchError, match="residual"):
        ft.grad(lambda a: ft.custom_root(lambda x, a: (x, a), by_scipy)(START, a)[0])(
            PLACE
        )
    with pytest.raises(ft.ShapeError, match="residual"):
        ft.grad(
            lambda a: ft.custom_root(lambda x, a: x[:1], lambda x, a: x)(START, a)[0]
        )(PLACE)
    unknown: Any = "ignore"
    with pytest.raises(ValueError, match="way to fail"):
        ft.custom_root(residual, by_scipy, failure=unknown)
    singular = ft.custom_root(
        lambda x, a: (x - a) * np.zeros(2), lambda x, a: a + 0 * x
    )
    with pytest.raises(np.linalg.LinAlgError):
        ft.jacobian(singular, 1)(START, PLACE)


def test_a_solver_may_give_the_same_memory_each_time():
    """What it gave before is kept for the derivatives, and is the caller's to write to."""
    memory = np.empty(3)
    solve = ft.custom_root(lambda x, a: x**2 - a, lambda x, a: np.sqrt(a, out=memory))
    roots = np.array([1.0, 2.0, 3.0])
    root, pullback = ft.vjp(lambda a: solve(np.ones(3), a), roots**2)
    ft.vjp(lambda a: solve(np.ones(3), a), 4 * roots**2)
    np.testing.assert_allclose(root, roots)
    root[:] = 7.0
    np.testing.assert_allclose(pullback(np.ones(3))[0], 0.5 / roots)
