"""Derivatives through eigen- and singular vectors where values coincide."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp

JITS = pytest.mark.parametrize("jit", [lambda f: f, ft.jit], ids=["plain", "jit"])
RNG = np.random.default_rng(7)
DTYPES = pytest.mark.parametrize("dtype", [float, complex])


def normal(*shape, dtype=float):
    x = RNG.normal(size=shape)
    return x + 1j * RNG.normal(size=shape) if dtype is complex else x


def unitary(n, dtype=float):
    return np.linalg.qr(normal(n, n, dtype=dtype))[0]


def hermitian(values, dtype=float):
    """A matrix with the given eigenvalues, exactly Hermitian."""
    v = unitary(len(values), dtype)
    a = (v * values) @ v.conj().T
    return (a + a.conj().T) / 2


def with_values(values, rows, columns, dtype=float):
    """A matrix with the given singular values."""
    k = min(rows, columns)
    return (unitary(rows, dtype)[:, :k] * values) @ unitary(columns, dtype)[:k]


def assert_right(function, x, jit=lambda f: f, tolerance=1e-6):
    """The gradient against central differences along random directions."""
    gradient = jit(ft.grad(function))(x)
    assert np.all(np.isfinite(gradient))
    for _ in range(5):
        direction = normal(
            *x.shape, dtype=x.dtype.type if x.dtype.kind == "c" else float
        )
        h = 1e-5
        slope = (function(x + h * direction) - function(x - h * direction)) / (2 * h)
        assert np.sum(gradient * direction).real == pytest.approx(
            slope, rel=tolerance, abs=1e-7
        )


# -- Hermitian matrices ----------------------------------------------------------------

M = normal(4, 4)
M = M + M.T


def of_matrix(h, a):
    """A linear function of h(a), for the Hermitian matrix in the lower triangle."""
    values, vectors = np.linalg.eigh(a)
    return np.sum((vectors * h(values) @ np.conj(vectors).T).real * M)


def projector(a):
    vectors = np.linalg.eigh(a)[1][:, 1:3]
    return np.sum((vectors @ np.conj(vectors).T).real * M)


FUNCTIONS = {
    "reconstruction": lambda a: of_matrix(lambda x: x, a),
    "square": lambda a: of_matrix(lambda x: x * x, a),
    "exponential": lambda a: of_matrix(np.exp, a),
    "projector": projector,
    "block": lambda a: np.sum(np.sin(np.linalg.eigvalsh(a)[1:3]) ** 2),
    "all values": lambda a: np.sum(np.exp(np.linalg.eigh(a)[0])),
}


@JITS
@DTYPES
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("values", [(-1.0, 2.0, 2.0, 5.0), (1.0, 2.0, 3.0, 4.0)])
def test_functions_of_degenerate_matrices(name, values, dtype, jit):
    assert_right(FUNCTIONS[name], hermitian(values, dtype), jit)


@JITS
@pytest.mark.parametrize(
    "name", ["reconstruction", "square", "exponential", "all values"]
)
def test_functions_at_multiples_of_the_identity(name, jit):
    assert_right(FUNCTIONS[name], 2 * np.eye(4), jit)
    assert_right(FUNCTIONS[name], hermitian((1.0, 1.0, 3.0, 3.0)), jit)


def test_stacks_of_degenerate_matrices():
    stack = np.stack([hermitian((1.0, 1.0, 3.0, 4.0)), np.eye(4)])

    def function(a):
        values, vectors = np.linalg.eigh(a)
        return np.sum((vectors * np.exp(values)[:, None]) @ vectors.swapaxes(1, 2) * M)

    assert_right(function, stack)


def test_sums_of_squares_twice():
    """Second derivatives in reverse mode, of a function of the matrix."""
    a = np.eye(3)
    weights = normal(3, 3)

    def gradient(a):
        return np.sum(
            ft.grad(lambda a: np.sum(np.linalg.eigvalsh(a) ** 3))(a) * weights
        )

    direction = normal(3, 3)
    second = np.sum(ft.grad(gradient)(a) * direction)
    h = 1e-4
    expected = (gradient(a + h * direction) - gradient(a - h * direction)) / (2 * h)
    assert second == pytest.approx(expected, rel=1e-6)


@JITS
@pytest.mark.parametrize(
    "function",
    [
        lambda a: np.linalg.eigh(a)[1][0, 0],
        lambda a: np.sum(np.linalg.eigh(a)[1][:, 0] ** 3),
        lambda a: np.sum((v := np.linalg.eigh(a)[1][:, :2]) @ v.T * M),
    ],
)
def test_what_depends_on_the_basis_is_refused(function, jit):
    with pytest.raises(ft.DegenerateError):
        jit(ft.grad(function))(hermitian((2.0, 2.0, 2.0, 5.0)))


def test_mixtures_are_refused():
    """Two functions of the matrix, of which the vectors' cotangents do not tell the sum."""
    other = normal(4, 4)

    def function(a):
        values, vectors = np.linalg.eigh(a)
        first = (vectors * np.exp(values)) @ vectors.T
        return np.sum(first * M) + np.sum(
            (vectors * np.sin(values)) @ vectors.T * other
        )

    assert_right(function, hermitian((1.0, 2.0, 3.0, 4.0)))
    with pytest.raises(ft.DegenerateError, match="not determined"):
        ft.grad(function)(hermitian((2.0, 2.0, 3.0, 4.0)))


def test_phases_are_refused():
    a = hermitian((1.0, 2.0, 3.0), complex)
    with pytest.raises(ft.DegenerateError, match="phases"):
        ft.grad(lambda a: np.sum(np.linalg.eigh(a)[1].real))(a)


def test_second_derivatives_are_refused():
    a = hermitian((2.0, 2.0, 3.0, 4.0))
    with pytest.raises(ft.DegenerateError):
        ft.hessian(projector)(a)


def test_forward_mode():
    a = hermitian((2.0, 2.0, 3.0, 4.0))
    same = ft.jvp(FUNCTIONS["exponential"], (a,), (a,))[1]
    expected = np.sum(ft.grad(FUNCTIONS["exponential"])(a) * a)
    assert same == pytest.approx(expected, rel=1e-6)
    block = ft.jvp(FUNCTIONS["block"], (a,), (M,))[1]
    assert np.isfinite(block)
    with pytest.raises(ft.DegenerateError):
        ft.jvp(FUNCTIONS["exponential"], (a,), (M,))


# -- singular values -------------------------------------------------------------------

W = normal(4, 4)


def reconstruction(h, a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return np.sum(((u * h(s)) @ vh).real * W[: a.shape[0], : a.shape[1]])


SHAPES = pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 4)])


@JITS
@DTYPES
@SHAPES
@pytest.mark.parametrize("values", [(3.0, 2.0, 2.0), (2.0, 2.0, 2.0), (3.0, 2.0, 1.0)])
@pytest.mark.parametrize("h", [lambda s: s, lambda s: s**3, np.tanh])
def test_products_of_singular_vectors(h, values, shape, dtype, jit):
    assert_right(
        lambda a: reconstruction(h, a), with_values(values, *shape, dtype), jit
    )


@DTYPES
@SHAPES
def test_polar_factor(shape, dtype):
    a = with_values((3.0, 2.0, 2.0), *shape, dtype)
    assert_right(lambda a: reconstruction(lambda s: s * 0 + 1, a), a)


@DTYPES
@SHAPES
def test_projectors_and_norms(shape, dtype):
    a = with_values((3.0, 2.0, 2.0), *shape, dtype)

    def function(a):
        u, s, _ = np.linalg.svd(a, full_matrices=False)
        k = a.shape[0]
        both = u[:, 1:] @ np.conj(u[:, 1:]).T
        return np.sum(both.real * W[:k, :k]) + np.sum(s[1:] ** 2) + s[0]

    assert_right(function, a)
    assert_right(lambda a: np.sum(np.linalg.svdvals(a)), a)


def test_null_space():
    a = with_values((3.0, 2.0), 4, 2)

    def function(a):
        rest = np.linalg.svd(a)[0][:, 2:]
        return np.sum(rest @ rest.T * W)

    assert_right(function, a)
    with pytest.raises(ValueError, match="full_matrices"):
        ft.grad(lambda a: np.linalg.svd(a)[0][0, 3])(a)


@SHAPES
def test_rank_deficient(shape):
    a = with_values((3.0, 2.0, 0.0), *shape)

    def inverse(a):
        u, s, vh = np.linalg.svd(a, full_matrices=False)
        return np.sum((u[:, :2] / s[:2]) @ vh[:2] * W[: a.shape[0], : a.shape[1]])

    assert_right(inverse, a)
    assert_right(lambda a: np.sum(np.linalg.svdvals(a) ** 2), a)
    if shape == (3, 3):
        assert_right(lambda a: reconstruction(lambda s: s, a), a)
    else:
        with pytest.raises(ValueError, match="singular values of zero"):
            ft.grad(lambda a: reconstruction(lambda s: s, a))(a)


def test_zero_matrix_is_refused():
    with pytest.raises(ValueError, match="singular values of zero"):
        ft.grad(lambda a: reconstruction(lambda s: s, a))(np.zeros((3, 3)))


def test_results_are_named():
    a = hermitian((1.0, 2.0, 3.0))
    for module in (np, fnp):
        assert module.linalg.eigh(a)._fields == ("eigenvalues", "eigenvectors")
        assert module.linalg.svd(a)._fields == ("U", "S", "Vh")


def test_errors_are_numpys():
    with pytest.raises(ValueError, match="UPLO"):
        fnp.linalg.eigh(np.eye(2), "X")
    for function in (np.linalg.eigh, np.linalg.eigvalsh):
        with pytest.raises(ValueError, match="square"):
            ft.grad(lambda a, f=function: np.sum(f(a)[0]))(np.ones((2, 3)))
