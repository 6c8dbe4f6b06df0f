"""Rows as JSON and as tables in a page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from benchmarks.accuracy._machines import MACHINES
from benchmarks.accuracy._measure import Row

MARK = "<!-- the rest is written by python -m benchmarks.accuracy -->"
_ALL = 1 << 32


def read(path: Path) -> list[Row]:
    """Rows written before, if there are any."""
    if not path.exists():
        return []
    return [Row(**row) for row in json.loads(path.read_text(encoding="utf-8"))]


def merged(old: Iterable[Row], new: Iterable[Row]) -> list[Row]:
    """New rows in place of older ones of the same function, machine and lanes."""
    rows = {(r.kind, r.name, r.isa, r.lanes, r.points == _ALL): r for r in [*old, *new]}
    return [rows[key] for key in sorted(rows)]


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write JSON."""
    text = json.dumps([asdict(row) for row in rows], indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def line(row: Row) -> str:
    """A row for people."""
    parts = f" (parts {row.parts:.2f})" if row.kind[0] == "c" else ""
    return (
        f"{row.name:12} {row.kind} {row.isa:8} {row.lanes:2} lanes {row.error:8.3f} ulp"
        f"{parts} at {', '.join(row.at)}  {row.nanoseconds:.2f} ns"
    )


def write_page(path: Path, rows: list[Row]) -> None:
    """Replace what follows `MARK` in a page by tables of the rows."""
    head = path.read_text(encoding="utf-8").partition(MARK)[0]
    parts = [_table(rows, kind) for kind in ("f64", "f32", "c64", "c32")]
    text = "\n".join([head + MARK, *filter(None, parts)])
    path.write_text(text, encoding="utf-8")


TITLES = {
    "f64": "Double precision",
    "f32": "Single precision",
    "c64": "Complex numbers of double precision",
    "c32": "Complex numbers of single precision",
}


def _table(rows: list[Row], kind: str) -> str:
    """Errors by function and machine; times are those of the first machine with any."""
    rows = [row for row in rows if row.kind == kind]
    if not rows:
        return ""
    machines = [isa for isa in MACHINES if isa in {row.isa for row in rows}]
    measured = {row.isa for row in rows if row.nanoseconds}
    timed = next((isa for isa in machines if isa in measured), machines[0])
    head = ["", "points", *machines, f"ns ({timed})"]
    lines = [
        f"\n## {TITLES[kind]}\n",
        f"| {' | '.join(head)} |",
        "|" + "---|" * len(head),
    ]
    for name in dict.fromkeys(row.name for row in rows):
        own = [row for row in rows if row.name == name]
        cells = [_worst([row for row in own if row.isa == isa]) for isa in machines]
        times = [row.nanoseconds for row in own if row.isa == timed]
        cells.append(f"{min(times):.2f}" if times else "")
        lines.append(f"| {name} | {_points(own)} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _points(rows: list[Row]) -> str:
    """How many there were on every machine, or all that exist."""
    counts = [row.points for row in rows]
    sampled = [n for n in counts if n < _ALL]
    return f"{min(sampled):,}".replace(",", " ") if sampled else "all"


def _worst(rows: list[Row]) -> str:
    """The largest error, marked where all numbers were tried."""
    if not rows:
        return ""
    error = max(row.error for row in rows)
    every = "*" if any(row.points == _ALL for row in rows) else ""
    shown = f"{error:.2f}" if error < 1000 else f"{error:.0e}"
    return (shown if math.isfinite(error) else "∞") + every
