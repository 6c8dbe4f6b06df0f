"""The ranks of a communicator: each holds its own shards, and all of them ask at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from functrace.distributed._engine import Chunk
from functrace.distributed._parts import Parts
from functrace.distributed._tasks import Job
from functrace.distributed._worker import Holder, Raised, WorkOrder, each
from functrace.mpi._group import group_of


class _Ranks:
    """A communicator of mpi4py."""

    def __init__(self, comm: Any) -> None:
        self._comm = comm

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        return self._comm.size

    def hold(self, job: Job, shards: Any, *, keep: bool) -> _Crew:
        """Hold this rank's shards; those of all are numbered by rank."""
        group_of(self._comm)  # which divides the threads
        own = list(shards)
        counts = self._comm.allgather(len(own))
        owners = [rank for rank, count in enumerate(counts) for _ in range(count)]
        return _Crew(self._comm, owners, Holder(job, keep, 1, 1, *own))

    def each(
        self, function: Callable[..., Any], chunks: Sequence[Chunk]
    ) -> Iterator[tuple[int, list[Any] | Raised]]:
        """For chunks of a batch, results when all ranks have theirs."""
        own = chunks[self._comm.rank :: self._comm.size]
        found = [(chunk[0], each(function, *chunk, 1)) for chunk in own]
        for some in self._comm.allgather(found):
            yield from some


engine = _Ranks


class _Crew:
    """The ranks, of which this process is one."""

    def __init__(self, comm: Any, owners: list[int], holder: Holder) -> None:
        self.owners = owners
        self._comm = comm
        self._holder = holder

    def ask(self, orders: Mapping[int, WorkOrder]) -> list[Parts | Raised]:
        """What the ranks answer, on all of them."""
        order = orders.get(self._comm.rank)
        return self._comm.allgather({} if order is None else self._holder.answer(order))
