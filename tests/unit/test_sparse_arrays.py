"""Sparse arrays whose entries are traced: SciPy's values, and derivatives."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse

import functrace as ft
from functrace.scipy import sparse as sp
from tests._differences import differences

pytestmark = pytest.mark.share(16)

ROWS, COLUMNS = np.array([0, 1, 2, 2, 0, 3]), np.array([1, 1, 0, 2, 1, 2])  # one twice
D = np.array([1.5, -2.0, 0.7, 3.0, 0.4, -1.2])
X = np.array([1.0, -2.0, 0.5])
DENSE = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [0.0, 3.0, -1.0], [0.5, 0.0, 2.0]])
WAYS = {"plain": lambda function: function, "jit": ft.jit}

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
each_format = pytest.mark.parametrize("form", ["csr", "csc", "coo", "dia", "bsr"])


def array(d, form="csr", kind="array"):
    """Four rows, three columns."""
    coo = getattr(sp, f"coo_{kind}")((d, (ROWS, COLUMNS)), shape=(4, 3))
    return coo if form == "coo" else coo.asformat(form)


def square(d):
    return array(d)[:3]


def constant(form="csr"):
    return scipy.sparse.csr_array(DENSE).asformat(form)


def dense(out):
    """What to compare: a plain array of all elements."""
    return out.toarray() if sp.issparse(out) else out


MADE = {  # of six numbers
    "SciPy's of ours": lambda d: scipy.sparse.csc_array(array(d)),
    "csr of coordinates": lambda d: sp.csr_array((d, (ROWS, COLUMNS)), shape=(4, 3)),
    "csc of coordinates": lambda d: sp.csc_array((d, (ROWS, COLUMNS))),
    "coo of coordinates": lambda d: sp.coo_array((d, (ROWS, COLUMNS)), (5, 4)),
    "bsr of coordinates": lambda d: sp.bsr_array((d, (ROWS, COLUMNS)), (4, 4)),
    "coo in one dimension": lambda d: sp.coo_array((d, (ROWS,)), (4,)),
    "csr of arrays": lambda d: sp.csr_array((d, [2, 0, 2, 1, 1, 0], [0, 3, 3, 6])),
    "csc of arrays": lambda d: sp.csc_array((d, [2, 0, 2, 1, 1, 0], [0, 3, 6]), (4, 2)),
    "room": lambda d: sp.csr_array((d, [2, 0, 2, 1, 1, 0], [0, 3, 3, 4]), (3, 3)),
    "dia": lambda d: sp.dia_array((d.reshape(2, 3), [0, -1]), (3, 3)),
    "dia of one": lambda d: sp.dia_array((d, [1]), (5, 6)),
    "bsr": lambda d: sp.bsr_array((d.reshape(3, 2, 1), [0, 2, 1], [0, 2, 3]), (4, 3)),
    "csr of csc": lambda d: sp.csr_array(array(d, "csc")),
    "list": lambda d: sp.csr_array(([d[0], 2.0, d[3]], ([0, 1, 1], [0, 1, 0]))),
    "diags": lambda d: sp.diags([d, d[1:] ** 2, 2.0], [0, 1, -2], shape=(6, 6)),
    "diags_array": lambda d: sp.diags_array([d[:3], d[3:5]], offsets=[0, 1]),
    "one diagonal": lambda d: sp.diags_array(d, format="csr"),
    "spdiags": lambda d: sp.spdiags(d.reshape(2, 3), [0, 1], 3, 3),
    "block_array": lambda d: sp.block_array(
        [[array(d), None], [constant(), array(d**2)]]
    ),
    "bmat": lambda d: sp.bmat([[array(d), constant()]], format="csc"),
    "dense block": lambda d: sp.block_array([[array(d)], [d.reshape(2, 3)]]),
    "hstack": lambda d: sp.hstack([array(d), constant("coo"), array(d, "csc")]),
    "vstack": lambda d: sp.vstack([array(d, "coo"), constant()]),
    "block_diag": lambda d: sp.block_diag([array(d), DENSE, d[0]]),
    "kron": lambda d: sp.kron(array(d), constant()),
    "kron of few": lambda d: sp.kron(constant(), array(d), format="csr"),
    "kronsum": lambda d: sp.kronsum(square(d), sp.csr_array(np.eye(2)), format="csr"),
    "tril": lambda d: sp.tril(array(d), -1),
    "triu": lambda d: sp.triu(array(d), k=1, format="csr"),
}
MOVED = {
    "T": lambda a: a.T,
    "transpose": lambda a: a.transpose(),
    "tocsr": lambda a: a.tocsr(),
    "tocsc": lambda a: a.tocsc(),
    "tocoo": lambda a: a.tocoo(),
    "todia": lambda a: a.todia(),
    "tobsr": lambda a: a.tobsr(),
    "toarray": lambda a: a.toarray(),
    "todense": lambda a: a.todense(),
    "reshape": lambda a: a.reshape(2, 6),
    "diagonal": lambda a: a.diagonal(),
    "diagonal below": lambda a: a.diagonal(-1),
    "trace": lambda a: a.trace(),
    "sum": lambda a: a.sum(),
    "sum of columns": lambda a: a.sum(axis=0),
    "sum of rows": lambda a: a.sum(axis=1),
    "mean": lambda a: a.mean(),
    "mean of columns": lambda a: a.mean(axis=0),
    "conj": lambda a: a.conj(),
    "negative": lambda a: -a,
    "absolute": lambda a: abs(a),
    "power": lambda a: a.power(3),
    "scaled": lambda a: 3 * a * 2.0 / 5,
    "sin": lambda a: a.tocsr().sin(),
    "a @ x": lambda a: a @ X,
    "a @ X": lambda a: a @ np.outer(X, [1.0, 3.0]),
    "y @ a": lambda a: DENSE[:, 0] @ a,
    "Y @ a": lambda a: DENSE.T @ a,
    "dot": lambda a: a.dot(X),
    "a @ a.T": lambda a: a @ a.T,
    "a @ constant": lambda a: a @ constant().T,
    "constant @ a": lambda a: constant("csc").T @ a,
    "a + a": lambda a: a + a,
    "a + constant": lambda a: a + constant("csc"),
    "constant - a": lambda a: constant() - a,
    "a - constant": lambda a: a - constant("coo"),
    "a + dense": lambda a: a + DENSE,
    "dense - a": lambda a: DENSE - a,
    "multiply": lambda a: a.multiply(a),
    "multiply constant": lambda a: a.multiply(constant("coo")),
    "multiply dense": lambda a: a.multiply(DENSE),
    "multiply row": lambda a: a.multiply(X),
    "multiply column": lambda a: a.multiply(DENSE[:, :1]),
    "divide": lambda a: a / (DENSE + 5),
}
INDEXED = {
    "row": lambda a: a[2],
    "rows": lambda a: a[1:3],
    "column": lambda a: a[:, 1],
    "element": lambda a: a[2, 2],
    "none there": lambda a: a[1, 2],
    "steps": lambda a: a[::-1, ::2],
    "a part": lambda a: a[1:, :2],
    "lists": lambda a: a[[0, 2, 2], [1, 2, 1]],
    "product with a row": lambda a: a[2] @ X,
    "row times row": lambda a: a[[2]].multiply(a),
    "truth": lambda a: a[np.array([True, False, True, True])],
    "getrow": lambda a: a[:, [0, 2]] @ X[:2],
}
CASES = {
    **MADE,
    **{
        f"{n}, {f}": (lambda d, op=op, f=f: op(array(d, f)))
        for n, op in MOVED.items()
        for f in ("csr", "coo", "dia")
    },
    **{
        f"{n}, {f}": (lambda d, op=op, f=f: op(array(d, f)))
        for n, op in INDEXED.items()
        for f in ("csr", "csc")
    },
}


@pytest.mark.filterwarnings(
    "ignore::FutureWarning", "ignore::scipy.sparse.SparseEfficiencyWarning"
)
@pytest.mark.parametrize("case", CASES)
def test_values_and_derivatives(case):
    expected = CASES[case](D)
    formats = []

    def function(d):
        out = CASES[case](d)
        formats.append(getattr(out, "format", None))
        return dense(out)

    np.testing.assert_allclose(ft.jit(function)(D), dense(expected), atol=1e-12)
    jacobian = ft.jacobian(function)(D)
    exact = differences(function, D, 1e-6)
    np.testing.assert_allclose(jacobian, exact, atol=1e-7)
    np.testing.assert_allclose(ft.jacfwd(function)(D), exact, atol=1e-7)
    batch = np.stack([D, 2 * D])
    np.testing.assert_allclose(
        ft.vmap(function)(batch), [function(d) for d in batch], atol=1e-12
    )
    assert formats[0] == getattr(expected, "format", None)


# -- constants made where it is traced, types, pytrees ---------------------------------


@each_way
def test_structures_may_be_made_by_numpys_functions_in_traced_code(way):
    def laplacian(d):
        i = np.arange(d.size)
        a = sp.csr_array(
            (np.append(d, np.ones(d.size)), (np.tile(i, 2), np.repeat(i, 2)))
        )
        return (a + sp.eye_array(d.size)).toarray()

    np.testing.assert_array_equal(way(laplacian)(D), laplacian(D))


def test_nothing_traced_is_scipys():
    a = sp.csr_array((D, (ROWS, COLUMNS)))
    assert type(a) is scipy.sparse.csr_array
    assert isinstance(a, sp.csr_array)
    assert not isinstance(a, sp.csr_matrix)
    assert type(sp.hstack([a, a])) is scipy.sparse.csr_array
    assert type(sp.diags([D], [0])) is scipy.sparse.dia_matrix


@each_way
def test_classes(way):
    def function(d):
        a = array(d)
        assert isinstance(a, sp.csr_array)
        assert sp.issparse(a)
        assert not isinstance(a, sp.csc_array)
        assert not sp.isspmatrix(a)
        assert sp.isspmatrix(array(d, kind="matrix"))
        assert (a.shape, a.nnz, a.ndim, a.format) == ((4, 3), 5, 2, "csr")
        np.testing.assert_array_equal(a.indptr, [0, 1, 2, 4, 5])
        return a.data

    np.testing.assert_array_equal(way(function)(D), array(D).data)


@each_way
@pytest.mark.parametrize("dtype", "fFD")
def test_dtypes(dtype, way):
    d = D.astype(dtype)
    for function in (
        lambda d: array(d) @ X.astype("f"),
        lambda d: array(d).sum(axis=0),
        lambda d: (array(d) @ array(d).T).toarray(),
        lambda d: array(d, dtype).toarray() if dtype == "csr" else array(d).todense(),
    ):
        out, expected = way(function)(d), function(d)
        assert out.dtype == expected.dtype
        np.testing.assert_allclose(out, expected, rtol=1e-6)
    gradient = way(ft.grad(lambda d: np.sum(abs(array(d) @ X) ** 2)))(d)
    assert gradient.dtype == d.dtype


def test_pytrees():
    a = sp.SparseArray(array(D))
    value, gradient = ft.jit(ft.value_and_grad(lambda a, x: np.sum((a @ x) ** 2)))(a, X)
    dense_a = array(D).toarray()
    np.testing.assert_allclose(value, np.sum((dense_a @ X) ** 2))
    expected = np.outer(2 * dense_a @ X, X)
    np.testing.assert_allclose(gradient.toarray(), np.where(dense_a != 0, expected, 0))
    assert isinstance(gradient, sp.SparseArray)
    assert type(gradient.to_scipy()) is scipy.sparse.csr_array


def test_results_of_jit_and_their_sharing_of_programs():
    made = ft.jit(array)
    fast = ft.jit(lambda a, x: a @ x)
    for d in (D, 2 * D):
        np.testing.assert_allclose(fast(made(d), X), array(d) @ X)
    assert "1 compilation," in str(fast.explain())
    np.testing.assert_allclose(fast(sp.SparseArray(constant()), X), DENSE @ X)


@each_way
def test_batches_of_sparse_arrays(way):
    batch = way(ft.vmap(array))(np.stack([D, 2 * D, -D]))
    assert batch.data.shape == (3, 5)
    with pytest.raises(ft.ShapeError, match="many sparse arrays"):
        batch @ X
    out = way(ft.vmap(lambda a, x: a @ x, in_axes=(0, None)))(batch, X)
    expected = array(D) @ X
    np.testing.assert_allclose(out, np.stack([expected, 2 * expected, -expected]))
    both = way(ft.vmap(lambda a, x: a @ x))(batch, np.stack([X, X**2, 3 * X]))
    np.testing.assert_allclose(both[1], 2 * array(D) @ X**2)


@each_way
def test_loops_carry_sparse_arrays(way):
    def looped(d):
        a = sp.SparseArray(array(d)[:3])
        out, _ = ft.scan(lambda b, _: (b * 0.5 + a, None), a, length=3)
        return out @ X

    expected = 1.875 * (array(D)[:3] @ X)
    np.testing.assert_allclose(way(looped)(D), expected)
    jacobian = way(ft.jacobian(looped))(D)
    exact = differences(lambda d: 1.875 * (array(d)[:3] @ X), D, 1e-6)
    np.testing.assert_allclose(jacobian, exact, atol=1e-7)


@each_way
def test_second_order(way):
    def function(d):
        a = array(d)
        return np.sum((a @ (a.T @ (a @ X))) ** 2)

    exact = differences(ft.grad(function), D, 1e-5)
    np.testing.assert_allclose(
        way(ft.hessian(function))(D), exact, rtol=1e-5, atol=1e-5
    )
    tangent = way(ft.hvp(function))(D, D**2)
    np.testing.assert_allclose(tangent, exact @ D**2, rtol=1e-5, atol=1e-4)


def test_products_and_their_gradients_are_native():
    def loss(d, x):
        return np.sum((sp.csr_array((d, (ROWS, COLUMNS)), shape=(4, 3)) @ x) ** 2)

    for mapped in (
        loss,
        lambda d, x: ft.vmap(loss, (None, 1))(d, np.outer(x, X)).sum(),
    ):
        fast = ft.jit(ft.grad(mapped, (0, 1)))
        assert "all of it is native code" in str(fast.lower(D, X).explain())
    rows = ft.jit(ft.vmap(ft.grad(loss), (0, None)))
    assert "all of it is native code" in str(rows.lower(np.stack([D, D]), X).explain())


def test_writes_to_entries():
    def function(d):
        a = array(d)
        a.data[1] = 7.0
        a.data *= 2
        return (a @ X).sum()

    plain = ft.jit(ft.grad(function))(D)
    np.testing.assert_allclose(plain, differences(function, D, 1e-6), atol=1e-7)


def test_copies_and_pickles():
    a = sp.SparseArray(array(D))
    for made in (
        copy.copy(a),
        copy.deepcopy(a),
        pickle.loads(pickle.dumps(a)),
        a.copy(),
    ):
        np.testing.assert_array_equal(made.toarray(), a.toarray())


# -- matrices, whose star is the product -----------------------------------------------

STARS = {
    "a * x": lambda a: a * X,
    "y * a": lambda a: DENSE[:, 0] * a,
    "a * a.T": lambda a: a * a.T,
    "a * constant": lambda a: a * scipy.sparse.csr_matrix(DENSE.T),
    "constant * a": lambda a: scipy.sparse.csr_matrix(DENSE.T) * a,
    "2 * a": lambda a: 2 * a * 3,
    "power": lambda a: a[:3] ** 3,
    "power 0": lambda a: a[:3] ** 0,
}


@each_way
@pytest.mark.parametrize("case", STARS)
def test_the_star_of_matrices(case, way):
    function = lambda d: dense(STARS[case](array(d, kind="matrix")))  # noqa: E731
    jacobian = way(ft.jacobian(function))(D)
    np.testing.assert_allclose(jacobian, differences(function, D, 1e-6), atol=1e-6)


# -- what is refused -------------------------------------------------------------------

REFUSED = {
    "dense": lambda d: sp.csr_array(d[None]),
    "lil": lambda d: array(d).tolil(),
    "todok": lambda d: array(d).todok(),
    "assignment": lambda d: array(d).__setitem__((0, 1), 3.0),
    "setdiag": lambda d: array(d).setdiag(1.0),
    "eliminate_zeros": lambda d: array(d).eliminate_zeros(),
    "comparison": lambda d: array(d) > 0,
    "equality": lambda d: array(d) == array(d),
    "a number": lambda d: array(d) + d[0],
    "maximum": lambda d: array(d).maximum(array(d)),
    "numpy.matrix": lambda d: array(d, kind="matrix").todense(),
    "numpy.matrix of a sum": lambda d: array(d, kind="matrix").sum(axis=0),
    "numpy.matrix plus": lambda d: array(d, kind="matrix") + DENSE,
    "asarray": lambda d: np.asarray(array(d)),
    "constant.multiply": lambda d: constant().multiply(array(d)),
}


@each_way
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case, way):
    with pytest.raises((ft.FunctraceError, TypeError), match="functrace"):
        way(ft.jacobian(lambda d: dense(REFUSED[case](d))))(D)


def test_shapes_that_do_not_fit():
    for operation in (
        lambda a: a @ DENSE[0][:2],
        lambda a: a @ a,
        lambda a: DENSE @ a,
        lambda a: a + DENSE[:, :2],
        lambda a: a @ np.ones((3, 2, 2)),
    ):
        with pytest.raises(ValueError, match=r"do not fit|broadcast"):
            ft.jacobian(lambda d: operation(array(d)))(D)  # noqa: B023


@each_way
@pytest.mark.parametrize("shape", [(0, 3), (4, 0), (4, 3)])
def test_arrays_without_entries(shape, way):
    def function(d):
        a = sp.coo_array((d, (np.zeros(0, int), np.zeros(0, int))), shape=shape).tocsr()
        return (2 * a @ a.T @ np.ones(shape[0]) + a @ np.ones(shape[1])).sum()

    assert way(ft.grad(function))(np.zeros(0)).shape == (0,)
