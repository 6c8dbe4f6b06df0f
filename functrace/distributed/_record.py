"""A sum over shards as one operation of a graph; its derivatives are such sums, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.recording import outside
from functrace.core.rule import operand_aval
from functrace.distributed._tasks import Task
from functrace.engine.batching import Mapped
from functrace.primitives._make import primitive


class Summing(Protocol):
    """What computes a task on all shards."""

    def compute(self, task: Task, operands: tuple[Any, ...]) -> Any:
        """The sum of the results."""
        ...


def _impl(
    *xs: Any, total: Summing, task: Task, outs: tuple[Aval, ...]
) -> tuple[Any, ...]:
    with outside():
        found = total.compute(task, xs)
    pairs = zip(found, outs, strict=True)
    return tuple([np.asarray(value, aval.dtype)[()] for value, aval in pairs])


def _vjp(g: Any, xs: Any, needed: Any, total: Any, task: Task) -> tuple[Any, ...]:
    given = tuple([i for i, bar in enumerate(g) if bar is not None])
    chosen = _inexact(xs, needed)
    outs = tuple([Aval(*operand_aval(xs[i])) for i in chosen])
    pull = Task("vjp", task, (chosen, given))
    operands = (*xs, *[g[i] for i in given])
    bars = summed(operands, total, pull, outs)
    found = dict(zip(chosen, bars, strict=True))
    return tuple([found.get(i) for i in range(len(xs))])


def _jvp(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    total, task, outs = params["total"], params["task"], params["outs"]
    given = _inexact(xs, [t is not None for t in ts])
    wanted = tuple([i for i, aval in enumerate(outs) if is_inexact(aval.dtype)])
    push = Task("jvp", task, (given, wanted))
    operands = (*xs, *[ts[i] for i in given])
    dots = summed(operands, total, push, tuple([outs[i] for i in wanted]))
    found = dict(zip(wanted, dots, strict=True))
    return tuple([found.get(i) for i in range(len(outs))])


def _inexact(xs: Sequence[Any], chosen: Sequence[bool]) -> tuple[int, ...]:
    """Positions of the chosen operands that carry derivatives."""
    pairs = enumerate(zip(xs, chosen, strict=True))
    return tuple([i for i, (x, c) in pairs if c and is_inexact(operand_aval(x).dtype)])


def _batch(
    at: Mapped, *xs: Any, total: Summing, task: Task, outs: tuple[Aval, ...]
) -> Any:
    avals = tuple([Aval((at.size, *aval.shape), aval.dtype) for aval in outs])
    return summed(xs, total, Task("batch", task, (at.mapped,)), avals)


def summed(
    operands: Sequence[Any], total: Summing, task: Task, outs: tuple[Aval, ...]
) -> tuple[Any, ...]:
    """The sum of a task on leaves, of plain values or traced ones."""
    params = {"total": total, "task": task, "outs": outs}
    return sum_over_shards.apply(tuple(operands), params)


sum_over_shards = primitive(
    "sum_over_shards",
    _impl,
    lambda *avals, total, task, outs: outs,
    vjp=_vjp,
    jvp=_jvp,
    multiple=True,
    batch=_batch,
    doc="A sum over shards that workers hold.",
)
