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

    pulled: Callable[[Node, Any, Sequence[Any], Sequence[int]], None] | None
    """Is given what a reverse pass has for a node, what its rule made of it, and of which
    operands that is."""

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterable[Any]:
        """The steps of a pass over nodes, the first part of each, handed on."""
        ...

    def performing(
        self, perform: Callable[..., Any], *given: Any, **options: Any
    ) -> Any:
        """What `perform` gives: functrace's own work, applying a primitive or a transform."""
        ...

    def calling(self, function: Callable[[], Any]) -> Any:
        """What `function` gives, which runs a user's function within that work."""
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


class ForwardCheck(Protocol):
    """Raises AnomalyError where a tangent is not finite when a forward pass is over."""

    def pushed(
        self,
        node: Node,
        given: Sequence[Any],
        outs: Sequence[Any],
        places: Sequence[int],
    ) -> None:
        """Is given tangents of the operands at `places`, and what the rule made of them."""
        ...

    def finish(self, outputs: Sequence[Any], dots: Sequence[Any]) -> None:
        """Is given the outputs' edges, and their tangents."""
        ...


class AnomalyCheck(Protocol):
    """Raises AnomalyError where values of derivatives are not finite."""

    def pulled(
        self, node: Node, given: Any, results: Sequence[Any], places: Sequence[int]
    ) -> None:
        """As of an observer."""
        ...

    def forwards(self) -> ForwardCheck:
        """What watches a forward pass."""
        ...

    def batched(
        self,
        graph: Graph,
        values: Sequence[Any],
        mapped: Sequence[bool],
        size: int,
        outs: Sequence[Any],
    ) -> None:
        """Of a graph that was evaluated on a batch."""
        ...

    def given(self, value: Any) -> None:
        """Of a traced value that a solver is about to be given."""
        ...
