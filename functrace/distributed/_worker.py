"""What runs on a worker, whatever engine it belongs to."""

from __future__ import annotations

import itertools
import os
import pickle
import traceback
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from functrace.compiler.runtime.sharing import share_of, sharing
from functrace.core.errors import message
from functrace.distributed._packed import Packed
from functrace.distributed._parts import Portion, WorkOrder, additions
from functrace.distributed._tasks import Job

_KEPT = 256  # functions that a worker knows
_FUNCTIONS: OrderedDict[bytes, Any] = OrderedDict()
_LOCK = Lock()


def interned(data: bytes) -> Any:
    """What was pickled: one object of a process for all that are pickled alike.

    So what was compiled for it is found again by the next task.
    """
    with _LOCK:
        found = _FUNCTIONS.get(data)
        if found is None:
            found = _FUNCTIONS[data] = pickle.loads(data)  # noqa: S301 - of our own client
            if len(_FUNCTIONS) > _KEPT:
                _FUNCTIONS.popitem(last=False)
        else:
            _FUNCTIONS.move_to_end(data)
        return found


class Raised(NamedTuple):
    """What a user's function raised: other errors are the engine's."""

    error: Exception

    @classmethod
    def by(cls, error: Exception) -> Raised:
        """With the lines where it was raised, which do not cross with it."""
        lines = "".join(traceback.format_exception(error))
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
        except Exception:  # noqa: BLE001 - of any class
            error = RuntimeError(repr(error))
        error.add_note(f"On a worker:\n{lines}")
        return cls(error.with_traceback(None))


Answer: TypeAlias = list[Packed] | Raised
"""What a worker hands out: the values of its nodes."""


class Holder:
    """A worker's shards, and what is compiled for them.

    Parameters
    ----------
    job : Job or bytes
        Pickled, if it comes from another process.
    keep : bool
        Whether shards that are read are kept.
    threads : int
        How many tasks it may do at once.
    workers : int
        How many such share the machine.
    *sources : object
        The shards, or what they are read by.
    """

    def __init__(
        self, job: Job | bytes, keep: bool, threads: int, workers: int, *sources: Any
    ) -> None:
        self._job = interned(job) if isinstance(job, bytes) else job
        self._threads = min(threads, max(1, len(sources)))
        self._share = share_of(workers * self._threads)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._sources = sources
        self._shards = {k: s for k, s in enumerate(sources) if not is_read(s)}
        self._keep = keep

    def answer(self, order: WorkOrder) -> Answer:
        """The sum over some shards, in parts."""
        try:
            with sharing(self._share):
                if self._pool is None:
                    return self._sum(order)
                groups = self._groups(order.portion)
                orders = [order._replace(portion=group) for group in groups]
                found = list(self._pool.map(self._sum, orders))
                nodes = itertools.chain(*[group.additions.nodes for group in groups])
                joined = additions(nodes, order.portion.total)
                return joined.add(itertools.chain(*found))
        except Exception as error:  # noqa: BLE001 - the user's, of any class
            return Raised.by(error)

    def _groups(self, portion: Portion) -> list[Portion]:
        """What each of several threads does."""
        numbers, nodes, total, _ = portion
        count = len(numbers)
        stops = [i * count // self._threads for i in range(self._threads + 1)]
        return [
            Portion(numbers[i:j], nodes[i:j], total, additions(nodes[i:j], total))
            for i, j in itertools.pairwise(stops)
            if j > i
        ]

    def _sum(self, order: WorkOrder) -> list[Packed]:
        task, operands, portion = order
        function, shard = self._job.function(task), self._shard
        results = (function(operands, shard(k)) for k in portion.numbers)
        return portion.additions.add(results)

    def _shard(self, number: int) -> Any:
        if number in self._shards:
            return self._shards[number]
        shard = read(self._sources[number])
        if self._keep:
            self._shards[number] = shard
        return shard


def is_read(source: Any) -> bool:
    """Whether a shard is read by the worker."""
    return isinstance(source, (str, os.PathLike)) or callable(source)


def read(source: Any) -> Any:
    """A shard: what a function gives, or is in a file of NumPy's."""
    return source() if callable(source) else _file(os.fspath(source))


def _file(path: str) -> Any:
    if path.endswith(".npy"):
        return np.load(path)
    if path.endswith(".npz"):
        with np.load(path) as arrays:
            return dict(arrays)
    raise ValueError(
        message(
            "functrace.distributed.Sum: a shard's file is of an unknown kind.",
            expected="a path that ends with .npy or .npz",
            got=path,
            help="give a function without parameters that reads the shard.",
        )
    )


def each(
    function: Callable[..., Any] | bytes,
    first: int,
    elements: Sequence[Any],
    workers: int,
) -> list[Any] | Raised:
    """What a function gives for some elements of a batch, the first of which has a number."""
    found, share = list[Any](), share_of(workers)
    for k, element in enumerate(elements, first):
        try:
            call = interned(function) if isinstance(function, bytes) else function
            with sharing(share):
                found.append(call(element))
        except Exception as error:  # noqa: BLE001 - the user's, of any class
            error.add_note(f"functrace.distributed.map: element {k} of the batch.")
            return Raised.by(error)
    return found
