"""Samples of sorting, and of sums and products along an axis."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


def along_axes(rng):
    """Arrays with an axis of them."""
    x = rng.normal(size=(2, 3, 4))
    yield x, {"axis": 0}
    yield x, {"axis": 2}
    yield x[..., ::-2], {"axis": 1}
    yield x[0, 0], {"axis": 0}
    yield (x + 1j * rng.normal(size=x.shape)), {"axis": 1}
    yield np.zeros((2, 0)), {"axis": 1}
    yield np.zeros((0, 2)), {"axis": 1}
    yield rng.integers(9, size=(3, 2)).astype(np.int16), {"axis": 0}


@samples("sort")
def _(rng):
    for x, params in along_axes(rng):
        yield Sample((x,), params)


@samples("argsort")
def _(rng):
    for x, params in along_axes(rng):
        yield Sample((x,), {**params, "kind": "stable"})
        yield Sample((x,), {**params, "kind": None})


@samples("argpartition")
def _(rng):
    for x, params in along_axes(rng):
        if x.size:
            yield Sample((x,), {**params, "kth": 1})
            yield Sample((x,), {**params, "kth": (0, 1)})


@samples("lexsort")
def _(rng):
    keys = rng.integers(3, size=(2, 3, 4))
    yield Sample(tuple(keys), {"axis": 0})
    yield Sample((*keys, rng.normal(size=(3, 4))), {"axis": 1})


@samples("searchsorted", ordered="a sorter fits one array only")
def _(rng):
    x = rng.normal(size=5)
    order = np.argsort(x)
    yield Sample((x[order], rng.normal(size=(2, 3))), {"side": "left"})
    yield Sample((x, x, order), {"side": "right"})
    yield Sample((x[order], x[0]), {"side": "right"})


@samples("cumsum")
def _(rng):
    for x, params in along_axes(rng):
        yield Sample((x,), {**params, "reverse": False})
        yield Sample((x,), {**params, "reverse": True})


@samples("cumprod")
def _(rng):
    for x, params in along_axes(rng):
        yield Sample((x,), params)
    x = rng.normal(size=(3, 7))
    for zeros in ([0], [3], [6], [2, 4], [0, 1], range(21)):
        with_zeros = x.copy()
        with_zeros.flat[list(zeros)] = 0
        yield Sample((with_zeros,), {"axis": 1})
        yield Sample((with_zeros,), {"axis": 0})
