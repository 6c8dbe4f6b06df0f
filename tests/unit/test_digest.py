"""Digests of graphs: equal for equal computations, in every process; else different."""

import subprocess
import sys

import numpy as np
import pytest

import functrace as ft
from functrace.core.digest import digest, interned

X = np.linspace(0.5, 1.5, 4)
COLUMN, LARGE = np.arange(4.0), np.arange(1000.0)


def of(function, *args):
    return digest(ft.make_graph(function)(*args))


def branches(x):
    body = lambda c, t: (np.sin(c) * t, c)  # noqa: E731
    return ft.scan(body, ft.cond(x[0] > 1, np.sin, np.cos, x), np.arange(3.0))


FUNCTIONS = [
    lambda x: x + 1,
    lambda x: x + 1.0,
    lambda x: x + True,
    lambda x: x + np.float64(1),
    lambda x: x + np.float32(1),
    lambda x: x + COLUMN,
    lambda x: x + (COLUMN + 1),
    lambda x: x + COLUMN.astype(np.float32),
    lambda x: x - 0.0,
    lambda x: x - -0.0,
    lambda x: x + np.nan,
    lambda x: (x, x),
    lambda x: (x, x + 1),
    lambda x: x[::-1],
    lambda x: x[1:],
    lambda x: x[:, None],
    lambda x: np.sum(x),
    lambda x: np.sum(x, keepdims=True),
    lambda x: np.sin(x) * np.cos(x),
    lambda x: np.cos(x) * np.sin(x),
    lambda x: np.sin(np.sin(x)),
    lambda x: x[0] + LARGE,
    lambda x: x[0] + np.where(LARGE == 500, 1, LARGE),
    lambda x: x.astype(np.float32),
    lambda x: ft.scan(lambda c, t: (c * t, c), x, np.arange(3.0)),
    lambda x: ft.scan(lambda c, t: (c + t, c), x, np.arange(3.0)),
    lambda x: ft.scan(lambda c, t: (c + t, c), x, np.arange(3.0), reverse=True),
    branches,
    ft.grad(lambda x: np.sum(x**2)),
    ft.vmap(lambda x: x**2),
]


def test_equal_for_equal_computations():
    aval = ft.Aval(4)
    assert [of(f, aval) for f in FUNCTIONS] == [of(f, aval) for f in FUNCTIONS]


def test_different_for_different_ones():
    avals = [ft.Aval(4), ft.Aval(5), ft.Aval((4, 1)), ft.Aval(4, np.float32)]
    digests = [of(f, ft.Aval(4)) for f in FUNCTIONS]
    digests += [of(np.sin, aval) for aval in avals]
    digests += [of(lambda x, y: x - y, *avals[:1] * 2)]
    digests += [of(lambda x, y: y - x, *avals[:1] * 2)]
    assert None not in digests
    assert len(set(digests)) == len(digests)


def test_what_does_not_matter():
    def function(weight):
        return weight.copy() * 2

    assert of(function, ft.Aval(4)) == of(lambda other: other.copy() * 2, ft.Aval(4))
    assert of(lambda x: x + LARGE[:4], X) == of(lambda x: x + LARGE[:4].copy(), X)
    assert of(lambda x: {"a": x}, X) == of(lambda x: [x], X)


@pytest.mark.parametrize("rule", [ft.custom_vjp, ft.custom_jvp])
def test_rules_of_the_user_have_none(rule):
    @rule
    def square(x):
        return x * x

    if rule is ft.custom_vjp:
        square.defvjp(lambda x: (square(x), x), lambda x, g: (2 * x * g,))
    else:
        square.defjvp(lambda xs, ts: (square(*xs), 2 * xs[0] * ts[0]))
    graph = ft.make_graph(square)(ft.Aval(4))
    assert digest(graph) is None


def test_values_from_outside_have_none():
    graphs = []

    def function(x):
        graphs.append(ft.make_graph(lambda y: x * y)(ft.Aval(4)))
        return np.sum(x)

    ft.grad(function)(X)
    assert digest(graphs[0]) is None


SCRIPT = """
import numpy as np, functrace as ft
from functrace.core.digest import digest
f = lambda x: ft.scan(lambda c, t: (np.sin(c) * t, c), x, np.arange(3.0))
print(digest(ft.make_graph(ft.grad(lambda x: np.sum(f(x)[1])))(ft.Aval(4))))
"""


@pytest.mark.slow
def test_the_same_in_every_process():
    run = [sys.executable, "-c", SCRIPT]
    seeds = [{"PYTHONHASHSEED": seed} for seed in ("1", "2")]
    outs = [
        subprocess.run(run, env=seed, capture_output=True, check=True).stdout
        for seed in seeds
    ]
    assert outs[0] == outs[1] != b"None\n"


def test_arrays_of_graphs_are_found_by_their_contents():
    constant = np.arange(200.0) + 0.125
    constant.flags.writeable = False
    graph = ft.make_graph(lambda x: x * constant)(ft.Aval(200))
    assert digest(graph)
    assert interned(constant.copy()) is constant
    others = constant + 1, constant.astype("f4"), constant.reshape(10, 20)
    assert all(interned(other) is other for other in others)


@pytest.mark.parametrize("order", ["F", "written"])
def test_arrays_that_lie_otherwise_or_may_change_are_not(order):
    constant = np.asfortranarray(np.arange(200.0).reshape(10, 20) + 0.25)
    if order == "written":
        constant = np.ascontiguousarray(constant + 0.5)
    constant.flags.writeable = order == "written"
    graph = ft.make_graph(lambda x: x * constant)(ft.Aval((10, 20)))
    assert digest(graph)
    same = np.ascontiguousarray(constant.copy(order="C"))
    found = interned(same)
    assert found is not constant
    assert found.flags.c_contiguous
    assert np.array_equal(found, same)
