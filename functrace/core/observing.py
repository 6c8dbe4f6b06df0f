"""Watching what is computed: where a profiler stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from functrace.core.graph import Graph
    from functrace.core.node import Node
    from functrace.core.primitive import Primitive


class Observer(Protocol):
    """Is told what is computed in this thread, and when; lines are noted meanwhile."""

    pulled: Callable[[Node, Any, Sequence[Any]], None] | None
    """Is given what a reverse pass has for a node, and what its rule made of it."""

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterable[Any]:
        """The steps of a pass over nodes, the first part of each, handed on."""
        ...

    def performing(self, perform: Callable[..., Any], *given: Any) -> Any:
        """What `perform` gives: it applies a primitive, and records that."""
        ...

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation."""
        ...

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """What computes a compiled graph's outputs."""
        ...

    def compiled(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """The result of a call of a compiled function."""
        ...
