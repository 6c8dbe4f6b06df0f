"""Eigenvalues, singular values and exponentials as steps of native programs."""

import numpy as np
import pytest
import scipy.linalg

import functrace as ft
from functrace.scipy import linalg
from tests.unit.test_factored import calls

RNG = np.random.default_rng(0)
A = RNG.normal(size=(5, 3))
S = RNG.normal(size=(3, 3)) + np.diag([1.0, 4.0, 8.0])
B = RNG.normal(size=5)


def looped(f, x):
    """Three rounds of a loop, all of which must be native."""
    loop = ft.jit(
        lambda x: ft.scan(lambda y, _: (f(x * y), None), np.float64(1), None, length=3)[
            0
        ]
    )
    assert "all of it is native code" in loop.lower(x).explain()
    y = np.float64(1)
    for _ in range(3):
        y = f(x * y)
    return loop(x), y


def of_eigh(x):
    return np.sum(np.linalg.eigh(x)[1][0] ** 2 * np.linalg.eigh(x)[0]) / 9


def of_values(x):
    return np.sum(linalg.eigvalsh(x, lower=False)) / 9


def of_driver(x):
    values, vectors = linalg.eigh(x)
    return np.sum(np.abs(vectors[:, 0]) * values) / 9


def of_svd(x):
    u, s, vh = np.linalg.svd(x, full_matrices=False)
    return np.sum(u[0] * vh[:, 0] * s) + np.sum(s) / 9


def of_norm(x):
    return np.linalg.norm(x, 2) / 4


def of_pinv(x):
    return np.sum(np.linalg.pinv(x) @ B[: x.shape[0]])


def of_lstsq(x):
    solution, squares, rank, values = np.linalg.lstsq(x, B[: x.shape[0]])
    return np.sum(solution) + np.sum(squares) + rank / 5 + values[0]


def of_expm(x):
    return linalg.expm(x / 8)[0, 1] + 1


def of_toeplitz(x):
    return linalg.solve_toeplitz((x[0], x[:, 0]), np.ones(len(x)))[0] + 1


CASES = [
    (of_eigh, S),
    (of_values, S),
    (of_driver, S),
    (of_svd, A),
    (of_norm, A),
    (of_pinv, A),
    (of_lstsq, A),
    (of_expm, S),
    (of_toeplitz, S),
]


@pytest.mark.parametrize(
    ("f", "x"), CASES, ids=lambda case: getattr(case, "__name__", "")
)
@pytest.mark.slow
def test_loops_stay_native_with_their_derivatives(f, x):
    got, expected = looped(f, x)
    np.testing.assert_allclose(got, expected, rtol=1e-10)

    def chain(x):
        return ft.fori_loop(0, 2, lambda i, y: f(x * y), np.float64(1))

    slope = ft.jit(ft.grad(chain))
    assert "all of it is native code" in slope.lower(x).explain()
    np.testing.assert_allclose(
        slope(x), ft.grad(lambda x: f(x * f(x)))(x), rtol=1e-8, atol=1e-10
    )


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.float32, np.complex64, np.complex128])
def test_other_dtypes(dtype):
    x = (
        (A + 1j * A[::-1]).astype(dtype)
        if np.dtype(dtype).kind == "c"
        else A.astype(dtype)
    )
    h = x.conj().T @ x
    tolerance = 1e-3 if np.dtype(dtype).char in "fF" else 1e-9
    for f, operand in [
        (np.linalg.eigvalsh, h),
        (lambda x: np.abs(linalg.eigh(x)[1]), h),
        (lambda x: np.abs(np.linalg.eigh(x)[1]), h),
        (lambda x: np.linalg.svd(x)[1], x),
        (lambda x: np.abs(np.linalg.svd(x)[0][:, :3]), x),
        (np.linalg.pinv, x),
        (lambda x: np.linalg.pinv(x, hermitian=True), h),
        (lambda x: np.linalg.lstsq(x, B.astype(dtype))[0], x),
        (linalg.expm, h / 4),
    ]:
        got, expected = ft.jit(f)(operand), f(operand)
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, tolerance, tolerance)


def test_values_alone():
    assert calls(lambda x: np.linalg.eigh(x)[0], S) == ["eigvalsh"]
    assert calls(lambda x: linalg.eigh(x, driver="ev")[0], S)[-1] == "eigvalsh"
    assert calls(lambda x: np.linalg.svd(x)[1], A) == ["svdvals"]
    assert "eigh" in calls(ft.grad(lambda x: np.linalg.eigh(x)[0][0]), S)
    fast = ft.jit(lambda x: np.linalg.eigh(x)[0][0])
    np.testing.assert_allclose(
        ft.grad(fast)(S), ft.grad(fast.__wrapped__)(S), atol=1e-12
    )


def test_least_squares_and_their_derivative_share_singular_values():
    found = calls(ft.value_and_grad(lambda x: np.sum(np.linalg.lstsq(x, B)[0])), A)
    assert found.count("svd") == 1


def test_small_singular_values_are_dropped():
    x = A.copy()
    x[:, 2] = x[:, 0] + x[:, 1]
    for f in (
        np.linalg.pinv,
        lambda x: np.linalg.lstsq(x, B)[0],
        lambda x: np.linalg.lstsq(x, B)[2],
        lambda x: np.linalg.lstsq(x[:2], B[:2])[0],
        lambda x: np.linalg.lstsq(x, B, rcond=0.5)[0],
        np.linalg.matrix_rank,
    ):
        np.testing.assert_allclose(ft.jit(f)(x), f(x), atol=1e-9)


@pytest.mark.slow
def test_stacks_and_batches():
    stack = RNG.normal(size=(4, 5, 3))
    for f in (
        np.linalg.pinv,
        lambda x: np.linalg.svd(x)[1],
        lambda x: linalg.expm(x[..., :3, :]),
    ):
        np.testing.assert_allclose(ft.jit(f)(stack), f(stack), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(
            ft.jit(ft.vmap(f))(stack), f(stack), rtol=1e-9, atol=1e-9
        )


def test_what_is_not_found_is_an_error():
    nan = np.full((3, 3), np.nan)
    for f in (np.linalg.svd, np.linalg.pinv, lambda x: np.linalg.lstsq(x, B[:3])[0]):
        with pytest.raises(np.linalg.LinAlgError):
            ft.jit(f)(nan)


# -- exponentials ----------------------------------------------------------------------


@pytest.mark.parametrize("size", [1e-6, 0.1, 1.0, 5.0, 40.0])
def test_exponentials_of_any_size(size):
    """Against those of the symmetric matrix by its eigenvalues."""
    symmetric = (S + S.T) / 10 * size
    values, vectors = np.linalg.eigh(symmetric)
    expected = (vectors * np.exp(values)) @ vectors.T
    error = np.abs(ft.jit(linalg.expm)(symmetric) - expected).max()
    assert error < 1e-13 * max(size, 1) * np.abs(expected).max()


@pytest.mark.slow
def test_exponentials_that_need_little_scaling_for_their_norm():
    """More scaling would cost digits; the derivative is known, too."""
    x = np.array([[1.0, 1e6], [0.0, -1.0]])
    got = ft.jit(linalg.expm)(x)
    np.testing.assert_allclose(
        got, [[np.e, 1e6 * np.sinh(1)], [0, 1 / np.e]], rtol=1e-13
    )
    slope = ft.jit(ft.grad(lambda x: linalg.expm(x)[0, 1]))(x)
    np.testing.assert_allclose(slope[0, 1], np.sinh(1), rtol=1e-12)
    np.testing.assert_allclose(slope[0, 0], 1e6 * (np.e - np.sinh(1)) / 2, rtol=1e-11)
    jordan = np.eye(5) / 2 + 1e3 * np.eye(5, k=1)
    corner = ft.jit(linalg.expm)(jordan)[0, 4]
    np.testing.assert_allclose(corner, np.exp(0.5) * 1e12 / 24, rtol=1e-13)


@pytest.mark.slow
def test_each_exponential_of_a_stack_is_scaled_by_itself():
    stack = S * np.array([1e-9, 0.01, 1.0, 6.0, 0.0])[:, None, None]
    fast = ft.jit(linalg.expm)
    np.testing.assert_allclose(fast(stack), [fast(x) for x in stack], rtol=1e-14)


def test_exponentials_of_what_is_not_finite():
    for bad in (np.nan, np.inf):
        x = np.eye(3) * 1.0
        x[1, 2] = bad
        assert not np.isfinite(ft.jit(linalg.expm)(x)).all()


@pytest.mark.slow
def test_derivatives_of_exponentials():
    direction = RNG.normal(size=(3, 3))
    for x in (S / 50, S, 9 * S - 50):
        expected = scipy.linalg.expm_frechet(x, direction, compute_expm=False)
        got = ft.jit(lambda x: ft.jvp(linalg.expm, (x,), (direction,))[1])(x)
        scale = np.abs(expected).max()
        np.testing.assert_allclose(got / scale, expected / scale, atol=1e-11)

    def squares(x):
        return np.sum(ft.grad(lambda x: np.sum(linalg.expm(x) * direction))(x) ** 2)

    np.testing.assert_allclose(
        ft.jit(ft.grad(squares))(S / 4), ft.grad(squares)(S / 4), rtol=1e-9
    )
