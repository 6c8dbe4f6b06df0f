"""Errors of `custom_vjp` and `custom_jvp`: what rules may not return, what is refused."""

import numpy as np
import pytest

import functrace as ft
from tests._custom import V, X, cube_forward, reverse_only, square_with, total


@pytest.mark.parametrize(
    ("error", "fwd", "bwd", "text"),
    [
        (
            ft.PytreeMismatchError,
            lambda x: x**2,
            None,
            (
                "<lambda> must return a pair.\n  expected: (output, residuals)\n"
                "  got:      ndarray"
            ),
        ),
        (
            ft.PytreeMismatchError,
            None,
            lambda x, g: 2 * g * x,
            (
                "<lambda> must return a tuple with a cotangent for each differentiable "
                "argument.\n  expected: a tuple of 1\n  got:      ndarray\n"
                "  help: for a single argument: return (cotangent,)."
            ),
        ),
        (
            ft.PytreeMismatchError,
            None,
            lambda x, g: (2 * g * x, None),
            "expected: a tuple of 1\n  got:      a tuple of 2",
        ),
        (
            ft.PytreeMismatchError,
            None,
            lambda x, g: ({"a": g},),
            (
                "the cotangent of argument 'x' that <lambda> gave has another "
                "structure than it must have.\n  expected: PyTreeSpec(*)"
            ),
        ),
        (
            ft.ShapeError,
            None,
            lambda x, g: (g[:2],),
            (
                "the cotangent of argument 'x' has another shape.\n"
                "  expected: float64[3]\n  got:      float64[2]"
            ),
        ),
        (
            ft.DtypeError,
            None,
            lambda x, g: (np.array(["a", "b", "c"]),),
            (
                "the cotangent of argument 'x' is not an array.\n"
                "  expected: arrays, numbers, or pytrees of them\n"
                "  got:      numpy.ndarray of dtype <U1"
            ),
        ),
        (
            ft.DtypeError,
            None,
            lambda x, g: (print,),
            (
                "the cotangent of argument 'x' is not an array.\n"
                "  expected: arrays, numbers, or pytrees of them\n"
                "  got:      builtin_function_or_method"
            ),
        ),
        (
            ft.DtypeError,
            lambda x: ("text", x),
            None,
            "the output is not an array.",
        ),
    ],
)
def test_what_a_reverse_rule_may_not_return(error, fwd, bwd, text):
    with pytest.raises(error) as caught:
        ft.grad(total(square_with(fwd, bwd)))(X)
    assert "functrace.custom_vjp of <lambda>: " in str(caught.value)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("error", "result", "text"),
    [
        (
            ft.PytreeMismatchError,
            lambda x, t: t,
            "<lambda> must return a pair.\n  expected: (output, tangent of the output)",
        ),
        (
            ft.PytreeMismatchError,
            lambda x, t: (x, (t,)),
            "the tangent that <lambda> gave has another structure than it must have.",
        ),
        (
            ft.ShapeError,
            lambda x, t: (x, np.sum(t)),
            "another shape.\n  expected: float64[3]\n  got:      float64[]",
        ),
        (
            ft.DtypeError,
            lambda x, t: (x, t * 1j),
            (
                "a tangent has another dtype.\n"
                "  expected: float64[3]\n  got:      complex128[3]"
            ),
        ),
    ],
)
def test_what_a_forward_rule_may_not_return(error, result, text):
    f = ft.custom_jvp(lambda x: x**2)
    f.defjvp(lambda primals, tangents: result(primals[0], tangents[0]))
    for transform in (ft.grad(total(f)), lambda x: ft.jvp(f, (x,), (V,))):
        with pytest.raises(error) as caught:
            transform(X)
        assert "functrace.custom_jvp of <lambda>: " in str(caught.value)
        assert text in str(caught.value)


def test_a_forward_rule_that_is_not_linear_has_no_transpose():
    f = ft.custom_jvp(lambda x: x**2)
    f.defjvp(lambda p, t: (None, t[0] ** 2))
    assert ft.jvp(f, (2.0,), (3.0,))[1] == 9.0
    with pytest.raises(ft.MissingRuleError, match="not linear in the tangents"):
        ft.grad(f)(2.0)


def test_a_reverse_rule_that_cannot_be_traced_is_transposed_by_its_values():
    f = square_with(bwd=lambda x, g: (2 * x * g.item(),))
    assert ft.grad(f)(3.0) == 6.0
    assert ft.jvp(f, (3.0,), (0.5,)) == (9.0, 3.0)
    assert ft.jit(ft.grad(f))(3.0) == 6.0
    assert ft.grad(ft.grad(f))(3.0) == 2.0
    f = square_with(bwd=lambda x, g: (2 * x.item() * g,))
    with pytest.raises(ft.MissingRuleError, match="item\\(\\) of a traced value"):
        ft.grad(ft.grad(f))(3.0)


def test_a_function_without_rules_is_refused():
    for make in (ft.custom_vjp, ft.custom_jvp):
        with pytest.raises(ft.MissingRuleError) as caught:
            make(total)(1.0)
        assert str(caught.value) == (
            f"functrace.{make.__name__} of total: the function has no derivative yet.\n"
            "  help: give it one with .defvjp, .defjvp or .defjvps."
        )
    with pytest.raises(
        TypeError, match=r"functrace\.custom_vjp: a function was expected"
    ):
        ft.custom_vjp(3)


def test_arguments_that_are_refused():
    f = square_with()
    with pytest.raises(ft.DtypeError) as caught:
        ft.grad(lambda x: f({"a": x, "b": "text"}))(1.0)
    assert str(caught.value) == (
        "functrace.custom_vjp of <lambda>: argument 'x' is not an array or a number.\n"
        "  expected: arrays, numbers, or pytrees of them\n"
        "  got:      str\n"
        "  help: name its position in nondiff_argnums."
    )
    fixed = reverse_only(
        lambda x, y: x, lambda x, y: (x, y), lambda x, y, g: (g,), nondiff_argnums=1
    )
    with pytest.raises(ft.MissingRuleError) as caught:
        ft.grad(lambda x: fixed(x, {"a": x}))(1.0)
    assert str(caught.value) == (
        "functrace.custom_vjp of <lambda>: argument 'y' holds a traced value, but "
        "nondiff_argnums says that it has no derivative.\n"
        "  got:      float64[]\n"
        "  help: leave it out of nondiff_argnums, and return None for its cotangent if "
        "it is zero."
    )
    for wrong in (-1, "z"):
        g = reverse_only(lambda x: x, None, None, nondiff_argnums=wrong)
        g.fwd = cube_forward
        with pytest.raises(
            ft.ShapeError, match="names an argument that does not exist"
        ):
            ft.grad(g)(1.0)
    h = ft.custom_jvp(lambda x, y: x, nondiff_argnums=1)
    with pytest.raises(TypeError, match="use defjvp in place of defjvps"):
        h.defjvps(None, None)
    k = ft.custom_jvp(lambda x, y: x)
    k.defjvps(None)
    with pytest.raises(ft.PytreeMismatchError, match="or None, for each argument"):
        ft.grad(k)(1.0, 2.0)
