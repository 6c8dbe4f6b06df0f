"""Branches as operations of graphs, against Python's own."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import functrace as ft
from tests._ways import LAWS, assert_same, graph_of, recorded

RNG = np.random.default_rng(12)
X = RNG.normal(size=3)
Y = RNG.normal(size=3)


@dataclasses.dataclass(frozen=True)
class Pair:
    first: Any
    second: Any


# -- all laws ----------------------------------------------------------------------------


def on_operands(flag, x, y):
    return ft.cond(flag, lambda x, y: np.sin(x) * y, lambda x, y: x - y**2, x, y)


def on_captured(x, y):
    return ft.cond(
        np.sum(x) > 0.3, lambda: np.sin(x) * y[0], lambda: np.cos(y) + np.sum(x)
    )


def by_number(x, y):
    return ft.cond(x[0] * 0 + 0.5, lambda: x * y, lambda: y)


def in_pytrees(flag, x, y):
    def first(tree, y):
        return {"p": Pair(tree["p"].second, y * tree["p"].first), "none": None, "n": 1}

    def second(tree, y):
        return {"p": Pair(tree["p"].first, y), "none": tree["none"], "n": 2}

    return ft.cond(flag, first, second, {"p": Pair(x, x * y), "none": None}, y)


def one_constant(flag, x):
    return ft.cond(flag, lambda x: (x * x, 0.0), lambda x: (np.ones(3), x[0]), x)


def swapped(flag, x, y):
    return ft.cond(flag, lambda x, y: (y, x), lambda x, y: (x, y), x, y)


def one_is_flat(flag, x, y):
    """One branch has no derivative with respect to `y`, the other none at all."""
    return ft.cond(flag, lambda x, y: np.sum(x**2), lambda x, y: 3.0, x, y)


def written_in_place(flag, x, y):
    def first(z):
        z = z.copy()
        z[0] = y[1] * z[2]
        view = z[1:]
        view *= 2
        return z * y

    return ft.cond(flag, first, lambda z: z, x * y)


def nested(x, y):
    def positive(x):
        return ft.cond(x[1] > 0, lambda x: x * y, lambda x: np.sin(x), x)

    return ft.cond(
        x[0] > 0, positive, lambda x: ft.cond(y[0] > 0, np.exp, np.cos, x), x
    )


def loops_inside(flag, x, y):
    def first(x):
        return ft.scan(lambda h, y: (np.sin(h) * y, h[0]), x, y)

    def second(x):
        last = ft.while_loop(lambda h: np.sum(h**2) > 1, lambda h: h * 0.5, x * 3)
        return last, y * np.sum(x)

    return ft.cond(flag, first, second, x)


def transforms_inside(flag, x, y):
    def first(x):
        return ft.grad(lambda z: np.sum(np.sin(z) * y))(x)

    def second(x):
        return ft.vmap(lambda a, b: a * ft.jit(np.sin)(b))(x, y)

    return ft.cond(flag, first, second, x)


def one_of_three(index, x, y):
    return ft.switch(
        index, [lambda x: x * y, lambda x: np.sin(x), lambda x: y * np.sum(x)], x
    )


def dtypes(flag, a, b):
    def first(c, n):
        return c * c, n + 1, n > 3, np.real(c) * np.float32(2)

    def second(c, n):
        return np.conj(c), n * 2, n < 3, np.imag(c)

    return ft.cond(flag, first, second, a + 1j * b, np.int32(3))


def of_no_operands(flag, x):
    return x * ft.cond(flag, lambda: 2.0, lambda: 3)


PROBLEMS = {
    "on_operands": (on_operands, (True, X, Y)),
    "on_captured": (on_captured, (X, Y)),
    "by_number": (by_number, (X, Y)),
    "in_pytrees": (in_pytrees, (True, X, Y)),
    "one_constant": (one_constant, (False, X)),
    "swapped": (swapped, (True, X, Y)),
    "one_is_flat": (one_is_flat, (True, X, Y)),
    "written_in_place": (written_in_place, (True, X, Y)),
    "nested": (nested, (X, Y)),
    "loops_inside": (loops_inside, (True, X, Y)),
    "transforms_inside": (transforms_inside, (True, X, Y)),
    "one_of_three": (one_of_three, (1, X, Y)),
    "dtypes": (dtypes, (True, np.float64(0.4), np.float64(0.5))),
    "of_no_operands": (of_no_operands, (False, X)),
}
PROBLEMS = {
    name: (fun, tuple(np.bool_(x) if type(x) is bool else x for x in args))
    for name, (fun, args) in PROBLEMS.items()
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("law", LAWS)
def test_it_is_the_branch_that_python_takes(law, name):
    law(*PROBLEMS[name])


# -- particular things -------------------------------------------------------------------


def test_only_the_chosen_branch_is_called_where_the_predicate_is_known():
    called = []

    def branch(name, x):
        called.append(name)
        return x

    def fun(x):
        return ft.cond(True, lambda: branch("a", x), lambda: branch("b", x))

    ft.jit(fun)(1.0)
    ft.grad(lambda x: ft.cond(x > 0, lambda: branch("c", x), lambda: branch("d", x)))(
        1.0
    )
    assert called == ["a", "c"]


@pytest.mark.parametrize("index", [-5, -1, 0, 1, 2, 3, 99])
def test_the_index_is_clamped(index):
    def fun(index, x):
        branches = [np.sin, np.cos, np.tanh]
        return ft.switch(index, branches, x)

    expected = [np.sin, np.cos, np.tanh][min(max(index, 0), 2)](0.4)
    mapped = ft.vmap(fun, in_axes=(0, None))(np.array([index]), 0.4)
    assert_same(mapped, np.array([expected]))
    for way in (fun, recorded(fun), ft.jit(fun)):
        for kind in (int, np.int8, np.int64):
            assert_same(way(kind(index), 0.4), expected)


@pytest.mark.parametrize("kind", [np.uint8, np.uint64, np.int16])
def test_indices_of_any_integer_dtype(kind):
    fun = ft.jit(lambda i: ft.switch(i, [lambda: 1.0, lambda: 2.0, lambda: 3.0]))
    assert fun(kind(1)) == 2.0
    assert fun(kind(100)) == 3.0


def safe_sqrt(x):
    return ft.cond(x > 0, lambda: np.sqrt(x), lambda: 0.0 * x)


def safe_log(x):
    return ft.cond(x > 0, lambda x: np.log(x) / x, lambda x: x**2, x)


@pytest.mark.parametrize("fun", [safe_sqrt, safe_log])
@pytest.mark.parametrize("x", [-1.0, 0.0, 2.0])
def test_the_other_branch_gives_no_nan(fun, x):
    """Nor does it warn: warnings are errors."""
    for value, of in (
        (fun, fun),
        (ft.grad(fun), ft.grad(fun)),
        (ft.grad(ft.grad(fun)),) * 2,
    ):
        expected = value(x)
        assert np.isfinite(expected)
        assert_same(ft.jit(of)(x), expected)
        assert_same(recorded(of)(x), expected)
    assert_same(ft.grad(ft.jit(fun))(x), ft.grad(fun)(x))
    assert_same(ft.jvp(ft.jit(fun), (x,), (1.0,))[1], ft.grad(fun)(x))


@pytest.mark.parametrize("fun", [safe_sqrt, safe_log])
def test_nor_in_a_batch_of_gradients(fun):
    x = np.array([-1.0, 0.0, 2.0])
    for of in (ft.grad(fun), ft.grad(ft.grad(fun))):
        with np.errstate(all="ignore"):  # there, both are computed
            got, compiled = ft.vmap(of)(x), ft.jit(ft.vmap(of))(x)
        expected = np.array([of(each) for each in x])
        assert_same(got, expected)
        assert_same(compiled, expected)


def test_a_custom_vjp_inside_is_followed():
    double = ft.custom_vjp(lambda x: 2 * x)
    double.defvjp(
        lambda x: (2 * x, np.cos(x)), lambda c, g: (c * g,)
    )  # wrong on purpose

    def fun(x):
        return np.sum(ft.cond(x[0] > 9, np.sin, double, x))

    expected = np.cos(X)
    for way in (ft.grad(fun), ft.jit(ft.grad(fun)), ft.grad(ft.jit(fun))):
        assert_same(way(X), expected)


def test_one_predicate_for_a_batch_stays_a_branch():
    def fun(x, flag):
        return ft.cond(flag > 0, np.sin, np.cos, x)

    mapped = ft.vmap(fun, in_axes=(0, None))
    assert "switch" in [node.name for node in graph_of(mapped, X, 1.0).nodes]
    each = ft.vmap(fun, in_axes=(None, 0))
    assert "where" in [node.name for node in graph_of(each, 1.0, X).nodes]


def test_a_branch_that_is_known_after_all_is_inlined():
    fun = ft.jit(lambda x: ft.cond(np.zeros_like(x) > 1, np.sin, np.cos, x))
    names = [node.name for node in fun.lower(0.5).graph.nodes]
    assert fun(0.5) == np.cos(0.5)
    assert "switch" not in names
    assert "sin" not in names


# -- errors ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fun", "error", "text"),
    [
        (
            lambda x: ft.cond(x > 0, lambda: (x,), lambda: x),
            ft.PytreeMismatchError,
            r"the result of branch 1 .*\n  expected: .*\(\*\)\n  got: .*\(\(\*,\)\)",
        ),
        (
            lambda x: ft.cond(x > 0, lambda: {"a": x}, lambda: {"a": np.float32(2)}),
            ft.DtypeError,
            r"expected: {'a': float32\[\]}\n  got:      {'a': float64\[\]}\n  help: convert",
        ),
        (
            lambda x: ft.cond(x > 0, lambda: x, lambda: x * np.ones(2)),
            ft.ShapeError,
            r"another shape .*\n  expected: float64\[2\]\n  got:      float64\[\]",
        ),
        (
            lambda x: ft.cond(x > 0, lambda: True, lambda: x),
            ft.DtypeError,
            r"got:      bool\[\]",
        ),
        (
            lambda x: ft.cond(x > 0, lambda: "a", lambda: "b"),
            ft.DtypeError,
            r"holds something that is not an array of numbers.*\n.*\n  got:      str",
        ),
        (
            lambda x: ft.cond(x > 0, lambda a: x, lambda a: x, "a"),
            ft.DtypeError,
            r"an operand holds .*\n.*\n  got:      str",
        ),
        (
            lambda x: ft.switch(np.floor(x), [lambda: x, lambda: x]),
            ft.DtypeError,
            r"functrace.switch: index must be one integer.\n  got:      float64\[\]",
        ),
        (
            lambda x: ft.switch(
                x.astype(int), [lambda: x, lambda: x, lambda: x * np.ones(2)]
            ),
            ft.ShapeError,
            r"functrace.switch: the result of branch 2",
        ),
    ],
)
def test_branches_that_differ(fun, error, text):
    with pytest.raises(error, match=text):
        ft.jit(fun)(1.0)


@pytest.mark.parametrize(
    ("fun", "error", "text"),
    [
        (
            lambda x: ft.cond(x > 0, np.sin, np.cos, x),
            ft.ShapeError,
            r"cond.*\n.*bool\[3\]",
        ),
        (
            lambda x: ft.cond("a", np.sin, np.cos, x),
            ft.DtypeError,
            "pred holds .*\n.*\n.*str",
        ),
        (lambda x: ft.cond(None, np.sin, np.cos, x), ft.PytreeMismatchError, "pred"),
        (lambda x: ft.cond(x[0] * 1j, np.sin, np.cos, x), ft.DtypeError, "complex128"),
        (
            lambda x: ft.switch(x, [np.sin], x),
            ft.ShapeError,
            r"index.*\n.*float64\[3\]",
        ),
        (lambda x: ft.switch(x[0] > 0, [np.sin], x), ft.DtypeError, r"index.*\n.*bool"),
        (lambda x: ft.switch(0, [], x), ValueError, "no branches"),
    ],
)
def test_what_decides_must_be_one_value(fun, error, text):
    for way in (fun, ft.jit(fun)):
        with pytest.raises(error, match=text):
            way(X)


@pytest.mark.slow
def test_a_value_of_a_branch_does_not_leave_it():
    def fun(x):
        kept = []
        ft.cond(x > 0, lambda x: kept.append(x * 2) or x, lambda x: x, x)
        return x + kept[0]

    for way in (
        ft.jit(fun),
        ft.jit(ft.grad(fun)),
        lambda x: ft.vmap(fun)(np.array([x])),
    ):
        with pytest.raises(ft.LeakedTracerError, match="args"):
            way(1.0)


@pytest.mark.slow
def test_a_branch_cannot_write_outside():
    def fun(x):
        total = np.zeros_like(x)

        def write(x):
            total[0] = x[0]
            return x

        y = ft.cond(x[0] > 0, write, lambda x: x, x)
        return np.sum(total + y)

    assert fun(np.ones(2)) == 3.0
    for way in (ft.jit(fun), ft.jit(ft.grad(fun)), recorded(fun)):
        with pytest.raises(
            ft.MutationError, match=r"functrace.cond: .*\n  got:      float64"
        ):
            way(np.ones(2))


def test_writes_into_operands_are_refused():
    def written(x):
        x[0] = 1.0
        return x * 2

    fun = lambda x: ft.cond(x[0] > 0, written, lambda x: x, x * 1.0)  # noqa: E731
    for call, x in (
        (ft.jit(fun), np.ones(3)),
        (ft.make_graph(fun), np.ones(3)),
        (ft.vmap(fun), np.ones((3, 3))),
    ):
        with pytest.raises(ft.MutationError, match="a branch writes into an operand"):
            call(x)
    copied = lambda x: ft.cond(x[0] > 0, lambda x: written(x.copy()), written, x * 1.0)  # noqa: E731
    with pytest.raises(ft.MutationError, match="a branch writes into an operand"):
        ft.jit(copied)(np.ones(3))
    assert ft.cond(True, lambda x: written(x.copy()), written, np.zeros(3))[0] == 2
