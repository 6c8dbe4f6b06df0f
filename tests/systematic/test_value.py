"""A primitive gives what its impl gives, on arrays and on every kind of tracer."""

from __future__ import annotations

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.recording import recording
from functrace.core.tracer import Tracer
from tests.systematic._laws import each_case, is_inexact_array, variable


def reference(case):
    out = case.primitive.impl(*case.operands(), **case.sample.params)
    return out if case.primitive.multiple else (out,)


def assert_equal(outs, expected):
    assert len(outs) == len(expected)
    for out, value in zip(outs, expected, strict=True):
        assert aval_of(out) == aval_of(value)
        got = out.value if isinstance(out, Tracer) else out
        np.testing.assert_array_equal(got, value)


@each_case()
def test_on_arrays_and_tracers(case):
    before = [np.array(arg) for arg in case.sample.args]
    traced = [variable(a) if is_inexact_array(a) else a for a in case.sample.args]
    assert_equal(case.outputs(), reference(case))
    assert_equal(case.outputs(traced), reference(case))
    for arg, copy in zip(case.sample.args, before, strict=True):
        np.testing.assert_array_equal(arg, copy)


@each_case(single=True, shapes=False, share=3)
def test_in_single_precision(case):
    test_on_arrays_and_tracers(case.in_single_precision())


@each_case(share=2)
def test_on_every_array_as_a_tracer(case):
    """Integers too, as in make_graph; everything is then recorded."""
    with recording(tracing=True, complete=True):
        traced = [variable(a) if hasattr(a, "dtype") else a for a in case.sample.args]
        outs = case.outputs(traced)
    assert_equal(outs, reference(case))
    if any(isinstance(a, Tracer) for a in traced):
        assert all(isinstance(out, Tracer) for out in outs)
