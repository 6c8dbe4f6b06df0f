"""Samples of correlations."""

from __future__ import annotations

from tests.samples._base import Sample, samples


@samples("correlate")
def _(rng):
    def normal(*shape):
        return rng.normal(size=shape)

    yield Sample((normal(6), normal(3)))
    yield Sample((normal(4), normal(4)))
    yield Sample((normal(5)[::-1], normal(4)[::2]))
    yield Sample((normal(4), normal(1)))
    yield Sample((normal(5) + 1j * normal(5), normal(2)))
    yield Sample((normal(5), normal(2) + 1j * normal(2)))
    yield Sample((normal(5) + 1j * normal(5), normal(4) + 1j * normal(4)))
    yield Sample((normal(4, 5), normal(2, 3)))
    yield Sample((normal(4, 3).T, normal(3, 4)))
    yield Sample((normal(3, 4), normal(2, 3) + 1j * normal(2, 3)))
    yield Sample((normal(3, 2, 4), normal(2, 1, 3)))
    # Stacks.
    yield Sample((normal(2, 5), normal(2, 3)), {"stacked": 1})
    yield Sample((normal(2, 9), normal(1, 4)), {"stacked": 1})
    yield Sample((normal(1, 5), normal(3, 4) + 1j * normal(3, 4)), {"stacked": 1})
    yield Sample((normal(2, 1, 3, 4), normal(1, 3, 2, 2)), {"stacked": 2})
    yield Sample((normal(0, 5), normal(1, 2)), {"stacked": 1})
