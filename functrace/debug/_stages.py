"""The time of native code by lines: of each stage what its operations are estimated to be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from functrace.compiler.plan.nest import Nest
from functrace.compiler.plan.plan import Call
from functrace.debug._observer import account_of

if TYPE_CHECKING:
    from functrace.compiler.text.module import Module
    from functrace.core.node import Node
    from functrace.debug._timeline import Account

_ELEMENT = 1  # additions that reading or writing an element counts as


def shares(
    module: Module, around: Account
) -> Iterator[tuple[Account, str, float, int]]:
    """Of each operation the account, the name, the nanoseconds, and bytes written."""
    times = [float(t) for t in module.times]
    for timer, whole in zip(module.timers, times, strict=True):
        within = sum(times[k] for section in timer.inner for k in section.timers)
        own = max(whole - within, 0.0)
        nbytes = sum(buffer.nbytes for buffer in timer.stage.writes)
        weights = weights_of(timer.stage)
        total = sum(weights.values())
        for node, weight in weights.items():
            part = own * weight / total if total else own / len(weights)
            account = account_of(node.source, around)
            yield (
                account,
                node.name,
                part,
                round(nbytes * weight / total) if total else 0,
            )


def weights_of(stage: Nest | Call) -> dict[Node, float]:
    """The operations of a stage, and their estimated parts of its work."""
    if isinstance(stage, Call):
        return {stage.node: 1.0}
    weights: dict[Any, float] = {}
    for depth, items in enumerate(stage.levels):
        times = math.prod(stage.domain[axis] for axis in stage.order[:depth])
        for item in items:
            node = getattr(item, "node", None)
            if node is not None:
                weights[node] = weights.get(node, 0.0) + times * (
                    item.flops() or _ELEMENT
                )
    times = math.prod(stage.domain)
    for target in (*stage.stores, *stage.accumulators):
        node = target.root.array.node
        if node is not None:
            weights[node] = weights.get(node, 0.0) + times * _ELEMENT
    return weights
