"""Linear algebra: singular cases, conventions, errors."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
import functrace.scipy.linalg as fsl
from functrace.core.aval import Aval
from functrace.core.errors import DegenerateError, ShapeError
from functrace.primitives import determinants, linalg
from tests.systematic._laws import variable

S = np.array([[2.0, 0.5, 0.1], [0.5, 3.0, -0.4], [0.1, -0.4, 1.0]])
PLANE = np.arange(9.0).reshape(3, 3)  # rank 2


def cofactors(x):
    minors = [
        [np.linalg.det(np.delete(np.delete(x, i, 0), j, 1)) for j in range(3)]
        for i in range(3)
    ]
    return np.array(minors) * (-1) ** np.add.outer(range(3), range(3))


@pytest.mark.parametrize("x", [PLANE, np.diag([1.0, 2, 0]), np.diag([1.0, 0, 0]), S])
def test_gradient_of_det_is_the_cofactors(x):
    np.testing.assert_allclose(ft.grad(np.linalg.det)(x), cofactors(x), atol=1e-13)


@pytest.mark.parametrize("x", [PLANE, np.diag([1.0, 2, 0]), np.zeros((3, 3)), S])
def test_second_derivative_of_det_is_a_signed_element(x):
    """Of a 3 x 3 matrix: e[i, k, m] e[j, l, n] x[m, n], with Levi-Civita's symbol e."""
    e = np.zeros((3, 3, 3))
    e[[0, 1, 2], [1, 2, 0], [2, 0, 1]], e[[0, 2, 1], [2, 1, 0], [1, 0, 2]] = 1, -1
    expected = np.einsum("ikm,jln,mn->ijkl", e, e, x)
    np.testing.assert_allclose(ft.hessian(np.linalg.det)(x), expected, atol=1e-13)
    got = ft.jit(ft.hessian(np.linalg.det))(x)
    np.testing.assert_allclose(got, expected, atol=1e-13)


@pytest.mark.parametrize("dtype", [np.float32, float, complex])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_second_derivatives_of_small_determinants_are_native(n, dtype):
    """As energies of finite elements have them."""
    rng = np.random.default_rng(n)
    x, y = (rng.normal(size=(6, n, n)).astype(dtype) for _ in range(2))
    x = x + 1j * rng.normal(size=x.shape) if dtype is complex else x

    def slope(x):
        return ft.vjp(np.linalg.det, x)[1](np.ones(6, x.dtype))[0]

    fast = ft.jit(lambda x, y: ft.jvp(slope, (x,), (y.astype(x.dtype),))[1])
    expected = ft.jvp(slope, (x,), (y.astype(x.dtype),))[1]
    tolerance = 1e-3 if dtype is np.float32 else 1e-10
    np.testing.assert_allclose(fast(x, y), expected, rtol=tolerance, atol=tolerance)
    assert ("run in NumPy" in fast.lower(x, y).explain()) == (n not in (2, 3))


def test_third_derivative_of_det_at_a_singular_matrix_is_refused():
    def second(x):
        return np.sum(ft.hessian(np.linalg.det)(x) ** 2)

    assert np.isfinite(ft.grad(second)(S)).all()
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        ft.grad(second)(np.diag([1.0, 2, 0]))


@pytest.mark.parametrize(
    "function",
    [
        np.linalg.inv,
        lambda x: np.linalg.solve(x, np.ones(3)),
        lambda x: np.linalg.matrix_power(x, -1),
        lambda x: np.linalg.tensorinv(x, 1),
    ],
)
def test_singular_matrices(function):
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        function(variable(np.zeros((3, 3))))


def test_singular_triangular_matrix():
    params = {"lower": True, "transposed": False, "unit_diagonal": False}
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        linalg.solve_triangular(np.zeros((2, 2)), np.ones((2, 1)), **params)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.complex128])
def test_triangular_systems_solved_in_parts(lower, transposed, dtype):
    """Which BLAS would share out among threads."""
    rng = np.random.default_rng(4)
    x = (rng.random((48, 48)) + 48 * np.eye(48)).astype(dtype)
    y = rng.random((48, 50)).astype(dtype)
    params = {"lower": lower, "transposed": transposed, "unit_diagonal": False}
    found = linalg.solve_triangular(x, y, **params)
    matrix = np.tril(x) if lower else np.triu(x)
    expected = np.linalg.solve(matrix.T if transposed else matrix, y)
    assert found.dtype == dtype
    tolerance = 100 * np.finfo(dtype).eps * np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


def test_not_positive_definite():
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        np.linalg.cholesky(variable(-S))


def test_hessian_of_log_determinant():
    inverse = np.linalg.inv(S)
    expected = -np.einsum("jk,li->ijkl", inverse, inverse)
    got = ft.hessian(lambda x: np.linalg.slogdet(x)[1])(S)
    np.testing.assert_allclose(got, expected, atol=1e-14)


def log_det(x, **options):
    return 2 * np.sum(np.log(np.diag(np.linalg.cholesky(x, **options))))


def test_gradient_through_cholesky_of_a_symmetric_function():
    gradient = ft.grad(lambda x: log_det(x @ x.T))(S)
    np.testing.assert_allclose(gradient, 2 * np.linalg.inv(S), atol=1e-13)


def test_cholesky_reads_one_triangle():
    inverse = np.linalg.inv(S)
    lower = ft.grad(log_det)(S)
    np.testing.assert_array_equal(ft.grad(log_det)(np.tril(S)), lower)
    np.testing.assert_allclose(lower, np.tril(2 * inverse) - np.diag(np.diag(inverse)))
    upper = ft.grad(lambda x: log_det(x, upper=True))(np.triu(S))
    np.testing.assert_allclose(upper, lower.T)


def cholesky_solution(x):
    factor = fsl.cho_factor(x, lower=True)
    return fsl.cho_solve(factor, np.arange(1.0, 1 + len(x)))


ONE_TRIANGLE = {
    "cholesky": np.linalg.cholesky,
    "upper cholesky": lambda x: np.linalg.cholesky(x, upper=True),
    "scipy's cholesky": fsl.cholesky,
    "cho_factor": cholesky_solution,
    "eigvalsh": np.linalg.eigvalsh,
    "upper eigvalsh": lambda x: np.linalg.eigvalsh(x, "U"),
    "eigh": lambda x: np.sum(np.linalg.eigh(x).eigenvectors * np.eye(3)[0]) ** 2,
}


@pytest.mark.parametrize("name", ONE_TRIANGLE)
def test_functions_of_one_triangle_on_symmetric_matrices(name, rng):
    """Along symmetric directions derivatives of both orders are differences' quotients."""
    function = ONE_TRIANGLE[name]
    weights = rng.normal(size=np.shape(function(S)))

    def loss(x):
        return np.sum(np.tanh(function(x)) * weights)

    d, e = (m + m.T for m in rng.normal(size=(2, *S.shape)))
    step = 1e-6
    first = (loss(S + step * d) - loss(S - step * d)) / (2 * step)
    gradient = ft.grad(loss)
    np.testing.assert_allclose(np.sum(gradient(S) * d), first, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(ft.jvp(loss, (S,), (d,))[1], first, rtol=1e-7, atol=1e-9)
    second = np.sum((gradient(S + step * e) - gradient(S - step * e)) * d) / (2 * step)
    hessian = ft.hessian(loss)(S)
    found = np.einsum("ijkl,ij,kl", hessian, d, e)
    np.testing.assert_allclose(found, second, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("name", ["cholesky", "scipy's cholesky", "eigvalsh"])
def test_a_matrix_given_by_one_triangle(name):
    """Right where the matrix is diagonal, too, and so looks symmetric."""
    function, step = ONE_TRIANGLE[name], 1e-6
    place = (0, 1) if name == "scipy's cholesky" else (1, 0)

    def loss(t):
        x = ft.numpy.array(np.diag([2.0, 3.0, 4.0]))
        x[place] = t
        return np.sum(function(x) * np.arange(1.0, 4))

    for t in (0.0, 0.5):
        difference = (loss(t + step) - loss(t - step)) / (2 * step)
        np.testing.assert_allclose(ft.grad(loss)(t), difference, rtol=1e-8, atol=1e-9)


def test_the_symmetric_gradient_is_that_of_the_symmetric_part():
    gradient = ft.grad(lambda x: log_det((x + x.T) / 2))
    np.testing.assert_allclose(gradient(S), np.linalg.inv(S), atol=1e-14)
    x = S
    for _ in range(5):
        x = x - 0.1 * gradient(x)
        np.testing.assert_array_equal(x, x.T)


def test_slogdet_has_numpys_fields():
    result = np.linalg.slogdet(variable(-S))
    assert result.sign.value == -1
    assert result.logabsdet.value == pytest.approx(np.log(np.linalg.det(S)))


@pytest.mark.parametrize("order", [None, 1, 2, 3, 0.5, np.inf, -np.inf])
def test_gradient_of_a_norm_at_zero(order):
    gradient = ft.grad(lambda x: np.linalg.norm(x, order))(np.zeros(3))
    np.testing.assert_array_equal(gradient, 0)


def test_derivatives_of_a_norm_with_zero_components():
    x = np.array([3.0, 0, -4])
    np.testing.assert_allclose(ft.grad(np.linalg.norm)(x), x / 5)
    expected = np.eye(3) / 5 - np.outer(x, x) / 125
    np.testing.assert_allclose(ft.hessian(np.linalg.norm)(x), expected, atol=1e-15)
    np.testing.assert_array_equal(ft.hessian(np.linalg.norm)(np.zeros(2)), 0)


def test_derivatives_at_zero_are_finite_without_warnings():
    x = np.array([0.0, 1.0])
    for order in (0.5, 1, 1.5, 2, 2.5, 3):
        hessian = ft.hessian(lambda x, o=order: np.linalg.norm(x, o))
        assert np.isfinite(hessian(x)).all()


def test_norm_of_integers():
    def function(x):
        assert fnp.linalg.norm([3, 4]) == 5
        return x * np.linalg.norm(np.array([3, 4]))

    assert ft.grad(function)(1.0) == 5


@pytest.mark.parametrize(("order", "slope"), [(2, 1 / 3), (-2, 1 / 3), ("nuc", 1)])
def test_equal_singular_values_share(order, slope):
    gradient = ft.grad(lambda x: np.linalg.norm(x, order))(np.eye(3))
    np.testing.assert_allclose(gradient, slope * np.eye(3), atol=1e-15)


@pytest.mark.parametrize("p", [None, 2, "fro", 1, -1, np.inf, -np.inf])
@pytest.mark.parametrize("x", [np.zeros((2, 2)), np.diag([1.0, 0]), np.ones((2, 2))])
def test_condition_of_singular_matrices(p, x):
    expected = np.linalg.cond(x, p)
    assert np.linalg.cond(variable(x), p).value == expected
    assert ft.jit(lambda x: np.linalg.cond(x, p))(x) == expected
    if np.isinf(expected):
        with pytest.raises(DegenerateError, match="of a singular matrix"):
            ft.grad(lambda x: np.linalg.cond(x, p))(x)


def test_condition_of_a_stack_with_a_singular_matrix():
    x = np.stack([S, np.zeros((3, 3)), np.full((3, 3), np.nan)])
    got = np.linalg.cond(variable(x), 1).value
    np.testing.assert_array_equal(got[1:], [np.inf, np.nan])
    assert got[0] == pytest.approx(np.linalg.cond(S, 1))


@pytest.mark.parametrize("p", [None, 1])
def test_condition_of_nothing(p):
    with pytest.raises(np.linalg.LinAlgError, match="not defined on empty arrays"):
        np.linalg.cond(variable(S[:0, :0]), p)
    with pytest.raises(np.linalg.LinAlgError, match="at least two-dimensional"):
        np.linalg.cond(variable(S[0]), p)


@pytest.mark.parametrize("order", [2, -2, "nuc"])
def test_orders_on_plain_arrays(order):
    assert fnp.linalg.norm(S, order) == np.linalg.norm(S, order)
    if order != "nuc":
        assert fnp.linalg.cond(S, order) == np.linalg.cond(S, order)


@pytest.mark.parametrize(
    ("function", "match"),
    [
        (lambda x: np.linalg.norm(x[0], "fro"), "Invalid norm order 'fro' for vectors"),
        (lambda x: np.linalg.norm(x, 3), "Invalid norm order for matrices"),
        (lambda x: np.linalg.norm(x[None], 1), "Improper number of dimensions"),
        (lambda x: np.linalg.norm(x, axis=(0, 0)), "Duplicate axes given"),
        (lambda x: np.linalg.tensorinv(x, 0), "Invalid ind argument"),
    ],
)
def test_numpys_value_errors(function, match):
    with pytest.raises(ValueError, match=match):
        function(variable(S))


@pytest.mark.parametrize(
    ("function", "match"),
    [
        (lambda x: np.linalg.inv(x[:2]), "must be square"),
        (lambda x: np.linalg.matrix_power(x[:2], 2), "must be square"),
        (lambda x: np.linalg.tensorsolve(x[:2], x[0]), "must satisfy the requirement"),
    ],
)
def test_numpys_linear_algebra_errors(function, match):
    with pytest.raises(np.linalg.LinAlgError, match=match):
        function(variable(S))


def test_power_that_is_not_an_integer():
    with pytest.raises(TypeError, match="exponent must be an integer"):
        np.linalg.matrix_power(variable(S), 0.5)


def test_axis_of_a_norm_that_is_not_an_integer():
    with pytest.raises(TypeError, match="must be None, an integer or a tuple"):
        np.linalg.norm(variable(S), axis="rows")


@pytest.mark.parametrize(
    ("record", "shapes", "match"),
    [
        (linalg.inv, [(2, 3)], "inv of something else than square matrices"),
        (determinants.det, [(3,)], "det of something else than square matrices"),
        (linalg.solve, [(3, 3), (2,)], "right-hand sides that do not fit"),
        (linalg.solve, [(3, 3), ()], "right-hand sides that do not fit"),
    ],
)
def test_shapes_are_checked_without_values(record, shapes, match):
    with pytest.raises(ShapeError, match=match):
        record.abstract_eval(*map(Aval, shapes))
