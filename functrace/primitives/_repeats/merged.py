"""A graph in which rows of arrays that repeat are computed once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import Primitive
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.serialize import freeze
from functrace.primitives._graphs import edge_of, handles
from functrace.primitives._index import ARRAY
from functrace.primitives._repeats.batchwise import MOVES, batchwise
from functrace.primitives._repeats.rows import Level, Repeated, in_common, lead_of
from functrace.primitives.indexing import gather
from functrace.primitives.layout import reshape

_WHOLE = slice(None)
_MOST = 1 << 18  # positions that are looked at
_LESS = 2  # times less is to be computed


def merged(outputs: list[Any], nodes: Sequence[Node]) -> list[Any]:
    """The outputs, edges or constants, with less to compute.

    They are as they were, unless what is computed, by `nodes`, is less than half.
    """
    if not any(map(_repeats, nodes)):
        return outputs
    with recording_all():
        merging = _Merging()
        for node in nodes:
            if type(node) is not Leaf:
                merging.add(node)
        found = [merging.whole(out) for out in outputs]
    return found if _LESS * merging.work <= merging.before > 0 else outputs


def _repeats(node: Node) -> bool:
    """Whether elements are picked more than once."""
    if node.primitive is not gather or type(node.inputs[0]) is not Edge:
        return False
    return node.avals[0].size > node.inputs[0].aval.size


class _Merging:
    """A graph while it is written once more.

    Attributes
    ----------
    before, work : int
        Elements that are computed, not only moved: in the graph, and in the new one.
    """

    def __init__(self) -> None:
        self.before = self.work = 0
        self._now: dict[Edge, Any] = {}
        self._known: dict[Edge, Repeated] = {}

    def whole(self, operand: Any) -> Any:
        """What has become of an operand."""
        if type(operand) is not Edge:
            return operand
        found = self._now.get(operand)
        if found is None:
            known = self._known.get(operand)
            found = operand if known is None else _core(_within(known, 0))
            self._now[operand] = found
        return found

    def add(self, node: Node) -> None:
        """Write an operation, or note what it gives."""
        moves = node.primitive in MOVES
        given = self._of(node.inputs[0]) if node.inputs else None
        if node.primitive.elementwise and not moves:
            found = self._elementwise(node)
        else:
            found = self._along(node, given)
        size = work = sum(aval.size for aval in node.avals)
        if found is not None:
            self._known[Edge(node, 0)] = found
            work = math.prod(found.core_shape)
        if not moves:
            self.before += size
            self.work += work
        if found is None or not (found.levels or (given and given.levels)):
            self._again(node)

    def _of(self, operand: Any) -> Repeated | None:
        return self._known.get(operand) if type(operand) is Edge else None

    def _again(self, node: Node) -> None:
        operands = tuple(map(self.whole, node.inputs))
        pairs = zip(operands, node.inputs, strict=True)
        if any(new is not old for new, old in pairs):
            made = node.again(operands)
            for i in range(len(node.avals)):
                self._now[Edge(node, i)] = Edge(made, i)

    def _along(self, node: Node, known: Repeated | None) -> Repeated | None:
        """What an operation on one array gives."""
        picks = node.primitive is gather and type(node.inputs[0]) is Edge
        found = batchwise(node) if picks or known is not None else None
        if found is None:
            return None
        if known is None:
            known = Repeated((), self.whole(node.inputs[0]))
        while lead_of(known.levels) > found.free:
            known = _within(known, len(known.levels) - 1)
        if known.positions is None and picks:
            known = _located(known)
        shape, params = _core_of(node, known.levels), node.params
        if known.levels:
            params = found.params(lead_of(known.levels), shape[0])
        rest = node.inputs[1:]
        if known.positions is None or node.primitive not in MOVES:
            if not known.levels:
                return None
            made = _made(node, (_core(known), *rest), params, shape)
            return Repeated(known.levels, made)
        if math.prod(shape) > _MOST:
            return None
        moved = node.primitive.impl(known.positions, *rest, **params)
        return known._replace(positions=moved).merged()

    def _elementwise(self, node: Node) -> Repeated | None:
        """What comes of operands that repeat in the same way."""
        levels = self._shared(node)
        if not levels:
            return None
        shape = _core_of(node, levels)
        operands = tuple([self._rows(x, levels, len(shape) - 1) for x in node.inputs])
        return Repeated(levels, _made(node, operands, node.params, shape))

    def _shared(self, node: Node) -> tuple[Level, ...]:
        """The levels that operands have in common, of axes that others do not have."""
        shape = node.avals[0].shape
        levels: tuple[Level, ...] | None = None
        free = len(shape)
        for x in node.inputs:
            known, own = self._of(x), operand_aval(x).shape
            missing = len(shape) - len(own)
            if known is not None and known.levels and not missing:
                free = min(free, in_common(own, shape))
                if levels is None:
                    levels = known.levels
                levels = levels[: in_common(levels, known.levels)]
            else:
                lengths = (1,) * missing + own
                free = min(free, in_common(lengths, (1,) * len(shape)))
        levels = levels or ()
        while lead_of(levels) > free:
            levels = levels[:-1]
        return levels

    def _rows(self, operand: Any, levels: tuple[Level, ...], rest: int) -> Any:
        """An operand of the core; of one that is the same for all rows, `rest` axes."""
        known, shape = self._of(operand), operand_aval(operand).shape
        repeats = known is not None and known.levels[: len(levels)] == levels
        if known is not None and repeats and len(shape) == lead_of(levels) + rest:
            return _core(_within(known, len(levels)))
        found = self.whole(operand)
        if len(shape) <= rest:
            return found
        return _applied(reshape, found, shape=shape[len(shape) - rest :])


def _core_of(node: Node, levels: tuple[Level, ...]) -> tuple[int, ...]:
    """Shape of what an operation gives, of which the first axes are in levels."""
    shape = node.avals[0].shape
    return (levels[-1].count, *shape[lead_of(levels) :]) if levels else shape


def _located(known: Repeated) -> Repeated:
    """With the positions of the core's elements, unless they are many."""
    size, shape = known.source.aval.size, known.source.aval.shape
    if size > _MOST:
        return known
    return known._replace(positions=np.arange(size).reshape(shape))


def _within(known: Repeated, count: int) -> Repeated:
    """The array, as rows in so many levels only."""
    while len(known.levels) > count:
        *levels, last = known.levels
        if known.positions is not None:
            if last.rows.size * math.prod(known.core_shape[1:]) <= _MOST:
                positions = known.positions[last.rows]
                known = Repeated(tuple(levels), known.source, positions)
                continue
            known = Repeated(known.levels, _core(known))
        known = Repeated(tuple(levels), _picked(known.source, last.rows))
    return known


def _core(known: Repeated) -> Edge:
    source, positions = known.source, known.positions
    if positions is None:
        return source
    flat = _applied(reshape, source, shape=(source.aval.size,))
    return _picked(flat, positions)


def _picked(source: Edge, rows: np.ndarray) -> Edge:
    index = (ARRAY, *(_WHOLE,) * (source.aval.ndim - 1))
    constant = freeze(np.array(rows, np.intp, order="C"))
    return _applied(gather, source, constant, index=index)


def _applied(primitive: Primitive, operand: Any, *rest: Any, **params: Any) -> Any:
    given = handles([operand])[0] if type(operand) is Edge else operand
    return edge_of(primitive(given, *rest, **params))


def _made(
    node: Node,
    operands: tuple[Any, ...],
    params: dict[str, Any],
    shape: tuple[int, ...],
) -> Edge:
    """The operation on other operands, which gives an array of another shape."""
    aval = Aval(shape, node.avals[0].dtype)
    made = Node(node.primitive, operands, params, None, shape, aval.dtype, (aval,))
    made.source = node.source
    return Edge(made, 0)
