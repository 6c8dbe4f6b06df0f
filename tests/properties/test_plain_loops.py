"""Random programs with Python's own loops: rolled, they are what they were unrolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from functrace.transforms import _tracing
from functrace.transforms._rolling import rolled, worth

_SCALARS = [
    "np.sin({s}) * {r} + 0.1",
    "{s} * c[{i}] + {r}",
    "0.5 * {s} + 0.25 * {i}",
    "x[{i}] * {s}",
    "x[n - {i}] - {r} * h",
    "u[{i}, 1] * 0.5 + {s}",
    "np.sum({v} * {w})",
    "{v}[1] * {s}",
    "{s} if {i} % 2 else np.cos({r})",
    "out[-1] * 0.3 + {s}",
    "out[{j}] * {s}",
    "np.maximum({s}, {r}) * 0.9",
    "np.sum(u[{i}:{i} + 2, 1:-1]) * 0.3 - {s}",
    "{s} ** 2 * 0.1",
]
_VECTORS = [
    "np.tanh({v} + {s} * {w})",
    "u[{i}] * {s} + {v}",
    "{v}[::-1] * h - {w}",
    "x[{i}:{i} + 3] * 0.7 + {v}",
    "x[n - {i} + 3 : n - {i} : -1] * {s}",
    "np.where({v} > {w}, {v}, 0.2 * {w})",
    "np.stack([{s}, {r}, {v}[0]])",
    "np.array([{s}, 1.5, {r}])",
    "np.cumsum({v}) * 0.2",
    "m @ {v}",
    "d[{i} % 3] * {v}",
    "{v} * np.arange(3.0)",
]
_WRITES = [
    "u[{i} + 1] = np.sin({v})",
    "u[{i} + 1, 1:] = u[{i}, :-1] * {s}",
    "u[{i} + 1, 1] += {s}",
    "u[{i}:{i} + 2] *= 0.5",
    "u[:, {i} % 3] = {s}",
    "out.append({s})",
    "a, b = b, {s}",
    "b = {r}",
    "p = {v}",
    "q, p = p, {v} * 0.9",
    "h = h * 0.97",
    "p[1] = {s}",
]


@dataclass(frozen=True)
class PlainLoop:
    """Text of a function of a vector and a number."""

    text: str

    @property
    def function(self) -> Any:
        scope: dict[str, Any] = {"np": np}
        exec(self.text, scope)
        return scope["program"]

    def __repr__(self) -> str:
        return f"\n{self.text}"


@st.composite
def plain_loops(draw):
    """Loops, some in loops, over buffers, lists, carried numbers and vectors."""
    rounds = draw(st.integers(4, 9))
    begin = draw(st.sampled_from(["0.0", "a", "1"]))
    lines = [
        "def program(x, a):",
        f"    n, h, b, out = {rounds + 2}, 0.5, {begin}, [a]",
        f"    c = np.linspace(0.1, 0.9, {rounds + 3})",
        "    d = np.arange(9.0).reshape(3, 3) / 9",
        "    m = np.array([[0.2, a, 0.1], [0.0, 0.4, 0.3], [0.5, 0.1, 0.2]])",
        "    p, q = np.ones(3), x[:3] * 0.3",
        f"    u = np.zeros(({rounds + 3}, 3))",
        "    u[0] = x[1:4]",
        f"    for i in range({rounds}):",
    ]
    lines += _body(draw, "i", 2, draw(st.integers(1, 4)))
    if draw(st.booleans()):
        lines.append(f"        for k in range({draw(st.integers(2, 5))}):")
        lines += _body(draw, draw(st.sampled_from(["k", "i"])), 3, 2)
        lines += _body(draw, "i", 2, 1)
    lines += [
        "    total = a + b * 0.5 + np.sum(p * q) + np.sum(u[1:] * d[0]) + h",
        "    return total + np.sum(np.array(out) ** 2) + np.sum(u[n // 2])",
    ]
    return PlainLoop("\n".join(lines))


def _body(draw, index, depth, count):
    indent = "    " * depth
    lines = []
    scalars, vectors = ["a", "b", "h", "a"], ["p", "q", "x[2:5]"]
    for number in range(count):
        names = {
            "i": index,
            "j": draw(st.sampled_from(["0", "-1"])),
            "v": draw(st.sampled_from(vectors)),
            "w": draw(st.sampled_from(vectors)),
            "s": draw(st.sampled_from(scalars)),
            "r": draw(st.sampled_from(scalars)),
        }
        kind = draw(st.integers(0, 2))
        if kind == 2:
            lines.append(indent + draw(st.sampled_from(_WRITES)).format(**names))
            continue
        form = draw(st.sampled_from((_SCALARS, _VECTORS)[kind]))
        name = f"{'sv'[kind]}{depth}{number}"
        lines.append(f"{indent}{name} = {form.format(**names)}")
        (scalars, vectors)[kind].append(name)
    ends = {"a": f"np.sin({scalars[-1]})", "q": f"np.tanh({vectors[-1]}) * 0.8"}
    chosen = draw(st.sets(st.sampled_from(sorted(ends)), min_size=1))
    lines += [f"{indent}{name} = {ends[name]}" for name in sorted(chosen)]
    lines.append(indent + draw(st.sampled_from(_WRITES)).format(**names))
    return lines


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
        patch.setattr(_tracing, "rolled", lambda outputs, floor: outputs)
        return ft.make_graph(function)(*AVALS)


@pytest.mark.slow
@given(plain_loops())
@settings(max_examples=150)
def test_the_same_bits(program):
    graph = unrolled(program.function)
    floor = min(edge.node.sequence for edge in graph.inputs)
    outputs = rolled(graph.outputs, floor)
    again = ft.Graph(graph.inputs, outputs)
    np.testing.assert_array_equal(again(*ARGUMENTS)[0], graph(*ARGUMENTS))


@pytest.mark.slow
@given(plain_loops())
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
@given(plain_loops())
@settings(max_examples=20)
def test_batches(program):
    xs = np.stack([ARGUMENTS[0], ARGUMENTS[0] * 0.5])
    found = ft.jit(ft.vmap(program.function, in_axes=(0, None)))(xs, 0.7)
    expected = [program.function(x, 0.7) for x in xs]
    np.testing.assert_allclose(found, expected, rtol=1e-11)


@pytest.mark.slow
@given(plain_loops())
@settings(max_examples=40)
def test_patterns(program):
    gradient = ft.grad(program.function)
    dense = ft.jacfwd(gradient)(*ARGUMENTS)
    pattern = ft.sparsity(gradient)(*ARGUMENTS).pattern.toarray()
    assert not np.any(dense[~pattern])
