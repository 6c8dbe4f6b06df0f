"""Sums of what is zero nearly everywhere: loops that have nothing to add are not run.

The derivative of a maximum is a mask, which lets one element of a row pass. Where all that
a nest adds up is masked by it, the loops inside of those that the mask depends on stand in
a branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from functrace.compiler.plan.items import Apply, Item

if TYPE_CHECKING:
    from functrace.compiler.plan.collector import WriteTarget
    from functrace.compiler.plan.nest import Accumulator
    from functrace.compiler.plan.order import LoopOrder


class GuardCondition(NamedTuple):
    """What masks, and the truth value with which it lets pass.

    Attributes
    ----------
    item : Item
    keep : bool
    """

    item: Item
    keep: bool


class LoopGuard(NamedTuple):
    """A branch around the inner loops.

    Attributes
    ----------
    condition : GuardCondition
        With which they run.
    depth : int
        How many loops are around it.
    """

    condition: GuardCondition
    depth: int


def find_condition(
    items: Iterable[Item], stores: Sequence[WriteTarget], sums: Sequence[WriteTarget]
) -> GuardCondition | None:
    """A condition that seldom holds, and without which nothing is added to any sum."""
    if stores or not sums or not all(map(_adds, sums)):
        return None
    masks = _masks(items)
    found = [masks.get(item, {}) for target in sums for item in target.items]
    for condition in found[0]:
        if all(condition in others for others in found[1:]) and _is_rare(condition):
            return condition
    return None


def _adds(target: WriteTarget) -> bool:
    """Whether zeros change nothing of a reduction."""
    reduction, dtype = target.root.reduction, target.root.dtype
    return reduction.prepare is None and reduction.identity(dtype) == 0


def _masks(items: Iterable[Item]) -> dict[Item, dict[GuardCondition, None]]:
    """For each item without which conditions it is a zero that absorbs."""
    found: dict[Item, dict[GuardCondition, None]] = {}
    for item in items:
        if type(item) is not Apply:
            continue
        form, own = item.form, dict[GuardCondition, None]()
        if form.is_mask:
            own[GuardCondition(item.operands[0], item.node.params["keep"])] = None
        for k in form.absorbed:
            own |= found.get(item.operands[k], {})
        if own:
            found[item] = own
    return found


def _is_rare(condition: GuardCondition) -> bool:
    item = condition.item
    if type(item) is not Apply:
        return False
    usual = item.form.usual
    return usual is not None and usual is not condition.keep


def find_guard(
    condition: GuardCondition | None, order: LoopOrder, sums: Sequence[Accumulator]
) -> LoopGuard | None:
    """Where a branch can stand, if there are loops inside of it: all is added in memory."""
    if condition is None:
        return None
    loops, depth = condition.item.loops, 0
    while loops and depth < len(order.axes):
        loops &= ~(1 << order.axes[depth])
        depth += 1
    fits = not loops and depth < len(order.axes)
    fits = fits and not condition.item.loops & order.lane_bits
    if not (fits and all(a.adds and a.depth >= depth for a in sums)):
        return None
    return LoopGuard(condition, depth)
