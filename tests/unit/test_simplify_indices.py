"""Indices as places along axes: composed and compared as NumPy does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import functrace as ft
from functrace.primitives._rewrites import places

INDICES = [
    *(3, -1, slice(None), slice(2, None), slice(None, None, -1), slice(None, None, -2)),
    *(
        slice(5, 1, -2),
        slice(1, 1),
        slice(4, 5, -1),
        slice(4, 3, -1),
        slice(1, None, 3),
    ),
    *(slice(-3, None), slice(100, None), None, slice(0, 1, 5)),
]


@pytest.mark.slow
def test_indices_are_composed_as_numpy_does():
    array = np.arange(7 * 6).reshape(7, 6)
    for first in itertools.product(INDICES, INDICES):
        inner = places.places_of(first, array.shape)
        np.testing.assert_array_equal(
            array[places.index_of(inner, array.shape)], array[first]
        )
        part = array[first]
        assert places.shape_of(inner) == part.shape
        for second in itertools.product(INDICES[:12:2], repeat=min(part.ndim, 2)):
            try:
                expected = part[second]
            except IndexError:
                continue
            outer = places.places_of(second, part.shape)
            found = places.through(inner, outer)
            if found is not None:
                index = places.index_of(found, array.shape)
                np.testing.assert_array_equal(array[index], expected)


def test_indices_are_compared():
    shape = (9,)
    for i, j in itertools.product([i for i in INDICES if i is not None], repeat=2):
        try:
            first, second = (set(np.atleast_1d(np.arange(9)[k])) for k in (i, j))
        except IndexError:
            continue
        read, written = places.places_of(i, shape), places.places_of(j, shape)
        assert places.are_apart(read, written) == first.isdisjoint(second) or not (
            places.are_apart(read, written)
        )
        found = places.relative(read, written)
        if found is not None:
            part = np.arange(9)[j]
            index = places.index_of(found, np.shape(part))
            np.testing.assert_array_equal(part[index], np.arange(9)[i])


def test_ellipsis_and_advanced_indices():
    assert places.places_of((..., 1), (2, 3)) == (range(2), 1)
    assert places.places_of((True, 1), (2, 3)) is None
    assert places.places_of(np.int64(1), (2,)) is None
    assert places.places_of((), ()) == ()


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 4, 3)])
def test_a_part_is_read_in_one_way(shape):
    x = np.random.default_rng(0).normal(size=shape)
    spelt_out = (slice(None),) * (x.ndim - 1)
    index = (*spelt_out, 1) if spelt_out else 1

    def f(x):
        return np.exp(x[..., 1]) * np.exp(x[index]), x[..., None, :], x[..., 0]

    names = [node.name for node in ft.jit(f).lower(x).graph.nodes]
    assert names.count("exp") == 1
    for found, expected in zip(ft.jit(f)(x), f(x), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-15, strict=True)
