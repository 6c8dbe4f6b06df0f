"""Python's loops under `jit` against loops by `scan`, and against others.

python -m benchmarks.plain_loops [--limit 30] [problem ...]

Every problem with a loop, compiled: as it is written in plain NumPy, by functrace's own
loops, both by JAX, and with Numba by hand. All are measured as in ``python -m benchmarks``,
by turns, with one thread: times of Python's loops, and their ratios to the others'. What
is refused, because a loop or a branch depends on values, says so.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from benchmarks import _measure, _report
from benchmarks._measure import Effort, Outcome, Result
from benchmarks._process import Limits, Workers, loadable
from benchmarks._report import MIB
from benchmarks.problems import PROBLEMS, ensembles, recurrences, tables

PLAIN, OWN = "functrace-jit-plain", "functrace-jit"
PEERS = {
    OWN: "own loop",
    "jax-jit-plain": "JAX, Python's loop",
    "jax-jit": "JAX's loop",
    "by-hand": "Numba",
}
OTHERS = {  # and the sizes
    "rk4_lotka_volterra": 1000,
    "many_carries": 614,
    "pde_1d": (1000, 1000),
    "nbody": (500, 64),
    "lstm": (100, 16, 32),
    "kalman": 500,
    "newton_while": 1000,
    "heat_loop": 256,
    "pendulum_loop": 10**4,
}
_TOPICS = recurrences, tables, ensembles
NAMES = [p.name for topic in _TOPICS for p in topic.PROBLEMS] + list(OTHERS)
MEASURES = CALL, FIRST, MEMORY = "call", "first call", "peak memory"
EFFORT = Effort(rounds=11, budget=12.0)


def results(
    names: Iterable[str], limits: Limits, effort: Effort, *, small: bool
) -> Iterator[Result]:
    """Measure case by case."""
    with Workers(limits) as workers:
        peers = list(loadable([PLAIN, *PEERS], workers))
        for name in names:
            problem = PROBLEMS[name]
            sizes = [OTHERS[name]] if name in OTHERS else problem.sizes
            for task in problem.tasks:
                for size in [problem.smoke] if small else sizes:
                    yield _measure.measure(problem, task, size, peers, workers, effort)


def main(
    names: Sequence[str],
    limits: Limits,
    effort: Effort = EFFORT,
    *,
    small: bool = False,
) -> str:
    """Print a row of each table as it is measured, and return the tables."""
    peers = [PLAIN, *PEERS]
    lines: dict[str, list[str]] = {}
    for measure in MEASURES:
        over = "" if measure == MEMORY else "/ "
        heads = [f"{over}{title}" for title in PEERS.values()]
        cells = [measure, "task", "size", "Python's loop", *heads]
        lines[measure] = [line(cells), "|---|---|" + "---:|" * (len(cells) - 2)]
    for result in results(names, limits, effort, small=small):
        outcomes = [result.peers.get(peer, Outcome()) for peer in peers]
        case = [result.problem, result.task.replace("_", " "), result.size]
        for measure in MEASURES:
            lines[measure].append(line([*case, *compared(measure, outcomes)]))
            print(f"{measure:>11}: {lines[measure][-1]}", flush=True)
    return "\n\n".join("\n".join(rows) for rows in lines.values())


def line(cells: Iterable[str]) -> str:
    """Of a table, in Markdown."""
    return f"| {' | '.join(cells)} |"


def compared(measure: str, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """What was measured of the first, and over the others'; memory as it is."""
    mine, *others = outcomes
    yield absolute(measure, mine)
    for other in others:
        if not mine.seconds or not other.seconds or measure == MEMORY:
            yield absolute(measure, other)
        elif measure == CALL:
            yield _report.ratio(mine, other)
        else:
            yield f"{median(mine.first) / median(other.first):.2g}"


def absolute(measure: str, outcome: Outcome) -> str:
    """What was measured, with its unit, or why there is none."""
    if not outcome.seconds:
        return _report.reason(outcome)
    if measure != MEMORY:
        found = outcome.seconds if measure == CALL else outcome.first
        return _report.duration(median(found))
    return "" if outcome.bytes is None else f"{max(outcome.bytes, 0) / MIB:.1f} MiB"


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.plain_loops", description=__doc__
    )
    options.add_argument("names", nargs="*", choices=[*NAMES, []], metavar="problem")
    options.add_argument("--limit", type=float, default=30.0, help="seconds an answer")
    return options


if __name__ == "__main__":
    given = parser().parse_args()
    print(main(given.names or NAMES, Limits(seconds=given.limit, threads=1)))
