"""What loops go over: which item a counter stands for."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy.selections import Selection
from functrace.primitives._lines import moved
from functrace.primitives.indexing import ARRAY, gather
from functrace.transforms._capture.aliases import read_only
from functrace.transforms._capture.counters import RoundsDifferError, counters
from functrace.transforms._capture.merging import as_value

_RANGE_ITERATOR = type(iter(range(0)))
_NUMBERS = (bool, int, float, complex)
_LARGE = 2**31  # less than which integers of a table must be


class OpenItems:
    """Items that are known by their numbers; how many there are depends on a mask.

    Attributes
    ----------
    of : Selection
    length
        A traced integer.
    item : callable
        Of a traced number from 0 on.
    """

    def __init__(self, of: Selection, length: Any, item: Callable[[Any], Any]) -> None:
        self.of, self.length, self.item = of, length, item

    def __iter__(self) -> Iterator[Any]:
        return iter(self.of)  # which refuses


def opened(items: Any) -> OpenItems | None:
    """What a loop goes over, if how many there are depends on a mask."""
    if type(items) is Selection:
        return OpenItems(items, items.shape[0], items.__getitem__)
    return items if type(items) is OpenItems else None


class _Telling:
    """An iterator that says whether it has begun."""

    begun = False

    def __next__(self) -> Any:
        self.begun = True
        return super().__next__()  # pyright: ignore[reportAttributeAccessIssue]


class Zip(_Telling, zip):  # pyright: ignore[reportMissingTypeArgument]
    """``zip``, which says what its items are of."""

    parts: tuple[Any, ...]
    strict: bool

    def __new__(cls, *parts: Any, strict: bool = False) -> Any:
        found = next(filter(None, map(opened, parts)), None)
        if found is not None and not strict:
            return _zipped_openly(found, parts)
        made: Any = super().__new__(cls, *parts, strict=strict)
        made.parts, made.strict = parts, strict
        return made


class Enumerate(_Telling, enumerate):  # pyright: ignore[reportMissingTypeArgument]
    """``enumerate``, which says what its items are of."""

    items: Any
    start: int

    def __new__(cls, iterable: Iterable[Any], start: int = 0) -> Any:
        items = opened(iterable)
        if items is not None:
            take = items.item
            each = lambda i: (_counted(i, start, 1), take(i))  # noqa: E731
            return OpenItems(items.of, items.length, each)
        made: Any = super().__new__(cls, iterable, start)
        made.items, made.start = iterable, start
        return made


class IndexedItems(NamedTuple):
    """Items that are known by their numbers.

    Attributes
    ----------
    length : int
    item : callable
        Of a traced number from 0 on.
    lists : list
        What must not change meanwhile, and what it holds.
    are_given : bool
        Whether rounds take them.
    """

    length: int
    item: Callable[[Any], Any]
    lists: list[tuple[Any, list[Any]]]
    are_given: bool = True

    @property
    def holds(self) -> bool:
        """Whether nothing has changed."""
        return all(
            len(items) == len(then) and all(map(operator.is_, items, then))
            for items, then in self.lists
        )


def numbered(items: Any) -> IndexedItems | None:
    """What a loop goes over; None if it cannot be numbered."""
    if type(items) is _RANGE_ITERATOR:
        reduced: Any = items.__reduce__()
        _, (whole,), *begin = reduced
        return _numbered(whole[begin[0] or 0 :] if begin else whole)
    iterators = iterators_in(items)
    if len({id(each) for each in iterators}) < len(iterators):
        return None  # they take from each other
    return _numbered(items)


def unnumbered(rounds: int) -> IndexedItems:
    """Of a ``while``."""
    return IndexedItems(rounds, _nothing, [], are_given=False)


def _nothing(_: Any) -> None: ...


def iterators_in(items: Any) -> list[Any]:
    """An iterator that can be numbered, and those that it takes from."""
    if type(items) is _RANGE_ITERATOR:
        return [items]
    if type(items) is Enumerate:
        return [items, *iterators_in(items.items)]
    if type(items) is Zip:
        return [items, *(each for part in items.parts for each in iterators_in(part))]
    return []


def _numbered(items: Any) -> IndexedItems | None:
    kind = type(items)
    if kind is range:
        start, step = items.start, items.step
        return IndexedItems(len(items), lambda i: _counted(i, start, step), [])
    if kind in (np.ndarray, Tracer) and items.ndim:
        return IndexedItems(len(items), lambda i: _row(items, i), [])
    if kind in (list, tuple):
        return _table_of(items)
    if kind is Enumerate and not items.begun:
        return _enumerated(items)
    if kind is Zip and not items.begun:
        return _zipped(items)
    return None


def _row(items: Any, i: Any) -> Any:
    return (read_only(items) if type(items) is np.ndarray else items)[i]


def _counted(i: Any, start: int, step: int) -> Any:
    return as_value(moved(i, step, start), int)


def _enumerated(items: Enumerate) -> IndexedItems | None:
    rows, start = _numbered(items.items), items.start
    if rows is None or type(start) is not int:
        return None
    item = rows.item
    return rows._replace(item=lambda i: (_counted(i, start, 1), item(i)))


def _zipped(items: Zip) -> IndexedItems | None:
    rows = [_numbered(part) for part in items.parts]
    known = [each for each in rows if each is not None]
    lengths = [each.length for each in known]
    if len(known) < len(rows) or not rows or (items.strict and len({*lengths}) > 1):
        return None
    lists = [x for each in known for x in each.lists]
    takes = [each.item for each in known]
    return IndexedItems(
        min(lengths), lambda i: tuple([take(i) for take in takes]), lists
    )


def _zipped_openly(first: OpenItems, parts: Sequence[Any]) -> OpenItems:
    """As many as the shortest of them has."""
    rows = [opened(part) or _numbered(part) for part in parts]
    known = [each for each in rows if each is not None]
    if len(known) < len(rows):
        iter(first)
    takes = [each.item for each in known]
    length = functools.reduce(np.minimum, [each.length for each in known])
    return OpenItems(first.of, length, lambda i: tuple([take(i) for take in takes]))


def _table_of(items: Any) -> IndexedItems | None:
    item = _table(items)
    return None if item is None else IndexedItems(len(items), item, [(items, [*items])])


def _table(items: Sequence[Any]) -> Callable[[Any], Any] | None:
    """The item of a traced number, of Python numbers of one type, or NumPy's of one dtype."""
    kinds = set(map(type, items))
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    if kind not in _NUMBERS and not issubclass(kind, np.generic):
        return None
    if kind is int and any(abs(item) >= _LARGE for item in items):
        return None
    table = np.array(items, np.dtype(kind))
    if table.dtype.kind not in "biufc":
        return None
    dtype = kind if kind in _NUMBERS else table.dtype
    return lambda i: as_value(gather(table, i, index=(ARRAY,)), dtype)


def looked_up(answer: Callable[[int], Any], container: Any, x: Any) -> Any:
    """What a container of plain numbers answers to an integer that counters say.

    None if it is another one, or the answers are not numbers of one kind.
    """
    found = counters() if type(x) is Tracer and not x.is_known() else None
    if found is None or not found.frames:
        return None
    x.sync()
    whole = not x.shape and np.dtype(x.dtype).kind in "iu"
    domain = found.domain(x.edge) if whole and x.edge is not None else None
    if domain is None:
        return None
    number, integers = domain
    try:
        item = _table([answer(each) for each in integers])
    except Exception:  # noqa: BLE001 - in some round
        raise RoundsDifferError from None
    if item is None:
        return None
    for frame in found.frames:
        frame.containers.append(container)
    return item(number)
