"""Gradients of programs in plain NumPy, as they stand: those of tests/programs.

python -m benchmarks.programs [name ...]

For each: the time of the program; of its gradient, un-jitted, over that; of the first
call of the compiled gradient, and of each further one, over the program's. Medians; the
program and its gradients take turns. Programs that branch on values are not compiled.
"""

from __future__ import annotations

import importlib
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import functrace as ft
from benchmarks._process import ROOT

NAMES = sorted(
    path.stem
    for path in (ROOT / "tests" / "programs").glob("*.py")
    if not path.stem.startswith("test_")
)
_ROUNDS = 9


class Times(NamedTuple):
    """Seconds: of the program, its gradient, the compiled gradient at first and then."""

    plain: float
    gradient: float
    first: float | None = None
    compiled: float | None = None


def main(names: Sequence[str] = (), rounds: int = _ROUNDS) -> str:
    """Print the table row by row, and return it."""
    os.environ["FUNCTRACE_CACHE_DIR"] = ""  # all is compiled
    lines = [
        "| program | plain | gradient | compiled gradient, first | then |",
        "|---|---:|---:|---:|---:|",
    ]
    print("\n".join(lines))
    for name in names or NAMES:
        lines.append(row(name, measured(name, rounds)))
        print(lines[-1], flush=True)
    return "\n".join(lines)


def measured(name: str, rounds: int) -> Times:
    """Medians over the rounds, in each of which all have a turn."""
    program = importlib.import_module(f"tests.programs.{name}")
    x = program.PARAMS
    gradient = ft.grad(program.main)
    compiled = ft.jit(gradient)
    functions: list[Callable[[Any], Any]] = [program.main, gradient]
    first = None
    try:
        first = seconds(compiled, x)
    except (ft.ConcretizationError, ft.MutationError):
        pass
    else:
        functions.append(compiled)
    for function in functions:  # once before
        function(x)
    samples = [[seconds(f, x) for f in functions] for _ in range(rounds)]
    plain, eager, *then = map(statistics.median, zip(*samples, strict=True))
    return Times(plain, eager, first, *then)


def seconds(function: Callable[[Any], Any], x: Any) -> float:
    """What a call takes."""
    start = time.perf_counter()
    function(x)
    return time.perf_counter() - start


def row(name: str, times: Times) -> str:
    """Of the table, in Markdown."""
    cells = [name, f"{times.plain * 1e3:.2f} ms", f"{times.gradient / times.plain:.1f}"]
    if times.first is None or times.compiled is None:
        cells += ["branches on values", ""]
    else:
        cells += [f"{times.first:.2f} s", f"{times.compiled / times.plain:.3f}"]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
