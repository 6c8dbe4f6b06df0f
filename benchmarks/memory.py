"""Peak memory and time of long gradients, each measured in a fresh process.

Layers: chains of element-wise steps on one large array, against PyTorch. Peak memory
tells what a library keeps between its two passes. Scalars: a chain of single numbers,
functrace alone; the cost per operation must not grow with the length of the chain.

A measurement is the high-water mark of the process's resident memory during the
gradient, less what imports, inputs and a small first gradient had reached.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks import _harness

LAYERS = 40
STEPS: dict[str, Callable[[Any, Any], Any]] = {
    "tanh(x * 1.01 + 0.1)": lambda xp, x: xp.tanh(x * 1.01 + 0.1),
    "x * sin(x + 1)": lambda xp, x: x * xp.sin(x + 1),
}
PEERS = ("functrace", "torch")
MIB = 2**20

Result = dict[str, Any]


def layers(xp: Any, step: str, x: Any) -> Any:
    """Sum of `x` after `LAYERS` steps."""
    for _ in range(LAYERS):
        x = STEPS[step](xp, x)
    return xp.sum(x)


def scalars(xp: Any, length: int, x: Any) -> Any:
    """`x` after `length` scalar operations."""
    for _ in range(length):
        x = xp.sin(x)
    return x


def functrace_layers(step: str, size: int) -> Callable[[], Any]:
    """Gradient of `layers` by functrace, its input made."""
    import numpy as np

    import functrace as ft

    x = np.linspace(0, 1, size)
    gradient = ft.grad(lambda x: layers(np, step, x))
    return lambda: gradient(x)


def torch_layers(step: str, size: int) -> Callable[[], Any]:
    """Gradient of `layers` by PyTorch on one thread, as NumPy runs on one."""
    import torch

    torch.set_num_threads(1)
    x = torch.linspace(0, 1, size, dtype=torch.float64, requires_grad=True)
    return lambda: torch.autograd.grad(layers(torch, step, x), x)[0]


def functrace_scalars(length: int) -> Callable[[], Any]:
    """Gradient of `scalars` by functrace."""
    import numpy as np

    import functrace as ft

    gradient = ft.grad(lambda x: scalars(np, length, x))
    return lambda: gradient(0.5)


def prepare(task: dict[str, Any]) -> Callable[[], Any]:
    """Return the gradient that a task describes, ready to be called."""
    if "length" in task:
        return functrace_scalars(task["length"])
    make = {"functrace": functrace_layers, "torch": torch_layers}[task["peer"]]
    return make(task["step"], task["size"])


def peak_memory() -> int:
    """High-water mark of this process, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def measure(task: dict[str, Any]) -> Result:
    """Run one task in this process."""
    small = {"length": 10} if "length" in task else {"size": 10}
    prepare(task | small)()  # what a first call loads is not the gradient's memory
    gradient = prepare(task)
    before = peak_memory()
    start = time.perf_counter()
    value = gradient()
    seconds = time.perf_counter() - start
    used = peak_memory() - before
    return task | {"seconds": seconds, "bytes": used, "checksum": float(value.sum())}


def measure_apart(task: dict[str, Any]) -> Result:
    """Run one task in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.memory", "--task", json.dumps(task)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout)


def compare_layers(peers: list[str], size: int) -> list[Result]:
    """Print and return memory and time of `layers` for every peer."""
    results, rows = [], []
    for step in STEPS:
        runs = [
            measure_apart({"step": step, "peer": peer, "size": size}) for peer in peers
        ]
        check([run["checksum"] for run in runs], step)
        results += runs
        rows += [layer_row(run, runs[0]) for run in runs]
    array = size * 8 / MIB
    _harness.print_table(
        f"gradient of {LAYERS} layers, float64[{size}] ({array:.0f} MiB), one thread",
        ["step", "peer", "MiB", "arrays", "s", f"{peers[0]} / peer: MiB", "s"],
        rows,
    )
    return results


def layer_row(run: Result, first: Result) -> list[Any]:
    """One line of the table, with ratios to the first peer's run."""
    return [
        run["step"],
        run["peer"],
        run["bytes"] / MIB,
        run["bytes"] / (run["size"] * 8),
        run["seconds"],
        ratio(first["bytes"], run["bytes"]),
        ratio(first["seconds"], run["seconds"]),
    ]


def check(checksums: list[float], step: str) -> None:
    """Refuse to compare what computes something else."""
    for checksum in checksums:
        if not math.isclose(checksum, checksums[0], rel_tol=1e-8):
            message = f"gradients of {step} differ: {checksums}"
            raise AssertionError(message)


def measure_scalars(lengths: list[int]) -> list[Result]:
    """Print and return the cost per operation of chains of growing length."""
    runs = [measure_apart({"length": length}) for length in lengths]
    _harness.print_table(
        "gradient of a chain of scalar operations, functrace (linear: growth near 1)",
        ["operations", "s", "MiB", "µs each", "bytes each", "growth: µs", "bytes"],
        [scalar_row(run, runs[0]) for run in runs],
    )
    return runs


def scalar_row(run: Result, first: Result) -> list[Any]:
    """One line of the table, with the growth of the cost of one operation."""
    factor = run["length"] / first["length"]
    return [
        str(run["length"]),
        run["seconds"],
        run["bytes"] / MIB,
        run["seconds"] / run["length"] * 1e6,
        run["bytes"] / run["length"],
        ratio(run["seconds"], factor * first["seconds"]),
        ratio(run["bytes"], factor * first["bytes"]),
    ]


def ratio(mine: float, theirs: float) -> float | None:
    """Quotient, or None where a short run used no measurable memory."""
    return mine / theirs if theirs else None


def main() -> None:
    """Run from the command line."""
    options = _harness.parser(__doc__)
    options.add_argument(
        "--size", type=int, default=10**7, help="elements of the array"
    )
    options.add_argument("--length", type=int, default=10**6, help="scalar operations")
    options.add_argument("--task", type=json.loads, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.task:
        print(json.dumps(measure(given.task)))
        return
    if given.smoke:
        given.size, given.length = 10**6, 10**5

    peers = _harness.installed(PEERS)
    results = {"layers": compare_layers(peers, given.size) if peers else []}
    if "functrace" in peers:
        results["scalars"] = measure_scalars([given.length // 10, given.length])
    _harness.write_json(given.json, results, ["numpy", *peers])


if __name__ == "__main__":
    main()
