"""First calls of scalar code in which nothing is repeated, by operation.

python -m benchmarks.straight_code [--rounds 5] [operations ...]

Statements on eight numbers, drawn at random: there is no loop to be found again. Given is the
processor time of the first call of a fresh function, the least of some rounds, divided by
the operations that the function does and, after a slash, by those that are recorded; of the
value, and of value and gradient.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import functrace as ft

SIZES = (300, 1000, 10_000)
_NUMBERS = 8
_SEED = 1
_MICRO = 1e6
_STATEMENTS = (  # and how many operations they are
    ("v{a} = v{a} + 0.01 * v{b}", 2),
    ("v{a} = v{a} - 0.01 * v{b} * v{c}", 3),
    ("v{a} = v{a} - 0.01 * np.sin(v{b})", 3),
)
Function = Callable[[Any], Any]


def program(operations: int) -> Function:
    """A function of eight numbers, of so many operations or a few more."""
    draw = random.Random(_SEED)  # noqa: S311 - the same in every process
    names = [f"v{k}" for k in range(_NUMBERS)]
    lines = [f"{', '.join(names)} = x"]
    while operations > 0:
        statement, count = draw.choice(_STATEMENTS)
        a, b, c = (draw.randrange(_NUMBERS) for _ in range(3))
        lines.append(statement.format(a=a, b=b, c=c))
        operations -= count
    body = "\n    ".join([*lines, f"return {' + '.join(names)}"])
    scope: dict[str, Any] = {"np": np}
    exec(f"def function(x):\n    {body}", scope)  # noqa: S102 - our own text
    return scope["function"]


def first_call(function: Function) -> float:
    """Seconds of the processor until a compiled function has its first result."""
    ft.clear_caches()
    gc.collect()
    compiled, x = ft.jit(function), np.linspace(0.1, 0.8, _NUMBERS)
    began = time.process_time()
    compiled(x)
    return time.process_time() - began


def recorded(function: Function) -> int:
    """How many operations are recorded."""
    return len(ft.make_graph(function)(ft.Aval(_NUMBERS)).nodes)


def main(sizes: Sequence[int] = SIZES, rounds: int = 5) -> str:
    """Print the table, and return it."""
    lines = ["| operations | value | value and grad |", "|---:|---:|---:|"]
    first_call(program(1))  # loads the compiler
    for size in sizes:
        function = program(size)
        cells = [f"{size:,}"]
        for task in (function, ft.value_and_grad(function)):
            least = _MICRO * min(first_call(task) for _ in range(rounds))
            cells.append(f"{least / size:.1f} / {least / recorded(task):.1f} µs")
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.straight_code", description=__doc__
    )
    options.add_argument("sizes", nargs="*", type=int, metavar="operations")
    options.add_argument("--rounds", type=int, default=5)
    return options


if __name__ == "__main__":
    given = parser().parse_args()
    main(given.sizes or SIZES, given.rounds)
