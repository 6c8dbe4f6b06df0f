"""What the benchmarks share: peers, timing by turns, tables, the command line.

Imports the standard library only: a process that measures its own memory must not
begin with a peer's megabytes.
"""

import argparse
import importlib.util
import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

Times = dict[str, list[float]]  # seconds per call, by case and round


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options that every benchmark has."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--smoke", action="store_true", help="finish within seconds")
    options.add_argument("--json", type=Path, metavar="FILE", help="write results here")
    return options


def installed(peers: Iterable[str]) -> list[str]:
    """Those of `peers` that can be imported; names the others."""
    found = {peer: importlib.util.find_spec(peer) is not None for peer in peers}
    for peer in (peer for peer, present in found.items() if not present):
        print(f"skipped {peer}: not installed")
    return [peer for peer, present in found.items() if present]


def time_by_turns(
    cases: Mapping[str, Callable[[], object]], rounds: int, seconds: float
) -> Times:
    """Seconds per call of each case in each round.

    The cases take turns, so that a disturbance of the machine meets all of them; each
    turn repeats its case for about `seconds`.
    """
    counts = {name: _calls_within(seconds, case) for name, case in cases.items()}
    times: Times = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            times[name].append(_seconds_per_call(case, counts[name]))
    return times


def _calls_within(seconds: float, case: Callable[[], object]) -> int:
    case()  # the first call may compile, allocate or import
    count = 1
    while (elapsed := count * _seconds_per_call(case, count)) < seconds / 2:
        count *= 2
    return max(1, round(count * seconds / elapsed))


def _seconds_per_call(case: Callable[[], object], count: int) -> float:
    # The garbage collector stays on: what a library leaves to it is part of its cost.
    start = time.perf_counter()
    for _ in range(count):
        case()
    return (time.perf_counter() - start) / count


def paired_ratio(times: Times, name: str, other: str) -> float:
    """Median over the rounds of the time of `name` over that of `other`."""
    pairs = zip(times[name], times[other], strict=True)
    return median(mine / theirs for mine, theirs in pairs)


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence]) -> None:
    """Print rows under a header, the first column to the left, the others right."""
    cells = [header, *([_text(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    print(f"\n{title}")
    for first, *others in cells:
        right = (c.rjust(w) for c, w in zip(others, widths[1:], strict=True))
        print("  ".join([first.ljust(widths[0]), *right]))


def _text(cell: object) -> str:
    if cell is None:
        return "-"
    return f"{cell:.3g}" if isinstance(cell, float) else str(cell)


def write_json(path: Path | None, results: Any, packages: Iterable[str]) -> None:
    """Write `results` with what they depend on: machine and versions."""
    if path is None:
        return
    report = {
        "machine": {"platform": platform.platform(), "cpus": os.cpu_count()},
        "python": platform.python_version(),
        "versions": {package: version(package) for package in packages},
        "results": results,
    }
    path.write_text(json.dumps(report, indent=2) + "\n")
