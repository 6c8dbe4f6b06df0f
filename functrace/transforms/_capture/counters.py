"""Loops of which one round is traced for all, and what is known of their counters.

What is computed of counters alone is known in each round, though not in the one that is
traced: who asks for it wants the rounds written out.
"""

from __future__ import annotations

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
from functrace.primitives._lines import AffineInteger, line_of, moved
from functrace.primitives.elementwise import add


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
        The counters on which something depended that somebody asked for; empty if that is
        not why.
    answers : list
        What the answer is in each round, if it is a truth value, or integer, that is known.
    number : int or None
        Which of the questions it was whose answer is known only now.
    """

    def __init__(
        self,
        counts: AbstractSet[Edge] = frozenset(),
        answers: Sequence[Any] = (),
        number: int | None = None,
    ) -> None:
        super().__init__()
        self.counts = counts
        self.answers = answers
        self.number = number


class NotYetAlikeError(RoundsDifferError):
    """Further rounds may be alike."""


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
    given : dict
        Answers to them, by their numbers.
    answers : callable
        The value of an edge in each round, if it depends on the counter alone.
    written_out : set
        The bodies of inner loops of which one round does not do for all.
    """

    count: Edge
    rounds: range
    steady: dict[Edge, Any]
    asked: list[Question]
    given: Mapping[int, bool]
    answers: Callable[[Edge], Sequence[Any]]
    written_out: set[CodeType]


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
    are_used : bool
        Whether that is tried at all.
    """

    def __init__(self, *, are_used: bool = True) -> None:
        self.are_used = are_used
        self.tests = 0
        self.tried = False
        self.frames: list[Frame] = []
        self.ranges: dict[Edge, range] = {}
        self.refused = False
        self._written_out: set[CodeType] = set()
        self._floor = 0

    @property
    def written_out(self) -> set[CodeType]:
        """The bodies of loops of which one round does not do for all."""
        return self.frames[-1].written_out if self.frames else self._written_out

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
        """A truth value, or integer, that is known in each round; None if it is not.

        Raise RoundsDifferError if it is another one in some, or of another kind.
        """
        found = self.sources(edge)
        if not found:
            return None
        left = found.difference(self.ranges)
        frame = self.frames[-1]
        if left:
            frame.asked.append(Question(left, edge, is_truth))
            return frame.given.get(len(frame.asked) - 1)
        answers: Sequence[Any] = ()
        if found == {frame.count} and np.dtype(edge.node.dtype).kind in "bi":
            answers = frame.answers(edge)
            if len(set(answers)) == 1:
                return answers[0]
        raise RoundsDifferError(found, answers)

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

    def _is_steady(self, edge: Edge) -> bool:
        return edge in self.ranges or any(edge in f.steady for f in self.frames)

    def is_known(self, operand: Any, known: AbstractSet[Edge]) -> bool:
        """Whether it depends on nothing else than counters, and `known` inputs."""
        *outer, _ = self.frames
        found = self.sources(operand)
        free = {*known, *self.ranges, *(e for f in outer for e in f.steady)}
        return found is not None and found <= free

    def known(self, ends: Mapping[Edge, Any]) -> tuple[set[Edge], dict[int, Edge]]:
        """Which inputs of the innermost frame are known, from what a round ends with.

        Besides the questions that therefore have answers, by their numbers.
        """
        *outer, frame = self.frames
        known = set(frame.steady)
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
            elif asked.is_truth:
                tests[number] = asked.edge
            else:
                raise RoundsDifferError
        return known, tests

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


def counters() -> Counters | None:
    """Those of the trace; None where no branches are captured."""
    branches = ambient.get().branches
    return None if branches is None else branches.counters


def note_test() -> None:
    """A test, or a loop, was captured."""
    found = counters()
    if found is not None:
        found.tests += 1


def ranges() -> Mapping[Edge, range]:
    """The counters of the loops that are being traced by one round."""
    found = counters()
    return {} if found is None else found.ranges


def in_counters(operand: Any) -> AffineInteger | None:
    """An integer as multiples of these counters; None of another."""
    return line_of(
        operand, {edge: AffineInteger.along(edge, 0, 1) for edge in ranges()}
    )


def integer_of(line: AffineInteger) -> Any:
    """The integer, traced."""
    edges = sorted(line.steps, key=lambda s: s[0].node.sequence)
    (first, step), *rest = edges
    begin = 0 if rest else line.begin
    found = moved(Tracer(first, None), step, begin)
    for edge, each in rest:
        found = add(found, moved(Tracer(edge, None), each, 0))
    return add(found, np.int64(line.begin)) if rest and line.begin else found
