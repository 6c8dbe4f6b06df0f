"""How many rounds a ``while`` has, whose test depends on nothing that is traced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from functrace.core.node import Edge
from functrace.transforms._capture.at_once import in_all_rounds
from functrace.transforms._capture.branches import Run
from functrace.transforms._capture.counted import CountedRounds, attempt
from functrace.transforms._capture.counters import RoundsDifferError, counters
from functrace.transforms._capture.known import input_ranges
from functrace.transforms._capture.sequences import unnumbered
from functrace.transforms._capture.spans import RoundsSpan, run_of
from functrace.transforms._capture.tracing import test_of

LENGTHS = (2**6, 2**12, 2**20)  # rounds that are looked at


def ahead_of_test(body: Any, again: Run) -> int:
    """After how many rounds in a row a loop goes on, `again` being asked after each."""
    found = counters()
    assert found is not None
    rows = unnumbered(1)
    loop = _Counting(found, rows, RoundsSpan(0, 1, 1), body, again, {}, False)
    return 0 if attempt(loop) is not None else loop.ahead


class _Counting(CountedRounds):
    """Finds out how many rounds there are, by the test after one.

    Attributes
    ----------
    ahead : int
        After how many in a row the loop goes on, the first one included.
    """

    ahead = 0
    _is_asked = False
    _goes_on: Sequence[Any] = ()

    def _stops(self) -> bool:
        """Whether the loop ends after a first round; note when it goes on."""
        self._is_asked, self._goes_on = True, ()
        try:
            go = test_of(self._stop())
            return not self._will_be_known(go) and not go
        except RoundsDifferError as error:
            if not error.answers:
                raise
            self._goes_on = error.answers
            self.counters.refused = False
            return False
        finally:
            self._is_asked = False

    def _in_all_rounds(self, edge: Edge) -> Sequence[Any]:
        if not self._is_asked:
            return super()._in_all_rounds(edge)
        for length in LENGTHS:
            rounds = np.arange(length)
            found = in_all_rounds(edge, {self._frame.count: rounds})
            if found is not None and (
                length == LENGTHS[-1] or np.any(found != found[0])
            ):
                return found.tolist()
        return self._answers(range(LENGTHS[1]), edge)

    def run(self) -> None:
        """Find out."""
        self._check_reach()
        with self.counters.counting(self._frame):
            ends = self._ends(self._accepted())
            if self._goes_on:
                self.ahead = run_of(self._goes_on) if self._goes_on[0] else 0
                return
            _, tests = self.counters.known(ends)
            if len(self._expected) != 1 or not tests.keys() >= self._expected:
                raise RoundsDifferError
            (number,) = self._expected
            needed = self.counters.behind(tests[number], ends)
            for length in LENGTHS:
                frame = replace(self._frame, rounds=range(length))
                _, (goes_on,) = input_ranges(frame, needed, [tests[number]])
                self.ahead = run_of(goes_on) if goes_on[0] else 0
                if self.ahead < length:
                    return
