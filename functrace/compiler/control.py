"""Loops and branches: steps that run graphs.

What a loop carries is read from one place and written to another, so that every output of
its body may depend on every input. Where it is small these places are variables on the
stack, which LLVM turns into registers; where it is large they change roles with each round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.compiler.builder import Value
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.nests import Cells, copy
from functrace.compiler.memory import Access, load, store
from functrace.compiler.step import Integer, Operand, StepBuilder
from functrace.compiler.value import row_major
from functrace.core.aval import Aval
from functrace.core.program import Graph

_LARGE = 256  # bytes of an array that it is better not to copy with every round


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
    state = _State(step, operands[consts : consts + carry], outputs[:carry], length)
    if length:
        with step.loop(length) as loop:
            index = length - 1 - loop.index if reverse else loop.index
            inputs = [*fixed, *state.operands, *(_row(step, x, index) for x in rows)]
            places = [_row(step, y, index).pointer for y in outputs[carry:]]
            step.run(body, inputs, [*state.targets, *places])
            state.advance()
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
    """A loop for as long as a condition holds; the last output is the number of rounds."""
    fixed = operands[:consts]
    state = _State(step, operands[consts:], outputs[:-1])
    flag, count = step.variable(1), step.variable(8)
    store(step, count, step.constant(0, "i64"), _ONE)
    with step.repeat() as leave_if:
        inputs = [*fixed, *state.operands]
        step.run(cond, inputs, [flag])
        leave_if(load(step, flag, "b1", _ONE) == 0)
        step.run(body, inputs, state.targets)
        state.advance()
        store(step, count, load(step, count, "i64", _ONE) + 1, _ONE)
    state.finish()
    store(step, outputs[-1].pointer, load(step, count, "i64", _ONE), _ONE)


def emit_repeat_pull(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    forward: Graph,
    backward: Graph,
    consts: int,
    carry: int,
    **_: Any,
) -> None:
    """A loop again, for what its rounds keep on a tape, and then through these backwards."""
    count = load(step, operands[0].pointer, "i64", _ONE)
    _, *others = operands
    fixed, start = others[:consts], others[consts : consts + carry]
    avals = [Aval(*aval) for aval in forward.out_avals[carry:]]
    sizes = [_space(aval) for aval in avals]
    tape = step.tape(count * sum(sizes) + _ALIGNMENT)
    with step.when(count > 0):
        state = _State(step, start)
        with step.loop(count) as loop:
            kept = _kept(step, tape, loop.index, sizes)
            step.run(forward, [*fixed, *state.operands], [*state.targets, *kept])
            state.advance()
    state = _State(step, others[consts + carry :], outputs)
    with step.when(count > 0), step.loop(count) as loop:
        kept = _kept(step, tape, count - 1 - loop.index, sizes)
        known = [
            Operand(pointer, aval, row_major(aval.shape))
            for pointer, aval in zip(kept, avals, strict=True)
        ]
        step.run(backward, [*fixed, *known, *state.operands], state.targets)
        state.advance()
    state.finish()


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
    chosen = _clamped(step, load(step, index.pointer, index.kind, _ONE), len(branches))
    for k in step.switch(chosen, len(branches)):
        step.run(branches[k], others, places)


def _clamped(step: StepBuilder, index: Value, count: int) -> Value:
    last = count - 1
    if index.kind[0] in "ub":
        wide = step.convert(index, "u64")
        return step.convert(step.intrinsic("umin", wide, last), "i64")
    wide = step.convert(index, "i64")
    return step.intrinsic("smin", step.intrinsic("smax", wide, 0), last)


# -- rounds ----------------------------------------------------------------------------


def _row(step: StepBuilder, x: Operand, index: Integer) -> Operand:
    """An element of an array along its first axis."""
    pointer = step.at(x.pointer, x.kind, (index, x.strides[0]))
    return Operand(pointer, Aval(x.aval.shape[1:], x.aval.dtype), x.strides[1:])


def _kept(
    step: StepBuilder, tape: str, index: Value, sizes: Sequence[int]
) -> list[str]:
    """Where a round's residuals are."""
    pointer = step.at(tape, "i8", (index, sum(sizes)))
    pointers: list[str] = []
    for size in sizes:
        pointers.append(pointer)
        pointer = step.at(pointer, "i8", (size, 1))
    return pointers


# -- carries ---------------------------------------------------------------------------

_ONE = Access(0, 0, 0)
_ALIGNMENT = 16


def _nbytes(x: Operand) -> int:
    return x.aval.size * itemsize(x.kind)


def _space(aval: Aval) -> int:
    nbytes = aval.size * aval.dtype.itemsize
    return -(-nbytes // _ALIGNMENT) * _ALIGNMENT


class _State:
    """What a loop carries.

    Parameters
    ----------
    step : StepBuilder
    start : sequence of Operand
        What comes into the first round.
    outputs : sequence of Operand, optional
        Where the last round's is to be; default: nowhere.
    rounds : int, optional
        How many there are, if that is known.
    """

    def __init__(
        self,
        step: StepBuilder,
        start: Sequence[Operand],
        outputs: Sequence[Operand] = (),
        rounds: int | None = None,
    ) -> None:
        ends = outputs or [None] * len(start)
        self._carries = [
            _Large(step, x, end, rounds)
            if _nbytes(x) > _LARGE
            else _Small(step, x, end)
            for x, end in zip(start, ends, strict=True)
        ]

    @property
    def operands(self) -> list[Operand]:
        """What the round reads."""
        return [carry.operand for carry in self._carries]

    @property
    def targets(self) -> list[str]:
        """Where the round writes."""
        return [carry.target for carry in self._carries]

    def advance(self) -> None:
        """End a round."""
        for carry in self._carries:
            carry.advance()

    def finish(self) -> None:
        """Bring the last round's state to the outputs."""
        for carry in self._carries:
            carry.finish()


class _Carry:
    """An array that a loop carries."""

    def __init__(self, step: StepBuilder, start: Operand, end: Operand | None) -> None:
        self.step = step
        self.start = start
        self.end = end
        self.nbytes = _nbytes(start)

    def begin(self, pointer: str) -> None:
        """Copy what comes into the first round."""
        x = self.start
        strides = row_major(x.aval.shape)
        if x.strides == strides:
            self.step.copy(pointer, x.pointer, self.nbytes)
        else:
            source = Cells(x.pointer, x.kind, x.strides)
            copy(self.step, x.aval.shape, source, Cells(pointer, x.kind, strides))

    def as_operand(self, pointer: str) -> Operand:
        """The array where a round reads it."""
        return Operand(pointer, self.start.aval, row_major(self.start.aval.shape))


class _Small(_Carry):
    """In variables; what is new becomes old with every round."""

    def __init__(self, step: StepBuilder, start: Operand, end: Operand | None) -> None:
        super().__init__(step, start, end)
        self.operand = self.as_operand(step.variable(self.nbytes))
        self.target = step.variable(self.nbytes)
        self.begin(self.operand.pointer)

    def advance(self) -> None:
        self.step.copy(self.operand.pointer, self.target, self.nbytes)

    def finish(self) -> None:
        if self.end is not None:
            self.step.copy(self.end.pointer, self.operand.pointer, self.nbytes)


class _Large(_Carry):
    """In two buffers, whose pointers change places with every round.

    One of them is the output: the other one comes first where the rounds are odd in number.
    """

    def __init__(
        self,
        step: StepBuilder,
        start: Operand,
        end: Operand | None,
        rounds: int | None,
    ) -> None:
        super().__init__(step, start, end)
        first = end.pointer if end is not None else step.scratch(self.nbytes)
        second = step.scratch(self.nbytes)
        self.ends_there = rounds is not None
        if rounds is not None and rounds % 2:
            first, second = second, first
        self._slots = step.variable(8), step.variable(8)
        self._set(first, second)
        self.begin(first)

    def _set(self, old: str, new: str) -> None:
        for slot, pointer in zip(self._slots, (old, new), strict=True):
            self.step.lines.append(f"store ptr {pointer}, ptr {slot}")

    def _get(self, slot: str) -> str:
        name = self.step.fresh()
        self.step.lines.append(f"{name} = load ptr, ptr {slot}")
        return name

    @property
    def operand(self) -> Operand:
        return self.as_operand(self._get(self._slots[0]))

    @property
    def target(self) -> str:
        return self._get(self._slots[1])

    def advance(self) -> None:
        old, new = map(self._get, self._slots)
        self._set(new, old)

    def finish(self) -> None:
        if self.end is None or self.ends_there:
            return
        last, end = self._get(self._slots[0]), self.end.pointer
        with self.step.when(self.step.emit(f"icmp ne ptr {last}, {end}", "b1", 0)):
            self.step.copy(end, last, self.nbytes)
