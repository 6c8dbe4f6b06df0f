"""Elements picked along an axis by constant positions: composed, and in one order.

What is picked in several steps, as the minors of a determinant are, is then recognised.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.core.serialize import freeze
from functrace.engine.rewrite import Make, maker
from functrace.primitives import indexing, layout, reductions
from functrace.primitives._index import ARRAY
from functrace.primitives._rewrites import directions
from functrace.primitives._rewrites.places import Places, index_of

_WHOLE = slice(None)
_MOST = 1 << 12  # positions that are looked at
_SHORT = 12  # of values that are written out: of more, sums in memory are as fast


class AxisSelection(NamedTuple):
    """What is picked of an array.

    Attributes
    ----------
    axis : int
    positions : ndarray
        None is negative.
    """

    axis: int
    positions: np.ndarray


def gather(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Moved, if it is that; of what was picked before, picked at once; lower axes first.

    Directions as directions.
    """
    found = directions.picked(operands, params["index"], out, make)
    if found is not None:
        return found
    picked = _picked(operands, params["index"])
    if picked is None:
        return None
    x, axis = operands[0], picked.axis
    moved = _moved(x, picked, make)
    if moved is not None:
        return moved
    before = _picked(x[0].inputs, x[0].params["index"]) if _is_picked(x) else None
    if before is None or before.axis < axis:
        return None
    source = x[0].inputs[0]
    if before.axis == axis:
        return _pick(source, axis, before.positions[picked.positions], make)
    first = _pick(source, axis, picked.positions, make)
    return _pick(first, before.axis, before.positions, make)


def _moved(x: Any, picked: AxisSelection, make: Make) -> Any:
    """A slice, or all elements from one on and then those before."""
    axis, positions = picked
    shape = operand_aval(x)[0]
    slice_ = _slice_of(positions)
    if slice_ is not None:
        places = list(map(range, shape))
        places[axis] = slice_
        return part(x, tuple(places), make)
    n, first = shape[axis], int(positions[0])
    if not np.array_equal(positions, (np.arange(n) + first) % n):
        return None
    shifts = [0] * len(shape)
    shifts[axis] = n - first
    return make(layout.roll, (x,), {"shifts": tuple(shifts)})


def inverse(x: Any, positions: Any, index: Any) -> AxisSelection | None:
    """What is read where, of values written to positions that name all of an axis once."""
    picked = _picked((x, positions), index)
    if picked is None:
        return None
    order = np.argsort(picked.positions)
    length = operand_aval(x)[0][picked.axis]
    if not np.array_equal(picked.positions[order], np.arange(length)):
        return None
    return AxisSelection(picked.axis, order)


def sums(operands: list[Any], index: Any, out: Aval, make: Make) -> Any:
    """Of values added to each position of a short axis equally often the sum of each's."""
    x, values, positions = operands
    picked = selected((x, positions), index)
    if picked is None or not picked.positions.ndim:
        return None
    axis, named = picked.axis, picked.positions
    before, after = out.shape[:axis], out.shape[axis + 1 :]
    counts = np.bincount(named.ravel(), minlength=out.shape[axis])
    if named.size > _SHORT or (counts != counts[0]).any():
        return None
    if operand_aval(values) != (before + named.shape + after, out.dtype):
        return None
    order = np.argsort(named, axis=None, kind="stable").reshape(len(counts), -1)
    places = np.unravel_index(order, named.shape)
    constants = [freeze(np.ascontiguousarray(place, np.intp)) for place in places]
    entries = {"index": (*(_WHOLE,) * axis, *(ARRAY,) * named.ndim)}
    aval = Aval(before + order.shape + after, out.dtype)
    found = make(indexing.gather, (values, *constants), entries, aval)
    along = {"axis": (axis + 1,), "keepdims": False}
    return make(reductions.reduce_sum, (found,), along, out)


def pick(x: Any, picked: AxisSelection, make: Make) -> Any:
    """The elements at the positions."""
    moved = _moved(x, picked, make)
    return _pick(x, *picked, make) if moved is None else moved


def of_gather(node: Node, places: Places, out: Aval, make: Make) -> Any:
    """Reading first, then picking."""
    picked = _picked(node.inputs, node.params["index"])
    if picked is None or None in places:
        return None
    wanted = places[picked.axis]
    if type(wanted) is int:
        position: Any = int(picked.positions[wanted])
        return part(node.inputs[0], _with(places, picked.axis, position), make)
    if not wanted:
        return None
    length = operand_aval(node.inputs[0])[0][picked.axis]
    source = part(node.inputs[0], _with(places, picked.axis, range(length)), make)
    axis = sum([type(place) is range for place in places[: picked.axis]])
    return _pick(source, axis, picked.positions[np.array(wanted)], make)


def part(x: Any, places: Places, make: Make) -> Any:
    """The part of an array at some places, none of which is a new dimension."""
    shape, dtype = operand_aval(x)
    if places == tuple(map(range, shape)):
        return x
    lengths = tuple([len(place) for place in places if type(place) is range])
    index = {"index": index_of(places, shape)}
    return make(indexing.getitem, (x,), index, Aval(lengths, dtype))


def _with(places: Places, axis: int, place: Any) -> Places:
    return (*places[:axis], place, *places[axis + 1 :])


def _is_picked(x: Any) -> bool:
    return maker(x) is indexing.gather


def _picked(operands: Any, index: Any) -> AxisSelection | None:
    """What a gather picks, if that is constant and along one axis, by one index array."""
    found = selected(operands, index)
    return None if found is None or found.positions.ndim != 1 else found


def selected(operands: Any, index: Any) -> AxisSelection | None:
    """The same, by an array of any shape."""
    x, *arrays = operands
    entries = [entry for entry in index if entry is not Ellipsis]
    if len(arrays) != 1 or type(arrays[0]) is Edge or ARRAY not in entries:
        return None
    axis = entries.index(ARRAY)
    if any(entry != _WHOLE for entry in (*entries[:axis], *entries[axis + 1 :])):
        return None
    positions, shape = np.asarray(arrays[0]), operand_aval(x)[0]
    if Ellipsis in index and index.index(Ellipsis) <= axis:
        axis += len(shape) - len(entries)
    length = shape[axis]
    if (
        positions.dtype.kind not in "iu"
        or not 0 < positions.size <= _MOST
        or not -length <= positions.min() <= positions.max() < length
    ):
        return None
    return AxisSelection(axis, np.where(positions < 0, positions + length, positions))


def _slice_of(positions: np.ndarray) -> range | None:
    """The positions as a range; None if their steps differ, or are 0."""
    first, count = int(positions[0]), positions.size
    step = int(positions[1]) - first if count > 1 else 1
    found = range(first, first + step * count, step) if step else None
    return found if found is not None and np.array_equal(positions, found) else None


def _pick(x: Any, axis: int, positions: np.ndarray, make: Make) -> Any:
    shape, dtype = operand_aval(x)
    lengths = (*shape[:axis], positions.size, *shape[axis + 1 :])
    index = {"index": (*(_WHOLE,) * axis, ARRAY)}
    constant = freeze(np.ascontiguousarray(positions, np.intp))
    return make(indexing.gather, (x, constant), index, Aval(lengths, dtype))
