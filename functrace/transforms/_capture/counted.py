"""Rounds of a known number with branches in them: one is traced for all."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge
from functrace.core.refusals import latest_refusal
from functrace.primitives._buffers import scan_by_rows
from functrace.primitives._lines import moved
from functrace.primitives._loops import Body
from functrace.primitives.elementwise import add
from functrace.transforms._capture.aliases import note_shared
from functrace.transforms._capture.at_once import in_all_rounds
from functrace.transforms._capture.counters import (
    Counters,
    Frame,
    NotYetAlikeError,
    OpenedError,
    RoundsDifferError,
    TooFewError,
    in_counters,
    ranges,
)
from functrace.transforms._capture.growing import GrowingList
from functrace.transforms._capture.known import (
    InputRange,
    answers,
    check_numbers,
    input_ranges,
)
from functrace.transforms._capture.merging import (
    FlatValue,
    ValueLeaf,
    leaf_value,
    zeros_like,
)
from functrace.transforms._capture.places import UNBOUND, Place
from functrace.transforms._capture.rounds import CarriedPlace, TracedRounds
from functrace.transforms._capture.sequences import IndexedItems
from functrace.transforms._capture.spans import RoundsSpan
from functrace.transforms._capture.standing import LookedBackError
from functrace.transforms._capture.telling import can_tell
from functrace.transforms._capture.tracing import (
    RESULT,
    WHERE,
    TracedChanges,
    answered,
    is_unknown,
    note_unbound,
)
from functrace.transforms._closed import Closed
from functrace.transforms._rolling.past import LONG
from functrace.transforms._rolling.rows import handle, operand_of
from functrace.transforms._rolling.worth import are_worth, written_out
from functrace.transforms._tracing import input_of, unknown

_OTHER = f"{WHERE}: the last round of a loop bound a name of what is outside of it."


class CountedRounds(TracedRounds):
    """The rounds, while one of them is traced."""

    def __init__(
        self,
        counters: Counters,
        rows: IndexedItems,
        span: RoundsSpan,
        body: Any,
        stop: Any,
        opened: set[int] | None,
    ) -> None:
        self.counters = counters
        self._rows = rows
        self._span = span
        self._rounds = span.times
        self._stop = stop
        self._growing: dict[int, GrowingList] = {}
        self._has_tests = False
        self._unsteady: set[tuple[Any, int]] = set()  # what the first round tells alone
        count = input_of(unknown("round", Aval((), np.dtype(np.int64))))
        numbers = range(self._rounds)
        self._answers = functools.partial(answers, count)
        known = self._in_all_rounds
        first = self._at_first
        self._frame = Frame(
            count, numbers, {}, [], {}, opened, known, first, set(), {}, []
        )
        roots: list[Any] = [rows.item, [each for each, _ in rows.lists]]
        super().__init__(body, *roots, *(() if stop is None else (stop,)))
        self._count = count

    def _in_all_rounds(self, edge: Edge) -> Sequence[Any]:
        """What depends on the counter alone."""
        return self._answers(edge, self._frame.rounds)

    def _at_first(self, edge: Edge) -> bool | None:
        """What depends on the counter and steady inputs, in the first round."""
        frame = self._frame
        begin = frame.steady | {frame.count: 0}
        sources = self.counters.sources(edge) or {edge}
        if any(type(begin.get(x, x)) is Edge for x in sources):
            return None
        values = in_all_rounds(edge, {x: np.array([begin[x]]) for x in sources})
        return None if values is None else bool(values[0])

    def run(self) -> None:
        """All rounds as one operation."""
        self._check_reach()
        with self.counters.counting(self._frame):
            found = self._accepted()
            growing = self._growing.values()
            given = [leaf for each in growing for leaf in each.leaves]
            paths, rows = self._input_ranges(found, given)
            lasts = self._lasts(found) | {x: way.last for x, way in paths.items()}
            out = found.changes[RESULT.identity][1].leaves[0]
            emitted: list[Any] = []

            def apply(closed: Closed, first: Sequence[Any]) -> Sequence[Any]:
                outs = self._scanned(closed, first, paths, lasts)
                emitted.extend(outs[1 + len(first) :])
                return outs[: 1 + len(first)]

            values = self._applied(found, self._frame.count, out, apply, given)
            self._note_aliases(found, values)
        ys = iter([rows.get(k, y) for k, y in enumerate(emitted)])
        for each in growing:
            each.grow([next(ys) for _ in each.leaves], self._rounds)
        pairs = zip(self._carries, values, strict=True)
        note_shared([value for key, value in pairs if key in self._read_only])
        for key in self._lost.keys() & found.changes.keys():
            note_unbound(self._lost[key], _OTHER)
        self.counters.made += 1

    def _check_reach(self) -> None:
        iterates = self._memory.has_iterators
        if iterates or any(map(can_tell, self._memory.functions())):
            raise RoundsDifferError

    def _accepted(self) -> TracedChanges:
        """A round that hands on what it is given, and in which nothing was refused."""
        tests, refusal = self.counters.tests, latest_refusal()
        found = self._settled()
        self._has_tests = self.counters.tests > tests
        dropped = self.counters.refused or latest_refusal() not in (None, refusal)
        if found.raises or dropped:
            raise RoundsDifferError
        return found

    def is_alien(self, error: RoundsDifferError) -> bool:
        """Whether it is of the counters, or inputs, of other loops alone."""
        own = {self._frame.count, *self._frame.entered}
        return bool(error.counts) and own.isdisjoint(error.counts)

    # -- a round -----------------------------------------------------------------------

    def _settled(self) -> TracedChanges:
        while True:
            try:
                return super()._settled()
            except LookedBackError as error:
                own = [g for g in self._growing.values() if g.is_behind(error)]
                if not own:  # an outer loop's
                    raise
                self.counters.refused = False
                for place, first in own[0].look_back():
                    self._carries[place.identity] = CarriedPlace(place, first)
                    self._varying.add(place.identity)
                    self._read_only.add(place.identity)

    def _enter(self) -> None:
        super()._enter()
        self._frame.steady.clear()
        self._frame.entered.clear()
        self._frame.asked.clear()
        self._frame.answered.clear()
        self._frame.containers.clear()
        self._frame.written_out.clear()
        for key, carry in self._carries.items():
            pairs = zip(carry.entered, carry.first.leaves, strict=True)
            for k, (edge, leaf) in enumerate(pairs):
                self._frame.entered[edge] = leaf.value
                is_steady = not leaf.shape and (key, k) not in self._unsteady
                if is_steady and self.counters.sources(leaf.value) is not None:
                    self._frame.steady[edge] = leaf.value
        for each in self._growing.values():
            each.enter()

    def _round(self) -> Any:
        self._begin()
        count = handle(self._frame.count)
        for number in range(self._span.period):
            rows = self._rows
            self._body(*(rows.item(self._number(number)),) if rows.are_given else ())
            if self._stops():
                raise RoundsDifferError
        for each in self._growing.values():
            each.end()
        return add(count, np.int64(1))

    def _stops(self) -> bool:
        """Whether the loop ends here."""
        stopped = False if self._stop is None else answered(self._stop())
        if is_unknown(stopped):
            raise RoundsDifferError
        return bool(stopped)

    def _number(self, further: int) -> Any:
        """Of an item, traced."""
        start, _, period = self._span
        return moved(handle(self._frame.count), period, start + further)

    # -- what is carried ---------------------------------------------------------------

    def _carry(self, place: Place) -> None:
        if self._memory.before(place) is UNBOUND and place.can_be_unbound:
            self._lost[place.identity] = place  # until a round has said what it is
        else:
            super()._carry(place)

    def _adapt(self, found: TracedChanges) -> bool:
        if self._grow(found):
            return True
        born = [key for key in self._lost if key in found.changes]
        new = False
        for key in born:
            place, after = found.changes[key]
            if self._memory.times.keys().isdisjoint(after.mutable):
                self._carries[key] = CarriedPlace(
                    place, zeros_like(after), unbound=True
                )
                del self._lost[key]
                new = True
        new = super()._adapt(found) or new or self._keep(found)
        return new or self._count_up(found) or self._unsettle(found)

    def _unsettle(self, found: TracedChanges) -> bool:
        """Take for unknown what is not steady; whether anybody asked for such."""
        lost = self.counters.lost(self._ends(found))
        if all(each.sources.isdisjoint(lost) for each in self._frame.asked):
            return False
        for key, carry in self._carries.items():
            places = enumerate(carry.entered)
            self._unsteady.update((key, k) for k, edge in places if edge in lost)
        return True

    def _count_up(self, found: TracedChanges) -> bool:
        """Let the counter say what goes up by steps; whether there is anything new."""
        pairs = [(c, found.at(key, c.first)) for key, c in self._carries.items()]
        new = [
            carry.find_step(k, leaf, self._frame.count)
            for carry, after in pairs
            for k, leaf in enumerate(after.leaves)
        ]
        return any(new)

    def _grow(self, found: TracedChanges) -> bool:
        """Let lists grow that are appended to; whether there are new ones."""
        for each in self._growing.values():
            found.changes.update(each.changes)
            for place in each.places:
                found.changes.pop(place.identity, None)
            if any(each.is_in(after.spec) for _, after in found.changes.values()):
                raise RoundsDifferError
        new = False
        fixed = [*(each for each, _ in self._rows.lists), *self._frame.containers]
        for place, _ in list(found.changes.values()):
            holder = place.holder
            if any(holder is each for each in fixed):
                raise RoundsDifferError
            if (
                type(holder) is list
                and self._memory.before(place) is UNBOUND
                and id(holder) not in self._growing
            ):
                self._growing[id(holder)] = GrowingList(holder, self._memory)
                new = True
        return new

    def _keep(self, found: TracedChanges) -> bool:
        """Let nobody write to what is appended; whether there is anything new of that."""
        made = {x for each in self._growing.values() for x in each.mutable}
        if not made.isdisjoint(self._memory.times):
            raise RoundsDifferError  # it is the same in all rounds
        return self._protect(
            key
            for key, carry in self._carries.items()
            if not made.isdisjoint(found.at(key, carry.first).mutable)
            or not made.isdisjoint(carry.mutable)
        )

    def _lose(self, place: Place, why: str) -> None:
        carry = self._carries.get(place.identity)
        raise NotYetAlikeError(set() if carry is None else self._origins(carry))

    def _misfit(self, carry: CarriedPlace, after: FlatValue) -> bool:
        if super()._misfit(carry, after):
            raise NotYetAlikeError(self._origins(carry))
        return False

    def _origins(self, carry: CarriedPlace) -> set[Edge]:
        """The inputs of outer loops that it begins with; none if these are as they are."""
        found = [self.counters.origin(leaf.value) for leaf in carry.first.leaves]
        inputs = {edge for edge in found if edge is not None}
        return self.counters.handed_on(self._body.__code__, inputs)

    # -- all of them -------------------------------------------------------------------

    def _input_ranges(
        self, found: TracedChanges, given: Sequence[ValueLeaf]
    ) -> tuple[dict[Edge, InputRange], dict[int, Sequence[Any]]]:
        """Of inputs that are known in each round; of what is given then, by its number."""
        ends = self._ends(found)
        known, tests = self.counters.known(ends)
        self._ask(tests, ends)
        numbers = {
            k: leaf
            for k, leaf in enumerate(given)
            if not leaf.is_array and self.counters.is_known(leaf.value, known)
        }
        edges = {k: x.value for k, x in numbers.items() if type(x.value) is Edge}
        kept = {edge: ends[edge] for edge in known}
        paths, values = input_ranges(self._frame, kept, [*edges.values()])
        fixed = {k: [x.value] * self._rounds for k, x in numbers.items()}
        return paths, fixed | dict(zip(edges, values, strict=True))

    def _ends(self, found: TracedChanges) -> dict[Edge, Any]:
        """With what a round ends that begins with these inputs."""
        ends: dict[Edge, Any] = {}
        for key, carry in self._carries.items():
            leaves = found.at(key, carry.first).leaves
            pairs = zip(carry.entered, leaves, strict=True)
            ends.update((edge, leaf.value) for edge, leaf in pairs)
        return ends

    def _ask(self, tests: Mapping[int, Edge], ends: Mapping[Edge, Any]) -> None:
        """Raise RoundsDifferError unless all have had the answer of all rounds, or none."""
        frame = self._frame
        if not tests.keys() >= frame.answered.keys():
            raise RoundsDifferError
        differing: set[int] = set()
        for number, test in tests.items():
            answers = self._course(test, ends, frame.rounds)
            if set(answers) == {frame.answered.get(number)}:
                continue
            if frame.opened is None:
                raise RoundsDifferError(answers=answers)
            differing.add(number)
        if frame.opened is not None and not differing <= frame.opened:
            frame.opened.update(differing)
            raise OpenedError

    def _course(
        self, test: Edge, ends: Mapping[Edge, Any], rounds: range
    ) -> Sequence[Any]:
        """The answers to a question, in each round."""
        needed = self.counters.behind(test, ends)
        frame = replace(self._frame, rounds=rounds)
        return input_ranges(frame, needed, [test])[1][0]

    def _lasts(self, found: TracedChanges) -> dict[Edge, Any]:
        """What inputs are after the last round, if counters say it."""
        lasts: dict[Edge, Any] = {}
        for key, carry in self._carries.items():
            leaves = found.at(key, carry.first).leaves
            for k, (edge, leaf) in enumerate(zip(carry.entered, leaves, strict=True)):
                if carry.steps.get(k):
                    lasts[edge] = carry.moved(k, self._rounds * carry.steps[k])
                elif not leaf.is_array and leaf.dtype is carry.dtypes[k]:
                    lasts[edge] = self._last(leaf)
        return {edge: last for edge, last in lasts.items() if last is not None}

    def _last(self, leaf: ValueLeaf) -> Any:
        """A number of the last round, if counters say it; else None."""
        count, edge, last = self._frame.count, leaf.value, self._rounds - 1
        sources = self.counters.sources(edge)
        if not sources or not sources.isdisjoint(self._frame.steady):
            return None
        if sources == {count}:
            is_integer = in_counters(edge) is not None
            return self._answers(edge, [last])[0] if is_integer else None
        (made,) = rebuild([edge], {x: x for x in sources} | {count: np.int64(last)})
        return leaf_value(leaf._replace(value=made))

    def _scanned(
        self,
        closed: Closed,
        first: Sequence[Any],
        paths: Mapping[Edge, InputRange],
        lasts: Mapping[Edge, Any],
    ) -> Sequence[Any]:
        """What the loop gives; of what is known the numbers themselves."""
        if closed.effects:  # the token is carried, so it comes before what is given
            *outs, token = closed.graph.outputs
            outs.insert(len(first), token)
            closed = closed._replace(graph=Graph(closed.graph.inputs, outs))
        body = Body(closed.graph, len(closed.captured), 1 + len(first))
        entered = [edge for carry in self._carries.values() for edge in carry.entered]
        self._check(body, closed.captured, [paths.get(edge) for edge in entered])
        operands = [*closed.captured, np.int64(0), *first]
        outs = scan_by_rows(body, operands, length=self._rounds, reverse=False)
        for k, edge in enumerate(entered, 1):
            outs[k] = lasts.get(edge, outs[k])
        return outs

    def _check(
        self, body: Body, captured: Sequence[Any], carried: Sequence[InputRange | None]
    ) -> None:
        """Raise RoundsDifferError if the rounds had better be written out."""
        count, *carry = body.inputs.carry
        known: dict[Edge, Any] = {count: (0, self._rounds - 1)}
        for leaf, course in zip(carry, carried, strict=False):
            if course is not None:
                known[leaf] = course.low, course.high
        for leaf, x in zip(body.inputs.consts, captured, strict=True):
            line = in_counters(operand_of(x))
            if line is not None:
                known[leaf] = line.bounds(ranges())
        check_numbers(body.graph, known)
        operations = self.counters.rounds * written_out(body.graph)
        is_long = self._has_tests or operations >= LONG
        if not (is_long and are_worth(body.graph, self._rounds)):
            self.counters.few[self._body.__code__] = self._rounds
            raise TooFewError
