"""The jvp agrees with differences, for all operands at once and for each."""

from __future__ import annotations

import numpy as np

from functrace.testing._numerical import estimate_jvp
from tests.systematic._laws import assert_near, directions, each_case, push, subsets


@each_case(derivatives=True)
def test_against_differences(case, rng):
    """All operands at once, and each; of more than two, pairs are sums over these."""
    tangents = directions(rng, case.varied)
    alone = {}
    for chosen in subsets(range(len(case.places))):
        function = case.function([case.places[k] for k in chosen])
        args = [case.varied[k] for k in chosen]
        moved = [tangents[k] for k in chosen]
        outs = function(*args)
        dots = push(function, args, moved)
        assert [dot.dtype for dot in dots] == [out.dtype for out in outs]
        if len(chosen) == 1:
            alone[chosen[0]] = dots
        if len(chosen) in {1, len(case.places)}:
            expected = [e.value for e in estimate_jvp(function, args, moved)]
            tolerance = case.sample.tolerance
        else:
            parts = zip(*(alone[k] for k in chosen), strict=True)
            expected, tolerance = list(map(sum, parts)), 1e-12
        for dot, slope in zip(dots, expected, strict=True):
            assert_near(dot, slope, tolerance)


@each_case(derivatives=True, single=True, shapes=False, share=3)
def test_in_single_precision(case, rng):
    single = case.in_single_precision()
    tangents = directions(rng, single.varied)
    dots = push(single.function(case.places), single.varied, tangents)
    double = [t.astype(np.result_type(t.dtype, np.float64)) for t in tangents]
    exact = push(case.function(case.places), case.varied, double)
    outs = single.function(case.places)(*single.varied)
    for dot, expected, out in zip(dots, exact, outs, strict=True):
        assert dot.dtype == out.dtype
        assert_near(dot, expected, 1e-3)
