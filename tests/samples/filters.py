"""Samples of linear filters."""

from __future__ import annotations

import functrace.primitives.filters  # noqa: F401 - fills the registry
from tests.samples._base import Sample, samples
from tests.samples.contractions import normal


@samples("lfilter")
def _(rng):
    for order, stacks in (
        (1, ((), (), (), ())),
        (2, ((), (), (2,), ())),
        (3, ((), (), (2, 1), (1, 2))),
        (2, ((2, 1), (2,), (1, 2), ())),
        (1, ((2,), (), (), (2,))),
    ):
        pairs = zip(stacks, (order + 1, order, 5, order), strict=True)
        shapes = [(*stack, n) for stack, n in pairs]
        b, a, x, state = normal(rng, *shapes)
        yield Sample((b, a / 2, x, state))
    yield Sample(normal(rng, (4,), (3,), (2,), (3,)))  # shorter than the filter
    b, a, x, state = normal(rng, (3,), (2,), (4,), (2,), dtype=complex)
    yield Sample((b, a / 2, x, state))
    yield Sample((b.real, a.real / 2, x, state.real))
    yield Sample((b, a / 2, x.real, state))
    yield Sample(normal(rng, (2,), (1,), (0, 3), (1,)))


RATES = ((1, 1), (3, 1), (1, 3), (3, 2), (2, 3), (4, 6))


@samples("upfirdn")
def _(rng):
    for up, down in RATES:
        params = {"up": up, "down": down}
        yield Sample(normal(rng, (5,), (4,)), params)
        yield Sample(normal(rng, (2, 4), (7,)), params)
        yield Sample(normal(rng, (5,), (1,)), params)
    yield Sample(normal(rng, (2, 1, 4), (3, 5)), params)
    yield Sample(normal(rng, (4,), (5,), dtype=complex), params)
    x, h = normal(rng, (4,), (5,), dtype=complex)
    yield Sample((x.real, h), params)
    yield Sample((x, h.real), params)


@samples("resampled_products")
def _(rng):
    for up, down in RATES:
        for taps in (1, 4, 7):
            params = {"up": up, "down": down, "taps": taps}
            yield Sample(normal(rng, (5,), (4,)), params)
    yield Sample(normal(rng, (2, 1, 4), (3, 9)), params)
    yield Sample(normal(rng, (4,), (5,), dtype=complex), params)
