"""Reading of what was put together, written or moved before; writing to everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.node import Edge, Node
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval
from functrace.engine.rewrite import Make, is_same, maker, number
from functrace.primitives import elementwise, indexing, joining, layout, scan
from functrace.primitives._rewrites import directions, picking
from functrace.primitives._rewrites.fitting import fitted
from functrace.primitives._rewrites.places import (
    Places,
    are_apart,
    index_of,
    is_whole,
    keeps_order,
    places_of,
    relative,
    shape_of,
    through,
)
from functrace.primitives._rewrites.updates import chain_of, is_update

_UPDATES = 64  # how far back a read looks for what was written
_SMALL = 4  # times smaller than an array is what is read of it by parts
_OPERANDS = 64  # joined arrays that are looked through for the one that is read

# -- reading ---------------------------------------------------------------------------


def getitem(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Everything, one repeated number, a part of an array that is known by parts."""
    x = operands[0]
    value = number(x)
    if value is not None:
        return uniform(value, out)
    if type(x) is not Edge:
        return None
    shape, index = operand_aval(x)[0], params["index"]
    source = maker(x)
    read = _READ.get(source)
    spelt_out = type(index) is not tuple or Ellipsis not in index
    if read is None and source is not scan.scan and shape != out[0] and spelt_out:
        return None
    places = places_of(index, shape)
    if places is None:
        return None
    if is_whole(places, shape):
        return x
    if source is scan.scan:
        found = _of_last_round(x, places, out, make)
    else:
        found = read and read(x[0], places, out, make)
    if found is None and not spelt_out:  # so that one part is not read in two ways
        return _part(x, places, out[1], make)
    return found


def _part(x: Any, places: Places, dtype: Any, make: Make) -> Any:
    shape = operand_aval(x)[0]
    index = {"index": index_of(places, shape)}
    return make(indexing.getitem, (x,), index, Aval(shape_of(places), dtype))


def _of_item(node: Node, places: Places, out: Aval, make: Make) -> Any:
    x = node.inputs[0]
    inner = places_of(node.params["index"], operand_aval(x)[0])
    found = None if inner is None else through(inner, places)
    return None if found is None else _part(x, found, out[1], make)


def _of_update(node: Node, places: Places, out: Aval, make: Make) -> Any:
    """What was written there, or what was there before."""
    shape: Any = node.shape
    wanted = tuple([place for place in places if place is not None])
    before: Any = None
    for _ in range(_UPDATES):
        before, update = _skip_rows(node, wanted, before, make)
        if update is None:
            break
        written = _written(update, shape)
        if written is None:
            break
        if not are_apart(wanted, written):
            found = _just_written(update, written, places, out, make)
            if found is None and wanted == places:
                found = _partly_written(update, written, places, out, make)
            if found is not None:
                return found
            break
        before = update.inputs[0]
        if not is_update(before):
            break
        node = before[0]
    return None if before is None else _part(before, places, out[1], make)


def _skip_rows(
    node: Node, wanted: Places, before: Any, make: Make
) -> tuple[Any, Node | None]:
    """Go back over updates of other rows: to an array, and to its last update if any."""
    found = chain_of(node, make.notes)
    if found is None:
        return before, node
    chain, step = found
    row = wanted[: chain.depth]
    if not all(type(place) is int for place in row):
        row = row[:1]
        if type(row[0]) is not int:
            return before, node
    writer = chain.writer(row, step)
    if writer is node:
        return before, node
    if writer is not None:
        return Edge(writer, 0), writer
    return chain.base, chain.base[0] if is_update(chain.base) else None


def _written(node: Node, shape: tuple[int, ...]) -> Places | None:
    """The places that an update names; None if they are not known by dimension."""
    if len(node.inputs) > 2:
        return None
    written = places_of(node.params["index"], shape)
    return None if written is None or None in written else written


def _just_written(
    node: Node, written: Places, places: Places, out: Aval, make: Make
) -> Any:
    """The part of what was written; of a sum, if it is an element or all that was added."""
    found = relative(places, written)
    values = (
        None if found is None else _values(node.inputs[1], written, node.dtype, make)
    )
    if found is None or values is None:
        return None
    if node.primitive is indexing.index_update:
        return _part(values, found, out[1], make)
    if out[0] and not (None not in places and is_whole(found, shape_of(written))):
        return None
    before = _part(node.inputs[0], places, out[1], make)
    return make(elementwise.add, (before, _part(values, found, out[1], make)), {}, out)


def _partly_written(
    node: Node, written: Places, places: Places, out: Aval, make: Make
) -> Any:
    """A small part of what is partly written: what is before that, that, what is after.

    Large parts are read where they are: the whole array is likely to be of use.
    """
    if node.primitive is not indexing.index_update:
        return None
    if _SMALL * Aval(*out).size > Aval(node.shape or (), node.dtype).size:
        return None
    apart = [k for k, p in enumerate(places) if relative((p,), (written[k],)) is None]
    values = _values(node.inputs[1], written, node.dtype, make)
    if len(apart) != 1 or values is None:
        return None
    (axis,) = apart
    place, slab = places[axis], written[axis]
    single = type(slab) is int
    slab = range(slab, slab + 1) if single else slab
    if place.step != 1 or slab.step != 1:
        return None
    low, high = max(place.start, slab.start), min(place.stop, slab.stop)

    def part(x: Any, first: int, last: int) -> list[Any]:
        read = (*places[:axis], range(first, last), *places[axis + 1 :])
        return [_part(x, read, out[1], make)] if first < last else []

    inside: Any = (
        *places[:axis],
        low if single else range(low, high),
        *places[axis + 1 :],
    )
    read: Any = relative(inside, written)
    if single:  # its dimension is none of the values
        at = sum([type(entry) is range for entry in written[:axis]])
        read = (*read[:at], None, *read[at:])
    pieces = [
        *part(node.inputs[0], place.start, low),
        _part(values, read, out[1], make),
        *part(node.inputs[0], high, place.stop),
    ]
    at = sum([type(entry) is range for entry in places[:axis]])
    return make(joining.concatenate, pieces, {"axis": at}, out)


def _values(values: Any, written: Places, dtype: Any, make: Make) -> Any:
    """What was written as an array of its place's shape; None if NumPy has its own way."""
    aval = operand_aval(values)
    shape = shape_of(written)
    imaginary = np.dtype(aval[1]).kind == "c" and np.dtype(dtype).kind != "c"
    if imaginary or len(aval[0]) > len(shape):
        return None
    return fitted(values, Aval(shape, dtype), make)


def _of_last_round(x: Edge, places: Places, out: Aval, make: Make) -> Any:
    """Of the rows that a loop gives the last one, if it is also carried."""
    params = x.node.params
    last = 0 if params["reverse"] else params["length"] - 1
    ends = params["body"].outputs
    if places[0] != last or x.index < params["carry"]:
        return None
    for k in range(params["carry"]):
        if is_same(ends[k], ends[x.index]):
            return _part(Edge(x.node, k), places[1:], out[1], make)
    return None


def _of_stack(node: Node, places: Places, out: Aval, make: Make) -> Any:
    at = _place_of_axis(places, node.params["axis"])
    if type(places[at]) is not int:
        return None
    shape = operand_aval(node.inputs[0])[0]
    layer = fitted(node.inputs[places[at]], Aval(shape, node.dtype), make)
    return _part(layer, (*places[:at], *places[at + 1 :]), out[1], make)


def _of_concatenate(node: Node, places: Places, out: Aval, make: Make) -> Any:
    axis = node.params["axis"]
    at = _place_of_axis(places, axis)
    place = places[at]
    if len(node.inputs) > _OPERANDS or (type(place) is range and not place):
        return None
    start = 0
    for x in node.inputs:
        shape = operand_aval(x)[0]
        inside = relative((place,), (range(start, start + shape[axis]),))
        if inside is not None:
            x = fitted(x, Aval(shape, node.dtype), make)  # noqa: PLW2901 - its dtype
            return _part(x, (*places[:at], *inside, *places[at + 1 :]), out[1], make)
        start += shape[axis]
    return None


def _of_roll(node: Node, places: Places, out: Aval, make: Make) -> Any:
    """Reading in place, of what is on one side of the ends that meet."""
    shape: Any = node.shape
    axes = zip(node.params["shifts"], shape, strict=True)
    found: list[Any] = [p if p is None else _unrolled(p, *next(axes)) for p in places]
    if any(p is not None and q is None for p, q in zip(places, found, strict=True)):
        return None
    return _part(node.inputs[0], tuple(found), out[1], make)


def _unrolled(place: Any, shift: int, n: int) -> Any:
    """Places before elements were moved; None if they are not as far apart then."""
    if type(place) is int:
        return (place - shift) % n
    if not place or not shift:
        return place
    first, last = (place[0] - shift) % n, (place[-1] - shift) % n
    if last - first != place[-1] - place[0]:
        return None
    return range(first, first + len(place) * place.step, place.step)


def _place_of_axis(places: Places, axis: int) -> int:
    """Where in the places a dimension of the array stands."""
    named = [i for i, place in enumerate(places) if place is not None]
    return named[axis]


def _of_broadcast(node: Node, places: Places, out: Aval, make: Make) -> Any:
    """Reading first, then repeating."""
    x = node.inputs[0]
    shape = operand_aval(x)[0]
    assert node.shape is not None
    extra = len(node.shape) - len(shape)
    first = _place_of_axis(places, extra) if shape else len(places)
    lengths = iter(zip(shape, node.shape[extra:], strict=True))
    found = tuple(
        [p if p is None else _unrepeated(p, *next(lengths)) for p in places[first:]]
    )
    return fitted(_part(x, found, out[1], make), out, make)


def _unrepeated(place: Any, length: int, repeated: int) -> Any:
    if length == repeated:
        return place
    return 0 if type(place) is int else range(1)


def _of_transpose(node: Node, places: Places, out: Aval, make: Make) -> Any:
    """Reading first, then transposing."""
    if None in places:
        return None
    axes = node.params["axes"]
    found = tuple([places[axes.index(i)] for i in range(len(axes))])
    kept = [
        axis for axis, place in zip(axes, places, strict=True) if type(place) is range
    ]
    order = sorted(kept)
    part = _part(node.inputs[0], found, out[1], make)
    return make(layout.transpose, (part,), {"axes": tuple(map(order.index, kept))}, out)


_READ: dict[Primitive | None, Callable[..., Any]] = {
    indexing.getitem: _of_item,
    indexing.gather: picking.of_gather,
    indexing.index_update: _of_update,
    indexing.index_add: _of_update,
    joining.stack: _of_stack,
    joining.concatenate: _of_concatenate,
    layout.roll: _of_roll,
    layout.broadcast_to: _of_broadcast,
    layout.transpose: _of_transpose,
}


# -- writing ---------------------------------------------------------------------------


def index_update(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """What is written, if it is written everywhere; directions in zeros as directions."""
    found = _written_everywhere(operands, params, out, make)
    if found is None:
        found = directions.written(operands, params["index"], out, make)
    return found


def index_add(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """A sum, if something is added everywhere."""
    values = _written_everywhere(operands, params, out, make)
    if values is None and len(operands) == 3:
        values = picking.sums(operands, params["index"], out, make)
    if values is None:
        return None
    return make(elementwise.add, (operands[0], values), {}, out)


def _written_everywhere(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    index, shape = params["index"], out[0]
    if len(operands) == 3:
        return _rearranged(operands, index, out, make)
    if len(operands) > 3 or type(index) is int:
        return None
    places = places_of(index, shape)
    if places is None or not keeps_order(places, shape):
        return None
    values = _values(operands[1], places, out[1], make)
    if values is None:
        return None
    return make(layout.reshape, (values,), {"shape": shape}, out)


def _rearranged(operands: list[Any], index: Any, out: Aval, make: Make) -> Any:
    """What is written by constant positions that name all of an axis once: it is read."""
    base, values, positions = operands
    picked = picking.inverse(base, positions, index)
    if picked is None:
        return None
    values = _values(values, tuple(map(range, out[0])), out[1], make)
    return None if values is None else picking.pick(values, picked, make)
