"""Choices between numbers in loops: by masks on x86, the same numbers everywhere."""

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.machine.target import aiming_at, named
from functrace.compiler.text.module import Module

NUMBERS = [0.25, 1.0, -0.0, -3.5, 1e300, np.inf, -np.inf, np.nan]


def wander(x):
    """Rounds of choices with a condition in common, of numbers of all kinds."""

    def step(state):
        k, x, y, n = state
        small = x < 0.5
        other = np.where(small, y, x)
        return (
            k + 1,
            np.where(small, x * 1.5 + y, x - other),
            np.where(small, other, np.where(x > y, y - 1, -y)),
            np.where(small, n + 1, n),
        )

    start = (0, x, x * 0 + 0.25, np.int64(0))
    return ft.while_loop(lambda state: state[0] < 9, step, start)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("number", NUMBERS)
def test_choices_are_the_same_to_the_bit(dtype, number):
    with np.errstate(all="ignore"):
        x = dtype(number)
        plain, compiled = wander(x), ft.jit(wander)(x)
    for a, b in zip(plain, compiled, strict=True):
        assert np.asarray(a).dtype == np.asarray(b).dtype
        np.testing.assert_array_equal(a, b)


def test_choices_of_other_kinds_than_what_is_compared():
    def step(state):
        k, x, z, n = state
        small = x < np.float32(0.5)
        chosen = np.where(small, z * 1j, z + 1.0)
        return k + 1, x * np.float32(1.5), chosen, np.where(small, n * 0.5, n)

    def function(x, z, n):
        return ft.while_loop(lambda state: state[0] < 9, step, (0, x, z, n))

    given = np.float32(0.1), 1.0 + 2.0j, np.float64(3.0)
    for a, b in zip(function(*given), ft.jit(function)(*given), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    ("machine", "masks"), [("x86-64", True), ("x86-64-v4", True), ("aarch64", False)]
)
def test_only_x86_has_masks(machine, masks):
    graph = ft.make_graph(wander)(ft.Aval((), np.float64))
    with aiming_at(named(machine)):
        text = Module(graph.nodes, graph.inputs, graph.outputs).text
    assert ("select <2 x i1>" in text) == masks


def test_what_is_no_round_has_none():
    graph = ft.make_graph(lambda x: np.where(x < 1, x, -x))(ft.Aval((), np.float64))
    with aiming_at(named("x86-64")):
        text = Module(graph.nodes, graph.inputs, graph.outputs).text
    assert "select i1" in text
