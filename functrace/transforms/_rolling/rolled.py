"""A graph's outputs, computed by loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.capture import is_noted
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.core.recording import ambient, recording_all
from functrace.engine.simplify import simplify
from functrace.primitives.elementwise import convert
from functrace.transforms._rolling import worth
from functrace.transforms._rolling.constants import inside
from functrace.transforms._rolling.emit import repeated, rounds_of
from functrace.transforms._rolling.fit import RolledLoop
from functrace.transforms._rolling.items import Codes, ItemSequence
from functrace.transforms._rolling.loops import LoopResult
from functrace.transforms._rolling.narrow import narrowed
from functrace.transforms._rolling.search import with_loops
from functrace.transforms._rolling.worth import has_worth, operations


def finished(outputs: Sequence[Any], floor: int) -> list[Any]:
    """The outputs as `rolled`, and branches with constants of their own again."""
    found = rolled(outputs, floor)
    return found if ambient.get().branches is None else inside(found, floor)


def rolled(outputs: Sequence[Any], floor: int) -> list[Any]:
    """The outputs, edges or constants, with loops in what was recorded from `floor` on.

    What is computed stays the same, to the order of floating-point operations.
    """
    if is_noted(floor):
        return list(outputs)  # values are known: new nodes would be without them
    recorded = _recorded(outputs, floor)
    if recorded is None:
        return list(outputs)
    codes, items = recorded
    found = with_loops(items, codes)
    loops = [] if found is items else list(_loops(found))
    if not loops:
        return list(outputs)
    with recording_all():
        written = _Rewriting(codes, items, loops).outputs(outputs)
        outs = simplify(Graph((), written, floor=floor)).outputs
        small = narrowed(outs, floor)
    if small is not outs:
        outs = simplify(Graph((), small, floor=floor)).outputs
    return list(outs)


def _recorded(outputs: Sequence[Any], floor: int) -> tuple[Codes, ItemSequence] | None:
    """What the outputs depend on, unless it is little; after what is away all there is."""
    handles = ambient.get().handles
    past = None if handles is None else handles.past
    if past is not None:
        nodes = _nodes(outputs, max(floor, past.end))
        if past.is_used(outputs, nodes):
            return past.followed_by(nodes, floor)
    nodes = _nodes(outputs, floor)
    codes = Codes()
    return None if worth.is_little(len(nodes)) else (codes, codes.items(nodes))


def _nodes(outputs: Sequence[Any], floor: int) -> list[Node]:
    return [node for node in toposort(outputs, floor) if type(node) is not Leaf]


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
