"""A graph's outputs, computed by loops."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from functrace.core.capture import is_noted
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, Walk, toposort, walked
from functrace.core.recording import ambient, recording_all
from functrace.engine.simplify import simplify
from functrace.primitives._repeats import merged as repeats
from functrace.primitives.elementwise import convert
from functrace.transforms._rolling import worth
from functrace.transforms._rolling.constants import inside
from functrace.transforms._rolling.emit import repeated, rounds_of
from functrace.transforms._rolling.fit import RolledLoop
from functrace.transforms._rolling.items import Codes, ItemSequence, joined
from functrace.transforms._rolling.loops import LoopResult
from functrace.transforms._rolling.narrow import narrowed
from functrace.transforms._rolling.search import with_loops
from functrace.transforms._rolling.worth import has_worth, operations

_sequence = attrgetter("sequence")


class Finished(NamedTuple):
    """Outputs, and the walk from them to the floor if it was made."""

    outputs: list[Any]
    walk: Walk | None = None


def finished(outputs: Sequence[Any], floor: int) -> Finished:
    """The outputs as `rolled`, and branches with constants of their own again.

    Rows of arrays that repeat are computed once.
    """
    found, branches = _merged(rolled(outputs, floor), floor), ambient.get().branches
    if branches is None:
        return found
    outs = inside(found.outputs, floor)
    if not branches.counters.made or is_noted(floor):
        return Finished(outs, found.walk)  # of use if nothing has changed
    with recording_all():
        outs = _simplified(outs, floor)  # what is read of rows may be what is carried
        return Finished(_narrowed(outs, floor))  # then these are not made


def _merged(found: Finished, floor: int) -> Finished:
    if is_noted(floor):
        return found
    walk = found.walk or walked(found.outputs, floor)
    outs = repeats.merged(found.outputs, walk.nodes)
    return found._replace(walk=walk) if outs is found.outputs else Finished(outs)


def rolled(outputs: Sequence[Any], floor: int) -> Finished:
    """The outputs, edges or constants, with loops in what was recorded from `floor` on.

    What is computed stays the same, to the order of floating-point operations.
    """
    if is_noted(floor):
        return Finished([*outputs])  # values are known: new nodes would be without them
    recorded, walk = _recorded(outputs, floor)
    if recorded is None:
        return Finished([*outputs], walk)
    codes, items = recorded
    found = with_loops(items, codes)
    loops = [] if found is items else list(_loops(found))
    if not loops:
        return Finished([*outputs], walk)
    with recording_all():
        written = _Rewriting(codes, items, loops).outputs(outputs)
        return Finished(_narrowed(written, floor))


def _narrowed(outputs: Sequence[Any], floor: int) -> list[Any]:
    """The outputs, simplified, of loops that give what is read of their rows."""
    outs = _simplified(outputs, floor)
    small = narrowed(outs, floor)
    return outs if small is outs else _simplified(small, floor)


def _simplified(outputs: Sequence[Any], floor: int) -> list[Any]:
    return list(simplify(Graph((), outputs, floor=floor)).outputs)


def _recorded(
    outputs: Sequence[Any], floor: int
) -> tuple[tuple[Codes, ItemSequence] | None, Walk | None]:
    """What the outputs depend on, unless it is little; after what is away all there is."""
    handles = ambient.get().handles
    past = None if handles is None else handles.past
    if past is not None:
        nodes = _applied(toposort(outputs, max(floor, past.end)))
        if past.is_used(outputs, nodes):
            return past.followed_by(nodes, floor), None
    walk = walked(outputs, floor)
    nodes = _applied(walk.nodes)
    if worth.is_little(len(nodes)):
        return None, walk
    found = _items(nodes, None if handles is None else handles.items)
    if handles is not None and past is None:
        handles.items = found
    return found, walk


def _items(
    nodes: list[Node], known: tuple[Codes, ItemSequence] | None
) -> tuple[Codes, ItemSequence]:
    """All nodes; some may be known as a transform has looked for loops in them before."""
    codes = Codes()
    if known is None:
        return codes, codes.items(nodes)
    before, items = known
    start = bisect_left(nodes, items.entries[0].sequence, key=_sequence)
    stop = start + len(items)
    if nodes[start:stop] != items.entries:
        return codes, codes.items(nodes)
    parts = [
        codes.items(nodes[:start]),
        codes.translated(before, items),
        codes.items(nodes[stop:]),
    ]
    return codes, joined(parts)


def _applied(nodes: Sequence[Node]) -> list[Node]:
    return [node for node in nodes if type(node) is not Leaf]


class _Place(NamedTuple):
    """A loop, and which operations it stands for."""

    loop: RolledLoop
    start: int
    stop: int
    refs: np.ndarray
    ints: np.ndarray


def _loops(items: ItemSequence) -> Iterator[_Place]:
    """Those that are worth it, or have inner ones that are."""
    at = 0
    for number, entry in enumerate(items.entries):
        if not isinstance(entry, RolledLoop):
            at += 1
            continue
        begin, at = at, at + operations(entry)
        if has_worth(entry):
            refs = items.refs[items.refs_at[number] : items.refs_at[number + 1]]
            ints = items.ints[items.ints_at[number] : items.ints_at[number + 1]]
            yield _Place(entry, begin, at, refs, ints)


class _Rewriting:
    """A graph while it is written once more; what no loop precedes stays as it is."""

    def __init__(
        self, codes: Codes, items: ItemSequence, loops: Sequence[_Place]
    ) -> None:
        self._codes = codes
        self._items = items
        self._loops = loops
        self._now: dict[int, Any] = {}  # by code

    def outputs(self, outputs: Sequence[Any]) -> list[Any]:
        """The outputs, computed by loops."""
        at = 0
        for place in self._loops:
            self._copy(at, place.start)
            self._roll(place, outputs)
            at = place.stop
        self._copy(at, len(self._items))
        return [self._changed(out) for out in outputs]

    def _changed(self, out: Any) -> Any:
        code = self._codes.code(out) if type(out) is Edge else None
        return _as_before(out, self._now[code]) if code in self._now else out

    def _new(self, code: int) -> Any:
        return self._now[code] if code in self._now else self._codes.meaning(code)

    def _copy(self, start: int, stop: int) -> None:
        """Write the operations of which an operand has changed once more."""
        items = self._items
        for at in range(start, stop):
            refs = items.refs_of(at)
            if self._now.keys().isdisjoint(refs):
                continue
            operands = [self._new(code) for code in refs]
            edges = repeated(items.entries[at], operands, items.ints_of(at))
            self._now.update(enumerate(edges, int(items.first[at])))

    def _roll(self, place: _Place, outputs: Sequence[Any]) -> None:
        operands = [self._new(code) for code in place.refs.tolist()]
        begin = int(self._items.first[place.start])
        wanted = {
            LoopResult(*divmod(code - begin, place.loop.size))
            for code in self._used(place, outputs)
        }
        found = rounds_of(place.loop, operands, place.ints.tolist(), wanted)
        for (k, value), edge in found.items():
            self._now[begin + k * place.loop.size + value] = edge

    def _used(self, place: _Place, outputs: Sequence[Any]) -> set[int]:
        """Codes of the values that are used after the loop."""
        items = self._items
        after = items.refs[items.refs_at[place.stop] :]
        given = [self._codes.code(out) for out in outputs if type(out) is Edge]
        refs = np.append(after, np.array(given, np.int64))
        inside = (refs >= items.first[place.start]) & (refs < items.first[place.stop])
        return set(refs[inside].tolist())


def _as_before(old: Any, new: Any) -> Any:
    """The new edge; of what stood for a Python number one that does, too."""
    if new is old or not isinstance(old.aval[1], type) or isinstance(new.aval[1], type):
        return new
    params = {"dtype": np.dtype(old.aval[1])}
    return Edge(Node(convert, (new,), params, None, (), old.aval[1]), 0)
