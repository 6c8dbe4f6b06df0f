"""SciPy's linear algebra where the laws do not look: errors, branches, awkward matrices."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.linalg

import functrace as ft
from functrace.core.errors import ConcretizationError, DtypeError, MissingRuleError
from functrace.scipy import linalg

LinAlgError = np.linalg.LinAlgError
JORDAN = np.array([[2.0, 1, 0], [0, 2, 1], [0, 0, 2]])
FUNCTIONS = ("expm", "logm", "sqrtm", "cosm", "tanhm", "signm")


@pytest.fixture
def a(rng):
    return rng.normal(size=(3, 3)) / 3 + 2 * np.eye(3)


def slope(function, a, e, step=1e-4):
    """Derivative along e by differences."""

    def at(t):
        return function(a + t * e)

    near, far = at(step) - at(-step), at(2 * step) - at(-2 * step)
    return (8 * near - far) / (12 * step)


def push(function, a, e):
    return ft.jvp(function, (a,), (e,))[1]


# -- functions of matrices -------------------------------------------------------------


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(
    "matrix",
    [np.eye(3), JORDAN, np.diag([1.0, 2, 1]), np.array([[1.0, 9], [0, 4]])],
    ids=["identity", "Jordan", "diagonal", "triangular"],
)
def test_at_matrices_with_equal_eigenvalues(name, matrix, rng):
    e = rng.normal(size=matrix.shape)
    original = getattr(scipy.linalg, name)
    got = push(getattr(linalg, name), matrix, e)
    np.testing.assert_allclose(got, slope(original, matrix, e), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("name", ["expm", "logm", "sqrtm"])
def test_third_derivatives(name, a, rng):
    e = rng.normal(size=a.shape)
    function = getattr(linalg, name)

    def second(x):
        return push(lambda y: push(function, y, e), x, e)

    np.testing.assert_allclose(push(second, a, e), slope(second, a, e), rtol=1e-6)


@pytest.mark.parametrize("scale", [1e-150, 1e-8, 1e8, 1e150])
@pytest.mark.parametrize("name", ["expm", "logm", "sqrtm"])
def test_derivatives_are_linear_at_any_scale(name, scale, a, rng):
    e = rng.normal(size=a.shape)
    function = getattr(linalg, name)
    expected = push(function, a, e)
    np.testing.assert_allclose(push(function, a, e * scale) / scale, expected)


def test_expm_of_a_large_matrix():
    a = np.array([[-50.0, 49], [30, -60]])
    e = np.array([[1.0, 2], [3, -1]])
    got = push(linalg.expm, a, e)
    np.testing.assert_allclose(got, scipy.linalg.expm_frechet(a, e)[1], rtol=1e-10)


@pytest.mark.parametrize("name", ["logm", "sqrtm"])
def test_real_matrices_with_complex_results(name, rng):
    matrix = np.array([[-1.0, 0.2], [0.3, 2]])
    e = rng.normal(size=(2, 2))
    function = getattr(linalg, name)
    original = getattr(scipy.linalg, name)
    value, dot = ft.jvp(function, (matrix,), (e,))
    np.testing.assert_allclose(value, original(matrix), rtol=1e-12)
    np.testing.assert_allclose(dot, slope(original, matrix, e), rtol=1e-7)

    def loss(x):
        return np.sum(np.abs(function(x)) ** 2)

    gradient = ft.grad(loss)(matrix)
    expected = slope(lambda x: np.sum(np.abs(original(x)) ** 2), matrix, e)
    assert np.sum(gradient * e) == pytest.approx(expected, rel=1e-7)
    with pytest.raises(DtypeError, match="astype"):
        ft.jit(loss)(matrix)
    compiled = ft.jit(ft.grad(lambda x: loss(x.astype(complex))))
    np.testing.assert_allclose(compiled(matrix), gradient, rtol=1e-10)


def test_fractional_powers_of_rotations(rng):
    """SciPy gives a complex array, whose imaginary part is zero."""
    matrix = np.array([[1.0, -1], [1, 1]])
    value = ft.vjp(lambda x: linalg.fractional_matrix_power(x, 0.3), matrix)[0]
    assert value.dtype == scipy.linalg.fractional_matrix_power(matrix, 0.3).dtype
    compiled = ft.jit(lambda x: linalg.fractional_matrix_power(x, 0.3))(matrix)
    np.testing.assert_allclose(compiled, value)


def test_the_exponent_of_a_power_is_not_differentiated(a):
    with pytest.raises(MissingRuleError, match="traced t"):
        ft.grad(lambda t: np.sum(linalg.fractional_matrix_power(a, t)))(0.5)


@pytest.mark.parametrize("name", ["logm", "sqrtm", "signm"])
def test_estimates_of_errors(name, a):
    with pytest.warns(DeprecationWarning, match="disp"):
        _, error = getattr(linalg, name)(ft.variable(a), disp=False)
    assert error.value < 1e-10


@pytest.mark.parametrize("name", ["expm", "sqrtm", "logm", "cosm", "signm"])
def test_functions_of_something_else_than_square_matrices(name):
    with pytest.raises((LinAlgError, ValueError)):
        ft.grad(lambda x: np.sum(getattr(linalg, name)(x)))(np.ones((2, 3)))
    with pytest.raises((LinAlgError, ValueError)):
        ft.grad(lambda x: np.sum(getattr(linalg, name)(x)))(np.ones(3))


# -- matrix equations ------------------------------------------------------------------


def test_sylvester_of_real_and_complex_matrices(rng):
    a = rng.normal(size=(3, 3)) + 1j * rng.normal(size=(3, 3))
    b, q = np.array([[1.0, 2], [-2, 1]]), rng.normal(size=(3, 2))
    x = ft.vjp(lambda a: linalg.solve_sylvester(a, b, q), a)[0]
    np.testing.assert_allclose(a @ x + x @ b, q, atol=1e-12)


def test_riccati_with_weights(rng):
    a, b = rng.normal(size=(3, 3)), rng.normal(size=(3, 2))
    e, s = np.eye(3) + rng.normal(size=(3, 3)) / 20, rng.normal(size=(3, 2)) / 20
    directions = [rng.normal(size=x.shape) / 10 for x in (a, b, e, s)]
    weights = rng.normal(size=(3, 3))
    for name in ("solve_continuous_are", "solve_discrete_are"):

        def loss(library, a, b, e, s, name=name):
            x = getattr(library, name)(a, b, np.eye(3), np.eye(2), e, s)
            return np.sum(weights * x)

        def along(t, loss=loss):
            moved = (x + t * d for x, d in zip((a, b, e, s), directions, strict=True))
            return loss(scipy.linalg, *moved)

        bars = ft.grad(lambda *x, loss=loss: loss(linalg, *x), argnums=(0, 1, 2, 3))
        got = sum(
            np.sum(g * d) for g, d in zip(bars(a, b, e, s), directions, strict=True)
        )
        assert got == pytest.approx(slope(along, 0.0, 1.0), rel=1e-6)


# -- what is read of a matrix ----------------------------------------------------------


@pytest.mark.parametrize("lower", [True, False])
def test_gradients_are_zero_where_nothing_is_read(lower, a, rng):
    a, b = a @ a.T, rng.normal(size=3)
    uses = [
        lambda x: linalg.solve_triangular(x, b, lower=lower),
        lambda x: linalg.cho_solve((x, lower), b),
        lambda x: linalg.solve(x, b, assume_a="pos", lower=lower),
        lambda x: linalg.solve(x, b, assume_a="sym", lower=lower),
        lambda x: linalg.inv(x, assume_a="pos", lower=lower),
        lambda x: linalg.cholesky(x, lower=lower),
        lambda x: linalg.eigvalsh(x, lower=lower) ** 2,
        lambda x: linalg.pinvh(x, lower=lower),
    ]
    for use in uses:
        gradient = ft.grad(lambda x, use=use: np.sum(use(x) ** 2))(a)
        other = np.triu(gradient, 1) if lower else np.tril(gradient, -1)
        assert not other.any()
        assert np.diagonal(gradient).all()


def test_corners_of_bands_have_no_gradient(rng):
    band, b = rng.normal(size=(4, 5)) + 3, rng.normal(size=5)
    gradient = ft.grad(lambda x: np.sum(linalg.solve_banded((1, 2), x, b)))(band)
    assert not gradient[0, :2].any()
    assert not gradient[1, 0]
    assert not gradient[3, -1]
    assert np.count_nonzero(gradient) == 16


def test_cho_factor_keeps_the_other_triangle(a):
    a = a @ a.T
    gradient = ft.grad(lambda x: linalg.cho_factor(x)[0][2, 0])(a)
    assert gradient[2, 0] == 1
    assert np.count_nonzero(gradient) == 1


# -- errors ----------------------------------------------------------------------------

SINGULAR = np.ones((2, 2))


@pytest.mark.parametrize(
    "use",
    [
        lambda x: linalg.solve(x, np.ones(2)),
        lambda x: linalg.solve(np.triu(x) * [1, 0], np.ones(2), assume_a="diagonal"),
        lambda x: linalg.solve(x, np.ones(2), assume_a="pos"),
        lambda x: linalg.inv(x),
        lambda x: linalg.cholesky(x - 1),
        lambda x: linalg.solve_triangular(x - 1, np.ones(2)),
        lambda x: linalg.solve_banded((0, 1), x - 1, np.ones(2)),
        lambda x: linalg.solveh_banded(x - 1, np.ones(2)),
        lambda x: linalg.solve_circulant(x[0], np.ones(2)),
        lambda x: linalg.eigh(x, x - 1)[0],
    ],
)
def test_singular_matrices(use):
    with pytest.raises(LinAlgError):
        ft.grad(lambda x: np.sum(use(x)))(SINGULAR)
    with pytest.raises(ValueError, match=r"."):  # LinAlgError is one
        ft.jit(lambda x: np.sum(use(x)))(SINGULAR)


@pytest.mark.parametrize(
    "use",
    [
        lambda x: linalg.solve(x, np.ones(3)),
        lambda x: linalg.solve(np.ones((2, 3)) * x[0, 0], np.ones(3)),
        lambda x: linalg.solve(x, np.ones(2), assume_a="dense"),
        lambda x: linalg.solve_triangular(x, np.ones(3)),
        lambda x: linalg.solve_banded((1, 1), x, np.ones(2)),
        lambda x: linalg.solve_toeplitz((x[0], np.ones(3)), np.ones(3)),
        lambda x: linalg.lu_solve((x, np.arange(2)), np.ones(2), trans=3),
        lambda x: linalg.eigh(x, driver="gvd"),
        lambda x: linalg.eigh(x, subset_by_index=[1, 2]),
        lambda x: linalg.qr(x, mode="reduced"),
        lambda x: linalg.polar(x, "up"),
        lambda x: linalg.convolution_matrix(x[0], 0),
        lambda x: linalg.companion(0 * x[0]),
        lambda x: linalg.pinv(x, rtol=-1),
    ],
)
def test_arguments_that_do_not_fit(use):
    with pytest.raises(ValueError, match=r"."):
        ft.vjp(use, np.eye(2))


@pytest.mark.parametrize(
    "name", ["inv", "cholesky", "svdvals", "lu_factor", "qr", "eigh"]
)
def test_infinite_values(name):
    use = getattr(linalg, name)
    bad = np.array([[np.nan, 0], [0, 1]])
    with pytest.raises(ValueError, match="infs or NaNs"):
        ft.vjp(use, bad)
    with pytest.raises(ValueError, match="infs or NaNs"):
        ft.jit(use)(bad)


def test_values_that_decide_on_shapes(rng):
    a = rng.normal(size=(2, 3))
    with pytest.raises(ConcretizationError):
        ft.jit(linalg.null_space)(a)
    with pytest.raises(ConcretizationError):
        ft.jit(lambda x: linalg.eigvalsh(x, subset_by_value=[0, 1]))(a @ a.T)


def test_lu_of_a_singular_matrix():
    with pytest.warns(scipy.linalg.LinAlgWarning, match="Singular"):
        upper, pull = ft.vjp(lambda x: linalg.lu(x)[2], SINGULAR)
    np.testing.assert_array_equal(upper, [[1, 1], [0, 0]])
    with pytest.raises(LinAlgError):
        pull(np.ones((2, 2)))


@pytest.mark.parametrize(
    "use",
    [
        linalg.hessenberg,
        linalg.schur,
        linalg.ldl,
        lambda x: linalg.funm(x, np.exp),
        lambda x: linalg.eig(x, x),
        lambda x: linalg.eig(x, left=True),
    ],
)
def test_what_has_no_derivative_says_so(use, a):
    with pytest.raises(MissingRuleError, match="not supported"):
        ft.vjp(use, a)


# -- dtypes and plain arguments --------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["expm", "logm", "sqrtm", "signm", "inv", "cholesky", "svdvals", "lu_factor"],
)
@pytest.mark.slow
def test_dtypes(name, a):
    use = getattr(linalg, name)
    a = a @ a.T
    for dtype in (np.float32, np.complex64, np.complex128):
        out = ft.jit(use)(a.astype(dtype))
        out = out[0] if isinstance(out, tuple) else out
        wide = use(a.astype(np.result_type(dtype, float)))
        wide = wide[0] if isinstance(wide, tuple) else wide
        np.testing.assert_allclose(out, wide, rtol=1e-4, atol=1e-5)
        assert (
            out.dtype.char.lower() == np.dtype(dtype).char.lower() or name == "svdvals"
        )
    assert ft.jit(use)(np.eye(2, dtype=int)) is not None


def test_integers_beside_traced_values(rng):
    b = rng.normal(size=3)
    whole = np.array([[4, 1, 0], [1, 3, 1], [0, 1, 5]])
    gradient = ft.grad(lambda b: np.sum(linalg.solve(whole, b)))(b)
    np.testing.assert_allclose(gradient, np.linalg.solve(whole.T, np.ones(3)))
    assert ft.jit(linalg.expm)(whole).dtype == float


def test_plain_arguments_are_scipys_own():
    nearly = np.array([[1.0, 1], [1, np.nextafter(1, 2)]])
    with pytest.warns(scipy.linalg.LinAlgWarning):
        linalg.solve(nearly, np.ones(2))
    assert linalg.LinAlgError is LinAlgError
    assert linalg.hilbert(2)[1, 1] == 1 / 3


@pytest.mark.parametrize("driver", ["ev", "evd", "evr", "evx", None])
@pytest.mark.parametrize("lower", [True, False])
def test_eigenvectors_are_those_of_the_driver(driver, lower, rng):
    a = rng.normal(size=(6, 6))
    for matrix in (a, a + 1j * a[::-1]):
        options = {"lower": lower, "driver": driver}
        got = ft.vjp(lambda x, o=options: linalg.eigh(x, **o), matrix)[0]
        expected = scipy.linalg.eigh(matrix, **options)
        np.testing.assert_allclose(got[1], expected[1], atol=1e-12)


@pytest.mark.slow
def test_batches(a, rng):
    stack = a + rng.normal(size=(4, 3, 3)) / 9
    for name in ("expm", "sqrtm", "logm", "inv", "svdvals"):
        use = getattr(linalg, name)
        got = ft.vmap(use)(stack)
        np.testing.assert_allclose(got, [use(x) for x in stack], rtol=1e-10)
        assert ft.vmap(use)(stack[:0]).shape == got[:0].shape


def test_projectors_on_null_spaces(rng):
    """The projector is smooth, each basis is an arbitrary one."""
    a = rng.normal(size=(2, 4))
    e = rng.normal(size=a.shape)

    def projector(x):
        basis = linalg.null_space(x)
        return basis @ basis.T

    np.testing.assert_allclose(push(projector, a, e), slope(projector, a, e), atol=1e-8)


def test_no_warnings_in_single_precision(a):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ft.grad(lambda x: np.sum(linalg.logm(x)))(a.astype(np.float32))


def test_small_and_large_angles_between_subspaces():
    near, far = 0.3, 1.2  # where sines, and where cosines, tell them apart
    b = np.diag(np.cos([near, far]), k=0)
    b = np.vstack([b, np.diag(np.sin([near, far]))])
    angles = linalg.subspace_angles
    got = ft.vjp(angles, np.eye(4)[:, :2], b)[0]
    np.testing.assert_allclose(got, [far, near], rtol=1e-12)


@pytest.mark.parametrize("lower", [False, True])
def test_banded_factors_keep_what_is_outside_the_band(lower, rng):
    ab = np.array([[0.0, 0, 0.3, 0.2, 0.1], [0, 0.5, 0.4, 0.3, 0.2], [4, 5, 6, 7, 8.0]])
    ab = ab[::-1, ::-1] if lower else ab
    ab = np.where(ab == 0, rng.normal(size=ab.shape), ab)
    got = ft.jit(lambda ab: linalg.cholesky_banded(ab, lower=lower))(ab)
    np.testing.assert_allclose(got, scipy.linalg.cholesky_banded(ab, lower=lower))


@pytest.mark.parametrize("part", [0, 1])
def test_tridiagonal_matrices_are_real(part):
    d, e = np.ones(3), np.ones(2)
    args = (d + 0j, e) if part == 0 else (d, e + 0j)
    with pytest.raises(TypeError, match="real"):
        ft.vjp(linalg.eigh_tridiagonal, *args)
