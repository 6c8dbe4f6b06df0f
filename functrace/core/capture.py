"""Traced values that an abstractly traced function takes from outside.

A node records edges, not values. While a function is traced for its graph alone, the
concrete handles that it uses are noted here, so that the graph can be applied to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from functrace.core.graph import Edge

_noted: ContextVar[dict[Edge, Any] | None] = ContextVar(
    "functrace captured values", default=None
)


@contextmanager
def noting() -> Iterator[dict[Edge, Any]]:
    """Note the values of the traced operands that are not abstract, by their edges."""
    noted: dict[Edge, Any] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def note(edge: Edge, value: Any) -> None:
    """Note a value that a node takes, if anybody wants to know."""
    noted = _noted.get()
    if noted is not None:
        noted[edge] = value
