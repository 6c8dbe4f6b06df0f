"""Iterative solutions of sparse systems, and eigenvalues, whose matrices are traced."""

from __future__ import annotations

import functools

import numpy as np
import pytest
import scipy.sparse.linalg

import functrace as ft
from functrace.scipy import sparse as sp
from functrace.scipy.sparse import linalg

pytestmark = pytest.mark.share(8)

K = np.linspace(1.0, 2.0, 7)
B = np.array([1.0, -2.0, 0.5, 3.0, 0.1, -0.7])
WAYS = {"plain": lambda function: function, "jit": ft.jit}
METHODS = ["cg", "bicgstab", "gmres", "lgmres", "minres", "cgs", "gcrotmk"]

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def array(k):
    diagonals = [-k[1:-1], k[:-1] + k[1:] + 0.1, -k[1:-1]]
    return sp.diags_array(diagonals, offsets=[-1, 0, 1]).tocsr()


def dense(k):
    return np.diag(k[:-1] + k[1:] + 0.1) - np.diag(k[1:-1], 1) - np.diag(k[1:-1], -1)


def loss(method, k, b, **options):
    x, info = getattr(linalg, method)(array(k), b, rtol=1e-12, **options)
    return np.sum(x**3), info


def reference(k, b):
    return np.sum(np.linalg.solve(dense(k), b) ** 3)


@each_way
@pytest.mark.parametrize("method", METHODS)
def test_values_and_derivatives(method, way):
    found = way(
        ft.value_and_grad(lambda k, b: loss(method, k, b), (0, 1), has_aux=True)
    )
    (value, info), gradients = found(K, B)
    assert info == 0
    np.testing.assert_allclose(value, reference(K, B))
    expected = ft.grad(reference, (0, 1))(K, B)
    for one, other in zip(gradients, expected, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bicgstab", "cg", "gmres"])
def test_iterates_of_complex_systems_are_scipys(method):
    turns = np.diag(K[1:-1], 1) - np.diag(K[1:-1], -1)
    matrix = dense(K) + 0.5j * turns  # Hermitian
    if method != "cg":
        matrix = matrix + np.diag(np.exp(1j * np.arange(6)))
    b = B * np.exp(1j * np.arange(6))
    for count in (1, 2, 3):
        given = {"rtol": 1e-12, "maxiter": count}
        if method == "gmres":
            given["restart"] = 2
        expected, _ = getattr(scipy.sparse.linalg, method)(matrix, b, **given)
        solve = functools.partial(getattr(linalg, method), matrix, **given)
        found, _ = ft.jit(solve)(b)
        np.testing.assert_allclose(found, expected, rtol=1e-10)


@pytest.mark.slow
@each_way
@pytest.mark.parametrize("method", ["cg", "gmres"])
def test_second_order(method, way):
    hessian = way(ft.hessian(lambda k: loss(method, k, B)[0]))(K)
    np.testing.assert_allclose(hessian, ft.hessian(reference)(K, B), atol=1e-8)
    tangent = way(ft.hvp(lambda k: loss(method, k, B)[0]))(K, K**2)
    np.testing.assert_allclose(tangent, hessian @ K**2, atol=1e-8)


@each_way
def test_batches(way):
    bs = np.stack([B, B**2])
    found = way(ft.vmap(lambda b: linalg.cg(array(K), b, rtol=1e-12)[0]))(bs)
    np.testing.assert_allclose(found, np.linalg.solve(dense(K), bs.T).T)


@pytest.mark.slow
def test_the_numbers_of_rounds_are_scipys():
    fast = ft.jit(lambda k, b, tol: linalg.cg(array(k), b, rtol=1e-3)[0])
    known = scipy.sparse.linalg.cg(array(K), B, rtol=1e-3)[0]
    np.testing.assert_allclose(fast(K, B, 1.0), known, rtol=1e-9)
    native = ft.jit(lambda k: linalg.bicgstab(array(k), B, rtol=1e-3)[0])
    known = scipy.sparse.linalg.bicgstab(array(K), B, rtol=1e-3)[0]
    np.testing.assert_allclose(native(K), known, rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"M": np.diag(1 / K[1:])}, {"x0": B**2}, {"maxiter": 2}], ids=str
)
@pytest.mark.parametrize("method", ["gmres", "minres"])
def test_iterates_are_scipys(method, options):
    matrix = dense(K) - (1.5 * np.eye(6) if method == "minres" else 0)  # indefinite
    if method == "gmres":
        matrix, options = matrix + np.diag(K[1:-1], 1), {"restart": 3, **options}
    for rtol in (1e-3, 1e-12):
        own = functools.partial(getattr(linalg, method), matrix, rtol=rtol, **options)
        scipys = getattr(scipy.sparse.linalg, method)
        expected, info = scipys(matrix, B, rtol=rtol, **options)
        found, known = ft.jit(own)(B)
        np.testing.assert_allclose(found, expected, rtol=1e-9)
        assert known == 0 or info != 0
        assert np.all(ft.jit(own)(0 * B)[0] == 0)


@pytest.mark.parametrize("method", ["cg", "bicgstab", "gmres", "minres"])
@pytest.mark.slow
def test_loops_are_native(method):
    fast = ft.jit(ft.grad(lambda k: loss(method, k, B)[0]))
    assert "all of it is native code" in str(fast.lower(K).explain())


@each_way
@pytest.mark.parametrize("method", ["cg", "bicgstab", "gmres"])
def test_no_solution_has_no_plausible_gradient(method, way):
    options = {"maxiter": 1, **({"restart": 2} if method == "gmres" else {})}
    function = lambda k: loss(method, k, B, **options)  # noqa: E731
    (value, info), gradient = way(ft.value_and_grad(function, has_aux=True))(K)
    assert np.isfinite(value)
    assert info > 0
    assert np.isnan(gradient).all()
    tangent = way(ft.jacfwd(lambda k: function(k)[0]))(K)
    assert np.isnan(tangent).all()


PRECONDITIONERS = {
    "sparse": lambda k: sp.diags_array(1 / array(k).diagonal()).tocsr(),
    "dense": lambda k: np.diag(1 / (k[:-1] + k[1:])),
    "factors": lambda k: linalg.LinearOperator(
        (6, 6), linalg.spilu(array(k).tocsc()).solve, dtype=float
    ),
}


@each_way
@pytest.mark.parametrize("made", PRECONDITIONERS)
@pytest.mark.parametrize("method", ["cg", "bicgstab", "gmres"])
def test_preconditioners(method, made, way):
    """They change the way to the solution only: nothing is differentiated."""
    m = PRECONDITIONERS[made](K)
    function = lambda k: loss(method, k, B, M=m)[0]  # noqa: E731
    expected = ft.grad(reference)(K, B)
    np.testing.assert_allclose(way(ft.grad(function))(K), expected, atol=1e-9)


def test_a_traced_preconditioner_is_not_differentiated():
    function = lambda k: loss("cg", k, B, M=PRECONDITIONERS["sparse"](k))[0]  # noqa: E731
    expected = ft.grad(reference)(K, B)
    np.testing.assert_allclose(ft.grad(function)(K), expected, atol=1e-9)
    with pytest.raises(ft.MissingRuleError, match="preconditioner"):
        ft.jit(function)(K)


@each_way
def test_operators(way):
    def function(k):
        a = array(k)
        operator = linalg.LinearOperator((6, 6), lambda v: a @ v, dtype=float)
        return np.sum(linalg.cg(operator, B, x0=B, rtol=1e-12)[0] ** 3)

    expected = ft.grad(reference)(K, B)
    np.testing.assert_allclose(way(ft.grad(function))(K), expected, atol=1e-9)


def test_nothing_traced_is_scipys():
    found, _ = linalg.cg(array(K), B, rtol=1e-3, callback=lambda x: None)
    np.testing.assert_array_equal(
        found, scipy.sparse.linalg.cg(array(K), B, rtol=1e-3)[0]
    )
    with pytest.raises(ft.MissingRuleError, match="callback"):
        ft.grad(lambda k: loss("cg", k, B, callback=print)[0])(K)


# -- eigenvalues, norms ----------------------------------------------------------------


@each_way
def test_eigenvalues_and_vectors(way):
    def function(k):
        w, v = linalg.eigsh(array(k), k=2, which="LM")
        return np.sum(w**2) + np.sum(v[0] ** 2 * v[1] * v[2])

    def same(k):
        w, v = np.linalg.eigh(dense(k))
        pairs = sorted([4, 5], key=lambda i: w[i])
        return np.sum(w[pairs] ** 2) + np.sum(
            v[0, pairs] ** 2 * v[1, pairs] * v[2, pairs]
        )

    value, gradient = way(ft.value_and_grad(function))(K)
    np.testing.assert_allclose(value, same(K))
    np.testing.assert_allclose(gradient, ft.grad(same)(K), atol=1e-8)
    hessian = way(ft.hessian(function))(K)
    np.testing.assert_allclose(hessian, ft.hessian(same)(K), atol=1e-6)


@pytest.mark.filterwarnings("ignore::scipy.sparse.linalg.MatrixRankWarning")
@each_way
def test_eigenvalues_that_are_not_simple_have_no_plausible_derivative(way):
    def largest(d):
        return linalg.eigsh(sp.diags_array(d).tocsr(), k=1)[0][0]

    d = np.array([1.0, 4.0, 2.0, 4.0])
    assert np.isnan(way(ft.grad(largest))(d)).any()


@each_way
@pytest.mark.parametrize("order", [None, "fro", 1, np.inf])
def test_norms(order, way):
    found = way(ft.value_and_grad(lambda k: linalg.norm(array(k), order)))(K)
    same = ft.value_and_grad(lambda k: np.linalg.norm(dense(k), order or "fro"))(K)
    for one, other in zip(found, same, strict=True):
        np.testing.assert_allclose(one, other)


@each_way
@pytest.mark.parametrize("method", METHODS)
def test_precisions_are_scipys(method, way):
    for kinds in ("ff", "df", "fd", "di"):
        matrix, right = dense(K).astype(kinds[0]), B.astype(kinds[1])

        def solved(right, matrix=matrix):
            return getattr(scipy.sparse.linalg, method)(matrix, right)[0]

        found, expected = way(solved)(right), solved(right)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, 1e-3)
        if kinds[1] != "i":
            assert ft.vjp(solved, right)[0].dtype == expected.dtype
