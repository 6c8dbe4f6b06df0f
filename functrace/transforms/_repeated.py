"""Functions that change what they read from outside: the same at the next call, or refused.

A trace changes what the function does: a cache is filled, a counter goes on. If what is
recorded then is another computation, a program of the first would be wrong from the second
call on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functrace.core.capture import RaisingError
from functrace.core.errors import MutationError, message
from functrace.core.keys import graph_key, key_of
from functrace.core.recording import ambient
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._entry import Constant, Entry
from functrace.transforms._signature import WHERE


def check_repeats(roots: Any, entry: Entry, again: Callable[[], Entry]) -> None:
    """Raise MutationError if a second trace, which `again` makes, is another one.

    Afterwards all that can be reached from `roots` is as it was before that. A third one,
    from there, tells whether traces can be compared at all: what is new in each is not.
    """
    if entry.watch.changed is None or not ambient.get().outside:
        return
    before = ReachableState([roots])
    if before.has_iterators:  # they do not go back
        return
    first, second = _parts(entry), _after(again, before)
    if second != first and second == _after(again, before):
        raise MutationError(
            message(
                f"{WHERE}: what the function computes depends on what it changes itself: "
                "a program would compute the same at each call.",
                got=entry.watch.changed,
                help="give it as an argument, and return the new value.",
            )
        )


def _after(again: Callable[[], Entry], before: ReachableState) -> list[Any]:
    """What another trace gives, and then all is as it was; nothing, if it fails."""
    try:
        return _parts(again())
    except (Exception, RaisingError):  # noqa: BLE001 - as at the next call
        return []
    finally:
        before.restore()


def _parts(entry: Entry) -> list[Any]:
    """What is the same for entries that compute the same."""
    results = [*entry.results, *(r for _, r in entry.writes)]
    constants = [key_of(r.value) if isinstance(r, Constant) else r for r in results]
    return [graph_key(entry.graph), entry.out_treedef, *constants]
