"""Loops that keep what their reverse takes, and these reverses."""

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

_FIRST = 1 << 12  # bytes of the first rounds' rows
_LONGEST = 1 << 28  # bytes of a tape before anybody takes it: the loop may never end
_ENDLESS = (1 << 63) - 1


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

    def tape(self, step: StepBuilder) -> RowTape:
        """For the rows of its rounds."""
        return RowTape(
            step, [Aval(*aval) for aval in self.body.out_avals[self.carry :]]
        )

    def emit(
        self,
        step: StepBuilder,
        operands: list[Operand],
        outputs: list[Operand],
        kept: str | None,
    ) -> None:
        """The loop, whose tape is left at `kept`, as of `_GrowingTape`."""
        *state, count, token = outputs
        fixed, start = operands[: self.consts], operands[self.consts :]
        tape = _GrowingTape(step, self.tape(step), kept)
        made = emit_rounds(
            step,
            fixed,
            start,
            state,
            cond=self.cond,
            body=self.body,
            rows=tape.row,
        )
        tape.finish(made)
        store(step, count.pointer, made, ONE)
        store(step, token.pointer, step.constant(0, "i64"), ONE)


def emit_taped_loop(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], **params: Any
) -> None:
    """A loop for as long as a condition holds, whose rows go on a tape if one is taken."""
    _KeepingLoop.of(params).emit(step, operands, outputs, step.kept)


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

    Where the loop has left no tape, it is run once more.
    """
    loop = _KeepingLoop.of(params)
    count, *others = operands[1:]
    last = len(loop.body.inputs)
    given, known, bars = others[:last], others[last:][:fixed], others[last + fixed :]
    rounds = load(step, count.pointer, "i64", ONE)
    kept = _kept_by(step, loop, given, rounds)
    others_made = load(step, _number(step, kept), "i64", ONE) != rounds
    step.fail_if(others_made | ((rounds > 0) & _is_empty(step, kept)))
    tape = loop.tape(step)
    tape.take(kept)
    back = section_of(step, backward, [*known, *tape.at(rounds - 1)], bars)
    state, signals = CarryState(step, bars, back, outputs), Signals(step, back)
    with step.when(rounds > 0), step.loop(rounds) as at:
        row = tape.at(rounds - 1 - at.index)
        step.run(back, [*known, *row, *state.operands], state.targets)
        state.advance()
        signals.check(at.index)
    state.finish()


def _kept_by(
    step: StepBuilder, loop: _KeepingLoop, operands: list[Operand], rounds: Value
) -> str:
    """Where a loop has left its tape; all of it."""
    kept, owner = step.kept, step.owner
    outputs = [*loop.body.out_avals[: loop.carry], *(Aval((), "int64"),) * 2]
    if kept is None or owner is None:
        kept = step.owned()
        store(step, _number(step, kept), rounds, ONE)
        loop.emit(step, operands, step.temporary(outputs), kept)
        return kept
    with step.when(_is_empty(step, kept), rarely=True):
        store(step, _number(step, kept), rounds, ONE)
        if [x.strides for x in operands] == [x.strides for x in owner.operands]:
            step.again(owner, operands, step.temporary(outputs))
        else:
            loop.emit(step, operands, step.temporary(outputs), kept)
    return kept


class _GrowingTape:
    """A tape of rounds that nobody has counted.

    Where nobody takes it, and beyond what it may have, all rounds write to one place.

    Parameters
    ----------
    step : StepBuilder
    tape : RowTape
        The arrays of a round.
    kept : str or None
        Where to leave the pointer, null if there is no tape, and the number of rounds.
        Before, that is how many there may be, or 0.
    """

    def __init__(self, step: StepBuilder, tape: RowTape, kept: str | None) -> None:
        self._step, self._tape, self._kept = step, tape, kept
        self._place, self._room, self._width = (step.variable(8) for _ in range(3))
        self._idle = step.local(max(tape.row, 1))
        if kept is None:
            self._let_go()
            return
        self._set("null", step.constant(0, "i64"), tape.row)
        told = load(step, _number(step, kept), "i64", ONE)
        usual = step.constant(_LONGEST // max(tape.row, 1), "i64")
        self._most = step.select(told > 0, told, usual)

    def _let_go(self) -> None:
        self._set(self._idle, self._step.constant(_ENDLESS, "i64"), 0)

    def _set(self, start: str, room: Value, width: int) -> None:
        """Where rows are from now on, how many there may be, and how far apart."""
        step = self._step
        step.lines.append(f"store ptr {start}, ptr {self._place}")
        store(step, self._room, room, ONE)
        store(step, self._width, step.constant(width, "i64"), ONE)

    def row(self, number: Value) -> list[str]:
        """Where the arrays of the next round are to be written."""
        step = self._step
        if self._kept is not None:
            with step.when(number == load(step, self._room, "i64", ONE), rarely=True):
                self._grow(number, self._kept)
        start = step.add(f"load ptr, ptr {self._place}")
        steps = number * load(step, self._width, "i64", ONE)
        place = step.at(start, "i8", (steps, 1))
        return [x.pointer for x in self._tape.arrays(place)]

    def _grow(self, number: Value, kept: str) -> None:
        """Make room for twice as many rounds, or let go of the tape."""
        step, row = self._step, self._tape.row
        step.declarations |= {
            "declare ptr @realloc(ptr, i64)",
            "declare void @free(ptr)",
        }
        wanted = step.intrinsic("smax", number * 2, max(_FIRST // max(row, 1), 1))
        room = step.intrinsic("smin", wanted, self._most)
        old, grown = step.add(f"load ptr, ptr {self._place}"), step.variable(8)
        step.lines.append(f"store ptr null, ptr {grown}")
        with step.when(number < room):
            size = room * row + aligned(1)
            new = step.add(f"call ptr @realloc(ptr {old}, i64 {size.text})")
            step.lines.append(f"store ptr {new}, ptr {grown}")
        new = step.add(f"load ptr, ptr {grown}")
        step.lines.append(f"store ptr {new}, ptr {kept}")
        ended = _is_null(step, new)
        with step.when(ended):
            step.lines.append(f"call void @free(ptr {old})")
            self._let_go()
        with step.when(~ended):
            self._set(new, room, row)

    def finish(self, count: Value) -> None:
        """Say how many rounds there are."""
        if self._kept is not None:
            store(self._step, _number(self._step, self._kept), count, ONE)


def _number(step: StepBuilder, kept: str) -> str:
    return step.at(kept, "i64", (1, 1))


def _is_empty(step: StepBuilder, kept: str) -> Value:
    return _is_null(step, step.add(f"load ptr, ptr {kept}"))


def _is_null(step: StepBuilder, pointer: str) -> Value:
    return step.emit(f"icmp eq ptr {pointer}, null", "b1", 0)
