"""What was measured, as tables, as JSON, as Markdown, as a picture."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks._measure import Outcome, Result

MIB = 2**20
Row = list[str]


def base(result: Result) -> str | None:
    """Whose times the others' are compared with: the first peer that has any."""
    return next((peer for peer, o in result.peers.items() if o.seconds), None)


def spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile."""
    if len(numbers) == 1:
        return numbers[0], numbers[0], numbers[0]
    lower, _, upper = quantiles(numbers, n=4, method="inclusive")
    return lower, median(numbers), upper


def ratios(mine: Outcome, theirs: Outcome) -> list[float]:
    """My time over theirs, round by round."""
    return [a / b for a, b in zip(mine.seconds, theirs.seconds, strict=False)]


def duration(seconds: float) -> str:
    """Seconds with three digits and a unit."""
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def columns(result: Result) -> Row:
    """Names of the columns that the result fills."""
    outcomes = result.peers.values()
    names = ["", "median", "quartiles", f"{base(result)} / peer", "first call"]
    if result.units:
        names.append("each")
    if any(outcome.bytes is not None for outcome in outcomes):
        names.append("peak MiB")
    return names


def row(peer: str, result: Result) -> Row:
    """One peer's line, under `columns`."""
    outcome, first = result.peers[peer], base(result)
    if outcome.note or not outcome.seconds or first is None:
        return [peer, outcome.note]
    lower, middle, upper = spread(outcome.seconds)
    low, ratio, high = spread(ratios(result.peers[first], outcome))
    cells = [
        peer,
        duration(middle),
        f"{duration(lower)} - {duration(upper)}",
        f"{ratio:.2f} ({low:.2f}-{high:.2f})",
        duration(median(outcome.first)) if outcome.first else "",
    ]
    if result.units:
        cells.append(duration(middle / result.units))
    if outcome.bytes is not None:
        cells.append(f"{outcome.bytes / MIB:.1f}")
    return cells


def title(result: Result) -> str:
    """Problem, what is computed, at which size."""
    return f"{result.problem} {result.size}: {result.task.replace('_', ' ')}"


def print_result(result: Result) -> None:
    """Write a table for the terminal; what a peer could not do stands in its line."""
    rows = [columns(result), *(row(peer, result) for peer in result.peers)]
    full = [cells for cells in rows if len(cells) > 2]
    widths = [max(map(len, column)) for column in zip(*full, strict=False)]
    width = max(len(cells[0]) for cells in rows)
    print(f"\n{title(result)}")
    for name, *cells in rows:
        if len(cells) == 1:
            print(f"  {name.ljust(width)}  {cells[0][:100]}")
            continue
        right = (cell.rjust(w) for cell, w in zip(cells, widths[1:], strict=False))
        print(f"  {name.ljust(width)}  {'  '.join(right)}", flush=True)


def machine() -> dict[str, Any]:
    """What the figures depend on besides versions."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [
        line.split(":")[1].strip() for line in lines if line.startswith("model name")
    ]
    return {
        "processor": models[0] if models else platform.processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "platform": platform.platform(),
        "python": platform.python_version(),
    }


def write_json(
    path: Path, results: Sequence[Result], context: Mapping[str, Any]
) -> None:
    """Every single time, with what they depend on."""
    report = {**context, "results": [asdict(result) for result in results]}
    path.write_text(json.dumps(report, indent=1) + "\n")


def markdown(results: Sequence[Result]) -> Iterator[str]:
    """Yield lines of a table: a row for each case, the others' ratios across."""
    if not results:
        return
    mine, *others = results[0].peers
    heads = ["problem", "task", "size", mine, *(f"/ {o}" for o in others), "first call"]
    yield " | ".join(["", *heads, ""]).strip()
    yield "|---|---|" + "---:|" * (len(heads) - 2)
    for result in results:
        own = result.peers[mine]
        cells = [result.problem, result.task.replace("_", " "), result.size]
        cells.append(duration(median(own.seconds)) if own.seconds else reason(own))
        cells += [ratio(own, result.peers[other]) for other in others]
        cells.append(duration(median(own.first)) if own.first else "-")
        yield " | ".join(["", *cells, ""]).strip()
    yield ""


def ratio(mine: Outcome, theirs: Outcome) -> str:
    """The median, with two digits that count, or why there is none."""
    found = ratios(mine, theirs)
    return f"{median(found):.2g}" if found else reason(theirs)


def reason(outcome: Outcome) -> str:
    """Why there are no times, in a few words."""
    return outcome.note.split(":")[0] or "-"


def by_case(
    results: Sequence[Result],
) -> Iterator[tuple[tuple[str, str], list[Result]]]:
    """Results of one problem and task together, sizes in order."""
    ordered = sorted(results, key=lambda r: [*_order(results, r), results.index(r)])
    for key, group in groupby(ordered, key=lambda r: (r.problem, r.task)):
        yield key, list(group)


def _order(results: Sequence[Result], result: Result) -> tuple[int, int]:
    problems = [r.problem for r in results]
    tasks = [r.task for r in results if r.problem == result.problem]
    return problems.index(result.problem), tasks.index(result.task)


def write_markdown(path: Path, results: Sequence[Result]) -> None:
    """A table for a page of the documentation."""
    path.write_text("\n".join(markdown(results)))


def plot(path: Path, results: Sequence[Result]) -> None:
    """Draw time over size, a panel per problem and task, bars from quartile to quartile."""
    import matplotlib.pyplot as plt

    cases = list(by_case(results))
    across = min(4, len(cases))
    down = -(-len(cases) // across)
    figure, axes = plt.subplots(
        down,
        across,
        figsize=(4 * across, 3.2 * down),
        squeeze=False,
        layout="constrained",
    )
    for panel in axes.flat[len(cases) :]:
        panel.set_axis_off()
    for panel, ((problem, task), group) in zip(axes.flat, cases, strict=False):
        draw(panel, group)
        panel.set_title(f"{problem}\n{task.replace('_', ' ')}", fontsize=9)
    handles: dict[str, Any] = {}
    for panel in axes.flat:
        drawn, names = panel.get_legend_handles_labels()
        handles |= dict(zip(names, drawn, strict=True))
    figure.legend(handles.values(), handles, loc="outside upper center", ncols=6)
    figure.savefig(path)
    plt.close(figure)


def draw(panel: Any, group: Sequence[Result]) -> None:
    """One line per peer that was measured."""
    for position, peer in enumerate(group[0].peers):
        points = [
            (at, *spread(result.peers[peer].seconds))
            for at, result in enumerate(group)
            if result.peers[peer].seconds
        ]
        if points:
            at, lower, middle, upper = map(list, zip(*points, strict=True))
            below = [m - low for m, low in zip(middle, lower, strict=True)]
            above = [up - m for m, up in zip(middle, upper, strict=True)]
            color, marker = f"C{position % 10}", "o" if position < 10 else "s"
            panel.errorbar(
                at, middle, [below, above], color=color, marker=marker, label=peer
            )
    panel.set_yscale("log")
    panel.set_ylabel("seconds per call", fontsize=8)
    panel.set_xticks(range(len(group)), [result.size for result in group], fontsize=7)
