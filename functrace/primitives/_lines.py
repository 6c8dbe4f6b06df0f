"""Integers that change by steps while loops count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge
from functrace.core.tracer import Tracer
from functrace.primitives.elementwise import add, convert, multiply, negative, subtract


class AffineInteger(NamedTuple):
    """An integer that is so much, and multiples of counters."""

    begin: int
    steps: frozenset[tuple[Any, int]] = frozenset()

    @classmethod
    def along(cls, counter: Any, begin: int, step: int) -> AffineInteger:
        """Of one counter."""
        return cls(begin, frozenset(((counter, step),)) if step else frozenset())

    @property
    def step(self) -> int:
        """The multiple of the only counter."""
        return sum(step for _, step in self.steps)

    def plus(self, other: AffineInteger, times: int = 1) -> AffineInteger:
        """The sum with a multiple of another."""
        steps = dict(self.steps)
        for counter, step in other.steps:
            steps[counter] = steps.get(counter, 0) + times * step
        left = frozenset((counter, step) for counter, step in steps.items() if step)
        return AffineInteger(self.begin + times * other.begin, left)

    def apart(self, other: AffineInteger) -> bool | None:
        """Whether they differ, wherever the counters are; None if that is not known."""
        between = self.plus(other, -1)
        return None if between.steps else between.begin != 0

    def bounds(self, ranges: Mapping[Any, range]) -> tuple[int, int]:
        """The least and the greatest that it is, given what the counters count over."""
        low = high = self.begin
        for counter, step in self.steps:
            numbers = ranges[counter]
            ends = step * numbers[0], step * numbers[-1]
            low, high = low + min(ends), high + max(ends)
        return low, high


def line_of(
    operand: Any, known: Mapping[Edge, AffineInteger], *, atoms: bool = False
) -> AffineInteger | None:
    """What an edge, or a constant, is, given some edges; None if it is something else.

    With `atoms`, edges of which nothing is known stand for themselves.
    """
    if type(operand) is not Edge:
        whole = np.ndim(operand) == 0 and np.asarray(operand).dtype.kind in "iu"
        return AffineInteger(int(operand)) if whole else None
    found = known.get(operand) or _computed(operand.node, known, atoms=atoms)
    if found is None and atoms and operand.aval == Aval((), np.dtype(np.int64)):
        return AffineInteger.along(operand, 0, 1)
    return found


def _computed(
    node: Any, known: Mapping[Edge, AffineInteger], *, atoms: bool
) -> AffineInteger | None:
    rule = _RULES.get(node.primitive)
    if rule is None or node.shape or np.dtype(node.dtype).kind not in "iu":
        return None
    if node.primitive is convert and np.dtype(node.dtype) != np.int64:
        return None
    parts = [line_of(x, known, atoms=atoms) for x in node.inputs]
    return None if None in parts else rule(*parts)


def _product(a: AffineInteger, b: AffineInteger) -> AffineInteger | None:
    if a.steps and b.steps:
        return None
    factor, other = (b, a) if a.steps else (a, b)
    return AffineInteger(0).plus(other, factor.begin)


_RULES: dict[Any, Any] = {
    convert: lambda a: a,
    negative: lambda a: AffineInteger(0).plus(a, -1),
    add: AffineInteger.plus,
    subtract: lambda a, b: a.plus(b, -1),
    multiply: _product,
}


def moved(counter: Any, step: int, begin: int) -> Any:
    """A traced counter, times a step, from a begin on."""
    found = counter if step == 1 else multiply(counter, np.int64(step))
    return add(found, np.int64(begin)) if begin else found


def integer_of(line: AffineInteger) -> Any:
    """The integer, traced, of multiples of edges."""
    edges = sorted(line.steps, key=lambda s: s[0].node.sequence)
    (first, step), *rest = edges
    begin = 0 if rest else line.begin
    found = moved(Tracer(first, None), step, begin)
    for edge, each in rest:
        found = add(found, moved(Tracer(edge, None), each, 0))
    return add(found, np.int64(line.begin)) if rest and line.begin else found
