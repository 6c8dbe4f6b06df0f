"""What effects take: texts, values of every kind; what is refused where it is written."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.digest import digest
from functrace.core.errors import DtypeError, MutationError


def test_text(capsys):
    @ft.jit
    def f(x, n):
        ft.debug.print("{:.2f} {n:d} {x[1]!r}", x[0], n=n, x=x)
        return x * n

    f(np.array([1.0, 2.0]), 3)
    assert capsys.readouterr().out == "1.00 3 np.float64(2.0)\n"


@pytest.mark.parametrize("fmt", ["{} {}", "{x}", "{1}"])
def test_a_text_without_its_values_is_refused_where_it_is_written(fmt):
    with pytest.raises((IndexError, KeyError)):
        ft.jit(lambda x: ft.debug.print(fmt, x) or x)(1.0)


@pytest.mark.parametrize(
    "value",
    [
        np.float32(1.5),
        np.int8(-3),
        np.bool_(True),
        np.complex128(1 - 2j),
        np.array([], np.float64),
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.arange(12.0).reshape(3, 4)[::-1, ::2],
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.array([np.nan, np.inf]),
    ],
    ids=repr,
)
def test_values_of_every_kind_and_layout(value):
    seen = []

    @ft.jit
    def f(x):
        ft.debug.callback(lambda x, y: seen.extend((x, y)), x, x.T)
        return x.copy()

    f(value)
    for got, expected in zip(seen, (value, value.T), strict=True):
        assert got.dtype == expected.dtype
        assert got.shape == expected.shape
        np.testing.assert_array_equal(got, expected)
        if isinstance(got, np.ndarray):
            got[...] = 0  # its own


def test_pytrees_and_keywords():
    seen = []

    @ft.jit
    def f(x):
        ft.debug.callback(
            lambda tree, *, k: seen.append((tree, k)), {"a": (x, 2 * x), "b": None}, k=3
        )
        return x

    f(1.5)
    ((tree, k),) = seen
    assert tree == {"a": (1.5, 3.0), "b": None}
    assert k == 3


def test_graphs_show_them_and_have_no_name_on_disk():
    graph = ft.make_graph(lambda x: ft.debug.print("x = {}", x) or x)(1.0)
    assert "call=print('x = {}')" in str(graph)
    assert digest(graph) is None


def test_programs_without_effects_are_what_they_were():
    with_effect = ft.make_graph(lambda x: ft.debug.print("") or x + 1)(1.0)
    without = ft.make_graph(lambda x: x + 1)(1.0)
    assert len(with_effect.inputs) == 2
    assert len(without.inputs) == len(without.outputs) == 1
    assert ft.eval_shape(lambda x: ft.debug.print("") or x + 1, 1.0) == ft.Aval(())


def test_when_must_be_one_truth_value():
    for when in (1.0, np.ones(2, bool)):
        with pytest.raises((DtypeError, ValueError)):
            ft.debug.print("", when=when)


def test_no_place_for_it():
    def cond(x):
        ft.debug.print("{}", x)
        return x < 3

    with pytest.raises(MutationError, match="no place here"):
        ft.jit(lambda x: ft.while_loop(cond, lambda x: x + 1, x))(0.0)


def test_a_function_that_gives_nothing(capsys):
    assert ft.jit(lambda x: ft.debug.print("{}", x))(1.5) is None
    assert capsys.readouterr().out == "1.5\n"
