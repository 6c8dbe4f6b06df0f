"""Samples of what SciPy's callables for Legendre functions are made of."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


@samples("legendre_p")
def _(rng):
    n, x = np.array([0, 1, 4]), rng.uniform(-1, 1, (2, 3))
    for order in range(3):
        yield Sample((n, x), {"order": order})
    yield Sample((np.int64(5), np.array([-1.0, 0.5, 1.0])), {"order": 2})


@samples("assoc_legendre_p")
def _(rng):
    n, m, x = np.array([2, 3, 4]), np.array([0, 1, -2]), rng.uniform(-0.9, 0.9, (2, 3))
    for order in range(3):
        yield Sample((n, m, x, 2), {"norm": False, "order": order})
    yield Sample((n, m, x + 0.5j, 2), {"norm": True, "order": 1})
    yield Sample((n, m, x + 2.5, 3), {"norm": False, "order": 0})


@samples("sph_legendre_p")
def _(rng):
    n, m = np.array([0, 1, 4]), np.array([[0], [1], [-2]])
    yield Sample((n, m, rng.uniform(0, 3, 3)))
    yield Sample((np.int64(3), np.int64(3), np.array([0.1, -0.7, 4.0])))


@samples("lpmv", alone="the order is an integer")
def _(rng):
    v, x = rng.uniform(1.2, 4, 3), rng.uniform(-0.8, 0.8, (2, 3))
    yield Sample((np.array([[0], [2]]), v, x))
    yield Sample((1, v, x))
    yield Sample((-1, 3, x))
    yield Sample((2, np.array([2, 3, 4]), np.array([-0.8, 0.2, 0.8])))
