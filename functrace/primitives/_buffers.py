"""Loops that fill buffers row by row, as loops that hand rows on.

``u[i + 1] = f(u[i])`` carries all of ``u`` from round to round. If a loop writes a buffer
at rows that follow each other, and reads it at fixed distances from these, the last rows
are all that a round takes: they are carried, and the new row is given out. So are rows of
arrays that a loop only reads. Reverse mode then has cotangents of rows to hand on, and not
of whole buffers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import compact, uniform, uniform_value
from functrace.core.node import Edge, Leaf, Node
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.primitives._graphs import edge_of
from functrace.primitives._index import ARRAY
from functrace.primitives._lines import AffineInteger, line_of
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives._rewrites.places import are_apart, places_of
from functrace.primitives.elementwise import add
from functrace.primitives.indexing import gather, getitem, index_update
from functrace.primitives.scan import scan_of

_ROUND = "round"  # what counters count
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
    """Rows that are read of an array from outside."""

    node: Node
    source: int  # position among the inputs
    line: AffineInteger


class _Buffer(NamedTuple):
    """A carry whose rows are written one after another.

    Attributes
    ----------
    place : int
        Which carry it is.
    line : AffineInteger
        The row that each round writes.
    writes : list of Node
        In order.
    reads : dict
        Of each node that reads a row how many rows behind it is, and after how many writes.
    """

    place: int
    line: AffineInteger
    writes: list[Node]
    reads: dict[Node, tuple[int, int]]


class _Loop:
    """A scan, and what in it can be handed on by rows."""

    def __init__(self, body: Body, operands: Sequence[Any], length: int) -> None:
        self.body = body
        self.length = length
        self.given = body.split(operands)
        self.lines = _counters(body, self.given.carry)
        self.users: dict[Edge, list[Node]] = {}
        if self.lines:
            for node in body.graph.nodes:
                for edge in dict.fromkeys(e for e in node.inputs if type(e) is Edge):
                    self.users.setdefault(edge, []).append(node)
        self.buffers = list(self._buffers()) if self.lines else []
        self.reads = list(self._reads()) if self.lines else []
        self.found = bool(self.buffers or self.reads)

    # -- what is found ----------------------------------------------------------------

    def _buffers(self) -> Iterable[_Buffer]:
        inputs, outputs = self.body.inputs.carry, self.body.outputs
        for place, (leaf, end) in enumerate(zip(inputs, outputs.carry, strict=True)):
            found = self._buffer(place, leaf, end)
            others = [*outputs.carry[:place], *outputs.carry[place + 1 :], *outputs.ys]
            if found is not None:
                versions = {leaf, *(Edge(node, 0) for node in found.writes)}
                if versions.isdisjoint(e for e in others if type(e) is Edge):
                    yield found

    def _buffer(self, place: int, leaf: Edge, end: Any) -> _Buffer | None:
        writes: list[Node] = []
        while type(end) is Edge and end.node.primitive is index_update:
            writes.insert(0, end.node)
            end = end.node.inputs[0]
        if type(end) is not Edge or end != leaf:
            return None
        lines = {self._row(node) for node in writes}
        if len(lines) != 1 or None in lines:
            return None
        (line,) = lines
        assert line is not None
        reads: dict[Node, tuple[int, int]] = {}
        for count, version in enumerate([leaf, *(Edge(node, 0) for node in writes)]):
            for node in self.users.get(version, ()):
                if node in writes:
                    if (
                        _operands(node).count(version) > 1
                        or _operands(node)[0] != version
                    ):
                        return None
                    continue
                row = self._row(node) if node.primitive is gather else None
                if row is None or row.step != line.step:
                    return None
                distance = (line.begin - row.begin) * line.step
                if abs(distance) > _FURTHEST or not self._is_inside(row, leaf):
                    return None
                reads[node] = distance, count
        return (
            _Buffer(place, line, writes, reads) if self._is_inside(line, leaf) else None
        )

    def _reads(self) -> Iterable[_Read]:
        for source, leaf in enumerate(self.body.inputs.consts):
            for node in self.users.get(leaf, ()):
                line = self._row(node) if node.primitive is gather else None
                if line is not None and self._is_inside(line, leaf):
                    yield _Read(node, source, line)

    def _row(self, node: Node) -> AffineInteger | None:
        """The row that an operation takes in each round, if it takes part of one row."""
        index = node.params["index"]
        arrays = 2 if node.primitive is index_update else 1
        if type(index) is not tuple or index[:1] != (ARRAY,) or ARRAY in index[1:]:
            return None
        if len(node.inputs) != arrays + 1:
            return None
        line = line_of(node.inputs[arrays], self.lines)
        return line if line is not None and abs(line.step) == 1 else None

    def _is_inside(self, line: AffineInteger, leaf: Edge) -> bool:
        last = line.begin + (self.length - 1) * line.step
        return min(line.begin, last) >= 0 and max(line.begin, last) < leaf.aval.shape[0]


class _Rows:
    """A buffer while the loop that hands on its rows is written.

    Attributes
    ----------
    behind : list of Edge
        The rows before the one that is written, the next first.
    versions : list
        The row that is written, before and after each write.
    """

    def __init__(self, buffer: _Buffer, leaf: Edge) -> None:
        self.buffer = buffer
        self.aval = Aval(leaf.aval.shape[1:], leaf.aval.dtype)
        far = max([0, *(distance for distance, _ in buffer.reads.values())])
        self.behind = [Edge(Leaf("row", self.aval), 0) for _ in range(far)]
        self.versions: list[Any] = [None]

    @property
    def state(self) -> list[Any]:
        """The rows that the next round has behind it."""
        return [self.versions[-1], *self.behind[:-1]][: len(self.behind)]


class _Writer:
    """Writes the loop that hands on rows."""

    def __init__(self, loop: _Loop) -> None:
        self.loop = loop
        inputs = loop.body.inputs
        self.buffers = [_Rows(b, inputs.carry[b.place]) for b in loop.buffers]
        self.now: dict[Edge, Any] = {}
        self.xs: dict[Any, tuple[Edge, Any]] = {}

    def outputs(self) -> list[Any]:
        """The outputs of the loop."""
        body, given = self.loop.body, self.loop.given
        self._nodes()
        places = {rows.buffer.place for rows in self.buffers}
        kept = [k for k in range(body.carry) if k not in places]
        ends = [self._new(body.outputs.carry[k]) for k in kept]
        state = [row for rows in self.buffers for row in rows.state]
        ys = [*map(self._new, body.outputs.ys)]
        news = [rows.versions[-1] for rows in self.buffers]
        leaves = [leaf for rows in self.buffers for leaf in rows.behind]
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
            place, line = rows.buffer.place, rows.buffer.line
            index = self._slice(line)
            found[place] = index_update(given.carry[place], new, index=index)
        return [*(found[k] for k in range(body.carry)), *rest[: len(ys)]]

    def _nodes(self) -> None:
        """Write the operations of a round, on rows in place of buffers."""
        reads = {read.node: read for read in self.loop.reads}
        for node in self.loop.body.graph.nodes:
            if node in reads:
                read = reads[node]
                row = self._row(self.loop.given.consts[read.source], read.line)
                self.now[Edge(node, 0)] = _part(row, node.params["index"])
            elif not any(self._touches(rows, node) for rows in self.buffers):
                self._copy(node)

    def _touches(self, rows: _Rows, node: Node) -> bool:
        """Whether the operation reads or writes the buffer: then it is written down."""
        buffer = rows.buffer
        index = node.params.get("index")
        if node in buffer.reads:
            self.now[Edge(node, 0)] = _part(self._read(rows, node), index)
        elif node in buffer.writes:
            value = self._new(node.inputs[1])
            if not _is_whole(index) or operand_aval(value) != rows.aval:
                row = self._version(rows, -1)
                value = _traced(index_update, row, value, index=_rest(index))
            rows.versions.append(value)
        return node in buffer.reads or node in buffer.writes

    def _read(self, rows: _Rows, node: Node) -> Any:
        distance, count = rows.buffer.reads[node]
        if distance > 0:
            return rows.behind[distance - 1]
        if distance == 0:
            return self._version(rows, count)
        line = rows.buffer.line
        ahead = line.plus(AffineInteger(-distance * line.step))
        return self._row(self.loop.given.carry[rows.buffer.place], ahead)

    def _version(self, rows: _Rows, count: int) -> Any:
        if rows.versions[count] is None:
            source = self.loop.given.carry[rows.buffer.place]
            rows.versions[count] = self._row(source, rows.buffer.line)
        return rows.versions[count]

    def _row(self, source: Any, line: AffineInteger) -> Any:
        """A row of an array from outside, in the body."""
        index = self._slice(line)
        source = _before_writes(source, index)
        aval = Aval(source.shape[1:], source.dtype)
        if type(source) is np.ndarray:
            rows = compact(source[index])
            repeated = uniform_value(rows)
            if repeated is not None:
                return uniform(repeated, aval)
        key = _key(source), line
        if key not in self.xs:
            rows = getitem(source, index=index)
            self.xs[key] = Edge(Leaf("row", aval), 0), rows
        return self.xs[key][0]

    def _slice(self, line: AffineInteger) -> slice:
        end = line.begin + self.loop.length * line.step
        return slice(line.begin, end if end >= 0 else None, line.step)

    def _before(self) -> list[Any]:
        """The rows behind the first round."""
        return [
            getitem(self.loop.given.carry[buffer.place], index=place)
            for rows in self.buffers
            for buffer in (rows.buffer,)
            for place in range(
                buffer.line.begin - buffer.line.step,
                buffer.line.begin - (len(rows.behind) + 1) * buffer.line.step,
                -buffer.line.step,
            )
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


def _before_writes(source: Any, rows: slice) -> Any:
    """The array before what was written to others of its rows."""
    while type(source) is Tracer and source.edge.node.primitive is index_update:
        node = source.edge.node
        wanted = places_of((rows,), node.shape)
        written = places_of(node.params["index"], node.shape)
        if len(node.inputs) > 2 or wanted is None or written is None:
            break
        if None in written or not are_apart(wanted, written):
            break
        before = node.inputs[0]
        source = Tracer(before, None) if type(before) is Edge else before
    return source


def _traced(primitive: Any, *operands: Any, **params: Any) -> Any:
    """What the primitive gives on edges and constants."""
    handles = [Tracer(x, None) if type(x) is Edge else x for x in operands]
    return edge_of(primitive(*handles, **params))


def _rest(index: Any) -> tuple[Any, ...]:
    """The index into a row."""
    return index[1:] or (Ellipsis,)


def _is_whole(index: Any) -> bool:
    return all(entry == slice(None) or entry is Ellipsis for entry in index[1:])


def _part(row: Any, index: Any) -> Any:
    """The part of a row that is read."""
    return row if _is_whole(index) else _traced(getitem, row, index=_rest(index))


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
                found[leaf] = AffineInteger.along(_ROUND, int(begin), int(step))
    return found
