"""From nodes to stages: every node's part in the partition, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.advanced import Picked, pick
from functrace.compiler.index import outside, view_map
from functrace.compiler.kinds import number_of
from functrace.compiler.lowering import Control, Elementwise, Reduction, Step, Write
from functrace.compiler.operations import (
    is_elementwise,
    is_fold,
    is_gather,
    is_view,
    picked_by,
)
from functrace.compiler.partition import CHEAP, Partition
from functrace.compiler.stages import Scattered
from functrace.compiler.value import Buffer, Value, View, row_major
from functrace.core.aval import Aval, aval_of
from functrace.core.node import Edge, Node

_DEAREST = 1 << 20
_DEEPEST = 64  # operations one after another whose results are nowhere in memory
_SERIAL = 8  # additions that are better done to vectors than one after another


class _Base(NamedTuple):
    """Memory that a new array is made in.

    Attributes
    ----------
    view : View
    after : int
        First position at which the pieces may be written.
    done : int
        First position at which all the rest is there.
    number : int, float, complex or None
        What it is filled with before the first piece.
    """

    view: View
    after: int
    done: int
    number: Any


def _dummy(shape: tuple[int, ...]) -> np.ndarray:
    """An array to try an index on; its memory is never touched."""
    return np.empty(shape, np.int8)


def _out_of(n: int) -> Reduction:
    """Whether any index is out of range."""
    return Reduction(
        lambda b, x, y: x | y,
        lambda dtype: False,
        lambda b, x: (x >= n) if x.kind[0] == "u" else (x < -n) | (x >= n),
    )


def _is_in_range(constant: Any, n: int) -> bool:
    """Whether indices are; if not, it is an error only where the code is reached."""
    found = np.asarray(constant)
    return found.min() >= -n and found.max() < n


class Build:
    """Stages that compute `outputs` from `inputs` by `nodes`, all of them native.

    Parameters
    ----------
    constants : list of array
        Arrays that the code refers to: those that are met are added.
    strides : sequence of tuple, optional
        Of the inputs, in elements; default: they are in C order.

    Attributes
    ----------
    partition : Partition
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        inputs: Sequence[Edge],
        outputs: Sequence[Any],
        constants: list[np.ndarray],
        strides: Sequence[tuple[int, ...]] | None = None,
    ) -> None:
        self.partition = Partition()
        self.constants = constants
        self._values: dict[Edge, Value] = {}
        self._constants: dict[int, Value] = {}
        self._filled: dict[int, Value] = {}
        self._count = 0
        if strides is None:
            strides = [row_major(edge.aval.shape) for edge in inputs]
        for number, (edge, steps) in enumerate(zip(inputs, strides, strict=True)):
            self._input(number, edge, steps)
        self._uses = _count_uses(nodes, outputs)
        for node in nodes:
            self._node(node)
        for number, output in enumerate(outputs):
            self._output(number, self._operand(output))

    # -- values --------------------------------------------------------------------------

    def _value(self, node: Node | None, output: int, shape: Any, dtype: Any) -> Value:
        self._count += 1
        return Value(self._count, node, output, shape, np.dtype(dtype))

    def _input(self, number: int, edge: Edge, strides: tuple[int, ...]) -> None:
        aval = Aval(*edge.aval)  # a Python number's dtype becomes NumPy's
        value = self._values[edge] = self._value(None, 0, *aval)
        value.given = edge.aval.dtype
        value.view = View(Buffer("input", number, aval.dtype, aval.size), strides)

    def _in(self, place: str, number: int, aval: Any) -> View:
        return View(Buffer(place, number, aval.dtype, aval.size), row_major(aval.shape))

    def _operand(self, operand: Any) -> Value:
        if type(operand) is Edge:
            return self._values[operand]
        known = self._constants.get(id(operand))
        if known is not None:
            return known
        aval = aval_of(operand)
        value = self._value(None, 0, aval.shape, np.dtype(aval.dtype))
        value.given = aval.dtype
        value.constant = number_of(operand)
        if value.constant is None:
            array = np.ascontiguousarray(operand)
            value.constant = array
            value.view = self._in("constant", len(self.constants), aval)
            value.view.buffer.array = array
            self.constants.append(array)
        self._constants[id(operand)] = value
        return value

    # -- nodes ---------------------------------------------------------------------------

    def _node(self, node: Node) -> None:
        operands = [self._operand(operand) for operand in node.inputs]
        if node.shape == () and type(node.primitive.lower) is Elementwise:
            self._scalar(node, operands)
            return
        outputs: list[Value] = []
        for i, aval in enumerate(node.avals):
            value = self._value(node, i, aval.shape, aval.dtype)
            value.operands = operands
            edge = Edge(node, i)
            value.uses = self._uses.get(edge, 0)
            self._values[edge] = value
            outputs.append(value)
        lower = node.primitive.lower
        if not any(value.size for value in outputs):
            self._nothing(outputs)
        elif is_view(outputs[0]):
            self._view(outputs[0])
        elif is_elementwise(outputs[0]) or is_fold(outputs[0]):
            self._in_passing(outputs)
        elif is_gather(outputs[0]):
            self._gather(outputs[0])
        elif isinstance(lower, Reduction):
            self._reduce(outputs[0], lower)
        elif isinstance(lower, Write) and lower.add is not None and len(operands) > 2:
            self._scatter(outputs[0], add=lower.add)
        elif isinstance(lower, Write):
            self._write(outputs[0], lower)
        else:
            self._step(node, operands, outputs)

    def _scalar(self, node: Node, operands: list[Value]) -> None:
        """The usual case of long programs, in short."""
        self._count += 1
        value = Value(self._count, node, 0, (), np.dtype(node.dtype))
        value.operands = operands
        edge = Edge(node, 0)
        value.uses = self._uses.get(edge, 0)
        self._values[edge] = value
        value.cost = 1 + CHEAP  # not to be recomputed
        self.partition.compute_scalar(value)

    def _nothing(self, outputs: list[Value]) -> None:
        """Arrays without elements; indices may be out of range all the same."""
        if is_gather(outputs[0]):
            source, *arrays = outputs[0].operands
            self._check(picked_by(outputs[0]), arrays, source.shape)
        for value in outputs:
            value.view = self.partition.allocate(value.dtype, value.shape)

    def _view(self, value: Value) -> None:
        """Elements in other places; what is there several times is not computed so often."""
        base = value.operands[0]
        value.cost, value.depth = base.cost, base.depth
        if value.size > base.size and base.cost > CHEAP:
            self.partition.materialise(base)
        self.partition.memory(value)

    def _in_passing(self, outputs: list[Value]) -> None:
        for value in outputs:
            times = 1
            own = 1
            if is_fold(value):
                times = max(1, value.operands[0].size // value.size)
            else:
                own = value.node.primitive.lower.cost  # type: ignore[union-attr]
            cost = sum(o.cost for o in value.operands if o.view is None)
            value.cost = min(own + times * cost, _DEAREST)
            value.depth = 1 + max((o.depth for o in value.operands), default=0)
            if value.depth > _DEEPEST:
                self.partition.materialise(value)
                value.depth = 0
            if value.size == 1 and value.operands:
                self.partition.compute(value)

    def _reduce(self, value: Value, lower: Reduction) -> None:
        assert value.node is not None
        (operand,) = value.operands
        if not operand.size:
            view = self.partition.allocate(value.dtype, value.shape)
            stage = self._fill(lower.identity(value.dtype), value, view)
            value.view, value.ready = view, stage + 1
            return
        axes, shape = value.node.params["axis"], operand.shape
        kept = [d for d in range(len(shape)) if d not in axes]
        view = self.partition.allocate_apart(
            value.dtype,
            tuple(1 if d in axes else n for d, n in enumerate(shape)),
            self.partition.unroll(operand, shape),
        )
        strides = [0 if d in axes else s for d, s in enumerate(view.strides)]
        target = View(view.buffer, tuple(strides))
        stage = self.partition.reduce(operand, axes, lower, value.dtype, target)
        if not value.node.params["keepdims"]:
            strides = [strides[d] for d in kept]
        value.view, value.ready = View(view.buffer, tuple(strides)), stage + 1

    def _fill(self, number: Any, like: Value, view: View, after: int = 0) -> int:
        constant = self._value(None, 0, (), like.dtype)
        constant.constant = number
        return self.partition.store(constant, like.shape, view, after=after)

    def _write(self, value: Value, lower: Write) -> None:
        assert value.node is not None
        avals = [Aval(o.shape, o.dtype) for o in value.operands]
        found = lower.pieces(avals, value.node.avals[0], **value.node.params)
        assert found is not None
        base, pieces = found
        alike = all(add for _, _, add in pieces)  # then they may come in any order
        view, after, last, number = self._base(value, base, pieces)
        for position, part, add in pieces:
            shape = part(_dummy(value.shape)).shape
            if 0 in shape:
                continue
            place = view_map(part, value.shape, {})
            assert place is not None
            target = View(view.buffer, place.strides, view.offset + place.offset)
            source = value.operands[position]
            stage = self.partition.store(source, shape, target, add=add, after=after)
            if number is not None:
                self.partition.fill(stage, view.buffer, number)
                after, number = stage, None
            last = max(last, stage + 1)
        if number is not None:
            last = self._fill(number, value, view) + 1
        value.view, value.ready = view, last
        value.filled = after if alike else last

    def _base(self, value: Value, base: Any, pieces: Any) -> _Base:
        """The memory that pieces are written to, with what stays of an older array."""
        partition = self.partition
        if base is None:
            return _Base(partition.allocate(value.dtype, value.shape), 0, 0, None)
        old = value.operands[base] if type(base) is int else None
        if old is None or (old.constant is not None and old.view is None):
            number = base if old is None else old.constant
            return _Base(partition.allocate(value.dtype, value.shape), 0, 0, number)
        if self._may_take(old, value):
            view = partition.materialise(old)
            added = isinstance(old.node.primitive.lower, Write)  # type: ignore[union-attr]
            added = added and all(add for _, _, add in pieces)
            return _Base(view, old.filled if added else old.ready, old.ready, None)
        view = partition.allocate(value.dtype, value.shape)
        blocks = self._left_over(value, pieces)
        if blocks is None:
            ready = partition.store(old, value.shape, view) + 1
            return _Base(view, ready, ready, None)
        partition.materialise(old)
        ready = [self._copy_block(old, view, block) + 1 for block in blocks]
        return _Base(view, 0, max(ready, default=0), None)

    def _left_over(self, value: Value, pieces: Any) -> list[tuple[slice, ...]] | None:
        """What has to be copied where all the rest is overwritten, in blocks."""
        ((_, part, add), *others) = pieces
        if others or add or part is None:
            return None
        shape = part(_dummy(value.shape)).shape
        found = view_map(part, value.shape, {})
        box = None if found is None or 0 in shape else found.box(shape)
        return None if box is None else list(outside(box, value.shape))

    def _copy_block(self, old: Value, new: View, block: tuple[slice, ...]) -> int:
        """Copy a part of an array that is in memory; the position of the group."""
        view = self.partition.memory(old)
        assert view is not None
        shape = _dummy(old.shape)[block].shape
        starts = [s.start or 0 for s in block]

        def within(whole: View) -> View:
            steps = zip(starts, whole.strides, strict=True)
            offset = whole.offset + sum(start * step for start, step in steps)
            return View(whole.buffer, whole.strides, offset)

        window = self._value(None, 0, shape, old.dtype)
        window.view, window.ready = within(view), old.ready
        return self.partition.store(window, shape, within(new))

    def _may_take(self, old: Value, new: Value) -> bool:
        """Whether nobody else needs a value, so that its memory may be changed."""
        if old.uses != 1 or old.node is None or old.dtype != new.dtype or is_view(old):
            return False
        view = self.partition.memory(old)
        return view is None or (
            view.buffer.place == "arena" and view.strides == row_major(new.shape)
        )

    def _gather(self, value: Value) -> None:
        source, *arrays = value.operands
        value.operands = [self._in_memory(source), *arrays]
        picked = picked_by(value)
        value.ready = self._check(picked, arrays, source.shape)
        value.cost = 4 + sum(a.cost for a in arrays if a.view is None)
        if value.size == 1:
            self.partition.compute(value)

    def _check(
        self, picked: Picked, arrays: list[Value], shape: tuple[int, ...]
    ) -> int:
        """Give up where an index is out of range; from when on that is known."""
        ready = 0
        for n, entry in zip(shape, picked.entries, strict=True):
            if entry[0] != "array":
                continue
            array = arrays[entry[1]]
            if not array.size:
                continue
            if array.constant is not None and _is_in_range(array.constant, n):
                continue
            axes = tuple(range(len(array.shape)))
            ready = max(ready, self.partition.check(array, axes, _out_of(n)))
        return ready

    def _scatter(self, value: Value, *, add: bool) -> None:
        assert value.node is not None
        old, new, *arrays = value.operands
        picked = pick(old.shape, value.node.params["index"], [a.shape for a in arrays])
        ready = self._check(picked, arrays, old.shape)
        view, after, done, number = self._base(value, 0, [(1, None, add)])
        if 0 in picked.shape:
            if number is not None:
                done = self._fill(number, value, view) + 1
            value.view, value.ready, value.filled = view, done, done
            return
        if new.cost > _SERIAL:
            self.partition.materialise(new)
        root = Scattered(new, arrays, picked, old.shape, view, add=add)
        stage = self.partition.scatter(root, max(after, ready))
        if number is not None:
            self.partition.fill(stage, view.buffer, number)
        value.view, value.ready = view, max(done, stage + 1)
        value.filled = stage if add else value.ready

    def _step(self, node: Node, operands: list[Value], outputs: list[Value]) -> None:
        assert isinstance(node.primitive.lower, (Step, Control))
        operands = [self._in_memory(value) for value in operands]
        for value in outputs:
            value.view = self.partition.allocate(value.dtype, value.shape)
        self.partition.step(node, operands, outputs)

    def _in_memory(self, value: Value) -> Value:
        """What is the same in memory; a number is written there, for this purpose only."""
        if value.constant is None or value.view is not None:
            self.partition.materialise(value)
            return value
        filled = self._filled.get(value.number)
        if filled is None:
            filled = self._value(None, 0, value.shape, value.dtype)
            view = self.partition.allocate(value.dtype, value.shape)
            filled.ready = self._fill(value.constant, value, view) + 1
            filled.view = view
            self._filled[value.number] = filled
        return filled

    # -- outputs -------------------------------------------------------------------------

    def _output(self, number: int, value: Value) -> None:
        """Have a value in an output's memory: computed there, if that is possible."""
        if value.view is None and value.constant is not None:
            self._fill(value.constant, value, self._in("output", number, value))
            return
        view = self.partition.materialise(value)
        buffer = view.buffer
        if (
            buffer.place == "arena"
            and buffer.size == value.size
            and view.strides == row_major(value.shape)
        ):
            buffer.place, buffer.number = "output", number
            return
        place = self._in("output", number, value)
        self.partition.store(value, value.shape, place)


def _count_uses(nodes: Sequence[Node], outputs: Sequence[Any]) -> dict[Edge, int]:
    uses: dict[Edge, int] = {}
    for node in nodes:
        for operand in node.inputs:
            if type(operand) is Edge:
                uses[operand] = uses.get(operand, 0) + 1
    for output in outputs:
        if type(output) is Edge:
            uses[output] = uses.get(output, 0) + 1
    return uses
