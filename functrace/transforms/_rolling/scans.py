"""The operands and the body of a `scan`, collected while its round is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval, aval_of
from functrace.core.node import Edge, Leaf
from functrace.core.recording import ambient, recording
from functrace.core.source import SourceLine
from functrace.primitives._buffers import scan_by_rows
from functrace.primitives._lines import moved
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives.elementwise import add
from functrace.primitives.indexing import getitem
from functrace.transforms._rolling.fit import (
    Carried,
    Invariant,
    Local,
    PerRound,
    RolledLoop,
    SteppedInteger,
)
from functrace.transforms._rolling.loops import LoopResult, aval_at
from functrace.transforms._rolling.rows import handle, operand_of, stacked, strong

_COUNT = Aval((), np.int64)


class Scan:
    """A loop while its body is written.

    Attributes
    ----------
    values : dict
        The values of the round, by number.
    """

    def __init__(
        self, loop: RolledLoop, operands: Sequence[Any], integers: Sequence[Any]
    ) -> None:
        self.values: dict[int, Any] = {}
        self._loop = loop
        self._operands = operands
        self._integers = integers
        self._consts: dict[Edge, Edge] = {}
        self._rows: dict[Any, Edge] = {}
        self._xs: list[Any] = []
        self._carries: list[_Carry] = []
        self._carried: dict[Carried, Edge] = {}
        self._counter: Edge | None = None
        found = [k for kinds in loop.operands for k in kinds if type(k) is Carried]
        for kind in sorted(dict.fromkeys(found), key=lambda k: -k.lag):
            self._carried[kind] = self._carry_of(kind).leaves[kind.lag - 1]

    def _carry_of(self, kind: Carried) -> _Carry:
        """What holds the value; those of greater lags have been made."""
        init = [self._operands[slot] for slot in reversed(kind.slots)]
        for carry in self._carries:
            if carry.value == kind.value and carry.begins_as(init):
                return carry
        self._carries.append(_Carry(kind.value, init, aval_at(self._loop, kind.value)))
        return self._carries[-1]

    # -- what a round takes ---------------------------------------------------------

    def operand(self, kind: Invariant | Local | Carried | PerRound) -> Any:
        """An operand, in the body."""
        if isinstance(kind, Invariant):
            return self._const(self._operands[kind.slot])
        if isinstance(kind, Local):
            return self.values[kind.value]
        if isinstance(kind, Carried):
            return self._carried[kind]
        return self._row(kind, [self._operands[slot] for slot in kind.slots])

    def integer(self, kind: SteppedInteger | PerRound) -> Any:
        """An integer of an index, in the body: a number if it is known."""
        if isinstance(kind, PerRound):
            given = [self._integers[slot] for slot in kind.slots]
            return self._row(("integers", kind), given)
        begin = self._integers[kind.slot]
        if not kind.step:
            return self._const(begin)
        count, is_known = handle(self._count()), type(begin) is int
        found = moved(count, kind.step, begin if is_known else 0)
        if is_known:
            return operand_of(found)
        return operand_of(add(found, handle(self._const(begin))))

    def _const(self, operand: Any) -> Any:
        if type(operand) is not Edge:
            return operand
        found = self._consts.get(operand)
        if found is None:
            found = self._consts[operand] = _leaf("captured", operand.aval)
        return found

    def _row(self, key: Any, operands: Sequence[Any]) -> Edge:
        found = self._rows.get(key)
        if found is None:
            rows = stacked(operands)
            shape, dtype = rows.aval if type(rows) is Edge else aval_of(rows)
            self._xs.append(rows)
            found = self._rows[key] = _leaf("row", Aval(shape[1:], dtype))
        return found

    def _count(self) -> Edge:
        if self._counter is None:
            self._counter = _leaf("round", _COUNT)
        return self._counter

    # -- what it gives --------------------------------------------------------------

    def finish(self, wanted: Iterable[LoopResult]) -> dict[LoopResult, Any]:
        """The values that are wanted, of the loop when its body is complete."""
        last = self._loop.rounds - 1
        others = dict.fromkeys(w.value for w in wanted if w.round != last)
        carried = {carry.value: carry for carry in reversed(self._carries)}
        for want in wanted:
            if want.value not in others and want.value not in carried:
                made = _Carry.unread(want.value, aval_at(self._loop, want.value))
                self._carries.append(made)
                carried[want.value] = made
        outs = self._applied(list(others))
        places = dict[int, int]()
        at = 0
        for carry in self._carries:
            places.setdefault(carry.value, at)
            at += len(carry.leaves)
        ys = dict(zip(others, outs[len(outs) - len(others) :], strict=True))
        return {
            w: outs[places[w.value]]
            if w.round == last and w.value in places
            else operand_of(getitem(handle(ys[w.value]), index=w.round))
            for w in wanted
        }

    def _applied(self, emitted: Sequence[int]) -> list[Any]:
        """The outputs of the scan."""
        carries = self._carries
        leaves = [leaf for carry in carries for leaf in carry.leaves]
        init = [x for carry in carries for x in carry.init]
        ends = [
            end
            for carry in carries
            for end in (self.values[carry.value], *carry.leaves[:-1])
        ]
        if self._counter is not None:
            leaves.append(self._counter)
            init.append(np.int64(0))
            ends.append(operand_of(add(handle(self._counter), np.int64(1))))
        ys = [self.values[value] for value in emitted]
        body = Body.make(
            LoopInputs([*self._consts.values()], leaves, [*self._rows.values()]),
            LoopOutputs(ends, ys),
        )
        operands = map(handle, [*self._consts, *init, *self._xs])
        length = self._loop.rounds
        state = ambient.get()  # in a text, rounds say where they come from
        line = _begin(self._loop) if state.readable is None else state.line
        with recording(line=line):
            outs = scan_by_rows(body, [*operands], length=length, reverse=False)
        return [operand_of(out) for out in outs]


class _Carry:
    """A value that is handed on for some rounds.

    Attributes
    ----------
    value : int
        Its number in a round.
    init : list
        What it is before the first round, the latest first.
    leaves : list of Edge
        What it was a round ago, two rounds ago, ...
    """

    __slots__ = ("_given", "init", "leaves", "value")

    def __init__(self, value: int, init: list[Any], aval: Aval) -> None:
        self.value = value
        self._given = init
        self.init = [strong(x, aval.dtype) for x in init]
        self.leaves = [_leaf("carry", aval) for _ in init]

    @classmethod
    def unread(cls, value: int, aval: Aval) -> _Carry:
        """Of a value that is needed after the last round only."""
        return cls(value, [np.zeros(aval.shape, aval.dtype)[()]], aval)

    def begins_as(self, init: list[Any]) -> bool:
        """Whether it also serves for what begins like this."""
        pairs = zip(init, self._given, strict=False)
        return len(init) <= len(self._given) and all(
            a is b or (type(a) is Edge and type(b) is Edge and a == b) for a, b in pairs
        )


def _leaf(label: str, aval: Any) -> Edge:
    return Edge(Leaf(label, Aval(*aval)), 0)


def _begin(loop: RolledLoop) -> SourceLine | None:
    """The line of the first operation of a round."""
    first = loop.entries[0]
    return _begin(first) if type(first) is RolledLoop else first.source
