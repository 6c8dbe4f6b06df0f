"""The lines of functions with what they took, as HTML."""

from __future__ import annotations

import html
import linecache
from collections.abc import Iterator
from typing import TYPE_CHECKING

from functrace.debug._report import bytes_text, cells_of, share_text, time_text

if TYPE_CHECKING:
    from functrace.debug._report import LineRow, Profile

_AROUND = 2  # lines shown before the first and after the last that ran
_STYLE = """
.functrace-profile {font: 13px/1.45 sans-serif; color: #222;}
.functrace-profile table {border-collapse: collapse; margin: 0 0 1em;
  font: 12px/1.5 monospace; background: #fff;}
.functrace-profile th {font-weight: normal; color: #777; text-align: right;
  padding: 1px 8px; border-bottom: 1px solid #ccc;}
.functrace-profile td {text-align: right; padding: 1px 8px; border: none; white-space: pre;
  color: #222;}
.functrace-profile td.text, .functrace-profile th.text {text-align: left;}
.functrace-profile td.number {color: #999;}
.functrace-profile .bar {display: inline-block; height: 9px; background: #d9822b;
  vertical-align: baseline;}
.functrace-profile .derivative {background: #4878a8;}
.functrace-profile .frame {display: inline-block; width: 120px; text-align: left;}
"""
_BAR = 120  # pixels


def page(profile: Profile) -> str:
    """A page of its own."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">'
        f"<title>functrace.profile</title><body>{fragment(profile)}</body></html>\n"
    )


def fragment(profile: Profile) -> str:
    """What a notebook shows."""
    return "".join(
        [
            f'<div class="functrace-profile"><style>{_STYLE}</style>',
            f"<p><b>{time_text(profile.seconds)}</b> in all. ",
            '<span class="bar" style="width: 20px"></span> values, ',
            '<span class="bar derivative" style="width: 20px"></span> derivatives</p>',
            *_files(profile),
            _operations(profile),
            "</div>",
        ]
    )


def _files(profile: Profile) -> Iterator[str]:
    """A table for each function, in the order of their time."""
    functions: dict[tuple[str, str], dict[int, LineRow]] = {}
    for row in profile.lines:
        place = row.line.file, row.line.function
        functions.setdefault(place, {})[row.line.line] = row
    for (file, function), rows in functions.items():
        total = sum(row.seconds for row in rows.values())
        if not file:
            yield f"<p>functrace itself: {time_text(total)}</p>"
            continue
        share = share_text(total, profile.seconds)
        yield f"<p><b>{html.escape(function)}</b> in {html.escape(file)}: "
        yield f"{time_text(total)}, {share}</p>"
        yield _table(file, rows, profile.seconds)


def _table(file: str, rows: dict[int, LineRow], whole: float) -> str:
    first, last = max(min(rows) - _AROUND, 1), max(rows) + _AROUND
    names = ("", "", "time", "derivative", "count", "memory")
    head = "".join(f"<th>{name}</th>" for name in names)
    parts = [f'<table><tr>{head}<th class="text">line</th></tr>']
    for number in range(first, last + 1):
        text = linecache.getline(file, number).rstrip("\n")
        row = rows.get(number)
        if row is None and not text and number > max(rows):
            break
        cells = ("", "", "", "") if row is None else cells_of(row)
        parts += [
            f'<tr><td class="number">{number}</td>',
            f"<td>{'' if row is None else _bar(row, whole)}</td>",
            *(f"<td>{cell}</td>" for cell in cells),
            f'<td class="text">{html.escape(text)}</td></tr>',
        ]
    return "".join([*parts, "</table>"])


def _bar(row: LineRow, whole: float) -> str:
    """The share of the time, in two colours."""
    if not whole:
        return ""
    derivative = _BAR * row.derivative_seconds / whole
    value = _BAR * row.seconds / whole - derivative
    return (
        f'<span class="frame"><span class="bar" style="width: {value:.1f}px"></span>'
        f'<span class="bar derivative" style="width: {derivative:.1f}px"></span></span>'
    )


def _operations(profile: Profile) -> str:
    if not profile.operations:
        return ""
    names = ("share", "time", "count", "memory")
    head = "".join(f"<th>{name}</th>" for name in names)
    parts = [f'<table><tr>{head}<th class="text">operation</th></tr>']
    for row in profile.operations[:20]:
        mode = " (derivative)" if row.mode == "derivative" else ""
        cells = (
            share_text(row.seconds, profile.seconds),
            time_text(row.seconds),
            str(row.count),
            bytes_text(row.memory),
        )
        parts += [
            "<tr>",
            *(f"<td>{cell}</td>" for cell in cells),
            f'<td class="text">{html.escape(row.name)}{mode}</td></tr>',
        ]
    return "".join([*parts, "</table>"])
