"""Traced values that custom rules capture: refused, unless they are constants."""

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from tests._custom import X, reverse_only, square_with


def capturing(where, w):
    pick = {"output": (w, 1, 1), "residual": (1, w, 1), "cotangent": (1, 1, w)}
    out, kept, bar = pick[where]
    f = reverse_only(
        lambda x: x * out, lambda x: (x * out, kept), lambda kept, g: (g * bar * kept,)
    )
    return ft.grad(f)


MESSAGE = """\
functrace.custom_vjp of <lambda>: {what} depends on a traced value that is not among \
the arguments, so the rules give no derivative for it.
  got:      a value that depends on w: float64[]
  traced at test_custom_captures.py:{line} in outer
  help: pass the value as an argument, or functrace.stop_gradient of it where no \
derivative is wanted."""


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("output", "the output"),
        ("residual", "a residual"),
        ("cotangent", "a cotangent"),
    ],
)
def test_a_captured_traced_value_is_refused(where, what):
    def outer(w):
        return capturing(where, w)(2.0)

    with pytest.raises(ft.MissingRuleError) as caught:
        ft.grad(outer)(3.0)
    line = outer.__code__.co_firstlineno + 1
    assert str(caught.value) == MESSAGE.format(what=what, line=line)
    recorded = ft.grad(lambda w: capturing(where, w)(2.0 * w))  # the rules are recorded
    with pytest.raises(ft.MissingRuleError, match="depends on a traced value"):
        recorded(3.0)
    with pytest.raises(ft.MissingRuleError, match="depends on a traced value"):
        ft.make_graph(outer)(Aval(()))


def test_a_captured_value_of_the_argument_itself_is_refused():
    def outer(x):
        y = 2 * x
        f = reverse_only(lambda t: t * y, lambda t: (t, t), lambda t, g: (g * y,))
        return ft.grad(f)(x)

    with pytest.raises(ft.MissingRuleError, match="a cotangent depends on a traced"):
        ft.grad(outer)(3.0)


def test_a_captured_value_in_a_tangent_is_refused():
    def outer(w, transform):
        f = ft.custom_jvp(lambda x: x * 2)
        f.defjvp(lambda p, t: (None, t[0] * w))
        return transform(f)(2.0)

    for transform in (ft.grad, lambda f: lambda x: ft.jvp(f, (x,), (1.0,))[1]):
        with pytest.raises(ft.MissingRuleError, match="a tangent depends on a traced"):
            ft.grad(outer)(3.0, transform)


def test_a_leaked_traced_value_is_refused_as_such():
    kept = []
    ft.grad(lambda x: kept.append(x) or x)(1.0)
    f = square_with(lambda x: (x * kept[0], x))
    with pytest.raises(ft.LeakedTracerError, match="depends on x"):
        ft.grad(f)(2.0)


def test_captured_constants_are_plain_values():
    def f(x):
        scale = np.zeros_like(x) + 2.0  # no path to x
        g = reverse_only(
            lambda t: t * scale, lambda t: (t * scale, scale), lambda s, g: (g * s,)
        )
        return np.sum(g(x))

    np.testing.assert_array_equal(ft.grad(f)(X), [2, 2, 2])


def test_comparisons_with_captured_values_are_fine():
    def outer(w):
        f = square_with(lambda x: (x**2 if w > 0 else x, x))
        return f(w * 2)

    assert ft.grad(outer)(3.0) == 24.0
