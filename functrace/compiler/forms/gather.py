"""Elements at computed places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.advanced import AdvancedIndex, pick
from functrace.compiler.indices.index import Index
from functrace.core.rule import operand_avals

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node

_COST = 4  # additions of finding the place, and of a load of one element


class Gather(Form):
    """Elements of the first operand that integer arrays, the others, name (`index`)."""

    depends = "moved"

    def has_code(self, node: Node, trial: Trial) -> bool:
        arrays = operand_avals(node)[1:]
        return all(a.dtype.kind in "iu" for a in arrays)

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        source, *arrays = operands
        if node.avals[0].size:
            build.partition.show(source)  # elements apart are as good as a copy
            source = build.in_memory(source)
        super().place(build, node, [source, *arrays])

    def put(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        source, *arrays = output.operands
        known = build.check(_picked(output), arrays, source.shape)
        build.at_places(output, _COST, max(source.ready, known))

    def put_nothing(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        source, *arrays = output.operands
        build.check(
            _picked(output), arrays, source.shape
        )  # an index may be out of range
        super().put_nothing(build, outputs)

    def flops(self, array: Array) -> int:
        return 1

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        picked = _picked(array)
        return [(a, picked.index_of(a.shape, index)) for a in array.operands[1:]]

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        source, *arrays = array.operands
        return items.load_at(_picked(array), index, arrays, source)


def _picked(array: Array) -> AdvancedIndex:
    """Where the elements come from."""
    assert array.node is not None
    source, *arrays = array.operands
    return pick(source.shape, array.node.params["index"], [a.shape for a in arrays])
