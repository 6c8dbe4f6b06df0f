"""How many rounds a loop has, if tests tell that depend on nothing that is traced."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

from functrace.core.node import Edge
from functrace.transforms._capture.attempts import attempt
from functrace.transforms._capture.branches import Run
from functrace.transforms._capture.counted import CountedRounds
from functrace.transforms._capture.counters import RoundsDifferError, counters
from functrace.transforms._capture.sequences import unnumbered
from functrace.transforms._capture.spans import RoundsSpan, period_of, run_of

LENGTHS = (2**6, 2**12, 2**20)  # rounds that are looked at


def ahead_of_tests(body: Any, stop: Run) -> int:
    """After how many rounds in a row a loop goes on, and its tests have the same answers.

    `stop` is asked after each. Tests with other answers again and again do not count.
    """
    found = counters()
    assert found is not None
    loop = _Counting(found, unnumbered(1), RoundsSpan(0, 1, 1), body, stop, None)
    return 0 if attempt(loop) is not None else loop.ahead


class _Counting(CountedRounds):
    """Finds out how many rounds are like the first one.

    Attributes
    ----------
    ahead : int
        How many there are, the first one included.
    """

    ahead = 0

    def _enter(self) -> None:
        super()._enter()
        self._courses: list[Callable[[range], Sequence[Any]]] = []

    def _in_all_rounds(self, edge: Edge) -> Sequence[Any]:
        if edge.aval.dtype != bool:
            return super()._in_all_rounds(edge)
        self._courses.append(functools.partial(self._answers, edge))
        return self._answers(edge, range(1))

    def run(self) -> None:
        """Find out."""
        self._check_reach()
        with self.counters.counting(self._frame):
            ends = self._ends(self._accepted())
            _, tests = self.counters.known(ends)
            if tests.keys() != self._frame.answered.keys():
                raise RoundsDifferError
            for test in tests.values():
                self._courses.append(functools.partial(self._course, test, ends))
            self._look_ahead()

    def _look_ahead(self) -> None:
        """Look at as many rounds as it takes, and can be known."""
        with contextlib.suppress(RoundsDifferError):
            for length in LENGTHS:
                found = [course(range(length)) for course in self._courses]
                single = [each for each in found if period_of(each) is None]
                self.ahead = min(map(run_of, single), default=0)
                if self.ahead < length:
                    break
        self.counters.refused = False
