"""Which rounds of a loop may be alike, by the answers to a test in them."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.transforms._rolling.worth import are_many

_LONGEST = 128  # rounds that are traced as one
_PIECES = 4  # loops that one is made of


def run_of(answers: Sequence[Any]) -> int:
    """In how many rounds at first the answer is the same."""
    return next((k for k, a in enumerate(answers) if a != answers[0]), len(answers))


def period_of(answers: Sequence[Any]) -> int | None:
    """After how many rounds the answers are the same again, if they differ, and soon."""
    for length in range(run_of(answers) + 1, min(_LONGEST, len(answers) // 2) + 1):
        if all(map(operator.eq, answers[length:], answers)):
            return length
    return None


def are_regular(answers: Sequence[Any]) -> bool:
    """Whether many rounds are alike: few times other ones, or again and again."""
    runs = [len(list(same)) for _, same in itertools.groupby(answers)]
    length = period_of(answers)
    if length is not None:
        return are_many(len(answers) // length)
    return 0 < len(runs) <= _PIECES and are_many(max(runs))


class RoundsSpan(NamedTuple):
    """Rounds: from which one on, and how many times how many."""

    start: int
    times: int
    period: int

    @property
    def stop(self) -> int:
        """After the last one."""
        return self.start + self.times * self.period

    def split(self, answers: Sequence[Any]) -> RoundsSpan:
        """The rounds to try next, with these answers to a question."""
        length = period_of(answers)
        if length is not None and self.period * length <= _LONGEST:
            return RoundsSpan(self.start, self.times // length, self.period * length)
        return self._replace(times=run_of(answers))
