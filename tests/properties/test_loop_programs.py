"""Random bodies of loops: every transform agrees with Python running them."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from functrace.core import pytree
from tests._ways import batches, first_derivatives, second_derivatives, values
from tests.fuzz._patterns import Case, RefusedError, check_case

_VECTORS = [
    "np.sin({v})",
    "np.tanh({v} * {u})",
    "{v} * {s} - {u}",
    "w @ {v}",
    "{v}[::-1] + {u}",
    "np.cumsum({v}) * 0.5",
    "np.where({v} > {u}, {v}, np.cos({u}))",
    "np.stack([{s}, np.sum({v} * {u})])",
    "ft.cond({s} > 0, lambda v: np.sin(v) * {s}, lambda v: v - {u}, {v})",
    "ft.fori_loop(0, 2, lambda i, v: np.cos(v) * {s} + i, {v})",
    "ft.while_loop(lambda v: np.sum(v * v) > 1, lambda v: v * 0.5, {v})",
    "ft.scan(lambda c, x: (np.sin(c) * x, c), {s}, {v})[1]",
]
_SCALARS = [
    "np.cos({s})",
    "{s} * {r} + 0.1",
    "np.sum({v} * {u})",
    "{v}[1] * {s}",
    "ft.switch((10 * {s}).astype(int), [np.sin, np.cos, np.tanh], {r})",
    "ft.grad(lambda z: np.sum(np.sin(z * {v})) * {s})({r})",
]
_LOOPS = {
    "scan": "ft.scan(body, init, xs, reverse={reverse}, checkpoint={checkpoint!r})",
    "fori": "ft.fori_loop(0, {rounds}, lambda i, c: body(c, table[i].copy())[0], init)",
    "while": "ft.while_loop(lambda p: p[1] < {rounds},"
    " lambda p: (body(p[0], table[p[1]].copy())[0], p[1] + 1), (init, 0))",
    "map": "ft.map(lambda x: body(init, x), xs)",
}


@dataclass(frozen=True)
class LoopProgram:
    """Text of a function of a matrix, two first carries, and rows."""

    text: str

    @property
    def function(self) -> Any:
        scope: dict[str, Any] = {"np": np, "ft": ft}
        exec(self.text, scope)
        return scope["program"]

    def __repr__(self) -> str:
        return f"\n{self.text}"


@st.composite
def loop_programs(draw):
    """A loop whose body is straight-line code, in which there may be other loops."""
    vectors, scalars = ["a", "x"], ["b", "w[0, 1]"]
    lines = ["def program(w, a, b, xs):", "    table = ft.numpy.array(xs)"]
    lines += ["    def body(carry, x):", "        a, b = carry"]
    for number in range(draw(st.integers(1, 5))):
        vector = draw(st.booleans())
        names = {
            "v": draw(st.sampled_from(vectors)),
            "u": draw(st.sampled_from(vectors)),
            "s": draw(st.sampled_from(scalars)),
            "r": draw(st.sampled_from(scalars)),
        }
        form = draw(st.sampled_from(_VECTORS if vector else _SCALARS))
        lines.append(f"        t{number} = {form.format(**names)}")
        (vectors if vector else scalars).append(f"t{number}")
    if draw(st.booleans()):
        lines.append(f"        x[0] = np.sin({scalars[-1]})")
    new = f"(np.tanh({vectors[-1]}), np.sin({draw(st.sampled_from(scalars))}))"
    emitted = draw(st.sampled_from([*vectors, *scalars, "None"]))
    loop = _LOOPS[draw(st.sampled_from(sorted(_LOOPS)))].format(
        reverse=draw(st.booleans()),
        checkpoint=draw(st.sampled_from([None, "sqrt", 2])),
        rounds=draw(st.integers(0, 3)),
    )
    lines += [
        f"        return {new}, {emitted}",
        "    init = a, b",
        f"    return {loop}",
    ]
    return LoopProgram("\n".join(lines))


def arguments():
    rng = np.random.default_rng(3)
    return (
        rng.normal(size=(2, 2)) * 0.7,
        rng.normal(size=2),
        np.float64(0.6),
        rng.normal(size=(3, 2)),
    )


@pytest.mark.slow
@given(loop_programs())
@settings(max_examples=25)
def test_values(program):
    values(program.function, arguments())


@pytest.mark.slow
@given(loop_programs())
@settings(max_examples=15)
def test_batches(program):
    batches(program.function, arguments())


@pytest.mark.slow
@given(loop_programs())
@settings(max_examples=20)
def test_first_derivatives(program):
    first_derivatives(program.function, arguments())


@pytest.mark.slow
@given(loop_programs())
@settings(max_examples=8)
def test_second_derivatives(program):
    function = program.function
    w, a, b, xs = arguments()
    second_derivatives(lambda a, b: function(w, a, b, xs), (a, b))


@pytest.mark.slow
@given(loop_programs())
@settings(max_examples=20)
def test_patterns(program):
    def function(*args):
        leaves = pytree.flatten(program.function(*args))[0]
        return np.concatenate([np.ravel(leaf) * 1.0 for leaf in leaves])

    case = Case(program.text, function, arguments(), (0, 1, 2, 3))
    with contextlib.suppress(RefusedError):
        check_case(case, np.random.default_rng(0), whole=True)
