"""Basic indices as *places*, which can be compared and composed.

Places are a tuple with, for each dimension of the array, an int or a range of positions,
and None for each new dimension.
"""

from __future__ import annotations

from types import EllipsisType, NoneType
from typing import Any

Places = tuple[Any, ...]

_ENTRIES = frozenset((int, slice, NoneType, EllipsisType))
_WHOLE = slice(None)


def places_of(index: Any, shape: tuple[int, ...]) -> Places | None:
    """The places that an index names in an array; None if it is not a basic one."""
    if type(index) is int:  # in no time, as every element of a loop is named so
        return (range(shape[0])[index], *map(range, shape[1:]))
    entries = list(index) if type(index) is tuple else [index]
    if not _ENTRIES.issuperset(map(type, entries)):
        return None
    if Ellipsis not in entries:
        entries.append(Ellipsis)
    at = entries.index(Ellipsis)
    named = sum([type(entry) in (int, slice) for entry in entries])
    entries[at : at + 1] = [_WHOLE] * (len(shape) - named)
    lengths = iter(shape)
    return tuple([e if e is None else range(next(lengths))[e] for e in entries])


def index_of(places: Places, shape: tuple[int, ...]) -> Any:
    """The index that names these places in an array of `shape`."""
    lengths = iter(shape)
    entries = [p if p is None else _entry(p, next(lengths)) for p in places]
    return entries[0] if len(entries) == 1 else tuple(entries)


def _entry(place: Any, length: int) -> Any:
    if type(place) is int:
        return place
    if not place:
        return slice(0, 0)
    first, last = place[0], place[-1]
    step = place.step if len(place) > 1 else 1
    if step < 0:
        stop = None if last + step < 0 else last - 1
        return slice(None if first == length - 1 else first, stop, step)
    stop = None if last + step >= length else last + 1
    return slice(first or None, stop, None if step == 1 else step)


def shape_of(places: Places) -> tuple[int, ...]:
    """Shape of the part of an array that is named."""
    return tuple([1 if p is None else len(p) for p in places if type(p) is not int])


def is_whole(places: Places, shape: tuple[int, ...]) -> bool:
    """Whether everything is named, in order."""
    return places == tuple(map(range, shape))


def keeps_order(places: Places, shape: tuple[int, ...]) -> bool:
    """Whether every element is named, in order: all that may change is the shape."""
    named = [place for place in places if place is not None]
    return all(
        place in (0, range(length)) if length == 1 else place == range(length)
        for place, length in zip(named, shape, strict=True)
    )


def through(inner: Places, outer: Places) -> Places | None:
    """The places that `outer` names in the part that `inner` names; None if unknown."""
    rest = list(outer)
    result: list[Any] = []
    for place in inner:
        if type(place) is int:
            result.append(place)
            continue
        while rest[0] is None:
            result.append(rest.pop(0))
        entry = rest.pop(0)
        if place is not None:
            result.append(_within(place, entry))
        elif type(entry) is range:
            if len(entry) != 1:
                return None
            result.append(None)
    return (*result, *rest)


def _within(dimension: range, place: Any) -> Any:
    if type(place) is int:
        return dimension[place]
    if not place:
        return range(0)
    stop = place[-1] + (1 if place.step > 0 else -1)
    return dimension[place.start : None if stop < 0 else stop : place.step]


def are_apart(first: Places, second: Places) -> bool:
    """Whether no element is certainly named by both; neither has new dimensions."""
    return any(map(_have_nothing_in_common, first, second))


def _have_nothing_in_common(a: Any, b: Any) -> bool:
    if type(a) is int:
        return a != b if type(b) is int else a not in b
    if type(b) is int:
        return b not in a
    if not a or not b or max(a[0], a[-1]) < min(b[0], b[-1]):
        return True
    if max(b[0], b[-1]) < min(a[0], a[-1]):
        return True
    return abs(a.step) == abs(b.step) and (a.start - b.start) % a.step != 0


def relative(read: Places, written: Places) -> Places | None:
    """Where what is read stands in a part that was written; None if not all of it does.

    Only `read` may have new dimensions.
    """
    dimensions = iter(written)
    result: list[Any] = []
    for place in read:
        if place is None:
            result.append(None)
            continue
        dimension = next(dimensions)
        if type(dimension) is int:
            if place != dimension:
                return None
            continue
        found = _position(place, dimension)
        if found is None:
            return None
        result.append(found)
    return tuple(result)


def _position(place: Any, dimension: range) -> Any:
    """Where an int or a range stands in another range; None if it does not."""
    if type(place) is int:
        return dimension.index(place) if place in dimension else None
    if not place or place[0] not in dimension or place[-1] not in dimension:
        return None
    first, last = dimension.index(place[0]), dimension.index(place[-1])
    if len(place) == 1:
        return range(first, first + 1)
    if place.step % dimension.step:
        return None
    step = place.step // dimension.step
    return range(first, last + (1 if step > 0 else -1), step)
