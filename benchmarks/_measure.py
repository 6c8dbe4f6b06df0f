"""Measure the peers on a case: check them against each other, then time them by turns."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks._problem import Problem, Size, Task, label
from benchmarks._process import Limits, PeerError, Worker, Workers

TOLERANCE = 1e-8  # relative to the largest element
FEWEST = 3  # rounds, however slow
SEED = 0


@dataclass(frozen=True)
class Effort:
    """How often and how long to measure."""

    rounds: int = 15
    seconds: float = 0.05  # of calls per turn
    rest: float = 0.1  # before a turn: so long thread pools spin after a call
    builds: int = 3
    budget: float = 30.0  # seconds for all turns of a case, or all builds
    memory: bool = True  # also measure memory, for the problems that ask for it


SMOKE = Effort(rounds=1, seconds=0.0, rest=0.0, builds=1, budget=0.0, memory=False)


@dataclass
class Outcome:
    """What was measured of one peer on one case."""

    note: str = ""  # why there are no times
    first: list[float] = field(default_factory=list)  # seconds to build and call once
    seconds: list[float] = field(default_factory=list)  # per call, by round
    bytes: int | None = None


@dataclass(frozen=True)
class Result:
    """One case with every peer's outcome."""

    problem: str
    task: str
    size: str
    peers: dict[str, Outcome]
    units: int | None = None  # of what a time per unit tells something


def measure(
    problem: Problem,
    task: Task,
    size: Size,
    peers: Sequence[str],
    workers: Workers,
    effort: Effort,
) -> Result:
    """Everything about one case."""
    outcomes = {peer: Outcome() for peer in peers}
    asked = (problem.name, task, size)
    check(asked, outcomes, workers)
    rebuild(outcomes, workers, effort)
    take_turns(outcomes, workers, effort)
    if problem.memory and effort.memory:
        for peer in running(outcomes):
            outcomes[peer].bytes = peak_memory(peer, asked, problem.smoke, workers)
    units = size if problem.per and isinstance(size, int) else None
    return Result(problem.name, task, label(size), outcomes, units)


def running(outcomes: Mapping[str, Outcome]) -> list[str]:
    """Peers that have not failed."""
    return [peer for peer, outcome in outcomes.items() if not outcome.note]


def ask(
    peer: str, outcomes: Mapping[str, Outcome], workers: Workers, *question: Any
) -> Any:
    """Answer of a peer, or None and a note of why there is none."""
    try:
        return workers.ask(peer, *question)
    except PeerError as error:
        outcomes[peer].note = str(error)
        return None


def check(
    asked: tuple[str, Task, Size], outcomes: Mapping[str, Outcome], workers: Workers
) -> None:
    """Let every peer compute the case; take out those who are in the minority."""
    values = {}
    for peer in outcomes:
        first = ask(peer, outcomes, workers, "prepare", *asked, SEED)
        if first is not None:
            outcomes[peer].first.append(first)
            values[peer] = ask(peer, outcomes, workers, "values")
    values = {peer: found for peer, found in values.items() if found is not None}
    if not values:
        return
    reference = max(values, key=lambda peer: agreeing(values[peer], values))
    for peer, found in values.items():
        error = difference(found, values[reference])
        if not error <= TOLERANCE:
            outcomes[peer].note = f"differs from {reference} by {error:.1e}"


def agreeing(found: list[np.ndarray], values: Mapping[str, list[np.ndarray]]) -> int:
    """How many computed the same."""
    return sum(difference(found, other) <= TOLERANCE for other in values.values())


def difference(found: list[np.ndarray], wanted: list[np.ndarray]) -> float:
    """Largest difference, relative to the largest element of its array."""
    if [a.shape for a in found] != [b.shape for b in wanted]:
        return np.inf
    return max(map(_difference, found, wanted))


def _difference(found: np.ndarray, wanted: np.ndarray) -> float:
    largest = np.max(np.abs(wanted), initial=0.0)
    return float(np.max(np.abs(found - wanted), initial=0.0) / (largest or 1.0))


def rebuild(outcomes: Mapping[str, Outcome], workers: Workers, effort: Effort) -> None:
    """Compile again, by turns: what the first call of a fresh function costs."""
    start = time.monotonic()
    for _ in range(effort.builds - 1):
        for peer in running(outcomes):
            if time.monotonic() - start + outcomes[peer].first[0] > effort.budget:
                continue
            seconds = ask(peer, outcomes, workers, "rebuild")
            if seconds is not None:
                outcomes[peer].first.append(seconds)


def take_turns(
    outcomes: Mapping[str, Outcome], workers: Workers, effort: Effort
) -> None:
    """Time calls, by turns: a disturbance of the machine meets all peers."""
    for peer in running(outcomes):
        ask(peer, outcomes, workers, "calibrate", effort.seconds)
    start = time.monotonic()
    for done in range(effort.rounds):
        if done >= FEWEST and time.monotonic() - start > effort.budget:
            return
        for peer in running(outcomes):
            time.sleep(effort.rest)
            seconds = ask(peer, outcomes, workers, "turn")
            if seconds is not None:
                outcomes[peer].seconds.append(seconds)


def peak_memory(
    peer: str, asked: tuple[str, Task, Size], smoke: Size, workers: Workers
) -> int | None:
    """Peak memory of a call in a fresh process, in bytes."""
    try:
        with Worker(peer, workers.limits) as worker:
            return worker.ask("memory", *asked, smoke, SEED)
    except PeerError:
        return None


def startup(peers: Sequence[str], limits: Limits, effort: Effort) -> list[Result]:
    """Seconds in a fresh process: to import, and from there to a first small gradient."""
    imports = {peer: Outcome() for peer in peers}
    gradients = {peer: Outcome() for peer in peers}
    for _ in range(effort.rounds):
        for peer in peers:
            try:
                seconds = start(peer, limits)
            except PeerError as error:
                imports[peer].note = gradients[peer].note = str(error)
            else:
                imports[peer].seconds.append(seconds[0])
                gradients[peer].seconds.append(sum(seconds))
    return [
        Result("startup", "import", "-", imports),
        Result("startup", "import_and_first_gradient", "10", gradients),
    ]


def start(peer: str, limits: Limits) -> tuple[float, float]:
    """Seconds that a fresh process takes to import, and then for a first gradient."""
    with Worker(peer, limits) as worker:
        first = worker.ask("prepare", "rosenbrock", "value_and_grad", 10, SEED)
        return worker.import_seconds, first
