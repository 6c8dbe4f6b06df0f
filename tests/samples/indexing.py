"""Samples of reading and writing parts of arrays."""

from __future__ import annotations

import numpy as np

from functrace.primitives.indexing import ARRAY
from tests.samples._base import Sample, samples

ALL = slice(None)
MASK = np.array([[True, False, True], [False, True, True]])


@samples("getitem")
def _(rng):
    x = rng.normal(size=(3, 4))
    for index in (
        1,
        -1,
        slice(None, None, -2),
        (1, 2),
        (Ellipsis, -2),
        (slice(1, 1), None, 0),
        (None, slice(0, 2), slice(3, 0, -1)),
        (1, 2, Ellipsis),
        (),
    ):
        yield Sample((x,), {"index": index})
    yield Sample((x + 1j * x,), {"index": (slice(1, None), 0)})
    yield Sample((np.asarray(x[0, 0]),), {"index": (None, Ellipsis)})


@samples("gather")
def _(rng):
    x = rng.normal(size=(3, 4))
    yield Sample((x, np.array([0, 2, 0])), {"index": (ARRAY,)})
    yield Sample((x, np.array([[0, -1], [2, 2]])), {"index": (ALL, ARRAY)})
    yield Sample((x, np.array(2)), {"index": (ARRAY,)})
    yield Sample((x, np.zeros((0,), int)), {"index": (ARRAY,)})
    yield Sample(
        (x[None], np.array([[0], [2]]), np.array([1, 1, 3])),
        {"index": (0, ARRAY, ARRAY)},
    )
    yield Sample((x + 1j * x, np.array([1, 1])), {"index": (ARRAY, slice(0, 3, 2))})
    y = rng.normal(size=(2, 3, 4))
    yield Sample(
        (y, np.array([0, 1, 1]), np.array([3, 0, 0])), {"index": (ARRAY, ALL, ARRAY)}
    )
    for index in (
        (ALL, ARRAY, ARRAY),
        (ALL, ARRAY, Ellipsis, ARRAY),  # which stands between them, empty as it is
    ):
        yield Sample((y, np.array([0, 2, 1]), np.array([3, 0, 0])), {"index": index})


@samples("index_update")
def _(rng):
    x, row = rng.normal(size=(3, 4)), rng.normal(size=4)
    yield Sample((x, row), {"index": 1})
    yield Sample((x, row[:1]), {"index": (slice(None, None, 2), -1)})
    yield Sample((x, row[None, None]), {"index": (1,)})
    yield Sample((x, row[0]), {"index": Ellipsis})
    yield Sample((x + 1j * x, row), {"index": 0})
    yield Sample((x, row[:2], np.array([2, 0])), {"index": (ARRAY, 1)})
    yield Sample((x, x, np.array([1, -2, 1])), {"index": (ARRAY,)})
    yield Sample((x, row[0], x > 0), {"index": (ARRAY,)})
    yield Sample((x, rng.normal(size=int((x > 0).sum())), x > 0), {"index": (ARRAY,)})
    y, repeated = rng.normal(size=(2, 3, 4)), np.array([1, 1, 0, 1])
    yield Sample(
        (y, rng.normal(size=(4, 3)), repeated, np.array([0, 2, 3, 2])),
        {"index": (ARRAY, ALL, ARRAY)},
    )
    yield Sample((y, row, MASK, np.array([1, 1, 0, 3])), {"index": (ARRAY, ARRAY)})


@samples("index_add")
def _(rng):
    x, row = rng.normal(size=(3, 4)), rng.normal(size=4)
    yield Sample((x, row), {"index": (slice(0, 2),)})
    yield Sample((x, rng.normal(size=(3, 4)), np.array([1, 1, 0])), {"index": (ARRAY,)})
    yield Sample((row, x[0, :2], np.array([[1, -1], [0, 3]])), {"index": (ARRAY,)})
    yield Sample((x, row[0], x > 0), {"index": (ARRAY,)})
    yield Sample((x + 1j * x, row + 1j), {"index": 2})


@samples("last_writes")
def _(rng):
    yield Sample((np.array([1, 0, 1]),), {"index": (ARRAY,), "shape": (3, 2)})
    yield Sample((np.array([-1, 2, 0]),), {"index": (ALL, ARRAY), "shape": (2, 3)})
