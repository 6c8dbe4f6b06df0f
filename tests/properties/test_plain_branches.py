"""Random programs with branches, loops and early ends: compiled, they are what they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from tests.properties._plain import Program

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
            found = compiled(*point)
        except REFUSED:
            return "refused"
        np.testing.assert_allclose(found, function(*point), 1e-11, 1e-12)
        for plain, native in ((gradient, slopes), (second, curvature)):
            pairs = zip(native(*point), plain(*point), strict=True)
            for got, wanted in pairs:
                np.testing.assert_allclose(got, wanted, 1e-8, 1e-9)
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
        found = ft.vmap(function)(xs, scales)
    except REFUSED:
        return
    wanted = [function(*point) for point in POINTS]
    np.testing.assert_allclose(found, wanted, 1e-11, 1e-12)
