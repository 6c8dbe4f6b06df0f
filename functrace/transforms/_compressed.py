"""Dense Jacobians with few entries, from fewer directions than there are columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf
from functrace.core.recording import ambient
from functrace.core.serialize import freeze
from functrace.core.tracer import Tracer
from functrace.primitives.indexing import index_update
from functrace.primitives.seeds import directions
from functrace.transforms._trace import Trace
from functrace.transforms.vmap import vmap

_LEAST = 16  # columns: of fewer, all are as fast
_WORK = 1 << 15  # elements of all columns' tangents: of fewer, likewise
_NODES = 4  # operations for each element of inputs and outputs that are looked at
_WORTH = 0.4  # of the cost of all columns, or of all rows


class JacobianEntries(NamedTuple):
    """The entries of a Jacobian of all outputs and inputs, and how they are computed.

    Attributes
    ----------
    rows, columns : ndarray of int
    compression : Compression
    """

    rows: np.ndarray
    columns: np.ndarray
    compression: Any


def entries_of(
    trace: Trace, ins: list[Aval], outs: list[Aval]
) -> JacobianEntries | None:
    """None where all columns, or all rows, are computed: it is dense, small, or unknown.

    It is looked for while `jit` traces, as compiling takes longer.
    """
    width, height = (sum(aval.size for aval in avals) for avals in (ins, outs))
    least = min(width, height)
    choices = ambient.get().choices
    if choices is None or not trace.symbolic or least < _LEAST:
        return None
    graph = _graph_of(trace)
    work = sum(aval.size for node in graph.nodes for aval in node.avals)
    if work * least < _WORK or len(graph.nodes) > _NODES * (width + height):
        return None
    from functrace.primitives._dependence.compression import (  # noqa: PLC0415 - SciPy's
        REVERSE,
        compression_of,
    )
    from functrace.primitives._dependence.graphs import (  # noqa: PLC0415 - as above
        sparse_pattern_of,
    )

    pattern = sparse_pattern_of(graph, range(len(ins)), len(outs))
    if pattern is None:
        return None
    found = compression_of(pattern)
    if found.cost > _WORTH * min(width, REVERSE * height):
        return None
    choices.append(f"{trace.where}: {in_words(pattern, found)}")
    rows, columns = pattern.tocoo().coords
    return JacobianEntries(rows.astype(np.int64), columns.astype(np.int64), found)


def in_words(pattern: Any, compression: Any) -> str:
    """What is computed: ``298 of 100 x 100 entries, from 3 tangents``."""
    tangents, cotangents = compression.tangents, compression.cotangents
    parts = [
        f"{each.total} {name}{'s' * (each.total != 1)}"
        for each, name in ((tangents, "tangent"), (cotangents, "cotangent"))
        if each.total
    ]
    height, width = pattern.shape
    how = ", by substitution" if compression.turns else ""
    return (
        f"{pattern.nnz} of {height} x {width} entries, from {' and '.join(parts)}{how}"
    )


def _graph_of(trace: Trace) -> Graph:
    """What was recorded, from inputs that are older than all that depends on them."""
    fresh = {edge: Edge(Leaf("input", edge.aval), 0) for edge in trace.inputs}
    outputs = [out.edge if type(out) is Tracer else out for out in trace.outputs]
    return Graph(list(fresh.values()), rebuild(outputs, fresh))


def by_entries(
    trace: Trace, ins: list[Aval], outs: list[Aval], entries: JacobianEntries
) -> list[list[Any]]:
    """Blocks of the Jacobian, by output and input."""
    tangents, cotangents, places, _ = entries.compression
    flat: list[Any] = []
    if tangents.total:
        flat.append(_mapped(trace.forward, ins, tangents, outs))
    if cotangents.total:
        flat.append(_mapped(trace.reverse, outs, cotangents, ins))
    values = (flat[0] if len(flat) == 1 else np.concatenate(flat))[freeze(places - 1)]
    blocks: list[list[Any]] = []
    for top, out in zip(_begins(outs), outs, strict=True):
        row: list[Any] = []
        for left, aval in zip(_begins(ins), ins, strict=True):
            rows, columns = entries.rows - top, entries.columns - left
            own = (rows >= 0) & (rows < out.size)
            own &= (columns >= 0) & (columns < aval.size)
            found = values if own.all() else values[np.flatnonzero(own)]
            at = (rows * aval.size + columns)[own]
            row.append(_spread(found, at, (*out.shape, *aval.shape), out.dtype))
        blocks.append(row)
    return blocks


def _begins(avals: list[Aval]) -> list[int]:
    return [0, *np.cumsum([aval.size for aval in avals])[:-1].tolist()]


def _spread(values: Any, places: np.ndarray, shape: tuple[int, ...], dtype: Any) -> Any:
    """An array with values at some places, and zeros elsewhere."""
    zeros = np.zeros(int(np.prod(shape)), dtype)
    return index_update(
        zeros, values.astype(dtype), freeze(places), index=("array",)
    ).reshape(shape)


def _mapped(function: Any, given: list[Aval], colouring: Any, found: list[Aval]) -> Any:
    """What a linear function gives of the directions of colours, in one row."""
    outs = vmap(function)(directions(colouring.colours, colouring.total, given))
    rows = [
        out.reshape(colouring.total, aval.size)
        for out, aval in zip(outs, found, strict=True)
    ]
    return (rows[0] if len(rows) == 1 else np.concatenate(rows, axis=1)).reshape(-1)
