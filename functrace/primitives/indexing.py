"""Reading and writing of parts of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import Deferred
from functrace.primitives._make import linear, primitive

ARRAY = "array"  # in an index template: the place of the next array operand


def fill_index(index: Any, arrays: tuple[Any, ...]) -> Any:
    """The index that the template and the arrays stand for."""
    if not arrays:
        return index
    rest = iter(arrays)
    return tuple(next(rest) if entry is ARRAY else entry for entry in index)


class Scattered(Deferred):
    """The cotangent of an array of which a part was read: zero but there."""

    __slots__ = ("arrays", "aval", "g", "index")

    def __init__(self, g: Any, aval: Aval, index: Any, arrays: tuple[Any, ...]) -> None:
        self.g = g
        self.aval = aval
        self.index = index
        self.arrays = arrays

    def add_to(self, total: Any, *, owned: bool) -> Any:
        g, aval, arrays = self.g, self.aval, self.arrays
        if type(g) is Tracer or type(total) is Tracer or Tracer in map(type, arrays):
            base = np.zeros(aval.shape, aval.dtype) if total is None else total
            return index_add(base, g, *arrays, index=self.index)
        if total is not None:
            total = total if owned else np.array(total)
            _add_at(total, fill_index(self.index, arrays), g, arrays)
            return total
        total = np.zeros(aval[0], g.dtype)
        if arrays:
            _add_at(total, fill_index(self.index, arrays), g, arrays)
        else:
            total[self.index] = g
        return total


def _add_at(x: np.ndarray, index: Any, values: Any, arrays: tuple[Any, ...]) -> None:
    """Add in place, as often as an element is named."""
    if all([a.dtype.kind == "b" for a in arrays]):  # names no element twice
        x[index] += values
    else:
        np.add.at(x, index, values)


def _set(x: Any, values: Any, *arrays: Any, index: Any) -> np.ndarray:
    out = np.array(x)
    out[fill_index(index, arrays)] = values
    return out


def _added(x: Any, values: Any, *arrays: Any, index: Any) -> np.ndarray:
    out = np.array(x)
    _add_at(out, fill_index(index, arrays), values, arrays)
    return out


def _indexed_aval(x: Aval, *arrays: Aval, index: Any) -> Aval:
    dummies = tuple(np.broadcast_to(np.zeros((), a.dtype), a.shape) for a in arrays)
    dummy = np.broadcast_to(np.empty((), x.dtype), x.shape)
    return Aval(dummy[fill_index(index, dummies)].shape, x.dtype)


getitem = linear(
    "getitem",
    lambda x, *, index: x[index],
    _indexed_aval,
    transpose=lambda g, x_aval, index: Scattered(g, x_aval, index, ()),
    write_back=lambda base, view, index: index_update(base, view, index=index),
    doc="A part of an array, by integers, slices, None and Ellipsis: a view.",
)

gather = linear(
    "gather",
    lambda x, *arrays, index: x[fill_index(index, arrays)],
    _indexed_aval,
    transpose=lambda g, x_aval, rest, index: Scattered(g, x_aval, index, rest),
    doc="Elements of an array, named by integer or boolean arrays: a copy.",
)


index_update = primitive(
    "index_update",
    _set,
    lambda x, *_, index: x,
    vjp=(
        lambda g, tail, index: index_update(g, np.zeros((), g.dtype), *tail, index=index),
        lambda g, tail, index: g[fill_index(index, tail)],
    ),
    jvp=(
        lambda t, tail, index: index_update(t, np.zeros((), t.dtype), *tail, index=index),
        lambda t, x_aval, tail, index: index_update(
            np.zeros(x_aval.shape, x_aval.dtype), t, *tail, index=index
        ),
    ),
    broadcasts=True,
    doc="A copy with a part overwritten.",
)

index_add = primitive(
    "index_add",
    _added,
    lambda x, *_, index: x,
    vjp=(lambda g: g, lambda g, tail, index: g[fill_index(index, tail)]),
    jvp=(
        lambda t: t,
        lambda t, x_aval, tail, index: index_add(
            np.zeros(x_aval.shape, x_aval.dtype), t, *tail, index=index
        ),
    ),
    broadcasts=True,
    doc="A copy with something added to a part, as often as an element is named.",
)
