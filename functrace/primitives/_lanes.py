"""Graphs on a batch of which only some elements are wanted.

Under `vmap` all elements of a batch go through the rounds of a loop until the last of
them is done, and through all branches. An element that is done, or takes another branch,
has values that the graph was not written for: a singular matrix, a loop inside that never
ends. So it is given those of an element that is wanted; what happens to it happens to that
element, too. Graphs to which nothing can happen take the values as they are.

Derivatives are stopped where an element is not wanted. Zero times the derivative there
could be NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.core.node import Node
from functrace.core.tracer import Tracer
from functrace.engine.batching import evaluate_batched, spread
from functrace.primitives._graphs import once
from functrace.primitives.effect import tokens_of
from functrace.primitives.elementwise import power, stop_gradient

_FEW = 16  # elements of an array that may be repeated for each element of the batch


def evaluate_wanted(
    graph: Graph, wanted: Any, operands: Sequence[Any], mapped: Sequence[bool]
) -> tuple[list[Any], list[bool]]:
    """`evaluate_batched` for the elements that are wanted, of which there is one at least.

    `wanted` holds a truth value for each element of the batch. Of the others the outputs
    mean nothing.
    """
    (size,) = wanted.shape
    taken: list[Any] = [*operands]
    flags = [*mapped]
    own = not size or takes_as_they_are(graph, operands, mapped)
    first = None if own else np.argmax(wanted)
    triples = zip(operands, mapped, graph.in_avals, strict=True)
    tokens = tokens_of(graph)
    for i, (x, m, aval) in enumerate(triples):
        if i in tokens:
            token = spread(x, m, size)
            taken[i], flags[i] = np.logical_and(token, _along(wanted, aval.ndim)), True
        elif own and _may_move(x, aval):
            taken[i], flags[i] = chosen(wanted, x, stop_gradient(x), aval.ndim), True
        elif m and not own:
            taken[i] = chosen(wanted, x, stop_gradient(x[first]), aval.ndim)
    return evaluate_batched(graph, taken, flags, size)


def takes_as_they_are(
    graph: Graph, operands: Sequence[Any], mapped: Sequence[bool]
) -> bool:
    """Whether unwanted elements can do no harm, though they keep their values.

    Then derivatives are stopped at each operand, which is repeated for all elements. A
    large array that is the same for all is not: the values are not taken, instead.
    """
    triples = zip(operands, mapped, graph.in_avals, strict=True)
    return is_harmless(graph) and all(
        m or aval.size <= _FEW or not _may_move(x, aval) for x, m, aval in triples
    )


def _may_move(x: Any, aval: Aval) -> bool:
    """Whether something may be differentiated with respect to an operand."""
    return type(x) is Tracer and is_inexact(aval.dtype)


def chosen(wanted: Any, x: Any, other: Any, ndim: int) -> Any:
    """`x` for the elements that are wanted, `other` for the rest of the batch.

    Elements have `ndim` dimensions.
    """
    return np.where(_along(wanted, ndim), x, other)


def _along(wanted: Any, ndim: int) -> Any:
    return np.expand_dims(wanted, tuple(range(1, ndim + 1)))


def is_harmless(graph: Graph) -> bool:
    """Whether the graph has a result for all values, and comes to an end."""
    return once(graph, "harmless", lambda: all(map(cannot_fail, graph.nodes)))


def cannot_fail(node: Node) -> bool:
    """Whether a node has a result for all values, and comes to an end."""
    primitive = node.primitive
    if primitive is power:  # of integers, NumPy takes no negative exponents
        return is_inexact(node.avals[0].dtype)
    if primitive.elementwise:
        return True
    return form_of(primitive).is_total_at(node, is_harmless)
