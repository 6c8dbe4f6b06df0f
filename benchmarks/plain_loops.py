"""Python's loops under `jit` against loops by `scan`, and against others.

python -m benchmarks.plain_loops [--limit 30] [problem ...]

Every problem with a loop, compiled: as it is written in plain NumPy, by functrace's own
loops, both by JAX, and with Numba by hand. All are measured as in ``python -m benchmarks``,
by turns, with one thread. A loop or a branch that depends on values may be refused.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from benchmarks import _measure, _report
from benchmarks._measure import Effort, Outcome, Result
from benchmarks._process import Limits, Workers, loadable
from benchmarks.problems import PROBLEMS, recurrences, tables

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
NAMES = [p.name for p in (*recurrences.PROBLEMS, *tables.PROBLEMS)] + list(OTHERS)
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
    """Print the table row by row, and return it."""
    calls = [f"/ {title}" for title in PEERS.values()]
    heads = ["problem", "task", "size", "call", *calls]
    heads += ["first call", f"/ {PEERS[OWN]}", "peak MiB", PEERS[OWN]]
    lines = [f"| {' | '.join(heads)} |", "|---|---|" + "---:|" * (len(heads) - 2)]
    print("\n".join(lines))
    for result in results(names, limits, effort, small=small):
        lines.append(row(result))
        print(lines[-1], flush=True)
    return "\n".join(lines)


def row(result: Result) -> str:
    """Of the table, in Markdown."""
    mine = result.peers[PLAIN]
    own = result.peers.get(OWN, Outcome())
    cells = [result.problem, result.task.replace("_", " "), result.size]
    cells.append(
        _report.duration(median(mine.seconds)) if mine.seconds else _report.reason(mine)
    )
    others = [result.peers.get(peer, Outcome()) for peer in PEERS]
    cells += [_report.ratio(mine, other) for other in others]
    cells += first_calls(mine, own)
    for outcome in (mine, own):
        known = outcome.bytes is not None
        cells.append(f"{outcome.bytes / _report.MIB:.1f}" if known else "")
    return f"| {' | '.join(cells)} |"


def first_calls(mine: Outcome, own: Outcome) -> list[str]:
    """Mine, and over that of the own loop."""
    if mine.note or own.note or not mine.first or not own.first:
        return ["", ""]
    first = median(mine.first)
    return [_report.duration(first), f"{first / median(own.first):.2g}"]


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
    main(given.names or NAMES, Limits(seconds=given.limit, threads=1))
