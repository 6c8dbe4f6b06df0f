"""Loops that fill buffers row by row, as loops that hand rows on.

``u[i + 1] = f(u[i])`` carries all of ``u`` from round to round. If a loop writes a buffer
at rows that follow each other, and reads it at fixed distances from these, the last rows
are all that a round takes: they are carried, and the new row is given out. So are rows of
arrays that a loop only reads, and what it reads of a buffer beside the rows that it writes,
as ``r[i - 1, j]`` where ``r[i, j]`` is written. Reverse mode then has cotangents of rows to
hand on, and not of whole buffers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.node import Edge, Leaf, Node
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.primitives._graphs import edge_of, fresh
from functrace.primitives._lines import AffineInteger, line_of
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives._rewrites.places import Places, places_of, shape_of
from functrace.primitives._row_places import ROUND, RowPlace, row_place
from functrace.primitives._row_sources import (
    before_writes,
    repeated,
    repeated_around,
    the_same,
)
from functrace.primitives._spots import read_spot, write_spot
from functrace.primitives.elementwise import add
from functrace.primitives.indexing import gather, getitem, index_update
from functrace.primitives.scan import scan_of

_INTEGER = Aval((), np.dtype(np.int64))
_FURTHEST = 4  # rows between what is written and what is read


def scan_by_rows(
    body: Body,
    operands: Sequence[Any],
    *,
    length: int,
    reverse: bool,
    remat: bool = False,
) -> list[Any]:
    """As `functrace.primitives.scan.scan_of`; what is taken by rows is handed on so."""
    if length > 1 and not reverse and not remat:
        loop = _Loop(body, operands, length)
        if loop.found:
            with recording_all():
                return _Writer(loop).outputs()
    return list(scan_of(body, operands, length=length, reverse=reverse, remat=remat))


class _Read(NamedTuple):
    """Rows that are read of an array from outside.

    Attributes
    ----------
    source
        The array, as it is before the loop.
    place : RowPlace
    """

    source: Any
    place: RowPlace


class _Buffer(NamedTuple):
    """A carry whose rows are written one after another.

    Attributes
    ----------
    number : int
        Which carry it is.
    place : RowPlace
        The row that each round writes.
    writes : list of Node
        In order.
    reads : dict
        Of each node that reads a row how many rows behind it is, and after how many writes.
    """

    number: int
    place: RowPlace
    writes: list[Node]
    reads: dict[Node, tuple[int, int]]


class _Loop:
    """A scan, and what in it can be handed on by rows.

    Attributes
    ----------
    buffers : list of _Buffer
    reads : dict
        The rows that operations read of arrays that are not written there.
    """

    def __init__(self, body: Body, operands: Sequence[Any], length: int) -> None:
        self.body = body
        self.length = length
        self.given = body.split(operands)
        self.buffers: list[_Buffer] = []
        self.reads: dict[Node, _Read] = {}
        self.users: dict[Edge, list[Node]] = {}
        self.known = _counters(body, self.given.carry)
        if self.known:
            self._find()

    @property
    def found(self) -> bool:
        """Whether there is anything."""
        return bool(self.buffers or self.reads)

    # -- what is found ----------------------------------------------------------------

    def _find(self) -> None:
        consts = self.body.inputs.consts
        self.known |= _fixed(consts, self.given.consts)
        for node in self.body.graph.nodes:
            for edge in dict.fromkeys(_operands(node)):
                self.users.setdefault(edge, []).append(node)
        for number in range(self.body.carry):
            self._find_buffer(number)
        for leaf, source in zip(consts, self.given.consts, strict=True):
            for node in self.users.get(leaf, ()):
                place = self._place_read(node, leaf)
                if place is not None:
                    self.reads[node] = _Read(source, place)

    def _find_buffer(self, number: int) -> None:
        leaf, outputs = self.body.inputs.carry[number], self.body.outputs
        writes = _writes(leaf, outputs.carry[number])
        places = {row_place(node, self.known) for node in writes}
        place = places.pop() if len(places) == 1 else None
        if place is None or not place.is_inside(leaf.aval.shape, self.length):
            return
        versions = [leaf, *(Edge(node, 0) for node in writes)]
        others = [*outputs.carry[:number], *outputs.carry[number + 1 :], *outputs.ys]
        if set(versions).isdisjoint(e for e in others if type(e) is Edge):
            buffer = _Buffer(number, place, writes, {})
            self._find_reads(buffer, versions)

    def _find_reads(self, buffer: _Buffer, versions: Sequence[Edge]) -> None:
        """Take a buffer if it is read by rows only."""
        beside: dict[Node, _Read] = {}
        for count, version in enumerate(versions):
            for node in self.users.get(version, ()):
                if node in buffer.writes:
                    if not _is_first_only(node, version):
                        return
                    continue
                place = self._place_read(node, version)
                if place is None:
                    return
                is_beside = buffer.place.beside(place, version.aval.shape)
                distance = buffer.place.distance(place)
                if is_beside:
                    beside[node] = _Read(self.given.carry[buffer.number], place)
                elif is_beside is None or distance is None or abs(distance) > _FURTHEST:
                    return
                else:
                    buffer.reads[node] = distance, count
        self.buffers.append(buffer)
        self.reads |= beside

    def _place_read(self, node: Node, source: Edge) -> RowPlace | None:
        """The row of an array that an operation reads, if it reads one."""
        if node.primitive is not gather or not _is_first_only(node, source):
            return None
        place = row_place(node, self.known)
        is_one = place is not None and place.is_inside(source.aval.shape, self.length)
        return place if is_one else None


def _writes(leaf: Edge, end: Any) -> list[Node]:
    """The operations that write a carry, in order, if that is all that changes it."""
    found: list[Node] = []
    while type(end) is Edge and end.node.primitive is index_update:
        found.insert(0, end.node)
        end = end.node.inputs[0]
    return found if type(end) is Edge and end == leaf else []


def _is_first_only(node: Node, operand: Edge) -> bool:
    """Whether something is the first operand, and no other."""
    operands = _operands(node)
    return operands[0] == operand and operands.count(operand) == 1


class _Rows:
    """A buffer while the loop that hands on its rows is written.

    Where rounds write the same part of their rows, and one number stands around it in all
    rows, that part is handed on, and given.

    Attributes
    ----------
    leaves : list of Edge
        What is handed on of the rows before the one that is written, the next first.
    behind : list of Edge
        These rows.
    part : tuple of slice
        What is handed on of a row; nothing if that is all of it.
    around
        The number that stands around the part; None if there is none.
    written
        What was written last.
    versions : list
        The row that is written, before and after each write.
    """

    def __init__(self, buffer: _Buffer, source: Any, length: int) -> None:
        self.buffer = buffer
        self.source = source
        self.length = length
        self.aval = Aval(source.shape[buffer.place.rank :], source.dtype)
        far = max([0, *(distance for distance, _ in buffer.reads.values())])
        part, places = self._common_part()
        self.around = self._around(places, far) if part and far else None
        self.part = () if self.around is None else part
        shape = shape_of(places) if self.part else self.aval.shape
        aval = Aval(shape, self.aval.dtype)
        self.leaves = fresh("row", [aval] * far)
        self.behind = list(map(self.filled, self.leaves)) if self.part else self.leaves
        self.written: Any = None
        self.versions: list[Any] = [None]

    def _common_part(self) -> tuple[tuple[slice, ...], Places]:
        """The part that all writes write, and the places that it names."""
        first, *others = [_rest(node, self.buffer.place) for node in self.buffer.writes]
        places = places_of(first, self.aval.shape)
        if (
            places is None
            or not all(map(_is_stretch, places))
            or any(rest != first for rest in others)
        ):
            return (), ()
        part = Aval(shape_of(places), self.aval.dtype)
        values = [operand_aval(node.inputs[1]) for node in self.buffer.writes]
        is_whole = part == self.aval or any(value != part for value in values)
        return ((), ()) if is_whole else (first, places)

    def _around(self, part: Places, far: int) -> Any:
        place = self.buffer.place
        steps = [place.further(-1 - k).line.begin for k in range(far)]
        spots = map(place.spot, (place.rows(self.length), *steps))
        return the_same([repeated_around(self.source, spot, part) for spot in spots])

    def before(self, k: int) -> tuple[Any, ...]:
        """What is handed on to the first round of the row that is so far behind it."""
        place = self.buffer.place
        return place.spot(place.further(-1 - k).line.begin, *self.part)

    def filled(self, part: Any) -> Any:
        """The row with this part."""
        row = uniform(self.around, self.aval)
        return _traced(index_update, row, part, index=self.part)

    @property
    def state(self) -> list[Any]:
        """What the next round is given of the rows behind it."""
        return [self.given_out, *self.leaves[:-1]][: len(self.leaves)]

    @property
    def given_out(self) -> Any:
        """What each round gives."""
        return self.written if self.part else self.versions[-1]

    def filled_by(self, outputs: Any) -> Any:
        """The buffer after all rounds, from what they gave."""
        place = self.buffer.place
        spot = place.spot(place.rows(self.length), *self.part)
        return write_spot(self.source, outputs, spot)


class _Writer:
    """Writes the loop that hands on rows."""

    def __init__(self, loop: _Loop) -> None:
        self.loop = loop
        carry = loop.given.carry
        self.buffers = [_Rows(b, carry[b.number], loop.length) for b in loop.buffers]
        self.now: dict[Edge, Any] = {}
        self.xs: dict[Any, tuple[Edge, Any]] = {}

    def outputs(self) -> list[Any]:
        """The outputs of the loop."""
        body, given = self.loop.body, self.loop.given
        self._nodes()
        handed_on = {rows.buffer.number for rows in self.buffers}
        kept = [k for k in range(body.carry) if k not in handed_on]
        ends = [self._new(body.outputs.carry[k]) for k in kept]
        state = [row for rows in self.buffers for row in rows.state]
        ys = [*map(self._new, body.outputs.ys)]
        news = [rows.given_out for rows in self.buffers]
        leaves = [leaf for rows in self.buffers for leaf in rows.leaves]
        inputs = body.inputs
        whole = Body.make(
            LoopInputs(
                inputs.consts,
                [*(inputs.carry[k] for k in kept), *leaves],
                [*inputs.xs, *(leaf for leaf, _ in self.xs.values())],
            ),
            LoopOutputs([*ends, *state], [*ys, *news]),
        )
        operands = LoopInputs(
            given.consts,
            [*(given.carry[k] for k in kept), *self._before()],
            [*given.xs, *(x for _, x in self.xs.values())],
        )
        outs = scan_of(whole, operands.listed(), length=self.loop.length, reverse=False)
        carry, rest = whole.split_outputs(outs)
        found = dict(zip(kept, carry, strict=False))
        for rows, new in zip(self.buffers, rest[len(ys) :], strict=True):
            found[rows.buffer.number] = rows.filled_by(new)
        return [*(found[k] for k in range(body.carry)), *rest[: len(ys)]]

    def _nodes(self) -> None:
        """Write the operations of a round, on rows in place of buffers."""
        reads = self.loop.reads
        for node in self.loop.body.graph.nodes:
            if node in reads:
                row = self._row(*reads[node])
                self.now[Edge(node, 0)] = _part(row, node, reads[node].place)
            elif not any(self._touches(rows, node) for rows in self.buffers):
                self._copy(node)

    def _touches(self, rows: _Rows, node: Node) -> bool:
        """Whether the operation reads or writes the buffer: then it is written down."""
        buffer = rows.buffer
        if node in buffer.reads:
            self.now[Edge(node, 0)] = _part(self._read(rows, node), node, buffer.place)
        elif node in buffer.writes:
            value = rows.written = self._new(node.inputs[1])
            rest = _rest(node, buffer.place)
            if rows.part:
                value = rows.filled(value)
            elif not _is_whole(rest) or operand_aval(value) != rows.aval:
                row = self._version(rows, -1)
                value = _traced(index_update, row, value, index=rest)
            rows.versions.append(value)
        return node in buffer.reads or node in buffer.writes

    def _read(self, rows: _Rows, node: Node) -> Any:
        distance, count = rows.buffer.reads[node]
        if distance > 0:
            return rows.behind[distance - 1]
        if distance == 0:
            return self._version(rows, count)
        return self._row(rows.source, rows.buffer.place.further(-distance))

    def _version(self, rows: _Rows, count: int) -> Any:
        if rows.versions[count] is None:
            rows.versions[count] = self._row(rows.source, rows.buffer.place)
        return rows.versions[count]

    def _row(self, source: Any, place: RowPlace) -> Any:
        """A row of an array from outside, in the body."""
        spot = place.spot(place.rows(self.loop.length))
        source = before_writes(source, spot)
        aval = Aval(source.shape[place.rank :], source.dtype)
        if type(source) is np.ndarray:
            number = repeated(source, spot)
            if number is not None:
                return uniform(number, aval)
        key = _key(source), place
        if key not in self.xs:
            self.xs[key] = Edge(Leaf("row", aval), 0), read_spot(source, spot)
        return self.xs[key][0]

    def _before(self) -> list[Any]:
        """What is handed on to the first round."""
        return [
            read_spot(rows.source, rows.before(k))
            for rows in self.buffers
            for k in range(len(rows.leaves))
        ]

    def _new(self, operand: Any) -> Any:
        return self.now.get(operand, operand) if type(operand) is Edge else operand

    def _copy(self, node: Node) -> None:
        """The operation on new operands."""
        operands = tuple(map(self._new, node.inputs))
        made = node.again(operands)
        for i in range(len(node.avals)):
            self.now[Edge(node, i)] = Edge(made, i)


def _operands(node: Node) -> list[Edge]:
    return [x for x in node.inputs if type(x) is Edge]


def _key(source: Any) -> Any:
    return source.edge if type(source) is Tracer else id(source)


def _traced(primitive: Any, *operands: Any, **params: Any) -> Any:
    """What the primitive gives on edges and constants."""
    handles = [Tracer(x, None) if type(x) is Edge else x for x in operands]
    return edge_of(primitive(*handles, **params))


def _is_stretch(place: Any) -> bool:
    """Whether a place is some that follow each other."""
    return type(place) is range and place.step == 1 and len(place) > 0


def _rest(node: Node, place: RowPlace) -> tuple[Any, ...]:
    """The index into a row of an operation that takes part of it."""
    return node.params["index"][place.rank :] or (Ellipsis,)


def _is_whole(rest: tuple[Any, ...]) -> bool:
    return all(entry == slice(None) or entry is Ellipsis for entry in rest)


def _part(row: Any, node: Node, place: RowPlace) -> Any:
    """The part of a row that is read."""
    rest = _rest(node, place)
    return row if _is_whole(rest) else _traced(getitem, row, index=rest)


def _fixed(leaves: Sequence[Edge], given: Sequence[Any]) -> dict[Edge, AffineInteger]:
    """Integers that are the same in all rounds."""
    found = {
        leaf: line_of(edge_of(x), {}, atoms=True)
        for leaf, x in zip(leaves, given, strict=True)
        if leaf.aval == _INTEGER
    }
    return {leaf: line for leaf, line in found.items() if line is not None}


def _is_integer(x: Any) -> bool:
    return np.asarray(x).dtype.kind in "iu"


def _counters(body: Body, init: Sequence[Any]) -> dict[Edge, AffineInteger]:
    """The carries that go up by an integer, from a known one on."""
    found: dict[Edge, AffineInteger] = {}
    inputs, outputs = body.inputs.carry, body.outputs.carry
    for leaf, end, begin in zip(inputs, outputs, init, strict=True):
        if type(begin) is Tracer or leaf.aval.shape or not _is_integer(begin):
            continue
        if type(end) is Edge and end.node.primitive is add:
            first, second = end.node.inputs
            step = second if first is leaf or type(second) is not Edge else first
            same = first if step is second else second
            if isinstance(step, Edge) or not _is_integer(step) or np.ndim(step):
                continue
            if type(same) is Edge and same == leaf:
                found[leaf] = AffineInteger.along(ROUND, int(begin), int(step))
    return found
