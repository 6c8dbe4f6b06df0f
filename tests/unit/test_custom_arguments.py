"""Arguments of functions with custom rules: pytrees, keywords, `nondiff_argnums`, methods."""

import functools

import numpy as np
import pytest

import functrace as ft
from tests._custom import Line, X, cube, reverse_only, total


def test_pytrees():
    def evaluate(line, x):
        return {"y": line.slope * x + line.offset, "parts": (line.slope * x,)}

    def bwd(kept, g):
        _, x = kept
        slope = np.sum((g["y"] + g["parts"][0]) * x)
        return Line(slope, np.sum(g["y"])), None

    f = reverse_only(evaluate, lambda line, x: (evaluate(line, x), (line, x)), bwd)

    def loss(line):
        out = f(line, X)
        return np.sum(out["y"] ** 2) + np.sum(out["parts"][0])

    gradient = ft.grad(loss)(Line(2.0, 0.5))
    expected = 2 * np.sum((2 * X + 0.5) * X) + np.sum(X)
    assert gradient.slope == pytest.approx(expected)
    assert gradient.offset == pytest.approx(2 * np.sum(2 * X + 0.5))
    out, tangent = ft.jvp(lambda s: f(Line(s, 0.5), X), (2.0,), (1.0,))
    assert set(out) == set(tangent) == {"y", "parts"}
    np.testing.assert_allclose(tangent["parts"][0], X)


def test_none_stands_for_zeros_in_any_part():
    f = reverse_only(
        lambda tree, y: tree["a"][0] * tree["b"] * y,
        lambda tree, y: (tree["a"][0] * tree["b"] * y, (tree, y)),
        lambda r, g: ({"a": None, "b": g * r[0]["a"][0] * r[1]}, None),
    )
    tree = {"a": (2.0, 3.0), "b": 4.0}
    assert ft.grad(f)(tree, 5.0) == {"a": (0.0, 0.0), "b": 10.0}
    assert ft.grad(f, 1)(tree, 5.0) == 0.0


def test_keywords_defaults_and_variadic_arguments():
    f = reverse_only(
        lambda x, y=2.0, *rest: x * y,
        lambda x, y, *rest: (x * y, (x, y, rest)),
        lambda r, g: (g * r[1], g * r[0], *[None] * len(r[2])),
    )
    assert ft.grad(f)(3.0) == 2.0
    assert ft.grad(lambda x: f(x) * x)(3.0) == 12.0
    assert ft.grad(lambda x: f(y=x, x=5.0))(3.0) == 5.0
    assert ft.grad(lambda x: f(5.0, x, x, x))(3.0) == 5.0
    g = reverse_only(lambda x, *, k: x, lambda x: (x, None), lambda r, g: (g,))
    defaulted = reverse_only(
        lambda x, *, k=2: k * x, lambda x: (2 * x, None), lambda _, g: (2 * g,)
    )
    assert ft.grad(defaulted)(1.0) == 2.0
    with pytest.raises(TypeError, match="the keyword arguments k have no position"):
        ft.grad(lambda x: g(x, k=2))(1.0)


@pytest.mark.parametrize("chosen", [(0, 2), ["fun", "n"], (0, "n")])
def test_nondiff_argnums(chosen):
    f = reverse_only(
        lambda fun, x, n: fun(x) * n,
        lambda fun, x, n: (fun(x) * n, x),
        lambda fun, n, x, g: (g * n * ft.grad(fun)(x),),
        nondiff_argnums=chosen,
    )
    assert ft.grad(lambda x: f(np.sin, x, 3))(0.7) == pytest.approx(3 * np.cos(0.7))
    second = ft.grad(ft.grad(lambda x: f(np.sin, x, n=3)))(0.7)
    assert second == pytest.approx(-3 * np.sin(0.7))
    g = ft.custom_jvp(lambda n, x: x**n, nondiff_argnums=0)
    g.defjvp(lambda n, p, t: (g(n, *p), n * p[0] ** (n - 1) * t[0]))
    assert ft.grad(g, 1)(3, 2.0) == 12.0
    assert ft.grad(ft.grad(g, 1), 1)(3, 2.0) == 12.0


def test_object_arrays_and_lists_of_traced_values():
    def two(x):
        return total(cube)(np.array([x[0], 2 * x[1]]))

    np.testing.assert_allclose(ft.grad(two)(X), [3 * X[0] ** 2, 48 * X[1] ** 2 / 2, 0])
    f = reverse_only(
        lambda xs: xs[0] * xs[1], lambda xs: (xs[0] * xs[1], xs),
        lambda xs, g: ([g * xs[1], g * xs[0]],),
    )  # fmt: skip
    assert ft.grad(lambda x: f([x, 3.0 * x]))(2.0) == 12.0


def test_as_a_method():
    class Model:
        def __init__(self, power):
            self.power = power

        @functools.partial(ft.custom_vjp, nondiff_argnums=(0,))
        def value(self, x):
            return x**self.power

        value.defvjp(
            lambda self, x: (x**self.power, x),
            lambda self, x, g: (g * self.power * x ** (self.power - 1),),
        )

    assert ft.grad(Model(3).value)(2.0) == 12.0
