"""Arrays that code in C has got of handles: it sees what is written to them in NumPy only."""

from __future__ import annotations

from typing import Any
from weakref import ref

import numpy as np

from functrace.core.errors import MutationError, message
from functrace.core.source import user_line

_exports: dict[int, list[ref[np.ndarray]]] = {}


def export(handle: Any, array: np.ndarray) -> np.ndarray:
    """A view of a handle's array, for as long as nothing traced is written to it.

    Views of the view keep it alive: NumPy would have them refer to the array, past it, if
    it were an ndarray that it is a view of.
    """
    view = np.asarray(array.data)
    place = id(handle)
    if place not in _exports:
        _owners[place] = ref(handle, lambda _: _forget(place))
    alive = [each for each in _exports.get(place, ()) if each() is not None]
    _exports[place] = [*alive, ref(view)]
    return view


_owners: dict[int, ref[Any]] = {}


def _forget(place: int) -> None:
    _exports.pop(place, None)
    _owners.pop(place, None)


def is_exported(handle: Any) -> bool:
    """Whether somebody still has a view of a handle's array."""
    if not _exports:
        return False
    views = _exports.get(id(handle), ())
    return any(view() is not None for view in views)


def refuse_exported(handle: Any) -> None:
    """Raise MutationError if somebody would not see what is about to be written."""
    if is_exported(handle):
        raise MutationError(
            message(
                "functrace: a traced value is written to an array that other code has "
                "got, which would not see it.",
                got=handle.aval,
                source=user_line(),
                help="give that code a copy (array.copy()).",
            )
        )
