"""Functions with rules, of code that takes no traced values."""

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg

import functrace as ft

ROWS = np.array([0, 1, 2, 0, 1, 2, 3, 3])
COLUMNS = np.array([0, 1, 2, 1, 2, 0, 3, 0])
rng = np.random.default_rng(0)
DATA = np.array([4, 5, 6, 0.5, 0.3, 0.2, 7, 0.1]) + 0.1 * rng.normal(size=8)
B = rng.normal(size=4)
MANY = np.stack([DATA, 1.1 * DATA, 0.9 * DATA])
BS = rng.normal(size=(3, 4))


def take(*arrays):
    """What a memoryview of Cython's asks for: arrays of numbers that can be written to."""
    for array in arrays:
        assert type(array) is np.ndarray
        assert not memoryview(array).readonly


def matrix(data):
    return scipy.sparse.csc_matrix((data, (ROWS, COLUMNS)), shape=(4, 4))


def sparse(data):
    assert type(data) is np.ndarray
    return matrix(data)


def solve_sparse(data, b):
    take(data, b)
    b *= 1.0
    return scipy.sparse.linalg.spsolve(sparse(data), b)


def opaque_solve(like):
    solve = ft.custom_vjp(solve_sparse, like=like)

    def fwd(data, b):
        factors = scipy.sparse.linalg.splu(sparse(data))
        x = factors.solve(b)
        return x, (factors, x)

    def bwd(kept, g):
        factors, x = kept
        y = factors.solve(g, "T")
        return -y[ROWS] * x[COLUMNS], y

    solve.defvjp(fwd, bwd)
    return solve


def solve_dense(data, b):
    a = ft.numpy.zeros((4, 4))
    a[ROWS, COLUMNS] = data
    return np.linalg.solve(a, b)


SOLVE = opaque_solve(lambda data, b: b)
WAYS = {
    "value": lambda f: f(DATA, B),
    "jacobian": lambda f: ft.jacobian(f, (0, 1))(DATA, B),
    "jacfwd": lambda f: ft.jacfwd(f, (0, 1))(DATA, B),
    "jacrev": lambda f: ft.jacrev(f, (0, 1))(DATA, B),
    "jvp": lambda f: ft.jvp(f, (DATA, B), (MANY[1], BS[0])),
    "linearize": lambda f: ft.linearize(f, DATA, B)[1](MANY[1], BS[0]),
    "vjp": lambda f: ft.vjp(f, DATA, B)[1](BS[0]),
    "jit": lambda f: ft.jit(f)(DATA, B),
    "jit of jacrev": lambda f: ft.jit(ft.jacrev(f, (0, 1)))(DATA, B),
    "jit of jacfwd": lambda f: ft.jit(ft.jacfwd(f, (0, 1)))(DATA, B),
    "jacrev of jit": lambda f: ft.jacrev(ft.jit(f), (0, 1))(DATA, B),
    "jvp in jit": lambda f: ft.jit(lambda d, b: ft.jvp(f, (d, b), (d, b)))(DATA, B),
    "vmap": lambda f: ft.vmap(f)(MANY, BS),
    "vmap of one": lambda f: ft.vmap(f, (None, 0))(DATA, BS),
    "vmap of none": lambda f: ft.vmap(f)(MANY[:0], BS[:0]),
    "jit of vmap": lambda f: ft.jit(ft.vmap(f))(MANY, BS),
    "vmap of jacrev": lambda f: ft.vmap(ft.jacrev(f, (0, 1)), (0, None))(MANY, B),
    "jacrev of vmap": lambda f: ft.jacrev(ft.vmap(f, (None, 0)))(DATA, BS),
    "jit of grad of vmap": lambda f: ft.jit(
        ft.grad(lambda d: np.sum(ft.vmap(f)(d, BS) ** 2))
    )(MANY),
    "scan": lambda f: ft.jit(
        ft.grad(
            lambda d: np.sum(ft.scan(lambda c, _: (f(d, c), c), B, None, length=3)[1])
        )
    )(DATA),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_transform(way):
    found, expected = WAYS[way](SOLVE), WAYS[way](solve_dense)
    for got, want in zip(*map(as_list, (found, expected)), strict=True):
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-13)


def as_list(result):
    return list(result) if isinstance(result, tuple) else [result]


def test_a_second_derivative_that_no_rule_gives():
    for transform in (ft.hessian, lambda f: ft.grad(lambda x: np.sum(ft.grad(f)(x)))):
        with pytest.raises(ft.MissingRuleError, match="a derivative is missing"):
            transform(lambda d: np.sum(SOLVE(d, B) ** 2))(DATA)


@pytest.mark.slow
def test_rules_may_keep_factors_of_traced_matrices():
    solve = ft.custom_vjp(
        lambda data, b: scipy.sparse.linalg.splu(matrix(data)).solve(b)
    )

    def fwd(data, b):
        factors = scipy.sparse.linalg.splu(matrix(data))
        x = factors.solve(b)
        return x, (factors, x)

    solve.defvjp(fwd, SOLVE.bwd)
    for way in ("jit of jacrev", "vmap of jacrev", "jit of grad of vmap", "scan"):
        found, expected = WAYS[way](solve), WAYS[way](solve_dense)
        for got, want in zip(*map(as_list, (found, expected)), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-13)
    found, expected = (
        ft.hessian(lambda d, f=f: np.sum(f(d, B) ** 2))(DATA)
        for f in (solve, solve_dense)
    )
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_a_derivative_of_the_function_itself():
    f = ft.custom_jvp(lambda x: np.asarray(x, float) ** 2, like=lambda x: x)
    f.defjvp(lambda primals, tangents: (f(*primals), 2 * primals[0] * tangents[0]))
    x = np.array([0.5, 2.0])
    np.testing.assert_array_equal(ft.jit(ft.jacobian(f))(x), np.diag(2 * x))
    hessian = ft.hessian(lambda x: np.sum(f(x) * x))(x)
    np.testing.assert_allclose(hessian, np.diag(6 * x), rtol=1e-14)


@pytest.mark.slow
def test_rules_by_functions_with_rules_give_derivatives_of_any_order():
    solve = ft.custom_vjp(solve_sparse, like=lambda data, b: b)
    back = ft.custom_vjp(
        lambda data, b: scipy.sparse.linalg.spsolve(sparse(data).T.tocsc(), b),
        like=lambda data, b: b,
    )

    def rules(this, other, rows, columns):
        def bwd(kept, g):
            data, x = kept
            y = other(data, g)
            return -y[rows] * x[columns], y

        def fwd(data, b):
            x = this(data, b)
            return x, (data, x)

        this.defvjp(fwd, bwd)

    rules(solve, back, ROWS, COLUMNS)
    rules(back, solve, COLUMNS, ROWS)

    def loss(f):
        return lambda d: np.sum(np.sin(f(d, B)) ** 2)

    for transform in (
        ft.hessian,
        lambda f: ft.jit(ft.hessian(f)),
        lambda f: ft.jacrev(ft.grad(f)),
        lambda f: ft.jacfwd(ft.hessian(f)),
    ):
        expected = transform(loss(solve_dense))(DATA)
        found = transform(loss(solve))(DATA)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_without_the_shape_of_its_result():
    solve = ft.custom_vjp(lambda data, b: scipy.sparse.linalg.spsolve(sparse(data), b))
    solve.defvjp(SOLVE.fwd, SOLVE.bwd)
    for name in ("value", "jacobian", "jacfwd", "jvp", "vjp"):
        for got, want in zip(
            *map(as_list, (WAYS[name](solve), WAYS[name](solve_dense))), strict=True
        ):
            np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-13)
    for name in ("jit", "vmap", "scan"):
        with pytest.raises(ft.MissingRuleError, match="like="):
            WAYS[name](solve)


def test_a_result_unlike_what_was_said():
    f = opaque_solve(lambda data, b: data)
    with pytest.raises(ft.ShapeError, match="another shape") as caught:
        ft.jit(f)(DATA, B)
    assert "expected: float64[8]" in str(caught.value)


def test_pytrees_and_integers():
    def fun(tree):
        take(tree["x"])
        return {"double": 2 * tree["x"], "count": np.sum(tree["x"] > tree["n"])}

    f = ft.custom_vjp(fun, like=lambda t: {"double": t["x"], "count": t["n"]})
    f.defvjp(
        lambda t: (fun(t), None), lambda _, g: ({"x": 2 * g["double"], "n": None},)
    )
    x, n = np.array([1.0, 5.0]), np.int64(3)
    total = lambda x: np.sum(f({"x": x, "n": n})["double"] ** 2)  # noqa: E731
    for grad in (ft.grad(total), ft.jit(ft.grad(total))):
        np.testing.assert_array_equal(grad(x), 8 * x)
    found = ft.jit(f)({"x": x, "n": n})
    assert found["count"] == 1
    np.testing.assert_array_equal(found["double"], 2 * x)


def test_a_value_from_outside_is_refused():
    def fun(w, x):
        f = ft.custom_vjp(lambda x: x * w, like=lambda x: x)
        f.defvjp(lambda x: (x * w, None), lambda _, g: (g * w,))
        return np.sum(f(x))

    gradient = ft.grad(fun, (0, 1))
    for way in (gradient, ft.jit(gradient), ft.vmap(gradient, (None, 0))):
        with pytest.raises(ft.MissingRuleError):
            way(2.0, np.ones((3, 3)))


def test_an_imaginary_part_is_not_dropped():
    turned = ft.custom_vjp(lambda x: x * 1j, like=lambda x: x)
    turned.defvjp(lambda x: (turned(x), None), lambda _, g: (g,))
    for transform in (ft.jit, ft.vmap):
        with pytest.raises(ft.DtypeError, match="another dtype"):
            transform(turned)(np.ones(2))
