"""A node keeps what the names of its formulas' parameters say, and nothing in vain."""

from __future__ import annotations

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge
from functrace.core.tracer import Tracer
from tests.systematic._laws import direction, each_case, push, variable

POSITIONS = {"x": 0, "y": 1, "z": 2}


def recorded(case, places):
    """The node of the primitive with tracers at `places`, or None."""
    operands = [
        variable(o) if i in places else o for i, o in enumerate(case.operands())
    ]
    out = case.primitive(*operands, **case.sample.params)
    outs = out if case.primitive.multiple else (out,)
    tracers = [o for o in outs if isinstance(o, Tracer)]
    return tracers[0].edge.node if tracers else None


@each_case(derivatives=True, shapes=False)
def test_keeps_what_the_names_say(case):
    places = range(len(case.operands())) if case.sample.before else case.places
    places = [i for i in places if case.primitive.bits >> i & 1]
    node = recorded(case, places)
    if node is None:  # integer outputs
        return
    count = len(node.inputs)
    names = case.primitive.keeps(sum(1 << i for i in places), count)
    starts = {"xs": 0, "rest": 1, "tail": 2}
    kept = {i for name, i in POSITIONS.items() if name in names}
    for name, start in starts.items():
        kept |= set(range(start, count)) if name in names else set()
    view = case.primitive.write_back is not None
    for i in range(count):
        assert (node.saved[i] is not None) == (i in kept)
        if not (isinstance(node.inputs[i], Edge) or i in kept or view):
            assert not isinstance(node.inputs[i], np.ndarray)
            assert isinstance(node.inputs[i], (Aval, np.generic, int, float, complex))
    outputs = bool(names & {"out", "outs"})
    kept = node.saved[count : count + len(node.avals)]  # besides, what impl made
    assert all((value is not None) == outputs for value in kept)


@each_case(derivatives=True, shapes=False, share=3)
def test_keeps_nothing_that_the_derivative_does_not_depend_on(case, rng):
    """Of an operand in which it is linear, neither it nor the output is kept."""
    if case.sample.before or case.sample.after:
        return
    if case.primitive.multiple and "xs" in case.primitive.keeps(1, 1):
        return  # of a program, whose parts decide: all operands or none
    for i in case.places:
        arg = case.sample.args[i]
        function = case.function([i])
        tangent = direction(rng, arg)
        scaled = [arg * factor for factor in (-10, -0.1, 0.1, 10)]
        elsewhere = [-arg + direction(rng, arg), *scaled]
        with np.errstate(all="ignore"):
            try:
                here = push(function, [arg], [tangent])
                there = [push(function, [np.asarray(e)], [tangent]) for e in elsewhere]
            except Exception:  # noqa: BLE001 - not defined there, so not linear
                continue
        linear = all(
            np.allclose(a, b, rtol=1e-12, atol=1e-14)
            for slopes in there
            for a, b in zip(here, slopes, strict=True)
        )
        node = recorded(case, [i])
        if linear and node is not None and arg.size:
            count = len(node.inputs)
            assert node.saved[i] is None
            assert all(value is None for value in node.saved[count:])
