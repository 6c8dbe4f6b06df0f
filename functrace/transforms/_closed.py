"""Functions traced abstractly into graphs without free inputs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from weakref import ref

from functrace.core import pytree
from functrace.core.capture import NEVER, Failure, Notes
from functrace.core.closure import close
from functrace.core.effects import TOKEN, Effects
from functrace.core.errors import MutationError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, leaves_of, toposort
from functrace.core.outliving import note_handle, outliving
from functrace.core.recording import ambient
from functrace.core.refusals import refuse_leaked
from functrace.core.tracer import Tracer
from functrace.transforms._rolling import Handles
from functrace.transforms._tracing import record, refuse_left, settle


class Closed(NamedTuple):
    """A function as a graph, with what it takes from outside.

    Attributes
    ----------
    graph : Graph
        Its inputs stand for `captured`, then for the arguments.
    captured : list
        Traced values, or plain ones that nothing is differentiated through any more.
    treedef : Treedef
        Structure of the result.
    effects : bool
        Whether there are some: the last input and the last output are tokens.
    """

    graph: Graph
    captured: list[Any]
    treedef: pytree.Treedef
    effects: bool = False

    def silent(self) -> Closed:
        """Without the effects, whose graph is run for its results alone."""
        if not self.effects:
            return self
        graph = Graph(self.graph.inputs[:-1], self.graph.outputs[:-1])
        return self._replace(graph=graph, effects=False)

    def with_token(self) -> Closed:
        """With tokens, also where there are no effects."""
        if self.effects:
            return self
        token = Edge(Leaf("effects", TOKEN), 0)
        graph = self.graph
        graph = Graph([*graph.inputs, token], [*graph.outputs, token])
        return self._replace(graph=graph, effects=True)


def trace_closed(
    where: str,
    fun: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    inputs: Sequence[Edge],
    floor: int,
    *,
    once: bool = False,
    **changes: Any,
) -> Closed:
    """Call `fun`; a graph of what it does with `inputs`, made after `floor`.

    If a `failure` is among the changes, whose condition holds for some values, that is the
    last output of the graph.

    The tracers on them stand among `args` and `kwargs`. What `fun` leaves behind is
    refused; if it is by its nature called `once`, only what depends on `inputs`. `changes`
    are of how it is recorded.
    """
    noted, handles, effects = Notes({}, []), Handles(), Effects()
    changes |= {"notes": noted, "handles": handles}
    outputs, treedef, _ = record(fun, args, kwargs, inputs, effects, **changes)
    failure: Failure | None = changes.get("failure")
    if failure is not None and failure.holds is not NEVER:
        outputs.insert(treedef.num_leaves, failure.holds)  # before the token
    _refuse_writes(where, noted.writes, floor)
    made = handles.finish()
    refuse_left(where, fun, _of_inputs(made, inputs, floor) if once else made)
    inputs = [*inputs, *effects.inputs]
    graph, outer = close(inputs, outputs, floor, noted.values)
    settle(graph)
    captured = handles_of(where, outer, noted.values)
    return Closed(graph, captured, treedef, bool(effects.inputs))


def _of_inputs(
    made: Sequence[ref[Any]], inputs: Sequence[Edge], floor: int
) -> list[ref[Any]]:
    """The handles that depend on the inputs; the others are the enclosing trace's."""
    own = {edge.node for edge in inputs}
    found: list[ref[Any]] = []
    for handle in outliving(made):
        if own.isdisjoint(toposort([handle.edge], floor)):
            note_handle(handle)
        else:
            found.append(ref(handle))
    return found


def _refuse_writes(
    where: str, writes: Sequence[tuple[ref[Any], Edge | None, Any]], floor: int
) -> None:
    """Raise MutationError if what was written to is older than the graph, and alive."""
    older = [h for h, edge, _ in writes if edge is None or edge.node.sequence < floor]
    if not any(handle() is not None for handle in older):
        return
    gc.collect()  # the function's own may be in a cycle
    for handle in older:
        found = handle()
        if found is not None:
            raise MutationError(
                message(
                    f"{where}: the function writes into an array from outside it, which "
                    "would happen only once.",
                    got=found.aval,
                    help="carry the array: take it as an argument, and return it.",
                )
            )


def handles_of(where: str, outer: Sequence[Edge], noted: dict[Edge, Any]) -> list[Any]:
    """Traced values for the captured edges; plain ones where no transform wants more.

    Inputs that have ended are no mistake where a graph of theirs is differentiated.
    """
    if not ambient.get().outside:
        return [Tracer(edge, noted.get(edge)) for edge in outer]
    wanted = _wanted(outer)
    return [
        Tracer(edge, noted.get(edge))
        if edge.node in wanted
        else _constant(where, edge, noted.get(edge))
        for edge in outer
    ]


def _wanted(outer: Sequence[Edge]) -> set[Node]:
    """The nodes that depend on an input which has not ended."""
    found: set[Node] = set()
    for node in toposort(outer):
        operands = [e.node for e in node.inputs if type(e) is Edge]
        live = isinstance(node, Leaf) and not node.ended
        if live or not found.isdisjoint(operands):
            found.add(node)
    return found


def _constant(where: str, edge: Edge, value: Any) -> Any:
    """The value of a captured edge that no transform wants more of."""
    if value is None and (leaves := leaves_of([edge])):
        refuse_leaked(where, leaves[0])
    return Tracer(edge, None) if value is None else value
