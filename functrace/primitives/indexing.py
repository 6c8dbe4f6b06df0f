"""Reading and writing of parts of arrays."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from functrace.compiler.forms import Gather, View, Write
from functrace.core.aval import Aval, aval_of, new_aval
from functrace.core.buffer_exports import is_exported
from functrace.core.constant import uniform
from functrace.core.errors import ConcretizationError, message
from functrace.core.guard import protect_all, replica
from functrace.core.node import Edge, Node, new_edge
from functrace.core.recording import current
from functrace.core.source import user_line
from functrace.core.strides import alike, corner, of_itself
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import Deferred
from functrace.primitives._index import (
    ARRAY,
    batch_gather,
    batch_getitem,
    batch_last_writes,
    batch_write,
    fill_index,
    in_c_order,
    picked_shape,
)
from functrace.primitives._lazy_modules import indexing_rules, picking_rules
from functrace.primitives._make import linear, nondifferentiable, primitive

# -- cotangents --------------------------------------------------------------------


class ScatteredCotangent(Deferred):
    """The cotangent of an array of which a part was read: zero but there."""

    __slots__ = ("arrays", "aval", "g", "index")

    def __init__(self, g: Any, aval: Aval, index: Any, arrays: tuple[Any, ...]) -> None:
        self.g = g
        self.aval = aval
        self.index = index
        self.arrays = arrays

    def add_to(  # noqa: D102 - as of `Deferred`
        self, total: Any, *, owned: bool, spare: bool = False
    ) -> Any:
        g, shape, arrays = self.g, self.aval[0], self.arrays
        if _traced(g, total, arrays):
            base = uniform(0, Aval(shape, g.dtype)) if total is None else total
            return index_add(base, g, *arrays, index=self.index)
        if total is None:
            total = np.zeros(shape, g.dtype)
            if not arrays:
                total[self.index] = g
                return total if shape else total[()]
        elif not owned or type(total) is not np.ndarray:
            total = np.array(total)
        _add_at(total, fill_index(self.index, arrays), g, arrays)
        return total if shape else total[()]


class Cleared(Deferred):
    """The cotangent of an array of which a part was overwritten: zero there."""

    __slots__ = ("arrays", "g", "index")

    def __init__(self, g: Any, index: Any, arrays: tuple[Any, ...]) -> None:
        self.g = g
        self.index = index
        self.arrays = arrays

    def add_to(  # noqa: D102 - as of `Deferred`
        self, total: Any, *, owned: bool, spare: bool = False
    ) -> Any:
        g, arrays = self.g, self.arrays
        if _traced(g, total, arrays):
            g = index_update(g, 0, *arrays, index=self.index)
            return g if total is None else total + g
        if not spare or type(g) is not np.ndarray:
            g = np.array(g)
        g[fill_index(self.index, arrays)] = 0
        if total is None:
            return g if g.shape else g[()]
        if owned and type(total) is np.ndarray:
            return np.add(total, g, out=total)
        return total + g


def _traced(g: Any, total: Any, arrays: tuple[Any, ...]) -> bool:
    if type(g) is Tracer or type(total) is Tracer:
        return True
    return bool(arrays) and Tracer in map(type, arrays)


def _add_at(x: np.ndarray, index: Any, values: Any, arrays: tuple[Any, ...]) -> None:
    """Add in place, as often as an element is named."""
    if not arrays:
        part = x[index]
        if type(part) is np.ndarray:
            np.add(part, values, out=part)  # `+=` would write the part back once more
        else:
            x[index] += values
    elif not any(a.dtype.kind != "b" for a in arrays):  # names no element twice
        x[index] += values
    else:
        if (
            x.ndim == np.ndim(values) == 1 < arrays[0].ndim
        ):  # NumPy would read beyond it
            values = np.broadcast_to(values, x[index].shape)
        np.add.at(x, index, values)


# -- reading -----------------------------------------------------------------------


def _indexed_aval(x: Aval, *arrays: Aval, index: Any) -> Aval:
    if not arrays:
        shape = _basic_shape(x[0], index)
        if shape is not None:
            return new_aval(Aval, (shape, x[1]))
    if any(a.dtype.kind == "b" for a in arrays):
        raise ConcretizationError(
            message(
                "functrace: the shape of x[mask] depends on the mask's values.",
                got=", ".join(map(str, arrays)),
                source=user_line(),
                help="use numpy.where(mask, x, 0), or x[numpy.nonzero(mask)].",
            )
        )
    return Aval(picked_shape(x, index, arrays), x.dtype)


getitem = linear(
    "getitem",
    lambda x, *, index: x[index],
    _indexed_aval,
    transpose=lambda g, x_aval, index: ScatteredCotangent(g, x_aval, index, ()),
    batch=batch_getitem,
    lower=View(),
    write_back=lambda base, view, index: write(base, view, index=index),
    simplify=lambda p: indexing_rules.getitem,
    doc="A part of an array, by integers, slices, None and Ellipsis: a view.",
)


def _basic_shape(shape: tuple[int, ...], index: Any) -> tuple[int, ...] | None:
    """The shape of a part named by integers and slices; None if NumPy must say it."""
    if type(index) is int:
        return shape[1:] if shape and -shape[0] <= index < shape[0] else None
    entries = index if type(index) is tuple else (index,)
    if len(entries) > len(shape):
        return None
    found: list[int] = []
    for entry, length in zip(entries, shape, strict=False):
        if type(entry) is slice:
            found.append(len(range(*entry.indices(length))))
        elif type(entry) is not int or not -length <= entry < length:
            return None
    return (*found, *shape[len(entries) :])


def _gathered(x: np.ndarray, *arrays: Any, index: Any) -> np.ndarray:
    """The layout of a gather, from one of few elements; of a view by integers and slices."""
    if not any(type(a) is np.ndarray for a in arrays):
        return x[fill_index(index, arrays)]
    part = corner(x[tuple(_as_slice(entry) for entry in index)])
    few = tuple(np.zeros_like(corner(a)) for a in arrays)
    return part[fill_index(tuple(_as_place(entry) for entry in index), few)]


def _as_slice(entry: Any) -> Any:
    """Of an index what takes a part of each axis, but removes none."""
    if type(entry) is int:
        return slice(entry, entry + 1 or None)
    return slice(None) if entry == ARRAY else entry


def _as_place(entry: Any) -> Any:
    if type(entry) is int:
        return 0
    return entry if entry == ARRAY or entry is Ellipsis else slice(None)


gather = linear(
    "gather",
    lambda x, *arrays, index: x[fill_index(index, arrays)],
    _indexed_aval,
    layout=_gathered,
    transpose=lambda g, x_aval, rest, index: ScatteredCotangent(g, x_aval, index, rest),
    jvp=lambda t, rest, index: _part_of(t, index, rest),
    batch=batch_gather,
    lower=Gather(),
    write_picked=lambda base, part, *arrays, index: write(
        base, part, *arrays, index=index
    ),
    simplify=lambda p: picking_rules.gather,
    doc="Elements of an array, named by integer or boolean arrays: a copy.",
)


# -- writing -----------------------------------------------------------------------


def _copy(x: Any) -> np.ndarray:
    """A copy to write to; of what is repeated by strides, in C order."""
    if 0 in x.strides:
        return np.array(x, order="C")
    copy = replica(x) if type(x) is np.ndarray else None
    return np.array(x) if copy is None else copy


def _set(x: Any, values: Any, *arrays: Any, index: Any) -> np.ndarray:
    out = _copy(x)
    if arrays:
        (values,), arrays = in_c_order((values,)), in_c_order(arrays)
    out[fill_index(index, arrays)] = values
    return out


def _added(x: Any, values: Any, *arrays: Any, index: Any) -> np.ndarray:
    out = _copy(x)
    _add_at(out, fill_index(index, arrays), values, arrays)
    return out


def _written_aval(x: Aval, values: Aval, *arrays: Aval, index: Any) -> Aval:
    """That of `x`, if the values fit the part: leading dimensions of 1 may be missing."""
    shape = None if arrays else _basic_shape(x[0], index)
    if shape is not None and values[0] in ((), shape):  # usual, in short
        return x
    if not any(a.dtype == bool for a in arrays):  # how much a mask names is not known
        part = _indexed_aval(x, *arrays, index=index)
        if values.shape in ((), part.shape):
            return x
        excess = max(values.ndim - part.ndim, 0)
        if set(values.shape[:excess]) <= {1}:
            values = Aval(values.shape[excess:], bool)
        np.broadcast_to(np.broadcast_to(False, values.shape), part.shape)
    return x


def _last_writes(*arrays: Any, index: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Where, of several values written to one element, the last one stands."""
    index = fill_index(index, in_c_order(arrays))
    written = np.zeros(shape, np.intp)
    order = np.arange(written[index].size).reshape(written[index].shape)
    written[index] = order
    return written[index] == order


last_writes = nondifferentiable(
    "last_writes",
    _last_writes,
    lambda *arrays, index, shape: Aval(
        _indexed_aval(Aval(shape, bool), *arrays, index=index).shape, bool
    ),
    batch=batch_last_writes,
    doc="Which of the values that an index writes stay: the last in each place.",
)


def _may_repeat(arrays: tuple[Any, ...]) -> bool:
    """Whether integer arrays, broadcast together, may name an element twice."""
    if not any(a.dtype.kind != "b" for a in arrays):
        return False
    first, *others = arrays
    if all(a.size < 2 and a.dtype.kind != "b" for a in arrays):
        return False
    if others or type(first) is Tracer:
        return True
    places = np.sort(first, axis=None)
    mixed = (places[0] < 0) != (places[-1] < 0)  # -1 and n - 1 are the same place
    return bool(mixed or (places[1:] == places[:-1]).any())


def _part_of(g: Any, index: Any, arrays: tuple[Any, ...]) -> Any:
    """The part of a cotangent that an index names; traced arrays may be in it."""
    if type(g) is not Tracer and Tracer in map(type, arrays):
        return gather(g, *arrays, index=index)
    return g[fill_index(index, arrays)]


def _part_written(g: Any, values: Aval, x: Aval, arrays: Any, index: Any) -> Any:
    """The cotangent of what was written to a part, which is not a view of `g`."""
    part = _part_of(g, index, arrays)
    if _may_repeat(arrays):
        part = np.where(last_writes(*arrays, index=index, shape=x.shape), part, 0)
    elif not arrays and type(part) is np.ndarray:
        part = part.copy()
    missing = values.ndim - part.ndim  # NumPy drops leading dimensions of length 1
    return part.reshape((1,) * missing + part.shape) if missing > 0 else part


def _update_vjp(g: Any, needed: Any, avals: Any, tail: Any, index: Any) -> Any:
    x_bar = Cleared(g, index, tail) if needed[0] else None
    y_bar = _part_written(g, avals[1], avals[0], tail, index) if needed[1] else None
    return (x_bar, y_bar, *(None for _ in tail))


def _update_jvp(ts: Any, x_aval: Aval, tail: Any, index: Any) -> Any:
    x_dot = uniform(0, x_aval) if ts[0] is None else ts[0]
    y_dot = 0 if ts[1] is None else ts[1]
    return index_update(x_dot, y_dot, *tail, index=index)


def _piece(*, add: bool) -> Write:
    def pieces(avals: Any, out_aval: Aval, index: Any) -> Any:
        entries = index if type(index) is tuple else (index,)
        if Ellipsis not in entries:  # which makes a view even of a single element
            entries = (*entries, Ellipsis)
        return 0, [(1, lambda out: out[entries], add)]

    return Write(pieces, add)


index_update = primitive(
    "index_update",
    _set,
    _written_aval,
    batch=batch_write,
    lower=_piece(add=False),
    vjp=_update_vjp,
    jvp=_update_jvp,
    broadcasts=True,
    layout=of_itself,
    simplify=lambda p: indexing_rules.index_update,
    doc="A copy with a part overwritten; where an element is named twice, by the last.",
)

index_add = primitive(
    "index_add",
    _added,
    _written_aval,
    batch=batch_write,
    lower=_piece(add=True),
    vjp=(lambda g: g, lambda g, tail, index: _part_of(g, index, tail)),
    jvp=(
        lambda t: t,
        lambda t, x_aval, tail, index: index_add(
            uniform(0, x_aval), t, *tail, index=index
        ),
    ),
    broadcasts=True,
    layout=of_itself,
    simplify=lambda p: indexing_rules.index_add,
    doc="A copy with something added to a part, as often as an element is named.",
)


def write(x: Tracer, values: Any, *arrays: Any, index: Any) -> Tracer:
    """Record `index_update`; in the array of `x` if nobody else can see that.

    The result must be assigned to `x`, whose array may have changed.
    """
    if x.value is None:
        return index_update(x, values, *arrays, index=index)
    if x.base is not None:
        x.sync()
    traced, state = type(values) is Tracer, current()
    value = values.value if traced else values
    if (
        value is None
        or not state.usual
        or state.observer is not None
        or (arrays and Tracer in map(type, arrays))
        or not (_is_alone(x) or _is_shared(x, values))
    ):
        out = index_update(x, values, *arrays, index=index)
        return out if type(out) is Tracer else Tracer(None, out)
    x.refuse_variable()
    array, edge = x.value, x.edge
    array[fill_index(index, arrays) if arrays else index] = value
    values_edge = values.edge if traced else None
    if (edge is None and values_edge is None) or array.dtype.kind not in "fc":
        return Tracer(None, array)
    saved, guards = protect_all(arrays)
    node = Node(
        index_update,
        (edge or aval_of(array), values_edge or aval_of(value), *saved),
        {"index": index},
        (None, None, *saved, None),
        array.shape,
        array.dtype,
    )
    if guards:
        node.attach().guards.extend(guards)
    return Tracer(new_edge(Edge, (node, 0)), array)


def _is_shared(x: Any, values: Any) -> bool:
    """Whether something plain is written to an array that others have got, and see."""
    plain = x.edge is None and (type(values) is not Tracer or values.edge is None)
    return plain and x.value.flags.writeable and is_exported(x)


def overwrite(x: Tracer, whole: Tracer) -> Tracer:
    """What stands for `x` when all of it is overwritten: it stays where it is in memory."""
    return whole if x.ndim < 2 or alike(x, whole) else write(x, whole, index=Ellipsis)


def _references(handle: Any) -> int:
    return sys.getrefcount(handle.value)


_ALONE = _references(Tracer(None, np.empty(1)))  # what it counts of the handle's own


def _is_alone(handle: Any) -> bool:
    """Whether the handle's array belongs to it, and nothing else refers to it.

    A view refers to the array that it is a view of, and so does what a node keeps.
    """
    if _references(handle) != _ALONE:
        return False
    flags = handle.value.flags  # which refer to the array, too
    return flags.owndata and flags.writeable
