"""The ranks of a communicator: each holds its own shards, and all of them ask at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from functrace.distributed._engine import Chunk
from functrace.distributed._packed import Layout
from functrace.distributed._parts import Division, WorkOrder
from functrace.distributed._rounds import agreed_round, number, told, told_at_once
from functrace.distributed._tasks import Job, Task
from functrace.distributed._worker import Answer, Holder, Raised, each
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
        found = told_at_once(self._comm, {"task": "Sum"}, (len(own), number()))
        owners = [rank for rank, (count, _) in enumerate(found) for _ in range(count)]
        return _Crew(self._comm, owners, Holder(job, keep, 1, 1, *own), found[0][1])

    def each(
        self, function: Callable[..., Any], chunks: Sequence[Chunk]
    ) -> Iterator[tuple[int, list[Any] | Raised]]:
        """For chunks of a batch, results when all ranks have theirs."""
        own = chunks[self._comm.rank :: self._comm.size]
        found = [(chunk[0], each(function, *chunk, 1)) for chunk in own]
        what = {"task": "map", "chunks": [(k, len(elements)) for k, elements in chunks]}
        for some in told_at_once(self._comm, what, found):
            yield from some


engine = _Ranks


class _Crew:
    """The ranks, of which this process is one.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
    owners : list of int
    holder : Holder
    name : int
        The same on all ranks.
    """

    def __init__(self, comm: Any, owners: list[int], holder: Holder, name: int) -> None:
        self.owners = owners
        self._comm = comm
        self._place: tuple[int, int] = comm.rank, comm.size
        self._holder = holder
        self._name = name
        self._agreed: dict[tuple[Any, ...], tuple[int, Layout]] = {}

    def ask(
        self, task: Task, operands: tuple[Any, ...], division: Division
    ) -> Mapping[int, Answer]:
        """What the ranks answer, on all of them."""
        comm = self._comm
        portion = division.portions.get(self._place[0])
        answer: Answer = []
        if portion is not None:
            answer = self._holder.answer(WorkOrder(task, operands, portion))
        layouts = _layouts(answer)
        key = (task, *layouts)
        agreed = self._agreed.get(key)
        tell = told_at_once
        if agreed is not None and not isinstance(answer, Raised):
            shared = agreed_round(*agreed, division, *self._place)
            found = shared.exchange(comm, answer)
            if found is not None:
                return found
            tell = told  # the first message was sent
        what = {"task": task.plain(), "sum": self._name, "shards": division.shards}
        mine = answer if isinstance(answer, Raised) else (number(), answer)
        numbers, answers = zip(*tell(comm, what, mine), strict=True)
        of_all = set[Layout]().union(*map(_layouts, answers))
        if len(of_all) == 1 and layouts <= of_all:
            self._agreed[key] = numbers[0], of_all.pop()
        return dict(enumerate(answers))


def _layouts(answer: Answer) -> set[Layout]:
    return set() if isinstance(answer, Raised) else {each.layout for each in answer}
