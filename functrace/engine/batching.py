"""A graph applied to many arguments at once: each operation by its record's `batch`.

The mapped axis is the first of every mapped value, from the beginning to the end, so that
rules need not say where it is. A value that depends on no mapped argument is computed
once.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.naming import name_like
from functrace.core.node import Edge, Node
from functrace.core.primitive import Primitive
from functrace.core.recording import ambient
from functrace.core.rule import operand_avals
from functrace.core.source import with_lines
from functrace.core.tracer import Tracer


class Mapped(NamedTuple):
    """An application of a primitive to operands of which some are mapped.

    Attributes
    ----------
    primitive : Primitive
    size : int
        Length of the mapped axis.
    mapped : tuple of bool
        For each operand, whether it has that axis.
    avals : tuple of Aval
        Of the operands without it.
    outs : tuple of Aval
        Of the outputs without it.
    """

    primitive: Primitive
    size: int
    mapped: tuple[bool, ...]
    avals: tuple[Aval, ...]
    outs: tuple[Aval, ...]

    def spread(self, operands: Sequence[Any]) -> list[Any]:
        """The operands, each of them mapped: what is not is repeated, without memory."""
        return [
            x if m else np.broadcast_to(x, (self.size, *aval.shape))
            for x, m, aval in zip(operands, self.mapped, self.avals, strict=True)
        ]

    def aligned(self, operands: Sequence[Any]) -> list[Any]:
        """The operands, such that NumPy broadcasts all their axes but the mapped one."""
        rank = max([aval.ndim for aval in self.avals])
        return [
            _deepened(x, rank - aval.ndim) if m else x
            for x, m, aval in zip(operands, self.mapped, self.avals, strict=True)
        ]


def spread(value: Any, mapped: bool, size: int) -> Any:
    """A value with the mapped axis: repeated along it, without memory, if it had none."""
    return value if mapped else np.broadcast_to(value, (size, *np.shape(value)))


def mapped_avals(
    avals: Sequence[Aval], mapped: Sequence[bool], size: int
) -> list[Aval]:
    """Abstract values with the mapped axis, where there is one."""
    return [
        Aval((size, *aval.shape) if m else aval.shape, aval.dtype)
        for aval, m in zip(avals, mapped, strict=True)
    ]


def _deepened(x: Any, count: int) -> Any:
    """The mapped operand with so many axes of length 1 after the mapped one."""
    return np.expand_dims(x, tuple(range(1, 1 + count))) if count else x


def evaluate_batched(
    graph: Graph, operands: Sequence[Any], mapped: Sequence[bool], size: int
) -> tuple[list[Any], list[bool]]:
    """The outputs of a closed graph, and which of them have the mapped axis.

    Parameters
    ----------
    graph : Graph
        Without free inputs.
    operands : sequence
        Of its inputs: arrays, or traced values.
    mapped : sequence of bool
        Which of them have the mapped axis, as their first.
    size : int
        Its length.
    """
    known: dict[Edge, Any] = dict(zip(graph.inputs, operands, strict=True))
    axes = {edge for edge, m in zip(graph.inputs, mapped, strict=True) if m}
    readable = ambient.get().readable is not None
    for node, dropped in with_lines(graph.plan, batched=True):
        inputs = node.inputs
        flags = tuple([e in axes if type(e) is Edge else False for e in inputs])
        values = [known[e] if type(e) is Edge else e for e in inputs]
        if True in flags:
            outs = _apply(node, values, flags, size)
            axes.update([Edge(node, i) for i in range(len(outs))])
        else:
            outs = _once(node, values)
        if readable and len(outs) == 1:
            name_like(node, outs[0])
        for i, out in enumerate(outs):
            known[Edge(node, i)] = out
        for edge in dropped:
            del known[edge]
    outputs = graph.outputs
    return (
        [known[e] if type(e) is Edge else e for e in outputs],
        [type(e) is Edge and e in axes for e in outputs],
    )


def evaluate_along(
    graph: Graph, operands: Sequence[Any], seeds: Sequence[Any], count: int
) -> list[Any]:
    """The outputs for each row of the seeds, which are the graph's last operands."""
    mapped = [False] * len(operands) + [True] * len(seeds)
    outs, flags = evaluate_batched(graph, [*operands, *seeds], mapped, count)
    return [spread(out, m, count) for out, m in zip(outs, flags, strict=True)]


def _once(node: Node, values: list[Any]) -> Sequence[Any]:
    """Outputs of a node that nothing mapped comes into."""
    primitive = node.primitive
    traced = primitive.symbolic or Tracer in map(type, values)
    out = (primitive if traced else primitive.impl)(*values, **node.params)
    return out if primitive.multiple else (out,)


def _apply(
    node: Node, values: list[Any], flags: tuple[bool, ...], size: int
) -> Sequence[Any]:
    primitive = node.primitive
    at = Mapped(primitive, size, flags, operand_avals(node), node.avals)
    rule = primitive.batch
    if rule is None:
        warnings.warn(
            f"functrace.vmap: {primitive.name} has no rule for batches, and is applied "
            f"{size} times.",
            stacklevel=2,
        )
        rule = one_by_one
    out = rule(at, *values, **node.params)
    return out if primitive.multiple else (out,)


def one_by_one(at: Mapped, *operands: Any, **params: Any) -> Any:
    """The primitive applied to each element of the batch in turn."""
    if not at.size:
        outs = [np.zeros((0, *aval.shape), np.dtype(aval.dtype)) for aval in at.outs]
        return tuple(outs) if at.primitive.multiple else outs[0]
    rows = [
        at.primitive(
            *(x[k] if m else x for x, m in zip(operands, at.mapped, strict=True)),
            **params,
        )
        for k in range(at.size)
    ]
    if not at.primitive.multiple:
        return np.stack(rows)
    return tuple(np.stack(column) for column in zip(*rows, strict=True))
