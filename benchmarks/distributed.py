"""Logistic regression on the workers of dask, ray and MPI against one process.

    python -m benchmarks.distributed [rows] [engine ...]

Of each engine: the gradient's time over that of one process with one thread, the least of
many by turns, as other work takes processors from both; the time of a call on shards of two
rows, which is what a call costs besides, over that of the engine's own empty round trip with
as many numbers; and whether the bits are those of one process. Then scaling to 64 workers,
computed from these.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import functrace as ft
from functrace.compiler.runtime.sharing import limit
from functrace.distributed import Sum

COLUMNS, SHARDS, WORKERS = 20, 8, 2
REPEATS = 300
ENGINES = ("dask", "ray", "mpi")


def loss(w: Any, shard: Any) -> Any:
    """Negative log-likelihood of a shard."""
    x, y = shard
    return np.sum(np.logaddexp(0.0, -y * (x @ w)))


def shard(k: int, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows that a worker makes for itself."""
    rng = np.random.default_rng(k)
    x = rng.normal(size=(rows, COLUMNS))
    return x, np.where(x[:, 0] + rng.normal(size=rows) > 0, 1.0, -1.0)


def readers(rows: int) -> list[Callable[[], Any]]:
    """What workers read their shards by."""
    return [functools.partial(shard, k, rows // SHARDS) for k in range(SHARDS)]


def alone(rows: int) -> Callable[[Any], Any]:
    """One process with one thread, and all rows in one array."""
    limit(1)
    parts = [read() for read in readers(rows)]
    x, y = map(np.concatenate, zip(*parts, strict=True))
    del parts
    fast = ft.jit(ft.value_and_grad(loss))
    return lambda w: fast(w, (x, y))


def by_turns(
    calls: list[Callable[[], Any]],
    repeats: int = REPEATS,
    before: Callable[[], Any] = lambda: None,
) -> np.ndarray:
    """Least seconds of calls that are made by turns: other work only adds to them."""
    times = np.zeros((repeats, len(calls)))
    for row in times:
        for k, call in enumerate(calls):
            before()
            began = time.perf_counter()
            call()
            row[k] = time.perf_counter() - began
    return times.min(axis=0)


def report(
    name: str, rows: int, on: Any, empty: Callable[[np.ndarray], Any], serial: Any
) -> None:
    """Measure an engine, and print what was found."""
    w = np.linspace(-1, 1, COLUMNS)
    total, small = Sum(loss, readers(rows), on), Sum(loss, readers(2 * SHARDS), on)
    here = Sum(loss, readers(2 * SHARDS))
    calls = [lambda: serial(w), lambda: total.value_and_grad(w)]
    overheads = [lambda: small.value_and_grad(w), lambda: empty(w)]
    for call in (*calls, *overheads):
        call()
    one, many = by_turns(calls)
    overhead, trip = by_turns(overheads, 2 * REPEATS)
    alike = all(
        np.array_equal(x, y)
        for x, y in zip(small.value_and_grad(w), here.value_and_grad(w), strict=True)
    )
    line = (
        f"{name:5} {rows:>9} rows: one process {one * 1e3:7.1f} ms, {WORKERS} workers "
        f"{many * 1e3:7.1f} ms, ratio {many / one:.2f}; overhead {overhead * 1e3:.3f} ms, "
        f"empty trip {trip * 1e3:.3f} ms, ratio {overhead / trip:.2f}; same bits: {alike}; "
        f"load {os.getloadavg()[0]:.1f}"
    )
    print(line, flush=True)
    print(scaling(one, overhead), flush=True)


def scaling(one: float, overhead: float) -> str:
    """Estimated speed-ups: computing divides, and each worker is one more to ask.

    `overhead` was measured for `WORKERS` workers; it is taken to grow with their number.
    """
    each = overhead / WORKERS
    strong = [one / (one / n + each * n) for n in (2, 4, 8, 16, 32, 64)]
    weak = [one / (one + each * n) for n in (2, 4, 8, 16, 32, 64)]
    first = " ".join(f"{x:6.2f}" for x in strong)
    second = " ".join(f"{x:6.2f}" for x in weak)
    return (
        f"      workers               2      4      8     16     32     64\n"
        f"      strong, speed-up {first}\n      weak, efficiency {second}"
    )


# -- engines -----------------------------------------------------------------------------


class Echo:
    """What holds nothing and gives back numbers: an engine's empty round trip."""

    def back(self, w: np.ndarray) -> tuple[float, np.ndarray]:
        """As much as a gradient."""
        return 0.0, w


def of_dask(rows: int, serial: Any) -> None:
    """Two workers of a local cluster."""
    from distributed import Client, LocalCluster

    options: dict[str, Any] = {"dashboard_address": ":0", "memory_limit": None}
    options |= {"n_workers": WORKERS, "threads_per_worker": 1, "silence_logs": 50}
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        made = [
            client.submit(Echo, actor=True, workers=[worker], pure=False).result()
            for worker in client.nthreads()
        ]

        def empty(w: np.ndarray) -> Any:
            return [future.result() for future in [actor.back(w) for actor in made]]

        report("dask", rows, client, empty, serial)


def of_ray(rows: int, serial: Any) -> None:
    """Two workers of a local cluster."""
    import ray

    ray.init(
        num_cpus=WORKERS,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=200 << 20,
    )
    made = [ray.remote(Echo).remote() for _ in range(WORKERS)]

    def empty(w: np.ndarray) -> Any:
        return ray.get([actor.back.remote(w) for actor in made])

    report("ray", rows, ray, empty, serial)
    ray.shutdown()


def of_mpi(rows: int, serial: Any) -> None:
    """Two ranks, of processes of their own."""
    del serial  # rank 0 has its own
    mpiexec = Path(sys.executable).parent / "mpiexec"
    command = [sys.executable, "-m", "mpi4py", "-m", "benchmarks.distributed"]
    found = subprocess.run(
        [str(mpiexec), "-n", str(WORKERS), *command, str(rows), "rank"],
        check=True,
        capture_output=True,
        text=True,
    )
    print(found.stdout, end="", flush=True)


def of_rank(rows: int) -> None:
    """What each rank does: the shards are divided; rank 0 measures and tells."""
    from mpi4py import MPI

    from functrace import mpi

    comm = MPI.COMM_WORLD
    w = np.linspace(-1, 1, COLUMNS)
    sums = [_of_ranks(comm, rows), _of_ranks(comm, 2 * SHARDS)]
    own = [shard(k, rows // SHARDS) for k in _own(comm)]
    mine = tuple(map(np.concatenate, zip(*own, strict=True)))
    del own

    @ft.jit
    @ft.value_and_grad
    def collective(w: Any, x: Any, y: Any) -> Any:
        return mpi.allsum(loss(mpi.spread(w), (x, y)))

    serial = alone(rows) if comm.rank == 0 else lambda w: None
    calls: list[Callable[[], Any]] = [
        lambda: sums[0].value_and_grad(w),
        lambda: collective(w, *mine),
        lambda: serial(w),
    ]
    sent, got = np.zeros(COLUMNS + 1), np.zeros((comm.size, COLUMNS + 1))
    overheads: list[Callable[[], Any]] = [
        lambda: sums[1].value_and_grad(w),
        lambda: comm.allgather((0.0, w)),
        lambda: comm.Allgather(sent, got),  # numbers alone, where they are
    ]
    together = functools.partial(_meet, comm)
    for call in (*calls, *overheads):
        call()
    many, allsum, one = by_turns(calls, REPEATS, together)
    overhead, trip, bare = by_turns(overheads, 2 * REPEATS, comm.Barrier)
    alike = all(
        np.array_equal(x, y)
        for x, y in zip(
            sums[1].value_and_grad(w),
            Sum(loss, readers(2 * SHARDS)).value_and_grad(w),
            strict=True,
        )
    )
    if comm.rank == 0:
        print(
            f"mpi   {rows:>9} rows: one process {one * 1e3:7.1f} ms, {WORKERS} ranks "
            f"{many * 1e3:7.1f} ms, ratio {many / one:.2f} (allsum in jit "
            f"{allsum * 1e3:.1f} ms, {allsum / one:.2f}); overhead {overhead * 1e3:.3f} ms, "
            f"allgather {trip * 1e3:.3f} ms, ratio {overhead / trip:.2f}, of a vector "
            f"{bare * 1e3:.4f} ms; same bits: {alike}; load {os.getloadavg()[0]:.1f}"
        )
        print(scaling(one, overhead))


def _own(comm: Any) -> range:
    return range(*(SHARDS * r // comm.size for r in (comm.rank, comm.rank + 1)))


def _of_ranks(comm: Any, rows: int) -> Sum:
    return Sum(loss, [readers(rows)[k] for k in _own(comm)], comm)


def _meet(comm: Any) -> None:
    """Wait for the others without taking a processor from them; then begin together."""
    request = comm.Ibarrier()
    while not request.Test():
        time.sleep(1e-3)
    comm.Barrier()


def main() -> None:
    """Measure the engines that are named, or all that are installed."""
    rows, *names = [*sys.argv[1:], *([] if sys.argv[1:] else ["1000000"])]
    if names == ["rank"]:
        of_rank(int(rows))
        return
    run = {"dask": of_dask, "ray": of_ray, "mpi": of_mpi}
    for name in names or ENGINES:
        try:
            run[name](int(rows), None if name == "mpi" else alone(int(rows)))
        except ImportError:
            print(f"{name}: not installed")


if __name__ == "__main__":
    main()
