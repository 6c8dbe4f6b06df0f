"""Programs in text give what the interpreter gives, or say which operation cannot be.

The share of records that can be written is what is left of `REFUSED`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from functrace.core.errors import MissingRuleError
from functrace.core.primitive import REGISTRY
from functrace.source.module import module_of
from functrace.source.traced import ProgramGraph, parameter_of, simplified
from tests._sources import REFUSED, ROUNDED
from tests.systematic._laws import directions, each_case, pull
from tests.systematic.test_calls import Bound, each_call
from tests.systematic.test_compiled import assert_close, filled, graph_of


def program(graph: ft.Graph) -> Any:
    """The function in the text of a simplified graph."""
    parameters = tuple(dict.fromkeys(map(parameter_of, graph.inputs)))
    space: dict[str, Any] = {}
    exec(module_of(ProgramGraph(graph, "program", parameters, None)), space)
    return space["program"]


def outputs(graph: ft.Graph, arrays: list[Any]) -> tuple[list[Any], list[Any]]:
    """What the text gives, and what the interpreter gives."""
    graph = simplified(graph)
    values = [np.asarray(a) if np.ndim(a) else np.asarray(a)[()] for a in arrays]
    got = pytree.flatten(program(graph)(*values))[0]
    expected = graph.evaluate(values)
    assert len(got) == len(expected)
    return got, expected


@each_case(shapes=False, kind=lambda case: case.ranks, share=4)
def test_primitive(case):
    function, arrays = filled(case)
    graph = graph_of(function, arrays)
    left = {node.primitive for node in simplified(graph).nodes}
    if case.primitive.name in REFUSED and case.primitive in left:
        with pytest.raises(MissingRuleError, match=r"functrace\.to_source: "):
            program(simplified(graph))
        return
    for out, value in zip(*outputs(graph, arrays), strict=True):
        assert np.asarray(out).dtype == np.asarray(value).dtype
        if case.primitive.name in ROUNDED:
            assert_close(np.asarray(out), value)
        else:
            np.testing.assert_array_equal(out, value, strict=np.ndim(value) > 0)


@each_call(order=1, kinds=True, share=32)
def test_derivative(bound: Bound, rng):
    cotangents = list(directions(rng, bound.inexact(*bound.varied)))
    count = len(bound.varied)

    def gradient(*args: Any) -> list[Any]:
        return pull(bound.inexact, args[:count], args[count:])

    args = [*bound.varied, *cotangents]
    graph = graph_of(gradient, args, abstract=bound.call.abstract)
    for out, value in zip(*outputs(graph, args), strict=True):
        assert_close(np.asarray(out), value)


def test_nearly_all_records_can_be_written():
    ours = [n for n, p in REGISTRY.items() if p.module.startswith("functrace.")]
    share = 1 - len(REFUSED) / len(ours)
    print(f"{share:.1%} of {len(ours)} records are written in NumPy")  # noqa: T201
    assert share > 0.95
