"""Rules of one mode from the rules of the other."""

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from functrace.core.tracer import Tracer
from functrace.engine.transpose import transpose
from functrace.extend import TRANSPOSED, primitive

X = np.array([0.4, -1.2, 2.0])
V = np.array([0.3, 0.5, -0.7])

cube_reverse = primitive(
    "test_cube_reverse",
    lambda x: x * x * x,
    lambda x: x,
    vjp=(lambda g, x: 3 * g * x * x,),
    jvp=TRANSPOSED,
)

cube_forward = primitive(
    "test_cube_forward",
    lambda x: x * x * x,
    lambda x: x,
    vjp=TRANSPOSED,
    jvp=(lambda t, x: 3 * t * x * x,),
)


def affine_vjp(g, xs, needed):
    assert any(needed)
    a, x = xs
    return g * x, g * a


scaled_reverse = primitive(  # broadcasts: the cotangents must be summed
    "test_scaled_reverse",
    lambda a, x: a * x,
    lambda a, x: Aval(np.broadcast_shapes(a.shape, x.shape), x.dtype),
    vjp=affine_vjp,
    jvp=TRANSPOSED,
    broadcasts=True,
)

scaled_forward = primitive(
    "test_scaled_forward",
    lambda a, x: a * x,
    lambda a, x: Aval(np.broadcast_shapes(a.shape, x.shape), x.dtype),
    vjp=TRANSPOSED,
    jvp=(lambda t, y: t * y, lambda t, x: x * t),
    broadcasts=True,
)

halves_reverse = primitive(
    "test_halves_reverse",
    lambda x: (x[:2] ** 2, x[2:] ** 3, np.argmax(x)),
    lambda x: (Aval(2), Aval(x.shape[0] - 2), Aval((), np.intp)),
    vjp=lambda g, x: (_halves_vjp(g, x),),
    jvp=TRANSPOSED,
    multiple=True,
)


def _halves_vjp(g, x):
    first = np.zeros(2) if g[0] is None else 2 * x[:2] * g[0]
    second = np.zeros(len(x) - 2) if g[1] is None else 3 * x[2:] ** 2 * g[1]
    assert g[2] is None
    return np.concatenate([first, second])


@pytest.mark.parametrize("cube", [cube_reverse, cube_forward])
def test_both_modes_to_third_order(cube):
    def total(x):
        return cube(x).sum()

    np.testing.assert_allclose(ft.grad(total)(X), 3 * X**2)
    np.testing.assert_allclose(ft.jvp(cube, (X,), (V,))[1], 3 * X**2 * V)
    np.testing.assert_allclose(ft.hessian(total)(X), np.diag(6 * X))

    def directional(x):
        return ft.jvp(cube, (x,), (V,))[1]

    np.testing.assert_allclose(ft.jvp(directional, (X,), (V,))[1], 6 * X * V * V)
    np.testing.assert_allclose(ft.grad(lambda x: directional(x).sum())(X), 6 * X * V)
    assert ft.grad(ft.grad(ft.grad(cube)))(2.0) == 6.0
    forward = ft.jvp(ft.grad(ft.grad(cube)), (2.0,), (1.0,))[1]
    assert forward == 6.0


@pytest.mark.parametrize("cube", [cube_reverse, cube_forward])
def test_complex(cube):
    z, v = 1 + 2j, 0.5 - 1j
    np.testing.assert_allclose(ft.jvp(cube, (z,), (v,))[1], 3 * z**2 * v)
    np.testing.assert_allclose(ft.vjp(cube, z)[1](v)[0], 3 * z**2 * v)


@pytest.mark.parametrize("scaled", [scaled_reverse, scaled_forward])
def test_broadcast_operands(scaled):
    a = 1.5
    np.testing.assert_allclose(ft.jvp(scaled, (a, X), (2.0, V))[1], 2.0 * X + 1.5 * V)
    pulled = ft.vjp(scaled, a, X)[1](V)
    np.testing.assert_allclose(pulled[0], np.sum(V * X))
    np.testing.assert_allclose(pulled[1], a * V)
    only = ft.vjp(lambda x: scaled(a, x), X)[1](V)[0]
    np.testing.assert_allclose(only, a * V)
    mixed = ft.grad(lambda a: np.sum(ft.grad(lambda x: scaled(a, x).sum())(X)))(a)
    np.testing.assert_allclose(mixed, 3.0)


def test_several_outputs():
    first, second = ft.jvp(lambda x: halves_reverse(x)[:2], (X,), (V,))[1]
    np.testing.assert_allclose(first, 2 * X[:2] * V[:2])
    np.testing.assert_allclose(second, 3 * X[2:] ** 2 * V[2:])
    only = ft.jvp(lambda x: halves_reverse(x)[1], (X,), (V,))[1]
    np.testing.assert_allclose(only, second)


def test_single_precision_is_kept():
    x = X.astype(np.float32)
    for cube in (cube_reverse, cube_forward):
        assert ft.jvp(cube, (x,), (x,))[1].dtype == np.float32
        assert ft.vjp(cube, x)[1](x)[0].dtype == np.float32


def test_abstract():
    graph = ft.make_graph(lambda x, v: ft.jvp(cube_reverse, (x,), (v,))[1])(
        Aval(3), Aval(3)
    )
    np.testing.assert_allclose(graph(X, V), 3 * X**2 * V)
    graph = ft.make_graph(ft.grad(lambda x: cube_forward(x).sum()))(Aval(3))
    np.testing.assert_allclose(graph(X), 3 * X**2)


def test_of_a_linear_function():
    A = np.arange(6.0).reshape(2, 3)
    w = np.array([1.0, -2.0])
    (bar,) = transpose(lambda v: [A @ v[0]], [Aval(3)], [w])
    np.testing.assert_allclose(bar, w @ A)
    assert type(bar) is np.ndarray
    assert transpose(lambda v: [np.ones(2)], [Aval(3)], [w]) == [None]
    assert transpose(lambda v: [None], [Aval(3)], [w]) == [None]
    assert transpose(lambda v: [A @ v[0]], [Aval(3)], [None]) == [None]


def test_arguments_have_no_value_and_integers_no_tracer():
    seen = []
    transpose(lambda v: seen.extend(v) or [v[0]], [Aval(3), Aval(3, int)], [V])
    assert isinstance(seen[0], Tracer)
    assert seen[0].value is None
    assert seen[1] is None


def test_a_rule_that_is_not_linear_is_refused():
    wrong = primitive(
        "test_not_linear",
        lambda x: x * x,
        lambda x: x,
        vjp=TRANSPOSED,
        jvp=(lambda t, x: t * t * x,),
    )
    with pytest.raises(ft.MissingRuleError) as caught:
        ft.grad(lambda x: wrong(x).sum())(X)
    assert "not linear in the tangents or cotangents" in str(caught.value)
    assert "test_not_linear" in str(caught.value)
    assert caught.value.__notes__ == [
        (
            "functrace: while transposing the jvp of test_not_linear(), which has no "
            "vjp of its own."
        )
    ]
    with pytest.raises(ft.MissingRuleError, match="not linear"):
        ft.grad(ft.grad(lambda x: wrong(x).sum()))(2.0)


def test_residuals_are_those_of_the_given_rule():
    assert cube_forward.keeps(1, 1) == {"t", "x"}
    assert cube_reverse.keeps(1, 1) == {"g", "x"}
