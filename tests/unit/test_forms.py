"""Forms of lowering in primitives of one's own, on arrays of any shape and layout.

Steps and loops: `test_steps.py`, `test_control_lowering_*.py`.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.forms import Elementwise, Expanded, Reduction, View, Write
from functrace.core.primitive import REGISTRY
from functrace.extend import Aval, primitive

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
        "Reduction": without_derivatives(
            "form_reduction",
            lambda x, *, axis, keepdims: np.sum(x * x, axis, keepdims=keepdims),
            _reduced,
            Reduction(lambda b, x, y: x + y, lambda dtype: 0, lambda b, x: x * x),
        ),
    }
    for name in set(REGISTRY) - before:
        del REGISTRY[name]


def _front(shape):
    size = math.prod(shape)
    return lambda out: out[:size].reshape(shape)


def _reduced(x, axis, keepdims):
    lengths = [1 if d in axis else n for d, n in enumerate(x.shape)]
    kept = [n for d, n in enumerate(lengths) if keepdims or d not in axis]
    return Aval(tuple(kept), x.dtype)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("form", ["Elementwise", "Expanded", "View", "Write"])
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
