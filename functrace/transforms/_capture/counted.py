"""Rounds of a known number with branches in them: one is traced for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import FunctraceError
from functrace.core.node import Edge
from functrace.core.refusals import dropped_ask, forget_asks
from functrace.primitives._buffers import scan_by_rows
from functrace.primitives._loops import Body
from functrace.primitives.elementwise import add, multiply
from functrace.transforms._capture.branches import Run
from functrace.transforms._capture.counters import (
    Affine,
    Counters,
    Frame,
    NotYetAlikeError,
    RoundsDifferError,
    counters,
)
from functrace.transforms._capture.known import Course, check_numbers, courses
from functrace.transforms._capture.merging import Flat, as_value, zeros_like
from functrace.transforms._capture.places import UNBOUND, Place
from functrace.transforms._capture.rounds import Carry, Rounds
from functrace.transforms._capture.tracing import RESULT, Traced, is_unknown, refusals
from functrace.transforms._closed import Closed
from functrace.transforms._rolling.rows import handle, operand_of
from functrace.transforms._rolling.worth import FEWEST, are_worth
from functrace.transforms._tracing import input_of, unknown

Element = Callable[[Any], Any]


def are_one(numbers: range, element: Element, body: Any, stop: Run | None) -> bool:
    """Try to make one operation of ``body(element(i))`` for some `i`; whether it is one.

    If not, nothing has happened.
    """
    found = counters()
    code = body.__code__
    if found is None or code in found.written_out or len(numbers) < FEWEST:
        return False
    refused = refusals()
    before = len(refused)
    loop = _Counted(found, numbers, element, body, stop)
    try:
        loop.run()
    except (FunctraceError, RoundsDifferError) as error:
        if isinstance(error, RoundsDifferError) and loop.is_alien(error):
            raise
        if not found.frames and not isinstance(error, NotYetAlikeError):
            found.written_out.add(code)
        del refused[before:]
        forget_asks()
        return False
    return True


class _Counted(Rounds):
    """The rounds, while one of them is traced."""

    def __init__(
        self, counters: Counters, numbers: range, element: Element, body: Any, stop: Any
    ) -> None:
        self._counters = counters
        self._numbers = numbers
        self._element = element
        self._stop = stop
        count = input_of(unknown("round", Aval((), np.dtype(np.int64))))
        self._frame = Frame(count, range(len(numbers)), {}, [])
        super().__init__(body, element, *(() if stop is None else (stop,)))

    def run(self) -> None:
        """All rounds as one operation."""
        if self._memory.has_iterators:
            raise RoundsDifferError
        with self._counters.counting(self._frame):
            tests = self._counters.tests
            found = self._settled()
            if self._counters.tests == tests:
                raise RoundsDifferError  # nothing that takes long to trace again
            dropped = self._counters.refused or dropped_ask() is not None
            if found.raises or dropped:
                raise RoundsDifferError
            known = self._courses(found)
            out = found.changes[RESULT.identity][1].leaves[0]

            def apply(closed: Closed, first: Sequence[Any]) -> Sequence[Any]:
                return self._scanned(closed, first, known)

            values = self._applied(found, self._frame.count, out, apply)
            self._note_aliases(found, values)

    def is_alien(self, error: RoundsDifferError) -> bool:
        """Whether it is of the counters of other loops alone."""
        return bool(error.counts) and self._frame.count not in error.counts

    # -- a round -----------------------------------------------------------------------

    def _enter(self) -> None:
        super()._enter()
        self._frame.steady.clear()
        self._frame.asked.clear()
        for carry in self._carries.values():
            for edge, leaf in zip(carry.entered, carry.first.leaves, strict=True):
                if not (type(leaf.value) is Edge or leaf.shape):
                    self._frame.steady[edge] = leaf.value

    def _round(self) -> Any:
        self._begin()
        numbers, count = self._numbers, handle(self._frame.count)
        i = count if numbers.step == 1 else multiply(count, np.int64(numbers.step))
        i = add(i, np.int64(numbers.start)) if numbers.start else i
        self._body(self._element(as_value(i, int)))
        stopped = False if self._stop is None else self._stop()
        if is_unknown(stopped) or stopped:
            raise RoundsDifferError
        return add(count, np.int64(1))

    def _carry(self, place: Place) -> None:
        if self._memory.before(place) is UNBOUND and place.can_be_unbound:
            self._lost[place.identity] = place  # until a round has said what it is
        else:
            super()._carry(place)

    def _adapt(self, found: Traced) -> bool:
        born = [key for key in self._lost if key in found.changes]
        for key in born:
            place, after = found.changes[key]
            self._carries[key] = Carry(place, zeros_like(after), unbound=True)
            del self._lost[key]
        return super()._adapt(found) or bool(born)

    def _lose(self, place: Place, why: str) -> None:
        raise NotYetAlikeError

    def _misfit(self, carry: Carry, after: Flat) -> bool:
        if super()._misfit(carry, after):
            raise NotYetAlikeError
        return False

    # -- all of them -------------------------------------------------------------------

    def _courses(self, found: Traced) -> dict[Edge, Course]:
        """Of those inputs that are known in each round."""
        ends: dict[Edge, Any] = {}
        for key, carry in self._carries.items():
            leaves = found.at(key, carry.first).leaves
            pairs = zip(carry.entered, leaves, strict=True)
            ends.update((edge, leaf.value) for edge, leaf in pairs)
        known = self._counters.known(ends)
        return courses(self._frame, {edge: ends[edge] for edge in known})

    def _scanned(
        self, closed: Closed, first: Sequence[Any], found: dict[Edge, Course]
    ) -> Sequence[Any]:
        """What the loop gives; of what is known the numbers themselves."""
        rounds, consts = len(self._numbers), len(closed.captured)
        body = Body(closed.graph, consts, 1 + len(first))
        entered = [edge for carry in self._carries.values() for edge in carry.entered]
        given = [found.get(edge) for edge in entered]
        known: dict[Edge, Any] = {body.inputs.carry[0]: (0, rounds - 1)}
        for leaf, course in zip(body.inputs.carry[1:], given, strict=False):
            if course is not None:
                known[leaf] = course.low, course.high
        for leaf, x in zip(body.inputs.consts, closed.captured, strict=True):
            place = Affine.of(operand_of(x))
            if place is not None:
                known[leaf] = place.bounds
        check_numbers(closed.graph, known)
        if not are_worth(closed.graph, rounds):
            raise RoundsDifferError
        operands = [*closed.captured, np.int64(0), *first]
        outs = scan_by_rows(body, operands, length=rounds, reverse=False)
        last = [None, *(None if c is None else c.last for c in given)]
        last += [None] * (len(outs) - len(last))
        return [out if x is None else x for out, x in zip(outs, last, strict=True)]
