"""`vmap`, against a loop over the elements whose results are stacked."""

import dataclasses
import functools
import operator
import pickle
from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft
from tests._looped import assert_same, looped

RNG = np.random.default_rng(5)
X = RNG.normal(size=(4, 3))
Y = RNG.normal(size=(4, 3))
W = RNG.normal(size=(3, 3))


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
    assert_same(
        ft.vmap(energy, in_axes=[None, 0])(W, X), ft.vmap(energy, (None, 0))(W, X)
    )


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
    got = ft.vmap(lambda p, x: p[0] + p[1]["k"] * x, in_axes=(0, None))(
        (X, {"k": Y}), 2.0
    )
    assert_same(got, X + 2 * Y)


def test_pytrees_go_in_and_out():
    def fun(p):
        return {
            "sum": p.first + p.second["b"],
            "pair": Pair(p.first, [np.sum(p.first)]),
        }

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
    got = ft.vmap(lambda w, x: (w @ w, w @ x), in_axes=(None, 0), out_axes=(None, 0))(
        W, X
    )
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
    assert_same(
        ft.vmap(lambda: np.arange(3.0), axis_size=2)(), np.stack([np.arange(3.0)] * 2)
    )
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
        lambda x: np.zeros(x[0].astype(int)),
        lambda x: x[0].item(),
        lambda x: x.tolist(),
    ],
)
def test_a_value_of_a_mapped_argument_cannot_be_asked_for(fun):
    with pytest.raises(
        ft.ConcretizationError, match=r"'x'[\s\S]*numpy.where[\s\S]*vmap"
    ):
        ft.vmap(fun)(X)


def test_plain_arrays_say_what_takes_mapped_values():
    indices = np.array([0, 2])
    np.testing.assert_array_equal(ft.vmap(lambda i: X[0][i])(indices), X[0][indices])
    with pytest.raises(ft.ConcretizationError, match=r"numpy.array\(table\)\[i\]"):
        ft.vmap(lambda i: np.take(X[0], i))(indices)

    out = np.zeros(3)

    def fill(x):
        out[0] = x[1]
        return out

    with pytest.raises(ft.ConcretizationError, match=r"a copy made in it can"):
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


# -- errors ------------------------------------------------------------------------------


def test_lengths_must_agree():
    with pytest.raises(
        ft.ShapeError, match=r"differ in length[\s\S]*expected: 4[\s\S]*y: "
    ):
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


@pytest.mark.slow
def test_values_must_not_leave_the_function():
    kept = []

    def leak(x):
        kept.append(x * 2)
        return x

    with pytest.raises(ft.LeakedTracerError, match="stored a traced value"):
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
