"""What cannot change in part, so that it is no result of a branch: whether it has changed."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from itertools import compress, count
from typing import Any, NamedTuple

import numpy as np

from functrace.core.guard import is_immutable
from functrace.transforms._capture.holders import variables_of

BUFFERS = (bytearray, array)
_ABSENT = object()


class RememberedSequence(NamedTuple):
    """A list, which may grow, or what cannot change in part: its contents then."""

    holder: Any
    contents: list[Any]
    name: str
    may_grow: bool

    @property
    def changed(self) -> Iterator[int]:
        """Where there is something else."""
        return compress(count(), map(operator.is_not, self.holder, self.contents))

    @property
    def words(self) -> str:
        """For messages."""
        return f"the {type(self.holder).__name__} {self.name!r}"


class RememberedObject(NamedTuple):
    """Something that was remembered.

    Attributes
    ----------
    change : callable
        What has changed, in words; None if nothing has.
    put_back : callable
    """

    change: Callable[[], str | None]
    put_back: Callable[[], None]


def of_order(items: dict[Any, Any], name: str) -> RememberedObject:
    """The order of a dict's keys."""
    keys = list(items)

    def change() -> str | None:
        same = [k for k in items if k in keys] == [k for k in keys if k in items]
        return None if same else f"the dict {name!r}, whose order changes"

    def put_back() -> None:
        if list(items) != keys:
            ordered = {key: items[key] for key in keys}
            items.clear()
            items.update(ordered)

    return RememberedObject(change, put_back)


def of_class(cls: type) -> RememberedObject:
    """The attributes of a class."""
    then = dict(vars(cls))

    def differing() -> list[str]:
        now = vars(cls)
        names = [name for name in now if now[name] is not then.get(name, _ABSENT)]
        return names + [name for name in then if name not in now]

    def change() -> str | None:
        names = differing()
        return f"{cls.__name__}.{names[0]}, an attribute of a class" if names else None

    def put_back() -> None:
        for name in differing():
            if name in then:
                type.__setattr__(cls, name, then[name])
            else:
                type.__delattr__(cls, name)

    return RememberedObject(change, put_back)


def of_buffer(buffer: Any) -> RememberedObject:
    """The bytes, or numbers, of one of Python's own arrays."""
    then = buffer[:]

    def put_back() -> None:
        buffer[:] = then

    words = f"a {type(buffer).__name__}"
    return RememberedObject(lambda: None if buffer == then else words, put_back)


def held(variable: ContextVar[Any]) -> Any:
    """What a context variable holds; None for nothing."""
    try:
        return variable.get()
    except LookupError:
        return None


def of_context(variable: ContextVar[Any]) -> RememberedObject:
    """What a context variable holds."""
    then = held(variable)

    def put_back() -> None:
        if held(variable) is not then:
            variable.set(then)

    words = f"the context variable {variable.name!r}"
    return RememberedObject(lambda: None if held(variable) is then else words, put_back)


def may_change(array: np.ndarray) -> bool:
    """Whether it holds numbers that may be written to."""
    return array.dtype.kind != "O" and not is_immutable(array)


def of_objects(objects: np.ndarray) -> RememberedObject:
    """The elements of an array of objects."""
    then = objects.copy()

    def change() -> str | None:
        pairs = zip(objects.flat, then.flat, strict=True)
        return None if all(a is b for a, b in pairs) else "an array of objects"

    def put_back() -> None:
        objects[...] = then

    return RememberedObject(change, put_back)


def progress(iterator: Any) -> tuple[Any, list[Any]]:
    """What tells how far an iterator is: by its value, and by its identity."""
    frame = getattr(iterator, "gi_frame", None)
    if frame is not None:
        return frame.f_lasti, list(variables_of(frame).values())
    return (operator.length_hint(iterator, -1), repr(iterator)), []


def is_at(then: tuple[Any, list[Any]], now: tuple[Any, list[Any]]) -> bool:
    """Whether an iterator has not gone on."""
    if then[0] != now[0] or len(then[1]) != len(now[1]):
        return False
    return all(a is b for a, b in zip(then[1], now[1], strict=True))
