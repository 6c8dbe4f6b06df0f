"""Parts of selections: elements by their numbers, slices, further masks; writes to them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy.selections.indices import expanded, refuse_index, replaced
from functrace.numpy.selections.masks import AxisMask, are_same, entered, live_of
from functrace.numpy.selections.selection import Selection, answers
from functrace.primitives.checks import require

_ALL = slice(None)
_TURNED = slice(None, None, -1)


@answers(operator.getitem)
def getitem(x: Selection, index: Any) -> Any:
    """Read ``x[index]``."""
    entries = _entries(x, index)
    if _is_condition(entries[0]):
        narrow = _refined(x, entries[0])
        part = Selection(narrow.filled(1), narrow.masks)
        return getitem(part, (_ALL, *entries[1:]))
    index, masks, steps = _plain_index(x, entries)
    part: Any = _plain_part(x, x.memory[index], masks)
    for axis, entry in reversed(steps):
        if type(entry) is slice:
            part = _sliced(part, axis, entry)
        else:
            part = (taken if np.ndim(entry) else element)(part, axis, entry)
    return part


@answers(operator.setitem)
def setitem(x: Selection, index: Any, value: Any) -> None:
    """Write ``x[index] = value``."""
    x.refuse_shared()
    entries = _entries(x, index)
    if _is_condition(entries[0]):
        if any(e != _ALL for e in entries[1:]):
            refuse_index("in an array of unknown length, beside another index")
        narrow = _refined(x, entries[0])
        new = replaced(narrow.memory, narrow.masks, value)
        x.memory[...] = new.reshape(x.memory.shape)
        return
    index, masks, steps = _plain_index(x, entries)
    if len(steps) > 1:
        refuse_index("in an array of unknown length, beside another index")
    picked: Any = x.memory[index]
    part: Any = _plain_part(x, picked, masks)
    for axis, entry in steps:
        if np.ndim(entry):
            refuse_index("in an array of unknown length, by an array")
        one = type(entry) is not slice
        if one and (axis or np.ndim(value) >= part.ndim):
            refuse_index("in an array of unknown length, beside another index")
        part = (_of_one if one else _sliced)(part, axis, entry)
    new = replaced(part.memory, part.masks, value)
    turned = [
        axis for axis, entry in steps if type(entry) is slice and entry == _TURNED
    ]
    new = np.flip(new, tuple(turned)) if turned else new
    if type(picked) is Selection:
        new = Selection(new, picked.masks)
    x.memory[index] = new


def _entries(x: Selection, index: Any) -> list[Any]:
    entries = list(index) if type(index) is tuple else [index]
    if entries and _is_condition(entries[0]):
        own = entries[0].ndim
        return [entries[0], *expanded(entries[1:], x.ndim - own)]
    return expanded(entries, x.ndim)


def _is_condition(entry: Any) -> bool:
    return type(entry) is Selection and entry.dtype.kind == "b"


def _of_one(x: Selection, axis: int, number: Any) -> Selection:
    """What has a number along a dimension, as the only one of this dimension."""
    mask: Any = x.masks[axis]
    one = mask.ranks() == _from_first(mask, axis, number) + 1
    narrow = AxisMask(np.logical_and(mask.selected, one))
    return x.view(x.memory, (*x.masks[:axis], narrow, *x.masks[axis + 1 :]))


def _refined(x: Selection, condition: Selection) -> Selection:
    """``x[condition]``, whose dimensions are the first of `x`; they become one."""
    n = condition.ndim
    same = n <= x.ndim and all(map(are_same, condition.masks, x.masks))
    if not same or condition.memory.shape != x.memory.shape[:n]:
        refuse_index("beside elements that another mask selects")
    mask = AxisMask(np.logical_and(condition.live(), condition.whole).reshape(-1))
    memory = x.memory.reshape((-1, *x.memory.shape[n:]))
    return x.view(memory, (mask, *x.masks[n:]))


def _plain_index(x: Selection, entries: list[Any]) -> tuple[Any, list[Any], list[Any]]:
    """An index along the dimensions whose lengths are known, and the masks of that part.

    Also what is left to do along the others: pairs of a dimension of the part, and an
    entry.
    """
    index, masks, steps = list[Any](), list[Any](), list[Any]()
    left = iter(x.masks)
    for entry in entries:
        mask = None if entry is None else next(left)
        if mask is not None and (type(entry) is not slice or entry != _ALL):
            steps.append((len(masks), entry))
        known = entry if mask is None else _ALL
        if known is None or type(known) is slice or np.ndim(known):
            masks.append(mask)
        index.append(known)
    if sum(type(e) in (list, np.ndarray, Tracer) for e in index) > 1:
        refuse_index("beside several arrays")
    return tuple(index), masks, steps


def _plain_part(x: Selection, part: Any, masks: list[Any]) -> Selection:
    """A part, whose masks these are; with others if masks are in the index."""
    if type(part) is not Selection:
        return x.view(part, masks)
    if part.ndim != len(masks):
        refuse_index("beside a mask that is not known")
    pairs = zip(part.masks, masks, strict=True)
    found = [other if own is None else own for own, other in pairs]
    return Selection(part.memory, found, is_part=x.is_part or part.is_part)


# -- by number -----------------------------------------------------------------------------


def element(x: Selection, axis: int, number: Any) -> Any:
    """What has a number along a dimension whose length is not known."""
    mask: Any = x.masks[axis]
    number = _from_first(mask, axis, number)
    place = np.minimum(np.searchsorted(mask.ranks(), number + 1), mask.size - 1)
    part = x.memory[(*[_ALL] * axis, place)]
    rest = (*x.masks[:axis], *x.masks[axis + 1 :])
    return x.view(part, rest) if any(m is not None for m in rest) else part


def _from_first(mask: AxisMask, axis: int, number: Any) -> Any:
    """The number of an element that is there, counted from the first one."""
    if not _is_integer(number):
        refuse_index(f"in an array of unknown length: {number!r}")
    text = f"index is out of bounds for axis {axis}, whose size depends on a mask"
    if not mask.size:
        raise IndexError(text)
    count = mask.length
    number = np.where(number < 0, number + count, number)
    inside = np.logical_and(number >= 0, number < count)
    return require(number, inside, message=text, error=IndexError)


def taken(x: Selection, axis: int, numbers: Any) -> Any:
    """What has these numbers along a dimension whose length is not known."""
    mask = x.masks[axis]
    picked = numbers if type(numbers) is Selection else None
    whole = as_array(numbers) if picked is None else picked.whole
    if mask is None or whole.ndim != 1 or whole.dtype.kind not in "iu":
        refuse_index("in an array of unknown length, by an array of another kind")
    count, own = mask.length, None if picked is None else picked.masks[0]
    whole = np.where(whole < 0, whole + count, whole)
    inside = np.logical_and(whole >= 0, whole < count)
    if own is not None:
        inside = np.logical_or(inside, np.logical_not(own.selected))
        whole = np.where(own.selected, whole, 0)
    text = f"index is out of bounds for axis {axis}, whose size depends on a mask"
    whole = require(whole, np.all(inside), message=text, error=IndexError)
    places = mask.places()[np.clip(whole, 0, max(mask.size - 1, 0))]
    part = x.whole[(*[_ALL] * axis, places)]
    masks = (*x.masks[:axis], own, *x.masks[axis + 1 :])
    if own is not None:
        part = entered(part, live_of(masks, [axis]))
    return Selection(part, masks) if any(m is not None for m in masks) else part


def _is_integer(number: Any) -> bool:
    if type(number) is Tracer:
        return not number.ndim and number.dtype.kind in "iu"
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _sliced(x: Selection, axis: int, part: slice) -> Selection:
    """A slice along a dimension whose length is not known: the same whole, another mask."""
    mask = x.masks[axis]
    if mask is None or not mask.size:
        return x
    memory = x.memory
    if part == _TURNED:
        memory, mask = memory[(*[_ALL] * axis, part)], mask.flipped()
    else:
        mask = _narrowed(mask, part)
    return x.view(memory, (*x.masks[:axis], mask, *x.masks[axis + 1 :]))


def _narrowed(mask: AxisMask, part: slice) -> AxisMask:
    """What a slice takes of what is there."""
    step = 1 if part.step is None else part.step
    if type(step) is not int or step < 1:
        refuse_index(f"in an array of unknown length: a step of {step!r}")
    ranks, count = mask.ranks(), mask.length
    start = 0 if part.start is None else _from_start(part.start, count)
    narrow = np.logical_and(mask.selected, ranks > start)
    if part.stop is not None:
        narrow = np.logical_and(narrow, ranks <= _from_start(part.stop, count))
    if step != 1:
        even = np.logical_and(narrow, (ranks - 1 - start) % step == 0)
        return AxisMask(even, apart=True)
    begin = None if mask.begin is None else mask.begin + start
    length = _length_of(part.start, part.stop, count)
    return AxisMask(narrow, length, begin, apart=mask.apart)


def _length_of(start: Any, stop: Any, count: Any) -> Any:
    """How long a slice is: computed alike if as many are left out; None: it is counted."""
    start = 0 if start is None else start
    if type(start) is not int or (stop is not None and type(stop) is not int):
        return None
    if start >= 0 and (stop is None or stop < 0):
        left_out: int = start - (stop or 0)
        return np.maximum(count - left_out, 0) if left_out else count
    if start == 0:
        return np.minimum(count, np.asarray(stop))
    last = start < 0 and stop is None
    return np.minimum(count, np.asarray(-start)) if last else None


def _from_start(bound: Any, count: Any) -> Any:
    """A bound of a slice, not negative."""
    if not _is_integer(bound):
        refuse_index(f"in an array of unknown length: {bound!r}")
    return np.where(bound < 0, np.maximum(bound + count, 0), bound)
