"""Loops and branches: steps that run graphs.

What a loop carries is read from one place and written to another, so that every output of
its body may depend on every input. Where it is small these places are variables on the
stack, which LLVM turns into registers; where it is large they change roles with each round,
or are one and the same, if nothing is read after it was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.strided import Cells, copy
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import Integer, Operand, StepBuilder
from functrace.compiler.runtime.python import HEED
from functrace.core.aval import Aval
from functrace.core.graph import Graph

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section

_LARGE = 256  # bytes of an array that it is better not to copy with every round
_SHORT = 1e6  # estimated nanoseconds of a loop that need not hear signals; there may be
_OFTEN = 1e5  # ten times as many. And of the rounds between two looks at the clock


def emit_scan(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    body: Graph,
    consts: int,
    carry: int,
    length: int,
    reverse: bool,
    **_: Any,
) -> None:
    """A loop over the first axes of the operands after the carries."""
    fixed, rows = operands[:consts], operands[consts + carry :]
    start = operands[consts : consts + carry]
    section = section_of(step, body, fixed, start, [x.strides[1:] for x in rows])
    state = State(step, start, section, outputs, length)
    if length:
        signals = Signals(step, section, length)
        with step.loop(length) as loop:
            index = length - 1 - loop.index if reverse else loop.index
            inputs = [*fixed, *state.operands, *(_row(step, x, index) for x in rows)]
            places = [_row(step, y, index).pointer for y in outputs[carry:]]
            step.run(section, inputs, [*state.targets, *places])
            state.advance()
            signals.heed(loop.index)
    state.finish()


def emit_while_loop(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    cond: Graph,
    body: Graph,
    consts: int,
    **_: Any,
) -> None:
    """A loop for as long as a condition holds; the last output is the number of rounds.

    Its rounds are those of its reverse, in `tapes.py`, to the bit.
    """
    fixed = [side_by_side(step, x) for x in operands[:consts]]
    start = operands[consts:]
    with step.exactly():
        section = section_of(step, body, fixed, start)
    state = State(step, start, section, outputs)
    count = step.variable(8)
    signals = Signals(step, section)
    store(step, count, step.constant(0, "i64"), ONE)
    with step.repeat() as leave_if:
        inputs = [*fixed, *state.operands]
        leave_if(goes_on(step, cond, inputs) == 0)
        step.run(section, inputs, state.targets)
        state.advance()
        made = load(step, count, "i64", ONE)
        store(step, count, made + 1, ONE)
        signals.heed(made)
    state.finish()
    store(step, outputs[-1].pointer, load(step, count, "i64", ONE), ONE)


def emit_switch(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    branches: tuple[Graph, ...],
    **_: Any,
) -> None:
    """One of several graphs; an index out of range stands for the nearest one."""
    index, *others = operands
    places = [out.pointer for out in outputs]
    chosen = _clamped(step, load(step, index.pointer, index.kind, ONE), len(branches))
    for k in step.switch(chosen, len(branches)):
        section = step.section(branches[k], [x.strides for x in others])
        step.run(section, others, places)


def emit_remat(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    graph: Graph,
    **_: Any,
) -> None:
    """A graph, in memory of its own."""
    section = step.section(graph, [x.strides for x in operands])
    step.run(section, operands, [out.pointer for out in outputs])


def _clamped(step: StepBuilder, index: Value, count: int) -> Value:
    last = count - 1
    if index.kind[0] in "ub":
        wide = step.convert(index, "u64")
        return step.convert(step.intrinsic("umin", wide, last), "i64")
    wide = step.convert(index, "i64")
    return step.intrinsic("smin", step.intrinsic("smax", wide, 0), last)


# -- rounds ----------------------------------------------------------------------------

ONE = Access(0, 0, 0)


def section_of(
    step: StepBuilder,
    graph: Graph,
    before: Sequence[Operand],
    start: Sequence[Operand],
    after: Sequence[tuple[int, ...]] = (),
) -> Section:
    """Compile what a loop does in a round: its first outputs are the next state.

    The inputs are `before`, the state, and arrays of the strides in `after`.
    """
    first = len(before)
    state = [row_major(x.aval.shape) for x in start]
    large = [k for k, x in enumerate(start) if nbytes_of(x) > _LARGE]
    strides = [*(x.strides for x in before), *state, *after]
    return step.section(graph, strides, [(first + k, k) for k in large])


def side_by_side(step: StepBuilder, x: Operand) -> Operand:
    """A small array that every round reads, with its elements next to each other."""
    strides = row_major(x.aval.shape)
    if x.strides == strides or nbytes_of(x) > _LARGE:
        return x
    place = step.variable(nbytes_of(x))
    source = Cells(x.pointer, x.kind, x.strides)
    copy(step, x.aval.shape, source, Cells(place, x.kind, strides))
    return Operand(place, x.aval, strides)


def goes_on(step: StepBuilder, cond: Graph, inputs: Sequence[Operand]) -> Value:
    """Whether a loop makes another round."""
    flag = step.variable(1)
    with step.exactly():
        test = step.section(cond, [x.strides for x in inputs])
    step.run(test, inputs, [flag])
    return load(step, flag, "b1", ONE)


def _row(step: StepBuilder, x: Operand, index: Integer) -> Operand:
    """An element of an array along its first axis."""
    pointer = step.at(x.pointer, x.kind, (index, x.strides[0]))
    return Operand(pointer, Aval(x.aval.shape[1:], x.aval.dtype), x.strides[1:])


def nbytes_of(x: Operand) -> int:
    """Bytes of an array."""
    return x.aval.size * itemsize(x.kind)


class Signals:
    """Lets a loop end when Python has a signal: Ctrl-C.

    Parameters
    ----------
    step : StepBuilder
    section : Section
        A round.
    rounds : int, optional
        How many there are, if that is known: a short loop hears nothing.
    """

    def __init__(
        self, step: StepBuilder, section: Section, rounds: int | None = None
    ) -> None:
        each = max(section.cost.nanoseconds, 1)
        self._step = step
        self._hears = step.unit is None or step.unit.signals
        self._hears &= rounds is None or rounds * each >= _SHORT
        self._mask = (1 << max(int(_OFTEN / each), 1).bit_length() - 1) - 1
        if self._hears:
            self._last = step.variable(8)
            store(step, self._last, step.constant(0, "i64"), ONE)
            step.declarations.add(f"declare i32 @{HEED}(ptr)")

    def heed(self, index: Value) -> None:
        """End the step, after some rounds of `index` from 0 on, if a signal says so."""
        if not self._hears:
            return
        step = self._step
        with step.when((index & self._mask) == self._mask, rarely=self._mask > 0):
            status = step.emit(f"call i32 @{HEED}(ptr {self._last})", "i32", 0)
            step.fail_if(status != 0)


# -- carries ---------------------------------------------------------------------------


class State:
    """What a loop carries.

    Parameters
    ----------
    step : StepBuilder
    start : sequence of Operand
        What comes into the first round.
    section : Section
        A round.
    outputs : sequence of Operand, optional
        Those where the last round's are to be come first; default: nowhere.
    rounds : int, optional
        How many there are, if that is known.
    """

    def __init__(
        self,
        step: StepBuilder,
        start: Sequence[Operand],
        section: Section,
        outputs: Sequence[Operand] = (),
        rounds: int | None = None,
    ) -> None:
        alone = {output for _, output in section.plan.in_place}
        self._carries: list[_Carry] = []
        for k, x in enumerate(start):
            end = outputs[k] if outputs else None
            if k in alone:
                carry = _Carry(step, x, end)
            elif nbytes_of(x) > _LARGE:
                carry = _InTurn(step, x, end, rounds)
            else:
                carry = _Copied(step, x, end)
            self._carries.append(carry)

    @property
    def operands(self) -> list[Operand]:
        """What the round reads."""
        return [carry.operand() for carry in self._carries]

    @property
    def targets(self) -> list[str]:
        """Where the round writes."""
        return [carry.new() for carry in self._carries]

    def advance(self) -> None:
        """End a round."""
        for carry in self._carries:
            carry.advance()

    def finish(self) -> None:
        """Bring the last round's state to the outputs."""
        for carry in self._carries:
            carry.finish()


class _Carry:
    """An array that a loop carries; here, one that a round changes where it is."""

    def __init__(self, step: StepBuilder, start: Operand, end: Operand | None) -> None:
        self.step = step
        self.end = end
        self.nbytes = nbytes_of(start)
        self._start = start
        self._pointer = self.begin(self.place())

    def place(self) -> str:
        """Where the array may be: the output's place, if there is one."""
        return self.step.scratch(self.nbytes) if self.end is None else self.end.pointer

    def begin(self, pointer: str) -> str:
        """Copy what comes into the first round."""
        x = self._start
        strides = row_major(x.aval.shape)
        if x.strides == strides:
            self.step.copy(pointer, x.pointer, self.nbytes)
        else:
            source = Cells(x.pointer, x.kind, x.strides)
            copy(self.step, x.aval.shape, source, Cells(pointer, x.kind, strides))
        return pointer

    def old(self) -> str:
        """Where a round reads it."""
        return self._pointer

    def new(self) -> str:
        """Where a round writes it."""
        return self._pointer

    def operand(self) -> Operand:
        """What a round reads."""
        aval = self._start.aval
        return Operand(self.old(), aval, row_major(aval.shape))

    def advance(self) -> None:
        """End a round."""

    def finish(self) -> None:
        """Have it in the output's place."""


class _Copied(_Carry):
    """In variables; what is new becomes old with every round."""

    def __init__(self, step: StepBuilder, start: Operand, end: Operand | None) -> None:
        super().__init__(step, start, end)
        self._new = step.variable(self.nbytes)

    def place(self) -> str:
        return self.step.variable(self.nbytes)

    def new(self) -> str:
        return self._new

    def advance(self) -> None:
        self.step.copy(self._pointer, self._new, self.nbytes)

    def finish(self) -> None:
        if self.end is not None:
            self.step.copy(self.end.pointer, self._pointer, self.nbytes)


class _InTurn(_Carry):
    """In two places, which change roles with every round.

    One of them is the output's: the other one comes first where the number of rounds is
    odd.
    """

    def __init__(
        self,
        step: StepBuilder,
        start: Operand,
        end: Operand | None,
        rounds: int | None,
    ) -> None:
        self._rounds = rounds
        self._slots = step.variable(8), step.variable(8)
        super().__init__(step, start, end)

    def place(self) -> str:
        first, second = super().place(), self.step.scratch(self.nbytes)
        if self._rounds is not None and self._rounds % 2:
            first, second = second, first
        self._set(first, second)
        return first

    def _set(self, old: str, new: str) -> None:
        for slot, pointer in zip(self._slots, (old, new), strict=True):
            self.step.lines.append(f"store ptr {pointer}, ptr {slot}")

    def _get(self, slot: str) -> str:
        return self.step.add(f"load ptr, ptr {slot}")

    def old(self) -> str:
        return self._get(self._slots[0])

    def new(self) -> str:
        return self._get(self._slots[1])

    def advance(self) -> None:
        self._set(self.new(), self.old())

    def finish(self) -> None:
        if self.end is None or self._rounds is not None:
            return
        last, end = self.old(), self.end.pointer
        with self.step.when(self.step.emit(f"icmp ne ptr {last}, {end}", "b1", 0)):
            self.step.copy(end, last, self.nbytes)
