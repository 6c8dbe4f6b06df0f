"""Loops that keep what their reverse takes, and these reverses.

Rows are kept on tapes: memory of a section's that grows. A tape is known by a number that
goes through loops like any other, the address of a record; a loop's rows follow each other
on it, from a place that the loop gives for its reverse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import load, store
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.compiler.text.carries import CarryState, section_of
from functrace.compiler.text.control import ONE, Signals, emit_rounds
from functrace.compiler.text.tapes import RowTape
from functrace.core.aval import Aval
from functrace.core.units import aligned

if TYPE_CHECKING:
    from functrace.core.graph import Graph

_FIRST = 1 << 12  # bytes of the first rows
_LONGEST = 1 << 28  # bytes of a tape before anybody takes it: the loop may never end
_ENDLESS = (1 << 63) - 1
_NOWHERE = -1  # where rows are that were not kept


class _Record(NamedTuple):
    """What is known of a tape, in memory.

    Attributes
    ----------
    start : str
        The place of the pointer to the rows; null if there are none.
    room : str
        That of the number of bytes there; `_ENDLESS` of a tape that was let go of.
    used : str
        That of the number of bytes that rows are in.
    """

    start: str
    room: str
    used: str

    @classmethod
    def at(cls, step: StepBuilder, place: str) -> _Record:
        """Of which this is the address."""
        return cls(place, *(step.at(place, "i64", (k, 1)) for k in (1, 2)))

    def set(self, step: StepBuilder, room: int) -> _Record:
        """Say that nothing is kept."""
        step.lines.append(f"store ptr null, ptr {self.start}")
        store(step, self.room, step.constant(room, "i64"), ONE)
        store(step, self.used, step.constant(0, "i64"), ONE)
        return self


def emit_tape(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], **_: Any
) -> None:
    """Begin a tape anew. Its address is 0 where others than the section know of it."""
    (address,) = outputs
    if step.kept is None:
        store(step, address.pointer, step.constant(0, "i64"), ONE)
        return
    record = _Record.at(step, step.kept)
    store(step, record.used, step.constant(0, "i64"), ONE)
    with step.when(load(step, record.room, "i64", ONE) == _ENDLESS, rarely=True):
        store(step, record.room, step.constant(0, "i64"), ONE)
    number = step.emit(f"ptrtoint ptr {step.kept} to i64", "i64", 0)
    store(step, address.pointer, number, ONE)


class _KeepingLoop(NamedTuple):
    """The parameters of a loop that keeps rows."""

    cond: Graph
    body: Graph
    consts: int
    carry: int

    @classmethod
    def of(cls, params: dict[str, Any]) -> _KeepingLoop:
        """Of a node's parameters, among which they are."""
        return cls(*(params[name] for name in cls._fields))

    def rows(self, step: StepBuilder) -> RowTape:
        """The arrays of its rounds."""
        return RowTape(
            step, [Aval(*aval) for aval in self.body.out_avals[self.carry :]]
        )

    def emit(
        self,
        step: StepBuilder,
        operands: list[Operand],
        state: list[Operand],
        tape: _GrowingTape,
        *,
        rarely: bool = False,
    ) -> Value:
        """The loop; the number of its rounds."""
        fixed, start = operands[: self.consts], operands[self.consts :]
        return emit_rounds(
            step,
            fixed,
            start,
            state,
            cond=self.cond,
            body=self.body,
            rows=tape.row,
            rarely=rarely,
        )


def emit_taped_loop(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], **params: Any
) -> None:
    """A loop for as long as a condition holds, whose rows go on a tape."""
    loop = _KeepingLoop.of(params)
    address, *others = operands
    *state, count, place = outputs
    none = _Record.at(step, step.variable(24)).set(step, _ENDLESS)
    given = load(step, address.pointer, "i64", ONE)
    record = step.variable(8)
    step.lines.append(f"store ptr {none.start}, ptr {record}")
    with step.when(given != 0):
        pointer = step.add(f"inttoptr i64 {given.text} to ptr")
        step.lines.append(f"store ptr {pointer}, ptr {record}")
    taken = _Record.at(step, step.add(f"load ptr, ptr {record}"))
    longest = step.constant(_LONGEST, "i64")
    tape = _GrowingTape(step, loop.rows(step), taken, longest)
    made = loop.emit(step, others, state, tape)
    store(step, count.pointer, made, ONE)
    store(step, place.pointer, tape.finish(), ONE)


def emit_taped_pull(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    backward: Graph,
    fixed: int,
    **params: Any,
) -> None:
    """Through the rounds of a loop backwards.

    Where its rows were not kept, it is run once more.
    """
    loop = _KeepingLoop.of(params)
    place, address, count, *others = operands
    last = len(loop.body.inputs)
    given, known, bars = others[:last], others[last:][:fixed], others[last + fixed :]
    rounds = load(step, count.pointer, "i64", ONE)
    rows, start = loop.rows(step), step.variable(8)
    step.lines.append(f"store ptr null, ptr {start}")
    begin = load(step, place.pointer, "i64", ONE)
    with step.when(begin != _NOWHERE):
        _find(step, load(step, address.pointer, "i64", ONE), begin, start)
    if rows.row:
        lost = _is_null(step, step.add(f"load ptr, ptr {start}"))
        with step.when(lost & (rounds > 0), rarely=True):
            _keep_again(step, loop, given, rounds, start)
    rows.take(start)
    back = section_of(step, backward, [*known, *rows.at(rounds - 1)], bars)
    state, signals = CarryState(step, bars, back, outputs), Signals(step, back)
    with step.when(rounds > 0), step.loop(rounds) as at:
        row = rows.at(rounds - 1 - at.index)
        step.run(back, [*known, *row, *state.operands], state.targets)
        state.advance()
        signals.check(at.index)
    state.finish()


def _find(step: StepBuilder, address: Value, begin: Value, start: str) -> None:
    """Write where rows are, unless the tape was let go of later."""
    record = step.add(f"inttoptr i64 {address.text} to ptr")
    kept = step.add(f"load ptr, ptr {record}")
    with step.when(~_is_null(step, kept)):
        rows = step.at(kept, "i8", (begin, 1))
        step.lines.append(f"store ptr {rows}, ptr {start}")


def _keep_again(
    step: StepBuilder,
    loop: _KeepingLoop,
    operands: list[Operand],
    rounds: Value,
    start: str,
) -> None:
    """Run a loop once more, for its rows, on a tape of the step's own."""
    record = _Record.at(step, step.owned()).set(step, 0)
    rows = loop.rows(step)
    tape = _GrowingTape(step, rows, record, rounds * rows.row)
    state = step.temporary(loop.body.out_avals[: loop.carry])
    made = loop.emit(step, operands, state, tape, rarely=True)
    step.fail_if((made != rounds) | (tape.finish() == _NOWHERE))
    kept = step.add(f"load ptr, ptr {record.start}")
    step.lines.append(f"store ptr {kept}, ptr {start}")


class _GrowingTape:
    """Rows of rounds that nobody has counted.

    Beyond `longest` bytes the tape is let go of, and all rounds write to one place.

    Parameters
    ----------
    step : StepBuilder
    rows : RowTape
        The arrays of a round.
    record : _Record
    longest : Value
    """

    def __init__(
        self, step: StepBuilder, rows: RowTape, record: _Record, longest: Value
    ) -> None:
        self._step, self._rows, self._record = step, rows, record
        self._longest = longest
        self._idle = step.local(max(rows.row, 1))
        self._place, self._room, self._next, self._width = (
            step.variable(8) for _ in range(4)
        )
        self._first = load(step, record.used, "i64", ONE)
        room = load(step, record.room, "i64", ONE)
        start = step.add(f"load ptr, ptr {record.start}")
        self._set(start, room, self._first, rows.row)
        with step.when(room == _ENDLESS):
            self._let_go()

    def _set(self, start: str, room: Value, place: Value, width: int) -> None:
        """Where rows are from now on, up to where, the next one, and how far apart."""
        step = self._step
        step.lines.append(f"store ptr {start}, ptr {self._place}")
        store(step, self._room, room, ONE)
        store(step, self._next, place, ONE)
        store(step, self._width, step.constant(width, "i64"), ONE)

    def _let_go(self) -> None:
        endless, nought = (self._step.constant(x, "i64") for x in (_ENDLESS, 0))
        self._set(self._idle, endless, nought, 0)

    def row(self, _: Value) -> list[str]:
        """Where the arrays of the next round are to be written."""
        step = self._step
        end = load(step, self._next, "i64", ONE) + self._rows.row
        with step.when(end > load(step, self._room, "i64", ONE), rarely=True):
            self._grow(end)
        place = load(step, self._next, "i64", ONE)
        start = step.add(f"load ptr, ptr {self._place}")
        after = place + load(step, self._width, "i64", ONE)
        store(step, self._next, after, ONE)
        here = step.at(start, "i8", (place, 1))
        return [x.pointer for x in self._rows.arrays(here)]

    def _grow(self, end: Value) -> None:
        """Make room for twice as many rows, or let go of the tape."""
        step, record = self._step, self._record
        step.declarations |= {
            "declare ptr @realloc(ptr, i64)",
            "declare void @free(ptr)",
        }
        wanted = step.intrinsic("smax", end * 2, _FIRST)
        room = step.intrinsic("smin", wanted, self._longest)
        old, grown = step.add(f"load ptr, ptr {self._place}"), step.variable(8)
        step.lines.append(f"store ptr null, ptr {grown}")
        with step.when(end <= room):
            size = room + aligned(1)
            new = step.add(f"call ptr @realloc(ptr {old}, i64 {size.text})")
            step.lines.append(f"store ptr {new}, ptr {grown}")
        new = step.add(f"load ptr, ptr {grown}")
        ended = _is_null(step, new)
        with step.when(ended):
            step.lines.append(f"call void @free(ptr {old})")
            record.set(step, _ENDLESS)
            self._let_go()
        with step.when(~ended):
            step.lines.append(f"store ptr {new}, ptr {record.start}")
            store(step, record.room, room, ONE)
            self._set(new, room, end - self._rows.row, self._rows.row)

    def finish(self) -> Value:
        """Say what is used; where the first row is."""
        step = self._step
        is_gone = load(step, self._room, "i64", ONE) == _ENDLESS
        store(step, self._record.used, load(step, self._next, "i64", ONE), ONE)
        return step.select(is_gone, step.constant(_NOWHERE, "i64"), self._first)


def _is_null(step: StepBuilder, pointer: str) -> Value:
    return step.emit(f"icmp eq ptr {pointer}, null", "b1", 0)
