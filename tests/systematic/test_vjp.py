"""The vjp of every subset of the operands, in either precision, and of every output.

For all operands at once it is the transpose of the jvp, which agrees with differences.
"""

from __future__ import annotations

import numpy as np

from functrace.testing._numerical import estimate_jvp
from tests.systematic._laws import (
    assert_near,
    direction,
    directions,
    each_case,
    pull,
    subsets,
)


@each_case(only=lambda case: len(case.places) > 1)
def test_each_subset_of_operands(case, rng):
    cotangents = directions(rng, case.function(case.places)(*case.varied))
    whole = pull(case.function(case.places), case.varied, cotangents)
    for chosen in subsets(range(len(case.places))):
        places = [case.places[k] for k in chosen]
        part = [case.varied[k] for k in chosen]
        bars = pull(case.function(places), part, cotangents)
        for bar, k in zip(bars, chosen, strict=True):
            assert_near(bar, whole[k], 1e-13)


@each_case(derivatives=True, single=True, shapes=False, share=3)
def test_in_single_precision(case, rng):
    single = case.in_single_precision()
    cotangents = directions(rng, single.function(case.places)(*single.varied))
    bars = pull(single.function(case.places), single.varied, cotangents)
    double = [w.astype(np.result_type(w.dtype, np.float64)) for w in cotangents]
    exact = pull(case.function(case.places), case.varied, double)
    for bar, expected, arg in zip(bars, exact, single.varied, strict=True):
        assert bar.dtype == arg.dtype
        assert_near(bar, expected, 1e-3)


@each_case(derivatives=True, only=lambda case: case.primitive.multiple)
def test_zero_cotangents_of_single_outputs(case, rng):
    """Of several outputs, those that are not used have no cotangent at all."""
    function = case.function(case.places)
    outs = function(*case.varied)
    total = [np.zeros(np.shape(a), a.dtype) for a in case.varied]
    cotangents = directions(rng, outs)
    for k in range(len(outs)):
        only = lambda *args, k=k: (function(*args)[k],)  # noqa: E731
        bars = pull(only, case.varied, [cotangents[k]])
        total = [t + bar for t, bar in zip(total, bars, strict=True)]
    for bar, expected in zip(
        pull(function, case.varied, cotangents), total, strict=True
    ):
        assert_near(bar, expected, 1e-11)


def test_pairing_is_what_the_directions_assume(rng):
    z = direction(rng, np.zeros(2, complex))
    w = direction(rng, z)
    (along,) = estimate_jvp(lambda z: (z * z,), [z], [w])
    assert_near(along.value, 2 * z * w, 1e-10)
