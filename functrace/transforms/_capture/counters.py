"""Loops of which one round is traced for all, and what is known of their counters.

What is computed of counters alone is known in each round, though not in the one that is
traced: who asks for it wants the rounds written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any, NamedTuple, NoReturn

import numpy as np

from functrace.core.node import Edge, Leaf, Node, next_sequence
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.primitives.elementwise import add, convert, multiply, negative, subtract


class RoundsDifferError(BaseException):
    """A loop's rounds have to be written out; none of those that the user's code catches.

    Attributes
    ----------
    counts : set of Edge
        The counters on which something depended that somebody asked for; empty if that is
        not why.
    """

    def __init__(self, counts: AbstractSet[Edge] = frozenset()) -> None:
        self.counts = counts


class NotYetAlikeError(RoundsDifferError):
    """Further rounds may be alike."""


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
    asked : list of set
        The inputs, not counters, that the value of a test depended on, and on nothing
        else.
    written_out : set
        The bodies of inner loops of which one round does not do for all.
    """

    count: Edge
    rounds: range
    steady: dict[Edge, Any]
    asked: list[set[Edge]]
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
        A round asked for what is not the same in all.
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
        outer, self.refused, self.tried = self.refused, False, True
        self.frames.append(frame)
        self.ranges[frame.count] = frame.rounds
        try:
            yield
        finally:
            self.frames.pop()
            del self.ranges[frame.count]
            self.refused = outer

    def note_asked(self, edge: Edge) -> None:
        """Somebody asks for a value: raise RoundsDifferError if each round has its own."""
        found = self.sources(edge)
        if not found:
            return
        left = found.difference(self.ranges)
        if left:
            self.frames[-1].asked.append(left)
            return
        self.refused = True
        raise RoundsDifferError(found)

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

    def known(self, ends: Mapping[Edge, Any]) -> set[Edge]:
        """Which inputs of the innermost frame are known, from what a round ends with.

        Raise RoundsDifferError if somebody asked for a value that only depends on these.
        """
        *outer, frame = self.frames
        known = set(frame.steady)
        lost = known
        while lost:
            lost = {e for e in known if not self.is_known(ends[e], known)}
            known -= lost
        for asked in frame.asked:
            if asked.isdisjoint(frame.steady.keys() - known):
                left = asked - known
                if not left:
                    raise RoundsDifferError
                outer[-1].asked.append(left)
        return known


def counters() -> Counters | None:
    """Those of the trace; None where no branches are captured."""
    branches = ambient.get().branches
    return None if branches is None else branches.counters


def refuse() -> NoReturn:
    """Raise RoundsDifferError, which libraries may drop."""
    found = counters()
    if found is not None:
        found.refused = True
    raise RoundsDifferError


def note_test() -> None:
    """A test, or a loop, was captured."""
    found = counters()
    if found is not None:
        found.tests += 1


def ranges() -> Mapping[Edge, range]:
    """The counters of the loops that are being traced by one round."""
    found = counters()
    return {} if found is None else found.ranges


class Affine(NamedTuple):
    """An integer that is so much, and multiples of counters."""

    begin: int
    steps: frozenset[tuple[Edge, int]] = frozenset()

    @classmethod
    def of(cls, operand: Any) -> Affine | None:
        """What an edge, or a constant, is; None if it is something else."""
        if type(operand) is not Edge:
            whole = np.ndim(operand) == 0 and np.asarray(operand).dtype.kind in "iu"
            return cls(int(operand)) if whole else None
        if operand.node.shape or np.dtype(operand.node.dtype) != np.int64:
            return None
        if operand in ranges():
            return cls(0, frozenset(((operand, 1),)))
        rule = _RULES.get(operand.node.primitive)
        parts = list(map(cls.of, operand.node.inputs)) if rule is not None else [None]
        return None if rule is None or None in parts else rule(*parts)

    def plus(self, other: Affine, times: int = 1) -> Affine:
        """The sum with a multiple of another."""
        steps = dict(self.steps)
        for edge, step in other.steps:
            steps[edge] = steps.get(edge, 0) + times * step
        left = frozenset((edge, step) for edge, step in steps.items() if step)
        return Affine(self.begin + times * other.begin, left)

    def apart(self, other: Affine) -> bool | None:
        """Whether they differ in all rounds; None if that is not known."""
        between = self.plus(other, -1)
        return None if between.steps else between.begin != 0

    def operand(self) -> Any:
        """The integer, traced."""
        found: Any = None
        for edge, step in sorted(self.steps, key=lambda s: s[0].node.sequence):
            moved = Tracer(edge, None)
            moved = moved if step == 1 else multiply(moved, np.int64(step))
            found = moved if found is None else add(found, moved)
        return add(found, np.int64(self.begin)) if self.begin else found

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest that it is."""
        low = high = self.begin
        for edge, step in self.steps:
            numbers = ranges()[edge]
            ends = step * numbers[0], step * numbers[-1]
            low, high = low + min(ends), high + max(ends)
        return low, high


def _product(a: Affine, b: Affine) -> Affine | None:
    if a.steps and b.steps:
        return None
    factor, other = (b, a) if a.steps else (a, b)
    return Affine(0).plus(other, factor.begin)


_RULES: dict[Any, Any] = {
    convert: lambda a: a,
    negative: lambda a: Affine(0).plus(a, -1),
    add: Affine.plus,
    subtract: lambda a, b: a.plus(b, -1),
    multiply: _product,
}
