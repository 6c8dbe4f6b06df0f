"""What tests of the rules of simplification share: inputs, and checks of a rule."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.engine.simplify import simplify
from functrace.primitives import elementwise

SPECIAL = [
    *(np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 5e-324, -2e-310),
    *(1.7e308, 0.1, -3.7, 2.0**52 + 1, 1e-160, 7.0, 1e160),
]
VECTOR = np.array(SPECIAL)
F64 = ft.Aval(VECTOR.shape)

x, y = F64, F64
SCALAR = ft.Aval(())
INTS = ft.Aval(4, int)
BOOLS = ft.Aval(VECTOR.shape, bool)
SINGLE = ft.Aval(VECTOR.shape, np.float32)
MATRIX = ft.Aval((3, 4))

each = pytest.mark.parametrize


def values_of(*avals):
    """Inputs with all pairs of special numbers, or something of other dtypes."""
    arrays = []
    for i, aval in enumerate(avals):
        many = np.resize(np.roll(VECTOR, 3 * i), aval.shape)
        if aval.dtype.kind == "b":
            many = np.resize([True, False, False], aval.shape)
        elif aval.dtype.kind != "f":
            many = np.resize([3, 0, -7, 2], aval.shape)
        with np.errstate(over="ignore"):
            arrays.append(many.astype(aval.dtype)[() if not aval.shape else ...])
    return arrays


def graph_of(function, *avals):
    return ft.make_graph(function)(*avals)


def simplified(graph):
    before = str(graph)
    simpler = simplify(graph, lambda _: None)  # as before compilation
    check(simpler)
    assert str(graph) == before
    return simpler


def names_of(graph):
    return [node.name for node in graph.nodes]


def evaluate(graph, values):
    with np.errstate(all="ignore"):
        return [np.asarray(out) for out in graph.evaluate(values)]


def signs(x):
    return np.signbit(x) & ~np.isnan(x) if x.dtype.kind == "f" else np.zeros(())


def assert_rule(function, avals, expected, *, zeros=False, ulps=0):
    """The simplified graph has these operations and gives the same bits.

    `zeros`: but for the signs of zeros. `ulps`: within units in the last place.
    """
    graph = graph_of(function, *avals)
    simpler = simplified(graph)
    assert names_of(simpler) == expected.split()
    for seed in range(3):
        values = [np.roll(v, seed) if v.shape else v for v in values_of(*avals)]
        pairs = zip(evaluate(graph, values), evaluate(simpler, values), strict=True)
        for old, new in pairs:
            assert old.dtype == new.dtype
            assert old.shape == new.shape
            if ulps:
                eps = np.finfo(old.dtype).eps
                np.testing.assert_allclose(new, old, rtol=ulps * eps, atol=1e-322)
            else:
                np.testing.assert_array_equal(new, old)
            if not zeros:
                np.testing.assert_array_equal(signs(new), signs(old))
    return simpler


def numbered(cases):
    return [pytest.param(*case, id=f"{i}-{case[2]}") for i, case in enumerate(cases)]


def convert(x, dtype):
    return elementwise.convert(x, dtype=np.dtype(dtype))
