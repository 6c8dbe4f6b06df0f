"""Operations on each element."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form, JointRoutine
from functrace.compiler.indices.index import Index, operand_index

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node


class Elementwise(Form):
    """Each element of the output from the elements of the operands at its place.

    Parameters
    ----------
    emit : callable
        ``(builder, *values, **params)``: a value (`Value`, or `Complex` for a complex
        dtype), or a tuple of them, in the notation of
        `functrace.compiler.notation.builder`. The operands come in the dtypes of
        NumPy's own loop (the ufunc's ``resolve_dtypes``;
        without a ufunc: as they are); what is returned is converted to the dtype of the
        output. Straight-line code: what needs branches is a routine.
    cost : int
        In additions, roughly: whether recomputing it is better than storing it.
    absorbed : tuple of int
    usual : bool or None
    is_mask : bool
    joint : JointRoutine or None
        As of `Form`.
    """

    is_total = True
    depends = "same place"

    def __init__(
        self,
        emit: Callable[..., Any],
        cost: int = 1,
        *,
        absorbed: tuple[int, ...] = (),
        usual: bool | None = None,
        is_mask: bool = False,
        joint: JointRoutine | None = None,
    ) -> None:
        self.emit = emit
        self.cost = cost
        self.absorbed = absorbed
        self.usual = usual
        self.is_mask = is_mask
        self.joint = joint

    def is_native(self, node: Node, trial: Trial) -> bool:
        return trial.emits(node)

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        if node.shape == ():
            build.scalar(self, node, operands)
        else:
            super().place(build, node, operands)

    def put(self, build: Build, outputs: list[Array]) -> None:
        for output in outputs:
            if not build.sums.join(output, self.emit):
                build.in_passing(output, self.cost)

    def flops(self, array: Array) -> int:
        return self.cost

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        shape = array.shape
        return [(o, operand_index(index, o.shape, shape)) for o in array.operands]

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        if not index:  # a number, of numbers
            return items.apply_to_numbers(array)
        operands = self.indices(items.partition, array, index)
        return items.apply(array, index, operands)
