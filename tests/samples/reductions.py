"""Samples of reductions."""

from __future__ import annotations

from tests.samples._base import Sample, samples


@samples("reduce_sum")
def _(rng):
    x = rng.normal(size=(2, 3, 4))
    yield Sample((x,), {"axis": (0, 1, 2), "keepdims": False})
    yield Sample((x,), {"axis": (1,), "keepdims": True})
    yield Sample((x + 1j * x,), {"axis": (0, 2), "keepdims": False})
