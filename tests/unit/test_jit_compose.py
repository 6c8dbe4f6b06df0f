"""Compiled functions under every transform, and every transform compiled."""

import numpy as np
import pytest

import functrace as ft
from functrace.compiler import program
from functrace.core import pytree
from functrace.core.check import check
from functrace.engine.simplify import simplify
from functrace.primitives import _graphs
from functrace.testing._numerical import estimate_jvp

X = np.array([0.5, 1.0, 2.0])


def energy(x):
    d = x[1:] - x[:-1]
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + np.sin(d) ** 2) + np.max(x)


def vector(x):
    return np.exp(x) * np.sum(x**2)


def leaves(tree):
    return pytree.flatten(tree)[0]


def assert_close(got, expected):
    for g, e in zip(leaves(got), leaves(expected), strict=True):
        assert type(g) is type(e)
        np.testing.assert_allclose(g, e, rtol=1e-10, atol=1e-10)


TRANSFORMS = {
    "grad": ft.grad,
    "value_and_grad": ft.value_and_grad,
    "hessian": ft.hessian,
    "jacfwd": ft.jacfwd,
    "jacrev": ft.jacrev,
    "hvp": lambda f: lambda x: ft.hvp(f)(x, x + 1),
    "vhp": lambda f: lambda x: ft.vhp(f)(x, x + 1),
    "jvp": lambda f: lambda x: ft.jvp(f, (x,), (x * 2,)),
    "vjp": lambda f: lambda x: ft.vjp(f, x)[1](2.0),
    "linearize": lambda f: lambda x: ft.linearize(f, x)[1](x),
    "third": lambda f: ft.grad(lambda x: np.sum(ft.hessian(f)(x) * x)),
    "grad of jvp": lambda f: ft.grad(lambda x: ft.jvp(f, (x,), (np.sin(x),))[1]),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_in_both_orders(name):
    transform = TRANSFORMS[name]
    expected = transform(energy)(X)
    inside, outside = transform(ft.jit(energy)), ft.jit(transform(energy))
    both = ft.jit(transform(ft.jit(energy)))
    for _ in range(2):
        for f in (inside, outside, both):
            assert_close(f(X), expected)


@pytest.mark.parametrize("transform", [ft.jacobian, ft.jacfwd, ft.jacrev])
def test_jacobians_of_vector_functions(transform):
    expected = transform(vector)(X)
    assert_close(transform(ft.jit(vector))(X), expected)
    assert_close(ft.jit(transform(vector))(X), expected)
    assert_close(ft.elementwise_grad(ft.jit(np.sin))(X), np.cos(X))


def test_the_graph_of_a_compiled_function_is_that_of_the_function():
    for argument in (X, ft.Aval(3)):
        for f in (energy, ft.grad(energy)):
            inner = ft.make_graph(ft.jit(f))(argument)
            check(inner)
            assert str(inner) == str(ft.make_graph(f)(argument))
            assert str(ft.make_graph(ft.jit(ft.jit(f)))(argument)) == str(inner)


def test_compiled_within_compiled():
    inner = ft.jit(vector)
    outer = ft.jit(lambda x: inner(x) + inner(2 * x))
    np.testing.assert_allclose(outer(X), vector(X) + vector(2 * X), rtol=1e-14)
    assert [n.name for n in outer.lower(X).graph.nodes].count("call") == 0


def test_a_call_is_one_node():
    fast = ft.jit(vector)
    x = ft.variable(X)
    y = fast(x)
    assert y.grad_fn.name == "call"
    assert len(y.grad_fn.next_edges) == 1
    y.backward(np.ones(3))
    _, pullback = ft.vjp(vector, X)
    np.testing.assert_allclose(x.grad, pullback(np.ones(3))[0], rtol=1e-12)


def test_derivatives_compile_once(monkeypatch):
    compiled = []
    original = program.compile_graph

    def counting(graph, **options):
        compiled.append(graph)
        return original(graph, **options)

    monkeypatch.setattr(program, "compile_graph", counting)
    fast = ft.jit(energy)
    for transform in (ft.grad, ft.hessian, ft.hvp):
        counts = []
        for k in range(3):
            x = X + k
            f = transform(fast)
            f(x, x) if transform is ft.hvp else f(x)
            counts.append(len(compiled))
        assert counts[0] == counts[1] == counts[2]


def test_several_outputs_of_every_kind():
    def f(x, n):
        return {
            "float": x * n,
            "used twice": x * n,
            "integer": n + 1,
            "largest": np.argmax(x),
            "constant": np.ones(2),
            "number": 3.0,
            "name": "f",
            "itself": x,
        }

    fast = ft.jit(f)

    def loss(f):
        def total(x, n):
            out = f(x, n)
            assert int(out["largest"]) == 2
            assert out["name"] == "f"
            scale = out["number"] * np.sum(out["constant"])
            return np.sum(out["float"] * out["used twice"] + out["itself"] ** 3) * scale

        return total

    for n in (2, np.int64(3), np.arange(3)):
        expected = ft.grad(loss(f))(X, n)
        assert_close(ft.grad(loss(fast))(X, n), expected)
        assert_close(ft.jacfwd(loss(fast))(X, n), expected)
        plain, compiled = f(X, n), fast(X, n)
        for name, value in plain.items():
            np.testing.assert_array_equal(compiled[name], value)


def test_only_some_arguments():
    def f(a, b, c):
        return np.sum(np.sin(a) * np.exp(b["x"]) / c[0])

    fast = ft.jit(f)
    args = X, {"x": X + 1}, [X + 2]
    for argnums in (0, 1, 2, (0, 2), (1, 0)):
        expected = ft.grad(f, argnums)(*args)
        assert_close(ft.grad(fast, argnums)(*args), expected)
        assert_close(ft.jit(ft.grad(fast, argnums))(*args), expected)


def test_arguments_that_do_not_matter():
    fast = ft.jit(lambda x, y: (np.sum(x**2), np.zeros(2)))
    _, pullback = ft.vjp(fast, X, X)
    got = pullback((1.0, np.ones(2)))
    assert_close(got, (2 * X, np.zeros(3)))
    assert_close(ft.grad(ft.jit(lambda x: 1.0 * x.shape[0]))(X), np.zeros(3))
    assert_close(ft.grad(ft.jit(lambda x: np.sum(np.floor(x))))(X), np.zeros(3))


def test_auxiliary_results():
    def f(x):
        return np.sum(x**2), {"doubled": 2 * x, "name": "aux"}

    for transform in (ft.grad, ft.value_and_grad):
        expected = transform(f, has_aux=True)(X)
        for got in (
            transform(ft.jit(f), has_aux=True)(X),
            ft.jit(transform(f, has_aux=True))(X),
        ):
            np.testing.assert_equal(got, expected)


def test_complex_arguments():
    def f(z):
        return np.sum(np.abs(z * z + np.exp(z)) ** 2)

    z = X + 1j
    for transform in (ft.grad, lambda f: lambda z: ft.jvp(f, (z,), (z,))):
        assert_close(transform(ft.jit(f))(z), transform(f)(z))
    g = ft.grad(lambda z: np.sum(z**3), holomorphic=True)
    assert_close(ft.grad(ft.jit(lambda z: np.sum(z**3)), holomorphic=True)(z), g(z))


def test_dtypes_of_derivatives():
    def f(x, scale):
        return np.sum(np.sin(x) * scale)

    x = X.astype(np.float32)
    for scale in (2.0, np.float32(2), X):
        expected = ft.grad(f, (0,))(x, scale)[0]
        got = ft.grad(ft.jit(f))(x, scale)
        assert got.dtype == expected.dtype == np.float32
        np.testing.assert_allclose(got, expected, rtol=1e-6)
    zeros = ft.grad(ft.jit(f), allow_int=True)(np.arange(3), 2.0)
    np.testing.assert_array_equal(zeros, np.zeros(3))


def test_what_a_compiled_function_captures_is_differentiated():
    def f(x):
        return np.sum(ft.jit(lambda y: np.sin(x) * y)(X))

    assert_close(ft.grad(f)(X), np.cos(X) * X)
    assert_close(ft.jit(ft.grad(f))(X), np.cos(X) * X)
    assert ft.grad(lambda x: x * ft.grad(ft.jit(lambda y: x + y))(x))(2.0) == 1.0


def test_a_captured_traced_value_is_not_kept():
    scale = [1.0]
    fast = ft.jit(lambda y: scale[0] * y)

    def f(x):
        scale[0] = x
        return fast(3.0)

    assert ft.grad(f)(2.0) == 3.0
    scale[0] = 5.0
    assert fast(3.0) == 15.0
    assert ft.grad(f)(7.0) == 3.0


def test_a_leaked_value():
    kept = []
    with pytest.raises(ft.LeakedTracerError, match="stored a traced value"):
        ft.jit(lambda x: kept.append(x * 2) or x)(X)
    with pytest.raises(ft.LeakedTracerError):
        ft.jit(lambda y: y * kept[0])(X)


def test_against_differences(rng):
    def f(x, y):
        a = np.tanh(x @ y) / (1 + np.exp(-x))
        return np.log(np.sum(a**2)), np.cumsum(a, axis=0) * np.sqrt(1 + y * y)

    x, y = rng.normal(size=(2, 3, 3))
    dx, dy = rng.normal(size=(2, 3, 3))
    expected = [e.value for e in estimate_jvp(f, [x, y], [dx, dy])]
    fast = ft.jit(f)
    out, dots = ft.jvp(fast, (x, y), (dx, dy))
    assert_close(out, f(x, y))
    np.testing.assert_allclose(dots[0], expected[0], rtol=1e-7)
    np.testing.assert_allclose(dots[1], expected[1], rtol=1e-6, atol=1e-7)
    weights = 0.5, rng.normal(size=(3, 3))
    _, pullback = ft.vjp(fast, x, y)
    bars = pullback(weights)
    pairing = np.sum(bars[0] * dx) + np.sum(bars[1] * dy)
    expected = weights[0] * dots[0] + np.sum(weights[1] * dots[1])
    np.testing.assert_allclose(pairing, expected, rtol=1e-12)


def test_the_backward_pass_keeps_what_is_dear_and_redoes_what_is_cheap():
    def f(x):
        return np.sum(np.exp(x) * (2 * x + 1) ** 2)

    graph = simplify(ft.make_graph(f)(ft.Aval(3)))
    forward = _graphs.forward_of(graph, (0,))
    assert [e.node.name for e in forward.residuals] == ["exp"]
    backward = _graphs.backward_of(graph, (0,), (0,), (0,)).derivative.graph
    assert "exp" not in {node.name for node in backward.nodes}
    check(forward.graph)
    check(backward)


def test_backward_passes_of_parts_use_what_the_whole_kept(rng):
    def f(x, y):
        return np.sum(np.sin(x) * np.exp(y)), np.sum(np.tanh(x * y))

    fast = ft.jit(f)
    x, y = rng.normal(size=(2, 3))
    for chosen in ((0,), (1,), (0, 1)):
        for given in (0, 1):
            expected = ft.grad(lambda *a, k=given: f(*a)[k], chosen)(x, y)
            assert_close(
                ft.grad(lambda *a, k=given: fast(*a)[k], chosen)(x, y), expected
            )


def test_custom_rules_inside():
    @ft.custom_vjp
    def f(x):
        return np.sin(x)

    f.defvjp(lambda x: (f(x), x), lambda x, g: (10 * g * np.cos(x),))
    fast = ft.jit(lambda x: np.sum(f(x)))
    assert_close(ft.grad(fast)(X), 10 * np.cos(X))
    assert_close(ft.jit(ft.grad(lambda x: np.sum(f(x))))(X), 10 * np.cos(X))


def test_what_transformed_functions_capture_is_watched():
    w = np.ones(3)
    scale = 1.0

    def loss(x):
        return np.sum(x**2 * w) * scale

    fast = [ft.jit(ft.grad(loss)), ft.jit(lambda x: ft.grad(ft.jit(loss))(x))]
    for value in (1.0, 2.0, 3.0):
        w[0] = scale = value
        for f in fast:
            assert_close(f(X), 2 * X * w * scale)
            assert_close(f(X), 2 * X * w * scale)
        assert_close(ft.grad(ft.jit(loss))(X), 2 * X * w * scale)


# -- a jitted function in another transform ---------------------------------------------


@ft.jit
def _writing(x, g):
    g[0] = 3.0
    x[1] = 4.0
    return g, x[::2], 2.0, g.T, x


def _writing_outside(x):
    g = np.arange(4.0)
    g_new, part, number, turned, whole = _writing(x, g)
    g_new[1] = 8.0
    part[0] = 9.0
    whole[3] = 7.0
    return x * 1.0, g * 1.0, g_new * 1.0, part * 1.0, number * x, turned * 1.0, whole


def _writing_captured(x):
    @ft.jit
    def part(_):
        return x[::2]

    out = part(x)
    out[:] = 0.0
    return x * 1.0, out


@pytest.mark.parametrize("fun", [_writing_outside, _writing_captured])
def test_writes_do_not_pass_the_border_of_a_jitted_function(fun):
    x = np.arange(4.0) + 1
    expected = fun(x.copy())
    batch = np.stack([x, x])
    ways = {
        "jit": ft.jit(fun)(x.copy()),
        "vjp": ft.vjp(fun, x.copy())[0],
        "jvp": ft.jvp(fun, (x.copy(),), (x,))[0],
        "graph": ft.make_graph(fun)(x.copy())(x.copy()),
        "vmap": [out[0] for out in ft.vmap(fun)(batch)],
    }
    for name, outs in ways.items():
        for out, wanted in zip(outs, expected, strict=True):
            np.testing.assert_array_equal(out, wanted, err_msg=name)
