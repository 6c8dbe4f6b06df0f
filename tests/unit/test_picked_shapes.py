"""Shapes of what index arrays pick: as NumPy has them, without the arrays."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from functrace.primitives._index import ARRAY, picked_shape

INDICES = [
    (ARRAY,),
    (..., ARRAY),
    (slice(None), ARRAY, ARRAY),
    (ARRAY, slice(1, None), ARRAY),
    (ARRAY, None, ARRAY),
    (0, slice(None), ARRAY),
    (ARRAY, ARRAY, -1),
    (None, slice(None), ARRAY, ...),
]
SHAPES = [((2,), (2,)), ((3, 1), (2,)), ((), (4,)), ((0,), (1,)), ((2, 2), ())]


@pytest.mark.parametrize("index", INDICES, ids=str)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_shapes(index: tuple[Any, ...], shapes: Any) -> None:
    x = np.zeros((3, 4, 5))
    arrays = [np.zeros(shape, int) for shape in shapes][: index.count(ARRAY)]
    rest = iter(arrays)
    plain = tuple(next(rest) if e == ARRAY else e for e in index)
    avals = [Aval(a.shape, a.dtype) for a in arrays]
    found = picked_shape(Aval(x.shape, x.dtype), index, avals)
    assert found == x[plain].shape


@pytest.mark.parametrize(
    ("shape", "index", "arrays"),
    [
        ((3, 4), (ARRAY, ARRAY), [(2,), (3,)]),
        ((0, 4), (ARRAY,), [(2,)]),
        ((3,), (ARRAY, ARRAY), [(2,), (2,)]),
        ((3, 4), (ARRAY, 4), [(2,)]),
    ],
)
def test_what_numpy_refuses(shape: Any, index: Any, arrays: Any) -> None:
    avals = [Aval(each, np.dtype(int)) for each in arrays]
    with pytest.raises(IndexError):
        picked_shape(Aval(shape, np.dtype(float)), index, avals)


def test_no_array_of_the_shape_is_made() -> None:
    index = np.zeros((200, 1000), np.intp)
    ft.make_graph(lambda x: x[:, index[:9]])(Aval((50, 3), np.dtype(float)))
    tracemalloc.start()
    try:
        aval = Aval((500, 3), np.dtype(float))
        picked_shape(aval, (slice(None), ARRAY), [Aval(index.shape, index.dtype)])
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
