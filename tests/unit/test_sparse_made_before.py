"""Factors and operators that SciPy made of plain matrices, with traced right-hand sides."""

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import (
    LinearOperator,
    aslinearoperator,
    factorized,
    spilu,
    splu,
)

import functrace as ft

RNG = np.random.default_rng(0)
N = 12
A = (
    sparse.random_array((N, N), density=0.3, rng=RNG) + 2 * sparse.eye_array(N)
).tocsc()
KINDS = {
    "splu": splu(A),
    "spilu": spilu(A, drop_tol=0.2),
    "complex": splu(A * (1 + 0.5j)),
    "natural": splu(A, permc_spec="NATURAL"),
    "single": splu(A.astype(np.float32)),
}
WRAPS = pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["values", "jit"])


def right_side(factors, *shape):
    b = RNG.normal(size=shape)
    if factors.L.dtype.kind == "c":
        b = b + 1j * RNG.normal(size=shape)
    return b.astype(factors.L.dtype)


def inverse_of(factors, trans):
    """Column by column, by SciPy."""
    return factors.solve(np.eye(N, dtype=factors.L.dtype), trans)


@pytest.mark.parametrize("trans", "NTH")
@pytest.mark.parametrize("kind", KINDS)
@WRAPS
def test_values_and_both_modes(kind, trans, wrap):
    factors = KINDS[kind]
    tolerance = {"rtol": 2e-4, "atol": 1e-5} if kind == "single" else {"rtol": 1e-10}
    M = inverse_of(factors, trans)
    for shape in ((N,), (N, 3), (N, 0)):
        b, t, g = (right_side(factors, *shape) for _ in range(3))

        def f(b):
            return factors.solve(b, trans)

        value, tangent = wrap(lambda b, t: ft.jvp(f, (b,), (t,)))(b, t)
        np.testing.assert_allclose(value, f(b), **tolerance)
        np.testing.assert_allclose(tangent, M @ t, **tolerance)
        cotangent = wrap(lambda b, g: ft.vjp(f, b)[1](g))(b, g)
        (found,) = cotangent if isinstance(cotangent, tuple) else (cotangent,)
        expected = ft.vjp(lambda b: M @ b, b)[1](g)
        (expected,) = expected if isinstance(expected, tuple) else (expected,)
        np.testing.assert_allclose(found, expected, **tolerance)
        assert value.dtype == tangent.dtype == factors.L.dtype


@WRAPS
def test_batches_and_second_order(wrap):
    factors = KINDS["splu"]
    M = inverse_of(factors, "N")
    B = right_side(factors, 4, N)

    def energy(b):
        return np.sum(np.sin(factors.solve(b)))

    found = wrap(ft.vmap(ft.hessian(energy)))(B)
    expected = np.stack([-(M.T * np.sin(M @ b)) @ M for b in B])
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    columns = wrap(ft.vmap(lambda b: factors.solve(b), in_axes=2, out_axes=2))
    b = right_side(factors, N, 2, 3)
    np.testing.assert_allclose(columns(b)[..., 1], M @ b[..., 1], rtol=1e-10)


def implicit_steps(u):
    """Of a reaction and diffusion, in a plain loop."""
    solver = KINDS["splu"]
    for _ in range(50):
        u = solver.solve(u + 0.1 * u * (1 - u))
    return np.sum(u * u)


def test_steps_in_time_are_one_native_loop():
    u = np.linspace(0.0, 1.0, N)
    value, slope = ft.value_and_grad(implicit_steps)(u)
    fast = ft.jit(ft.value_and_grad(implicit_steps))
    np.testing.assert_allclose(fast(u)[0], implicit_steps(u), rtol=1e-12)
    np.testing.assert_allclose(fast(u)[1], slope, rtol=1e-12)
    text = fast.lower(u).explain()
    assert "all of it is native code" in text
    assert "a loop of 50 rounds" in text
    h = 1e-6 * np.eye(N)[4]
    difference = (implicit_steps(u + h) - implicit_steps(u - h)) / 2e-6
    np.testing.assert_allclose(slope[4], difference, rtol=1e-6)
    assert value == implicit_steps(u)


@pytest.mark.slow
def test_operators():
    weights = np.arange(1.0, N + 1)
    scaled = lambda x: weights * np.ravel(x)  # noqa: E731
    inner = LinearOperator((N, N), scaled, rmatvec=scaled)
    B = RNG.normal(size=(N, 2))
    sums = 2 * aslinearoperator(A) + inner @ aslinearoperator(A.toarray())
    dense = 2 * A.toarray() + weights[:, None] * A.toarray()
    rough = LinearOperator((N, N), KINDS["spilu"].solve)
    by_function = LinearOperator((N, N), factorized(A))
    products = {
        "matmul": (lambda x: sums @ x, dense),
        "times": (lambda x: sums * x, dense),
        "call": (lambda x: sums(x), dense),
        "dot": (lambda x: sums.dot(x), dense),
        "matvec": (lambda x: sums.matvec(x), dense),
        "rmatvec": (lambda x: sums.rmatvec(x), dense.T),
        "adjoint": (lambda x: sums.H @ x, dense.T),
        "transpose": (lambda x: sums.T @ x, dense.T),
        "power": (lambda x: sums**2 @ x, dense @ dense),
        "from the left": (lambda x: x @ sums, dense.T),
        "matmat": (lambda x: sums.matmat(x[:, None] * B[:1]), None),
        "factors": (lambda x: rough @ x, inverse_of(KINDS["spilu"], "N")),
        "solver": (lambda x: by_function @ x, inverse_of(KINDS["splu"], "N")),
    }
    x = RNG.normal(size=N)
    for name, (f, matrix) in products.items():
        if matrix is None:
            matrix = np.einsum("ij,k->ikj", dense, B[0])  # noqa: PLW2901
        for wrap in (lambda f: f, ft.jit):
            found = wrap(ft.jacobian(f))(x)
            np.testing.assert_allclose(
                found, matrix, rtol=1e-9, atol=1e-12, err_msg=name
            )
            np.testing.assert_allclose(wrap(f)(x), f(x), rtol=1e-12)


def test_refusals():
    factors, b = KINDS["splu"], np.ones(N)
    with pytest.raises(TypeError, match="Cannot cast"):  # as SciPy says
        ft.grad(lambda b: factors.solve(b * 1j).real.sum())(b)
    with pytest.raises(ValueError, match="incompatible size"):
        ft.grad(lambda b: factors.solve(b[1:]).sum())(b)
    with pytest.raises(ValueError, match="trans must be"):
        ft.grad(lambda b: factors.solve(b, "X").sum())(b)
    method = factorized(A)
    with pytest.raises(ValueError, match="incompatible size"):
        ft.grad(lambda b: method(b[1:]).sum())(b)
    assert method(b).dtype == float  # plain ones are SciPy's


class Stepper:
    """Holds a method under another name."""

    def __init__(self):
        self.step = factorized(A)

    def __call__(self, b):
        return self.step(b)


@WRAPS
def test_methods_that_were_taken_from_objects_before(wrap):
    solve, named, M = (
        factorized(A),
        {"step": KINDS["splu"].solve},
        np.linalg.inv(A.toarray()),
    )
    ways = {
        "variable": (solve, M),
        "attribute": (Stepper(), M),
        "in a dict": (lambda b: named["step"](b), M),
        "by name": (lambda b: named["step"](rhs=b, trans="T"), M.T),
        "twice": (lambda b: solve(solve(b) + solve(np.ones(N))), M @ M),
        "mapped": (lambda b: sum(map(solve, [b, 2 * b])), 3 * M),
    }
    for name, (f, matrix) in ways.items():
        found = wrap(ft.jacobian(f))(np.ones(N))
        np.testing.assert_allclose(found, matrix, rtol=1e-9, atol=1e-12, err_msg=name)
        np.testing.assert_allclose(wrap(f)(np.ones(N)), f(np.ones(N)), rtol=1e-12)
