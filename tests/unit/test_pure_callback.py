"""`pure_callback`, and primitives whose impl returns Python numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

import functrace as ft
from functrace.extend import REAL, TRANSPOSED, elementwise, linear, primitive

X = np.array([0.3, 0.8, 1.5])
SCALAR = ft.Aval((), float)


def summary(x, scale=1.0):
    """Opaque: the math module takes numbers only."""
    values = [math.sin(float(v) * float(scale)) for v in x]
    return {"list": values, "sum": sum(values)}


SHAPES = {"list": ft.Aval(3), "sum": SCALAR}


def called(x, scale=2.0):
    return ft.pure_callback(summary, SHAPES, x, scale=scale)


def test_value():
    expected = np.sin(2 * X)
    for function in (called, ft.jit(called), ft.jit(lambda x: called(x, scale=2.0))):
        got = function(X)
        np.testing.assert_allclose(got["list"], expected, rtol=1e-15)
        np.testing.assert_allclose(got["sum"], expected.sum(), rtol=1e-15)
        assert type(got["list"]) is np.ndarray


def test_between_native_parts():
    def function(x):
        return np.exp(called(x * 0.5 + 1)["list"]) * x

    np.testing.assert_allclose(ft.jit(function)(X), np.exp(np.sin(X + 2)) * X)
    looped = ft.jit(
        lambda x: ft.scan(lambda c, v: (c + called(v * x)["sum"], None), 0.0, x)[0]
    )
    expected = sum(np.sin(2 * v * X).sum() for v in X)
    np.testing.assert_allclose(looped(X), expected, rtol=1e-13)


@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit])
@pytest.mark.parametrize("method", ["sequential", "expand_dims", "broadcast_all"])
def test_on_batches(method, wrap):
    shapes = []

    def product(x, y):
        shapes.append((np.shape(x), np.shape(y)))
        return np.sin(x) * y

    def function(x, y):
        return ft.pure_callback(product, SCALAR, x, y, vmap_method=method)

    got = wrap(ft.vmap(function, in_axes=(0, None)))(X, 2.0)
    np.testing.assert_allclose(got, np.sin(X) * 2.0)
    expected = {
        "sequential": [((), ())] * 3,
        "expand_dims": [((3,), (1,))],
        "broadcast_all": [((3,), (3,))],
    }
    assert shapes == expected[method]
    table = ft.vmap(ft.vmap(function, in_axes=(0, None)), in_axes=(None, 0))
    np.testing.assert_allclose(wrap(table)(X, X[:2]), np.sin(X) * X[:2, None])
    assert np.shape(wrap(ft.vmap(function))(np.zeros(0), np.zeros(0))) == (0,)


def test_derivatives_are_refused():
    def total(x):
        return called(x)["sum"]

    for transform in (ft.grad, ft.jacfwd, ft.hessian, lambda f: ft.jit(ft.grad(f))):
        with pytest.raises(ft.MissingRuleError, match=r"(?s)pure_callback.*custom_vjp"):
            transform(lambda x: total(x) * x[0])(X)
    constant = ft.grad(lambda x: total(ft.stop_gradient(x)) * x[0])
    np.testing.assert_allclose(constant(X), [np.sin(2 * X).sum(), 0, 0])


def test_a_derivative_of_ones_own():
    @ft.custom_vjp
    def total(x):
        return called(x)["sum"]

    total.defvjp(lambda x: (total(x), x), lambda x, g: (2 * np.cos(2 * x) * g,))
    np.testing.assert_allclose(ft.jit(ft.grad(total))(X), 2 * np.cos(2 * X))
    np.testing.assert_allclose(
        ft.hessian(total)(X), np.diag(-4 * np.sin(2 * X)), atol=1e-15
    )

    @ft.custom_jvp
    def pushed(x):
        return called(x)["sum"]

    pushed.defjvp(lambda xs, ts: (pushed(*xs), 2 * np.cos(2 * xs[0]) @ ts[0]))
    rows = np.stack([X, 2 * X])
    got = ft.jit(ft.vmap(ft.grad(pushed)))(rows)
    np.testing.assert_allclose(got, 2 * np.cos(2 * rows))


RESULTS = {
    "another shape": (lambda x: x, ft.Aval(2), ft.ShapeError),
    "complex": (lambda x: x * 1j, ft.Aval(3), ft.DtypeError),
    "floats for integers": (lambda x: x, ft.Aval(3, int), ft.DtypeError),
    "None": (lambda x: None, ft.Aval(3), ft.DtypeError),
    "text": (lambda x: "text", SCALAR, ft.DtypeError),
    "ragged": (lambda x: [[1.0], [1.0, 2.0]], ft.Aval((2, 2)), ft.DtypeError),
    "another structure": (lambda x: x, (ft.Aval(3),) * 2, ft.PytreeMismatchError),
}


@pytest.mark.parametrize("case", RESULTS)
def test_what_does_not_fit_is_refused(case):
    function, shapes, error = RESULTS[case]
    for wrap in (lambda f: f, ft.jit):
        with pytest.raises(error, match=r"functrace\.pure_callback: the function"):
            wrap(lambda x: ft.pure_callback(function, shapes, x))(X)


def test_what_fits_is_converted():
    for result in ([1, 2, 3], np.float32([1, 2, 3]), (1.0, 2, 3), np.arange(1, 4)):
        for wrap in (lambda f: f, ft.jit):
            got = wrap(
                lambda x, r=result: ft.pure_callback(lambda _: r, ft.Aval(3), x)
            )(X)
            np.testing.assert_array_equal(got, [1.0, 2.0, 3.0], strict=True)
    fortran = ft.jit(lambda x: ft.pure_callback(np.transpose, ft.Aval((3, 3)), x) + 0.0)
    square = np.arange(9.0).reshape(3, 3)
    np.testing.assert_array_equal(fortran(square), square.T)


def test_the_function_has_arrays_of_its_own():
    def spoil(x):
        x[:] = 7
        return x.sum()

    given = X.copy()

    def function(x):
        return np.sum(x**2) + ft.pure_callback(spoil, SCALAR, ft.stop_gradient(x))

    np.testing.assert_array_equal(ft.grad(function)(given), 2 * X)
    np.testing.assert_allclose(ft.jit(function)(given), np.sum(X**2) + 21)
    np.testing.assert_array_equal(given, X)


def test_a_traced_value_from_outside_is_refused():
    def function(x):
        return ft.pure_callback(lambda y: x * y, ft.Aval(3), ft.stop_gradient(x)).sum()

    for transform in (ft.grad, ft.jit):
        refused = ft.MissingRuleError, ft.LeakedTracerError
        with pytest.raises(refused, match=r"pass the value as an argument|outside it"):
            transform(function)(X)


def test_wrong_arguments():
    with pytest.raises(ft.DtypeError, match="result_shape_dtypes must say"):
        ft.pure_callback(np.sin, "float64", X)
    with pytest.raises(ValueError, match="no such vmap_method"):
        ft.pure_callback(np.sin, SCALAR, X, vmap_method="parallel")


def test_primitives_of_ones_own_may_return_python_numbers():
    total = primitive(
        "test_python_total",
        lambda x: math.fsum(x),
        lambda x: SCALAR,
        vjp=(lambda g, x: g * np.ones_like(x),),
        jvp=TRANSPOSED,
    )
    sine = elementwise(
        "test_python_sine",
        lambda x: [math.sin(v) for v in x] if np.ndim(x) else math.sin(x),
        partials=(lambda x: np.cos(x),),
        domain=(REAL,),
        abstract_eval=lambda x: x,
    )
    first = linear(
        "test_python_first",
        lambda x: float(x[0]),
        lambda x: SCALAR,
        transpose=lambda g: g * np.array([1.0, 0.0, 0.0]),
    )

    def function(x):
        return total(sine(x)) * first(x)

    expected = np.cos(X) * X[0] + np.array([np.sin(X).sum(), 0, 0])
    np.testing.assert_allclose(function(X), np.sin(X).sum() * X[0])
    for grad in (ft.grad(function), ft.jit(ft.grad(function))):
        np.testing.assert_allclose(grad(X), expected)
    np.testing.assert_allclose(ft.jvp(function, (X,), (X,))[1], expected @ X)


def test_what_is_asked_with_stopped_values_needs_no_derivative():
    def scaled(x):
        weights = ft.pure_callback(np.sin, ft.Aval(3), ft.stop_gradient(x))
        return np.sum(np.where(weights > 0.5, weights, 2 * weights) * x)

    sines = np.sin(X)
    expected = np.where(sines > 0.5, sines, 2 * sines)
    for grad in (ft.grad(scaled), ft.grad(ft.jit(scaled)), ft.jit(ft.grad(scaled))):
        np.testing.assert_allclose(grad(X), expected)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(ft.jit(lambda x: scaled(x) + ft.pure_callback(np.sum, SCALAR, x)))(X)
