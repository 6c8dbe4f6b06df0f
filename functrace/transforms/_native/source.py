"""From a Python function to the graph of a function of C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.capture import RaisingError
from functrace.core.errors import ConcretizationError, MissingRuleError, message
from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Node
from functrace.core.rule import operand_aval
from functrace.primitives.call import simple_of
from functrace.transforms._entry import Constant, Entry
from functrace.transforms._failing import refuse_raising
from functrace.transforms._native.prototype import Prototype, prototype_of
from functrace.transforms.jit import Jitted, jit
from functrace.transforms.make_graph import labels_of


class StandaloneGraph(NamedTuple):
    """What a function of C is made of.

    Attributes
    ----------
    graph : Graph
        Simplified; outputs may be constants, and those that are none say when the
        program gives up.
    prototype : Prototype
    fastmath : bool
    """

    graph: Graph
    prototype: Prototype
    fastmath: bool


def source_of(
    where: str,
    fun: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    name: str | None = None,
) -> StandaloneGraph:
    """Trace a function for arguments like these, arrays in C order."""
    function = fun if isinstance(fun, Jitted) else jit(fun)
    call = function.opened(args, kwargs, abstract=True)
    if call.traced:
        _refuse(where, "a traced value", "give it an array, or `ft.Aval`.")
    call = call._replace(leaves=[_in_c_order(leaf) for leaf in call.leaves])
    try:
        entry = function.entry(call)
    except RaisingError as raising:
        refuse_raising(where, raising)
    _check(where, entry)
    own = name or getattr(function.fun, "__name__", "").replace("<lambda>", "")
    labels = labels_of(function.fun, call.key.treedef)
    found, checks = _results(entry), entry.graph.outputs[entry.count :]
    results = [result for _, result in found]
    prototype = prototype_of(
        own,
        [labels[place] for place in entry.places],
        [Aval(*edge.aval) for edge in entry.graph.inputs],
        [(label, Aval(*operand_aval(result))) for label, result in found],
    )
    graph = simple_of(Graph(entry.graph.inputs, [*results, *checks]))
    return StandaloneGraph(graph, prototype, entry.fastmath)


def _in_c_order(leaf: Any) -> Any:
    return Aval(leaf.shape, leaf.dtype) if type(leaf) is np.ndarray else leaf


def _results(entry: Entry) -> list[tuple[str, Any]]:
    """The leaves of the result that are edges, or constant arrays and numbers.

    Each with where it is in the result: ``result['a']``.
    """
    places = entry.out_treedef.accessors()
    found: list[tuple[str, Any]] = []
    for place, result in zip(places, entry.results, strict=True):
        if isinstance(result, Constant):
            value = result.value
            if not isinstance(value, (np.ndarray, np.generic)):
                continue
        else:
            value = entry.graph.outputs[result]
        found.append((place.codify("result"), value))
    return found


def _check(where: str, entry: Entry) -> None:
    if not entry.is_closed:
        _refuse(
            where, "a function that captures a traced value", "make it an argument."
        )
    if entry.writes:
        _refuse(where, "a function that writes to them", "return the new arrays.")
    called = [str(node.params["call"]) for node in _effects(entry.graph)]
    if called:
        raise MissingRuleError(
            message(
                f"{where}: the function calls Python, which is not there where it runs.",
                got=", ".join(dict.fromkeys(called)),
                help="leave these calls out.",
            )
        )


def _effects(graph: Graph) -> Iterator[Node]:
    for node in graph.nodes:
        if node.name == "effect":
            yield node
        for inner in graphs_of(node):
            yield from _effects(inner)


def _refuse(where: str, got: str, way_out: str) -> None:
    raise ConcretizationError(
        message(
            f"{where}: the function is to depend on its arguments only.",
            got=got,
            help=way_out,
        )
    )
