"""What a group computes, as items: loads, operations and constants, each made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.compiler.advanced import Picked
from functrace.compiler.arrays import Array, Buffer, Strided
from functrace.compiler.builder import Builder, Value, native_kind
from functrace.compiler.forms import Reduction
from functrace.compiler.index import (
    Affine,
    Index,
    combine,
    offset_of,
)
from functrace.compiler.kinds import loop_kinds
from functrace.compiler.memory import advance
from functrace.compiler.partition import Partition
from functrace.compiler.stages import Scattered


class Item:
    """Something to compute.

    Attributes
    ----------
    loops : int
        Bits of the loop axes that it depends on.
    write : callable
        Emits it, given the nest that it is part of.
    value : object
        What that gave, for the iteration that is being written.
    """

    __slots__ = ("loops", "value", "write")

    def __init__(self, loops: int, write: Callable[[Any], Any]) -> None:
        self.loops = loops
        self.write = write
        self.value: Any = None


class Items:
    """The items of the group at a position, each after those that it takes."""

    def __init__(self, partition: Partition, position: int, at_once: Any) -> None:
        self.partition = partition
        self.position = position
        self.list: list[Item] = []
        self.at_once = at_once  # the nest, if it has no loops: items are then written
        self.places: list[Affine] = []
        self.reads: dict[Buffer, set[Affine | None]] = {}  # None: a computed place
        self._memo: dict[Any, Item] = {}

    def _add(self, loops: int, write: Callable[[Any], Any]) -> Item:
        item = Item(loops, write)
        if self.at_once is None:
            self.list.append(item)
        else:
            item.value = write(self.at_once)
        return item

    # -- values ----------------------------------------------------------------------

    def pull(self, array: Array, index: Index) -> Item:
        """The item of an element, made with all that it depends on."""
        key = (array.number, index)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._make(array, index)
        return found

    def _make(self, array: Array, index: Index) -> Item:
        if array.constant is not None and array.view is None:
            return self._constant(array)
        view = self.partition.memory_at(array, self.position)
        if view is not None:
            return self.load(view.buffer, offset_of(index, view.strides, view.offset))
        return array.form.item(self, array, index)

    def _constant(self, array: Array) -> Item:
        kind, number = array.kind, array.constant
        assert kind is not None
        if kind[0] == "c":
            return self._add(0, lambda nest: nest.b.complex_constant(number, kind))
        return self._add(0, lambda nest: nest.b.constant(number, kind))

    # -- what forms ask for ----------------------------------------------------------

    def apply(self, array: Array, index: Index, operands: Sequence[Item]) -> Item:
        """The output of an elementwise operation, of elements."""
        node, kind = array.node, array.kind
        assert node is not None
        assert kind is not None
        if len(node.avals) == 1:
            return self._emission(array, operands, kind)
        key = (node, index)
        whole = self._memo.get(key)
        if whole is None:
            whole = self._memo[key] = self._emission(array, operands, None)
        output = array.output
        return self._add(
            whole.loops, lambda nest: nest.b.convert(whole.value[output], kind)
        )

    def _emission(
        self, array: Array, operands: Sequence[Item], kind: str | None
    ) -> Item:
        node = array.node
        assert node is not None
        primitive, params = node.primitive, node.params
        kinds = loop_kinds(primitive, tuple([o.given for o in array.operands]))
        assert kinds is not None
        emit = primitive.lower.emit
        pairs = list(zip(operands, kinds, strict=True))

        def write(nest: Any) -> Any:
            b = nest.b
            out = emit(b, *[b.convert(item.value, k) for item, k in pairs], **params)
            return out if kind is None else b.convert(out, kind)

        return self._add(_union(operands), write)

    def fold(self, array: Array, reduction: Reduction, parts: Sequence[Item]) -> Item:
        """Elements combined."""
        kind = array.kind
        assert kind is not None

        def write(nest: Any) -> Any:
            b = nest.b
            total, *others = [reduction.prepared(b, p.value, kind) for p in parts]
            for other in others:
                total = reduction.combine(b, total, other)
            return total

        return self._add(_union(parts), write)

    def load_at(
        self, picked: Picked, index: Index, arrays: Sequence[Array], source: Array
    ) -> Item:
        """An element at a place that arrays give."""
        view = self.partition.memory_at(source, self.position)
        assert view is not None
        place, row, steps = self.pointed(picked, index, arrays, source.shape, view)
        self.reads.setdefault(view.buffer, set()).add(None)
        loops = row.loops | steps.loops
        return self._add(
            loops,
            lambda nest: nest.load_at(
                row.value, steps.value, view.buffer, place, loops
            ),
        )

    # -- computed places -----------------------------------------------------------

    def pointed(
        self,
        picked: Picked,
        index: Index,
        arrays: Sequence[Array],
        shape: tuple[int, ...],
        view: Strided,
    ) -> tuple[Affine, Item, Item]:
        """A place in memory: its affine part, a pointer there, and the steps from it."""
        parts: list[tuple[int, Affine]] = []
        named: list[tuple[int, int, Item]] = []
        for n, stride, entry in zip(
            shape, view.strides, picked.places(index), strict=True
        ):
            if isinstance(entry, tuple):
                parts.append((stride, entry))
                continue
            array = arrays[entry]
            at = picked.index_of(array.shape, index)
            known = (
                array.constant is not None and np.min(array.constant, initial=0) >= 0
            )
            named.append((stride, 0 if known else n, self.pull(array, at)))
        place = combine(view.offset, parts)
        steps = self._add(
            _union([item for _, _, item in named]), lambda nest: _steps(nest.b, named)
        )
        return place, self.address(view.buffer, place), steps

    def scattered(self, root: Scattered, index: Index) -> tuple[Affine, Item]:
        """Where an element is written to."""
        shape = root.target
        place, row, steps = self.pointed(
            root.picked, index, root.arrays, shape, root.view
        )
        kind, scale = _cells(root.view.buffer)

        def write(nest: Any) -> str:
            distance = steps.value * scale if scale > 1 else steps.value
            return advance(nest.b, row.value, kind, distance.text)

        return place, self._add(row.loops | steps.loops, write)

    # -- memory ----------------------------------------------------------------------

    def load(self, buffer: Buffer, place: Affine) -> Item:
        """Elements in memory. What a group reads it does not write."""
        key = ("load", id(buffer), place)
        found = self._memo.get(key)
        if found is None:
            self.reads.setdefault(buffer, set()).add(place)
            address = self.address(buffer, place)
            found = self._memo[key] = self._add(
                address.loops, lambda nest: nest.load(address.value, buffer, place)
            )
        return found

    def address(self, buffer: Buffer, place: Affine) -> Item:
        """A pointer to an element; where it is a vector, to the first lane's."""
        self.places.append(place)
        constant, terms = place
        kind, scale = _cells(buffer)
        row = self._row(buffer, terms)
        return self._add(
            row.loops, lambda nest: advance(nest.b, row.value, kind, constant * scale)
        )

    def _row(self, buffer: Buffer, terms: tuple[tuple[int, int], ...]) -> Item:
        """A pointer moved along the loops, the outer ones first."""
        key = ("row", id(buffer), terms)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._make_row(buffer, terms)
        return found

    def _make_row(self, buffer: Buffer, terms: tuple[tuple[int, int], ...]) -> Item:
        if not terms:
            return self._add(0, lambda nest: nest.pointer(buffer))
        outer = self._row(buffer, terms[:-1])
        axis, factor = terms[-1]
        kind, scale = _cells(buffer)

        def write(nest: Any) -> str:
            step: Value = nest.counter[axis]
            if step.number is not None:
                return advance(nest.b, outer.value, kind, step.number * factor * scale)
            if factor * scale != 1:
                step = step * (factor * scale)
            return advance(nest.b, outer.value, kind, step.text)

        return self._add(outer.loops | 1 << axis, write)


def _steps(b: Builder, named: Sequence[tuple[int, int, Item]]) -> Value:
    """Elements to go for indices, of which negative ones count from the end."""
    total: Any = b.constant(0, "i64")
    for stride, n, item in named:
        position = b.convert(item.value, "i64")
        if n:
            position = b.select(position < 0, position + n, position)
        total = total + position * stride
    return total


def _cells(buffer: Buffer) -> tuple[str, int]:
    """Kind of what is in memory, and how many of it make an element."""
    kind = native_kind(buffer.dtype)
    return kind, 2 if kind[0] == "c" else 1


def _union(items: Sequence[Item]) -> int:
    loops = 0
    for item in items:
        loops |= item.loops
    return loops
