"""The workers of ray: each holds its shards in an actor, which ray starts again."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from functrace.compiler.runtime.sharing import limit
from functrace.distributed._engine import Chunk, blocks, held
from functrace.distributed._parts import Division
from functrace.distributed._tasks import Job, Task
from functrace.distributed._worker import Answer, Holder, Raised, each, is_read


class _Ray:
    """The module ray, which knows its cluster."""

    def __init__(self, ray: Any) -> None:
        if not ray.is_initialized():
            ray.init()
        self._ray = ray

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _most(self) -> int:
        """Workers of one machine, at most."""
        nodes = (node["Resources"] for node in self._ray.nodes() if node["Alive"])
        return max([1, *(int(each.get("CPU", 1)) for each in nodes)])

    def hold(self, job: Job, shards: Any, *, keep: bool) -> _Crew:
        """Have actors hold the shards."""
        ray, shards = self._ray, list(shards)
        owners = blocks(len(shards), self.workers)
        count = len(set(owners))
        share = min(count, self._most())
        options: Any = {"max_restarts": -1, "max_task_retries": -1}
        # They ask for no processor while they run: tasks and other sums find some.
        actor = ray.remote(**options, scheduling_strategy="SPREAD")(Resident)
        data = ray.put(ray.cloudpickle.dumps(job))
        sources = [self._sent(shard) for shard in shards]
        actors = [
            actor.remote(data, keep, 1, share, *held(sources, owners, k))
            for k in range(count)
        ]
        return _Crew(ray, owners, actors, [data, *sources])

    def _sent(self, shard: Any) -> Any:
        """What an actor is given: ray keeps plain values for another one."""
        is_there = isinstance(shard, self._ray.ObjectRef) or is_read(shard)
        return shard if is_there else self._ray.put(shard)

    def each(
        self, function: Callable[..., Any], chunks: Sequence[Chunk]
    ) -> Iterator[tuple[int, list[Any] | Raised]]:
        """For chunks of a batch, results as they come."""
        ray, most = self._ray, self._most()
        data = ray.put(ray.cloudpickle.dumps(function))
        task = ray.remote(max_retries=-1)(each)
        sent = {task.remote(data, *c, most): c[0] for c in chunks}
        waiting = list(sent)
        try:
            while waiting:
                (done,), waiting = ray.wait(waiting)
                yield sent[done], ray.get(done)
        finally:
            for ref in waiting:
                ray.cancel(ref)


engine = _Ray


class _Crew:
    """Actors, and what they are made of: ray makes them again of it."""

    def __init__(
        self, ray: Any, owners: list[int], actors: list[Any], kept: list[Any]
    ) -> None:
        self.owners = owners
        self._kept = kept
        self._ray = ray
        self._actors = actors

    def ask(
        self, task: Task, operands: tuple[Any, ...], division: Division
    ) -> Mapping[int, Answer]:
        """What the actors answer."""
        orders = division.orders(task, operands)
        refs = [
            self._actors[k].answer_pickled.remote(_pickled(order))
            for k, order in orders.items()
        ]
        found = map(pickle.loads, self._ray.get(refs))
        return dict(zip(orders, found, strict=True))


class Resident(Holder):
    """A holder with a process of its own, of which `workers` share the machine."""

    def __init__(
        self, job: bytes, keep: bool, threads: int, workers: int, *sources: Any
    ) -> None:
        super().__init__(job, keep, threads, workers, *sources)
        limit(self._share)
        self._share = None

    def answer_pickled(self, order: bytes) -> bytes:
        """As `answer`: ray takes longer to pickle."""
        return _pickled(self.answer(pickle.loads(order)))  # noqa: S301 - our own


def _pickled(x: Any) -> bytes:
    """By pickle; by its slower sister what only the user's own script has."""
    with suppress(Exception):  # of any class: what cannot be pickled says what it likes
        data = pickle.dumps(x, pickle.HIGHEST_PROTOCOL)
        if b"__main__" not in data:
            return data
    return import_module("ray.cloudpickle").dumps(x)
