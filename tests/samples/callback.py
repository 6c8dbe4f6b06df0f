"""Samples of calls of Python functions that are not traced."""

from __future__ import annotations

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.primitives.callback import Callback
from functrace.primitives.effect import ComparableFunction, Effect
from tests.samples._base import Sample, samples


def sines(x, y):
    return {"sum": np.sin(x) + y, "count": x.size}


@samples("pure_callback")
def _(rng):
    arguments = pytree.flatten(((0.0, 0.0), {}))[1]
    result = pytree.flatten({"sum": 0.0, "count": 0.0})[1]
    for shape in ((2, 3), (4,)):
        avals = Aval((), np.int64), Aval(shape)
        call = Callback(sines, arguments, result, avals)
        x, y = rng.integers(9, size=(2, *shape))  # there is no derivative
        yield Sample((x, y), {"call": call, "vmap_method": "sequential"})


def nothing(x, y): ...


@samples("effect")
def _(rng):
    call = Effect(ComparableFunction(nothing), pytree.flatten(((0.0, 0.0), {}))[1])
    for shape in ((2, 3), ()):
        x, y = rng.integers(9, size=(2, *shape))
        for active in (np.True_, np.False_):
            yield Sample((np.True_, active, x, y), {"call": call})
