"""Operations that are replaced by formulas as a graph is simplified."""

from __future__ import annotations

import numpy as np

import functrace as ft
from functrace.core.check import check
from functrace.engine.simplify import simplify
from tests._simplify import graph_of, names_of, x, y


def formulas(**by_name):
    return lambda primitive: by_name.get(primitive.name)


def test_composed_operations_are_replaced_by_formulas():
    expand = formulas(
        logaddexp=lambda x, y: np.maximum(x, y) + np.log1p(np.exp(-np.abs(x - y))),
        frexp=lambda x: (x * 1, np.sin(x).astype(np.int32)),
    )
    graph = graph_of(lambda x, y: (np.logaddexp(x, y), np.logaddexp(x, 0.5)), x, y)
    simpler = simplify(graph, expand)
    check(simpler)
    assert "logaddexp" not in names_of(simpler)
    rng = np.random.default_rng(0)
    values = [rng.normal(size=16), rng.normal(size=16)]
    for old, new in zip(graph.evaluate(values), simpler.evaluate(values), strict=True):
        np.testing.assert_allclose(new, old, rtol=1e-14)
    graph = graph_of(np.frexp, x)
    simpler = simplify(graph, expand)
    check(simpler)
    assert names_of(simpler) == ["sin", "convert"]
    assert simpler.outputs[0] == graph.inputs[0]


def test_formulas_are_expanded_and_simplified_in_turn():
    expand = formulas(
        hypot=lambda x, y: np.sqrt(np.square(x) + np.square(y)) * 1,
        sqrt=lambda x: np.exp(np.log(x) / 2),
    )
    simpler = simplify(graph_of(np.hypot, x, y), expand)
    check(simpler)
    expected = ["multiply", "multiply", "add", "log", "multiply", "exp"]
    assert names_of(simpler) == expected


def test_a_formula_may_decline():
    def formula(x, *, axis, keepdims):
        return x[0] + x[1] if x.shape == (2,) else None

    expand = formulas(reduce_sum=formula)
    assert "reduce_sum" in names_of(simplify(graph_of(np.sum, x), expand))
    simpler = simplify(graph_of(np.sum, ft.Aval(2)), expand)
    assert names_of(simpler) == ["getitem", "getitem", "add"]
