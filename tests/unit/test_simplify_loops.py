"""What simplification takes out of loops and branches, and of products with few terms."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.engine.simplify import simplify
from functrace.primitives._rewrites import sums

RNG = np.random.default_rng(5)


def of(function, *args):
    """The simplified graph of a function of such arrays, which gives the same."""
    avals = [ft.Aval(np.shape(x), np.asarray(x).dtype) for x in args]
    graph = ft.make_graph(function)(*avals)
    simple = simplify(graph)
    check(simple)
    for old, new in zip(graph.evaluate(args), simple.evaluate(args), strict=True):
        np.testing.assert_allclose(new, old, rtol=1e-12)
    return simple


def loops(graph, name="scan"):
    return [node for node in graph.nodes if node.name == name]


def names(graph):
    return [node.name for node in graph.nodes]


XS = RNG.normal(size=(6, 3))


def test_the_forward_pass_of_a_gradient_is_run_once():
    def loss(w, xs):
        return np.sum(ft.scan(lambda h, x: (np.tanh(w * h + x),) * 2, xs[0], xs)[1])

    simple = of(ft.value_and_grad(loss), np.float64(0.3), XS)
    forward, backward = loops(simple)
    assert (forward.params["reverse"], backward.params["reverse"]) == (False, True)
    both = of(lambda w, xs: (loss(w, xs), ft.grad(loss)(w, xs)), np.float64(0.3), XS)
    assert len(loops(both)) == 2
    twice = of(lambda w, xs: loss(w, xs) * loss(w, xs), np.float64(0.3), XS)
    assert len(loops(twice)) == 1


def test_different_loops_are_not_taken_for_one():
    def both(xs):
        def total(sign):
            return ft.scan(lambda c, x: (c + sign * x, c), xs[0], xs)[1]

        return total(1.0), total(-1.0)

    assert len(loops(of(both, XS))) == 2


def test_unused_carries_rows_and_constants_are_left_out():
    def f(a, b, xs):
        def step(carry, x):
            u, v, w = carry
            return (u + x[0], v * b + u, w + 1), (u * a, np.sin(x))

        (u, _, _), (ys, _) = ft.scan(step, (0.0, 0.0, 0), xs)
        return u, ys

    (loop,) = loops(of(f, np.float64(2), np.float64(3), XS))
    assert (loop.params["consts"], loop.params["carry"]) == (1, 1)
    assert len(loop.avals) == 2
    assert "sin" not in names(loop.params["body"])


def test_what_is_the_same_in_every_round_is_computed_before():
    def f(a, xs):
        def step(carry, x):
            total, scale = carry
            return (total + np.exp(a) * x * scale, scale), None

        return ft.scan(step, (xs[0], a), xs)[0]

    simple = of(f, np.float64(0.5), XS)
    (loop,) = loops(simple)
    assert "exp" in names(simple)
    assert set(names(loop.params["body"])) == {"multiply", "add"}
    assert loop.params["carry"] == 1


def test_rows_that_repeat_a_number_become_it():
    def f(xs):
        step = lambda c, pair: (c + pair[0] * pair[1] * pair[2], None)  # noqa: E731
        return ft.scan(step, xs[0], (xs, np.full((6, 3), 2.0), xs))[0]

    (loop,) = loops(of(f, XS))
    assert len(loop.inputs) == 2


def test_no_rounds_and_no_outputs():
    simple = of(lambda x: ft.scan(lambda c, _: (c * 2, c), x, None, 0)[1], XS)
    assert [aval.shape for aval in simple.out_avals] == [(0, 6, 3)]
    kept = of(lambda x: ft.scan(lambda c, _: (c, c), x, None, 3), XS)
    assert len(loops(kept)[0].avals) == 1


def test_conditions_keep_what_they_look_at():
    def f(a, x):
        def body(s):
            i, x, y, z = s
            return i + 1, x * np.cos(a), y + x, z

        return ft.while_loop(lambda s: (s[0] < 5) & (s[3] > 0), body, (0, x, x, a))[1]

    simple = of(f, np.float64(0.5), np.float64(2))
    (loop,) = loops(simple, "while_loop")
    assert "cos" in names(simple)
    assert len(loop.params["body"].outputs) == 2


def test_what_may_fail_stays_in_a_loop_that_may_have_no_rounds():
    def f(a, n):
        body = lambda s: (s[0] + 1, s[1] + np.linalg.inv(a))  # noqa: E731
        return ft.while_loop(lambda s: s[0] < n, body, (0, a))[1]

    assert "inv" not in names(of(f, np.zeros((2, 2)), np.int64(0)))


def test_integers_to_negative_powers_stay_there_too():
    def total(count, exponent):
        return ft.fori_loop(0, count, lambda i, a: a + np.power(2, exponent), 0)

    assert ft.jit(total)(0, -1) == total(0, -1) == 0
    for function in (total, ft.jit(total)):
        with pytest.raises(ValueError, match="negative integer powers"):
            function(1, -1)


def test_branches():
    def f(i, x, y):
        return ft.switch(i, [lambda: (x, y), lambda: (np.sin(x), x)])[0]

    (node,) = loops(of(f, np.int64(1), np.float64(2), np.float64(3)), "switch")
    assert (len(node.inputs), len(node.avals)) == (2, 1)

    def known(x):
        return ft.cond(np.zeros_like(x) > 1, np.sin, np.cos, x)

    assert "cos" in names(of(known, np.float64(2)))
    assert not loops(of(known, np.float64(2)), "switch")


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("transposed", [False, True])
def test_sums_of_products_are_one_product(batch, transposed):
    n, m = 9, 8
    w = RNG.normal(size=(n, m) if transposed else (m, n))
    xs = RNG.normal(size=(4, *batch, m))

    def loss(w, xs):
        matrix = w.T if transposed else w
        return np.sum(
            ft.scan(
                lambda h, x: (h + np.tanh(x @ matrix), None), 0 * xs[0] @ matrix, xs
            )[0]
            ** 2
        )

    simple = of(ft.grad(loss), w, xs)
    assert not any(
        a.shape in ((n, m), (m, n)) for node in loops(simple) for a in node.avals
    )
    assert "matmul" in names(simple)


def test_small_sums_and_long_loops_stay():
    def loss(w, xs):
        return np.sum(ft.scan(lambda h, x: (np.tanh(w @ h + x),) * 2, xs[0], xs)[1])

    simple = of(ft.grad(loss), RNG.normal(size=(3, 3)), XS)
    assert any(a.shape == (3, 3) for node in loops(simple) for a in node.avals)
    many = sums._LARGEST // 20 + 1
    graph = ft.make_graph(ft.grad(loss))(ft.Aval((10, 10)), ft.Aval((many, 10)))
    last = loops(simplify(graph))[-1]
    assert any(aval.shape == (10, 10) for aval in last.avals)


def test_outer_products_are_multiplications():
    x, y = RNG.normal(size=3), RNG.normal(size=4)
    assert "einsum" not in names(of(np.outer, x, y))
    assert "einsum" not in names(of(lambda x, y: np.einsum("i,j->ji", x, y), x, y))


def test_products_with_diagonal_matrices():
    a, v = RNG.normal(size=(3, 3)), RNG.normal(size=3)
    eye = np.eye(3)
    for f in (
        lambda a, v: eye @ a,
        lambda a, v: a @ (eye * v),
        lambda a, v: (v[:, None] * (eye * v)) @ a,
    ):
        assert "matmul" not in names(of(f, a, v))
    for f in (
        lambda a, v: np.eye(3, k=1) @ a,
        lambda a, v: (eye * a) @ a,
        lambda a, v: (eye + v) @ a,
        lambda a, v: eye[:2] @ a,
    ):
        assert "matmul" in names(of(f, a, v))
