"""What objects of libraries hold: it is seen to change, and cannot be put back."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from functrace.core.guard import fingerprint_of
from functrace.core.keys import SameObject
from functrace.transforms._checks import is_plain, is_same
from functrace.transforms._draws import is_generator
from functrace.transforms._libraries import (
    is_library_class,
    is_library_constant,
    is_tool,
)

_LONG = 100  # parts of a container; those of longer ones are not looked at one by one
_MOST = 1000  # parts of an object; of larger ones nothing is known
_CONTAINERS = (list, tuple, dict, set, frozenset)

Path = tuple[Any, ...]


class RememberedContents:
    """What an object held, as `pickle` is told: so without most of what is cached.

    Attributes that are new are no change, as they are computed from what is there.
    """

    def __init__(self, value: Any, name: str) -> None:
        self._value, self._name = value, name
        self._then = _parts(value)

    def change(self) -> str | None:
        """What has changed, in words; None if nothing has."""
        if self._then is None:
            return None
        now = _parts(self._value)
        if now is not None and all(
            path in now and _is_alike(now[path], then)
            for path, then in self._then.items()
        ):
            return None
        return f"the {type(self._value).__name__} {self._name!r}, of a library's class"


def has_contents(value: Any) -> bool:
    """Whether an object of a library's class is one that numbers may come from.

    A function of Numba's is code: asked what it holds, it draws a name for itself.
    """
    if type(value).__module__.partition(".")[0] == "numba":
        return False
    return not (is_generator(value) or is_tool(value) or is_library_constant(value))


def _parts(root: Any) -> dict[Path, Any] | None:
    """Numbers, texts, arrays and lengths of containers by where they are, if not many."""
    found: dict[Path, Any] = {}
    pending: list[tuple[Path, Any, tuple[Any, ...]]] = [((), root, ())]
    for path, value, above in pending:  # grows meanwhile
        if len(pending) > _MOST:
            return None
        if is_plain(value):
            found[path] = value
        elif any(value is each for each in above):
            continue
        elif _is_array(value) and value.dtype.kind != "O":
            array = np.asarray(value)
            found[path] = array.dtype, array.shape, fingerprint_of(array)
        else:
            inside = _inside(value)
            found[path] = SameObject(value) if inside is None else inside[0]
            for key, part in () if inside is None else inside[1]:
                pending.append(((*path, key), part, (*above, value)))
    return found


def _is_array(value: Any) -> bool:
    """Whether it is an array, and no handle on one."""
    return issubclass(type(value), np.ndarray)


def _inside(value: Any) -> tuple[Any, Iterable[tuple[Any, Any]]] | None:
    """What tells a value but for its parts, and the parts; None of no parts."""
    is_array = _is_array(value)
    if is_array or type(value) in _CONTAINERS:
        count = value.size if is_array else len(value)
        if count > _LONG and (text := _text(value)) is not None:
            return text, ()
        if is_array:
            return str(value.shape), enumerate(value.flat)
        return count, _items(value)
    if is_library_class(type(value)) and has_contents(value):
        return None, _content(value)
    return None


def _text(container: Any) -> bytes | None:
    """All that is in a long container, at once."""
    try:
        return pickle.dumps(container, 5)
    except Exception:  # noqa: BLE001 - each class has its own way to refuse
        return None


def _items(container: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(container, dict):
        keyed = container.items()
        return ((key if is_plain(key) else id(key), each) for key, each in keyed)
    if isinstance(container, (set, frozenset)):
        return ((each if is_plain(each) else id(each), each) for each in container)
    return enumerate(container)


def _content(value: Any) -> Iterator[tuple[Any, Any]]:
    """What `pickle` would write of an object; nothing if it refuses."""
    try:
        reduced = value.__reduce_ex__(4)
    except Exception:  # noqa: BLE001 - each class has its own way to refuse
        return
    if not isinstance(reduced, tuple):
        return
    _, args, state, items, pairs, *_ = (*reduced, None, None, None)
    yield "arguments", args
    states = state if isinstance(state, tuple) and len(state) == 2 else (state,)
    for k, each in enumerate(states):
        if isinstance(each, dict):
            yield from ((f"{k}.{name}", part) for name, part in each.items())
        else:
            yield f"{k}", each
    yield "items", list(items or ())
    yield "pairs", dict(pairs or ())


def _is_alike(now: Any, then: Any) -> bool:
    if type(then) in (tuple, SameObject):  # of an array, or of what has no parts
        return now == then
    return is_same(now, then)
