"""The abstract evaluation predicts the shape and dtype of what impl gives."""

from __future__ import annotations

from functrace.core.aval import Aval, aval_of
from tests.systematic._laws import abstract, each_case


def actual(case):
    out = case.primitive.impl(*case.operands(), **case.sample.params)
    return tuple(map(aval_of, out if case.primitive.multiple else (out,)))


@each_case()
def test_predicts_impl(case):
    avals = map(aval_of, case.operands())
    out = case.primitive.abstract_eval(*avals, **case.sample.params)
    outs = out if case.primitive.multiple else (out,)
    assert all(type(aval) is Aval for aval in outs)
    assert outs == actual(case)


@each_case(single=True, shapes=False, share=3)
def test_predicts_impl_in_single_precision(case):
    test_predicts_impl(case.in_single_precision())


@each_case(share=2)
def test_abstract_tracers_carry_the_prediction(case):
    if case.sample.before:  # the operands are made by operations on abstract tracers
        traced = [abstract(a) if hasattr(a, "dtype") else a for a in case.sample.args]
        outs = case.outputs(traced)
    else:
        operands = [abstract(a) if hasattr(a, "dtype") else a for a in case.operands()]
        if operands and not any(map(hasattr, operands, ["edge"] * len(operands))):
            return
        out = case.primitive(*operands, **case.sample.params)
        outs = out if case.primitive.multiple else (out,)
    assert tuple(map(aval_of, outs)) == actual(case)
