"""How Python orders values that are not known: tuples, the largest of them, sorted lists."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from types import BuiltinMethodType
from typing import Any, cast

import numpy as np

from functrace.core.dispatch import lookup
from functrace.numpy._arguments import element
from functrace.numpy.selections import Selection
from functrace.primitives.checks import require
from functrace.transforms._capture.branches import and_, choose, or_
from functrace.transforms._capture.counters import RoundsDifferError, is_counted
from functrace.transforms._capture.merging import as_value, built, common, flat
from functrace.transforms._capture.selecting import columns_of
from functrace.transforms._capture.tracing import is_unknown, truth

Comparison = Callable[[Any, Any], Any]

_PAIRS = ((tuple, tuple), (list, list))


def is_open(x: Any) -> bool:
    """Whether it is not known, or another number in each round; or a part of it is."""
    if type(x) in (tuple, list):
        return any(map(is_open, x))
    return is_counted(x) or is_unknown(x)


# -- comparisons -----------------------------------------------------------------------


def ordered(compare: Comparison) -> Comparison:
    """``<``, ``<=``, ``>`` or ``>=``, of tuples and lists by the first parts that differ."""

    def answer(x: Any, y: Any) -> Any:
        if (type(x), type(y)) not in _PAIRS or not (is_open(x) or is_open(y)):
            return compare(x, y)
        found: Any = compare(len(x), len(y))
        for a, b in reversed([*zip(x, y, strict=False)]):
            same = equal(a, b)
            if not is_unknown(same):
                found = found if same else answer(a, b)
                continue
            strict = _STRICT[compare]
            rest = lambda same=same, found=found: and_(same, lambda: found, True)  # noqa: E731
            found = or_(ordered(strict)(a, b), rest, True)
        return found

    return answer


_STRICT = {
    **dict.fromkeys((operator.lt, operator.le), operator.lt),
    **dict.fromkeys((operator.gt, operator.ge), operator.gt),
}


def equal(x: Any, y: Any) -> Any:
    """``x == y``, of tuples and lists part by part."""
    if (type(x), type(y)) not in _PAIRS or not (is_open(x) or is_open(y)):
        return x == y
    found: Any = len(x) == len(y)
    for a, b in zip(x, y, strict=False) if found else ():
        found = and_(found, lambda a=a, b=b: equal(a, b), True)
    return found


# -- the best of several -----------------------------------------------------------------


def extreme(function: Callable[..., Any], better: Comparison) -> Callable[..., Any]:
    """`max` or `min`, of which an item is in the place of another if it is better."""
    wins_over = ordered(better)

    def answer(*args: Any, **options: Any) -> Any:
        if len(args) == 1 and type(args[0]) is Selection:
            if options.get("key") is None:
                return _largest_selected(function, args[0], options)
            return _best_selected(function, wins_over, args[0], **options)
        items = list(args[0]) if len(args) == 1 else list(args)
        key = options.get("key")
        if not items or not options.keys() <= {"key", "default"}:
            return function(*args, **options)
        keys = items if key is None else [*map(key, items)]
        if not any(map(is_open, keys)):
            return items[function(range(len(items)), key=keys.__getitem__)]
        best, its_key = items[0], keys[0]
        for item, each in zip(items[1:], keys[1:], strict=True):
            wins = wins_over(each, its_key)
            if is_open(wins):
                wins = truth(wins)
                best = _one_of(wins, item, best)
                its_key = best if keys is items else _one_of(wins, each, its_key)
            elif wins:
                best, its_key = item, each
        return best

    return answer


def _largest_selected(
    function: Callable[..., Any], selected: Selection, options: dict[str, Any]
) -> Any:
    """`max` or `min` of items of which tests say which there are."""
    reduce = np.max if function is max else np.min
    if "default" not in options:
        return reduce(selected)
    some = selected.shape[0] > 0
    return choose(some, lambda: reduce(selected), lambda: options["default"])


def _best_selected(
    function: Callable[..., Any],
    wins_over: Comparison,
    selected: Selection,
    key: Callable[[Any], Any],
    **default: Any,
) -> Any:
    """The same by a key."""
    memory, mask = selected.memory, selected.masks[0]
    assert mask is not None
    best, exists = memory[0], mask.selected[0]  # a list without items has no mask
    its_key = key(best)
    for place in range(1, memory.shape[0]):
        item, is_there = memory[place], mask.selected[place]
        each = key(item)
        wins = np.logical_or(np.logical_not(exists), wins_over(each, its_key))
        wins = np.logical_and(is_there, wins)
        best, its_key = _one_of(wins, item, best), _one_of(wins, each, its_key)
        exists = np.logical_or(exists, is_there)
    if default:
        return choose(exists, lambda: best, lambda: default["default"])
    text = f"{function.__name__}() arg is an empty sequence"
    return require(best, exists, message=text)


def _one_of(wins: Any, item: Any, other: Any) -> Any:
    """One of two: as a Python number if both are."""
    leaves = [*flat(item).leaves, *flat(other).leaves]
    dtype = common(leaves) if len(leaves) == 2 else None
    if dtype is None or type(item) in (tuple, list):
        return choose(wins, lambda: item, lambda: other)
    return as_value(element(np.where(wins, item, other)), dtype)


# -- in order ----------------------------------------------------------------------------


def sorted_list(
    items: Iterable[Any], /, *, key: Any = None, reverse: bool = False
) -> Any:
    """`sorted`: equal ones stay in their order, NaN is last."""
    if type(items) is Selection and key is None:
        found = cast("Any", np.sort(items))
        return (found[::-1] if reverse else found).as_list()
    found = items if type(items) is list else list(items)
    keys = found if key is None else [*map(key, found)]
    if not any(map(is_open, keys)):
        places = sorted(range(len(found)), key=keys.__getitem__, reverse=reverse)
        return [found[i] for i in places]
    if any(map(is_counted, keys)):
        raise RoundsDifferError
    columns = columns_of([*map(flat, keys[::-1] if reverse else keys)])
    values = columns_of(parts := [*map(flat, found)])
    if columns is None or values is None:
        return sorted(found, key=key, reverse=reverse)  # which asks, and refuses
    order = lookup(np.lexsort)([column for column, _ in reversed(columns)])
    if reverse:  # the last of equal ones is found first then
        order = len(found) - 1 - order[::-1]
    rows = [(lookup(np.take)(column, order, 0), dtype) for column, dtype in values]
    return [
        built(parts[i].spec, iter([as_value(c[i], dtype) for c, dtype in rows]))
        for i in range(len(found))
    ]


def _sort(self: list[Any], **options: Any) -> None:
    self[:] = sorted_list(self, **options)


def _index(self: list[Any], value: Any, /, *bounds: Any) -> Any:
    sames = [equal(each, value) for each in self]
    if bounds or not any(map(is_open, sames)):
        return self.index(value, *bounds)
    found: Any = len(self)
    for place in range(len(self) - 1, -1, -1):
        found = _one_of(sames[place], place, found)
    text = "list.index(x): x not in list"
    return as_value(require(found, found < len(self), message=text), int)


_METHODS: dict[str, Callable[..., Any]] = {"index": _index, "sort": _sort}


def method(function: BuiltinMethodType) -> Callable[..., Any]:
    """A method of a list, or what answers in its place."""
    answer = _METHODS.get(function.__name__)
    return function if answer is None else functools.partial(answer, function.__self__)


def bisected(function: Callable[..., Any], side: Any) -> Callable[..., Any]:
    """Where in a sorted list something belongs."""

    def answer(a: Any, x: Any, *args: Any, **options: Any) -> Any:
        if args or options or not (is_open(x) or is_open(list(a))):
            return function(a, x, *args, **options)
        return as_value(np.searchsorted(np.stack(list(a)), x, side), int)

    return answer
