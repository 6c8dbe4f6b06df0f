"""Samples of splines on a regular grid."""

from __future__ import annotations

import functrace.primitives.splines  # noqa: F401 - fills the registry
from tests.samples._base import Sample, samples


@samples("spline_filter")
def _(rng):
    x = rng.normal(size=(5, 2, 6))
    for mode in ("mirror", "reflect", "grid-wrap"):
        for order in (2, 3, 4, 5):
            params = {"order": order, "mode": mode}
            yield Sample((x[:, 0],), {**params, "axis": 0})
            yield Sample((x[:1],), {**params, "axis": 0})
            yield Sample((rng.normal(size=33),), {**params, "axis": 0})
            yield Sample((x[0],), {**params, "axis": 0})
            yield Sample((x.T[::-1],), {**params, "axis": 2})
        yield Sample((x[0] + 1j * x[1],), {"order": 3, "mode": mode, "axis": 1})
