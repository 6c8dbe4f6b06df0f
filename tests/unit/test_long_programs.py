"""Programs of many different operations: how many functions, vectors and arrays they take."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.machine.target import host
from functrace.compiler.plan.collect import GroupItems
from functrace.compiler.plan.kinds import TRIAL, is_native
from functrace.compiler.text import module
from functrace.primitives.effect import tokens_of

N = 1000


def formula(count, seed=0):
    """Of eight operands, a formula in which nothing is repeated."""
    draw = random.Random(seed)
    lines, known = [], [f"x[{k}]" for k in range(8)]
    for k in range(count):
        a, b = draw.choices(known[-24:], k=2)
        form = draw.choice(
            ["{} + {}", "{} * {}", "np.sin({}) - {}", "{} / (2 + {} ** 2)"]
        )
        lines.append(f"t{k} = {form.format(a, b)} * {draw.uniform(-1, 1)}")
        known.append(f"t{k}")
    scope = {"np": np}
    body = "\n    ".join([*lines, f"return {' + '.join(known[-24:])}"])
    exec(f"def function(x):\n    {body}", scope)
    return scope["function"]


def chain(count):
    """Operations of which each waits for the one before."""
    draw = random.Random(count)
    forms = [
        draw.choice(["y * x + {}", "y / (x + {})", "{} - y"]) for _ in range(count)
    ]
    lines = [f"y = {form.format(draw.uniform(2, 3))}" for form in forms]
    scope = {}
    body = "\n    ".join(["y = x", *lines, "return y"])
    exec(f"def function(x):\n    {body}", scope)
    return scope["function"]


def total(function):
    return lambda x: np.sum(function(x))


def vectors(program):
    """How many lanes of doubles are multiplied at once, by operations."""
    widths = re.findall(r"fmul \S+ <(\d+) x double>", program.llvm)
    return {int(n) for n in widths}


def functions(program):
    return re.findall(
        r"^define internal .*@(program\.\S+)\(", program.llvm, re.MULTILINE
    )


def test_straight_code_is_one_function():
    x = np.linspace(0.1, 0.9, 8)
    gradient = ft.jit(ft.value_and_grad(formula(800)))
    assert functions(gradient.lower(x)) == ["program.stage0"]
    np.testing.assert_allclose(
        gradient(x)[1], ft.grad(formula(800))(x), rtol=1e-9, atol=1e-12
    )


def test_long_straight_code_is_in_blocks():
    x = np.linspace(0.1, 0.9, 8)
    text = ft.jit(ft.value_and_grad(formula(800))).lower(x).llvm
    blocks = 1 + len(re.findall(r"br label %(v\d+)\n\1:", text))
    assert text.count(" contract double ") / blocks < 600


def test_straight_code_in_a_loop_is_in_pieces():
    function = formula(800)

    def loop(x):
        return ft.fori_loop(0, 9, lambda i, x: x * 0.9 + 1e-3 * function(x), x)

    x = np.linspace(0.1, 0.9, 8)
    text = ft.jit(loop).lower(x).llvm
    assert (
        len(re.findall(r"^define internal void @section1\.stage", text, re.MULTILINE))
        > 2
    )
    np.testing.assert_allclose(ft.jit(loop)(x), loop(x), rtol=1e-9)


def test_what_routines_share_stands_before_both():
    def function(x):
        angles = [x * k for k in range(1, 40)]
        sines = [np.sin(a) for a in angles]
        cosines = [np.cos(a) for a in angles]
        return sum(s * c for s, c in zip(sines, cosines, strict=True))

    program = ft.jit(function).lower(0.3)
    assert program.llvm.count("call {double, double} @ft_sin_cos_f64") == 39
    np.testing.assert_allclose(ft.jit(function)(0.3), function(0.3), rtol=1e-12)


def test_items_are_put_in_order_once(monkeypatch):
    calls = []
    monkeypatch.setattr(
        GroupItems,
        "finish",
        lambda self, old=GroupItems.finish: calls.append(old(self)),
    )
    x = np.linspace(0.1, 0.9, 8)
    ft.jit(ft.grad(formula(100, seed=5))).lower(x).plan  # noqa: B018 - makes it
    assert 0 < len(calls) <= 2


@pytest.mark.parametrize("count", [100, 400])
def test_vectors_are_narrow_where_much_is_independent(count):
    x = np.linspace(0.1, 0.9, 8 * N).reshape(8, N)
    gradient = ft.jit(ft.grad(total(formula(count))))
    assert vectors(gradient.lower(x)) == {host().vector_bits // 64}
    expected = ft.grad(total(formula(count)))(x)
    np.testing.assert_allclose(gradient(x), expected, rtol=1e-8, atol=1e-11)


def test_vectors_are_wide_where_operations_wait():
    x = np.linspace(0.1, 0.9, N)
    assert host().double_lanes in vectors(ft.jit(chain(70)).lower(x))


def test_vectors_are_wide_where_one_is_enough():
    n = host().double_lanes - 1
    x = np.linspace(0.1, 0.9, 8 * n).reshape(8, n)
    program = ft.jit(ft.grad(total(formula(100)))).lower(x)
    assert vectors(program) == {n + 1}


def test_single_precision_fills_registers_too():
    x = np.linspace(0.1, 0.9, 8 * N, dtype=np.float32).reshape(8, N)
    text = ft.jit(ft.grad(total(formula(100)))).lower(x).llvm
    widths = {int(n) for n in re.findall(r"fadd \S+ <(\d+) x float>", text)}
    assert max(widths) == host().vector_bits // 32


def test_parts_of_complex_numbers_fill_registers_too():
    x = np.exp(1j * np.linspace(0.1, 0.9, 8 * N)).reshape(8, N)
    function = formula(400, seed=3)
    program = ft.jit(function).lower(x)
    assert vectors(program) == {host().vector_bits // 64}
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-8)


@pytest.mark.parametrize("count", [100, 700])
def test_chains_are_not_stored(count):
    x = np.linspace(0.9, 0.99, N)
    program = ft.jit(chain(count)).lower(x)
    assert program.peak_memory == x.nbytes  # the result's
    np.testing.assert_allclose(ft.jit(chain(count))(x), chain(count)(x), rtol=1e-9)


def test_a_gradient_is_one_loop_however_long():
    x = np.linspace(0.1, 0.9, 8 * N).reshape(8, N)
    program = ft.jit(ft.value_and_grad(total(formula(900)))).lower(x)
    assert len(re.findall(r"^\d+:", program.plan, re.MULTILINE)) == 1
    assert "arena" not in program.plan


def test_the_longest_loops_are_not_optimised(monkeypatch):
    x = np.linspace(0.1, 0.9, 8 * N).reshape(8, N)
    graph = ft.jit(formula(300)).lower(x).graph
    levels = []
    for longest in (10_000, 100):
        monkeypatch.setattr(module, "_LONG_LOOP", longest)
        made = module.Module(graph.nodes, graph.inputs, graph.outputs)
        levels.append(made.level)
    assert levels == [1, 0]


def test_tokens_are_looked_for_where_they_can_be():
    graph = ft.make_graph(formula(50))(np.linspace(0.1, 0.9, 8))
    assert tokens_of(graph) == ()


def test_what_is_known_of_integers_depends_on_their_values():
    small = ft.make_graph(lambda x: x + 1)(np.ones(3, np.int8))
    (node,) = small.nodes
    assert is_native(node)
    assert TRIAL.emits(node)
