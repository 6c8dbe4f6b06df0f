"""The time of native code by lines: of each stage what its operations are estimated to be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from functrace.compiler.plan.nest import Nest
from functrace.compiler.plan.plan import Call

if TYPE_CHECKING:
    from functrace.compiler.text.module import Module
    from functrace.core.node import Node

_ELEMENT = 1  # additions that reading or writing an element counts as


def shares(module: Module, times: Sequence[float]) -> Iterator[tuple[Node, float, int]]:
    """Of each operation its part of the nanoseconds, and the bytes that it writes."""
    for timer, whole, (weights, nbytes) in zip(
        module.timers, times, _parts_of(module), strict=True
    ):
        within = sum(times[k] for section in timer.inner for k in section.timers)
        own = max(whole - within, 0.0)
        for node, weight in weights.items():
            yield node, own * weight, round(nbytes * weight)


_PARTS: WeakKeyDictionary[Module, list[tuple[dict[Node, float], int]]] = (
    WeakKeyDictionary()
)


def _parts_of(module: Module) -> list[tuple[dict[Node, float], int]]:
    """For each timer the parts of operations, which add up to 1, and bytes written."""
    found = _PARTS.get(module)
    if found is None:
        found = _PARTS[module] = []
        for timer in module.timers:
            weights = weights_of(timer.stage)
            total = sum(weights.values())
            pairs = weights.items() if total else ()  # of nothing nothing is computed
            parts = {node: weight / total for node, weight in pairs}
            found.append((parts, sum(b.nbytes for b in timer.stage.writes)))
    return found


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
