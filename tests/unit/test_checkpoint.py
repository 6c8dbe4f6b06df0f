"""Functions whose backward pass computes them again."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from tests._differences import differences

WAYS = {
    "grad": ft.grad,
    "jit(grad)": lambda f: ft.jit(ft.grad(f)),
    "grad(jit)": lambda f: ft.grad(ft.jit(f)),
    "jacfwd": ft.jacfwd,
    "jit(jacfwd)": lambda f: ft.jit(ft.jacfwd(f)),
    "hessian": ft.hessian,
    "jit(hessian)": lambda f: ft.jit(ft.hessian(f)),
    "hessian(jit)": lambda f: ft.hessian(ft.jit(f)),
    "grad(grad)": lambda f: ft.grad(lambda x: np.sum(ft.grad(f)(x) ** 2)),
    "jit(vmap(grad))": lambda f: lambda x: ft.jit(ft.vmap(ft.grad(f)))(x[None] * W),
    "vmap(grad)": lambda f: lambda x: ft.vmap(ft.grad(f))(x[None] * W),
}
W = np.array([[1.0], [0.5]])
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))


def layer(x):
    return np.tanh(np.roll(x, 1) * 1.1) + x


def simple(wrap):
    return lambda x: np.sum(wrap(layer)(wrap(layer)(x)) ** 2)


def nested(wrap):
    inner = wrap(layer)
    outer = wrap(lambda x: inner(inner(x)) * x)
    return lambda x: np.sum(outer(outer(x)))


def closing(wrap):
    def f(x):
        y = np.sin(x)
        return np.sum(wrap(lambda z: layer(z) * y)(x * 2))

    return f


def of_trees(wrap):
    def part(tree, scale, *, power):
        a, (b, n) = tree["a"], tree["b"]
        return {"c": (a * b * scale) ** power, "n": n, "k": 3.0, "s": np.sum(a)}

    def f(x):
        tree = {"a": x, "b": (np.cos(x), 2)}
        out = wrap(part)(tree, 1.5, power=2)
        return np.sum(out["c"]) * out["n"] + out["k"] + out["s"]

    return f


def in_a_loop(wrap):
    def f(x):
        body = wrap(lambda c, _: (layer(c), None))
        return np.sum(ft.scan(body, x, length=4)[0])

    return f


def of_a_loop(wrap):
    def f(x):
        chunk = wrap(lambda c: ft.scan(lambda c, _: (layer(c), None), c, length=3)[0])
        return np.sum(ft.scan(lambda c, _: (chunk(c), None), x, length=2)[0])

    return f


def of_branches(wrap):
    def part(x):
        if x[0] > 0:
            return np.sin(x)
        return x * x

    return lambda x: np.sum(wrap(part)(x) * x)


FUNCTIONS = [simple, nested, closing, of_trees, in_a_loop, of_a_loop, of_branches]


@each_way
@pytest.mark.parametrize("make", FUNCTIONS)
def test_as_without(make, way, rng):
    x = np.abs(rng.normal(size=3))
    plain, again = way(make(lambda f: f))(x), way(make(ft.checkpoint))(x)
    for a, b in zip(pytree.flatten(plain)[0], pytree.flatten(again)[0], strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-12, atol=1e-13)


def test_against_differences(rng):
    x = rng.normal(size=3)
    f = nested(ft.checkpoint)
    np.testing.assert_allclose(ft.grad(f)(x), differences(f, x), rtol=1e-6, atol=1e-7)


def test_outside_it_is_the_function():
    seen = []

    @ft.checkpoint
    def f(x):
        """Doubles."""
        seen.append(float(x))
        return 2 * x

    assert f(1.5) == 3.0
    assert seen == [1.5]
    assert f.__name__ == "f"
    assert f.__doc__ == "Doubles."


def chain(x, wrap, mix=np.cumsum):
    """40 layers that no loop over elements computes in passing, in segments of 7."""

    def part(x, count):
        for _ in range(count):
            x = np.tanh(mix(x) / x.size)
        return x

    for first in range(0, 40, 7):
        x = wrap(part)(x, min(7, 40 - first))
    return np.sum(x)


@pytest.mark.slow
def test_memory_of_a_program():
    x = ft.Aval(100_000)
    peaks = [
        ft.jit(ft.grad(lambda x, w=wrap: chain(x, w))).lower(x).peak_memory / 800_000
        for wrap in (lambda f: f, ft.checkpoint)
    ]
    assert peaks[0] > 40
    assert peaks[1] < 20  # 6 arguments, 7 layers of one segment, and some more


@pytest.mark.slow
def test_memory_un_jitted():
    x = np.linspace(-1, 1, 1_000_000)

    def peak(wrap):
        tracemalloc.start()
        try:
            ft.grad(lambda x: chain(x, wrap, lambda x: x * 1.1))(x)
            return tracemalloc.get_traced_memory()[1] / x.nbytes
        finally:
            tracemalloc.stop()

    assert peak(lambda f: f) > 40
    assert peak(ft.checkpoint) < 20


def test_computed_again_in_a_program():
    def exponentials(wrap):
        f = wrap(lambda x: np.exp(np.sin(x)))
        gradient = ft.jit(ft.value_and_grad(lambda x: np.sum(f(x))))
        return str(gradient.lower(ft.Aval(3)).graph).count(" exp(")

    assert [exponentials(lambda f: f), exponentials(ft.checkpoint)] == [1, 2]


def test_effects_take_place_once():
    seen = []

    @ft.checkpoint
    def f(x):
        ft.debug.callback(lambda x: seen.append(float(x)), x)
        return np.sin(x) * x

    for way in (ft.grad, lambda f: ft.jit(ft.grad(f)), lambda f: ft.grad(ft.jit(f))):
        seen.clear()
        way(lambda x: f(x) ** 2)(2.0)
        assert seen == [2.0]


# -- policies --------------------------------------------------------------------------


def network(policy):
    def f(x):
        weights = np.outer(np.arange(1.0, 4.0), np.cos(np.arange(3.0))) / 4

        def part(x):
            a = np.tanh(x @ weights)
            b = np.sin(a) @ weights + a
            return np.exp(b @ weights) * a + b, a

        y, a = ft.checkpoint(part, policy=policy)(x * 1.5)
        return np.sum(y * y) + a[0]

    return f


POLICIES = [
    "dear",
    {"tanh"},
    ("matmul", "exp"),
    lambda name, aval: aval.shape == (3,),
    lambda name, aval: False,
]


@each_way
@pytest.mark.parametrize("policy", POLICIES)
def test_policies_change_no_value(policy, way, rng):
    x = rng.normal(size=3)
    plain, again = way(network(None))(x), way(network(policy))(x)
    for a, b in zip(pytree.flatten(plain)[0], pytree.flatten(again)[0], strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(
    ("policy", "products", "tangents"),
    [(None, 2, 2), ("dear", 0, 2), ({"tanh"}, 0, 0), (["exp"], 2, 2)],
)
def test_policies_say_what_is_computed_again(policy, products, tangents):
    def loss(w, x):
        f = ft.checkpoint(lambda x: np.tanh(w @ np.tanh(w @ x)) * x, policy=policy)
        return np.sum(f(x))

    w, x = ft.Aval((40, 40)), ft.Aval((40, 9))
    graph = str(ft.jit(ft.value_and_grad(loss, 1)).lower(w, x).graph)
    counts = graph.count(" matmul("), graph.count(" tanh(")
    assert counts == (4 + products, 2 + tangents)


def test_policies_with_effects_and_decorators(rng):
    seen = []

    @ft.checkpoint(policy="dear")
    def f(x):
        y = np.diag(x) @ x
        ft.debug.callback(lambda y: seen.append(float(y[0])), y)
        return np.sum(np.sin(y))

    x = rng.normal(size=3)
    found = ft.jit(ft.grad(f))(x)
    np.testing.assert_allclose(found, 2 * x * np.cos(x * x), rtol=1e-12)
    np.testing.assert_allclose(seen, [x[0] ** 2])


@pytest.mark.parametrize("policy", ["matmul", "", 3, ["matmul", 3], b"dear"])
def test_what_is_no_policy(policy):
    with pytest.raises(ValueError, match="policy must be None, 'dear'"):
        ft.checkpoint(np.sin, policy=policy)
