"""`Function`: derivatives as classes."""

import math
import pickle

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval

X = np.array([0.4, -1.2, 2.0])
V = np.array([0.3, 0.5, -0.7])


class Cube(ft.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved
        return 3 * g * x**2


class ForwardCube(ft.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved
        return 3 * t * x**2


class Both(Cube):
    @staticmethod
    def jvp(ctx, t):
        return 300 * t * ctx.saved[0] ** 2


class Exp(ft.Function):
    """Keeps its output, and cannot be traced."""

    @staticmethod
    def forward(ctx, x):
        out = np.array([math.exp(v) for v in x])
        ctx.out = out
        return out

    @staticmethod
    def backward(ctx, g):
        return g * ctx.out


class Sine(ft.Function):
    """Keeps something that is neither argument nor output."""

    @staticmethod
    def forward(ctx, x):
        ctx.slope = np.cos(x)
        return np.sin(x)

    @staticmethod
    def backward(ctx, g):
        return g * ctx.slope


class ScaledPower(ft.Function):
    @staticmethod
    def forward(ctx, x, power, scale, name, *, extra=()):
        ctx.save_for_backward(x)
        ctx.power, ctx.scale = power, scale
        return np.array(scale * np.asarray(x) ** power) if name else None

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved
        return g * ctx.scale * ctx.power * x ** (ctx.power - 1), None, None, None


class Sorted(ft.Function):
    @staticmethod
    def forward(ctx, x):
        order = np.argsort(x)
        ranks = np.argsort(order).astype(float)
        ctx.save_for_backward(order)
        ctx.mark_non_differentiable(ranks)
        return x[order], ranks, order

    @staticmethod
    def backward(ctx, g, g_ranks, g_order):
        assert g_order is None
        assert not np.any(g_ranks)
        (order,) = ctx.saved
        return g[np.argsort(order)]


def total(function):
    return lambda x: np.sum(function(x))


@pytest.mark.parametrize("cls", [Cube, ForwardCube])
def test_both_modes_to_third_order(cls):
    np.testing.assert_array_equal(cls.apply(X), X**3)
    np.testing.assert_allclose(ft.grad(total(cls.apply))(X), 3 * X**2)
    np.testing.assert_allclose(ft.jvp(cls.apply, (X,), (V,))[1], 3 * X**2 * V)
    np.testing.assert_allclose(ft.hessian(total(cls.apply))(X), np.diag(6 * X))
    assert ft.grad(ft.grad(ft.grad(cls.apply)))(2.0) == 6.0
    pushed = ft.grad(lambda x: np.sum(ft.jvp(cls.apply, (x,), (V,))[1]))(X)
    np.testing.assert_allclose(pushed, 6 * X * V)


def test_each_mode_uses_its_own_rule():
    assert ft.grad(Both.apply)(1.0) == 3.0
    assert ft.jvp(Both.apply, (1.0,), (1.0,))[1] == 300.0


def test_a_kept_output_is_differentiated():
    np.testing.assert_allclose(ft.grad(total(Exp.apply))(X), np.exp(X))
    np.testing.assert_allclose(ft.hessian(total(Exp.apply))(X), np.diag(np.exp(X)))
    np.testing.assert_allclose(ft.jvp(Exp.apply, (X,), (V,))[1], np.exp(X) * V)


def test_other_kept_values_are_computed_again_on_traced_values():
    np.testing.assert_allclose(ft.hessian(total(Sine.apply))(X), np.diag(-np.sin(X)))


def test_a_kept_value_never_loses_a_gradient():
    class Square(ft.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.slope = 2 * float(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            return g * ctx.slope

    assert ft.grad(Square.apply)(3.0) == 6.0
    assert ft.grad(ft.grad(Square.apply))(3.0) == 2.0


def test_arguments_that_are_no_arrays():
    def f(x):
        return ScaledPower.apply(x, 3, 0.5, "name")

    assert ft.grad(f)(2.0) == 6.0
    assert ft.grad(ft.grad(f))(2.0) == 6.0
    assert ft.jvp(f, (2.0,), (2.0,))[1] == 12.0
    graph = ft.make_graph(f)(Aval(()))
    assert graph(2.0) == 4.0


def test_outputs_without_a_derivative():
    def f(x):
        values, ranks, order = Sorted.apply(x)
        assert type(ranks) is type(order) is np.ndarray
        ranks[0] = 0.0
        return np.sum(values * np.array([1.0, 10.0, 100.0]))

    np.testing.assert_array_equal(ft.grad(f)(X), [10, 1, 100])
    _, (values, ranks, order) = ft.jvp(Sorted.apply, (X,), (V,))
    np.testing.assert_array_equal(values, [0.5, 0.3, -0.7])
    assert not np.any(ranks)
    assert not np.any(order)
    graph = ft.make_graph(ft.grad(lambda x: np.sum(Sorted.apply(x)[0] * V)))(X)
    np.testing.assert_array_equal(graph(X), [0.5, 0.3, -0.7])


def test_needs_input_grad():
    seen = []

    class Product(ft.Function):
        @staticmethod
        def forward(ctx, x, n, y, flag):
            seen.append(ctx.needs_input_grad)
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx, g):
            seen.append(ctx.needs_input_grad)
            x, y = ctx.saved
            return g * y, None, g * x if ctx.needs_input_grad[2] else None, None

    n = np.arange(3)
    assert ft.grad(lambda x: Product.apply(x, n, 3.0, True))(2.0) == 3.0
    assert seen == [(True, False, False, False)] * 2
    seen.clear()
    ft.grad(lambda y: ft.grad(lambda x: Product.apply(x, n, y, True))(2.0))(3.0)
    assert seen[:2] == [(True, False, True, False), (True, False, False, False)]
    seen.clear()
    assert Product.apply(2.0, n, 3.0, True) == 6.0
    assert seen == [(False,) * 4]


def test_needs_input_grad_in_forward_mode():
    seen = []

    class Product(ft.Function):
        @staticmethod
        def forward(ctx, x, y, n):
            ctx.save_for_backward(x, y)
            return x * y * n

        @staticmethod
        def jvp(ctx, dx, dy, dn):
            seen.append(ctx.needs_input_grad)
            return dx * ctx.saved[1] * 5

    assert ft.jvp(lambda x: Product.apply(x, np.float64(3), 5), (2.0,), (1.0,))[1] == 15
    assert seen == [(True, False, False)]


def test_forward_sees_plain_arrays_and_the_context_forgets_nothing():
    class Look(ft.Function):
        @staticmethod
        def forward(ctx, x):
            assert type(x) is np.ndarray
            assert not x.flags.writeable
            ctx.text, ctx.nested = "text", {"a": [x, 1]}
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            assert ctx.text == "text"
            assert type(ctx.nested["a"][0]) is np.ndarray
            assert ctx.saved == ()
            with pytest.raises(
                AttributeError, match="no 'other': forward did not set it"
            ):
                _ = ctx.other
            return g

    np.testing.assert_array_equal(ft.grad(total(Look.apply))(X), np.ones(3))


def test_graphs_are_pickled_with_the_class():
    graph = ft.make_graph(ft.grad(total(Cube.apply)))(Aval(3))
    np.testing.assert_allclose(pickle.loads(pickle.dumps(graph))(X), 3 * X**2)
    call = ft.make_graph(Cube.apply)(Aval(3))
    assert "custom_vjp_call(args[0], call=Cube" in str(call)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(call))(X), X**3)


def test_errors():
    class Empty(ft.Function):
        @staticmethod
        def forward(ctx, x):
            return x

    with pytest.raises(ft.MissingRuleError) as caught:
        Empty.apply(X)
    assert str(caught.value) == (
        "functrace.Function Empty: there is no derivative.\n"
        "  help: define backward(ctx, *cotangents) or jvp(ctx, *tangents)."
    )

    class Short(Empty):
        @staticmethod
        def backward(ctx, g):
            return g, None

        @staticmethod
        def jvp(ctx, t):
            return t, t

    with pytest.raises(ft.PytreeMismatchError) as caught:
        ft.grad(total(Short.apply))(X)
    assert str(caught.value) == (
        "functrace.Function Short: backward must return a cotangent for each "
        "argument.\n"
        "  expected: 1\n  got:      2\n"
        "  help: return None for what has no derivative."
    )
    with pytest.raises(ft.PytreeMismatchError, match="a tangent for each output"):
        ft.jvp(Short.apply, (X,), (V,))

    class Wide(Empty):
        @staticmethod
        def backward(ctx, g):
            return g[:2]

    with pytest.raises(
        ft.ShapeError, match=r"Wide: the cotangent of argument 'args\[0\]'"
    ):
        ft.grad(total(Wide.apply))(X)
    with pytest.raises(ft.MissingRuleError) as caught:
        ft.grad(lambda x: Cube.apply([x, x]))(1.0)
    assert str(caught.value) == (
        "functrace.Function Cube: args[0] holds traced values in a list.\n"
        "  expected: arrays as arguments of their own\n"
        "  help: pass them one by one, or use functrace.custom_vjp, which takes "
        "pytrees."
    )


def test_captured_traced_values_are_refused():
    def outer(w):
        class Scale(ft.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.w = w
                return x * 2.0

            @staticmethod
            def backward(ctx, g):
                return g * ctx.w

        return ft.grad(Scale.apply)(2.0)

    with pytest.raises(
        ft.MissingRuleError, match="Scale: a residual depends on a traced"
    ):
        ft.grad(outer)(3.0)
