"""`vmap`, against a loop over the elements whose results are stacked."""

import dataclasses
import functools
import operator
import pickle
from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree

RNG = np.random.default_rng(5)
X = RNG.normal(size=(4, 3))
Y = RNG.normal(size=(4, 3))
W = RNG.normal(size=(3, 3))


def looped(fun, *args, count=4):
    """The results of `fun` on the elements along axis 0, stacked."""
    rows = [fun(*pytree.map_leaves(operator.itemgetter(k), args)) for k in range(count)]
    leaves, treedefs = zip(*map(pytree.flatten, rows), strict=True)
    columns = [np.stack(column) for column in zip(*leaves, strict=True)]
    return pytree.unflatten(treedefs[0], columns)


def assert_same(got, expected):
    """The same structure, shapes, dtypes, and values up to rounding."""
    leaves, treedef = pytree.flatten(got)
    wanted, structure = pytree.flatten(expected)
    assert treedef == structure
    for a, b in zip(leaves, wanted, strict=True):
        assert type(a) is np.ndarray
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)
        assert a.shape == b.shape


def energy(w, x):
    return np.sum(np.tanh(w @ x) ** 2)


def poly(x):
    return np.sin(x) * x + np.sum(x**2)


@ft.vmap
def decorated(x):
    """Double it."""
    return 2 * x


class Pair(NamedTuple):
    first: object
    second: object


@dataclasses.dataclass(frozen=True)
class Line:
    slope: object
    offset: object
    name: str = "line"


# -- arguments and results ---------------------------------------------------------------


def test_elements_are_mapped_over_axis_0():
    assert_same(ft.vmap(poly)(X), looped(poly, X))
    assert_same(ft.vmap(np.add)(X, Y), X + Y)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_any_axis_of_an_argument_can_be_mapped(axis):
    a = RNG.normal(size=(4, 4, 4))
    got = ft.vmap(lambda m: m @ m.T + m, in_axes=axis)(a)
    assert_same(got, looped(lambda m: m @ m.T + m, np.moveaxis(a, axis, 0)))


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_the_mapped_axis_goes_where_out_axes_says(axis):
    got = ft.vmap(np.outer, out_axes=axis)(X, Y)
    assert_same(got, np.moveaxis(looped(np.outer, X, Y), 0, axis))


def test_an_argument_that_is_not_mapped_is_the_same_for_all():
    got = ft.vmap(energy, in_axes=(None, 0))(W, X)
    assert_same(got, looped(functools.partial(energy, W), X))


def test_in_axes_can_be_a_list():
    assert_same(ft.vmap(energy, in_axes=[None, 0])(W, X), ft.vmap(energy, (None, 0))(W, X))


def test_in_axes_can_be_given_by_leaf():
    params = {"w": X, "b": (2.0, Y.T)}

    def fun(p, x):
        return p["w"] * p["b"][0] + p["b"][1] * x

    got = ft.vmap(fun, in_axes=({"w": 0, "b": (None, 1)}, None))(params, 3.0)
    assert_same(got, 2 * X + 3 * Y)


def test_in_axes_can_be_a_prefix():
    got = ft.vmap(lambda p, x: p["a"] + p["b"] * x, in_axes=({"a": 0, "b": 1}, 0))(
        {"a": X, "b": Y.T}, X
    )
    assert_same(got, X + Y * X)
    got = ft.vmap(lambda p, x: p[0] + p[1]["k"] * x, in_axes=(0, None))((X, {"k": Y}), 2.0)
    assert_same(got, X + 2 * Y)


def test_pytrees_go_in_and_out():
    def fun(p):
        return {"sum": p.first + p.second["b"], "pair": Pair(p.first, [np.sum(p.first)])}

    args = Pair(X, {"b": Y})
    assert_same(ft.vmap(fun)(args), looped(fun, args))


def test_out_axes_can_be_given_by_leaf():
    def fun(x):
        return {"a": np.outer(x, x), "b": (x, np.sum(x))}

    got = ft.vmap(fun, out_axes={"a": 2, "b": (-1, 0)})(X)
    expected = looped(fun, X)
    assert_same(got["a"], np.moveaxis(expected["a"], 0, 2))
    assert_same(got["b"], (expected["b"][0].T, expected["b"][1]))


def test_an_output_can_be_the_same_for_all():
    got = ft.vmap(lambda w, x: (w @ w, w @ x), in_axes=(None, 0), out_axes=(None, 0))(W, X)
    assert_same(got, (W @ W, X @ W.T))


def test_an_output_that_depends_on_nothing_mapped_is_repeated():
    got = ft.vmap(lambda w, x: (w, 1.0, x), in_axes=(None, 0))(W, X)
    assert_same(got, (np.stack([W] * 4), np.ones(4), X))
    got[0][0] = 0  # arrays of the caller's own
    assert_same(got[0][1], W)


def test_results_are_arrays_of_the_callers_own():
    x = X.copy()
    a, b, c = ft.vmap(lambda x: (x, x, x.T))(x)
    a[:] = b[:] = c[:] = 0
    assert_same(x, X)


def test_keyword_arguments_are_mapped_over_axis_0():
    got = ft.vmap(lambda x, *, y, w: x + y["k"] * w)(X, w=X, y={"k": Y})
    assert_same(got, X + Y * X)


def test_none_among_the_arguments_stays_none():
    def fun(x, bias, p):
        return x if bias is None and p["q"] is None else x + 1

    assert_same(ft.vmap(fun)(X, None, {"q": None, "r": X}), X)
    assert_same(ft.vmap(fun, in_axes=(0, None, None))(X, None, {"q": None}), X)


def test_none_among_the_results_stays_none():
    a, b = ft.vmap(lambda x: (x, None))(X)
    assert b is None
    assert_same(a, X)


def test_dataclasses_are_pytrees():
    got = ft.vmap(lambda line, x: Line(line.slope * x, line.offset, line.name))(
        Line(X, Y, "l"), X
    )
    assert got.name == "l"
    assert_same(got.slope, X * X)
    assert_same(got.offset, Y)


def test_without_mapped_arguments_the_size_must_be_given():
    assert_same(ft.vmap(lambda: np.arange(3.0), axis_size=2)(), np.stack([np.arange(3.0)] * 2))
    got = ft.vmap(lambda x: x * 2, in_axes=None, axis_size=3)(1.5)
    assert_same(got, np.full(3, 3.0))
    with pytest.raises(ValueError, match="no argument is mapped"):
        ft.vmap(lambda x: x, in_axes=None)(1.0)


def test_the_size_can_be_given_as_well():
    assert_same(ft.vmap(poly, axis_size=4)(X), looped(poly, X))
    with pytest.raises(ft.ShapeError, match="differ in length"):
        ft.vmap(poly, axis_size=5)(X)


def test_lists_and_numbers_are_arrays():
    assert_same(ft.vmap(lambda x: x[0] + x[1])([X, Y]), X + Y)
    assert_same(ft.vmap(lambda x, c: x * c, in_axes=(0, None))(X, 2), X * 2)


@pytest.mark.parametrize("dtype", ["int64", "int8", "bool", "complex128", "float32"])
def test_dtypes_are_those_of_one_element(dtype):
    x = (X * 3).astype(dtype)

    def fun(x):
        return x * 2 + 1, x + x, np.sum(x), x > 0 if dtype != "complex128" else x == x

    assert_same(ft.vmap(fun)(x), looped(fun, x))


def test_python_numbers_do_not_widen():
    x = X.astype(np.float32)
    assert ft.vmap(lambda x, c: c * x, in_axes=(0, None))(x, 2.0).dtype == np.float32
    scalars = ft.vmap(lambda a, b: a * b)(x[:, 0], X[:, 0])
    assert_same(scalars, x[:, 0] * X[:, 0])


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0)])
def test_a_batch_can_be_empty(shape):
    x = np.zeros(shape)
    got = ft.vmap(lambda x: (np.sum(x), np.sin(x) * 2, np.outer(x, x)))(x)
    assert [g.shape for g in got] == [
        shape[:1],
        shape,
        (shape[0], *2 * (shape[1:] or (1,))),
    ]


def test_results_are_the_same_from_call_to_call():
    fun = ft.vmap(lambda x: np.cumsum(np.exp(x)) / np.linalg.norm(x))
    assert np.array_equal(fun(X), fun(X))


# -- functions of all kinds --------------------------------------------------------------


def test_ufuncs_and_builtins_can_be_mapped():
    assert_same(ft.vmap(np.exp)(X), np.exp(X))
    assert_same(ft.vmap(operator.add)(X, Y), X + Y)
    assert_same(ft.vmap(functools.partial(np.sum, axis=0))(X), np.sum(X, 1))


def test_methods_can_be_mapped():
    class Model:
        scale = 3.0

        def predict(self, x):
            return self.scale * np.sum(x)

        @functools.partial(ft.vmap, in_axes=(None, 0))
        def batch(self, x):
            return self.predict(x)

    model = Model()
    assert_same(ft.vmap(model.predict)(X), 3 * np.sum(X, 1))
    assert_same(model.batch(X), 3 * np.sum(X, 1))


def test_the_function_keeps_its_name_and_pickles():
    assert decorated.__name__ == "decorated"
    assert decorated.__doc__ == "Double it."
    assert pickle.loads(pickle.dumps(decorated)) is decorated
    fun = pickle.loads(pickle.dumps(ft.vmap(energy, in_axes=(None, 0), out_axes=-1)))
    assert_same(fun(W, X), ft.vmap(energy, in_axes=(None, 0))(W, X))


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="a function was expected"):
        ft.vmap(X)


# -- control flow and writes -------------------------------------------------------------


def test_python_control_flow_may_look_at_what_is_not_mapped():
    def power(x, n, *, flag):
        out = x
        for _ in range(n - 1):
            out = out * x
        return out if flag[0].sum() > 0 else -out

    got = ft.vmap(lambda x, n: power(x, n, flag=X), in_axes=(0, None))(X, 3)
    assert_same(got, X**3 if X[0].sum() > 0 else -(X**3))


def test_control_flow_may_look_at_an_outer_traced_value():
    def loss(w):
        return np.sum(ft.vmap(lambda x: x * w if w > 0 else x)(X))

    np.testing.assert_allclose(ft.grad(loss)(2.0), X.sum())
    assert ft.grad(loss)(-2.0) == 0


@pytest.mark.parametrize(
    "fun",
    [
        lambda x: x if x[0] > 0 else -x,
        lambda x: [x for _ in range(int(x[0]))],
        lambda x: np.zeros(x[0].astype(int)),
        lambda x: float(x[0]),
        lambda x: x.tolist(),
    ],
)
def test_a_value_of_a_mapped_argument_cannot_be_asked_for(fun):
    with pytest.raises(ft.ConcretizationError, match=r"'x'[\s\S]*numpy.where[\s\S]*vmap"):
        ft.vmap(fun)(X)


def test_plain_arrays_say_what_takes_mapped_values():
    indices = np.array([0, 2])
    with pytest.raises(ft.ConcretizationError, match=r"numpy.array\(table\)\[i\]"):
        ft.vmap(lambda i: X[0][i])(indices)
    with pytest.raises(ft.ConcretizationError, match=r"numpy.array\(table\)\[i\]"):
        ft.vmap(lambda i: np.take(X[0], i))(indices)

    def fill(x):
        out = np.zeros(3)
        out[0] = x[1]
        return out

    with pytest.raises(ft.ConcretizationError, match=r"functrace.numpy.zeros"):
        ft.vmap(fill)(X)


def test_a_mapped_mask_cannot_be_an_index():
    with pytest.raises(ft.ConcretizationError, match=r"mask[\s\S]*numpy.where"):
        ft.vmap(lambda x: x[x > 0])(X)


def written(x):
    y = x.copy()
    y[0] = x[1] * 2
    y[1:] += x[:-1]
    row = y[1:]
    row *= 3
    z = ft.numpy.zeros(4)
    z[:3] = y
    return y, z


def through_views(x):
    m = ft.numpy.zeros((3, 3))
    m.T[1] = x
    d = m.reshape(-1)
    d[::4] += x
    return m


@pytest.mark.parametrize("fun", [written, through_views])
def test_arrays_can_be_written_to_inside(fun):
    assert_same(ft.vmap(fun)(X), looped(fun, X))


def test_arguments_are_not_written_to():
    x = X.copy()

    def fun(x):
        x[0] = 7.0
        x += 1
        return x

    assert_same(ft.vmap(fun)(x), looped(fun, X.copy()))
    assert_same(x, X)


@pytest.mark.parametrize("indices", [np.array([2, 0, 1, 1]), np.array([-1, -3, 0, 2])])
def test_indices_can_be_mapped(indices):
    def fun(x, i):
        y = x.copy()
        y[i] = 10.0
        return x[i], y, np.take(x, i)

    assert_same(ft.vmap(fun)(X, indices), looped(fun, X, indices))
    got = ft.vmap(lambda i: ft.numpy.array(X[0])[i])(indices)
    assert_same(got, X[0][indices])


# -- inside and around other transforms --------------------------------------------------


def test_vmap_nests():
    a, b = RNG.normal(size=(4, 3)), RNG.normal(size=(5, 3))
    got = ft.vmap(lambda x: ft.vmap(lambda y: np.dot(x, y) + np.sum(x))(b))(a)
    assert_same(got, a @ b.T + a.sum(1, keepdims=True))
    outer = ft.vmap(ft.vmap(np.dot, in_axes=(None, 0)), in_axes=(0, None))
    assert_same(outer(a, b), a @ b.T)
    cube = RNG.normal(size=(2, 3, 4))
    assert_same(ft.vmap(ft.vmap(ft.vmap(np.sin)))(cube), np.sin(cube))
    both = ft.vmap(ft.vmap(poly, in_axes=1, out_axes=1), in_axes=0)(cube)
    assert_same(both, np.stack([np.stack([poly(m[:, j]) for j in range(4)], 1) for m in cube]))


def test_vmap_of_grad():
    got = ft.vmap(ft.grad(energy), in_axes=(None, 0))(W, X)
    assert_same(got, looped(lambda x: ft.grad(energy)(W, x), X))


def test_grad_of_vmap():
    got = ft.grad(lambda w: np.sum(ft.vmap(energy, in_axes=(None, 0))(w, X)))(W)
    assert_same(got, np.sum([ft.grad(energy)(W, x) for x in X], axis=0))


def test_a_captured_value_is_differentiated():
    def loss(w):
        return np.sum(ft.vmap(lambda x: energy(w, x) * w[0, 0])(X))

    def plain(w):
        return sum(energy(w, x) * w[0, 0] for x in X)

    assert_same(ft.grad(loss)(W), ft.grad(plain)(W))
    assert_same(ft.hessian(loss)(W), ft.hessian(plain)(W))
    got, expected = ft.jvp(loss, (W,), (W,)), ft.jvp(plain, (W,), (W,))
    np.testing.assert_allclose(got, expected)


def test_a_captured_mapped_value_is_differentiated():
    def per_example(x):
        return ft.grad(lambda w: energy(w, x) + np.sum(w[0] * x))(W)

    assert_same(ft.vmap(per_example)(X), looped(per_example, X))


def test_a_captured_view_is_up_to_date():
    def loss(w):
        v = w[0]
        w = w * 2
        v = v * 3
        return np.sum(ft.vmap(lambda x: v * x + w[1])(X))

    def plain(w):
        return np.sum(3 * w[0] * X + 2 * w[1])

    assert_same(ft.grad(loss)(W), ft.grad(plain)(W))


def test_jvp_and_hessian_inside():
    def fun(x, v):
        return ft.jvp(poly, (x,), (v,))[1], ft.hessian(lambda x: np.sum(poly(x)))(x)

    assert_same(ft.vmap(fun)(X, Y), looped(fun, X, Y))


def test_jacobians_of_vmap():
    fun = ft.vmap(poly)
    full = np.zeros((4, 3, 4, 3))
    for k in range(4):
        full[k, :, k] = ft.jacobian(poly)(X[k])
    assert_same(ft.jacrev(fun)(X), full)
    assert_same(ft.jacfwd(fun)(X), full)


def test_linearize_and_vjp_of_vmap():
    value, push = ft.linearize(ft.vmap(poly), X)
    assert_same(value, looped(poly, X))
    assert_same(push(Y), looped(lambda x, v: ft.jvp(poly, (x,), (v,))[1], X, Y))
    _, pull = ft.vjp(ft.vmap(poly), X)
    assert_same(pull(Y)[0], looped(lambda x, g: ft.vjp(poly, x)[1](g)[0], X, Y))


@pytest.mark.parametrize("order", ["jit(vmap)", "vmap(jit)", "jit(vmap(jit))"])
def test_jit(order):
    inner = ft.jit(energy) if "(jit" in order else energy
    fun = ft.vmap(inner, in_axes=(None, 0))
    fun = ft.jit(fun) if order.startswith("jit") else fun
    expected = looped(functools.partial(energy, W), X)
    assert_same(fun(W, X), expected)
    assert_same(fun(W, X), expected)
    got = ft.grad(lambda w: np.sum(fun(w, X)))(W)
    assert_same(got, np.sum([ft.grad(energy)(W, x) for x in X], axis=0))


def test_jit_of_grad_of_vmap_and_of_vmap_of_grad():
    def loss(w):
        return np.sum(ft.vmap(energy, in_axes=(None, 0))(w, X))

    assert_same(ft.jit(ft.grad(loss))(W), ft.grad(loss)(W))
    each = ft.vmap(ft.grad(energy), in_axes=(None, 0))
    assert_same(ft.jit(each)(W, X), each(W, X))


def test_a_mapped_compiled_function_is_compiled_for_the_batch():
    runs = []

    def fun(w, x):
        runs.append(1)
        return np.sum((w @ x) ** 2) + x

    fast = ft.jit(fun)
    batch = ft.vmap(fast, in_axes=(None, 0))
    expected = looped(functools.partial(fun, W), X)
    runs.clear()
    for _ in range(3):
        assert_same(batch(W, X), expected)
    assert len(runs) == 1  # traced once
    w = ft.variable(W)
    assert batch(w, X).grad_fn.name == "call"


@pytest.mark.parametrize("nested", [False, True])
def test_derivatives_of_a_mapped_compiled_function(nested):
    def fun(w, x):
        return np.sum((w @ x) ** 2) + x

    batch = ft.vmap(ft.jit(fun), in_axes=(None, 0))

    def loss(w, x):
        if nested:
            return np.sum(ft.vmap(batch, in_axes=(0, None))(np.stack([w, 2 * w]), x))
        return np.sum(batch(w, x))

    def plain(w, x):
        factors = (1, 2) if nested else (1,)
        return sum(np.sum(fun(c * w, row)) for row in x for c in factors)

    assert_same(ft.grad(loss, (0, 1))(W, X), ft.grad(plain, (0, 1))(W, X))
    hessian = ft.hessian(lambda w: loss(w, X))(W)
    assert_same(hessian, ft.hessian(lambda w: plain(w, X))(W))
    got = ft.jvp(lambda w: loss(w, X), (W,), (W,))[1]
    np.testing.assert_allclose(got, ft.jvp(lambda w: plain(w, X), (W,), (W,))[1])
    each = ft.vmap(ft.grad(lambda w, x: np.sum(ft.jit(fun)(w, x))), (None, 0))(W, X)
    assert_same(each, looped(lambda x: ft.grad(lambda w: np.sum(fun(w, x)))(W), X))


def test_make_graph_and_eval_shape():
    graph = ft.make_graph(ft.vmap(energy, in_axes=(None, 0)))(W, X)
    assert_same(graph(W * 2, Y), ft.vmap(energy, in_axes=(None, 0))(W * 2, Y))
    abstract = ft.make_graph(ft.vmap(poly))(ft.Aval((4, 3), float))
    assert_same(abstract(X), looped(poly, X))
    assert ft.eval_shape(ft.vmap(np.outer), X, Y) == ft.Aval((4, 3, 3), np.float64)


def test_variables_can_be_captured():
    w = ft.variable(W)
    loss = np.sum(ft.vmap(lambda x: energy(w, x))(X))
    ft.backward(loss)
    assert_same(w.grad, np.sum([ft.grad(energy)(W, x) for x in X], axis=0))


def test_stop_gradient_inside():
    def loss(x):
        return np.sum(ft.vmap(lambda r: r * ft.stop_gradient(r))(x))

    assert_same(ft.grad(loss)(X), X)


def test_gradients_of_what_is_not_mapped_and_of_unused_arguments():
    def loss(a, b, c):
        return np.sum(ft.vmap(lambda a, b, c: a * b, in_axes=(0, None, 0))(a, b, c))

    a, b, c = ft.grad(loss, (0, 1, 2))(X, Y[0], Y)
    assert_same((a, b, c), (np.stack([Y[0]] * 4), X.sum(0), np.zeros_like(Y)))


# -- errors ------------------------------------------------------------------------------


def test_lengths_must_agree():
    with pytest.raises(ft.ShapeError, match=r"differ in length[\s\S]*expected: 4[\s\S]*y: "):
        ft.vmap(lambda x, y: x)(X, Y[:3])


@pytest.mark.parametrize("leaf", [1.0, np.float64(2.0), np.array(3.0), "text", True])
def test_an_argument_without_dimensions_cannot_be_mapped(leaf):
    with pytest.raises(ft.ShapeError, match="'x' has no axis to map over"):
        ft.vmap(lambda x: x)(leaf)


@pytest.mark.parametrize("axis", [2, -3])
def test_the_axis_must_exist(axis):
    with pytest.raises(ft.ShapeError, match=f"'x' has no axis {axis}"):
        ft.vmap(lambda x: x, in_axes=axis)(X)


@pytest.mark.parametrize("axes", [(0,), (0, 0, 0), ({"a": 0}, 0), ((0, 0), 0)])
def test_in_axes_must_fit(axes):
    with pytest.raises(ft.PytreeMismatchError, match="in_axes is no prefix"):
        ft.vmap(lambda x, y: x, in_axes=axes)(X, Y)


@pytest.mark.parametrize("axes", ["0", 1.0, (0, 1.5)])
def test_in_axes_must_be_integers(axes):
    with pytest.raises((TypeError, ft.PytreeMismatchError), match="in_axes"):
        ft.vmap(lambda x, y: x, in_axes=axes)(X, Y)


def test_out_axes_must_fit():
    with pytest.raises(ft.PytreeMismatchError, match="out_axes is no prefix"):
        ft.vmap(lambda x: (x, x), out_axes=(0, 0, 0))(X)
    with pytest.raises(ValueError, match="out_axes is None"):
        ft.vmap(lambda x: x, out_axes=None)(X)
    with pytest.raises(ft.ShapeError, match="no axis 2"):
        ft.vmap(lambda x: x, out_axes=2)(X)


def test_results_must_be_arrays():
    with pytest.raises(ft.DtypeError, match="an output is not an array"):
        ft.vmap(lambda x: (x, "text"))(X)


def test_values_must_not_leave_the_function():
    kept = []

    def leak(x):
        kept.append(x * 2)
        return x

    ft.vmap(leak)(X)
    with pytest.raises(ft.LeakedTracerError):
        ft.vmap(lambda x: x + kept[0])(X)
    with pytest.raises(ft.LeakedTracerError):
        ft.grad(lambda x: np.sum(x + kept[0]))(X[0])


def test_errors_of_the_function_come_through():
    def fail(x):
        raise KeyError(x.shape)

    with pytest.raises(KeyError, match="3"):
        ft.vmap(fail)(X)
    assert_same(ft.vmap(poly)(X), looped(poly, X))


# -- functions with derivatives of the user's own ----------------------------------------


@ft.custom_vjp
def loud(x, w):
    return np.sum(w * x**2)


def loud_forward(x, w):
    return loud(x, w), (x, w, np.sin(x), "note", 3)


def loud_backward(kept, g):
    x, w, sine, note, three = kept
    assert note == "note"
    return three * g * w * sine, g * np.sum(x)


loud.defvjp(loud_forward, loud_backward)


@ft.custom_jvp
def wave(x, w):
    return np.sin(x) * w, np.sum(x)


@wave.defjvp
def wave_rule(primals, tangents):
    (x, w), (dx, dw) = primals, tangents
    return wave(x, w), (5 * np.cos(x) * dx * w + np.sin(x) * dw, np.sum(7 * dx))


@ft.custom_jvp
def product(x, w):
    return x * w


product.defjvps(lambda t, out, x, w: 2 * t * w, lambda t, out, x, w: 3 * t * x)


class Scale(ft.Function):
    @staticmethod
    def forward(ctx, x, w, factor):
        ctx.factor = factor
        ctx.save_for_backward(x, w, np.cos(x))
        count = np.argmax(x)
        peak = np.max(x)
        ctx.mark_non_differentiable(peak)
        return factor * x * w, count, peak

    @staticmethod
    def backward(ctx, g, *others):
        x, w, cosine = ctx.saved
        return 2 * ctx.factor * g * w, np.sum(g * x * cosine), None

    @staticmethod
    def jvp(ctx, dx, dw, dfactor):
        x, w, cosine = ctx.saved
        assert dfactor is None
        by_weight = 0.0 if dw is None else dw * x * cosine
        return 4 * ctx.factor * dx * w + by_weight, None, None


def scaled(x, w):
    out, count, peak = Scale.apply(x, w, 3.0)
    return out * count + peak


def loud_scalar(x, w):
    return loud(x, w) ** 2


def wave_scalar(x, w):
    a, b = wave(x, w)
    return np.sum(a * w) * b


def product_scalar(x, w):
    return np.sum(product(product(x, w), w))


def scaled_scalar(x, w):
    return np.sum(scaled(x, w) ** 2)


CUSTOM = [loud_scalar, wave_scalar, product_scalar, scaled_scalar]


@pytest.mark.parametrize("fun", CUSTOM)
@pytest.mark.parametrize("axes", [(0, 0), (0, None), (None, 0)])
def test_custom_rules_hold_element_by_element(fun, axes):
    weights = np.array([2.0, -1.0, 0.5, 3.0])
    args = (X if axes[0] == 0 else X[0], weights if axes[1] == 0 else 2.0)
    each = [
        (X[k] if axes[0] == 0 else X[0], weights[k] if axes[1] == 0 else 2.0)
        for k in range(4)
    ]
    batch = ft.vmap(fun, axes)
    assert_same(batch(*args), np.stack([fun(*row) for row in each]))

    gradients = [ft.grad(fun, (0, 1))(*row) for row in each]
    stacked = tuple(np.stack(g) for g in zip(*gradients, strict=True))
    assert_same(ft.vmap(ft.grad(fun, (0, 1)), axes)(*args), stacked)

    summed = tuple(
        g if axis == 0 else np.sum(g, axis=0) for g, axis in zip(stacked, axes, strict=True)
    )

    def total(*args):
        return np.sum(batch(*args))

    for got in (
        ft.grad(total, (0, 1))(*args),
        ft.jit(ft.grad(total, (0, 1)))(*args),
        ft.grad(ft.jit(total), (0, 1))(*args),
    ):
        for a, b in zip(got, summed, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("fun", CUSTOM)
def test_custom_rules_in_forward_mode(fun):
    weights = np.array([2.0, -1.0, 0.5, 3.0])
    args, dots = (X, weights), (Y, weights * 2 + 1)
    expected = np.stack(
        [
            ft.jvp(fun, (x, w), (dx, dw))[1]
            for x, w, dx, dw in zip(*args, *dots, strict=True)
        ]
    )
    assert_same(ft.jvp(ft.vmap(fun), args, dots)[1], expected)
    got = ft.vmap(lambda x, w, dx, dw: ft.jvp(fun, (x, w), (dx, dw))[1])(*args, *dots)
    assert_same(got, expected)


@pytest.mark.parametrize("fun", CUSTOM)
def test_second_derivatives_of_custom_rules(fun):
    expected = looped(lambda x: ft.jacobian(ft.grad(fun))(x, 2.0), X)
    got = ft.vmap(lambda x: ft.jacobian(ft.grad(fun))(x, 2.0))(X)
    assert_same(got, expected)
    whole = ft.jacobian(ft.grad(lambda x: np.sum(ft.vmap(fun, (0, None))(x, 2.0))))(X)
    for k in range(4):
        np.testing.assert_allclose(whole[k, :, k], expected[k], rtol=1e-12)
    assert np.count_nonzero(whole[0, :, 1:]) == 0


@pytest.mark.parametrize("fun", CUSTOM)
def test_custom_rules_under_two_vmaps(fun):
    weights = np.array([2.0, -1.0])

    def total(x, w):
        inner = ft.vmap(fun, (0, None))
        return np.sum(ft.vmap(inner, (None, 0))(x, w))

    def plain(x, w):
        return sum(fun(row, v) for row in x for v in w)

    got = ft.grad(total, (0, 1))(X, weights)
    assert_same(got, ft.grad(plain, (0, 1))(X, weights))


def test_custom_rules_of_functions_that_return_pytrees():
    @functools.partial(ft.custom_vjp, nondiff_argnums=(0,))
    def apply(scale, p):
        return {"a": scale * p["x"], "n": 3}

    apply.defvjp(
        lambda scale, p: (apply(scale, p), None),
        lambda scale, kept, g: ({"x": 10 * scale * g["a"], "unused": None},),
    )

    def fun(x):
        out = apply(2.0, {"x": x, "unused": x})
        return np.sum(out["a"] * out["n"])

    assert_same(ft.vmap(ft.grad(fun))(X), np.full((4, 3), 60.0))
    got = ft.grad(lambda x: np.sum(ft.vmap(fun)(x)))(X)
    assert_same(got, np.full((4, 3), 60.0))


def test_a_rule_that_gives_a_wrong_shape_is_refused():
    bad = ft.custom_vjp(lambda x: x * 2)
    bad.defvjp(lambda x: (x * 2, None), lambda _, g: (g[:2],))
    with pytest.raises(ft.ShapeError, match="cotangent of argument"):
        ft.grad(lambda x: np.sum(ft.vmap(bad)(x)))(X)


def test_a_rule_that_captures_a_traced_value_is_refused():
    def outer(w):
        inner = ft.custom_vjp(lambda x: x * w)
        inner.defvjp(lambda x: (x * w, None), lambda _, g: (g,))
        return np.sum(ft.vmap(inner)(X))

    with pytest.raises(ft.MissingRuleError, match="not among the arguments"):
        ft.grad(outer)(2.0)


def test_graphs_of_mapped_custom_functions_pickle():
    graph = ft.make_graph(lambda x: ft.vmap(loud_scalar, (0, None))(x, 2.0))(X)
    again = pickle.loads(pickle.dumps(graph))
    assert_same(again(Y), ft.vmap(loud_scalar, (0, None))(Y, 2.0))
    assert "vmap(loud)" in str(graph)
