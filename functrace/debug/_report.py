"""What `profile` found, as a table, a listing and a trace."""

from __future__ import annotations

import json
import linecache
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from functrace.core.source import SourceLine
from functrace.core.units import in_bytes
from functrace.debug._timeline import DERIVATIVE, Account, Record

_EVENTS = 200_000  # of a trace
_ROWS = 20  # of each kind that a table has
_ELSEWHERE = SourceLine("", 0, "functrace")  # no line of the user's


class LineRow(NamedTuple):
    """A line of your code.

    Attributes
    ----------
    line : SourceLine
        ``file``, ``line`` and ``function``; an empty file stands for functrace itself,
        where no line of yours is to blame.
    text : str
        What is written there.
    seconds : float
        Time of computing values, and of derivatives of what the line does.
    derivative_seconds : float
        Of it, the time of derivatives.
    count : int
        How often it was begun.
    memory : int or None
        Bytes by which the memory in use rose at most while it ran, in either mode.
    """

    line: SourceLine
    text: str
    seconds: float
    derivative_seconds: float
    count: int  # pyright: ignore[reportIncompatibleMethodOverride] - not tuple's
    memory: int | None


class OperationRow(NamedTuple):
    """An operation.

    Attributes
    ----------
    name : str
        Of its primitive; ``(compilation)`` of a function that was compiled in this run.
    mode : str
        ``"value"``, or ``"derivative"``: the rule of that operation, or what a compiled
        derivative does.
    seconds : float
    count : int
    memory : int
        Bytes of the largest result, as far as it is known.
    """

    name: str
    mode: str
    seconds: float
    count: int  # pyright: ignore[reportIncompatibleMethodOverride] - likewise
    memory: int


class Profile:
    """Where time and memory of a call went.

    Attributes
    ----------
    lines : list of LineRow
        The slowest first. Their seconds sum up to `seconds`.
    operations : list of OperationRow
        The slowest first. What they lack of `seconds` is Python's.
    seconds : float
        The time of the call, without the profiler's own.
    wall_seconds : float
        With it.
    result : object
        What the function returned.
    """

    def __init__(self, time: Record, memory: Record | None) -> None:
        self._record = time
        self.result = time.result
        self.wall_seconds = time.seconds
        self.lines = _lines(time, memory)
        self.operations = [
            OperationRow(
                name,
                mode,
                1e-9 * sum(row[0] for row in rows),
                len(rows),
                max(row[1] for row in rows),
            )
            for (name, mode), rows in _noted(time).items()
        ]
        self.operations.sort(key=lambda row: -row.seconds)
        self.seconds = sum(row.seconds for row in self.lines)

    def __str__(self) -> str:
        head = f"functrace.profile: {time_text(self.seconds)}"
        lines = [
            (
                share_text(r.seconds, self.seconds),
                *cells_of(r),
                f"{_place(r.line)}  {r.text}",
            )
            for r in self.lines
        ]
        names = ("share", "time", "derivative", "count", "memory", "line")
        derivatives = {"value": "", "derivative": "derivative"}
        operations = [
            (
                share_text(r.seconds, self.seconds),
                time_text(r.seconds),
                derivatives[r.mode],
                str(r.count),
                bytes_text(r.memory),
                r.name,
            )
            for r in self.operations
        ]
        parts = [head, "", *_table(names, lines)]
        if operations:
            parts += ["", *_table((*names[:-1], "operation"), operations)]
        return "\n".join(parts)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from functrace.debug import _listing  # noqa: PLC0415 - for notebooks

        return _listing.fragment(self)

    def to_html(self, path: str) -> None:
        """Write the listing of your functions, annotated, as a page of its own.

        Parameters
        ----------
        path : str
        """
        from functrace.debug import _listing  # noqa: PLC0415 - likewise

        with open(path, "w", encoding="utf-8") as file:
            file.write(_listing.page(self))

    def to_chrome_trace(self, path: str) -> None:
        """Write when each operation ran, for https://ui.perfetto.dev or chrome://tracing.

        Of the stages of a compiled program the order and the lengths are right, the times
        at which they begin are not, where there are loops. After 200 000 operations the
        rest is left out.

        Parameters
        ----------
        path : str
        """
        notes = self._record.notes[:_EVENTS]
        first = notes[0].begun if notes else 0
        found = [
            {
                "name": note.name,
                "cat": note.account.mode,
                "ph": "X",
                "ts": (note.begun - first) / 1e3,
                "dur": note.nanoseconds / 1e3,
                "pid": 1,
                "tid": 1,
                "args": {"line": _place(note.account.line or _ELSEWHERE)},
            }
            for note in notes
        ]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": found}, file)


def _noted(time: Record) -> dict[tuple[str, str], list[tuple[float, int]]]:
    """Nanoseconds and bytes of operations, by name and mode."""
    found: dict[tuple[str, str], list[tuple[float, int]]] = {}
    for name, account, nanoseconds, _, nbytes in time.notes:
        found.setdefault((name, account.mode), []).append((nanoseconds, nbytes))
    return found


def _lines(time: Record, memory: Record | None) -> list[LineRow]:
    """A row for each line, whatever functions are called on it."""
    found: dict[SourceLine, dict[str, Account]] = {}
    for account in time.accounts:
        found.setdefault(account.line or _ELSEWHERE, {})[account.mode] = account
    peaks: dict[SourceLine, int] = {}
    for account in memory.accounts if memory is not None else ():
        line = account.line or _ELSEWHERE
        peaks[line] = max(peaks.get(line, 0), account.peak)
    rows = [
        LineRow(
            line,
            linecache.getline(line.file, line.line).strip() if line.file else "",
            1e-9 * sum(account.nanoseconds for account in modes.values()),
            1e-9 * modes[DERIVATIVE].nanoseconds if DERIVATIVE in modes else 0.0,
            max(account.count for account in modes.values()),
            peaks.get(line, 0) if memory is not None else None,
        )
        for line, modes in found.items()
    ]
    return sorted(rows, key=lambda row: -row.seconds)


def cells_of(row: LineRow) -> tuple[str, ...]:
    """Times, count and memory of a line, as text."""
    derivative = time_text(row.derivative_seconds) if row.derivative_seconds else ""
    return time_text(row.seconds), derivative, str(row.count), bytes_text(row.memory)


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    rows = list(rows)
    shown = [names, *rows[:_ROWS]]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    widths[-1] = 0
    lines = [
        "  ".join(
            [
                *(cell.rjust(w) for cell, w in zip(row, widths, strict=True) if w),
                row[-1],
            ]
        ).rstrip()
        for row in shown
    ]
    more = len(rows) - _ROWS
    return [*lines, f"... and {more} more"] if more > 0 else lines


def _place(line: SourceLine) -> str:
    return str(line) if line.file else "(functrace)"


def share_text(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def time_text(seconds: float) -> str:
    """In a unit of which there are 1 to 1000."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def bytes_text(count: int | None) -> str:
    return in_bytes(count, "B") if count else ""
