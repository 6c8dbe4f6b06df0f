"""Programs of native loops: how long they are, what they cost, what stays in NumPy."""

from __future__ import annotations

import numpy as np

from functrace.compiler.program import compile_graph
from functrace.primitives import determinants
from tests._control import agree, agree_scan, graph_of, scan

RNG = np.random.default_rng(0)


def test_bodies_that_are_too_long_to_be_parts_of_their_loop():
    def body(a, x, y):
        for _ in range(600):
            x, y = x * 0.99 + a * np.sin(y), y * x * 0.5 - a * x + 0.1
        return x, y, x * y

    agree_scan(
        body, [np.float64(0.3)], [np.float64(0.2), np.float64(0.7)], [], length=3
    )


def test_bodies_that_are_not_native_run_in_numpy():
    x = RNG.normal(size=(3, 3))
    body = graph_of(lambda x: (determinants.cofactor(x) * 0.5,), x)
    params = {"body": body, "consts": 0, "carry": 1, "length": 3, "reverse": False}
    graph = graph_of(lambda x: scan(x + 1, **params)[0] * 2, x)
    program = compile_graph(graph)
    assert "numpy" in program.plan
    np.testing.assert_allclose(program([x])[0], graph.evaluate([x])[0])


def test_costs_and_plans():
    x = RNG.normal(size=100)
    body = graph_of(lambda x: (np.tanh(x) * 0.5,), x)

    def program(length):
        params = {"consts": 0, "carry": 1, "reverse": False}
        return compile_graph(
            graph_of(lambda x: scan(x, body=body, length=length, **params), x)
        )

    once, often = program(1).cost, program(1000).cost
    assert often.flops == 1000 * once.flops
    assert often.bytes > 500 * once.bytes
    first, second, *others = program(3).plan.splitlines()
    assert first == "0: call test_scan(input0 100) -> output0 100"
    assert second == "    0: 100: store"
    computed = [line.split(" = ")[1] for line in others if " = " in line]
    assert {line.split()[0] for line in computed} == {"f64", "load", "tanh", "multiply"}


def test_the_same_graph_is_compiled_once():
    x = np.float64(2)
    body = graph_of(lambda x: (np.sin(x) * 2,), x)
    params = {"body": body, "consts": 0, "carry": 1, "reverse": False}

    def function(x):
        (x,) = scan(x, length=3, **params)
        return scan(x, length=5, **params)

    assert agree(function, x).llvm.count("define internal i32 @section") == 1
