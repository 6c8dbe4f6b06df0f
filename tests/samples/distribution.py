"""Samples of sums over shards, and of collective operations, which one rank has alone."""

from __future__ import annotations

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.distributed import Sum
from functrace.distributed._tasks import Task
from functrace.mpi._group import RankGroup
from functrace.mpi._record import Op
from tests.samples._base import Sample, samples


def moments(w, shard):
    return {"sum": np.sin(w["x"]) * shard, "square": np.sum(w["y"] ** 2 * shard)}


TOTAL = Sum(moments, [np.array([1.0, 2.0, 3.0]), np.array([0.5, -1.0, 2.0])])


@samples("sum_over_shards")
def _(rng):
    x, y = rng.normal(size=(2, 3))
    treedef = pytree.flatten(({"x": x, "y": y},))[1]
    outs = Aval(()), Aval((3,))  # by name: the square, and the sum
    task = Task("leaves", None, (treedef,))
    yield Sample((x, y), {"total": TOTAL, "task": task, "outs": outs})


class Alone:  # its methods have MPI's names
    """As a communicator of one rank, which sends to itself."""

    def Get_rank(self):  # noqa: N802
        return 0

    def Get_size(self):  # noqa: N802
        return 1

    def Allreduce(self, own, out):  # noqa: N802
        out[...] = own

    def Allgather(self, own, out):  # noqa: N802
        out[0] = own

    def Bcast(self, out, root):  # noqa: N802
        pass

    def Irecv(self, out, source):  # noqa: N802
        self._out = out
        return self

    def Isend(self, own, dest):  # noqa: N802
        self._out[...] = own
        return self

    def Wait(self):  # noqa: N802
        pass


GROUP = RankGroup(Alone())


@samples("mpi_collective")
def _(rng):
    for kind, peers in (
        ("allsum", ()),
        ("bcast", (0,)),
        ("gather", ()),
        ("sendrecv", (0, 0)),
    ):
        for shape in ((), (2, 3)):
            params = {"op": Op(kind, GROUP, peers)}
            yield Sample((np.True_, rng.normal(size=shape)), params)


@samples("mpi_spread")
def _(rng):
    for shape in ((), (2, 3)):
        yield Sample((np.True_, rng.normal(size=shape)), {"group": GROUP})
