"""Views."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


class View(Form):
    """Elements of the first operand in other places: no code, another index.

    The map is found by making the view of a dummy with `impl`, which must not copy.
    """

    cost = 0
    is_view = True
    is_total = True
    depends = "moved"

    def has_code(self, node: Node, trial: Trial) -> bool:
        return True

    def put(self, build: Build, outputs: list[Array]) -> None:
        for output in outputs:
            build.view(output)

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]] | None:
        found = partition.locations.map_of(array)
        inner = None if found is None else found.index(index)
        return None if inner is None else [(array.operands[0], inner)]

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        found = self.indices(items.partition, array, index)
        assert found is not None
        return items.pull(*found[0])
