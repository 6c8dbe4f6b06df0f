import dataclasses
import functools
import pickle
from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def model(w, b, scale=2.0, *, power=2):
    return np.sum(scale * (w * 3 + b) ** power)


@ft.grad
def decorated(x):
    return np.sum(x**3)


class Line(NamedTuple):
    slope: object
    offset: object


@dataclasses.dataclass(frozen=True)
class Layer:
    weights: object
    bias: object
    name: str = "dense"
    units: int = 3


@dataclasses.dataclass(frozen=True)
class Scaled:
    """A function that is a pytree, too."""

    scale: object

    def __call__(self, x):
        return self.scale * x


X = np.array([0.3, -0.7, 1.2, 0.5])


def numeric(f, x, step=1e-6):
    unit = np.eye(x.size).reshape(x.size, *x.shape)
    slopes = [(f(x + step * e) - f(x - step * e)) / (2 * step) for e in unit]
    return np.stack(slopes, axis=-1).reshape(*np.shape(f(x)), *x.shape)


def test_grad_and_value():
    value, gradient = ft.value_and_grad(rosenbrock)(X)
    assert value == rosenbrock(X)
    assert type(gradient) is np.ndarray
    np.testing.assert_allclose(gradient, numeric(rosenbrock, X), rtol=1e-7)
    np.testing.assert_array_equal(ft.grad(rosenbrock)(X), gradient)


@pytest.mark.parametrize(
    ("argnums", "expected"),
    [
        (0, 2 * 2 * 10.0 * 3),
        (1, 40.0),
        (-1, 40.0),
        ("b", 40.0),
        ("scale", 100.0),
        (("w", "b"), (120.0, 40.0)),
        ([1, "scale"], (40.0, 100.0)),
    ],
)
def test_argnums(argnums, expected):
    result = ft.grad(model, argnums)(3.0, 1.0)
    np.testing.assert_allclose(result, expected)
    assert isinstance(result, tuple) == isinstance(expected, tuple)


def test_keyword_arguments():
    assert ft.grad(model, "scale")(3.0, b=1.0, scale=1.0) == 100.0
    assert ft.grad(model, "b")(3.0, b=1.0) == 40.0
    assert ft.grad(model, 1)(3.0, b=1.0) == 40.0
    assert ft.grad(lambda x, **rest: x * rest["y"], "y")(2.0, y=3.0) == 2.0


def test_argnums_that_name_nothing():
    with pytest.raises(ft.ShapeError, match="one of: w, b, scale, power") as caught:
        ft.grad(model, "nothing")(3.0, 1.0)
    assert "got:      'nothing'" in str(caught.value)
    with pytest.raises(ft.ShapeError, match="a position below 2"):
        ft.grad(model, 7)(3.0, 1.0)


def test_aux():
    def f(x):
        return np.sum(x**2), {"doubled": x * 2, "label": "text"}

    gradient, aux = ft.grad(f, has_aux=True)(X)
    np.testing.assert_allclose(gradient, 2 * X)
    assert type(aux["doubled"]) is np.ndarray
    assert aux["label"] == "text"
    (value, _), _ = ft.value_and_grad(f, has_aux=True)(X)
    assert value == np.sum(X**2)
    _, pullback, aux = ft.vjp(f, X, has_aux=True)
    np.testing.assert_allclose(pullback(1.0)[0], 2 * X)
    with pytest.raises(ft.PytreeMismatchError, match="must return a pair"):
        ft.grad(rosenbrock, has_aux=True)(X)


def test_pytrees():
    def f(tree):
        layer, line = tree["layer"], tree["line"]
        return np.sum(layer.weights * layer.units + layer.bias) * line.slope + (
            line.offset[0] * line.offset[1][0]
        )

    tree = {
        "layer": Layer(np.ones(3), 2.0),
        "line": Line(3.0, (4.0, [np.array(5.0)])),
    }
    gradient = ft.grad(f)(tree)
    assert isinstance(gradient["layer"], Layer)
    assert gradient["layer"].name == "dense"
    np.testing.assert_array_equal(gradient["layer"].weights, 9 * np.ones(3))
    assert gradient["layer"].bias == 9.0
    assert isinstance(gradient["line"], Line)
    assert gradient["line"].slope == 15.0
    assert gradient["line"].offset == (5.0, [4.0])


def test_lists_of_floats_and_object_arrays():
    def f(values):
        return np.sum(np.array([values[0] * values[1], values[1] ** 2]))

    assert ft.grad(f)([2.0, 3.0]) == [3.0, 8.0]

    def g(x):
        return np.array([x[0] * x[1], 2 * x[1]])

    jacobian = ft.jacobian(g)(np.array([2.0, 3.0]))
    np.testing.assert_array_equal(jacobian, [[3.0, 2.0], [0.0, 2.0]])


def test_integers():
    with pytest.raises(ft.DtypeError, match="argument 'x' has an integer dtype"):
        ft.grad(rosenbrock)(np.arange(4))
    gradient = ft.grad(lambda n, x: np.sum(n * x), (0, 1), allow_int=True)(
        np.arange(3), np.ones(3)
    )
    np.testing.assert_array_equal(gradient[0], np.zeros(3))
    np.testing.assert_array_equal(gradient[1], np.arange(3.0))


def test_holomorphic():
    z = 0.3 + 0.4j
    np.testing.assert_allclose(ft.grad(np.sin, holomorphic=True)(z), np.cos(z))
    with pytest.raises(ft.DtypeError, match="holomorphic=True takes complex"):
        ft.grad(np.sin, holomorphic=True)(0.3)
    with pytest.raises(ft.DtypeError, match="holomorphic=True, or"):
        ft.grad(np.sin)(z)
    jacobian = ft.jacobian(np.sin, holomorphic=True)(np.array([z, 2 * z]))
    np.testing.assert_allclose(jacobian, np.diag(np.cos([z, 2 * z])))
    with pytest.raises(ft.DtypeError, match="the Jacobian of a complex function"):
        ft.jacobian(np.sin)(np.array([z]))


def test_gradient_of_a_real_function_of_complex_numbers():
    z = np.array([1 + 2j, 3 - 1j])
    gradient = ft.grad(lambda z: np.sum(np.abs(z) ** 2))(z)
    np.testing.assert_allclose(gradient, 2 * np.conj(z))


def test_vjp_and_jvp_agree():
    def f(x, s):
        return {"a": x[1:] * x[:-1] * s, "b": (np.sum(x), s**2)}

    v = np.array([1.0, 2.0, -1.0, 0.5])
    out, dot = ft.jvp(f, (X, 2.0), (v, 3.0))
    same, pullback = ft.vjp(f, X, 2.0)
    np.testing.assert_array_equal(out["a"], same["a"])
    w = {"a": np.array([1.0, 2.0, 3.0]), "b": (4.0, 5.0)}
    x_bar, s_bar = pullback(w)
    left = w["a"] @ dot["a"] + 4 * dot["b"][0] + 5 * dot["b"][1]
    np.testing.assert_allclose(left, x_bar @ v + s_bar * 3.0)


def test_linearize():
    out, pushforward = ft.linearize(np.sin, X)
    np.testing.assert_array_equal(out, np.sin(X))
    for scale in (1.0, 2.0):
        np.testing.assert_allclose(pushforward(scale * X), scale * X * np.cos(X))


def test_jacobians_agree():
    def f(x):
        return np.stack([x[1:] * x[:-1], np.sin(x[1:])])

    forward, reverse = ft.jacfwd(f)(X), ft.jacrev(f)(X)
    assert forward.shape == (2, 3, 4)
    np.testing.assert_allclose(forward, reverse)
    np.testing.assert_allclose(ft.jacobian(f)(X), numeric(f, X), rtol=1e-7, atol=1e-9)


def test_jacobian_of_pytrees():
    def f(tree):
        return [tree["a"] * tree["b"], np.sum(tree["a"])]

    tree = {"a": np.array([1.0, 2.0]), "b": 3.0}
    for transform in (ft.jacobian, ft.jacfwd, ft.jacrev):
        first, second = transform(f)(tree)
        np.testing.assert_array_equal(first["a"], 3 * np.eye(2))
        np.testing.assert_array_equal(first["b"], [1.0, 2.0])
        np.testing.assert_array_equal(second["a"], [1.0, 1.0])
        assert second["b"] == 0.0


def test_jacobian_of_empty_arrays():
    assert ft.jacobian(lambda x: x * 2)(np.zeros(0)).shape == (0, 0)
    assert ft.jacrev(lambda x: x[:0])(X).shape == (0, 4)
    assert ft.jacfwd(lambda x: np.ones(3) * np.sum(x))(np.zeros(0)).shape == (3, 0)


def test_hessian_and_products():
    hessian = ft.hessian(rosenbrock)(X)
    np.testing.assert_allclose(
        hessian, numeric(ft.grad(rosenbrock), X), rtol=1e-6, atol=1e-6
    )
    np.testing.assert_allclose(hessian, hessian.T)
    v = np.arange(4.0)
    np.testing.assert_allclose(ft.hvp(rosenbrock)(X, v), hessian @ v)
    np.testing.assert_allclose(ft.vhp(rosenbrock)(X, v), v @ hessian)


def test_hessian_products_take_further_arguments():
    def f(x, scale, *, shift):
        return scale * np.sum((x + shift) ** 4)

    v = np.ones(4)
    expected = 12 * 2.0 * (X + 1) ** 2
    np.testing.assert_allclose(ft.hvp(f)(X, v, 2.0, shift=1.0), expected)


def test_third_derivatives():
    third = ft.jacobian(ft.hessian(lambda x: np.sum(x**3)))(X)
    expected = np.zeros((4, 4, 4))
    np.einsum("iii->i", expected)[:] = 6
    np.testing.assert_allclose(third, expected)


def test_elementwise_grad():
    np.testing.assert_allclose(ft.elementwise_grad(np.tanh)(X), 1 - np.tanh(X) ** 2)


def test_stop_gradient():
    gradient = ft.grad(lambda x: np.sum(x * ft.stop_gradient(x)))(X)
    np.testing.assert_array_equal(gradient, X)
    assert ft.grad(lambda x: x * float(ft.stop_gradient(x)))(3.0) == 3.0


def test_results_are_plain_and_the_callers_own():
    out, pullback = ft.vjp(lambda x: x, X)
    assert out is not X
    assert not np.shares_memory(out, X)
    seed = np.ones(4)
    (bar,) = pullback(seed)
    assert not np.shares_memory(bar, seed)
    by_x, by_y = ft.grad(lambda x, y: np.sum(x + y), (0, 1))(X, X)
    assert not np.shares_memory(by_x, by_y)
    by_x[0] = 7
    assert by_y[0] == 1


def test_a_function_that_ignores_its_argument():
    np.testing.assert_array_equal(ft.grad(lambda x: 3.0)(X), np.zeros(4))
    assert ft.jvp(lambda x: np.ones(2), (X,), (X,))[1].tolist() == [0.0, 0.0]


def test_a_non_scalar_output():
    with pytest.raises(ft.ShapeError) as caught:
        ft.grad(lambda x: x * 2)(X)
    assert str(caught.value) == (
        "functrace.grad: the function must return a scalar.\n"
        "  expected: a real scalar, float64[]\n"
        "  got:      float64[4]\n"
        "  help: reduce the output (np.sum), or use functrace.jacobian or functrace.vjp."
    )


def test_an_output_that_is_a_pytree():
    with pytest.raises(ft.ShapeError, match="got:      dict"):
        ft.grad(lambda x: {"loss": np.sum(x)})(X)


def test_outputs_that_are_not_arrays():
    with pytest.raises(ft.DtypeError, match="something that is not an array"):
        ft.grad(lambda x: "text")(X)


def test_arguments_that_are_not_arrays():
    with pytest.raises(ft.DtypeError, match="argument 'x' is not an array or a number"):
        ft.grad(lambda x: 1.0)("text")


def test_tangents_are_checked():
    with pytest.raises(ft.ShapeError, match=r"functrace\.jvp: the tangent has another"):
        ft.jvp(np.sin, (X,), (np.ones(2),))
    with pytest.raises(ft.PytreeMismatchError, match="another structure"):
        ft.jvp(np.sin, (X,), (X, X))
    with pytest.raises(TypeError, match="primals must be a tuple or a list"):
        ft.jvp(np.sin, X, X)
    with pytest.raises(ft.DtypeError, match="complex where a real one belongs"):
        ft.jvp(np.sin, (X,), (X * 1j,))


def test_cotangents_are_checked():
    _, pullback = ft.vjp(lambda x: {"a": x}, X)
    with pytest.raises(
        ft.PytreeMismatchError, match="the cotangent has another struct"
    ):
        pullback([X])
    with pytest.raises(
        ft.ShapeError, match=r"functrace\.vjp: the cotangent has another"
    ):
        pullback({"a": 1.0})


def test_a_function_is_expected():
    with pytest.raises(TypeError, match="a function was expected, not 'int'"):
        ft.grad(3)


@pytest.mark.parametrize(
    "transformed",
    [
        ft.grad(rosenbrock),
        ft.value_and_grad(rosenbrock),
        ft.jacobian(ft.grad(rosenbrock)),
        ft.hessian(rosenbrock),
        ft.elementwise_grad(rosenbrock),
        ft.grad(functools.partial(model, b=1.0)),
    ],
)
def test_transformed_functions_pickle(transformed):
    again = pickle.loads(pickle.dumps(transformed))
    for a, b in zip(again(X), transformed(X), strict=True):
        np.testing.assert_array_equal(a, b)


def test_decorated_functions_pickle_by_name():
    assert decorated.__name__ == "decorated"
    np.testing.assert_allclose(decorated(X), 3 * X**2)


def test_functions_that_are_pytrees_have_derivatives_in_their_leaves():
    layer = Layer(X, Scaled(2.0), np.sum)
    found = ft.grad(lambda layer: layer.name(layer.bias(layer.weights)))(layer)
    np.testing.assert_allclose(found.weights, np.full(4, 2.0))
    np.testing.assert_allclose(found.bias.scale, np.sum(X))
    assert found.name is np.sum


def test_methods():
    class Model:
        scale = 3.0

        @ft.grad
        def slope(self, x):
            return self.scale * x

        def energy(self, x):
            return self.scale * np.sum(x**2)

    assert ft.grad(Model().energy)(2.0) == 12.0
    assert ft.grad(Model.energy, 1)(Model(), 2.0) == 12.0


def test_python_control_flow_on_values():
    def f(x):
        total = x[0] * 0
        for value in x:
            if value > 0:
                total = total + value**2
            while total > 10:
                total = total / 2
        return total

    np.testing.assert_allclose(ft.grad(f)(X), np.where(X > 0, 2 * X, 0))
