"""Memory and time of the adjoint of a long integration: all kept, budgets, checkpoints.

    python -m benchmarks.checkpoints [--peers PYTHON] [points] [steps ...]

Runge-Kutta steps of Lorenz's weather (`benchmarks/checkpoint_ways.py`), by functrace with
and without `memory_budget`, by JAX with and without `jax.checkpoint` of segments of the
square root of the length, by Equinox's loop with recursive checkpoints, and by Diffrax,
which integrates by that. Every way has a process of its own on one core, and so much
address space; `--peers` is an interpreter that has all three. Memory is the largest
resident set during a call, beyond what a short integration had left; of functrace also what
its program says beforehand. Times are the processor's, the best of two calls, divided by the
number of steps, and by functrace's own without a budget.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks._process import GIB, environment

_WAYS = (
    "functrace",
    "functrace 1 GB",
    "functrace 100 MB",
    "functrace 20 MB",
    "jax",
    "jax nested",
    "equinox",
    "equinox 100",
    "diffrax",
    "diffrax 100",
)
_SCRIPT = Path(__file__).with_name("checkpoint_ways.py")
_MB, _US = 1e-6, 1e6


def run(
    way: str, points: int, steps: int, calls: int, python: str, gib: float
) -> dict[str, Any] | str:
    """What a process of this way measures, or why it has no answer."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = round(gib * GIB) if most < 0 else min(round(gib * GIB), most)
    done = subprocess.run(
        [python, str(_SCRIPT), way, *map(str, (points, steps, calls))],
        env=environment(1) | {"PYTHONPATH": str(_SCRIPT.parents[1])},
        cwd=_SCRIPT.parents[1],
        capture_output=True,
        check=False,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    if not done.returncode:
        return json.loads(done.stdout.splitlines()[-1])
    errors = re.findall(r"^([\w.]*Error)\b", done.stderr, re.MULTILINE)
    return errors[-1].split(".")[-1] if errors else f"died ({done.returncode})"


def main(
    points: int,
    lengths: Sequence[int],
    peers: str | None = None,
    *,
    calls: int = 2,
    gib: float = 8.0,
    ways: Sequence[str] = _WAYS,
) -> str:
    """The table."""
    rows = ["| steps | way | MB | planned MB | us a step | ratio |"]
    rows.append("|---:|---|---:|---:|---:|---:|")
    unit: float | None = None
    for steps in lengths:
        for way in ways:
            own = way.startswith("functrace")
            if not own and peers is None:
                continue
            python = sys.executable if own or peers is None else peers
            found = run(way, points, steps, calls, python, gib)
            rows.append(f"| {steps:,} | {way} | {_cells(found, steps, unit)} |")
            if not isinstance(found, str) and (unit is None or way == "functrace"):
                unit = found["seconds"] / steps
                rows[-1] = f"| {steps:,} | {way} | {_cells(found, steps, unit)} |"
            print(rows[-1], file=sys.stderr)
    return "\n".join(rows)


def _cells(found: dict[str, Any] | str, steps: int, unit: float | None) -> str:
    if isinstance(found, str):
        return f"{found} | | |"
    planned, each = found["planned"], found["seconds"] / steps
    return " | ".join(
        [
            f"{found['bytes'] * _MB:,.1f}",
            "" if planned is None else f"{planned * _MB:,.1f}",
            f"{each * _US:,.1f}",
            "" if unit is None else f"{each / unit:.2f}",
        ]
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    peers = None
    if given[:1] == ["--peers"]:
        _, peers, *given = given
    size, *lengths = map(int, given or [10_000, 1_000, 10_000])
    print(main(size, lengths or [1_000], peers))
