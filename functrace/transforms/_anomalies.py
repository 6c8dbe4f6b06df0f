"""Results of compiled functions that are not finite, under `detect_anomaly`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.aval import Aval, aval_of
from functrace.core.errors import AnomalyError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node
from functrace.core.rule import operand_avals
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import resolved
from functrace.primitives._anomalies import Origin, kind_of, origin_or_nan
from functrace.primitives._graphs import batched_of
from functrace.primitives._recorded_anomalies import (
    origin_in_pull,
    origin_in_push,
    recorded_origin,
)
from functrace.transforms._entry import Entry

_WHERE = "functrace.detect_anomaly"


def checked(entry: Entry, leaves: Sequence[Any]) -> Any:
    """The result, or AnomalyError with the operation that made it not finite."""
    values = entry.values(leaves)
    outs = entry.compile()(*values)
    for number, out in enumerate(outs):
        if kind_of(out):
            _explain(entry, values, number, out)
    return entry.deliver(outs, leaves)


def _explain(entry: Entry, values: Sequence[Any], number: int, out: Any) -> NoReturn:
    pairs = zip(values, entry.graph.in_avals, strict=True)
    arrays = [np.asarray(value, aval.dtype) for value, aval in pairs]
    found = origin_or_nan(entry.graph, arrays, number)
    if found is None:
        raise AnomalyError(
            message(
                f"{_WHERE}: the compiled program gave {_kind(out)}, but NumPy does not.",
                got=_elements(out),
                help="functrace.jit(fastmath=True) assumes that there are none.",
            )
        )
    if found.node is None:
        label = "a constant"
        if found.place >= 0:
            label = f"the argument {entry.graph.inputs[found.place].node.name!r}"
        _refuse(label, found.value)
    _raise(found)


class Anomalies:
    """What is not finite while derivatives are computed on values.

    See `functrace.core.observing.AnomalyCheck`.
    """

    def pulled(
        self, node: Node, given: Any, results: Sequence[Any], places: Sequence[int]
    ) -> None:
        """Raise AnomalyError if a cotangent that a rule made is not finite."""
        for place, result in zip(places, results, strict=False):
            value = _value(result)
            if kind_of(value):
                bars = given if type(given) is tuple else (given,)
                bars = [_value(bar) for bar in bars]
                found = _before(node, places) or origin_in_pull(node, bars, place)
                _raise_either(found, node, "vjp", value)

    def forwards(self) -> PushedAnomalies:
        """What watches a forward pass."""
        return PushedAnomalies()

    def batched(
        self,
        graph: Graph,
        values: Sequence[Any],
        mapped: Sequence[bool],
        size: int,
        outs: Sequence[Any],
    ) -> None:
        """Raise AnomalyError if a result for a batch is not finite."""
        for number, out in enumerate(outs):
            if type(out) is not Tracer and kind_of(out):
                batch = batched_of(graph, tuple(mapped), size)
                found = origin_or_nan(batch, values, number)
                if found is not None and found.node is not None:
                    _raise(found)

    def given(self, value: Any) -> None:
        """Raise AnomalyError if a traced value is NaN."""
        if type(value) is Tracer and value.edge is not None:
            found = recorded_origin(value.edge, value.value)
            if found is not None and np.isnan(value.value).any():
                _raise(found)


class PushedAnomalies:
    """The tangents of a pass that are not finite: a choice may drop them yet."""

    def __init__(self) -> None:
        self._found: dict[Edge, tuple[int, Sequence[Any], Sequence[int], Any]] = {}

    def pushed(
        self,
        node: Node,
        given: Sequence[Any],
        outs: Sequence[Any],
        places: Sequence[int],
    ) -> None:
        """Take note of what a rule made of tangents of the operands at `places`."""
        for number, out in enumerate(outs):
            value = _value(out)
            if kind_of(value):
                self._found[Edge(node, number)] = number, given, places, value

    def finish(self, outputs: Sequence[Any], dots: Sequence[Any]) -> None:
        """Raise AnomalyError if a tangent of an output is not finite."""
        for edge, dot in zip(outputs, dots, strict=True):
            if type(edge) is Edge and edge in self._found and kind_of(_value(dot)):
                self._explain(edge)

    def _explain(self, edge: Edge) -> NoReturn:
        while True:
            node = edge.node
            number, given, places, value = self._found[edge]
            before = (node.inputs[i] for i in places if node.inputs[i] in self._found)
            earlier = next(before, None)
            if earlier is None:
                break
            edge = earlier
        dots = dict(zip(places, map(_value, given), strict=True))
        found = _before(node, places) or origin_in_push(node, dots, number)
        _raise_either(found, node, "jvp", value)


def _before(node: Node, places: Sequence[int]) -> Origin | None:
    """What made the first value that is not finite, of those that the rules take."""
    assert node.primitive is not None
    count = len(node.inputs)
    saver = node.primitive.saver(sum(1 << i for i in places), count)
    taken = list(saver.saved)
    if saver.outputs:
        taken += range(count, count + len(node.avals))
    edges = [*node.inputs, *(Edge(node, k) for k in range(len(node.avals)))]
    for i in taken if node.saved else ():
        if type(edges[i]) is Edge and kind_of(node.saved[i]):
            return recorded_origin(edges[i], node.saved[i])
    return None


def _value(made: Any) -> Any:
    """An array, or None if nothing is known."""
    made = resolved(made)
    return made.value if type(made) is Tracer else made


def _raise_either(found: Origin | None, node: Node, mode: str, value: Any) -> NoReturn:
    """Name what was found, or else the operation whose derivative it is."""
    if found is not None and type(found.node) is Leaf:
        _refuse(f"the argument {found.node.name!r}", found.value)
    if found is not None and found.node is not None:
        _raise(found)
    raise AnomalyError(
        message(
            f"{_WHERE}: the {mode} of {node.name} gave {_kind(value)}.",
            got=_elements(value),
            source=node.source,
            help="look at the operands of that operation, and at what it was given.",
        )
    )


def _refuse(label: str, value: Any) -> NoReturn:
    raise AnomalyError(
        message(f"{_WHERE}: {label} has {_kind(value)}.", got=_elements(value))
    )


def _raise(found: Origin) -> NoReturn:
    node = found.node
    assert node is not None
    source = node.source
    of_derivative = source is not None and source.of_derivative
    operation = f"{node.name}{', in a derivative,' if of_derivative else ''}"
    pairs = zip(operand_avals(node), found.operands, strict=True)
    operands = ", ".join(_operand(aval, x, found.value) for aval, x in pairs)
    where = "".join(f"; {words}" for words in found.where)
    batched = 0 if source is None else source.batched
    raise AnomalyError(
        message(
            f"{_WHERE}: {operation} made the first {_kind(found.value)}.",
            got=f"{_elements(found.value, batched)}; from {operands}{where}",
            source=source,
            help="look at the operands of that operation: functrace.debug.print.",
        )
    )


def _operand(aval: Aval, operand: Any, result: Any) -> str:
    """What the operation was given, and the number of which it made the first one."""
    if np.ndim(operand) and np.shape(operand) != np.shape(result):
        return str(aval)
    index = tuple(np.argwhere(~np.isfinite(result))[0]) if np.ndim(operand) else ()
    return f"{aval} ({np.asarray(operand)[index]:.6g})"


def _kind(value: Any) -> str:
    return "NaN" if np.isnan(value).any() else "infinity"


def _elements(value: Any, batched: int = 0) -> str:
    """How many of the elements are not finite, and which is the first."""
    bad = ~np.isfinite(value)
    words = f"{int(np.sum(bad))} of {np.size(value)} elements of {aval_of(value)}"
    if not np.ndim(value):
        return str(aval_of(value))
    first = tuple(int(i) for i in np.argwhere(bad)[0])
    if 0 < batched <= len(first):
        element, rest = first[:batched], first[batched:]
        words = f"{words}, the first in element {_index(element)} of the batch"
        return f"{words}, at {_index(rest)}" if rest else words
    return f"{words}, the first at {_index(first)}"


def _index(index: tuple[int, ...]) -> str:
    return str(index[0]) if len(index) == 1 else str(index)
