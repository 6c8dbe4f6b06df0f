"""`vmap` of functions with derivatives of the user's own."""

import functools
import pickle

import numpy as np
import pytest

import functrace as ft
from tests._looped import assert_same, looped

RNG = np.random.default_rng(5)
X = RNG.normal(size=(4, 3))
Y = RNG.normal(size=(4, 3))
W = RNG.normal(size=(3, 3))


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
        g if axis == 0 else np.sum(g, axis=0)
        for g, axis in zip(stacked, axes, strict=True)
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
