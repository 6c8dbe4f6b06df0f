"""Watching what is computed: where a profiler stands."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from functrace.core.recording import ambient

if TYPE_CHECKING:
    from functrace.core.graph import Graph
    from functrace.core.node import Node
    from functrace.core.primitive import Primitive
    from functrace.core.source import SourceLine

Result = TypeVar("Result")
Given = ParamSpec("Given")


def own_work(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function, of which an observer is told that it is functrace's work."""

    @functools.wraps(function)
    def performed(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        observer = ambient.get().observer
        if observer is None:
            return function(*args, **kwargs)
        observer.ignore()
        return observer.performing(function, *args, **kwargs)

    return performed


def users_work(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the user's that functrace's work calls: an observer is told of that."""
    observer = ambient.get().observer
    if observer is None:
        return function
    return functools.partial(observer.calling, function)


class Observer(Protocol):
    """Is told what is computed in this thread, and when; lines are noted meanwhile."""

    at_work: int
    """How deep in functrace's own work: more than 0 if that need not be told again."""

    ignore: Callable[[], Any]
    """Is called at once where functrace's own work begins, before `performing`."""

    pulled: Callable[[Node, Any, Sequence[Any], Sequence[int]], None] | None
    """Is given what a reverse pass has for a node, what its rule made of it, and of which
    operands that is."""

    def line(self) -> SourceLine | None:
        """The user's line that runs."""
        ...

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterable[Any]:
        """The steps of a pass over nodes, the first part of each, handed on."""
        ...

    def performing(
        self, perform: Callable[..., Any], *given: Any, **options: Any
    ) -> Any:
        """What `perform` gives: functrace's own work, applying a primitive or a transform."""
        ...

    def calling(self, function: Callable[..., Any], *given: Any, **options: Any) -> Any:
        """What a user's function gives within that work."""
        ...

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation."""
        ...

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """What computes a compiled graph's outputs."""
        ...

    def compiled(self, function: Any, call: Any) -> Any:
        """The result of a call of a compiled function that runs as a program."""
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
