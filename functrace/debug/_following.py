"""Which line of the user's code runs: Python tells it to a timeline."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import get_ident
from time import perf_counter_ns
from types import CodeType, FrameType
from typing import Any, Protocol

from functrace.core.source import SourceLine, is_users_file
from functrace.debug._timeline import Account, Timeline

_monitoring: Any = getattr(sys, "monitoring", None)  # from Python 3.12 on


class Follower(Protocol):
    """Tells a timeline of the lines that this thread runs.

    Attributes
    ----------
    follow, ignore : callable
        Lines are told from now on, or are not.
    """

    follow: Callable[[], Any]
    ignore: Callable[[], Any]

    def begin(self, timeline: Timeline) -> None:
        """Be ready to tell this one, of one run after the other; nothing is told yet."""
        ...

    def end(self) -> None:
        """Leave everything as it was."""
        ...


class _Functions(dict[int, "_Lines | None"]):
    """The accounts of the lines of users' functions, by the identity of their code.

    None of a function that is not the user's. What was looked up is kept, and thereby its
    identity.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._codes: list[CodeType] = []

    def add(self, code: CodeType) -> _Lines | None:
        """Look one up that is not known yet."""
        self._codes.append(code)
        users = is_users_file(code.co_filename)
        found = self[id(code)] = _Lines(code, self.timeline) if users else None
        return found


class _Lines(dict[int, Account]):
    """The accounts of a function's lines, by their numbers."""

    def __init__(self, code: CodeType, timeline: Timeline) -> None:
        self.first = code.co_firstlineno
        self._code = code
        self._timeline = timeline

    def __missing__(self, number: int) -> Account:
        source = SourceLine(self._code.co_filename, number, self._code.co_name)
        found = self[number] = self._timeline.account(source)
        return found


_UNKNOWN: Any = object()


class ByTracing:
    """By `sys.settrace`, which is told of every function that is called, whosever it is.

    That takes microseconds: to ignore is no function of Python's.
    """

    def __init__(self) -> None:
        self._before: Any = None
        self.follow = partial(sys.settrace, self._entered)
        self.ignore = partial(sys.settrace, None)

    def begin(self, timeline: Timeline) -> None:
        """Remember who traces."""
        self._functions = _Functions(timeline)
        self._before = sys.gettrace()

    def end(self) -> None:
        """Let trace who did."""
        sys.settrace(self._before)

    def _entered(self, frame: FrameType, event: str, arg: Any) -> Any:
        """A function begins."""
        code, functions = frame.f_code, self._functions
        lines = functions.get(id(code), _UNKNOWN)
        if lines is None:
            return None
        at = perf_counter_ns()
        if lines is _UNKNOWN and (lines := functions.add(code)) is None:
            return None
        timeline = functions.timeline
        timeline.push(lines[lines.first], at)

        def within(frame: FrameType, event: str, arg: Any) -> Any:
            at = perf_counter_ns()
            if event == "line":
                timeline.switch(lines[frame.f_lineno], at)
            elif event == "return":
                timeline.pop(at)
            return within

        return within


class ByMonitoring:
    """By `sys.monitoring`, which asks once of a function that is not the user's."""

    def __init__(self) -> None:
        self._monitored: dict[int, CodeType] = {}
        self._thread = get_ident()
        self._follows = False
        self._tool = -1

    def begin(self, timeline: Timeline) -> None:
        """Be a tool."""
        self._functions = _Functions(timeline)
        events = _monitoring.events
        own, others = _monitoring.PROFILER_ID, (3, 4, _monitoring.OPTIMIZER_ID)
        free = (t for t in (own, *others) if _monitoring.get_tool(t) is None)
        self._tool = next(free, own)
        _monitoring.use_tool_id(self._tool, "functrace.profile")
        begins = events.PY_START | events.PY_RESUME
        self._register(begins, self._begins)
        self._register(events.PY_THROW, self._goes_on)
        self._register(events.PY_RETURN | events.PY_YIELD, self._ends)
        self._register(events.PY_UNWIND, self._unwinds)
        self._register(events.LINE, self._line)
        whosever = events.PY_THROW | events.PY_UNWIND  # they cannot be asked for of one
        _monitoring.set_events(self._tool, begins | whosever)

    def follow(self) -> None:
        """Tell."""
        self._follows = True

    def ignore(self) -> None:
        """Do not."""
        self._follows = False

    def end(self) -> None:
        """Be no tool any more."""
        for code in self._monitored.values():
            _monitoring.set_local_events(self._tool, code, 0)
        self._monitored.clear()
        _monitoring.set_events(self._tool, 0)
        _monitoring.free_tool_id(self._tool)

    def _register(self, events: int, callback: Any) -> None:
        for place in range(events.bit_length()):
            if events >> place & 1:
                _monitoring.register_callback(self._tool, 1 << place, callback)

    def _begins(self, code: CodeType, *_: Any) -> Any:
        """A function begins, or goes on after a ``yield``."""
        lines = self._functions.get(id(code), _UNKNOWN)
        if lines is _UNKNOWN:
            lines = self._functions.add(code)
        if lines is None:
            return _monitoring.DISABLE
        if id(code) not in self._monitored:
            self._monitored[id(code)] = code
            events = _monitoring.events
            local = events.LINE | events.PY_RETURN | events.PY_YIELD
            _monitoring.set_local_events(self._tool, code, local)
        if self._is_followed():
            self._functions.timeline.push(lines[lines.first], perf_counter_ns())
        return None

    def _goes_on(self, code: CodeType, *_: Any) -> None:
        """A generator does, with an error; that cannot be disabled."""
        self._begins(code)

    def _ends(self, *_: Any) -> None:
        if self._is_followed():
            self._functions.timeline.pop(perf_counter_ns())

    def _unwinds(self, code: CodeType, *_: Any) -> None:
        if id(code) in self._monitored:
            self._ends()

    def _line(self, code: CodeType, number: int) -> None:
        if self._is_followed():
            at, functions = perf_counter_ns(), self._functions
            lines: Any = functions[id(code)]  # of none other is it asked
            functions.timeline.switch(lines[number], at)

    def _is_followed(self) -> bool:
        return self._follows and get_ident() == self._thread


KIND: type[Follower] = ByTracing if _monitoring is None else ByMonitoring
"""The one that costs less."""


@contextmanager
def following(kind: type[Follower] = KIND) -> Iterator[Timeline]:
    """What is told of lines, for the duration: of runs that follow each other."""
    made = kind()
    timeline = Timeline(made)
    made.begin(timeline)
    try:
        yield timeline
    finally:
        made.end()
