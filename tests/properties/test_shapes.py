"""What loops over any shape come to: gradients and code grow with the formula alone."""

import functools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import functrace as ft

FORWARD = 5.0  # times the operations of the forward pass, at most
FLAT = 8.0  # times the instructions of a flat array's program, at most: one vector wide
LENGTHS = st.sampled_from([1, 2, 3, 4, 5, 7, 9, 16, 30, 64, 200])
LAYOUTS = {
    "C": lambda x: x,
    "transposed": lambda x: x.T.copy().T,
    "every second": lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    "reversed": lambda x: x[::-1],
}


def state(x, w):
    """Two polynomials, one over the other."""
    above, below = 1.0, 2.0
    for k in range(1, 7):
        above = above * x + w * k
        below = below * w + x * x / k
    return above / (1 + below * below)


def total(x, w):
    return np.sum(state(x, w))


@st.composite
def arrays(draw):
    """An array of many elements, and one that is broadcast against it."""
    shape = tuple(draw(st.lists(LENGTHS, min_size=1, max_size=4)))
    shape = (*shape, max(1, 2000 // math.prod(shape)))
    shape = tuple(draw(st.permutations(shape)))
    kept = draw(st.sets(st.sampled_from(range(len(shape)))))
    rng = np.random.default_rng(0)
    small = [n if d in kept else 1 for d, n in enumerate(shape)]
    return rng.uniform(0.5, 1, shape), rng.uniform(0.5, 1, small)


@functools.cache
def of_flat_arrays():
    """Instructions of the gradient's program for arrays without short axes."""
    flat = np.ones(1999)
    return instructions(ft.jit(ft.grad(total, (0, 1))).lower(flat, flat))


def instructions(program):
    return sum(line.startswith("\t") for line in program.asm.splitlines())


@pytest.mark.slow
@given(arrays(), st.sampled_from(sorted(LAYOUTS)))
def test_gradients_and_code_are_bounded(data, layout):
    x, w = data
    gradient = ft.jit(ft.grad(total, (0, 1)))
    program = gradient.lower(x, w)
    assert program.flops <= FORWARD * ft.jit(total).lower(x, w).flops + 1000
    assert instructions(program) <= FLAT * of_flat_arrays()
    x = LAYOUTS[layout](x)
    for result, expected in zip(
        gradient(x, w), ft.grad(total, (0, 1))(x, w), strict=True
    ):
        np.testing.assert_allclose(result, expected, rtol=1e-10, atol=1e-10)
