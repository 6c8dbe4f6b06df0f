"""The workers of dask: each holds its shards in an actor.

An actor is asked by the client itself, in a third of the time of a task. Where one is lost
with its worker, another is made of what its shards were made of.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import cloudpickle
import distributed
from dask.base import is_dask_collection
from distributed.actor import ProxyRPC
from distributed.protocol.serialize import to_serialize

from functrace.core import pytree
from functrace.core.errors import ShapeError, message
from functrace.distributed._engine import Chunk, blocks, held
from functrace.distributed._parts import Division, WorkOrder
from functrace.distributed._tasks import Job, Task
from functrace.distributed._worker import Answer, Holder, Raised, each, is_read

_ATTEMPTS = 5  # at what was lost with a worker
_PATIENCE = 1.0  # seconds after which it is asked whether a worker is still there
_MOMENT = 0.01


class _Dask:
    """A client."""

    def __init__(self, client: Any) -> None:
        if client.asynchronous:
            raise TypeError(
                "functrace.distributed: the client must not be asynchronous, as the sum "
                "is not."
            )
        self._client = client

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        return max(1, sum(self._client.nthreads().values()))

    def hold(self, job: Job, shards: Any, *, keep: bool) -> _Crew:
        """Have actors hold the shards, where they are or where there is room."""
        with self._client.as_current():
            return _Crew(self._client, cloudpickle.dumps(job), _listed(shards), keep)

    def each(
        self, function: Callable[..., Any], chunks: Sequence[Chunk]
    ) -> Iterator[tuple[int, list[Any] | Raised]]:
        """For chunks of a batch, results as they come."""
        client, data = self._client, cloudpickle.dumps(function)
        slots = Counter[str]()
        for worker, threads in client.nthreads().items():
            slots[_machine(worker)] += threads
        most = max(slots.values(), default=1)
        sent = {client.submit(each, data, *c, most, pure=False): c[0] for c in chunks}
        try:
            for future, found in distributed.as_completed(sent, with_results=True):
                yield sent[future], found
        finally:
            client.cancel(list(sent))


engine = _Dask


def _machine(worker: str) -> str:
    """Where a worker is, by its address."""
    return urlsplit(worker).hostname or ""


class _Crew:
    """Actors.

    Parameters
    ----------
    client : Client
    data : bytes
        The job, pickled.
    shards : list
    keep : bool
    """

    def __init__(self, client: Any, data: bytes, shards: list[Any], keep: bool) -> None:
        client.wait_for_workers(1)
        self._client = client
        self._options = data, keep
        self._shards = [_Shard(client, shard) for shard in shards]
        homes = self._homes(sorted(client.nthreads()))
        used = sorted(set(homes))
        self.owners = [used.index(home) for home in homes]
        self._futures = [self._future(k, home) for k, home in enumerate(used)]
        self._actors = [_Actor(client, future) for future in self._futures]

    def _homes(self, workers: list[str]) -> list[str]:
        """For each shard a worker: one that has it, or any."""
        futures = [s.future for s in self._shards if s.future is not None]
        distributed.wait(futures)
        has = self._client.who_has(futures) if futures else {}
        usual = blocks(len(self._shards), len(workers))
        pairs = zip(self._shards, usual, strict=True)
        return [min(has.get(s.key) or [workers[k]]) for s, k in pairs]

    def _future(self, number: int, home: str) -> Any:
        """An actor for the shards of one worker: there, if it lives."""
        threads = self._client.nthreads()
        if home not in threads:
            self._client.wait_for_workers(1)
            threads = self._client.nthreads()
            home = sorted(threads)[number % len(threads)]
        sharing = sum(_machine(worker) == _machine(home) for worker in threads)
        sources = [s.sent(home) for s in held(self._shards, self.owners, number)]
        return self._client.submit(
            Holder,
            *self._options,
            threads[home],
            sharing,
            *sources,
            actor=True,
            workers=[home],
            allow_other_workers=True,
            pure=False,
        )

    def ask(
        self, task: Task, operands: tuple[Any, ...], division: Division
    ) -> Mapping[int, Answer]:
        """What the actors answer."""
        waiting = division.orders(task, operands)
        answers: dict[int, Answer] = {}
        for left in reversed(range(_ATTEMPTS)):
            for k, answer in self._client.sync(self._asked, waiting):
                if not isinstance(answer, Exception):
                    answers[k] = answer
                    del waiting[k]
                elif not left:
                    raise answer
            if not waiting:
                break
            for k in filter(self._is_lost, waiting):
                self._replace(k)
        return answers

    async def _asked(self, orders: Mapping[int, WorkOrder]) -> list[tuple[int, Any]]:
        """For each actor its answer, or an error of the engine: others are answers."""
        asked = {
            asyncio.ensure_future(self._actors[k].answer(order)): k
            for k, order in orders.items()
        }
        waiting = set(asked)
        while waiting:
            _, waiting = await asyncio.wait(waiting, timeout=_PATIENCE)
            for answer in waiting:
                if self._futures[asked[answer]].status != "finished":
                    answer.cancel()
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [
            (k, LostError(k) if isinstance(x, asyncio.CancelledError) else x)
            for k, x in zip(orders, found, strict=True)
        ]

    def _is_lost(self, number: int) -> bool:
        """Whether the scheduler knows no more of an actor; we may be the first to notice.

        Only then does it send to other workers what the next one is made of.
        """
        until = time.monotonic() + _PATIENCE
        while self._futures[number].status == "finished":
            if time.monotonic() > until:
                return False
            time.sleep(_MOMENT)
        return True

    def _replace(self, number: int) -> None:
        """Make another actor of what one was made of."""
        self._futures[number] = self._future(number, self._actors[number].home)
        self._actors[number] = _Actor(self._client, self._futures[number])


class _Actor:
    """What calls an actor, from the client's event loop.

    An actor of dask would be asked by the scheduler; this one is by the client itself, if
    it can reach the worker.
    """

    def __init__(self, client: Any, future: Any) -> None:
        with client.as_current():  # actors look for it
            actor = future.result()
        self.home: str = actor._address  # noqa: SLF001 - nothing else tells
        self._key: str = actor.key
        self._worker = client.sync(self._reached, client)

    async def _reached(self, client: Any) -> Any:
        worker = client.rpc(self.home)
        asked = worker.actor_attribute(actor=self._key, attribute="__module__")
        try:
            if (await asyncio.wait_for(asked, _PATIENCE))["status"] == "OK":
                return worker
        except (OSError, TimeoutError):
            pass
        return ProxyRPC(client.scheduler, self.home)

    async def answer(self, order: WorkOrder) -> Answer:
        """What the actor answers."""
        found = await self._worker.actor_execute(
            actor=self._key,
            function=Holder.answer.__name__,
            args=[to_serialize(order)],
            kwargs={},
        )
        if found["status"] != "OK":
            return Raised(found["exception"])
        return found["result"]


class LostError(RuntimeError):
    """An actor was lost with its worker."""

    def __init__(self, number: int) -> None:
        super().__init__(f"functrace.distributed: worker {number} was lost.")


class _Shard:
    """What a shard is made of; a future of it, if dask has it."""

    def __init__(self, client: Any, source: Any) -> None:
        self._client = client
        self._source = source
        self.future: Any = self._as_future(source)
        self.key = getattr(self.future, "key", None)

    def _as_future(self, source: Any) -> Any:
        if isinstance(source, distributed.Future):
            return source
        if is_dask_collection(source):
            return self._client.compute(source)
        leaves, treedef = pytree.flatten(source, _is_remote)
        if not any(map(_is_remote, leaves)):
            return None
        leaves = [
            self._client.compute(x) if is_dask_collection(x) else x for x in leaves
        ]
        whole = pytree.unflatten(treedef, leaves)
        return self._client.submit(_same, whole, pure=False)

    def sent(self, home: str) -> Any:
        """What an actor is given; of a plain value a copy goes to its worker."""
        if self.future is not None or is_read(self._source):
            return self._source if self.future is None else self.future
        scatter = functools.partial(self._client.scatter, [self._source], hash=False)
        try:
            (sent,) = scatter(workers=[home])
        except (KeyError, OSError):  # dask's words for a worker that has gone meanwhile
            (sent,) = scatter()
        return sent


def _is_remote(x: Any) -> bool:
    return isinstance(x, distributed.Future) or is_dask_collection(x)


def _same(x: Any) -> Any:
    return x


def _listed(shards: Any) -> list[Any]:
    """The shards one by one: of arrays in containers those of the same rows."""
    if isinstance(shards, list):
        return shards
    leaves, treedef = pytree.flatten(shards, is_dask_collection)
    if not all(map(is_dask_collection, leaves)):
        return list(shards)
    blocks = [_blocks(leaf) for leaf in leaves]
    if len(set(map(len, blocks))) > 1:
        raise ShapeError(
            message(
                "functrace.distributed.Sum: the arrays are cut into different numbers of "
                "chunks.",
                got=", ".join(str(leaf.chunks[0]) for leaf in leaves),
                help="rechunk them alike along the first axis.",
            )
        )
    return [pytree.unflatten(treedef, row) for row in zip(*blocks, strict=True)]


def _blocks(array: Any) -> list[Any]:
    """The chunks of an array along the first axis."""
    whole = array.rechunk(dict.fromkeys(range(1, array.ndim), -1))
    return list(whole.to_delayed().ravel())
