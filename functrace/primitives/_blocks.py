"""Loops on batches, block by block.

In a batch each element stops by its own condition, and all go on until the last one is
done. In a program, where Python's time for a round does not count, few elements at a time
go through the loop: what they carry stays in registers, or near them, and none waits for
more than a few others. But where a round of all is so much work that threads share its
loops, these are better off as they are. Where blocks do not come out even, the last one
is filled with elements that have nothing to do.

Numbers of one place in small elements lie side by side in a block, where vectors are made
of them: the batch's axis is the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval
from functrace.core.graph import Graph, graphs_of
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.engine.batching import mapped_avals
from functrace.engine.simplify import simplify
from functrace.primitives._graphs import edge_of, fresh, handles, once
from functrace.primitives._lazy_modules import chunks, cost, kinds
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives.effect import tokens_of
from functrace.primitives.elementwise import stop_gradient
from functrace.primitives.scan import scan_of

LANES = 8
"""Elements of a block: as many as vectors of AVX-512 have, whatever the processor is, so
that results do not depend on it. Of small elements up to four times as many: an operation
on one part need not wait for that on another."""

_SEVERAL = 4
_BYTES = 2048  # that the registers of AVX-512 hold

Compute = Callable[[list[Any], int, bool], Sequence[Any]]


class Lanes(NamedTuple):
    """A batch: the graphs that are run on its elements, which operands are mapped, its size.

    Attributes
    ----------
    graphs : tuple of Graph
    mapped : list of bool
    size : int
    """

    graphs: tuple[Graph, ...]
    mapped: list[bool]
    size: int

    def _are_cut(self, operands: Sequence[Any]) -> bool:
        """Whether they are computed block by block: within programs, of native code."""
        return (
            self.size > LANES
            and any(type(x) is Tracer and x.value is None for x in operands)
            and not any(map(tokens_of, self.graphs))
            and all(map(_is_native, self.graphs))
            and not self._is_shared
        )

    @property
    def _is_shared(self) -> bool:
        """Whether a round of all is so much work that threads share its loops."""
        flops = self.size * max(map(_work, self.graphs))
        return cost.nanoseconds(flops, 0) >= chunks.LEAST

    def computed(
        self, key: Any, compute: Compute, operands: list[Any]
    ) -> Sequence[Any]:
        """What a function gives of operands and a number of elements, all of it mapped.

        It is told whether these are a block. `key` says which function it is, to the first
        of the graphs.
        """
        if not self._are_cut(operands):
            return compute(operands, self.size, False)
        pairs = list(zip(operands, self.mapped, strict=True))
        consts, rows = [x for x, m in pairs if not m], [x for x, m in pairs if m]
        lanes, nbytes = LANES, sum(map(_nbytes, rows)) / self.size
        while lanes < _SEVERAL * LANES and 2 * lanes * nbytes <= _BYTES:
            lanes *= 2
        key = ("blocks", key, tuple(self.mapped), lanes)
        body = once(self.graphs[0], key, lambda: self._body(compute, operands, lanes))
        count = -(-self.size // lanes)
        xs = [_cut(x, count, lanes) for x in rows]
        outs = scan_of(body, [*consts, *xs], length=count, reverse=False)
        return [_joined(y, self.size) for y in outs]

    def _body(self, compute: Compute, operands: Sequence[Any], lanes: int) -> Body:
        avals = [_element(x, m) for x, m in zip(operands, self.mapped, strict=True)]
        inputs = fresh("operand", mapped_avals(avals, self.mapped, lanes))
        with recording_all():
            outs = list(map(edge_of, compute(handles(inputs), lanes, True)))
        pairs = list(zip(inputs, self.mapped, strict=True))
        fixed, rows = [e for e, m in pairs if not m], [e for e, m in pairs if m]
        return Body.make(LoopInputs(fixed, [], rows), LoopOutputs([], outs))


def lie_last(avals: Sequence[Aval], mapped: Sequence[bool]) -> tuple[bool, ...]:
    """Of which operands of a block the batch's axis is to be the last: of small ones."""
    pairs = zip(avals, mapped, strict=True)
    return tuple([m and x.ndim > 0 and x.size <= LANES for x, m in pairs])


def to_last(xs: Sequence[Any], last: Sequence[bool]) -> list[Any]:
    """With the first axis at the end, where that is said."""
    return _moved(xs, last, 0, -1)


def to_first(xs: Sequence[Any], last: Sequence[bool]) -> list[Any]:
    """With the last axis at the beginning, where that is said."""
    return _moved(xs, last, -1, 0)


def _moved(xs: Sequence[Any], which: Sequence[bool], source: int, to: int) -> list[Any]:
    return [
        np.moveaxis(x, source, to) if moves and x is not None else x
        for x, moves in zip(xs, which, strict=True)
    ]


def _simple(graph: Graph) -> Graph:
    """The graph as it is compiled, nearly."""

    def make() -> Graph:
        return simplify(graph, lambda primitive: form_of(primitive).formula)

    return once(graph, "simple of an element", make)


def _is_native(graph: Graph) -> bool:
    """Whether there is code for all of what a graph is."""
    nodes = _simple(graph).nodes
    return once(graph, "native", lambda: all(map(kinds.is_native, nodes)))


def _work(graph: Graph) -> int:
    """Of the largest loop over arrays in a graph, in additions: roughly."""

    def make() -> int:
        found, inside = Counter[tuple[int, ...]](), 0
        for node in _simple(graph).nodes:
            if node.primitive.elementwise:
                aval = node.avals[0]
                found[aval.shape] += form_of(node.primitive).cost * aval.size
            inside = max([inside, *map(_work, graphs_of(node))])
        return max([inside, *found.values()])

    return once(graph, "work of an element", make)


def _element(x: Any, mapped: bool) -> Aval:
    aval = operand_aval(edge_of(x))
    return Aval(aval.shape[1:] if mapped else aval.shape, aval.dtype)


def _nbytes(x: Any) -> int:
    aval = operand_aval(edge_of(x))
    return aval.size * np.dtype(aval.dtype).itemsize


def _cut(x: Any, count: int, lanes: int) -> Any:
    """The rows of so many blocks; those that are added are copies of the last one."""
    missing = count * lanes - len(x)
    if missing:
        last = stop_gradient(x[-1:])
        x = np.concatenate([x, np.broadcast_to(last, (missing, *np.shape(x)[1:]))])
    return np.reshape(x, (count, lanes, *np.shape(x)[1:]))


def _joined(y: Any, size: int) -> Any:
    """The rows without those that were added."""
    return np.reshape(y, (-1, *np.shape(y)[2:]))[:size]
