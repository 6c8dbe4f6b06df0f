"""Random programs with Python's own loops: rolled, they are what they were unrolled."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from functrace.transforms import _tracing
from functrace.transforms._rolling import Finished, rolled, worth
from tests.properties._loops import PlainLoop
from tests.properties._tables import PlainTable

DRAWS = st.randoms(use_true_random=False)
PROGRAMS = DRAWS.map(PlainLoop) | DRAWS.map(PlainTable)


@pytest.fixture(scope="module", autouse=True)
def _all_is_worth_it():
    """Every loop becomes one, however short."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FEW", "_LONG", "_ROUNDS", "_INDEPENDENT"):
            patch.setattr(worth, name, 1)
        yield


ARGUMENTS = (np.linspace(-1.0, 1.3, 16), np.float64(0.7))
AVALS = ft.Aval(16), ft.Aval(())


def unrolled(function):
    """The graph as it was recorded."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_tracing, "finished", lambda outputs, floor: Finished(outputs))
        return ft.make_graph(function)(*AVALS)


@pytest.mark.slow
@given(PROGRAMS)
@settings(max_examples=150)
def test_the_same_bits(program):
    graph = unrolled(program.function)
    floor = min(edge.node.sequence for edge in graph.inputs)
    outputs = rolled(graph.outputs, floor).outputs
    again = ft.Graph(graph.inputs, outputs)
    np.testing.assert_array_equal(again(*ARGUMENTS)[0], graph(*ARGUMENTS))


@pytest.mark.slow
@given(PROGRAMS)
@settings(max_examples=40)
def test_derivatives(program):
    function = program.function
    gradient = ft.grad(function, argnums=(0, 1))
    found, expected = ft.jit(gradient)(*ARGUMENTS), gradient(*ARGUMENTS)
    for part, whole in zip(found, expected, strict=True):
        np.testing.assert_allclose(part, whole, rtol=1e-9, atol=1e-11)

    def directional(x, a):
        return ft.jvp(gradient, (x, a), (np.ones(16), 0.5))[1]

    found, expected = ft.jit(directional)(*ARGUMENTS), directional(*ARGUMENTS)
    for part, whole in zip(found, expected, strict=True):
        np.testing.assert_allclose(part, whole, rtol=1e-8, atol=1e-9)


@pytest.mark.slow
@given(PROGRAMS)
@settings(max_examples=20)
def test_batches(program):
    xs = np.stack([ARGUMENTS[0], ARGUMENTS[0] * 0.5])
    found = ft.jit(ft.vmap(program.function, in_axes=(0, None)))(xs, 0.7)
    expected = [program.function(x, 0.7) for x in xs]
    np.testing.assert_allclose(found, expected, rtol=1e-11)


@pytest.mark.slow
@given(PROGRAMS)
@settings(max_examples=40)
def test_patterns(program):
    gradient = ft.grad(program.function)
    dense = ft.jacfwd(gradient)(*ARGUMENTS)
    pattern = ft.sparsity(gradient)(*ARGUMENTS).pattern.toarray()
    assert not np.any(dense[~pattern])
