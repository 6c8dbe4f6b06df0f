"""Linear systems with sparse matrices whose entries are traced."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse.linalg

import functrace as ft
from functrace.primitives._sparse_factors import FACTORS, Factorisation
from functrace.scipy import sparse as sp
from functrace.scipy.sparse import linalg

pytestmark = pytest.mark.share(8)

ROWS = np.array([0, 0, 1, 1, 2, 2, 3, 3, 0])
COLUMNS = np.array([0, 2, 1, 3, 0, 2, 3, 1, 0])
D = np.array([3.0, 1.0, -2.0, 0.5, 1.5, 4.0, 2.5, -1.0, 1.0])
B = np.array([1.0, -2.0, 0.5, 3.0])
SEVERAL = np.stack([B, B**2, np.cos(B)], 1)
WAYS = {"plain": lambda function: function, "jit": ft.jit}

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def array(d, form="csr"):
    return sp.coo_array((d, (ROWS, COLUMNS)), shape=(4, 4)).asformat(form)


def dense(d):
    made = np.zeros((4, 4), d.dtype)
    np.add.at(made, (ROWS, COLUMNS), d)
    return made


def differences(function, *xs, h=1e-6):
    """Jacobians, by central differences."""
    found = []
    for i, x in enumerate(xs):
        columns = []
        for place in np.ndindex(x.shape):
            e = np.zeros_like(x)
            e[place] = h
            pair = [function(*xs[:i], x + s * e, *xs[i + 1 :]) for s in (1, -1)]
            columns.append((pair[0] - pair[1]) / (2 * h))
        shape = (*columns[0].shape, *x.shape)
        found.append(np.stack(columns, -1).reshape(shape))
    return tuple(found)


def lower_part(d):
    return sp.tril(array(d), format="csr")


SOLVED = {
    "spsolve": lambda d, b: linalg.spsolve(array(d, "csc"), b),
    "of rows": lambda d, b: linalg.spsolve(array(d, "csr"), b),
    "of coo": lambda d, b: linalg.spsolve(array(d, "coo").T, b),
    "ordered": lambda d, b: linalg.spsolve(array(d, "csc"), b, permc_spec="NATURAL"),
    "splu": lambda d, b: linalg.splu(array(d, "csc")).solve(b),
    "transposed": lambda d, b: linalg.splu(array(d, "csc")).solve(b, "T"),
    "conjugate": lambda d, b: linalg.splu(array(d, "csc")).solve(b, trans="H"),
    "factorized": lambda d, b: linalg.factorized(array(d, "csc"))(b),
    "lower": lambda d, b: linalg.spsolve_triangular(lower_part(d), b),
    "upper": lambda d, b: linalg.spsolve_triangular(lower_part(d).T.tocsr(), b, False),
    "unit": lambda d, b: linalg.spsolve_triangular(
        lower_part(d), b, unit_diagonal=True
    ),
}


@pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning")
@pytest.mark.parametrize(
    "b", [B, SEVERAL, B[:, None]], ids=["vector", "matrix", "column"]
)
@pytest.mark.parametrize("case", SOLVED)
def test_values_and_derivatives(case, b):
    function = SOLVED[case]
    expected = function(D, b)
    np.testing.assert_allclose(ft.jit(function)(D, b), expected, rtol=1e-12)
    exact = differences(function, D, b)
    for jacobian in (ft.jacrev, ft.jacfwd):
        found = jacobian(function, (0, 1))(D, b)
        for one, other in zip(found, exact, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-7)


@each_way
def test_one_side_may_be_constant(way):
    gradient = way(ft.jacobian(lambda d: linalg.spsolve(array(d, "csc"), B)))(D)
    np.testing.assert_allclose(
        gradient, differences(lambda d: np.linalg.solve(dense(d), B), D)[0], atol=1e-7
    )
    a = array(D, "csc")
    for solve in (
        lambda b: linalg.spsolve(a, b),
        lambda b: linalg.factorized(a)(b),
        lambda b: linalg.spsolve(a.toarray(), b),
    ):
        np.testing.assert_allclose(
            way(ft.jacobian(solve))(B), np.linalg.inv(dense(D)), atol=1e-12
        )


@each_way
@pytest.mark.slow
def test_second_order(way):
    function = lambda d, b: np.sum(linalg.spsolve(array(d), b) ** 3)  # noqa: E731
    gradient = ft.grad(function, (0, 1))
    for i in (0, 1):
        row = lambda d, b: gradient(d, b)[i]  # noqa: B023, E731
        exact = differences(row, D, B, h=1e-5)
        found = way(ft.hessian(function, (0, 1)))(D, B)[i]
        for one, other in zip(found, exact, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


@pytest.mark.slow
@each_way
def test_batches(way):
    ds = np.stack([D, D * np.linspace(1, 2, D.size), -D])
    bs = np.stack([B, B + 1, B**3])
    solve = lambda d, b: linalg.spsolve(array(d), b)  # noqa: E731
    for axes, d, b in (((0, 0), ds, bs), ((0, None), ds, B), ((None, 0), D, bs)):
        found = way(ft.vmap(solve, axes))(d, b)
        pairs = zip(
            d if axes[0] == 0 else [d] * 3, b if axes[1] == 0 else [b] * 3, strict=True
        )
        np.testing.assert_allclose(found, [solve(*pair) for pair in pairs])
        loss = lambda d, b: np.sum(ft.vmap(solve, axes)(d, b) ** 2)  # noqa: B023, E731
        exact = differences(loss, d, b)
        for one, other in zip(way(ft.grad(loss, (0, 1)))(d, b), exact, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-5)
        tangents = way(ft.jacfwd(loss, (0, 1)))(d, b)
        np.testing.assert_allclose(tangents[0], exact[0], atol=1e-5)
    nested = ft.vmap(ft.vmap(solve, (None, 0)), (0, None))
    table = [[solve(d, b) for b in bs] for d in ds]
    np.testing.assert_allclose(way(nested)(ds, bs), table)
    gradient = way(ft.grad(lambda d, b: np.sum(nested(d, b) ** 2)))(ds, bs)
    exact = differences(lambda d: np.sum(nested(d, bs) ** 2), ds)[0]
    np.testing.assert_allclose(gradient, exact, atol=1e-5)


@each_way
@pytest.mark.parametrize("kinds", ["fd", "ff", "DD", "dD", "Dd", "FF", "di"])
def test_dtypes(kinds, way):
    d, b = D.astype(kinds[0]), B.astype(kinds[1])
    if kinds[0] in "DF":
        d = d * np.exp(1j * np.arange(D.size)).astype(kinds[0])
    out = way(lambda d, b: linalg.spsolve(array(d, "csc"), b))(d, b)
    expected = scipy.sparse.linalg.spsolve(array(d, "csc"), b)
    assert out.dtype == expected.dtype
    np.testing.assert_allclose(
        out, expected, rtol=1e-4 if out.dtype.char in "fF" else 1e-9
    )
    hermitian = ft.jit(lambda d, b: linalg.splu(array(d, "csc")).solve(b, "H"))(d, b)
    np.testing.assert_allclose(
        hermitian, np.linalg.solve(dense(d).conj().T, b), rtol=1e-4
    )
    loss = lambda d: np.sum(np.abs(linalg.spsolve(array(d, "csc"), b)) ** 2)  # noqa: E731
    reference = lambda d: np.sum(np.abs(np.linalg.solve(dense_of(d), b)) ** 2)  # noqa: E731
    gradient = way(ft.grad(loss))(d)
    assert gradient.dtype == d.dtype
    np.testing.assert_allclose(gradient, ft.grad(reference)(d), rtol=1e-3, atol=1e-5)


def dense_of(d):
    made = np.zeros((4, 4), d.dtype)
    for i, j, entry in zip(ROWS, COLUMNS, d, strict=True):
        made[i, j] = made[i, j] + entry
    return made


@each_way
def test_sparse_right_sides_and_inverses(way):
    inverse = lambda d: linalg.inv(array(d, "csc")).toarray()  # noqa: E731
    exact = differences(lambda d: np.linalg.inv(dense(d)), D)[0]
    np.testing.assert_allclose(way(inverse)(D), np.linalg.inv(dense(D)), atol=1e-12)
    np.testing.assert_allclose(way(ft.jacobian(inverse))(D), exact, atol=1e-6)

    def solved(d):
        right = array(d).multiply(array(d)).tocsc()
        x = linalg.spsolve(array(d, "csc"), right)
        assert sp.issparse(x)
        assert x.format == "csc"
        return x.toarray()

    exact = differences(lambda d: np.linalg.solve(dense(d), dense(d) ** 2), D)[0]
    np.testing.assert_allclose(way(ft.jacobian(solved))(D), exact, atol=1e-6)
    column = way(
        ft.jacobian(lambda d: linalg.spsolve(array(d, "csc"), array(d)[:, [0]]))
    )
    assert column(D).shape == (4, 9)


@each_way
def test_a_singular_matrix_is_no_plausible_number(way):
    zero = D.copy()
    zero[[0, 1, 8]] = 0.0
    solve = lambda d: linalg.spsolve(array(d, "csc"), B)  # noqa: E731
    with pytest.warns(scipy.sparse.linalg.MatrixRankWarning, match="exactly singular"):
        assert np.isnan(way(solve)(zero)).all()
    with pytest.warns(scipy.sparse.linalg.MatrixRankWarning):
        assert np.isnan(way(ft.grad(lambda d: solve(d).sum()))(zero)).all()
    with pytest.warns(scipy.sparse.linalg.MatrixRankWarning):
        mapped = way(ft.vmap(solve))(np.stack([D, zero]))
    assert np.isnan(mapped).any(axis=1).tolist() == [False, True]
    zero = D.copy()
    zero[2] = 0.0
    triangular = lambda d: linalg.spsolve_triangular(lower_part(d), B)  # noqa: E731
    with pytest.warns(scipy.sparse.linalg.MatrixRankWarning):
        value, gradient = way(ft.value_and_grad(lambda d: triangular(d).sum()))(zero)
    assert np.isnan(value)
    assert np.isnan(gradient).any()


def without_diagonal(d):
    return sp.csr_array((d[:2], ([1, 3], [0, 0])), shape=(4, 4))


@pytest.mark.parametrize("made", [array, without_diagonal])
def test_what_is_no_triangle(made):
    with pytest.raises(np.linalg.LinAlgError):
        ft.jacobian(lambda d: linalg.spsolve_triangular(made(d), B))(D)


def test_incomplete_factors():
    def preconditioned(d, b):
        return linalg.spilu(array(d, "csc"), drop_tol=0.5).solve(b)

    fixed = preconditioned(D, np.eye(4))
    np.testing.assert_allclose(
        ft.jacobian(lambda b: preconditioned(ft.stop_gradient(D), b))(B),
        fixed,
        atol=1e-12,
    )
    with pytest.raises(ft.MissingRuleError, match="incomplete factors"):
        ft.grad(lambda d: preconditioned(d, B).sum())(D)
    function = lambda d, b: preconditioned(ft.stop_gradient(d), b)  # noqa: E731
    np.testing.assert_allclose(
        ft.jit(ft.jacobian(function, 1))(D, B), fixed, atol=1e-12
    )


@each_way
def test_each_matrix_is_factorised_once(way, monkeypatch):
    calls = []
    made = scipy.sparse.linalg.splu
    monkeypatch.setattr(
        scipy.sparse.linalg, "splu", lambda *a, **k: calls.append(1) or made(*a, **k)
    )
    FACTORS.clear()
    loss = lambda d: np.sum(linalg.spsolve(array(d), B) ** 2)  # noqa: E731
    way(ft.hessian(loss))(D)
    assert len(calls) == 1
    way(ft.value_and_grad(loss))(D + 1)
    assert len(calls) == 2

    def steps(d):
        return ft.fori_loop(0, 5, lambda _, x: linalg.spsolve(array(d), x), B).sum()

    way(ft.grad(steps))(D + 2)
    assert len(calls) == 3


def test_factors_of_a_known_matrix_are_scipys():
    factors = linalg.splu(array(D, "csc"))
    np.testing.assert_allclose(factors.solve(B), np.linalg.solve(dense(D), B))
    assert factors.shape == (4, 4)
    assert factors.L.shape == (4, 4)
    with pytest.raises(RuntimeError, match="singular"):
        linalg.splu(array(0 * D, "csc"))


def test_factors_give_way():
    factors = type(FACTORS)()
    how = Factorisation()
    matrices = [scipy.sparse.csc_array(np.eye(3) * k) for k in (1, 2)]
    first = factors.of(matrices[0], how)
    assert factors.of(matrices[0].copy(), how) is first
    assert factors.of(matrices[1], how) is not first
    factors.clear()
    assert factors.of(matrices[0], how) is not first


@each_way
def test_time_steps(way):
    """Implicit Euler of the heat equation with a conductivity that is sought."""
    n, steps = 12, 5
    eye = sp.eye_array(n, format="csc")

    def energy(k):
        a = sp.diags_array([-k[1:-1], k[:-1] + k[1:], -k[1:-1]], offsets=[-1, 0, 1])
        system = (eye + 0.1 * a).tocsc()
        u, _ = ft.scan(
            lambda u, _: (linalg.spsolve(system, u), None), np.ones(n), length=steps
        )
        return np.sum(u**2)

    def reference(k):
        a = np.diag(k[:-1] + k[1:]) - np.diag(k[1:-1], 1) - np.diag(k[1:-1], -1)
        u = np.ones(n)
        for _ in range(steps):
            u = np.linalg.solve(np.eye(n) + 0.1 * a, u)
        return np.sum(u**2)

    k = np.linspace(1.0, 2.0, n + 1)
    value, gradient = way(ft.value_and_grad(energy))(k)
    np.testing.assert_allclose(value, reference(k))
    np.testing.assert_allclose(gradient, differences(reference, k)[0], atol=1e-7)


@each_way
def test_nothing(way):
    d = np.zeros(0)
    empty = lambda d: linalg.spsolve(  # noqa: E731
        sp.csc_array((d, (np.zeros(0, int), np.zeros(0, int))), shape=(0, 0)), d
    )
    assert way(ft.jacobian(empty))(d).shape == (0, 0)


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match="square"):
        ft.grad(lambda d: linalg.spsolve(array(d)[:3], B[:3]).sum())(D)
    with pytest.raises(ft.ShapeError, match="do not fit"):
        ft.grad(lambda d: linalg.spsolve(array(d), B[:3]).sum())(D)
    with pytest.raises(ft.MissingRuleError, match=r"scipy\.linalg\.solve"):
        ft.grad(lambda a: linalg.spsolve(a, B).sum())(np.eye(4))
