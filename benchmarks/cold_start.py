"""Time from nothing to a first result, in fresh processes.

python -m benchmarks.cold_start [rounds]

Two tables: what it takes to import each library; and from there to the gradient of
Rosenbrock's function at a point, run by the library as it is and compiled, without and
with the files that an earlier process left.
Byte code is compiled in advance, as it is for what is installed. Processes of all rows
take turns; reported are medians of wall and processor time. Libraries that are not
installed are left out.
"""

from __future__ import annotations

import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks._process import ROOT

_ROUNDS = 9
_MS = 1e3

_FUNCTION = """
def rosenbrock(x):
    return ((1 - x[:-1]) ** 2 + 100 * (x[1:] - x[:-1] ** 2) ** 2).sum()
"""
_CALL = """
from time import perf_counter, process_time
x = numpy.linspace(-1, 1, 10)
wall, processor = perf_counter(), process_time()
numpy.asarray({call}(x))
print(perf_counter() - wall, process_time() - processor)
"""


class Row(NamedTuple):
    """One kind of process: what it imports and, unless that is all, what it calls."""

    name: str
    imports: str
    call: str = ""
    cache: str = ""  # what FUNCTRACE_CACHE_DIR is: "", "fresh" or "used"

    @property
    def module(self) -> str:
        """The library."""
        return self.imports.split()[0]

    @property
    def text(self) -> str:
        """The program."""
        setup = ""
        if self.module == "jax":
            setup = "import jax; jax.config.update('jax_enable_x64', True)"
        lines = [f"import {self.imports}", setup]
        if self.call:
            lines += ["import numpy", _FUNCTION, _CALL.format(call=self.call)]
        return "\n".join(lines)


IMPORTS = [Row(m, m) for m in ("numpy", "numba", "functrace", "autograd", "jax")]
IMPORTS.append(Row("torch", "torch"))
FIRST_CALLS = [
    Row("functrace", "functrace as ft", "ft.grad(rosenbrock)"),
    Row("functrace, compiled", "functrace as ft", "ft.jit(ft.grad(rosenbrock))"),
    Row(
        "functrace, compiled, empty cache",
        "functrace as ft",
        "ft.jit(ft.grad(rosenbrock))",
        "fresh",
    ),
    Row(
        "functrace, compiled, from the cache",
        "functrace as ft",
        "ft.jit(ft.grad(rosenbrock))",
        "used",
    ),
    Row("autograd", "autograd", "autograd.grad(rosenbrock)"),
    Row("jax", "jax", "jax.grad(rosenbrock)"),
    Row("jax, compiled", "jax", "jax.jit(jax.grad(rosenbrock))"),
]


class Times(NamedTuple):
    """Seconds, by the clock and of the processor."""

    wall: float
    processor: float


class Place(NamedTuple):
    """Where processes keep byte code and programs."""

    folder: Path

    def environment(self, cache: str) -> dict[str, str]:
        """What a process is started with."""
        programs = self.folder / "programs"
        if cache == "fresh":
            programs = Path(tempfile.mkdtemp(dir=self.folder))
        variables = {
            **os.environ,
            "PYTHONPYCACHEPREFIX": str(self.folder / "bytecode"),
            "FUNCTRACE_CACHE_DIR": str(programs) if cache else "",
        }
        variables.pop("PYTHONDONTWRITEBYTECODE", None)
        return variables


def main(rounds: int = _ROUNDS) -> str:
    """Print the tables, and return them."""
    imports = [row for row in IMPORTS if is_installed(row.module)]
    calls = [row for row in FIRST_CALLS if is_installed(row.module)]
    with tempfile.TemporaryDirectory() as folder:
        found = measured([*imports, *calls], rounds, Place(Path(folder)))
    text = "\n\n".join(
        (
            table("import", imports, found, "numba"),
            table("first gradient, after the import", calls, found, "functrace"),
        )
    )
    print(text)
    return text


def is_installed(module: str) -> bool:
    """Whether this interpreter has it."""
    return importlib.util.find_spec(module) is not None


def measured(rows: Sequence[Row], rounds: int, place: Place) -> dict[Row, Times]:
    """Medians over the rounds, in each of which every row has a turn."""
    samples: dict[Row, list[Times]] = {row: [] for row in rows}
    for row in rows:  # once before, for byte code and programs
        run(row, place)
    for _ in range(rounds):
        for row, times in samples.items():
            times.append(run(row, place))
    return {
        row: Times(*map(statistics.median, zip(*times, strict=True)))
        for row, times in samples.items()
    }


def run(row: Row, place: Place) -> Times:
    """Times of the call in a process; of a row without a call, of the whole process."""
    environment = place.environment(row.cache)
    before, start = processor_time(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", row.text],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
    )
    whole = Times(time.perf_counter() - start, processor_time() - before)
    return Times(*map(float, done.stdout.split())) if row.call else whole


def processor_time() -> float:
    """Of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(
    title: str, rows: Sequence[Row], found: Mapping[Row, Times], base: str
) -> str:
    """Rows as a table in Markdown; ratios to the row called `base`, if it is there."""
    unit = next((found[row] for row in rows if row.name == base), None)
    lines = [
        f"| {title} | time | ratio | processor time | ratio |",
        "|---|---:|---:|---:|---:|",
    ]
    for row in rows:
        cells = [row.name]
        for own, other in zip(found[row], unit or found[row], strict=True):
            cells += [f"{own * _MS:.0f} ms", f"{own / other:.2f}" if unit else ""]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
