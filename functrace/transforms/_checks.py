"""Conditions that are checked at each call, as one function made for them.

A condition is a line of Python over objects that it refers to by place: some hundredths
of a microsecond, where a callable for each would take ten times as long.
"""

from __future__ import annotations

import gc
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import is_
from types import CellType
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from functrace.core.binding import Binding
from functrace.core.guard import Snapshot
from functrace.core.keys import key_of

_GROWING = (defaultdict, OrderedDict, Counter, deque)
_EXACT = (bool, int, float, complex, str, bytes, type(None))
_NUMBERS = (int, float, complex)


class _Check(NamedTuple):
    words: str
    text: str
    objects: tuple[Any, ...]
    binding: Binding | None = None
    container: GrownContainer | None = None


class Checks:
    """Conditions, with words for when they no longer hold."""

    def __init__(self) -> None:
        self._items: list[_Check] = []
        self._scope: dict[str, Any] = {
            "all_are": all_are,
            "is_same": is_same,
            "content": content,
            "absent": ABSENT,
        }
        self._all: Callable[[], bool] | None = None

    def __len__(self) -> int:
        return len(self._items)

    @property
    def words(self) -> list[str]:
        """What would be said of each."""
        return [item.words for item in self._items]

    @property
    def objects(self) -> list[Any]:
        """What the conditions are about."""
        return [value for item in self._items for value in item.objects]

    def about(self, kind: type) -> Iterator[tuple[str, Any]]:
        """The words and objects of the conditions about objects of some type."""
        for item in self._items:
            yield from ((item.words, x) for x in item.objects if type(x) is kind)

    def add(self, words: str, condition: str, *objects: Any) -> None:
        """A condition, with ``{0}``, ``{1}`` in the places of the objects."""
        names = []
        for value in objects:
            names.append(f"c{len(self._scope)}")
            self._scope[names[-1]] = value
        self._items.append(_Check(words, condition.format(*names), objects))
        self._all = None

    @property
    def bindings(self) -> list[Binding] | None:
        """All conditions as bindings; None if they are not only these."""
        found = [item.binding for item in self._items if item.binding is not None]
        return found if len(found) == len(self._items) else None

    def add_binding(self, words: str, holder: Any, name: str, value: Any) -> None:
        """The condition that a variable is bound to this object, or to an equal number."""
        binding = Binding(holder, name, value)
        self.add_value(words, binding.text, holder, value)
        if not is_plain(value):
            self._items[-1] = self._items[-1]._replace(binding=binding)

    def add_value(self, words: str, read: str, holder: Any, value: Any) -> None:
        """The condition that what is read is this object, or an equal number or text."""
        condition = f"{read} is {{1}}"
        if is_plain(value):
            condition = f"({condition} or is_same({read}, {{1}}))"
        self.add(words, condition, holder, value)

    def add_container(self, words: str, container: Any) -> None:
        """The condition that a list, set or dict holds what it holds."""
        then = list(container)
        text = f"len({{0}}) == {len(then)} and all_are({{0}}, {{1}})"
        if isinstance(container, dict):
            values = list(container.values())
            text += " and all_are({0}.values(), {2})"
            self.add(words, text, container, then, values)
        else:
            self.add(words, text, container, then)
        noted = GrownContainer(container)
        self._items[-1] = self._items[-1]._replace(container=noted)

    def hold(self) -> bool:
        """Whether all conditions hold."""
        if self._all is None:
            self._all = self._written()
        return self._all()

    def _written(self) -> Callable[[], bool]:
        bindings = self.bindings
        if bindings is not None:  # the launcher's to check: no text is worth its making
            return lambda: all(binding.holds() for binding in bindings)
        lines = "".join(f"        and {item.text}\n" for item in self._items)
        text = (
            "def hold():\n    try:\n        return (True\n"
            f"{lines}        )\n    except Exception:\n        return False\n"
        )
        exec(text, self._scope)  # noqa: S102 - our own text
        return self._scope["hold"]

    def first_broken(self) -> str | None:
        """Words for the first condition that does not hold."""
        return next((x.words for x in self._items if not self._holds(x.text)), None)

    def moved(self) -> list[str]:
        """Words for the conditions on numbers, or on arrays', that do not hold."""
        kept = [item for item in self._items if _is_number(item.objects[-1])]
        return [item.words for item in kept if not self._holds(item.text)]

    def drop_broken(self) -> None:
        """Forget the conditions that do not hold, or what of them does not."""
        if not self.hold():
            items, self._items, self._all = self._items, [], None
            for item in items:
                if self._holds(item.text):
                    self._items.append(item)
                else:
                    for left in _left(item):
                        self.add(item.words, "{0}.hold()", left)

    def _holds(self, text: str) -> bool:
        try:
            return bool(eval(text, self._scope))  # noqa: S307 - our own text
        except Exception:  # noqa: BLE001 - what was read is gone, or in motion
            return False


def _left(item: _Check) -> Iterator[Any]:
    """What is to hold of a condition that does not, as something was added."""
    if item.container is not None and item.container.hold():
        yield GrownContainer(item.container.held())
    if not isinstance(item.objects[0], Contents):
        return
    rest, grown = item.objects[0].left()
    if rest:
        yield Contents(rest)
    if grown:
        yield GrownContents(grown)
    root = item.objects[0].container
    if root is not None and root.hold():
        yield GrownContainer(root.held())


ABSENT: Any = type("Absent", (), {})()
"""Stands for what is not there."""


def content(cell: CellType) -> Any:
    """What a closure variable is bound to."""
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


def is_plain(value: Any) -> bool:
    """Whether a value is told from others by what it is, not by where it is."""
    return is_plain_kind(type(value))


def is_plain_kind(kind: type) -> bool:
    """Whether values of a type are."""
    return kind in _EXACT or (
        issubclass(kind, np.generic) and not issubclass(kind, (np.void, np.object_))
    )


def _is_number(value: Any) -> bool:
    kind = type(value)
    return kind is Snapshot or (kind in _NUMBERS or issubclass(kind, np.number))


def is_same(now: Any, then: Any) -> bool:
    """Whether two objects are one, or numbers or texts that cannot be told apart."""
    if now is then:
        return True
    if type(now) is not type(then) or not is_plain(now):
        return False
    if isinstance(now, np.generic):
        return now.dtype == then.dtype and now.tobytes() == then.tobytes()
    if isinstance(now, (float, complex)):  # there are two zeros, and NaN
        return repr(now) == repr(then)
    return now == then


def all_are(now: Any, then: Sequence[Any]) -> bool:
    """Whether elements, of which there are as many, are the same."""
    found = list(now)
    return all(map(is_, found, then)) or all(map(is_same, found, then))


def weakly(value: Any) -> Callable[[], Any]:
    """What gives an object, without keeping it alive if that can be."""
    try:
        return ref(value)
    except TypeError:  # its class does not allow references
        return lambda: value


class Contents:
    """What some objects refer to, whatever they are; the first is not kept alive."""

    def __init__(self, objects: Sequence[Any]) -> None:
        root = objects[0]
        self._first = weakly(root)
        self._others = list(objects[1:])
        self.container = GrownContainer(root) if type(root) in _GROWING else None
        self._then = [gc.get_referents(x) for x in objects]
        self._all = [y for part in self._then for y in part]

    def hold(self) -> bool:
        """Whether they hold what they held."""
        found = gc.get_referents(self._first(), *self._others)
        return len(found) == len(self._all) and all_are(found, self._all)

    def left(self) -> tuple[list[Any], list[tuple[Any, list[Any]]]]:
        """Those that have not changed since, and those to which something was added.

        The latter with what they held.
        """
        objects = [self._first(), *self._others]
        pairs = list(zip(objects, self._then, strict=True))
        same = [_refers_to(x, then) for x, then in pairs]
        rest = [x for (x, _), is_same in zip(pairs, same, strict=True) if is_same]
        changed = [
            pair for pair, is_same in zip(pairs, same, strict=True) if not is_same
        ]
        grown = [pair for pair in changed if GrownContents([pair]).hold()]
        return [x for x in rest if x is not None], grown


class GrownContainer:
    """What a container of the user's holds, to which more may be added."""

    def __init__(self, held: Any) -> None:
        self.held = weakly(held)
        self._then = dict(held) if isinstance(held, dict) else list(held)

    def hold(self) -> bool:
        """Whether it still holds all of it, and a list in the same places."""
        held, then = self.held(), self._then
        if held is None:
            return False
        if isinstance(then, dict):
            return all(k in held and is_same(held[k], x) for k, x in then.items())
        if isinstance(held, set):
            return held.issuperset(then)
        return len(held) >= len(then) and all_are(list(held)[: len(then)], then)


class GrownContents:
    """What some objects referred to before they came to refer to more.

    That is what they compute once, and keep: such may be added again.
    """

    def __init__(self, parts: Sequence[tuple[Any, list[Any]]]) -> None:
        self._parts = [(weakly(x), then, _named(then)) for x, then in parts]

    def hold(self) -> bool:
        """Whether they still refer to all of it."""
        return all(
            names.issubset(_named(gc.get_referents(x()))) for x, _, names in self._parts
        )


def _named(values: Iterable[Any]) -> frozenset[Any]:
    """What tells the values from others, but for None, which stands for nothing yet."""
    return frozenset(
        (type(x), key_of(x)) if is_plain(x) else id(x) for x in values if x is not None
    )


def _refers_to(value: Any, then: Sequence[Any]) -> bool:
    found = gc.get_referents(value)
    return len(found) == len(then) and all_are(found, then)
