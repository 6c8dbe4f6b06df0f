"""Reductions: in loops, or written out where they are short."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.index import Index, fixed
from functrace.compiler.indices.unrolling import TINY

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node


class Reduction(Form):
    """Elements along some axes combined into one (params ``axis`` and ``keepdims``).

    Parameters
    ----------
    combine : callable
        ``(builder, x, y)`` in the dtype of the output, associative and commutative.
    identity : callable
        ``dtype -> number`` that changes nothing.
    prepare : callable or None
        ``(builder, x)``: what is done to each element first.
    """

    is_total = True
    depends = "reduced"

    def __init__(
        self,
        combine: Callable[..., Any],
        identity: Callable[[Any], Any],
        prepare: Callable[..., Any] | None = None,
    ) -> None:
        self.combine = combine
        self.identity = identity
        self.prepare = prepare
        self._short = Fold(self)

    def operand(self, b: Any, x: Any, kind: str) -> Any:
        """An element as it is combined, with the others of its kind."""
        x = x if self.prepare is None else self.prepare(b, x)
        return b.convert(x, kind)

    def has_code(self, node: Node, trial: Trial) -> bool:
        return trial.combines(node)

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        shape, count = operands[0].shape, 1
        for d in node.params["axis"]:
            count *= shape[d]
        form = self._short if 0 < count <= TINY else self
        Form.place(form, build, node, operands)

    def put(self, build: Build, outputs: list[Array]) -> None:
        build.reduce(outputs[0], self)


class Fold(Form):
    """A reduction so short that it is written out."""

    combines = True

    def __init__(self, reduction: Reduction) -> None:
        self.reduction = reduction

    def put(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        build.in_passing(output, 1, max(1, output.operands[0].size // output.size))

    def flops(self, array: Array) -> int:
        return array.operands[0].size // max(array.size, 1)

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        (operand,) = array.operands
        return [(operand, lane) for lane in _lanes(array, index)]

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        operands = self.indices(items.partition, array, index)
        return items.fold(array, self.reduction, operands)


def _lanes(array: Array, index: Index) -> list[Index]:
    """The indices of the elements that are combined."""
    assert array.node is not None
    axes, keep = array.node.params["axis"], array.node.params["keepdims"]
    kept = iter(index)
    lanes: list[tuple[Any, ...]] = [()]
    for d, n in enumerate(array.operands[0].shape):
        if d in axes:
            if keep:
                next(kept)
            lanes = [(*lane, fixed(k)) for lane in lanes for k in range(n)]
        else:
            entry = next(kept)
            lanes = [(*lane, entry) for lane in lanes]
    return lanes
