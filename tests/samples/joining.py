"""Operations that put several arrays together, or make arrays from a few numbers."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


@samples("concatenate")
def _(rng):
    x, y, z = (rng.normal(size=(2, n)) for n in (3, 1, 0))
    yield Sample((x, y, z), {"axis": 1})
    yield Sample((x,), {"axis": 0})
    yield Sample((rng.normal(size=2), rng.normal(size=3)), {"axis": 0})
    yield Sample((x, 1j * y), {"axis": 1})
    yield Sample((x, np.ones((1, 3), int), y[:, [0, 0, 0]]), {"axis": 0})
    yield Sample((np.ones(2, bool), np.ones(1, int)), {"axis": 0})


@samples("stack")
def _(rng):
    x, y, z = rng.normal(size=(3, 2, 3))
    yield Sample((x, y, z), {"axis": 0})
    yield Sample((x, y), {"axis": 2})
    yield Sample((x, 1j * y), {"axis": 1})
    yield Sample((x[0, 0], 2, True, y[0, 0]), {"axis": 0})
    yield Sample((np.float64(1.5), 2.0, x[0, 0]), {"axis": 0})
    yield Sample((x, np.arange(6).reshape(2, 3)), {"axis": 1})


@samples("linspace")
def _(rng):
    x, y = rng.normal(size=(2, 3))
    yield Sample((x, y), {"num": 4, "endpoint": True})
    yield Sample((x[0], y[0]), {"num": 3, "endpoint": False})
    yield Sample((x[:, None], y), {"num": 3, "endpoint": True})
    yield Sample((x, 1.5), {"num": 1, "endpoint": True})
    yield Sample((0, y), {"num": 0, "endpoint": True})
    yield Sample((x[0], y[0] * 1j), {"num": 5, "endpoint": True})
