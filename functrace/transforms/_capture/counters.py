"""Loops of which one round is traced for all, and what is known of their counters.

What is computed of counters alone is known in each round, though not in the one that is
traced: who asks for it wants the rounds written out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any

import numpy as np

from functrace.core.node import Edge, Leaf, Node, next_sequence
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.primitives._lines import AffineInteger, integer_of, line_of
from functrace.primitives.elementwise import convert

_MOST = 2**20  # integers that a table is made for


class AttemptError(BaseException):
    """A round is not to be traced on; none of those that the user's code catches.

    If it does so in spite of that, by a bare ``except``, it has been noted.
    """

    def __init__(self) -> None:
        found = counters()
        if found is not None:
            found.refused = True


class RoundsDifferError(AttemptError):
    """A loop's rounds have to be written out.

    Attributes
    ----------
    counts : set of Edge
        The counters, or other inputs, on which something depended that somebody asked for,
        or that was not alike; empty if that is not why.
    answers : list
        What the answer is in each round, if it is a truth value, or integer, that is known.
    """

    def __init__(
        self, counts: AbstractSet[Edge] = frozenset(), answers: Sequence[Any] = ()
    ) -> None:
        super().__init__()
        self.counts = counts
        self.answers = answers


class OpenedError(RoundsDifferError):
    """Some questions are open from now on; so the round is another one."""


class NotYetAlikeError(RoundsDifferError):
    """Further rounds may be alike."""


class TooFewError(RoundsDifferError):
    """They are alike, but no loop is worth it."""


@dataclass(frozen=True)
class Question:
    """A value that was asked for which depends on steady inputs, and on nothing else.

    Attributes
    ----------
    sources : set of Edge
        These inputs.
    edge : Edge
    is_truth : bool
        Whether it is a truth value.
    """

    sources: AbstractSet[Edge]
    edge: Edge
    is_truth: bool


@dataclass(frozen=True)
class Frame:
    """A loop of which one round is traced.

    Attributes
    ----------
    count : Edge
        The input that numbers the rounds, from 0 on.
    rounds : range
    steady : dict
        Further inputs that are known in each round, unless something else comes into
        them, and what they begin with.
    asked : list of Question
    answered : dict
        By number, the answers that some of them had: those of the first round.
    opened : set of int or None
        Which of them have different answers, and are left open; if not None, then other
        values that have different ones are taken for unknown, too.
    answers : callable
        The value of an edge in each round, if it depends on the counter alone.
    at_first : callable
        A truth value in the first round, if that is known; else None.
    written_out : set
        The bodies of inner loops of which one round does not do for all.
    entered : dict
        What all inputs of the round are in the first round.
    containers : list
        What must not change meanwhile, as tables were made of it.
    """

    count: Edge
    rounds: range
    steady: dict[Edge, Any]
    asked: list[Question]
    answered: dict[int, bool]
    opened: set[int] | None
    answers: Callable[[Edge], Sequence[Any]]
    at_first: Callable[[Edge], bool | None]
    written_out: set[CodeType]
    entered: dict[Edge, Any]
    containers: list[Any]

    def ask(self, question: Question) -> bool | None:
        """The answer in the first round, if it is known, and the question not open."""
        number = len(self.asked)
        self.asked.append(question)
        if not question.is_truth or number in (self.opened or ()):
            return None
        answer = self.at_first(question.edge)
        if answer is not None:
            self.answered[number] = answer
        return answer


class Counters:
    """What was found out of loops in a trace.

    Attributes
    ----------
    tests : int
        How many branches were captured so far.
    frames : list of Frame
        The innermost last.
    ranges : dict
        Their rounds, by their counters.
    refused : bool
        An attempt to trace a round was given up.
    tried : bool
        One round was traced for others.
    made : int
        How many loops so are one operation.
    few : dict
        How many rounds are too few to be worth it, by the bodies of loops.
    are_used : bool
        Whether that is tried at all.
    """

    def __init__(self, *, are_used: bool = True) -> None:
        self.are_used = are_used
        self.tests = 0
        self.tried = False
        self.made = 0
        self.frames: list[Frame] = []
        self.ranges: dict[Edge, range] = {}
        self.refused = False
        self.few: dict[CodeType, int] = {}
        self._written_out: set[CodeType] = set()
        self._handed_on: set[tuple[CodeType, int]] = set()
        self._floor = 0

    @property
    def written_out(self) -> set[CodeType]:
        """The bodies of loops of which one round does not do for all."""
        return self.frames[-1].written_out if self.frames else self._written_out

    @property
    def rounds(self) -> int:
        """How many rounds the innermost loop has, in all rounds of the others."""
        return math.prod(len(frame.rounds) for frame in self.frames)

    @contextmanager
    def counting(self, frame: Frame) -> Iterator[None]:
        """A round is traced meanwhile."""
        if not self.frames:
            self._floor = next_sequence()
        self.tried = True
        self.frames.append(frame)
        self.ranges[frame.count] = frame.rounds
        try:
            yield
        finally:
            self.frames.pop()
            del self.ranges[frame.count]

    def known_answer(self, edge: Edge, *, is_truth: bool) -> Any:
        """A truth value, or integer, that counters tell in each round; None of others.

        Raise RoundsDifferError if it is another one in some, or of another kind, and
        that matters.
        """
        found = self.sources(edge)
        if not found:
            return None
        left = found.difference(self.ranges)
        if left:
            if not is_truth:
                self._frame_of(left).ask(Question(left, edge, is_truth))
            return None
        frame = next(f for f in reversed(self.frames) if f.count in found)
        answers: Sequence[Any] = ()
        if found == {frame.count} and np.dtype(edge.node.dtype).kind in "bi":
            answers = frame.answers(edge)
            if len(set(answers)) == 1:
                return answers[0]
        if frame.opened is not None:
            return None
        raise RoundsDifferError(found, answers)

    def first_answer(self, edge: Edge) -> bool | None:
        """A truth value that steady inputs tell, in the first round; None of others.

        Whether it is so in all rounds is to be seen.
        """
        left = (self.sources(edge) or set()).difference(self.ranges)
        return self._frame_of(left).ask(Question(left, edge, True)) if left else None

    def _frame_of(self, inputs: AbstractSet[Edge]) -> Frame:
        """The innermost one that has some of the steady inputs."""
        return next(f for f in reversed(self.frames) if not inputs.isdisjoint(f.steady))

    def sources(self, operand: Any) -> set[Edge] | None:
        """The counters and steady inputs that it depends on; None if on others, too."""
        found, seen = set[Edge](), set[Node]()
        pending = [operand.node] if type(operand) is Edge else []
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            if type(node) is Leaf and self._is_steady(edge := Edge(node, 0)):
                found.add(edge)
            elif type(node) is Leaf or node.sequence < self._floor:
                return None
            pending += [x.node for x in node.inputs if type(x) is Edge]
        return found

    def domain(self, edge: Edge) -> tuple[Any, Sequence[int]] | None:
        """What an integer is, if counters say it: which one of some others."""
        sources = self.sources(edge)
        if not sources or not sources <= self.ranges.keys():
            return None
        if len(sources) == 1:
            frame = next(f for f in self.frames if f.count in sources)
            return Tracer(frame.count, None), frame.answers(edge)
        line = in_counters(edge)
        low, high = (0, _MOST) if line is None else line.bounds(self.ranges)
        if line is None or high - low >= _MOST:
            return None
        return integer_of(line.plus(AffineInteger(-low))), range(low, high + 1)

    def _is_steady(self, edge: Edge) -> bool:
        return edge in self.ranges or any(edge in f.steady for f in self.frames)

    def is_known(self, operand: Any, known: AbstractSet[Edge]) -> bool:
        """Whether it depends on nothing but the innermost counter, and `known` inputs."""
        found = self.sources(operand)
        return found is not None and found <= {*known, self.frames[-1].count}

    def known(self, ends: Mapping[Edge, Any]) -> tuple[set[Edge], dict[int, Edge]]:
        """Which inputs of the innermost frame are known, from what a round ends with.

        Besides the questions that therefore have answers, by their numbers.
        """
        *outer, frame = self.frames
        known = {e for e, begin in frame.steady.items() if type(begin) is not Edge}
        lost = known
        while lost:
            lost = {e for e in known if not self.is_known(ends[e], known)}
            known -= lost
        tests: dict[int, Edge] = {}
        for number, asked in enumerate(frame.asked):
            if not asked.sources.isdisjoint(frame.steady.keys() - known):
                continue
            left = asked.sources - known
            if left:
                outer[-1].asked.append(Question(left, asked.edge, is_truth=False))
            elif asked.is_truth and self.is_known(asked.edge, known):
                tests[number] = asked.edge
            elif frame.opened is None:
                raise RoundsDifferError({frame.count})
        return known, tests

    def lost(self, ends: Mapping[Edge, Any]) -> set[Edge]:
        """Which steady inputs of the innermost frame are so in the first round only."""
        steady = self.frames[-1].steady
        lost, new = set[Edge](), set(steady)
        while new:
            sources = {edge: self.sources(ends[edge]) for edge in steady.keys() - lost}
            new = {e for e, s in sources.items() if s is None or not s.isdisjoint(lost)}
            lost |= new
        return lost

    def origin(self, value: Any) -> Edge | None:
        """The input of the outermost loop that a value is; None if it is none."""
        found: Edge | None = None
        for frame in reversed(self.frames):
            edge = _input_behind(value)
            if edge is not None and edge in frame.entered:
                found, value = edge, frame.entered[edge]
        return found

    def handed_on(self, body: CodeType, inputs: set[Edge]) -> set[Edge]:
        """The inputs, if it is the first time that a loop wants other ones."""
        place = body, len(self.frames)
        if not inputs or place in self._handed_on:
            return set()
        self._handed_on.add(place)
        return inputs

    def behind(self, edge: Edge, ends: Mapping[Edge, Any]) -> dict[Edge, Any]:
        """The steady inputs that a value depends on in some round, and their ends."""
        found: dict[Edge, Any] = {}
        pending = [edge]
        while pending:
            sources = self.sources(pending.pop()) or ()
            new = [e for e in sources if e in ends and e not in found]
            found |= {e: ends[e] for e in new}
            pending += [ends[e] for e in new]
        return found


def _input_behind(value: Any) -> Edge | None:
    """What a number, of Python's, was made of."""
    if type(value) is not Edge:
        return None
    return value.node.inputs[0] if value.node.primitive is convert else value


def counters() -> Counters | None:
    """Those of the trace; None where no branches are captured."""
    branches = ambient.get().branches
    return None if branches is None else branches.counters


def note_test() -> None:
    """A test, or a loop, was captured."""
    found = counters()
    if found is not None:
        found.tests += 1


def is_counted(value: Any) -> bool:
    """Whether it is a number that depends on counters alone, as far as that is known."""
    found = counters()
    if found is None or not found.ranges or type(value) is not Tracer:
        return False
    return not value.is_known() and bool(found.sources(value.edge))


def ranges() -> Mapping[Edge, range]:
    """The counters of the loops that are being traced by one round."""
    found = counters()
    return {} if found is None else found.ranges


def in_counters(operand: Any) -> AffineInteger | None:
    """An integer as multiples of these counters; None of another."""
    return line_of(
        operand, {edge: AffineInteger.along(edge, 0, 1) for edge in ranges()}
    )
