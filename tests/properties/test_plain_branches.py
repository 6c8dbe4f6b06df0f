"""Random programs with branches, loops and early ends: compiled, they are what they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from tests.properties._plain import Program, check_outcome, outcome

POINTS = [(np.linspace(-1.0, 1.3, 4), 0.7), (np.array([0.4, -0.6, 0.9, 0.2]), -0.35)]
REFUSED = (ft.ConcretizationError, ft.MutationError)


def check(seed: int) -> str:
    """Compare everything at all points; what came of it."""
    function = Program(seed).function
    gradient = ft.grad(function, argnums=(0, 1))
    compiled, slopes = ft.jit(function), ft.jit(gradient)

    def second(x, a):
        return ft.jvp(gradient, (x, a), (np.cos(x), 0.5))[1]

    curvature = ft.jit(second)
    for point in POINTS:
        try:
            found = outcome(compiled, point)
        except REFUSED:
            return "refused"
        check_outcome(found, outcome(function, point), 1e-11)
        for plain, native in ((gradient, slopes), (second, curvature)):
            check_outcome(outcome(native, point), outcome(plain, point), 1e-8)
    return "same"


@pytest.mark.slow
@given(st.integers(0, 10**9))
@settings(max_examples=25)
def test_compiled_as_un_jitted(seed):
    check(seed)


@pytest.mark.slow
@given(st.integers(0, 10**9))
@settings(max_examples=10)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of branches that are not taken
def test_batches(seed):
    function = Program(seed).function
    xs, scales = (np.stack(column) for column in zip(*POINTS, strict=True))
    try:
        found = outcome(ft.vmap(function), (xs, scales))
    except REFUSED:
        return

    def each():
        return np.array([function(*point) for point in POINTS])

    check_outcome(found, outcome(each, ()), 1e-11)
