"""Samples of cosine and sine transforms."""

from __future__ import annotations

import functrace.primitives.cosine_transforms  # noqa: F401 - fills the registry
from tests.samples._base import Sample, samples
from tests.samples.contractions import normal


def of_every_type(rng):
    for kind in (1, 2, 3, 4):
        for axis, dtype in (((1,), float), ((0, 2), complex)):
            yield Sample(
                normal(rng, (2, 5, 3), dtype=dtype), {"type": kind, "axis": axis}
            )
        yield Sample(normal(rng, (2,)), {"type": kind, "axis": (0,)})
        yield Sample(normal(rng, (4, 0)), {"type": kind, "axis": (0,)})


samples("dct")(of_every_type)
samples("dst")(of_every_type)
