"""What an abstractly traced function takes from outside, and writes to.

A node records edges, not values. While a function is traced for its graph alone, the
concrete handles that it uses are noted here, so that the graph can be applied to them;
and the handles that it writes to, as a graph cannot write to what is outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple
from weakref import ref

from functrace.core.node import Edge


class Notes(NamedTuple):
    """What was noted of a function.

    Attributes
    ----------
    values : dict
        Of the traced operands that are not abstract, by their edges.
    writes : list
        The handles written to, and the edge that each had before; None for a constant.
    """

    values: dict[Edge, Any]
    writes: list[tuple[ref[Any], Edge | None]]


_noted: ContextVar[Notes | None] = ContextVar("functrace notes", default=None)


@contextmanager
def noting() -> Iterator[Notes]:
    """Note the values of traced operands, and the writes, of what is done meanwhile."""
    noted = Notes({}, [])
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def note(edge: Edge, value: Any) -> None:
    """Note a value that a node takes, if anybody wants to know."""
    noted = _noted.get()
    if noted is not None:
        noted.values[edge] = value


def note_write(handle: Any) -> None:
    """Note that a handle is about to stand for something else."""
    noted = _noted.get()
    if noted is not None:
        noted.writes.append((ref(handle), handle.edge))
