"""The two modes are transposes of each other: <w, J v> == <J^T w, v>."""

from __future__ import annotations

import numpy as np
import pytest

from tests.systematic._laws import directions, each_case, pair, pull, push


@each_case(derivatives=True)
def test_modes_agree(case, rng):
    function = case.function(case.places)
    tangents = directions(rng, case.varied)
    cotangents = directions(rng, function(*case.varied))
    bars = pull(function, case.varied, cotangents)
    for bar, arg in zip(bars, case.varied, strict=True):
        assert (bar.shape, bar.dtype) == (np.shape(arg), arg.dtype)
    dots = push(function, case.varied, tangents)
    size = sum(float(np.sum(np.abs(b) * np.abs(t))) for b, t in zip(bars, tangents))  # noqa: B905 - pair is strict
    expected = pytest.approx(pair(bars, tangents), rel=1e-12, abs=1e-12 * (1 + size))
    assert pair(cotangents, dots) == expected
