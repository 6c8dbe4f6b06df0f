"""Forms of lowering in primitives of one's own, on arrays of any shape and layout.

A form of one's own among them: one class, which nothing else knows of. Loops and branches:
`test_control_lowering_*.py`.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.forms import Positions
from functrace.compiler.linear.strided import Cells, copy
from functrace.core.primitive import REGISTRY
from functrace.extend import (
    Aval,
    Elementwise,
    Expanded,
    Form,
    Gather,
    Reduction,
    Step,
    View,
    Write,
    primitive,
)
from functrace.primitives._index import ARRAY

pytestmark = pytest.mark.share(8)

SHAPES = [
    *[(), (1,), (3,), (7,), (300,)],
    *[(2, 3), (70, 3), (3, 70), (5, 4, 3), (1, 1), (4, 1, 5)],
    *[(0,), (0, 3), (3, 0)],
]
LAYOUTS = {
    "C": lambda x: x,
    "F": np.asfortranarray,
    "strided": lambda x: np.repeat(x, 2, axis=-1)[..., ::2] if x.ndim else x,
    "reversed": lambda x: x[..., ::-1] if x.ndim else x,
    "spread": lambda x: np.broadcast_to(x[..., :1], x.shape) if x.ndim else x,
}


def without_derivatives(name, impl, aval, lower):
    return primitive(name, impl, aval, vjp=(None,), jvp=(None,), lower=lower)


class WithMirrored(Form):
    """Each element, and the one as far from the other end, by an emitter of two values."""

    is_total = True

    def __init__(self, emit):
        self.emit = emit

    def has_code(self, node, trial):
        return True

    def put(self, build, outputs):
        for output in outputs:
            build.in_passing(output, 1, 2)

    def flops(self, array):
        return 1

    def indices(self, partition, array, index):
        (operand,) = array.operands
        mirrored = [
            (n - 1 - constant, tuple((axis, -k) for axis, k in terms))
            for n, (constant, terms) in zip(operand.shape, index, strict=True)
        ]
        return [(operand, index), (operand, tuple(mirrored))]

    def item(self, items, array, index):
        operands = self.indices(items.partition, array, index)
        return items.apply(array, index, operands)


def _copied(step, operands, outputs):
    x, out = [Cells(a.pointer, a.kind, a.strides) for a in (*operands, *outputs)]
    if operands[0].aval.size:
        copy(step, operands[0].aval.shape, x, out)


@pytest.fixture(scope="module")
def made():
    """The primitives, by the names of their forms."""
    before = set(REGISTRY)
    yield {
        "Elementwise": without_derivatives(
            "form_elementwise",
            lambda x: x * x + 1,
            lambda x: x,
            Elementwise(lambda b, x: x * x + 1),
        ),
        "Expanded": without_derivatives(
            "form_expanded",
            lambda x: x * x - 2 * x,
            lambda x: x,
            Expanded(lambda x: x * x - 2 * x),
        ),
        "View": without_derivatives(
            "form_view",
            lambda x: x.T,
            lambda x: Aval(x.shape[::-1], x.dtype),
            View(),
        ),
        "Write": without_derivatives(
            "form_write",
            lambda x: np.concatenate([np.ravel(x), np.full(2, 7.0)]),
            lambda x: Aval((math.prod(x.shape) + 2,), x.dtype),
            Write(lambda avals, out: (7.0, [(0, _front(avals[0].shape), False)])),
        ),
        "WithMirrored": without_derivatives(
            "form_with_mirrored",
            lambda x: x - 3 * np.flip(x),
            lambda x: x,
            WithMirrored(lambda b, x, y: x - 3.0 * y),
        ),
        "Step": without_derivatives(
            "form_step", lambda x: x + 0, lambda x: x, Step(_copied)
        ),
        "Gather": without_derivatives(
            "form_gather",
            lambda x, i, *, index: x[i],
            lambda x, i, index: Aval((*i.shape, *x.shape[1:]), x.dtype),
            Gather(),
        ),
        "Scatter": without_derivatives(
            "form_scatter",
            _added_at,
            lambda x, y, i, index: x,
            Write(lambda avals, out, index: (0, []), add=True),
        ),
        "Positions": without_derivatives(
            "form_positions",
            lambda x: np.tensordot((3.0, -2.0), np.indices(x.shape), 1),
            lambda x: x,
            Positions((3, -2), lambda b, place, steps: place + steps),
        ),
        "Reduction": without_derivatives(
            "form_reduction",
            lambda x, *, axis, keepdims: np.sum(x * x, axis, keepdims=keepdims),
            _reduced,
            Reduction(lambda b, x, y: x + y, lambda dtype: 0, lambda b, x: x * x),
        ),
    }
    for name in set(REGISTRY) - before:
        del REGISTRY[name]


def _added_at(x, y, i, *, index):
    out = x.copy()
    np.add.at(out, i, y)
    return out


def _front(shape):
    size = math.prod(shape)
    return lambda out: out[:size].reshape(shape)


def _reduced(x, axis, keepdims):
    lengths = [1 if d in axis else n for d, n in enumerate(x.shape)]
    kept = [n for d, n in enumerate(lengths) if keepdims or d not in axis]
    return Aval(tuple(kept), x.dtype)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize(
    "form", ["Elementwise", "Expanded", "View", "Write", "WithMirrored", "Step"]
)
def test_alone_and_among_others(made, form, shape, layout, rng):
    x = LAYOUTS[layout](rng.normal(size=shape))
    function = made[form]
    for whole in (lambda x: function(x), lambda x: np.sin(function(2 * x))):
        np.testing.assert_allclose(ft.jit(whole)(x), whole(x), rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_reductions_prepare_each_element_once(made, shape, keepdims, layout, rng):
    x = LAYOUTS[layout](rng.normal(size=shape))
    square_sum = made["Reduction"]
    axes = range(len(shape))
    for axis in [(d,) for d in axes] + [tuple(axes)]:

        def function(x, axis=axis):
            return np.sin(square_sum(x + 1.0, axis=axis, keepdims=keepdims))

        expected = np.sin(np.sum((x + 1) ** 2, axis=axis, keepdims=keepdims))
        np.testing.assert_allclose(ft.jit(function)(x), expected, atol=1e-12)


MOVES = {
    "none": lambda x: x,
    "turned": lambda x: x.T[::-1],
    "strided": lambda x: x[1::2, 3::-1],
    "repeated": lambda x: np.broadcast_to(x[:, None], (x.shape[0], 3, x.shape[1])),
    "joined": lambda x: np.concatenate([x[1:], x]),
    "reshaped": lambda x: x.reshape(-1),
    "row": lambda x: x[-1],
}


@pytest.mark.parametrize("shape", [(1, 1), (2, 5), (7, 3), (5, 70), (90, 33)], ids=str)
@pytest.mark.parametrize("move", MOVES)
def test_elements_that_their_places_tell(made, move, shape, rng):
    x = rng.normal(size=shape)
    places, change = made["Positions"], MOVES[move]
    expected = np.tensordot((3.0, -2.0), np.indices(shape), 1)

    def function(x):
        moved = change(places(x))
        return moved, moved * change(x), np.sum(moved, -1)

    for got, wanted in zip(ft.jit(function)(x), function(x), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-14, atol=1e-12)
    np.testing.assert_array_equal(ft.jit(function)(x)[0], change(expected))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [0, 1, 5])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape], ids=str)
def test_places_that_are_computed(made, shape, count, layout, rng):
    x = LAYOUTS[layout](rng.normal(size=shape))
    i = rng.integers(-shape[0], max(shape[0], 1), count if shape[0] else 0)
    y = rng.normal(size=(*i.shape, *shape[1:]))
    index = (ARRAY,)

    def function(x, y, i):
        taken = made["Gather"](x + 1.0, i, index=index)
        return made["Scatter"](2 * x, np.sin(taken) * y, i, index=index)

    expected = _added_at(2 * x, np.sin((x + 1.0)[i]) * y, i, index=index)
    np.testing.assert_allclose(ft.jit(function)(x, y, i), expected, atol=1e-13)
