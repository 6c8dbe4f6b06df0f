"""Both modes over both modes agree with differences of first derivatives."""

from __future__ import annotations

import pytest

from functrace.testing._numerical import estimate_jvp
from tests.systematic._laws import (
    assert_near,
    directions,
    each_case,
    pair,
    pull,
    push,
)


def derivative(mode, function, count):
    """First derivative as a function of the point and of what it is applied to."""
    mode = {"reverse": pull, "forward": push}[mode]
    return lambda *args: tuple(mode(function, args[:count], args[count:]))


@pytest.mark.parametrize("inner", ["reverse", "forward"])
@each_case(
    derivatives=True, order=2, shapes=False, kind=lambda case: case.kinds, share=6
)
def test_against_differences(case, inner, rng):
    function = case.function(case.places)
    like = function(*case.varied) if inner == "reverse" else case.varied
    args = [*case.varied, *directions(rng, like)]
    first = derivative(inner, function, len(case.varied))
    tangents = directions(rng, args)
    expected = [e.value for e in estimate_jvp(first, args, tangents)]
    tolerance = 10 * case.sample.tolerance
    for dot, slope in zip(push(first, args, tangents), expected, strict=True):
        assert_near(dot, slope, tolerance)
    cotangents = directions(rng, expected)
    bars = pull(first, args, cotangents)
    assert_near(pair(bars, tangents), pair(cotangents, expected), tolerance)
