"""Functions that change what they read from outside: the same at the next call, or refused.

A trace changes what the function does: a cache is filled, a counter goes on. If what is
recorded then is another computation, a program of the first would be wrong from the second
call on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from functrace.core.capture import RaisingError
from functrace.core.errors import MutationError, message
from functrace.core.keys import graph_key, key_of
from functrace.core.recording import ambient
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._entry import Constant, Entry
from functrace.transforms._signature import WHERE


def check_repeats(roots: Any, entry: Entry, again: Callable[[], Entry]) -> None:
    """Raise MutationError if the next call would compute, or change, something else.

    A second trace tells, which `again` makes. Afterwards all that can be reached from
    `roots` is as it was before that. A third one, from there, tells whether traces can be
    compared at all: what is new in each is not.
    """
    changed = entry.watch.changed
    if changed is None or not ambient.get().outside:
        return
    before = ReachableState([roots])
    if before.has_iterators:  # they do not go back
        return
    first = _Trace.of(entry)
    second = _Trace.after(again, before)
    moved = [words for words in second.moved if words in first.moved]
    if moved:
        _refuse("changes numbers outside at each call: a program would not.", moved[0])
    same = second.parts == first.parts
    if not same and second.parts == _Trace.after(again, before).parts:
        _refuse(
            "depends in its result on what it changes itself: a program would compute "
            "the same at each call.",
            changed,
        )


def _refuse(what: str, changed: str) -> NoReturn:
    raise MutationError(
        message(
            f"{WHERE}: the function {what}",
            got=changed,
            help="give it as an argument, and return the new value.",
        )
    )


class _Trace(NamedTuple):
    """What is the same for traces of the same, and the numbers that they change."""

    parts: tuple[Any, ...]
    moved: Sequence[str]

    @classmethod
    def of(cls, entry: Entry) -> _Trace:
        """Of an entry."""
        results = [*entry.results, *(r for _, r in entry.writes)]
        constants = [key_of(r.value) if isinstance(r, Constant) else r for r in results]
        parts = graph_key(entry.graph), entry.out_treedef, *constants
        return cls(parts, entry.watch.moved)

    @classmethod
    def after(cls, again: Callable[[], Entry], before: ReachableState) -> _Trace:
        """Of another trace; nothing, if it fails. Then all is as it was."""
        try:
            return cls.of(again())
        except (Exception, RaisingError):  # noqa: BLE001 - as at the next call
            return cls((), ())
        finally:
            before.restore()
