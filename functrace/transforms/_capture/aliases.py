"""Arrays and objects that may, or may not, be one and the same after a branch or a loop.

``c = a if x > 0 else b`` makes `c` another name of one of two arrays. Traced, it is a third
one. That is seen by whoever writes into one of them: so nobody may, from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import numpy as np

from functrace.core.errors import MutationError, message
from functrace.core.recording import ambient
from functrace.core.source import SourceLine, user_line
from functrace.core.tracer import Tracer
from functrace.transforms._capture.holders import held_elsewhere
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.merging import FlatValue, mutables
from functrace.transforms._capture.places import Place


class _Shared(NamedTuple):
    """What must stay as it is, and where it became so."""

    value: Any
    state: Any
    source: SourceLine | None


class _Chosen:
    """Counts objects that are one of several, and compare by what they are."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made = 0


chosen = _Chosen()


def check_aliases() -> None:
    """Raise MutationError if what was noted in the innermost trace has changed."""
    branches = ambient.get().branches
    for value, state, source in branches.shared if branches is not None else ():
        if _state(value) != state:
            _refuse(value, source)


def is_shared(values: Sequence[Any]) -> bool:
    """Whether one of them may be another object, too."""
    branches = ambient.get().branches
    shared = [] if branches is None else branches.shared
    return any(each.value is value for each in shared for value in values)


def _state(value: Any) -> Any:
    if type(value) is Tracer:
        value.sync()
        return value.edge, id(value.value)
    if isinstance(value, list):
        return [*map(id, value)]
    contents = value if isinstance(value, dict) else getattr(value, "__dict__", {})
    return [(name, id(each)) for name, each in contents.items()]


def _refuse(value: Any, source: SourceLine | None) -> None:
    raise MutationError(
        message(
            "functrace: an array, or object, is changed that is one of several, which one "
            "depends on a traced value.",
            got=value.aval if type(value) is Tracer else type(value).__name__,
            source=source,
            help="make copies: c = a.copy() if x > 0 else b.copy().",
        )
    )


def read_only(array: np.ndarray) -> Tracer:
    """A handle on a plain array, by which nobody may change it in this trace."""
    branches = ambient.get().branches
    shared = [] if branches is None else branches.shared
    for value, _, _ in shared:
        if type(value) is Tracer and value.value is array:
            return value
    made = Tracer(None, array)
    shared.append(_Shared(made, _state(made), user_line()))
    return made


def note_shared(values: Iterable[Any]) -> None:
    """Note that nobody may change these from now on: others hold them, too."""
    branches = ambient.get().branches
    if branches is None:
        return
    source = user_line()
    found = [x for value in values for x in mutables(value)]
    branches.shared.extend([_Shared(x, _state(x), source) for x in found])


def note_aliases(
    memory: ReachableState,
    rows: Sequence[tuple[Place, Any, Sequence[FlatValue], FlatValue]],
    known: AbstractSet[int] = frozenset(),
) -> None:
    """Note what may be another name of something else.

    For each place that has a new value: this, what each branch left there, what was there
    before. `known`: identities of what branches have noted.
    """
    branches = ambient.get().branches
    if branches is None:
        return
    ids = {each for *_, row, _ in rows for flat in row for each in flat.mutable}
    noted = {id(each.value) for each in branches.shared}
    shared = shared_in(memory, rows) | known | (noted & ids)
    if not shared:
        return
    source = user_line()
    values = [
        value
        for _, value, row, _ in rows
        if any(shared.intersection(each.mutable) for each in row)
    ]
    values += [memory.object_with(each) for each in shared]
    found = [x for value in values if value is not None for x in mutables(value)]
    branches.shared.extend([_Shared(x, _state(x), source) for x in found])
    chosen.made += any(type(x).__eq__ is object.__eq__ for x in found)


def shared_in(
    memory: ReachableState,
    rows: Sequence[tuple[Place, Any, Sequence[FlatValue], FlatValue]],
) -> set[int]:
    """What is, after some branch, at several places; or is still where it was, too."""
    left = Counter(each for *_, before in rows for each in before.mutable)
    shared: set[int] = set()
    for column in zip(*(row for _, _, row, _ in rows), strict=True):
        found = Counter(each for value in column for each in value.mutable)
        shared.update(
            each
            for each, count in found.items()
            if count > 1 or memory.times.get(each, 0) > left[each]
        )
    known = {each for *_, row, _ in rows for value in row for each in value.mutable}
    known.intersection_update(memory.times)
    return shared | held_elsewhere(known - shared, memory.variables())
