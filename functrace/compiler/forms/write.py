"""New arrays, made of pieces of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.advanced import pick
from functrace.compiler.indices.index import Index
from functrace.core.rule import operand_avals

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.graph import Graph
    from functrace.core.node import Node


class Write(Form):
    """A new array, made of pieces of others.

    Parameters
    ----------
    pieces : callable
        ``(avals, out_aval, **params)``: a pair. First what the output starts as: an
        operand (its position, an int), or what it is filled with (a float), or None if
        the pieces cover all of it. Then the pieces, as triples: position of an operand,
        a function from an array like the output to the view that the operand (broadcast)
        is written to, and whether it is added rather than set.
    add : bool or None
        Of an operation that may be given integer arrays after the first two operands:
        the second is written, or added, to the first where these point, in order.
    """

    cost = 0
    depends = "moved"

    def __init__(self, pieces: Callable[..., Any], add: bool | None = None) -> None:
        self.pieces = pieces
        self._pointed = None if add is None else Scatter(add=add)

    def has_code(self, node: Node, trial: Trial) -> bool:
        arrays = [] if self._pointed is None else operand_avals(node)[2:]
        return all(a.dtype.kind in "iu" for a in arrays)

    def is_total_at(self, node: Node, is_harmless: Callable[[Graph], bool]) -> bool:
        # To known places, not to where indices point.
        return "index" not in node.params or len(node.inputs) == 2

    def changes(self, node: Node) -> bool:
        return self._pointed is not None and len(node.inputs) == 2

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        pointed = self._pointed if len(operands) > 2 else None
        Form.place(pointed or self, build, node, operands)

    def put(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        assert output.node is not None
        avals = [operand.aval for operand in output.operands]
        base, pieces = self.pieces(avals, output.aval, **output.node.params)
        build.write(output, base, pieces)

    def flops(self, array: Array) -> int:
        return 1

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        base, part = array.operands
        window, _ = partition.pieces[array.number]
        if window.ends(index, array.shape) is None:
            return [(base, index)]
        return [(base, index), (part, window.of(part.shape, index))]

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        return items.joined(array, items.partition.pieces[array.number], index)


class Scatter(Form):
    """Elements of the second operand written, or added, to the first where arrays point."""

    def __init__(self, *, add: bool) -> None:
        self.add = add

    def put(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        assert output.node is not None
        old, _, *arrays = output.operands
        shapes = [array.shape for array in arrays]
        picked = pick(old.shape, output.node.params["index"], shapes)
        known = build.check(picked, arrays, old.shape)
        build.scatter(output, picked, known, add=self.add)
