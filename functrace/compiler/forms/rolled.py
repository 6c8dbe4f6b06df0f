"""Elements further along axes whose ends meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.index import Index

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node


class Rolled(Form):
    """Elements of the operand so many places before (`shifts`), along axes whose ends meet.

    Parameters
    ----------
    formula : callable
        As of `Expanded`; None where it is to be read in place: from memory, or computed
        there if it is cheap, or needed nowhere else.
    """

    depends = "moved"
    cost = 1  # where a place is, most loops know before they begin
    reads_memory = True

    def __init__(self, formula: Callable[..., Any]) -> None:
        self.formula = formula

    def has_code(self, node: Node, trial: Trial) -> bool:
        return True

    def put(self, build: Build, outputs: list[Array]) -> None:
        for output in outputs:
            build.moved(output, self.cost)

    def flops(self, array: Array) -> int:
        return self.cost

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        assert array.node is not None
        (operand,) = array.operands
        shifts = array.node.params["shifts"]
        return [(operand, partition.turns.moved(index, operand.shape, shifts))]

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        (found,) = self.indices(items.partition, array, index)
        return items.pull(*found)
