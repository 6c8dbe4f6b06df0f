"""Which values are computed together: groups of loops over one iteration space.

A value is computed in registers wherever that costs no more than a trip to memory. It is
stored if code of its own (a reduction, a step, a write) needs it in memory, if it is an
output, or if a later group needs it and it is dear.

Stages run in the order of their positions. A value that is in memory can be read from the
position `ready` on; within a group nothing is read that the group writes, and what it
computes is shared without memory. A value may be moved later: earlier groups then find it
where it was (`older`). Memory that is added to may be added to from `filled` on.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.compiler.arrays import Array, Buffer, Strided
from functrace.compiler.forms import Reduction
from functrace.compiler.index import (
    Index,
    ViewMap,
    offset_of,
    operand_index,
    row_major,
    view_map,
)
from functrace.compiler.stages import (
    Add,
    Group,
    Reduce,
    Root,
    Scattered,
    StepStage,
    Store,
)
from functrace.compiler.unrolling import (
    TINY,
    is_own,
    lanes_of,
    tiny_dims,
    unrolled_dims,
)

Source = tuple[Array, Callable[[Index], Index]]

CHEAP = 3  # additions that cost no more than a load and a store
_SMALL = 4  # arrays of so many elements are kept in registers, one by one
_REUSE = 8  # times that an array is read for which it is worth while to rearrange it
_LARGEST = 600  # elements computed in an iteration
_STRAIGHT = 300  # elements computed by a group without loops


class _Reach:
    """What lies between a root and memory."""

    __slots__ = ("after", "fresh", "shared")

    def __init__(self, after: int) -> None:
        self.after = after
        self.fresh: list[Array] = []
        self.shared: list[Array] = []


class Partition:
    """The stages of a program, and where its values are in memory.

    Attributes
    ----------
    stages : list of Group or StepStage
    outputs : dict of Buffer to int
        The memory of the program's outputs.
    checks : list of (int, Strided)
        Truth values, and the position after which the program gives up where one holds.
    """

    def __init__(self) -> None:
        self.stages: list[Group | StepStage] = []
        self.outputs: dict[Buffer, int] = {}
        self.checks: list[tuple[int, Strided]] = []
        self._straight: int | None = None  # the group that takes the next number
        self._by_domain: dict[tuple[tuple[int, ...], bool], list[int]] = {}
        self._maps: dict[Any, ViewMap | None] = {}

    # -- memory --------------------------------------------------------------------------

    def allocate(self, dtype: Any, shape: tuple[int, ...]) -> Strided:
        """New memory, for an array in C order."""
        return Strided(Buffer(dtype, math.prod(shape)), row_major(shape))

    def allocate_apart(
        self, dtype: Any, shape: tuple[int, ...], unrolled: frozenset[int]
    ) -> Strided:
        """New memory, in which the loops' elements are contiguous for each unrolled one."""
        order = sorted(range(len(shape)), key=lambda d: d not in unrolled)
        steps = row_major(tuple(shape[d] for d in order))
        strides = [0] * len(shape)
        for d, step in zip(order, steps, strict=True):
            strides[d] = step
        return Strided(Buffer(dtype, math.prod(shape)), tuple(strides))

    def is_own(self, buffer: Buffer) -> bool:
        """Whether memory is neither the caller's nor that of a constant or an output."""
        return buffer.home is None and buffer not in self.outputs

    def memory(self, value: Array) -> Strided | None:
        """Where the value is, if it is in memory; of a view, through what it views."""
        if value.view is None and value.form.is_view:
            chain = [value]
            while chain[-1].view is None and chain[-1].form.is_view:
                chain.append(chain[-1].operands[0])
            if chain.pop().view is None:
                return None
            for link in reversed(chain):
                base = link.operands[0]
                assert base.view is not None
                link.view = self._compose(link, base.view)
                if link.view is None:
                    return None
                link.ready = base.ready
        return value.view

    def memory_at(self, value: Array, position: int) -> Strided | None:
        """Where the value is in memory when a group runs; it may be moved later."""
        self.memory(value)
        if value.view is not None and value.ready <= position:
            return value.view
        for view, ready in reversed(value.older):
            if ready <= position:
                return view
        if not value.form.is_view:
            return None
        base = self.memory_at(value.operands[0], position)
        return None if base is None else self._compose(value, base)

    def map_of(self, value: Array) -> ViewMap | None:
        """The map of a view."""
        assert value.node is not None
        base, node = value.operands[0].shape, value.node
        key = (node.primitive, base, _hashable(node.params))
        if key not in self._maps:
            self._maps[key] = view_map(node.primitive.impl, base, node.params)
        return self._maps[key]

    def _compose(self, value: Array, base: Strided) -> Strided | None:
        found = self.map_of(value)
        if found is None:
            return None
        if base.strides == row_major(value.operands[0].shape):
            return Strided(base.buffer, found.strides, base.offset + found.offset)
        if found.digits is None:
            return None
        offset = base.offset
        strides = [0] * len(value.shape)
        for step, (constant, coefficients) in zip(
            base.strides, found.digits, strict=True
        ):
            offset += step * constant
            for i, coefficient in enumerate(coefficients):
                strides[i] += step * coefficient
        return Strided(base.buffer, tuple(strides), offset)

    def materialise(self, value: Array) -> Strided:
        """Have the value in memory."""
        view = self.memory(value)
        if view is not None:
            return view
        view = self.allocate(value.dtype, value.shape)
        if value.form.is_view:
            self._copy(value, view)
        elif value.stage is None:
            stage = self.store(value, value.shape, view)
            value.view, value.ready = view, stage + 1
        else:
            group = self.stages[value.stage]
            assert isinstance(group, Group)
            _, lanes = lanes_of(value.shape, value.unrolled)
            group.roots.append((Store(value, value.shape, view), lanes))
            value.view, value.ready = view, value.stage + 1
        return view

    def contiguous(self, value: Array) -> Strided:
        """Have the value in memory, in C order."""
        view = self.materialise(value)
        if view.strides != row_major(value.shape):
            view = self.allocate(value.dtype, value.shape)
            self._copy(value, view)
        return view

    def _copy(self, value: Array, view: Strided) -> None:
        """Put a value into other memory; groups before that find it where it was."""
        stage = self.store(value, value.shape, view)
        if value.view is not None:
            value.older.append((value.view, value.ready))
        value.view, value.ready, value.filled = view, stage + 1, None

    # -- placing roots -------------------------------------------------------------------

    def store(
        self,
        value: Array,
        shape: tuple[int, ...],
        view: Strided,
        *,
        add: bool = False,
        after: int = 0,
    ) -> int:
        """Write a value to memory; the position of the group that does it."""
        root = (Add if add else Store)(value, shape, view)
        return self._place(root, [_whole(value, shape)], shape, after)

    def scatter(self, root: Scattered, after: int) -> int:
        """Write a value where arrays point; the position of the group that does it."""
        sources = [_whole(root.value, root.shape)]
        sources += [
            (a, functools.partial(root.picked.index_of, a.shape)) for a in root.arrays
        ]
        return self._place(root, sources, root.shape, after, serial=True)

    def check(self, value: Array, axes: tuple[int, ...], lowering: Reduction) -> int:
        """Have the program give up if a condition holds anywhere; when that is known."""
        view = self.allocate(np.bool_, ())
        target = Strided(view.buffer, (0,) * len(value.shape))
        stage = self.reduce(value, axes, lowering, np.bool_, target)
        self.checks.append((stage, view))
        return stage + 1

    def reduce(
        self,
        value: Array,
        axes: tuple[int, ...],
        lowering: Reduction,
        dtype: Any,
        view: Strided,
    ) -> int:
        """Reduce a value into memory; the position of the group that does it."""
        root = Reduce(value, axes, lowering, dtype, view)
        return self._place(root, [_whole(value, value.shape)], value.shape, 0)

    def fill(self, stage: int, buffer: Buffer, number: Any) -> None:
        """Fill memory with a number, before the loops of a group."""
        group = self.stages[stage]
        assert isinstance(group, Group)
        group.fills.append((buffer, number))

    def step(self, node: Any, operands: list[Array], outputs: list[Array]) -> None:
        """Add a step; its operands are in memory."""
        self.stages.append(StepStage(node, operands, outputs))
        for output in outputs:
            output.ready = len(self.stages)

    def compute_scalar(self, value: Array) -> None:
        """Compute a number in passing, with the one before it if possible."""
        stage = self._straight
        if stage is None or not self._near(value, stage):
            stage = self._straight = self._new_group((), serial=False)
            if not self._near(value, stage):
                self.compute(value)
                return
        group = self.stages[stage]
        assert isinstance(group, Group)
        value.stage = stage
        group.values.append(value)
        group.size += 1
        if group.size > _STRAIGHT:
            group.closed = True
            self._straight = None

    def _near(self, value: Array, stage: int) -> bool:
        """Whether a group has a number's operands, or can have them from memory."""
        for operand in value.operands:
            if operand.stage == stage or operand.constant is not None:
                continue
            if operand.view is None:
                if operand.stage is None or operand.stage > stage:
                    return False
                self.materialise(operand)
            if operand.ready > stage:
                return False
        return True

    def compute(self, value: Array) -> None:
        """Compute a value of one element in passing, with those before it."""
        self._place(None, [_whole(value, value.shape)], value.shape, 0)

    def _place(
        self,
        root: Root | None,
        sources: list[Source],
        shape: tuple[int, ...],
        after: int,
        *,
        serial: bool = False,
    ) -> int:
        unrolled = frozenset[int]() if serial else self.unroll(sources[0][0], shape)
        domain, lanes = lanes_of(shape, unrolled)
        reach = _Reach(after)
        for index in lanes:
            for value, within in sources:
                self._reach(value, within(index), domain, reach)
        placed = [
            v for v in reach.fresh if v.stage is not None
        ]  # meanwhile, for others
        reach.after = max([reach.after, *(v.ready for v in placed)])
        reach.fresh = [v for v in reach.fresh if v.stage is None]
        stage = self._choose(domain, reach, serial=serial)
        group = self.stages[stage]
        assert isinstance(group, Group)
        for fresh in reach.fresh:
            fresh.stage = stage
            group.size += math.prod(fresh.shape[d] for d in fresh.unrolled)
        group.values += reach.fresh
        for shared in reach.shared:
            if shared.stage != stage and shared.view is None and shared.cost > CHEAP:
                self.materialise(shared)
        if root is not None:
            group.roots.append((root, lanes))
        group.closed = group.size > (_LARGEST if domain else _STRAIGHT)
        return stage

    def _choose(self, domain: tuple[int, ...], reach: _Reach, *, serial: bool) -> int:
        """The first group over this domain that comes after what it needs."""
        first = reach.after
        for value in reach.shared:
            assert value.stage is not None
            first = max(first, value.stage)
        numbers = self._by_domain.setdefault((domain, serial), [])
        for number in numbers:
            group = self.stages[number]
            if number >= first and isinstance(group, Group) and not group.closed:
                return number
        return self._new_group(domain, serial=serial)

    def _new_group(self, domain: tuple[int, ...], *, serial: bool) -> int:
        self.stages.append(Group(domain, serial=serial))
        number = len(self.stages) - 1
        self._by_domain.setdefault((domain, serial), []).append(number)
        return number

    def _reach(
        self, root: Array, start: Index, domain: tuple[int, ...], reach: _Reach
    ) -> None:
        """Walk from a root to memory; decide what is stored on the way."""
        pending: list[tuple[Array, Index]] = [(root, start)]
        seen: set[tuple[int, Index]] = set()
        fresh = {v.number for v in reach.fresh}
        while pending:
            value, index = pending.pop()
            key = (value.number, index)
            if key in seen or (value.constant is not None and value.view is None):
                continue
            seen.add(key)
            own = is_own(index, value.shape, domain)
            if self._at_hand(value, index, domain, own=own, reach=reach):
                continue
            if value.form.is_view:
                pass  # what it views decides
            elif own and value.stage is None:
                if value.number not in fresh:
                    fresh.add(value.number)
                    reach.fresh.append(value)
                    value.unrolled = unrolled_dims(value.shape, index)
            elif not self._recompute(value, index, len(domain)):
                self.materialise(value)
                reach.after = max(reach.after, value.ready)
                continue
            reach.after = max(reach.after, value.ready)
            found = value.form.indices(self, value, index)
            if found is None:  # a view that no index describes
                self.contiguous(value.operands[0])
                assert self.memory(value) is not None
                reach.after = max(reach.after, value.ready)
                continue
            pending += found

    def _at_hand(
        self,
        value: Array,
        index: Index,
        domain: tuple[int, ...],
        *,
        own: bool,
        reach: _Reach,
    ) -> bool:
        """Whether the value is in memory, or computed by a group that may be shared."""
        if own and value.stage is not None and self._lives(value, domain):
            reach.shared.append(value)
            return True
        view = self.memory(value)
        if view is None:
            return False
        if self._is_far_apart(value, view, index, domain):
            self._pack(_seen_through(value))
            link = value
            while link.form.is_view:
                link.view = None  # to be found anew
                link = link.operands[0]
            self.memory(value)
        reach.after = max(reach.after, value.ready)
        return True

    def _is_far_apart(
        self, value: Array, view: Strided, index: Index, domain: tuple[int, ...]
    ) -> bool:
        """Whether vectors are read again and again, of elements that are not neighbours."""
        if len(domain) < 2 or _REUSE * value.size > math.prod(domain):
            return False
        step = dict(offset_of(index, view.strides)[1]).get(len(domain) - 1, 0)
        base = _seen_through(value)
        return (
            1 < step <= TINY
            and bool(tiny_dims(base.shape))
            and (base.view is not None and base.view.strides == row_major(base.shape))
        )

    def _pack(self, base: Array) -> None:
        """Copy an array, so that short axes become the outer ones."""
        view = self.allocate_apart(base.dtype, base.shape, tiny_dims(base.shape))
        self._copy(base, view)

    def _lives(self, value: Array, domain: tuple[int, ...]) -> bool:
        """Whether its group computes the value over the same loops."""
        assert value.stage is not None
        group = self.stages[value.stage]
        return isinstance(group, Group) and group.domain == domain

    def _recompute(self, value: Array, index: Index, rank: int) -> bool:
        """Whether to compute the value here, at an index that is not its own."""
        if value.cost <= CHEAP:
            return True
        axes = [a for entry in index for a, _ in entry[1]]
        hoisted = axes == list(range(len(axes))) and len(axes) < rank
        return value.stage is None and (
            hoisted or (value.uses == 1 and len(axes) == rank)
        )

    # -- unrolling -----------------------------------------------------------------------

    def unroll(self, value: Array, shape: tuple[int, ...]) -> frozenset[int]:
        """The dimensions of a root that are written out, element by element."""
        size = math.prod(shape)
        if size <= _SMALL:
            return frozenset(range(len(shape)))
        dims = tiny_dims(shape)
        if dims and self._mixes(value, size):
            return dims
        return frozenset()

    def _mixes(self, value: Array, size: int) -> bool:
        """Whether what a root is computed from has fewer elements, or folds."""
        pending, seen = [value], {value.number}
        while pending:
            value = pending.pop()
            if value.constant is not None or self.memory(value) is not None:
                continue
            if value.form.combines or (
                not value.form.is_view and 1 < value.size != size
            ):
                return True
            if value.stage is not None:
                group = self.stages[value.stage]
                if isinstance(group, Group) and group.domain != value.shape:
                    return True
                continue
            for operand in value.operands:
                if operand.number not in seen:
                    seen.add(operand.number)
                    pending.append(operand)
        return False


def _seen_through(value: Array) -> Array:
    """What a view is a view of, in the end; another value itself."""
    while value.form.is_view:
        value = value.operands[0]
    return value


def _whole(value: Array, shape: tuple[int, ...]) -> Source:
    return value, lambda index: operand_index(index, value.shape, shape)


def _hashable(params: dict[str, Any]) -> Any:
    return tuple((k, _frozen(v)) for k, v in params.items())


def _frozen(value: Any) -> Any:
    if type(value) is slice:
        return ("slice", value.start, value.stop, value.step)
    return tuple(map(_frozen, value)) if type(value) is tuple else value
