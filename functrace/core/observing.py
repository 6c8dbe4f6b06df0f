"""Watching what is computed: where a profiler stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from functrace.core.recording import ambient
from functrace.core.source import visited

if TYPE_CHECKING:
    from functrace.core.graph import Graph
    from functrace.core.primitive import Primitive


class Observer(Protocol):
    """Is told what is computed in this thread, and when; lines are noted meanwhile."""

    def visiting(self, steps: Iterable[Any], mode: str) -> Iterator[Any]:
        """The steps of a pass over nodes, the first part of each, handed on."""
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


def visiting(steps: Iterable[Any], mode: str) -> Iterable[Any]:
    """The steps of a pass over nodes, for whoever watches it.

    Parameters
    ----------
    steps : iterable of tuple
        Of a node, and more.
    mode : str
        ``"value"``, ``"forward"`` or ``"reverse"``.
    """
    state = ambient.get()
    if state.observer is not None:
        return state.observer.visiting(steps, mode)
    if state.sources:
        return visited(steps, derivative=mode != "value")
    return steps
