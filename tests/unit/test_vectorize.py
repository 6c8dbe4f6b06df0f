"""`vectorize`, against `numpy.vectorize` and loops."""

import pickle

import numpy as np
import pytest

import functrace as ft

RNG = np.random.default_rng(11)


def near(x):
    return 0.5 + np.abs(RNG.normal(size=x))


def hypotenuse(a, b):
    return np.sqrt(a * a + b * b) + np.where(a > b, a, b)


def apply_matrix(m, v):
    return m @ v


@pytest.mark.parametrize(
    "shapes",
    [
        ((), ()),
        ((3,), ()),
        ((3,), (3,)),
        ((2, 1), (3,)),
        ((2, 1, 4), (3, 1)),
        ((1, 3), (2, 3)),
        ((2, 3, 4), (2, 3, 4)),
        ((5, 1, 3, 4), (2, 1, 1)),
        ((1,), (1, 1)),
        ((0,), (1,)),
        ((0, 3), (3,)),
        ((2, 1), (1, 0)),
    ],
)
def test_scalars_broadcast(shapes):
    a, b = map(near, shapes)
    got = ft.vectorize(hypotenuse)(a, b)
    expected = hypotenuse(a, b)
    np.testing.assert_allclose(got, expected, rtol=1e-14)
    assert np.shape(got) == np.broadcast_shapes(*shapes)
    assert got.dtype == expected.dtype


@pytest.mark.parametrize(
    "shapes",
    [
        ((3, 4), (4,)),
        ((5, 3, 4), (4,)),
        ((3, 4), (5, 4)),
        ((5, 3, 4), (5, 4)),
        ((2, 1, 3, 4), (5, 4)),
        ((1, 3, 4), (4,)),
        ((6, 1, 3, 4), (1, 5, 4)),
        ((0, 3, 4), (4,)),
    ],
)
def test_core_dimensions_stay(shapes):
    m, v = map(near, shapes)
    signature = "(n,m),(m)->(n)"
    got = ft.vectorize(apply_matrix, signature=signature)(m, v)
    loop = np.broadcast_shapes(shapes[0][:-2], shapes[1][:-1])
    assert got.shape == (*loop, 3)
    if 0 not in got.shape:
        expected = np.vectorize(apply_matrix, signature=signature)(m, v)
        np.testing.assert_allclose(got, expected, rtol=1e-14)


def test_several_results():
    def fun(x):
        return np.sum(x), x * 2, np.outer(x, x)

    x = near((2, 3, 4))
    signature = "(n)->(),(n),(n,n)"
    got = ft.vectorize(fun, signature=signature)(x)
    assert isinstance(got, tuple)
    for a, b in zip(got, np.vectorize(fun, signature=signature)(x), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-14)


def test_new_core_dimensions_of_results():
    x = near((2, 3))
    got = ft.vectorize(lambda v: np.concatenate([v, v]), signature="(n)->(k)")(x)
    np.testing.assert_array_equal(got, np.concatenate([x, x], axis=1))
    with pytest.raises(ft.ShapeError, match="result 1 does not fit"):
        ft.vectorize(lambda v: (v, v[1:]), signature="(n)->(k),(k)")(x)


def test_white_space_in_the_signature():
    x = near((2, 3))
    got = ft.vectorize(np.outer, signature=" (n ), (m) -> (n, m)")(x, x)
    np.testing.assert_allclose(got, x[:, :, None] * x[:, None, :])


@pytest.mark.parametrize("excluded", [{1}, {"p"}, [1], ("p",)])
@pytest.mark.parametrize("keyword", [False, True])
def test_excluded_arguments_are_passed_on(excluded, keyword):
    def fun(x, p):
        assert isinstance(p, list)
        return sum(c * x**k for k, c in enumerate(p))

    x, p = near((2, 3)), [1.0, 2.0, 3.0]
    call = ft.vectorize(fun, excluded=excluded)
    got = call(x, p=p) if keyword else call(x, p)
    np.testing.assert_allclose(got, 1 + 2 * x + 3 * x**2)


def test_keyword_arguments_broadcast():
    a, b = near((2, 1)), near(3)
    fun = ft.vectorize(lambda a, b: a / b)
    np.testing.assert_allclose(fun(a, b=b), a / b)
    np.testing.assert_allclose(fun(b=b, a=a), a / b)
    m, v = near((5, 3, 4)), near(4)
    fun = ft.vectorize(apply_matrix, signature="(n,m),(m)->(n)")
    np.testing.assert_allclose(fun(v=v, m=m), m @ v)


def test_none_is_passed_on():
    def fun(x, scale=None):
        return x if scale is None else x * scale

    x = near((2, 3))
    np.testing.assert_array_equal(ft.vectorize(fun)(x, None), x)
    np.testing.assert_array_equal(ft.vectorize(fun)(x, scale=None), x)
    assert np.shape(ft.vectorize(fun, signature="(),()->()")(x, None)) == (2, 3)


def test_all_arguments_may_be_excluded():
    assert ft.vectorize(lambda n: n + 1, excluded={0})(2) == 3


def test_dtypes():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    fun = ft.vectorize(lambda a, b: a * b)
    assert fun(x, 2.0).dtype == np.float32
    assert fun(x, x.astype(complex)).dtype == np.complex128
    assert fun(np.arange(3), True).dtype == np.int64


def test_results_are_arrays_of_the_callers_own():
    x = near((2, 3))
    before = x.copy()
    same = ft.vectorize(lambda a: a)(x)
    ones = ft.vectorize(lambda a: 1.0)(x)
    same[:] = ones[:] = 0
    np.testing.assert_array_equal(x, before)


def test_arguments_are_not_repeated_in_memory():
    shapes = []

    def spy(a, b):
        shapes.append((a.shape, b.shape))
        return np.exp(a) @ b

    trace = ft.make_graph(ft.vectorize(spy, signature="(n,k),(k)->(n)"))
    made = trace(near((7, 3, 4)), near((5, 1, 4)))
    assert shapes == [((3, 4), (4,))]
    exponentials = [n for n in made.nodes if n.name == "exp"]
    assert [n.shape for n in exponentials] == [(7, 3, 4)]


def test_runs_of_dimensions_are_one_loop():
    calls = []

    def fun(a, b):
        calls.append(1)
        return a * b

    graph = ft.make_graph(ft.vectorize(fun))(near((2, 3, 4, 5)), near((4, 5)))
    assert len(calls) == 1
    products = [n.shape for n in graph.nodes if n.name == "multiply"]
    assert products == [(6, 20)]


def test_derivatives():
    a, b = near((4, 1)), near(3)

    def total(a, b):
        return np.sum(ft.vectorize(hypotenuse)(a, b) ** 2)

    def plain(a, b):
        return np.sum(hypotenuse(a, b) ** 2)

    for got, expected in zip(
        ft.grad(total, (0, 1))(a, b), ft.grad(plain, (0, 1))(a, b), strict=True
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-13)
    np.testing.assert_allclose(
        ft.hessian(total)(a, b), ft.hessian(plain)(a, b), atol=1e-13
    )
    np.testing.assert_allclose(
        ft.jvp(total, (a, b), (a, b))[1], ft.jvp(plain, (a, b), (a, b))[1]
    )


def test_of_a_gradient():
    norm = ft.vectorize(ft.grad(lambda v: np.sqrt(v @ v)), signature="(n)->(n)")
    x = near((2, 5, 3))
    np.testing.assert_allclose(norm(x), x / np.linalg.norm(x, axis=-1, keepdims=True))


def test_jit_and_vmap():
    fun = ft.vectorize(apply_matrix, signature="(n,m),(m)->(n)")
    m, v = near((5, 3, 4)), near((2, 1, 4))
    expected = np.vectorize(apply_matrix, signature="(n,m),(m)->(n)")(m, v)
    np.testing.assert_allclose(ft.jit(fun)(m, v), expected, rtol=1e-13)
    got = ft.vmap(fun, in_axes=(None, 0))(m, v[:, 0])
    np.testing.assert_allclose(got, expected, rtol=1e-13)
    mapped = ft.vectorize(ft.vmap(apply_matrix), signature="(b,n,m),(b,m)->(b,n)")
    np.testing.assert_allclose(mapped(m, near((2, 5, 4)) * 0 + v), expected, rtol=1e-13)


def test_control_flow():
    fun = ft.vectorize(lambda a, n: a if n > 1 else -a, excluded={1})
    np.testing.assert_array_equal(fun(np.ones(2), 2), np.ones(2))
    fun = ft.vectorize(lambda a: a if a > 1 else -a)
    np.testing.assert_array_equal(fun(np.array([1.0, 2.0])), [-1, 2])


def test_the_function_keeps_its_name_and_pickles():
    fun = ft.vectorize(apply_matrix, excluded={"x"}, signature="(n,m),(m)->(n)")
    assert fun.__name__ == "apply_matrix"
    m, v = near((5, 3, 4)), near(4)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(fun))(m, v), fun(m, v))


def test_methods():
    class Model:
        scale = 2.0

        @ft.vectorize
        def predict(self, x):
            return x * self.scale

    class Bound:
        scale = 2.0

        def predict(self, x):
            return x * self.scale

    x = near((2, 3))
    np.testing.assert_array_equal(ft.vectorize(Bound().predict)(x), 2 * x)
    with pytest.raises(ft.DtypeError, match="'self' is not an array"):
        Model().predict(x)


# -- errors ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "signature",
    ["", "(n)", "(n)->", "->()", "n->n", "(n),->(n)", "(n;m)->()", "(n,)->()"],
)
def test_signatures_must_be_valid(signature):
    with pytest.raises(ft.ShapeError, match="signature is not valid"):
        ft.vectorize(np.sum, signature=signature)


def test_the_number_of_arguments_must_fit():
    fun = ft.vectorize(apply_matrix, signature="(n,m),(m)->(n)")
    with pytest.raises(
        ft.ShapeError, match=r"arguments[\s\S]*expected: 2[\s\S]*got: +1"
    ):
        fun(np.eye(2))
    with pytest.raises(ft.ShapeError, match=r"arguments[\s\S]*got: +3"):
        fun(np.eye(2), np.ones(2), 1.0)


def test_the_number_of_results_must_fit():
    with pytest.raises(ft.ShapeError, match=r"results[\s\S]*expected: 2[\s\S]*got: +1"):
        ft.vectorize(np.sum, signature="(n)->(),()")(np.ones((2, 3)))
    with pytest.raises(ft.ShapeError, match=r"results[\s\S]*expected: 1[\s\S]*got: +2"):
        ft.vectorize(lambda x: (x, x), signature="(n)->(n)")(np.ones(3))


def test_core_dimensions_must_agree():
    fun = ft.vectorize(apply_matrix, signature="(n,m),(m)->(n)")
    with pytest.raises(ft.ShapeError, match=r"v does not fit[\s\S]*\.\.\., m=4\)"):
        fun(np.ones((3, 4)), np.ones(3))
    with pytest.raises(ft.ShapeError, match=r"m does not fit[\s\S]*shape \(3,\)"):
        fun(np.ones(3), np.ones(3))
    with pytest.raises(ft.ShapeError, match="v does not fit"):
        ft.vectorize(lambda v: v, signature="(n,n)->(n,n)")(np.ones((3, 4)))


def test_results_must_have_the_core_dimensions():
    with pytest.raises(ft.ShapeError, match=r"the result does not fit[\s\S]*\(3,\)"):
        ft.vectorize(lambda x: x, signature="(n)->()")(np.ones((2, 3)))
    with pytest.raises(ft.ShapeError, match="the result does not fit"):
        ft.vectorize(lambda x: np.ones(3) * x)(np.ones(2))
    with pytest.raises(ft.ShapeError, match=r"n=3[\s\S]*shape \(2,\)"):
        ft.vectorize(lambda x: x[1:], signature="(n)->(n)")(np.ones((4, 3)))


def test_loop_dimensions_must_broadcast():
    with pytest.raises(
        ft.ShapeError, match=r"cannot be broadcast[\s\S]*a: float64\[2\]"
    ):
        ft.vectorize(hypotenuse)(np.ones(2), np.ones(3))


def test_arguments_must_be_arrays():
    with pytest.raises(ft.DtypeError, match=r"'b' is not an array[\s\S]*excluded"):
        ft.vectorize(hypotenuse)(1.0, object())


def test_excluded_positions_must_exist():
    with pytest.raises(ft.ShapeError, match="excluded names an argument"):
        ft.vectorize(hypotenuse, excluded={-1})
