"""From the values of a group to items: loads, operations and constants, each made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.compiler.forms import Reduction
from functrace.compiler.indices.advanced import AdvancedIndex
from functrace.compiler.indices.index import Affine, Index, combine, offset_of
from functrace.compiler.plan.around import Around, LoadAround, Wrapped
from functrace.compiler.plan.arrays import Array, Buffer, Strided
from functrace.compiler.plan.inside import Inside, Joined, LoadInside
from functrace.compiler.plan.items import (
    Apply,
    ApplyOneOf,
    ApplyToPlace,
    Combined,
    IndexOffset,
    Item,
    Load,
    LoadAt,
    Number,
    Output,
    Results,
    Stepped,
)
from functrace.compiler.plan.kinds import loop_kinds
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.pieces import Piece
from functrace.compiler.plan.stages import Scattered

if TYPE_CHECKING:
    from functrace.compiler.notation.kinds import Kind
    from functrace.compiler.notation.routine import Routine


class GroupItems:
    """The items of the group at a position, each after those that it takes.

    Attributes
    ----------
    list : list of Item
    """

    def __init__(self, partition: Partition, position: int) -> None:
        self.partition = partition
        self.position = position
        self.list: list[Item] = []
        self._memo: dict[Any, Item] = {}
        self._inside: tuple[Inside, ...] = ()  # what has to be, for what is pulled
        self._memos: dict[tuple[Inside, ...], dict[Any, Item]] = {(): self._memo}
        self._ends: dict[Any, Inside] = {}
        self._before: dict[Item, Results] = {}  # what is to precede an item

    def _add(self, item: Item) -> Item:
        self.list.append(item)
        return item

    def finish(self) -> None:
        """Bring all in order: no more items are made."""
        if not self._before:
            return
        found, before = list[Item](), self._before.get
        for item in self.list:
            first = before(item)
            if first is not None:
                found.append(first)
            found.append(item)
        self.list = found

    # -- values ----------------------------------------------------------------------

    def pull(self, array: Array, index: Index) -> Item:
        """The item of an element, made with all that it depends on."""
        key = (array.number, index) if index else array.number
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._make(array, index)
        return found

    def _make(self, array: Array, index: Index) -> Item:
        if array.constant is not None and array.view is None:
            assert array.kind is not None
            return self._add(Number(array.constant, array.kind))
        form = array.form
        if form.is_view or array.placing.locations:
            view = self.partition.locations.at(array, self.position)
            if view is not None:
                place = offset_of(index, view.strides, view.offset)
                return self.load(view.buffer, place)
        return form.item(self, array, index)

    # -- what forms ask for ----------------------------------------------------------

    def apply(
        self, array: Array, index: Index, operands: Iterable[tuple[Array, Index]]
    ) -> Item:
        """What the emitter of an operation gives for elements of its operands."""
        given = [self.pull(operand, at) for operand, at in operands]
        dtypes = [operand.given for operand in array.operands]
        return self._applied(array, index, given, dtypes)

    def apply_to_numbers(self, array: Array) -> Item:
        """`apply` to numbers: the usual case of long programs, in short."""
        find, pull = self._memo.get, self.pull
        given: list[Item] = []
        dtypes: list[Any] = []
        for operand in array.operands:  # many: comprehensions take longer
            given.append(find(operand.number) or pull(operand, ()))
            dtypes.append(operand.given)
        return self._applied(array, (), given, dtypes)

    def _applied(
        self, array: Array, index: Index, given: list[Item], dtypes: list[Any]
    ) -> Item:
        node, form, kind = array.node, array.form, array.kind
        assert node is not None
        assert kind is not None
        kinds = loop_kinds(node.primitive, tuple(dtypes))
        assert kinds is not None
        if node.shape is not None:  # one output
            joint = form.joint
            if joint is not None and kinds[0][0] != "c":
                one = ApplyOneOf(given, form, node, kinds, kind)
                return self._one_of(joint.routine, given, kinds, one)
            item = Apply(given, form, node, kinds, kind)
            self.list.append(item)
            return item
        every = (node, index)
        whole = self._memo.get(every)
        if whole is None:
            item = Apply(given, form, node, kinds, None)
            whole = self._memo[every] = self._add(item)
        return self._add(Output(whole, array.output, kind))

    def _one_of(
        self,
        routine: Routine,
        given: list[Item],
        kinds: tuple[Kind, ...],
        item: ApplyOneOf,
    ) -> Item:
        """An operation, from what a routine gives if it gives others that are wanted."""
        first = self._memo.setdefault((routine, kinds, *given), item)
        if first is not item:
            assert isinstance(first, ApplyOneOf)
            results = first.all
            if results is None:
                results = self._before[first] = Results(given, routine, kinds[0])
                first.take(results)
            item.take(results)
        return self._add(item)

    def apply_to_place(self, array: Array, place: Affine) -> Item:
        """What the emitter of an operation gives for a sum of indices."""
        assert array.node is not None
        assert array.kind is not None
        key = ("place", array.number, place)
        found = self._memo.get(key)
        if found is None:
            item = ApplyToPlace(place, array.node, array.kind)
            found = self._memo[key] = self._add(item)
        return found

    def fold(
        self,
        array: Array,
        reduction: Reduction,
        operands: Sequence[tuple[Array, Index]],
    ) -> Item:
        """Elements combined."""
        assert array.node is not None
        assert array.kind is not None
        parts = [self.pull(*entry) for entry in operands]
        return self._add(Combined(parts, array.node, reduction, array.kind))

    def load_at(
        self,
        picked: AdvancedIndex,
        index: Index,
        arrays: Sequence[Array],
        source: Array,
    ) -> Item:
        """An element at a place that arrays give."""
        view = self.partition.locations.at(source, self.position)
        assert view is not None
        place, steps = self._pointed(picked, index, arrays, source.shape, view)
        return self._add(LoadAt(view.buffer, place, steps))

    def joined(self, array: Array, piece: Piece, index: Index) -> Item:
        """An element of the first operand, and of the second one where that is a piece."""
        assert array.kind is not None
        base, part = array.operands
        old = self.pull(base, index)
        ends = piece.window.ends(index, array.shape)
        if ends is None:
            return old
        inside = tuple([self._end(*end) for end in ends])
        new = self._pull_inside(inside, part, piece.window.of(part.shape, index))
        return self._add(Joined(old, new, inside, array.kind, add=piece.add))

    def _end(self, *of: Any) -> Inside:
        found = self._ends.get(of)
        if found is None:
            found = self._ends[of] = Inside(*of)
            self._add(found)
        return found

    def _pull_inside(
        self, inside: tuple[Inside, ...], array: Array, index: Index
    ) -> Item:
        """An element that is needed only where all of these are inside."""
        outer, memo = self._inside, self._memo
        self._inside = tuple(dict.fromkeys([*outer, *inside]))
        self._memo = self._memos.setdefault(self._inside, {})
        found = self.pull(array, index)
        self._inside, self._memo = outer, memo
        return found

    # -- computed places -------------------------------------------------------------

    def _pointed(
        self,
        picked: AdvancedIndex,
        index: Index,
        arrays: Sequence[Array],
        shape: tuple[int, ...],
        view: Strided,
    ) -> tuple[Affine, Item]:
        """A place in memory: its affine part, and the steps from it."""
        parts: list[tuple[int, Affine]] = []
        named: list[Item] = []
        strides: list[int] = []
        lengths: list[int] = []
        for n, stride, entry in zip(
            shape, view.strides, picked.places(index), strict=True
        ):
            if isinstance(entry, tuple):
                parts.append((stride, entry))
                continue
            array = arrays[entry]
            at = picked.index_of(array.shape, index)
            known = array.constant is not None
            known = known and np.min(array.constant, initial=0) >= 0
            named.append(self.pull(array, at))
            strides.append(stride)
            lengths.append(0 if known else n)
        steps = self._add(IndexOffset(named, tuple(strides), tuple(lengths)))
        return combine(view.offset, parts), steps

    def scattered(self, root: Scattered, index: Index) -> Stepped:
        """Where an element is written to."""
        place, steps = self._pointed(
            root.picked, index, root.arrays, root.target, root.view
        )
        found = Stepped(root.view.buffer, place, steps)
        self._add(found)
        return found

    # -- memory ----------------------------------------------------------------------

    def load(self, buffer: Buffer, place: Affine) -> Item:
        """An element in memory."""
        key = (id(buffer), place)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._add(self._load(buffer, place))
        return found

    def _load(self, buffer: Buffer, place: Affine) -> Item:
        place, turns = self.partition.turns.split(place)
        if not turns:
            inside = self._inside
            return LoadInside(buffer, place, *inside) if inside else Load(buffer, place)
        around: list[Item] = [self._around(*turn, step) for turn, step in turns]
        both = around[0] if len(around) == 1 else self._add(Around(*around))
        return LoadAround(buffer, place, both, *self._inside)

    def _around(self, *of: Any) -> Item:
        found = self._memo.get(of)
        if found is None:
            found = self._memo[of] = self._add(Wrapped(*of))
        return found
