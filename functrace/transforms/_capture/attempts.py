"""Attempts to make one operation of several rounds of a loop."""

from __future__ import annotations

from typing import Any, NamedTuple

from functrace.core.errors import LeakedTracerError
from functrace.transforms._capture.branches import Run
from functrace.transforms._capture.counted import CountedRounds
from functrace.transforms._capture.counters import (
    NotYetAlikeError,
    OpenedError,
    RoundsDifferError,
    TooFewError,
    counters,
)
from functrace.transforms._capture.sequences import IndexedItems
from functrace.transforms._capture.spans import RoundsSpan, are_regular, run_of
from functrace.transforms._capture.tracing import forget_refusals, refusals
from functrace.transforms._rolling.worth import are_many

_SPLITS = 10  # of the rounds, at tests whose answers are known
LATER = 2  # rounds, after which those that follow may be alike


class RoundsAttempt(NamedTuple):
    """What came of trying to make one operation of several rounds.

    Attributes
    ----------
    done : int
        How many rounds it is that are one.
    again : int or None
        After how many further ones to try again.
    """

    done: int
    again: int | None


def can_try(body: Any) -> bool:
    """Whether one round of a loop may do for all, as far as that is known."""
    found = counters()
    return (
        found is not None and found.are_used and body.__code__ not in found.written_out
    )


def tried(rows: IndexedItems, begin: int, body: Any, stop: Run | None) -> RoundsAttempt:
    """Try to make one operation of rounds from one on, where that can be tried.

    If none are, nothing has happened.
    """
    found = counters()
    assert found is not None
    span = RoundsSpan(begin, rows.length - begin, 1)
    again: int | None = None
    opened: set[int] | None = None
    for _ in range(_SPLITS):
        if not are_many(span.times) or span.times <= found.few.get(body.__code__, 0):
            return RoundsAttempt(0, again)
        error = attempt(CountedRounds(found, rows, span, body, stop, opened))
        if error is None:
            return RoundsAttempt(
                span.stop - begin, 0 if span.stop < rows.length else None
            )
        if isinstance(error, TooFewError):
            return RoundsAttempt(0, None)
        again = LATER if isinstance(error, NotYetAlikeError) else None
        if isinstance(error, OpenedError):
            continue
        if are_regular(error.answers):
            again = span.period * run_of(error.answers)
            span = span.split(error.answers)
            opened = None if opened is None else set()
        elif opened is not None or again or not (error.counts or error.answers):
            break
        else:
            opened = set()
    if again is None:
        found.written_out.add(body.__code__)
    return RoundsAttempt(0, again)


def attempt(loop: CountedRounds) -> RoundsDifferError | None:
    """Run it; why it is not one operation, if it is not."""
    found, before = loop.counters, len(refusals())
    given_up, found.refused = found.refused, False
    failed: Any = None
    try:
        loop.run()
    except LeakedTracerError:
        raise  # what is left where nobody knows cannot be taken back
    except (Exception, RoundsDifferError) as error:  # the rounds will raise their own
        failed = error if isinstance(error, RoundsDifferError) else RoundsDifferError()
        if loop.is_alien(failed):
            raise
        forget_refusals(before)
    found.refused = given_up
    return failed
