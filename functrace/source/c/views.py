"""Operations that move elements: where an element of the output is in the operand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.node import Node
from functrace.primitives._index import ARRAY
from functrace.source.c import text
from functrace.source.c.scope import CScope, CValue, Places
from functrace.source.text import Text

View = Callable[[CScope, Node, CValue], "Callable[[Places], Text] | None"]


def _getitem(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text] | None:
    places = places_of(node.params["index"], x.shape)
    return None if places is None else lambda at: x.element(places(at))


def places_of(
    index: Any,
    shape: tuple[int, ...],
    arrays: Callable[[Places], list[str]] | None = None,
) -> Callable[[Places], Places] | None:
    """The place in an array of an element that an index names."""
    entries = list(index) if type(index) is tuple else [index]
    taken = sum(e is not None and e is not Ellipsis for e in entries)
    if not any(e is Ellipsis for e in entries):
        entries.append(Ellipsis)
    at_rest = next(k for k, e in enumerate(entries) if e is Ellipsis)
    entries[at_rest : at_rest + 1] = [slice(None)] * (len(shape) - taken)

    def places(at: Places) -> Places:
        rest, axis = iter(at), 0
        given = iter(arrays(at) if arrays else ())
        found: list[str] = []
        for entry in entries:
            if entry is None:
                next(rest)
                continue
            if isinstance(entry, str) and entry == ARRAY:
                found.append(next(given))
            elif isinstance(entry, slice):
                start, _, step = entry.indices(shape[axis])
                found.append(text.offset(next(rest), start, step))
            else:
                found.append(str(int(entry) % shape[axis]))
            axis += 1
        return tuple(found)

    return places


def _reshape(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text] | None:
    """Only axes of length 1 come or go; else elements are copied in order."""
    shape = node.avals[0].shape
    if [n for n in shape if n != 1] != [n for n in x.shape if n != 1]:
        return None

    def element(at: Places) -> Text:
        real = iter(i for i, n in zip(at, shape, strict=True) if n != 1)
        return x.element(tuple("0" if n == 1 else next(real) for n in x.shape))

    return element


def _transpose(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text]:
    axes = node.params["axes"]

    def element(at: Places) -> Text:
        places = dict(zip(axes, at, strict=True))
        return x.element(tuple(places[k] for k in range(len(axes))))

    return element


def _broadcast(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text]:
    return scope.spread(node.inputs[0], node.avals[0].shape).element


def _diagonal(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text]:
    offset = node.params["offset"]
    rows, columns = max(-offset, 0), max(offset, 0)
    return lambda at: x.element(
        (*at[:-1], text.offset(at[-1], rows), text.offset(at[-1], columns))
    )


def _windows(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text]:
    axes = node.params["axes"]

    def element(at: Places) -> Text:
        places = list(at[: len(x.shape)])
        for axis, more in zip(axes, at[len(x.shape) :], strict=True):
            places[axis] = f"{places[axis]} + {more}"
        return x.element(tuple(places))

    return element


def _roll(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text]:
    shifts = node.params["shifts"]

    def element(at: Places) -> Text:
        places = [
            f"({i} + {n - s}) % {n}" if s else i
            for i, s, n in zip(at, shifts, x.shape, strict=True)
        ]
        return x.element(tuple(places))

    return element


def _gather(scope: CScope, node: Node, x: CValue) -> Callable[[Places], Text] | None:
    """By arrays of whole numbers, whose dimensions stand where the first of them does."""
    found = gathered_places(scope, node, node.inputs[1:], x.shape)
    return None if found is None else lambda at: x.element(found(at))


def gathered_places(
    scope: CScope, node: Node, arrays: Any, shape: tuple[int, ...]
) -> Callable[[Places], Places] | None:
    """Where in an array an element is that an index with arrays names."""
    index = node.params["index"]
    entries = list(index) if type(index) is tuple else [index]
    values = [scope.settled(a) for a in arrays]
    special = [k for k, e in enumerate(entries) if isinstance(e, (str, int))]
    together = special == [*range(special[0], special[-1] + 1)]
    leads = all(isinstance(e, slice) for e in entries[: special[0]])
    masked = any(v.dtype.kind == "b" for v in values)
    if masked or not together or not leads or any(e is None for e in entries):
        return None
    before = special[0]
    own = np.broadcast_shapes(*(v.shape for v in values))
    axes = [k for k in special if isinstance(entries[k], str)]
    spread = [scope.spread(a, own) for a in arrays]
    plain = places_of(index, shape, lambda at: [])

    def places(at: Places) -> Places:
        of_arrays = at[before : before + len(own)]
        others = (*at[:before], *at[before + len(own) :])
        given = [
            wrapped(v.element(of_arrays), v, shape[axis])
            for v, axis in zip(spread, axes, strict=True)
        ]
        found = places_of(index, shape, lambda _: given)
        assert found is not None
        return found(others)

    return None if plain is None else places


def wrapped(place: Text, value: CValue, length: int) -> str:
    """A place that may be counted from the end."""
    if place.code.isdigit() or place.code.isidentifier():
        return place.code
    if value.name.startswith("C") and value.name[1:].isdigit():
        return place.code
    return f"wrapped({place.code}, {length})"


VIEWS: dict[str, View] = {
    "getitem": _getitem,
    "reshape": _reshape,
    "transpose": _transpose,
    "broadcast_to": _broadcast,
    "diagonal": _diagonal,
    "windows": _windows,
    "roll": _roll,
    "gather": _gather,
}
WRAPPED = """static int64_t wrapped(int64_t place, int64_t length)
{
    return place < 0 ? place + length : place;
}"""
