"""Time and memory of functrace and its peers, in one run: ``python -m benchmarks``.

Every problem is written once, in NumPy's style, and runs on every peer, each in a process
of its own. Results are checked against each other before anything is timed; calls are
timed by turns, so that a disturbance of the machine meets all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import _measure, _report
from benchmarks._measure import SMOKE, Effort, Result
from benchmarks._peers import PEERS
from benchmarks._problem import Problem, Size, Task, label
from benchmarks._process import Limits, Workers, loadable
from benchmarks.problems import PROBLEMS

STARTUP = "startup"


def names(allowed: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a parser of comma-separated names out of `allowed`."""
    known = list(allowed)

    def parse(text: str) -> list[str]:
        given = text.split(",")
        if unknown := sorted(set(given) - set(known)):
            message = f"{', '.join(unknown)} not among {', '.join(known)}"
            raise argparse.ArgumentTypeError(message)
        return given

    return parse


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    limits, effort = Limits(), Effort()
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    add = options.add_argument
    add("--peers", type=names(PEERS), default=list(PEERS), help=", ".join(PEERS))
    every = [*PROBLEMS, STARTUP]
    add("--problems", type=names(every), default=every, help=", ".join(every))
    add(
        "--sizes",
        type=lambda text: text.split(","),
        help="only these, as in the tables",
    )
    add("--repeats", type=int, default=effort.rounds, help="turns of each peer")
    add("--seconds", type=float, default=effort.seconds, help="of calls in a turn")
    add("--builds", type=int, default=effort.builds, help="first calls to time")
    add("--budget", type=float, default=effort.budget, help="seconds a case may take")
    add(
        "--limit", type=float, default=limits.seconds, help="seconds an answer may take"
    )
    add("--memory", type=float, default=limits.gib, help="GiB a peer may address")
    add("--threads", type=int, default=limits.threads, help="cores for each; 0: all")
    add("--smoke", action="store_true", help="tiny sizes, one repeat")
    for form in ("json", "markdown", "plot"):
        add(f"--{form}", type=Path, metavar="FILE", help=f"write {form} here")
    return options


def cases(given: argparse.Namespace) -> Iterator[tuple[Problem, Task, Size]]:
    """Problems, tasks and sizes that the command line asks for."""
    for name in given.problems:
        problem = PROBLEMS.get(name)
        if problem is None:
            continue
        for task in problem.tasks:
            for size in [problem.smoke] if given.smoke else problem.sizes:
                if given.sizes is None or label(size) in given.sizes:
                    yield problem, task, size


def run(
    given: argparse.Namespace, peers: list[str], effort: Effort, workers: Workers
) -> Iterator[Result]:
    """Measure case by case."""
    if STARTUP in given.problems:
        yield from _measure.startup(peers, workers.limits, effort)
    for problem, task, size in cases(given):
        yield _measure.measure(problem, task, size, peers, workers, effort)


def warn_if_busy(machine: dict[str, Any]) -> None:
    """Thread pools that wait for a core that something else has tell nothing."""
    if machine["load"] > 0.5:
        print(f"the machine is busy (load {machine['load']:.1f}): do not trust figures")


def main() -> None:
    """Run from the command line."""
    given = parser().parse_args()
    limits = Limits(given.limit, given.memory, given.threads)
    effort = Effort(
        rounds=given.repeats,
        seconds=given.seconds,
        builds=given.builds,
        budget=given.budget,
    )
    effort = SMOKE if given.smoke else effort
    context = {
        "machine": _report.machine(),
        "effort": asdict(effort),
        "limits": asdict(limits),
    }
    warn_if_busy(context["machine"])
    results = []
    with Workers(limits) as workers:
        context["versions"] = loadable(given.peers, workers)
        for result in run(given, list(context["versions"]), effort, workers):
            _report.print_result(result)
            results.append(result)
            if given.json:  # each time: a run may take hours
                _report.write_json(given.json, results, context)
    if given.markdown:
        _report.write_markdown(given.markdown, results)
    if given.plot:
        _report.plot(given.plot, results)


if __name__ == "__main__":
    main()
