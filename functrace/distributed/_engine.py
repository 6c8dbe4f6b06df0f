"""What is asked of an engine, and which one is meant."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from types import ModuleType
from typing import Any, Protocol

from functrace.core.errors import message
from functrace.distributed._parts import Division
from functrace.distributed._tasks import Job, Task
from functrace.distributed._worker import Answer, Holder, Raised, each

Chunk = tuple[int, list[Any]]
"""Elements of a batch, after the number of the first one."""


class Crew(Protocol):
    """Workers that hold shards.

    Attributes
    ----------
    owners : list of int
        For each shard which of them holds it. They hold theirs in the order of all.
    """

    owners: list[int]

    def ask(
        self, task: Task, operands: tuple[Any, ...], division: Division
    ) -> Mapping[int, Answer]:
        """What each worker answers; of those that died, what others do in their place."""
        ...


class Engine(Protocol):
    """Where workers come from."""

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        ...

    def hold(self, job: Job, shards: Any, *, keep: bool) -> Crew:
        """Bring shards to workers, or find out where they are."""
        ...

    def each(
        self, function: Callable[..., Any], chunks: Sequence[Chunk]
    ) -> Iterator[tuple[int, list[Any] | Raised]]:
        """For chunks of a batch, results as they come, after the first one's number."""
        ...


_ENGINES = {"distributed": "_dask", "ray": "_ray", "mpi4py": "_mpi"}


def engine_of(on: Any, where: str) -> Engine:
    """The engine that a user's object stands for."""
    if on is None or isinstance(on, ThreadPoolExecutor):
        return _Threads(on)
    is_module = isinstance(on, ModuleType)
    name = on.__name__ if is_module else type(on).__module__
    module = _ENGINES.get(name.partition(".")[0])
    if module is None or is_module != (module == "_ray"):
        raise TypeError(
            message(
                f"{where}: this is no engine.",
                expected="a dask.distributed.Client, the module ray, a communicator of "
                "mpi4py, a ThreadPoolExecutor, or None",
                got=repr(on),
            )
        )
    return importlib.import_module(f"functrace.distributed.{module}").engine(on)


def blocks(count: int, workers: int) -> list[int]:
    """For each shard its owner: neighbours together, so that they are added up there."""
    used = min(count, workers)
    return [k * used // count for k in range(count)]


class _Threads:
    """The process itself: its thread, or those of an executor."""

    def __init__(self, executor: ThreadPoolExecutor | None) -> None:
        self._executor = executor

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        executor = self._executor
        return 1 if executor is None else executor._max_workers  # noqa: SLF001

    def hold(self, job: Job, shards: Any, *, keep: bool) -> Crew:
        """Hold them here."""
        return _Here(
            self._executor, blocks(len(shards), self.workers), job, shards, keep
        )

    def each(
        self, function: Callable[..., Any], chunks: Sequence[Chunk]
    ) -> Iterator[tuple[int, list[Any] | Raised]]:
        """For chunks of a batch, results as they come."""
        if self._executor is None:
            for chunk in chunks:
                yield chunk[0], each(function, *chunk, 1)
            return
        submit, workers = self._executor.submit, self.workers
        waiting = {submit(each, function, *c, workers): c[0] for c in chunks}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        finally:
            for future in waiting:
                future.cancel()


class _Here:
    """Shards in this process."""

    def __init__(
        self,
        executor: ThreadPoolExecutor | None,
        owners: list[int],
        job: Job,
        shards: Any,
        keep: bool,
    ) -> None:
        self.owners = owners
        self._executor = executor
        count = len(set(owners))
        self._holders = [
            Holder(job, keep, 1, count, *held(shards, owners, k)) for k in range(count)
        ]

    def ask(
        self, task: Task, operands: tuple[Any, ...], division: Division
    ) -> Mapping[int, Answer]:
        """What the threads answer."""
        orders = division.orders(task, operands)
        if self._executor is None:
            return {k: self._holders[k].answer(order) for k, order in orders.items()}
        submit = self._executor.submit
        futures = {k: submit(self._holders[k].answer, o) for k, o in orders.items()}
        return {k: future.result() for k, future in futures.items()}


def held(shards: Sequence[Any], owners: Sequence[int], worker: int) -> list[Any]:
    """What one of the workers holds."""
    return [s for s, owner in zip(shards, owners, strict=True) if owner == worker]
