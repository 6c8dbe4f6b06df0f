"""Products of traced values with constant matrices of `scipy.sparse`."""

from __future__ import annotations

import functools
import gc
import itertools
import subprocess
import sys
import weakref

import numpy as np
import pytest
import scipy.sparse as sp

import functrace as ft

pytestmark = pytest.mark.share(8)

FORMATS = ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
WAYS = (lambda function: function, ft.jit)
DENSE = np.array([[0.0, 2.0, 0.0, -1.0], [0.5, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 4.0]])
ROWS, COLUMNS = DENSE.shape
X = np.array([1.0, -2.0, 0.5, 3.0])
Y = np.array([0.3, -1.0, 2.0])

each_format = pytest.mark.parametrize("form", FORMATS)
each_way = pytest.mark.parametrize("way", WAYS, ids=["plain", "jit"])


def matrix(form="csr", dense=DENSE):
    return sp.csr_matrix(dense).asformat(form)


def array(form="csr", dense=DENSE):
    return sp.csr_array(dense).asformat(form)


each_class = pytest.mark.parametrize("make", [matrix, array])


def differences(function, x, h=1e-6):
    """The gradient of a function of real arguments, by central differences."""
    out = np.empty_like(x)
    for place in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[place] = h
        out[place] = (function(x + step) - function(x - step)) / (2 * h)
    return out


# -- values and derivatives ------------------------------------------------------------

PRODUCTS = {
    "A @ x": (lambda a, x: a @ x, X),
    "A @ X": (lambda a, x: a @ x, np.outer(X, [1.0, -0.5, 2.0])),
    "A @ column": (lambda a, x: a @ x, X[:, None]),
    "A @ nothing": (lambda a, x: a @ x, np.ones((COLUMNS, 0))),
    "A.T @ y": (lambda a, y: a.T @ y, Y),
    "x @ A": (lambda a, y: y @ a, Y),
    "X @ A": (lambda a, y: y @ a, np.outer([1.0, -0.5], Y)),
    "x @ A.T": (lambda a, x: x @ a.T, X),
    "A.dot(x)": (lambda a, x: a.dot(x), X),
    "A.dot(X)": (lambda a, x: a.dot(x), np.outer(X, [1.0, -0.5])),
}


@each_way
@each_class
@each_format
@pytest.mark.parametrize("product", PRODUCTS)
def test_a_product_is_scipys_and_has_a_gradient(product, form, make, way):
    function, x = PRODUCTS[product]
    a = make(form)

    def weighted(x):
        out = function(a, x)
        return np.sum(np.sin(np.arange(out.size) + 1).reshape(out.shape) * out**2)

    value, gradient = way(ft.value_and_grad(weighted))(x)
    np.testing.assert_allclose(value, weighted(x))
    np.testing.assert_allclose(gradient, differences(weighted, x), atol=1e-7)
    out = way(lambda x: function(a, x))(x)
    expected = function(a, x)
    assert type(out) is np.ndarray
    assert (out.shape, out.dtype) == (expected.shape, expected.dtype)


@each_way
@each_format
def test_the_star_of_a_matrix_is_the_product(form, way):
    a = matrix(form)
    jacobian = way(ft.jacobian(lambda x: a * x))(X)
    np.testing.assert_array_equal(jacobian, DENSE)
    jacobian = way(ft.jacobian(lambda y: y * a))(Y)
    np.testing.assert_array_equal(jacobian, DENSE.T)


@each_way
@pytest.mark.parametrize("jacobian", [ft.jacfwd, ft.jacrev])
def test_jacobians_are_the_matrix(jacobian, way):
    a = array()
    np.testing.assert_array_equal(way(jacobian(lambda x: a @ x))(X), DENSE)
    np.testing.assert_array_equal(way(jacobian(lambda y: y @ a))(Y), DENSE.T)


@each_way
def test_second_order(way):
    a = array("csc")
    hessian = way(ft.hessian(lambda x: np.sum((a @ x) ** 3)))(X)
    expected = DENSE.T @ np.diag(6 * (DENSE @ X)) @ DENSE
    np.testing.assert_allclose(hessian, expected)
    product = way(ft.hvp(lambda x: np.sum((a @ x) ** 3)))(X, np.ones(COLUMNS))
    np.testing.assert_allclose(product, expected @ np.ones(COLUMNS))


@each_way
def test_vjp_jvp_and_linearize(way):
    a = array("coo")
    _, pullback = ft.vjp(way(lambda x: a @ x), X)
    np.testing.assert_array_equal(pullback(Y)[0], DENSE.T @ Y)
    value, tangent = ft.jvp(way(lambda x: a @ x), (X,), (X**2,))
    np.testing.assert_allclose(value, DENSE @ X)
    np.testing.assert_allclose(tangent, DENSE @ X**2)
    _, push = ft.linearize(way(lambda x: a @ x), X)
    np.testing.assert_allclose(push(X**2), DENSE @ X**2)


@each_way
@each_format
def test_batches(form, way):
    a, batch = array(form), np.outer([1.0, 2.0, -1.0, 0.0, 3.0], X)
    np.testing.assert_allclose(way(ft.vmap(lambda x: a @ x))(batch), batch @ DENSE.T)
    stack = np.stack([batch.T, 2 * batch.T])
    np.testing.assert_allclose(way(ft.vmap(lambda x: a @ x))(stack), DENSE @ stack)
    gradients = way(ft.vmap(ft.grad(lambda x: np.sum((a @ x) ** 2))))(batch)
    np.testing.assert_allclose(gradients, 2 * batch @ DENSE.T @ DENSE)
    nested = ft.vmap(ft.vmap(lambda x: a @ x, in_axes=1), in_axes=0)
    np.testing.assert_allclose(way(nested)(stack), (DENSE @ stack).swapaxes(1, 2))


@each_way
def test_the_matrix_of_a_batch_is_one_for_all(way):
    batch = np.outer([1.0, 2.0], X)
    mapped = way(ft.vmap(lambda a, x: a @ x, in_axes=(None, 0)))
    np.testing.assert_allclose(mapped(array(), batch), batch @ DENSE.T)


def test_in_loops():
    a = array(dense=DENSE / 4)
    step = lambda x, _: (a.T @ np.tanh(a @ x), None)  # noqa: E731

    def looped(x):
        return np.sum(ft.scan(step, x, length=4)[0])

    def unrolled(x):
        for _ in range(4):
            x = a.T @ np.tanh(a @ x)
        return np.sum(x)

    gradient = ft.jit(ft.grad(looped))(X / 10)
    np.testing.assert_allclose(gradient, differences(unrolled, X / 10), rtol=1e-6)


# -- dtypes, layouts, entries ----------------------------------------------------------


@each_way
@pytest.mark.parametrize(
    ("kept", "given"), list(itertools.product("?bifdFDg", "?eifdFDG")), ids=str
)
def test_dtypes_are_scipys(kept, given, way):
    a, x = array(dense=DENSE.astype(kept)), X.astype(given)
    for operand in (x, np.stack([x, x], 1)):
        expected = a @ operand
        out = way(lambda x: a @ (x + np.zeros((), given)))(operand)
        assert out.dtype == expected.dtype
        np.testing.assert_allclose(out, expected, rtol=1e-3 if given == "e" else 1e-6)


@each_way
def test_complex_matrices(way):
    dense = DENSE + 1j * DENSE[:, ::-1]
    a = array("csc", dense)

    def energy(x):
        return np.sum(np.abs(a @ x) ** 2)

    gradient = way(ft.grad(energy))(X)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, differences(energy, X), rtol=1e-7)
    z = X + 1j * X[::-1]
    _, pullback = ft.vjp(way(lambda x: a @ x), z)
    np.testing.assert_allclose(pullback(Y + 0j)[0], dense.T @ Y)


@each_way
def test_single_precision_stays(way):
    a = array(dense=DENSE.astype(np.float32))
    gradient = way(ft.grad(lambda x: np.sum((a @ x) ** 2)))(X.astype(np.float32))
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(gradient, 2 * DENSE.T @ (DENSE @ X), rtol=1e-6)


@each_way
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_entries_in_any_order_and_more_than_one_in_a_place(index, way):
    indices = np.array([2, 0, 2, 1, 1], index)
    indptr = np.array([0, 3, 3, 5], index)
    a = sp.csr_array((np.arange(1.0, 6.0), indices, indptr), shape=(3, 4))
    assert not a.has_canonical_format
    for made in (a, a.tocoo(), a.T.T):
        jacobian = way(ft.jacobian(lambda x: made @ x))(X)  # noqa: B023
        np.testing.assert_array_equal(jacobian, a.toarray())


@each_way
@pytest.mark.parametrize("shape", [(0, 4), (3, 0), (0, 0), (3, 4)])
@each_format
def test_matrices_without_entries(shape, form, way):
    a = sp.csr_array(shape).asformat(form)
    for x in (np.ones(shape[1]), np.ones((shape[1], 2))):
        value, pullback = ft.vjp(way(lambda x: a @ x), x)
        np.testing.assert_array_equal(value, np.zeros((shape[0], *x.shape[1:])))
        np.testing.assert_array_equal(pullback(value)[0], np.zeros(x.shape))


@each_way
@pytest.mark.parametrize("columns", [1, 2, 7, 8, 16, 33])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128])
def test_strided_operands_of_any_width(columns, dtype, way, rng):
    a = sp.random_array((40, 30), density=0.1, rng=rng, dtype=np.float64).tocsr()
    whole = rng.standard_normal((60, 2 * columns)).astype(dtype)
    for x in (whole[::2, ::2], whole[::-2, 1::2], np.asfortranarray(whole)[::2, ::2]):
        for b in (a, a.T.tocsr().T):
            value, pullback = ft.vjp(way(lambda x: b @ x), x)  # noqa: B023
            np.testing.assert_allclose(value, a.toarray() @ x)
            expected = (a.toarray().T @ value).astype(dtype)
            tolerance = 1e-5 if dtype is np.float32 else 1e-12
            np.testing.assert_allclose(
                pullback(value)[0], expected, rtol=tolerance, atol=tolerance
            )


# -- compiled --------------------------------------------------------------------------


@each_format
def test_all_of_it_is_native(form):
    a = array(form)
    fast = ft.jit(ft.value_and_grad(lambda x: np.sum((a @ x) ** 2)))
    assert "all of it is native code" in str(fast.lower(X).explain())
    columns = ft.jit(ft.vmap(ft.grad(lambda x: np.sum((a @ x) ** 2))))
    assert "all of it is native code" in str(columns.lower(np.ones((9, 4))).explain())


CHANGES = {
    "data": ("csr csc coo bsr dia", lambda a: a.data.__imul__(3)),
    "an entry": ("csr csc lil dok", lambda a: a.__setitem__((0, 1), 7.0)),
    "a new entry": ("csr csc lil dok", lambda a: a.__setitem__((0, 0), 7.0)),
    "another array": ("csr csc coo", lambda a: setattr(a, "data", a.data * 3)),
    "indices": ("csr csc", lambda a: a.indices.__setitem__(0, 0)),
}
CASES = [(form, c) for c, (forms, _) in CHANGES.items() for form in forms.split()]


@pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning")
@pytest.mark.parametrize(("form", "change"), CASES)
def test_changes_of_what_is_captured_are_noticed(form, change):
    a = matrix(form)
    listed = [a]
    products = [
        ft.jit(lambda x: a @ x),
        ft.jit(lambda x: listed[0] @ x),
        functools.partial(ft.jit(lambda a, x: a @ x), a),
    ]
    gradient = ft.jit(ft.grad(lambda x, a: np.sum(a @ x)))
    for edit in (lambda a: None, CHANGES[change][1]):
        edit(a)
        for product in products:
            np.testing.assert_allclose(product(X), a @ X)
        np.testing.assert_allclose(gradient(X, a), a.T @ np.ones(ROWS))
    assert not np.allclose(a.toarray(), DENSE)


def test_a_matrix_that_is_bound_anew_is_noticed():
    a = array()
    fast = ft.jit(lambda x: a @ x)
    np.testing.assert_allclose(fast(X), DENSE @ X)
    a = 2 * a
    np.testing.assert_allclose(fast(X), 2 * DENSE @ X)


def test_calls_share_the_program_of_a_matrix():
    a, fast = array(), ft.jit(lambda a, x: a @ x)
    for _ in range(3):
        fast(a, X)
    assert "1 compilation," in str(fast.explain())
    np.testing.assert_allclose(fast(2 * a, X), 2 * DENSE @ X)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["csr", "coo", "dok"])
def test_a_compiled_function_does_not_keep_its_arguments(form):
    a, fast = array(form), ft.jit(lambda a, x: a @ x)
    fast(a, X)
    gone = weakref.ref(a)
    del a
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("form", ["csr", "coo"])
def test_a_change_before_the_derivative_is_taken(form):
    a = array(form)
    _, pullback = ft.vjp(lambda x: a @ x, X)
    a.data *= 3
    np.testing.assert_array_equal(pullback(Y)[0], DENSE.T @ Y)


def test_a_large_matrix_that_changes_is_refused_before_the_derivative_is_taken():
    a = sp.eye_array(200_000).tocsr()
    _, pullback = ft.vjp(lambda x: a @ x, np.ones(200_000))
    a.data *= 3
    with pytest.raises(ft.MutationError):
        pullback(np.ones(200_000))[0]


# -- what is refused -------------------------------------------------------------------

ELEMENTWISE = {
    "A * x": lambda a, x: a * x,
    "A.multiply(x)": lambda a, x: a.multiply(x),
    "A / x": lambda a, x: a / x,
    "x / A": lambda a, x: x / a,
    "A.maximum(x)": lambda a, x: a.maximum(x),
    "np.multiply(A, x)": np.multiply,
    "np.matmul(A, x)": np.matmul,
    "np.dot(A, x)": np.dot,
    "np.dot(x, A)": lambda a, x: np.dot(x, a.T),
    "np.tensordot": lambda a, x: np.tensordot(a, x, 1),
    "np.einsum": lambda a, x: np.einsum("ij,j->i", a, x),
    "np.where": lambda a, x: np.where(x > 0, a, x),
    "np.sin(A) + x": lambda a, x: np.add(a, x),
}
OF_MATRICES = {"A * x"}  # products of sparse matrices, not of sparse arrays


@each_way
@each_class
@each_format
@pytest.mark.parametrize("operation", ELEMENTWISE)
def test_what_is_no_product_is_refused(operation, form, make, way):
    if make is matrix and operation in OF_MATRICES:
        return
    a = make(form)
    with pytest.raises(
        (ft.DtypeError, ft.MissingRuleError), match=r"help: .*A"
    ) as raised:
        way(ft.grad(lambda x: np.sum(ELEMENTWISE[operation](a, x))))(X)
    assert "functrace: " in str(raised.value)


SUMS = {  # which have traced entries, or are dense
    "x[0] * A": lambda a, x: (x[0] * a) @ X,
    "x * A": lambda a, x: (x * a) @ X if is_array(a) else x[:3] * a,
    "x[0] * A + A": lambda a, x: x @ (x[0] * a + a).T,
    "A - x[0] * A": lambda a, x: (a - x[0] * a) @ x,
    "A + dense": lambda a, x: a + np.outer(Y, x) if is_array(a) else x,
    "dense - A": lambda a, x: np.outer(Y, x) - a if is_array(a) else x,
}


def is_array(a):
    return isinstance(a, sp.sparray)


@each_way
@each_class
@each_format
@pytest.mark.parametrize("operation", SUMS)
def test_sums_and_multiples_of_constants(operation, form, make, way):
    def weighted(x):
        out = SUMS[operation](a, x)
        return np.sum(np.cos(np.arange(out.size)).reshape(out.shape) * out)

    a = make(form)
    gradient = way(ft.grad(weighted))(X)
    np.testing.assert_allclose(gradient, differences(weighted, X), atol=1e-7)


@pytest.mark.parametrize("form", ["csr", "coo", "dia", "lil"])
def test_changes_of_constants_in_sums_are_noticed(form):
    a = array(form)
    fast = ft.jit(lambda x: (x[0] * a) @ x)
    for _ in range(2):
        np.testing.assert_allclose(fast(X), X[0] * (a @ X))
        if form == "lil":
            a[0, 1] = 9.0
        else:
            a.data *= 3


MADE = {
    "coo of entries": lambda x: sp.coo_array((x, ([0, 1, 2, 2], [0, 1, 2, 3]))),
    "csr of entries": lambda x: sp.csr_matrix((x, ([0, 1, 2, 2], [0, 1, 2, 3]))),
    "csr of arrays": lambda x: sp.csr_array((x, [0, 1, 2, 3], [0, 2, 4])),
    "diagonal": sp.diags_array,
    "diagonals": lambda x: sp.diags_array([x], offsets=[0]),
    "diags": sp.diags,
    "stacked": lambda x: sp.vstack([array(), x[None, :]]),
    "kron": lambda x: sp.kron(array(), x[None, :]),
}


@each_way
@pytest.mark.parametrize("made", MADE)
def test_matrices_of_traced_values(made, way):
    def squared(x):
        matrix = MADE[made](x)
        return np.sum((matrix @ np.arange(1.0, matrix.shape[1] + 1)) ** 2)

    gradient = way(ft.grad(squared))(X)
    np.testing.assert_allclose(gradient, differences(squared, X), rtol=1e-6)


def test_the_way_out_of_traced_entries():
    rows, columns = DENSE.nonzero()

    def function(entries):
        return np.sum(np.bincount(rows, entries * X[columns], minlength=ROWS) ** 2)

    def same(entries):
        return np.sum((sp.coo_array((entries, (rows, columns)), DENSE.shape) @ X) ** 2)

    entries = DENSE[rows, columns]
    gradient = ft.grad(function)(entries)
    np.testing.assert_allclose(gradient, differences(same, entries), rtol=1e-7)


@each_way
@pytest.mark.parametrize("x", [X[:2], X[None, :], np.ones((2, 4, 3))])
def test_shapes_that_do_not_fit(x, way):
    with pytest.raises(ft.ShapeError, match=r"\(3, 4\) and"):
        way(ft.jacobian(lambda x: array() @ x))(x)


@each_way
@each_class
@each_format
def test_a_matrix_is_not_scaled_by_a_traced_number(form, make, way):
    with pytest.raises((ft.FunctraceError, ValueError)):  # lists: NumPy's, with a note
        way(ft.grad(lambda x: np.sum(make(form) * x[0])))(X)


@each_class
def test_a_number_is_no_operand_of_a_product(make):
    with pytest.raises((ValueError, ft.DtypeError), match=r"Scalar operands|in shapes"):
        ft.grad(lambda x: np.sum(make() @ x[0]))(X)


def test_a_sparse_array_with_one_dimension_is_refused():
    with pytest.raises(ft.DtypeError, match=r"in shapes \(\(4,\), \(4,\)\)"):
        ft.grad(lambda x: sp.coo_array(X) @ x)(X)


@pytest.mark.parametrize("transform", [ft.grad, ft.jacobian, ft.jit(ft.grad)])
def test_a_sparse_argument_is_not_differentiated(transform):
    if transform not in (ft.grad, ft.jacobian):
        transform = lambda f: ft.jit(ft.grad(f))  # noqa: E731
    with pytest.raises(ft.DtypeError, match=r"help: leave it out of argnums"):
        transform(lambda a, x: np.sum(a @ x))(array(), X)


@pytest.mark.slow
def test_importing_functrace_imports_no_sparse_matrices():
    code = (
        "import sys, numpy as np, functrace as ft\n"
        "ft.grad(lambda x: np.sum(x @ x))(np.ones(3))\n"
        "sys.exit('scipy.sparse' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
