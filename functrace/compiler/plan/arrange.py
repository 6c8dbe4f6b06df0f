"""From a group to a nest: its items, its loops, and what is computed in which."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.axes import Axes, bits_of, join
from functrace.compiler.plan.chunks import find_chunks
from functrace.compiler.plan.collector import Collector, WriteTarget
from functrace.compiler.plan.guards import find_condition, find_guard
from functrace.compiler.plan.layout import NestLayout
from functrace.compiler.plan.nest import Accumulator, Destination, Nest, Places
from functrace.compiler.plan.order import LoopOrder, Work, choose, narrowed
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.stages import Group, Root


def decide(
    partition: Partition,
    position: int,
    group: Group,
    lanes: int,
    without: frozenset[Root],
) -> Nest:
    """Arrange the loops of the group at a position in the partition.

    Parameters
    ----------
    partition : Partition
    position : int
    group : Group
    lanes : int
        Of the widest vectors worth while.
    without : frozenset
        Roots of which nothing is to be written.
    """
    found = Collector(partition, position, group, without)
    work = Work(group.domain, found.items.list, found.stores, found.sums)
    if group.domain:
        axes = join(group.domain, work.sums_of_indices, work.ends)
        _follow(axes, work)
        work = work._replace(domain=axes.domain)
    condition = find_condition(work.items, work.stores, work.sums)
    work = work._replace(condition=condition)
    order = choose(work, 0 if group.serial else lanes)
    if order.axes and not group.serial:
        order = narrowed(order, work, lanes, group.enough(lanes))
    layout = NestLayout(order)
    for item in work.items:
        layout.add(item)
    stores = [_destination(layout, target) for target in work.stores]
    sums = [_accumulator(layout, target, order) for target in work.sums]
    fills = dict(group.fills)
    nest = Nest(
        group,
        work.domain,
        order.axes,
        order.vector,
        order.segments,
        order.rows,
        layout.levels(),
        tuple(stores),
        tuple(sums),
        fills,
        tuple(layout.buffers),
        layout.reads,
        _writes(fills, [*stores, *sums]),
        found.common_sums,
        group.flops,
        None,
        find_guard(condition, order, sums),
    )
    return nest._replace(chunks=find_chunks(nest))


def _follow(axes: Axes, work: Work) -> None:
    """Have all places in terms of a nest's axes; say which axes each item depends on."""
    for item in work.items:
        loops = 0
        for operand in item.operands:
            loops |= operand.loops
        item.follow(axes)
        if item.place is not None:
            loops |= bits_of(item.place)
        item.loops = loops
    for target in (*work.stores, *work.sums):
        target.place = axes.place(target.place)


def _given(layout: NestLayout, target: WriteTarget) -> tuple[Any, ...]:
    """The root, the items, the place and the address of what is written."""
    items = tuple([layout.wide(item, ~0) for item in target.items])
    address = target.address
    if address is None:
        address = layout.address(target.root.view.buffer, target.place)
    return target.root, items, target.place, address


def _destination(layout: NestLayout, target: WriteTarget) -> Destination:
    return Destination(*_given(layout, target))


def _accumulator(
    layout: NestLayout, target: WriteTarget, order: LoopOrder
) -> Accumulator:
    axes = order.axes
    kept = {axis for axis, _ in target.place[1]}
    depth = len(axes)
    while depth and axes[depth - 1] not in kept:
        depth -= 1
    return Accumulator(
        *_given(layout, target),
        depth=depth,
        adds=any(axis not in kept for axis in axes[:depth]),
        across=bool(axes) and axes[order.vector] not in kept,
    )


def _writes(fills: dict[Buffer, Any], targets: Iterable[Destination]) -> Places:
    """What an iteration writes, each place once."""
    found: Places = {buffer: {None} for buffer in fills}
    roots: dict[Buffer, Any] = {}
    for target in targets:
        buffer = target.root.view.buffer
        alone = roots.setdefault(buffer, target.root) is target.root
        plain = alone and target.root.is_plain
        found.setdefault(buffer, set()).add(target.place if plain else None)
    return found
