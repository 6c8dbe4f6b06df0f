"""Samples of pseudoinverses and least squares."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples
from tests.samples.contractions import normal

SHAPES = [(3, 3), (4, 2), (2, 4), (2, 3, 2), (2, 0), (0, 2)]


@samples("pinv")
def _(rng):
    general = {"hermitian": False}
    for shape in SHAPES:
        x, y = normal(rng, shape, shape)
        cutoff = np.full(shape[:-2], 1e-15)
        yield Sample((x, cutoff), general)
        yield Sample((x + 1j * y, cutoff), general)
    x, y = normal(rng, (2, 4, 3), (2, 4, 3))
    for scale in (1.0, 1 + 1j):
        u, _, vh = np.linalg.svd(x + (scale - 1) * y, full_matrices=False)
        cut = (u * np.array([[3.0, 2.0, 0.5], [3.0, 1.0, 0.5]])[:, None]) @ vh
        yield Sample((cut, np.array([0.5, 0.2])), general)
        yield Sample((np.swapaxes(cut, -1, -2), np.array([0.5, 0.2])), general)

    def symmetric(x, y):
        return x + np.swapaxes(x, -1, -2).conj(), y

    (x,) = normal(rng, (3, 3))
    params = {"hermitian": True}
    reason = "of Hermitian matrices"
    cutoff = np.array(1e-15)
    yield Sample((x, cutoff), params, before=symmetric, reason=reason)
    yield Sample((x + 1j * x[::-1], cutoff), params, before=symmetric, reason=reason)


@samples("solve_stein")
def _(rng):
    reason = "of Hermitian matrices"

    def small(x, y, z):
        hermitian = tuple(m + np.swapaxes(m, -1, -2).conj() for m in (x, y))
        return *hermitian, z

    for shape in [(), (2,)]:
        x, y, z = normal(rng, (*shape, 2, 2), (*shape, 3, 3), (*shape, 2, 3))
        for unit in (0, 1j):
            args = (0.1 * (x + unit * x[..., ::-1, :]), 0.1 * (y - unit * y), z + unit)
            yield Sample(args, before=small, reason=reason)


@samples("lstsq")
def _(rng):
    params = {"rcond": 1e-15}
    for shape in SHAPES:
        for k in (1, 2, 0):
            x, y, z = normal(rng, shape, shape, (*shape[:-1], k))
            yield Sample((x, z), params)
            yield Sample((x + 1j * y, z - 1j), params)
    x, y, z = normal(rng, (3, 2), (3, 2), (3, 2))
    yield Sample((x, y + 1j * z), params)
    yield Sample((x + 1j * y, z), params)
    u, _, vh = np.linalg.svd(x, full_matrices=False)
    x = (u * [1, 0.2]) @ vh
    reason = "residuals are not given where the rank is not full"

    def solution(*outputs):
        return outputs[0], outputs[3]

    yield Sample((x, z), {"rcond": 0.5}, after=solution, reason=reason)
    yield Sample((x, z), {"rcond": -1.0})
