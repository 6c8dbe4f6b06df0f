"""Samples of reductions."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


def shapes(rng):
    """Arrays and the parameters of reductions of them."""
    x = rng.normal(size=(2, 3, 4))
    yield x, {"axis": (0, 1, 2), "keepdims": False}
    yield x, {"axis": (1,), "keepdims": True}
    yield x, {"axis": (2, 0), "keepdims": False}
    yield x + 1j * rng.normal(size=x.shape), {"axis": (0, 2), "keepdims": False}
    yield x[:, ::2, ::-1], {"axis": (1,), "keepdims": False}
    yield np.zeros((0, 2)), {"axis": (1,), "keepdims": False}


@samples("reduce_sum")
def _(rng):
    for x, params in shapes(rng):
        yield Sample((x,), params)
    yield Sample((rng.normal(size=(2, 3)),), {"axis": (), "keepdims": False})
    yield Sample((np.float64(rng.normal()),), {"axis": (), "keepdims": True})
    yield Sample((np.zeros((2, 0)),), {"axis": (1,), "keepdims": False})
    integers = rng.integers(9, size=3).astype(np.int8)
    yield Sample((integers,), {"axis": (0,), "keepdims": True})
    yield Sample((rng.normal(size=(2, 3)) > 0,), {"axis": (1,), "keepdims": False})


@samples("reduce_prod")
def _(rng):
    for x, params in shapes(rng):
        yield Sample((x,), params)
    x = rng.normal(size=(3, 5))
    for zeros in ([0], [0, 1], [0, 7], [0, 1, 2], range(15)):
        with_zeros = x.copy()
        with_zeros.flat[list(zeros)] = 0
        yield Sample((with_zeros,), {"axis": (1,), "keepdims": False})
        yield Sample((with_zeros,), {"axis": (1, 0), "keepdims": True})
    yield Sample((np.zeros((2, 0)),), {"axis": (1,), "keepdims": False})
    integers = rng.integers(9, size=3).astype(np.int8)
    yield Sample((integers,), {"axis": (0,), "keepdims": True})


def extrema(rng):
    for x, params in shapes(rng):
        yield Sample((x,), params)
    yield Sample((rng.integers(9, size=(2, 3)),), {"axis": (0,), "keepdims": True})


samples("reduce_max")(extrema)
samples("reduce_min")(extrema)


def indices(rng):
    x = rng.normal(size=(2, 3, 4))
    yield Sample((x,), {"axis": None, "keepdims": False})
    yield Sample((x,), {"axis": None, "keepdims": True})
    yield Sample((x,), {"axis": 1, "keepdims": False})
    yield Sample((x,), {"axis": 2, "keepdims": True})


samples("argmax")(indices)
samples("argmin")(indices)


def truths(rng):
    for x, params in shapes(rng):
        yield Sample((x,), params)
        yield Sample((x.real > 0,), params)


samples("reduce_any")(truths)
samples("reduce_all")(truths)


@samples("logsumexp")
def _(rng):
    for x, params in shapes(rng):
        yield Sample((x,), params)
    yield Sample((1000 * rng.normal(size=(2, 3)),), {"axis": (1,), "keepdims": False})
    x = np.array([[-np.inf, 1.0, 2.0]])
    yield Sample(
        (x,),
        {"axis": (1,), "keepdims": False},
        order=-1,
        reason="differences across an infinity",
    )


@samples("signed_logsumexp")
def _(rng):
    weights = rng.normal(size=(2, 3, 4))
    for x, params in shapes(rng):
        if x.shape == weights.shape and x.dtype.kind != "c":
            yield Sample((x, weights), params)
            yield Sample((x, np.where(weights > 1, 0, weights)), params)
