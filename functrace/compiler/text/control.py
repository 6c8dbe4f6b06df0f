"""Loops and branches: steps that run graphs.

What they carry is in `carries`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.strided import Cells, copy
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import Integer, Operand, StepBuilder
from functrace.compiler.runtime.python import CHECK_SIGNALS
from functrace.compiler.text.carries import (
    CarryState,
    alone,
    chains_of,
    is_large,
    nbytes_of,
    section_of,
)
from functrace.compiler.text.independent import (
    fills_given,
    rounds_of_chunk,
    shared_round,
)
from functrace.core.aval import Aval
from functrace.core.graph import Graph

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section

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
    start, given = operands[consts : consts + carry], outputs[carry:]
    chains = chains_of(body, consts, start) if length else alone(start)
    dropped = {k for chain in chains for k in chain.dropped(carry)}
    section = section_of(
        step, body, fixed, start, [x.strides[1:] for x in rows], chains
    )
    apart = not carry and not fills_given(body)
    size = rounds_of_chunk(step, section, length) if apart else 0
    if size:
        _emit_independent(step, section, length, size, fixed, rows, outputs)
        return
    state = CarryState(step, start, section, outputs, length, chains, reverse=reverse)
    given = [y for j, y in enumerate(given) if carry + j not in dropped]
    if length:
        signals = Signals(step, section, length)
        with step.loop(length) as loop:
            index = length - 1 - loop.index if reverse else loop.index
            inputs = [*fixed, *state.operands, *(_row(step, x, index) for x in rows)]
            places = [_row(step, y, index).pointer for y in given]
            step.run(section, inputs, [*state.targets, *places])
            state.advance()
            signals.check(loop.index)
    state.finish()


def _emit_independent(
    step: StepBuilder,
    section: Section,
    rounds: int,
    size: int,
    fixed: list[Operand],
    rows: list[Operand],
    outputs: list[Operand],
) -> None:
    """Rounds that carry nothing, of which `size` are a chunk."""
    first = len(fixed) + len(rows)
    arrays = [*fixed, *rows, *outputs]
    with shared_round(step, section, rounds, size, arrays) as (index, own, arena):
        inputs = own[: len(fixed)]
        inputs += [_row(step, x, index) for x in own[len(fixed) : first]]
        places = [_row(step, y, index).pointer for y in own[first:]]
        step.run(section, inputs, places, arena)


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
    *state, count = outputs
    fixed, start = operands[:consts], operands[consts:]
    made = emit_rounds(step, fixed, start, state, cond=cond, body=body)
    store(step, count.pointer, made, ONE)


def emit_rounds(
    step: StepBuilder,
    fixed: list[Operand],
    start: list[Operand],
    outputs: list[Operand],
    *,
    cond: Graph,
    body: Graph,
    rows: Callable[[Value], list[str]] | None = None,
    rarely: bool = False,
) -> Value:
    """Rounds for as long as a condition holds; gives their number.

    They are those of the loop's reverse, in `tapes.py`, to the bit. `rows` says where what
    else the body gives is to be written, in a round of this number. `rarely`: see
    `StepBuilder.run`.
    """
    fixed = [side_by_side(step, x) for x in fixed]
    with step.exactly():
        section = section_of(step, body, fixed, start)
    state = CarryState(step, start, section, outputs)
    count = step.variable(8)
    signals = Signals(step, section)
    store(step, count, step.constant(0, "i64"), ONE)
    with step.repeat() as leave_if:
        inputs = [*fixed, *state.operands]
        leave_if(goes_on(step, cond, inputs, rarely=rarely) == 0)
        made = load(step, count, "i64", ONE)
        places = [] if rows is None else rows(made)
        step.run(section, inputs, [*state.targets, *places], rarely=rarely)
        state.advance()
        store(step, count, made + 1, ONE)
        signals.check(made)
    state.finish()
    return load(step, count, "i64", ONE)


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


def side_by_side(step: StepBuilder, x: Operand) -> Operand:
    """A small array that every round reads, with its elements next to each other."""
    strides = row_major(x.aval.shape)
    if x.strides == strides or is_large(x):
        return x
    place = step.variable(nbytes_of(x))
    source = Cells(x.pointer, x.kind, x.strides)
    copy(step, x.aval.shape, source, Cells(place, x.kind, strides))
    return Operand(place, x.aval, strides)


def goes_on(
    step: StepBuilder, cond: Graph, inputs: Sequence[Operand], *, rarely: bool = False
) -> Value:
    """Whether a loop makes another round."""
    flag = step.variable(1)
    with step.exactly():
        test = step.section(cond, [x.strides for x in inputs])
    step.run(test, inputs, [flag], rarely=rarely)
    return load(step, flag, "b1", ONE)


def _row(step: StepBuilder, x: Operand, index: Integer) -> Operand:
    """An element of an array along its first axis."""
    pointer = step.at(x.pointer, x.kind, (index, x.strides[0]))
    return Operand(pointer, Aval(x.aval.shape[1:], x.aval.dtype), x.strides[1:])


class Signals:
    """Lets a loop end when Python has a signal: Ctrl-C.

    Parameters
    ----------
    step : StepBuilder
    section : Section
        A round.
    rounds : int, optional
        How many there are, if that is known: a short loop checks nothing.
    """

    def __init__(
        self, step: StepBuilder, section: Section, rounds: int | None = None
    ) -> None:
        each = max(section.cost.nanoseconds, 1)
        self._step = step
        self._checks = step.unit is None or step.unit.signals
        self._checks &= rounds is None or rounds * each >= _SHORT
        self._mask = (1 << max(int(_OFTEN / each), 1).bit_length() - 1) - 1
        if self._checks:
            self._last = step.variable(8)
            store(step, self._last, step.constant(0, "i64"), ONE)
            step.declarations.add(f"declare i32 @{CHECK_SIGNALS}(ptr)")

    def check(self, index: Value) -> None:
        """End the step, after some rounds of `index` from 0 on, if a signal says so."""
        if not self._checks:
            return
        step = self._step
        with step.when((index & self._mask) == self._mask, rarely=self._mask > 0):
            status = step.emit(f"call i32 @{CHECK_SIGNALS}(ptr {self._last})", "i32", 0)
            step.fail_if(status != 0)
