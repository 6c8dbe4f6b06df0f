"""Loops in reverse mode whose number of rounds is known when they run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from functrace.compiler.indices.index import row_major
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import load
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.compiler.text.carries import CarryState, nbytes_of, section_of
from functrace.compiler.text.control import ONE, Signals, goes_on
from functrace.core.aval import Aval
from functrace.core.units import aligned

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section
    from functrace.core.graph import Graph


def emit_repeat_pull(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    cond: Graph,
    forward: Graph,
    backward: Graph,
    consts: int,
    carry: int,
    limit: int,
    **_: Any,
) -> None:
    """A loop again, for what its rounds keep on a tape, and then through these backwards.

    The tape may have `limit` bytes. If more is needed, it is of a segment of the rounds at
    a time, the last one first; the carries that come into each are kept when the loop is
    run. It fails if that is more, too.

    Were anything rounded otherwise than in the loop, whose rounds are counted, it could
    decide otherwise in a round, and end elsewhere: no derivative of anything. It fails
    where it does not end with the last round.
    """
    count = load(step, operands[0].pointer, "i64", ONE)
    others = operands[1:]
    fixed, start = others[:consts], others[consts : consts + carry]
    tape = RowTape(step, [Aval(*aval) for aval in forward.out_avals[carry:]])
    again = _Again(step, count, fixed, start, cond, tape)
    again.reserve(limit)
    bars = others[consts + carry :]
    back = section_of(step, backward, [*fixed, *tape.at(count - 1)], bars)
    state, signals = CarryState(step, bars, back, outputs), Signals(step, back)
    with step.when(count > 0):
        with step.exactly():
            section = section_of(step, forward, fixed, start)
        again.keep_starts(section)
        with again.segments() as segment:
            again.fill(section, segment)
            with step.loop(segment.rounds) as loop:
                known = [*fixed, *tape.at(segment.rounds - 1 - loop.index)]
                step.run(back, [*known, *state.operands], state.targets)
                state.advance()
                signals.check(segment.first + loop.index)
    state.finish()


class _Segment(NamedTuple):
    """Rounds from `first` on, and the state that comes into them."""

    first: Value
    rounds: Value
    start: Sequence[Operand]


class _Again:
    """A loop that is run once more, at once or in segments."""

    def __init__(
        self,
        step: StepBuilder,
        count: Value,
        fixed: list[Operand],
        start: list[Operand],
        cond: Graph,
        tape: RowTape,
    ) -> None:
        self._step, self._count = step, count
        self._fixed, self._start = fixed, start
        self._cond, self._tape = cond, tape
        self._starts = RowTape(step, [x.aval for x in start])
        self._size = count

    def reserve(self, limit: int) -> None:
        """Take memory for the tape, and for what comes into segments."""
        self._size = self._rounds_within(limit, self._starts.row)
        segments = self._last() + 1
        needed = self._size * self._tape.row + segments * self._starts.row
        self._step.fail_if((self._count > 0) & (needed > limit))
        self._starts.reserve(segments)
        self._tape.reserve(self._size)

    def _rounds_within(self, limit: int, carry: int) -> Value:
        """All, if their tape fits; or those of a segment such that least is kept."""
        step, row = self._step, max(self._tape.row, 1)
        wanted = step.convert(self._count, "f64") * (carry / row)
        least = step.convert(step.intrinsic("sqrt", wanted), "i64") + 1
        size = step.intrinsic("smin", least, self._count)
        fits = self._count <= (limit - carry) // row
        return step.intrinsic("smax", step.select(fits, self._count, size), 1)

    def _last(self) -> Value:
        """The number of the last segment; rounds before it fill theirs."""
        step, before = self._step, self._count - 1
        last = f"sdiv i64 {before.text}, {self._size.text}"
        return step.emit(last, "i64", 0)

    def keep_starts(self, section: Section) -> None:
        """Run the loop up to its last segment, and keep what comes into each.

        It is run by the code that fills the tape, to end each segment where that does.
        """
        starts = self._starts
        step, size, last = self._step, self._size, self._last()
        unused = [x.pointer for x in self._tape.at(step.constant(0, "i64"))]
        state, signals = CarryState(step, self._start, section), Signals(step, section)
        with step.when(last > 0), step.loop(last) as outer:
            _copy_all(step, starts.at(outer.index), state.operands)
            with step.loop(size) as loop:
                inputs = [*self._fixed, *state.operands]
                step.run(section, inputs, [*state.targets, *unused])
                state.advance()
                signals.check(outer.index * size + loop.index)
        _copy_all(step, starts.at(last), state.operands)

    @contextmanager
    def segments(self) -> Iterator[_Segment]:
        """Write what is done with each, the last one first."""
        step, starts = self._step, self._starts
        last = self._last()
        with step.loop(last + 1) as outer:
            number = last - outer.index
            first = number * self._size
            rounds = step.intrinsic("smin", self._size, self._count - first)
            yield _Segment(first, rounds, starts.at(number))

    def fill(self, section: Section, segment: _Segment) -> None:
        """Run a segment, for what its rounds keep; the last one has to end the loop."""
        step, count, fixed = self._step, self._count, self._fixed
        state, signals = (
            CarryState(step, segment.start, section),
            Signals(step, section),
        )
        with step.loop(segment.rounds) as loop:
            number = segment.first + loop.index
            inputs = [*fixed, *state.operands]
            with step.when(number == count - 1, rarely=True):
                step.fail_if(goes_on(step, self._cond, inputs) == 0)
            kept = [x.pointer for x in self._tape.at(loop.index)]
            step.run(section, inputs, [*state.targets, *kept])
            state.advance()
            signals.check(number)
        with step.when(segment.first + segment.rounds == count):
            inputs = [*fixed, *state.operands]
            step.fail_if(goes_on(step, self._cond, inputs) != 0)


def _copy_all(
    step: StepBuilder, targets: Sequence[Operand], sources: Sequence[Operand]
) -> None:
    for target, source in zip(targets, sources, strict=True):
        step.copy(target.pointer, source.pointer, nbytes_of(source))


class RowTape:
    """Memory for some arrays of every round.

    Attributes
    ----------
    row : int
        Bytes of a round.
    """

    def __init__(self, step: StepBuilder, avals: Sequence[Aval]) -> None:
        self._step = step
        self._arrays = [Operand("", aval, row_major(aval.shape)) for aval in avals]
        sizes = map(nbytes_of, self._arrays)
        self._sizes = list(map(aligned, sizes))
        self.row = sum(self._sizes)
        self._start = ""

    def reserve(self, count: Value) -> None:
        """Take memory for so many rounds."""
        self._start = self._step.tape(count * self.row + aligned(1))

    def take(self, kept: str) -> None:
        """Take that which a loop has left."""
        self._start = self._step.add(f"load ptr, ptr {kept}")

    def at(self, index: Value) -> list[Operand]:
        """The arrays of a round."""
        return self.arrays(self._step.at(self._start, "i8", (index, self.row)))

    def arrays(self, pointer: str) -> list[Operand]:
        """The arrays of a round whose first one is in this place."""
        found: list[Operand] = []
        for x, size in zip(self._arrays, self._sizes, strict=True):
            found.append(x._replace(pointer=pointer))
            pointer = self._step.at(pointer, "i8", (size, 1))
        return found
