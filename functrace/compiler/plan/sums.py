"""Sums that one nest makes and that are then added up: they are one sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from functrace.compiler.plan.arrays import Array, Strided
from functrace.compiler.plan.stages import Reduce


class _Sum(NamedTuple):
    """Where a sum is in memory, and what adds to it at which stage."""

    view: Strided
    stage: int
    roots: list[Reduce]


class Sums:
    """The sums that stages make."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[int, list[Reduce]]] = {}

    def add(self, array: Array, stage: int, root: Reduce) -> None:
        """Note that a stage makes an array, which is a sum, in memory of its own."""
        self._made[array.number] = stage, [root]

    def join(self, array: Array, emit: Callable[..., Any]) -> bool:
        """Make two sums in one place, if the array is what `emit` combines them to.

        It is then there; if not, nothing is changed.
        """
        if not self._made or len(array.operands) != 2:
            return False
        x, y = array.operands
        if x.shape != y.shape or x.shape != array.shape:
            return False
        first, second = self._sum_of(x), self._sum_of(y)
        if first is None or second is None or first.stage != second.stage:
            return False
        root, other = first.roots[0], second.roots[0]
        if not (
            root.reduction is other.reduction
            and root.reduction.combine is emit
            and root.dtype == other.dtype == array.dtype
            and root.view.strides == other.view.strides
            and first.view.strides == second.view.strides
        ):
            return False
        for moved in second.roots:
            moved.view = root.view
        first.roots.extend(second.roots)
        array.keep(first.view, first.stage + 1)
        self._made[array.number] = first.stage, first.roots
        return True

    def _sum_of(self, array: Array) -> _Sum | None:
        """What makes an array if it is a whole sum, which nothing else needs.

        What is in a sum's memory may be another array: the sum with something written to it.
        """
        view, base = array.view, array
        while base.form.is_view and base.uses == 1:
            base = base.operands[0]
        found = self._made.get(base.number)
        if view is None or found is None or base.uses != 1:
            return None
        is_there = view.buffer is found[1][0].view.buffer
        return _Sum(view, *found) if is_there and array.size == base.size else None
