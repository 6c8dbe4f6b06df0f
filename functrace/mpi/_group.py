"""The ranks that take part in an operation."""

from __future__ import annotations

import os
from typing import Any

from functrace.compiler.runtime.sharing import limit
from functrace.compiler.runtime.threads import processors


class RankGroup:
    """A communicator; there is one for each.

    Attributes
    ----------
    comm : mpi4py.MPI.Comm
    rank, size : int
    """

    def __init__(self, comm: Any) -> None:
        self.comm = comm
        self.rank: int = comm.Get_rank()
        self.size: int = comm.Get_size()

    def __repr__(self) -> str:
        return f"<{self.size} ranks>"

    def __reduce__(self) -> Any:
        raise TypeError("functrace.mpi: a communicator belongs to its process.")


_GROUPS: dict[int, RankGroup] = {}


def group_of(comm: Any) -> RankGroup:
    """The group of a communicator; None stands for all ranks."""
    from mpi4py import MPI  # noqa: PLC0415 - of an extra; it starts MPI

    comm = MPI.COMM_WORLD if comm is None else comm
    found = _GROUPS.get(comm.handle)
    if found is None or found.comm != comm:
        if not _GROUPS:
            _divide_threads(MPI.COMM_WORLD)
        found = _GROUPS[comm.handle] = RankGroup(comm)
    return found


def _divide_threads(world: Any) -> None:
    """Give each rank its share of the processors that the machine's ranks may use.

    The first collective operation is one of all ranks, so this is, too.
    """
    if {"FUNCTRACE_NUM_THREADS", "OMP_NUM_THREADS"} & {*os.environ}:
        return
    from mpi4py import MPI  # noqa: PLC0415 - of an extra

    here = world.Split_type(MPI.COMM_TYPE_SHARED)
    if hasattr(os, "sched_getaffinity"):
        allowed = set[int]().union(*here.allgather(os.sched_getaffinity(0)))
        count = len(allowed)
    else:
        count = processors()
    share = max(1, count // here.Get_size())
    here.Free()
    limit(share)
