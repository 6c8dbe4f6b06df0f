"""Loops: Python's as long as their tests are known, from then on one operation."""

from __future__ import annotations

import functools
import gc
import itertools
import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from functrace.core.errors import ConcretizationError, MutationError, message
from functrace.core.source import user_line
from functrace.transforms._capture.attempts import LATER, can_try, tried
from functrace.transforms._capture.branches import Run, choose, if_, not_
from functrace.transforms._capture.counters import note_test
from functrace.transforms._capture.holders import held_elsewhere
from functrace.transforms._capture.rounds import ConditionalLoop
from functrace.transforms._capture.sequences import (
    IndexedItems,
    iterators_in,
    numbered,
    opened,
    unnumbered,
)
from functrace.transforms._capture.tracing import (
    WHERE,
    answered,
    forget_refusals,
    is_unknown,
    refusals,
    truth,
)
from functrace.transforms._capture.until import ahead_of_tests
from functrace.transforms._rolling.worth import are_many

_CHAINING = (zip, enumerate, map, filter, itertools.chain, itertools.islice)
_END = object()
_TRIES = 8  # to make one operation of rounds that follow each other
_MANY = 1000  # rounds, over an iterator that does not say how many there are


class Counting:
    """A ``range`` with a traced bound."""

    def __init__(self, start: Any, stop: Any, step: Any) -> None:
        self.start, self.stop, self.step = start, stop, step

    def __iter__(self) -> Iterator[Any]:
        raise ConcretizationError(
            message(
                f"{WHERE}: how long a range is depends on a traced value.",
                source=user_line(),
                help="a statement `for i in range(n)` takes it, and nothing else: write "
                "into an array of a length that is known, u[i] = x.",
            )
        )


def _itself(i: Any) -> Any:
    return i


def while_(test: Run, body: Run, stop: Run | None) -> None:
    """``while test(): body()``, which ends when `stop` gives true, too."""

    def again() -> Any:
        stopped = stop() if stop is not None else False
        if is_unknown(stopped):
            return choose(not_(stopped), test, lambda: False)
        return False if stopped else test()

    go, number = test(), 0
    ahead = _AheadOfTests(body, lambda: not_(again()))
    while True:
        go = answered(go)
        if is_unknown(go):
            note_test()
            ConditionalLoop(body, again).run(truth(go))
            return
        if not go:
            return
        done = ahead.done(number)
        if not done:
            body()
        number += done or 1
        go = again()


def for_(items: Iterable[Any], body: Callable[[Any], None], stop: Run | None) -> None:
    """``for item in items: body(item)``, which ends when `stop` gives true, too."""
    if type(items) is Counting:
        _count(items, _itself, body, stop)
        return
    open_items = opened(items)
    if open_items is not None:
        _count(Counting(0, open_items.length, 1), open_items.item, body, stop)
        return
    are_tried = can_try(body)
    rows = numbered(items) if are_tried or stop is not None else None
    ahead = _Ahead(rows if are_tried else None, body, stop)
    rest = iter(items)
    number = 0
    while True:
        done = ahead.done(number)
        if done:
            number += done
            if number == ahead.length and not _is_held(items):
                return
            deque(itertools.islice(rest, done), maxlen=0)
            continue
        item = next(rest, _END)
        if item is _END:
            return
        body(item)
        number += 1
        stopped = False if stop is None else answered(stop())
        if is_unknown(stopped) and stop is not None:
            _go_on(items, rows, rest, number, body, stop)
            return
        if stopped:
            return


def _is_held(items: Any) -> bool:
    """Whether others may go on with what a loop goes over."""
    iterators = [*map(id, iterators_in(items))]
    return bool(iterators) and bool(held_elsewhere(iterators, ()))


class _Ahead:
    """Tries to make one operation of several rounds, where they may be alike.

    Attributes
    ----------
    length : int or None
        How many rounds there are.
    """

    def __init__(
        self,
        rows: IndexedItems | None,
        body: Callable[..., None],
        stop: Run | None,
        begin: int = 0,
    ) -> None:
        self._rows = rows
        self._body, self._stop = body, stop
        self._next = begin
        self._tries = 0 if rows is None else _TRIES
        self.length = None if rows is None else rows.length

    def done(self, number: int) -> int:
        """How many rounds, from this one on, now are done."""
        if number != self._next or not self._tries or self._rows is None:
            return 0
        if not self._rows.holds:
            self._tries = 0
            return 0
        self._tries -= 1
        done, again = tried(self._rows, number, self._body, self._stop)
        if again is None:
            self._tries = 0
        else:
            self._next = number + done + again
        return done


class _AheadOfTests:
    """The same for a ``while``: how many rounds there are is found out by tests in it."""

    def __init__(self, body: Run, stop: Run) -> None:
        self._body, self._stop = body, stop
        self._next = 0
        self._tries = _TRIES
        self._ahead = _Ahead(None, body, None)

    def done(self, number: int) -> int:
        """How many rounds, from this one on, now are done."""
        if number == self._next and self._tries and can_try(self._body):
            self._tries -= 1
            rounds = ahead_of_tests(self._body, self._stop)
            self._next = number + (rounds or LATER)
            if are_many(rounds):
                rows = unnumbered(number + rounds)
                self._ahead = _Ahead(rows, self._body, self._stop, number)
        return self._ahead.done(number)


def _go_on(
    items: Any,
    rows: IndexedItems | None,
    rest: Iterator[Any],
    number: int,
    body: Callable[[Any], None],
    stop: Run,
) -> None:
    """The remaining rounds, if it is not known whether there are any."""
    _check_not_held(items)
    if not _rest_counted(items, rows, number, body, stop):
        for each in _ending(rest):
            if_(not_(stop()), functools.partial(body, each), None)


def _check_not_held(items: Any) -> None:
    """Refuse to leave an iterator where it is not known, if others may go on with it."""
    iterators: list[Any] = []
    pending = [items]
    while pending:
        each = pending.pop()
        if isinstance(each, Iterator):
            iterators.append(each)
        if each is items or type(each) is tuple or isinstance(each, _CHAINING):
            pending += gc.get_referents(each) if isinstance(each, Iterator) else []
            pending += each if type(each) is tuple else []
    if held_elsewhere([*map(id, iterators)], ()):
        raise MutationError(
            message(
                f"{WHERE}: where an iterator is left depends on a traced value, and others "
                "may go on with it.",
                source=user_line(),
                help="loop over a range, or a list.",
            )
        )


def _ending(rest: Iterator[Any]) -> Iterator[Any]:
    """The items, if they are not too many."""
    for number, item in enumerate(rest):
        if number == _MANY and operator.length_hint(rest, -1) < 0:
            raise ConcretizationError(
                message(
                    f"{WHERE}: a loop over an iterator that may never end is left by a test "
                    "on a traced value.",
                    source=user_line(),
                    help="count in a `while`, or loop over a range.",
                )
            )
        yield item


def _rest_counted(
    items: Any,
    rows: IndexedItems | None,
    number: int,
    body: Callable[[Any], None],
    stop: Run,
) -> bool:
    """Try to make one loop of the remaining rounds; whether that was possible."""
    if type(items) is itertools.count:
        start = next(items)
        counting = Counting(start, None, next(items) - start)
        element = _itself
    elif rows is not None and rows.holds:
        counting = Counting(number, rows.length, 1)
        element = functools.partial(_item, rows)
    else:
        return False
    before = len(refusals())
    try:
        _count(counting, element, body, stop)
    except ConcretizationError:
        forget_refusals(before)
        return False
    return True


def _item(rows: IndexedItems, number: Any) -> Any:
    if not rows.holds:
        text = "a list that a loop goes over, which a traced value ends, changes."
        raise ConcretizationError(message(f"{WHERE}: {text}", source=user_line()))
    return rows.item(number)


def _count(
    counting: Counting,
    element: Callable[[Any], Any],
    body: Callable[[Any], None],
    stop: Run | None,
) -> None:
    i, last, step = counting.start, counting.stop, counting.step
    if is_unknown(step):
        raise ConcretizationError(
            message(
                f"{WHERE}: the step of a range must be known.",
                source=user_line(),
                help="count from 0 in steps of 1, and multiply.",
            )
        )

    def test() -> Any:
        stopped = stop() if stop is not None else False
        more = last is None or (i < last if step > 0 else i > last)
        if is_unknown(stopped):
            return np.logical_and(not_(stopped), more)
        return False if stopped else more

    def a_round() -> None:
        nonlocal i
        body(element(i))
        i = i + step

    while_(test, a_round, None)
