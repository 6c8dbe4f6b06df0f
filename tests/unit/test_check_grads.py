"""check_grads catches what it must, names it, and lets what is right pass."""

from __future__ import annotations

import collections
import dataclasses

import numpy as np
import pytest

from functrace.core.errors import DtypeError
from functrace.core.primitive import REGISTRY
from functrace.primitives._make import REAL, elementwise, primitive
from functrace.testing import check_grads, numerical_jvp

X = np.array([0.3, -1.2, 0.7])


@pytest.fixture
def define():
    """Make records that are forgotten after the test."""
    before = set(REGISTRY)
    yield lambda maker, *args, **fields: maker("under_test", *args, **fields)
    for name in set(REGISTRY) - before:
        del REGISTRY[name]


@pytest.fixture
def wrong_sin(define):
    return define(
        elementwise, np.sin, ufunc=None, partials=(lambda x: np.sin(x),), domain=(REAL,)
    )


def failure(*args, **kwargs):
    with pytest.raises(AssertionError) as caught:
        check_grads(*args, **kwargs)
    return str(caught.value)


# -- what is right passes --------------------------------------------------------------


def test_a_scalar_function():
    check_grads(lambda x: x * np.sin(x), (0.5,), order=3)


def test_arrays_of_several_shapes_and_outputs():
    matrix = np.arange(6.0).reshape(2, 3) / 5
    check_grads(lambda x, m: (np.sin(m) * x, np.exp(-x)), (X, matrix))


def test_pytrees_in_and_out():
    Layer = collections.namedtuple("Layer", "weight bias")  # noqa: PYI024 - no types needed

    def apply(layer, extra):
        return {"out": [np.tanh(layer.weight * X + layer.bias)], "count": 3, **extra}

    check_grads(apply, (Layer(X, 0.5), {"note": X * 2}))


def test_complex_arguments_and_outputs():
    z = X + 1j * X[::-1]
    check_grads(lambda z, x: z * z * x, (z, X))
    check_grads(lambda z: np.exp(z) / (2 + z), (z,))


def test_an_object_array_as_output():
    check_grads(lambda x: np.array([x[0] * x[1], x[2] ** 2]), (X,))


def test_single_precision_is_compared_in_single_precision():
    x = X.astype(np.float32)
    check_grads(lambda x: np.sin(x) * x, (x,))


def test_single_precision_inside_the_function():
    factor = np.float32(1.1)
    check_grads(lambda x: np.sin(x.astype(np.float32)) * factor, (X,), atol=1e-3)


def test_complex_step():
    check_grads(lambda x: np.exp(x) * x, (X,), order=1, complex_step=True, rtol=1e-13)


def test_constants_and_chosen_arguments():
    function = lambda x, n, scale=1.0: np.floor(x) * 0 + scale * X**n  # noqa: E731
    check_grads(function, (X, 3), argnums="scale", kwargs={"scale": 2.0})
    check_grads(lambda x, y: np.sum(x * x) + np.floor(y), (X, 1.0), argnums=0)


def test_a_domain_with_an_edge_nearby():
    check_grads(np.log, (np.array([1e-3, 2.0, 500.0]),))


def test_seeds():
    check_grads(np.sin, (X,), rng=3)
    check_grads(np.sin, (X,), rng=np.random.default_rng(3))


def test_empty_arrays():
    check_grads(lambda x, y: x * 2 * y, (np.ones((0, 2)), 2.0))


# -- what is wrong is caught -----------------------------------------------------------


@pytest.mark.parametrize("mode", ["fwd", "rev"])
def test_wrong_rule(wrong_sin, mode):
    text = failure(lambda x: 1 * wrong_sin(x), (X,), modes=[mode])
    full = {"fwd": "forward", "rev": "reverse"}[mode]
    assert text.splitlines()[0] == (
        f"functrace.testing.check_grads: {full} mode disagrees with differences on "
        "the first derivative."
    )
    assert "d output[1] / d x[1] = 0.3623577" in text  # cos(-1.2): where it is worst
    assert "got:      -0.932039" in text  # sin(-1.2)
    assert "help: if the function is smooth here" in text


def test_wrong_rule_in_one_mode_only(define):
    half = define(
        primitive,
        lambda x: 2 * x,
        lambda x: x,
        vjp=(lambda g: 2 * g,),
        jvp=(lambda t: 3 * t,),
    )
    check_grads(half, (X,), modes=["rev"])
    assert "forward mode disagrees" in failure(half, (X,))


def test_names_the_element_and_the_path(wrong_sin):
    def function(params, x):
        w = params["layers"][1]
        return {"loss": np.stack([w[0, 0] * x[0], wrong_sin(w[1, 2]) + x[1]])}

    params = {"layers": [np.ones(2), np.full((2, 3), 0.5)]}
    text = failure(function, (params, X), modes=["rev"])
    assert "d output['loss'][1] / d params['layers'][1][1, 2] = 0.87758" in text
    assert "got:      0.479425" in text


def test_names_fields_of_dataclasses(wrong_sin):
    @dataclasses.dataclass
    class State:
        position: np.ndarray
        momentum: np.ndarray

    text = failure(lambda s: wrong_sin(s.momentum), (State(X, X),), order=1)
    assert "/ d s.momentum[" in text


def test_one_wrong_element_of_many(define):
    wrong = np.ones(1000)
    wrong[617] = 1.01
    scaled = define(
        primitive,
        lambda x: 1.0 * x,
        lambda x: x,
        vjp=(lambda g: g * wrong,),
        jvp=(lambda t: t * wrong,),
    )
    for mode in ("fwd", "rev"):
        text = failure(lambda x: np.sum(scaled(x)), (np.ones(1000),), modes=[mode])
        assert "d output / d x[617] = " in text
        assert "got:      1.01" in text


def test_wrong_second_derivative(define):
    """The first derivative is right as a number, which depends on nothing."""
    frozen = define(
        primitive,
        lambda x: x * x,
        lambda x: x,
        vjp=(lambda g, x: g * 2 * np.array(getattr(x, "value", x)),),
        jvp=(lambda t, x: t * 2 * np.array(getattr(x, "value", x)),),
    )
    check_grads(frozen, (X,), order=1)
    text = failure(lambda x: 1 * frozen(x), (X,), modes=["rev"])
    assert "on the second derivative (reverse over reverse)." in text
    assert "d cotangent of x[" in text
    text = failure(lambda x: 1 * frozen(x), (X,), modes=["fwd"])
    assert "on the second derivative (forward over forward)." in text
    assert "d tangent of output[" in text


def test_missing_conjugate(define):
    """The square of the absolute value, as if it were holomorphic."""
    square = define(
        primitive,
        lambda z: (z * z.conj()).real,
        lambda z: z.real.dtype,
        vjp=(lambda g, x: 2 * g * x,),
        jvp=(lambda t, x: (2 * t * x).real,),
    )
    z = X + 1j * X[::-1]
    text = failure(lambda z: 1 * square(z), (z,), order=1, modes=["rev"])
    assert "/ d imag(z[" in text
    assert "forward mode" in failure(square, (z,), order=1, modes=["fwd"])


def test_modes_that_disagree_by_less_than_the_tolerance(define):
    slightly = define(
        primitive,
        lambda x: 2 * x,
        lambda x: x,
        vjp=(lambda g: 2 * g,),
        jvp=(lambda t: (2 + 1e-7) * t,),
    )
    text = failure(slightly, (X,))
    assert "forward and reverse mode disagree on the first derivative." in text


def test_nan(define):
    nan = define(
        elementwise, lambda x: 1.0 * x, partials=(lambda x: x * np.nan,), domain=(REAL,)
    )
    assert "got:      nan" in failure(nan, (X,), order=1)


def test_a_kink():
    text = failure(lambda x: np.where(x > 0, x, 0), (np.array([1.0, 0.0]),), order=1)
    assert "d output[1] / d x[1] = 0.5 (differences)" in text or "converge" in text


def test_noise():
    rng = np.random.default_rng(0)
    text = failure(lambda x: x + rng.normal(), (X,), order=1)
    assert "the differences do not converge." in text
    assert "along a random direction" in text


# -- arguments -------------------------------------------------------------------------


def test_refuses_what_cannot_be_checked():
    with pytest.raises(TypeError, match="args must be a tuple or a list"):
        check_grads(np.sin, X)
    with pytest.raises(ValueError, match="modes are 'fwd' and 'rev'"):
        check_grads(np.sin, (X,), modes=["reverse"])
    with pytest.raises(DtypeError, match="no argument holds a float"):
        check_grads(np.sin, (np.arange(3),))
    with pytest.raises(DtypeError, match="needs an analytic function"):
        check_grads(abs, (X,), complex_step=True, order=1)


# -- the numerical derivative ----------------------------------------------------------


def test_numerical_jvp_is_accurate():
    slope = numerical_jvp(np.exp, (X,), (np.ones(3),))
    np.testing.assert_allclose(slope, np.exp(X), rtol=1e-11)
    slope = numerical_jvp(np.exp, (X,), (np.ones(3),), complex_step=True)
    np.testing.assert_allclose(slope, np.exp(X), rtol=1e-15)


def test_numerical_jvp_of_pytrees():
    slope = numerical_jvp(
        lambda p: (p["a"] * p["b"],), ({"a": 2.0, "b": 3.0},), [{"a": 1.0, "b": 0.0}]
    )
    np.testing.assert_allclose(slope, (3.0,), rtol=1e-11)


def test_numerical_jvp_of_complex_directions():
    slope = numerical_jvp(lambda z: (z * z.conj()).real, (1 + 2j,), (1j,), eps=0.1)
    np.testing.assert_allclose(slope, 4.0, rtol=1e-11)
