"""Samples of discrete Fourier transforms."""

from __future__ import annotations

from tests.samples._base import Sample, samples
from tests.samples.contractions import normal

NORMS = ("backward", "ortho", "forward")


@samples("fft")
def _(rng):
    for inverse in (False, True):
        for norm in NORMS:
            params = {"axis": 1, "inverse": inverse, "norm": norm}
            yield Sample(normal(rng, (2, 5, 3)), params)
            yield Sample(normal(rng, (2, 4, 3), dtype=complex), params)
    for dtype in (float, complex):
        for shape in ((1,), (2,), (7,), (3, 0)):
            params = {"axis": 0, "inverse": False, "norm": "backward"}
            yield Sample(normal(rng, shape, dtype=dtype), params)


@samples("rfft")
def _(rng):
    for norm in NORMS:
        for shape in ((2, 5, 3), (2, 6, 3)):
            yield Sample(normal(rng, shape), {"axis": 1, "norm": norm})
    for shape in ((1,), (2,), (7,), (3, 0)):
        yield Sample(normal(rng, shape), {"axis": 0, "norm": "backward"})


@samples("irfft")
def _(rng):
    for dtype in (float, complex):
        for n in (5, 6):
            for norm in NORMS:
                params = {"axis": 1, "n": n, "norm": norm}
                yield Sample(normal(rng, (2, n // 2 + 1, 3), dtype=dtype), params)
        for n in (1, 2, 7):
            params = {"axis": 0, "n": n, "norm": "backward"}
            yield Sample(normal(rng, (n // 2 + 1,), dtype=dtype), params)
            yield Sample(normal(rng, (n // 2 + 1, 0), dtype=dtype), params)
