"""Samples of QR factors."""

from __future__ import annotations

from tests.samples._base import Sample, samples
from tests.samples.contractions import normal

SHAPES = [(4, 2), (3, 3), (2, 4), (2, 3, 2), (2, 2, 3), (3, 0), (0, 2)]


@samples("qr")
def _(rng):
    for shape in SHAPES:
        x, y = normal(rng, shape, shape)
        yield Sample((x,))
        yield Sample((x + 1j * y,))


@samples("householder")
def _(rng):
    for shape in SHAPES:
        x, y = normal(rng, shape, shape)
        yield Sample((x,))
        yield Sample((x + 1j * y,))
