"""The jvp agrees with differences, for all operands at once and for every subset."""

from __future__ import annotations

import itertools

import numpy as np

from functrace.testing._numerical import estimate_jvp
from tests.systematic._laws import assert_near, directions, each_case, push


@each_case(derivatives=True)
def test_against_differences(case, rng):
    for count in range(1, len(case.places) + 1):
        for places in itertools.combinations(case.places, count):
            function = case.function(places)
            args = [case.sample.args[i] for i in places]
            tangents = directions(rng, args)
            outs = function(*args)
            dots = push(function, args, tangents)
            numeric = estimate_jvp(function, args, tangents)
            for dot, out, expected in zip(dots, outs, numeric, strict=True):
                assert dot.dtype == out.dtype
                assert_near(dot, expected.value, case.sample.tolerance)


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
