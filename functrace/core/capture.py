"""What an abstractly traced function takes from outside, and writes to.

A node records edges, not values. While a function is traced for its graph alone, the
concrete handles that it uses are noted here, so that the graph can be applied to them;
and the handles that it writes to, as a graph cannot write to what is outside.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import ref

import numpy as np

from functrace.core.node import Edge
from functrace.core.recording import ambient

if TYPE_CHECKING:
    from functrace.core.effects import EffectReplay


class Notes(NamedTuple):
    """What was noted of a function.

    Attributes
    ----------
    values : dict
        Of the traced operands that are not abstract, by their edges.
    writes : list
        The handles written to, and the edge (None for a constant) and the value that each
        had before.
    """

    values: dict[Edge, Any]
    writes: list[tuple[ref[Any], Edge | None, Any]]

    def take_back(self, known: Container[int]) -> None:
        """Undo the writes, but for those to `known` handles, by their identities."""
        for handle, edge, value in reversed(self.writes):
            written = handle()
            if written is not None and id(written) not in known:
                written.stand_for(edge, value)


class Branches(NamedTuple):
    """What was noted of plain branches and loops on traced values.

    Attributes
    ----------
    unbound : dict
        Why variables have no value, by their names.
    shared : list
        Arrays and objects that nobody may change, as they may be others, too.
    refused : list
        Errors of branches and loops, which the user's code may drop.
    counters
        What was found out of loops whose rounds are alike.
    inside : bool
        A branch, or a round, is being traced that may not run.
    """

    unbound: dict[str, str]
    shared: list[Any]
    refused: list[tuple[type[Exception], str]]
    counters: Any
    inside: bool


class RaisingError(BaseException):
    """The function raises an error of its own: which one, Python says that runs it.

    It is none of those that the user's code catches. Its argument, if it has one, is what
    was raised while the function was traced; `run` counts effects that have taken place.
    """

    def __init__(self, *args: Exception, run: EffectReplay | None = None) -> None:
        super().__init__(*args)
        self.run = run


class Failure:
    """When a function raises an error of its own.

    Attributes
    ----------
    holds
        Whether it has done so: a truth value, `NEVER` or a traced one.
    counts : list of bool
        Not empty if Python integers were counted up, which the whole trace says of all
        its parts: so those that it is given must not be near the end of their bits.
    """

    __slots__ = ("counts", "holds")

    def __init__(self, outer: Failure | None = None) -> None:
        self.holds: Any = NEVER
        self.counts: list[bool] = [] if outer is None else outer.counts

    def note(self, condition: Any) -> None:
        """It raises one if a condition holds, too."""
        known = self.holds is NEVER
        self.holds = condition if known else np.logical_or(self.holds, condition)


NEVER = np.False_


def note(edge: Edge, value: Any) -> None:
    """Note a value that a node takes, if anybody wants to know."""
    notes = ambient.get().notes
    if notes is not None:
        notes.values[edge] = value


def is_noted(floor: int) -> bool:
    """Whether values are known of what was recorded from a sequence number on."""
    notes = ambient.get().notes
    return notes is not None and any(e[0].sequence >= floor for e in notes.values)


def note_write(handle: Any) -> None:
    """Note that a handle is about to stand for something else."""
    notes = ambient.get().notes
    if notes is not None:
        notes.writes.append((ref(handle), handle.edge, handle.value))
