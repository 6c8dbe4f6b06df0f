"""Elements further along axes whose ends meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.index import Index

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import Items
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node

_COST = 1  # additions: where a place is, most loops know before they begin


class Rolled(Form):
    """Elements of the operand so many places before (`shifts`), along axes whose ends meet.

    Parameters
    ----------
    formula : callable
        As of `Expanded`; None where it is to be read in place, from memory.
    """

    depends = "moved"

    def __init__(self, formula: Callable[..., Any]) -> None:
        self.formula = formula

    def has_code(self, node: Node, trial: Trial) -> bool:
        return True

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        if node.avals[0].size:
            operands = [build.in_memory(operands[0])]
        super().place(build, node, operands)

    def put(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        build.at_places(output, _COST, output.operands[0].ready)

    def flops(self, array: Array) -> int:
        return _COST

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        return []

    def item(self, items: Items, array: Array, index: Index) -> Item:
        assert array.node is not None
        shifts = array.node.params["shifts"]
        return items.load_around(array.operands[0], index, shifts)
