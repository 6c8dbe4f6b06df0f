"""Samples of roots and characteristic polynomials."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


@samples("roots")
def _(rng):
    real = np.poly([-1.0, 0.5, 2.0])
    yield Sample((real,), {"dtype": np.dtype(float), "count": 3})
    pairs = np.array([1.0, 0.3, 2.0, -0.5, 0.7])
    yield Sample((pairs,), {"dtype": np.dtype(complex), "count": 4})
    z = rng.normal(size=4) + 1j * rng.normal(size=4)
    yield Sample((z,), {"dtype": np.dtype(complex), "count": 3})


@samples("char_poly")
def _(rng):
    yield Sample((rng.normal(size=(3, 3)),))
    yield Sample((rng.normal(size=(2, 3, 3)),))
    yield Sample((np.eye(4),))
    yield Sample((rng.normal(size=(3, 3)) + 1j * rng.normal(size=(3, 3)),))
