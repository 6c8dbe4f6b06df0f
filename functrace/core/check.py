"""The legal forms of a graph: what every transform may take for granted."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import ConcretizationError, FunctraceError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer

_NUMBERS = (bool, int, float, complex, np.generic)


class GraphError(FunctraceError, AssertionError):
    """A graph that breaks a rule of the representation: a bug of functrace."""


def check(graph: Graph) -> None:
    """Raise GraphError, naming the node, unless the graph is well formed.

    - Arguments and results have the numbers of leaves that the structures say.
    - Inputs are distinct leaves.
    - Every node comes after its operands, and applies a registered primitive.
    - Constants are numbers and arrays. None was dropped.
    - Parameters can be compared and pickled, and hold no array and no tracer.
    - The shapes and dtypes are those that the primitive's abstract_eval gives, unless
      it says that they depend on values.
    """
    for what, treedef, leaves in (
        ("arguments", graph.in_treedef, graph.arguments),
        ("outputs", graph.out_treedef, graph.outputs),
    ):
        if treedef.num_leaves != len(leaves):
            _fail(f"the {what} have another structure", treedef, len(leaves))
    known: set[Edge] = set(graph.free_inputs)
    for edge in graph.inputs:
        node, index = edge
        if not isinstance(node, Leaf) or index != 0 or edge in known:
            _fail("an input is not a leaf of its own", "distinct leaves", node)
        known.add(edge)
    last = -1
    for node in graph.nodes:
        if node.sequence <= last:
            _fail("a node is out of order", f"a sequence number above {last}", node)
        last = node.sequence
        _check_node(node, known)
        known.update(Edge(node, i) for i in range(len(node.avals)))
    for output in graph.outputs:
        if type(output) is Edge and output not in known:
            _fail("an output is not in the graph", "an edge of its nodes", output.node)
        if isinstance(output, (Tracer, Aval)):
            _fail("an output is neither an edge nor a constant", "either", output)


def _check_node(node: Node, known: set[Edge]) -> None:
    primitive = node.primitive
    assert primitive is not None
    if REGISTRY.get(primitive.name) is not primitive:
        _fail("a primitive is not the registered one", primitive.name, node)
    for position, operand in enumerate(node.inputs):
        _check_operand(node, position, operand, known)
    for name, value in node.params.items():
        _check_param(node, name, value)
    try:
        out = primitive.abstract_eval(*map(operand_aval, node.inputs), **node.params)
    except ConcretizationError:  # of x[mask], the shape depends on values
        return
    outs: Sequence[Aval] = out if primitive.multiple else (out,)
    found = [(a.shape, np.dtype(a.dtype)) for a in node.avals]
    if found != [(a.shape, np.dtype(a.dtype)) for a in outs]:
        _fail("the outputs are not what abstract_eval says", outs, node)
    if node.shape is not None and (node.shape, node.dtype) != node.avals[0]:
        _fail("shape and dtype differ from the output's", node.avals, node)


def _check_operand(node: Node, position: int, operand: Any, known: set[Edge]) -> None:
    if type(operand) is Edge:
        source, index = operand
        if not 0 <= index < len(source.avals):
            _fail(f"operand {position} is no output", f"one of {source!r}", node)
        if operand not in known or source.sequence >= node.sequence:
            _fail(f"operand {position} is computed later", "a topological order", node)
    elif type(operand) is Aval:
        _fail(f"the constant operand {position} was dropped", "its value", node)
    elif type(operand) is Tracer or (
        not isinstance(operand, _NUMBERS)
        and (type(operand) is not np.ndarray or operand.dtype.kind == "O")
    ):
        what = f"operand {position} is no array: {type(operand).__name__}"
        _fail(what, "an edge, an array or a number", node)


def _check_param(node: Node, name: str, value: Any) -> None:
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, (np.ndarray, np.generic, Tracer, Edge, list, dict, set)):
            what = f"the parameter {name} holds a value of type {type(part).__name__}"
            _fail(what, "static values, immutable", node)
        if isinstance(part, tuple):
            pending += part
        elif isinstance(part, slice):
            pending += (part.start, part.stop, part.step)
        elif isinstance(part, Graph):
            check(part)
        elif not callable(part):  # functions are compared by identity
            _check_plain(node, name, part)


def _check_plain(node: Node, name: str, part: Any) -> None:
    try:
        again = pickle.loads(pickle.dumps(part))  # noqa: S301 - just made
    except Exception as error:  # noqa: BLE001 - whatever the value's own class raises
        _fail(f"the parameter {name} cannot be pickled: {error}", "plain data", node)
    if again != part and part == part:  # noqa: PLR0124 - NaN differs from itself
        _fail(f"the parameter {name} cannot be compared", "plain data", node)


def _fail(what: str, expected: Any, got: Any) -> NoReturn:
    raise GraphError(
        message(
            f"functrace bug, please report: {what}.",
            expected=expected,
            got=repr(got),
            source=got.source if isinstance(got, Node) else None,
        )
    )
