"""Terms in rows that are alike, each made of the same row of what is gathered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from functrace.core.aval import Aval
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge, leaves_of
from functrace.core.recording import recording_all
from functrace.primitives._dependence.compression import compression_of
from functrace.primitives._dependence.graphs import dependence, seeds
from functrace.primitives._dependence.sets import Known, rows_of, united
from functrace.primitives._dependence.summing import TermGroup, TermLayout
from functrace.primitives._dependence.terms import Terms
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.scipy._cuts import Cuts

_FEW = 1 << 10  # entries of terms that are one row, if it is dense
_WIDE = 1 << 16  # entries of others, likewise: no more are looked at
_DEEP = 1 << 9  # operations
_VARIANTS = 8  # patterns of rows
_UNKNOWN = -1


class TermRows(NamedTuple):
    """Terms of which the rows are alike; or few, which are one row: they have no axis.

    Attributes
    ----------
    terms : Cuts
        Their rows, from those of what is gathered.
    gathers : Cuts
        The rows of what is gathered.
    members : sequence of int
        Which of the terms they are.
    gathered : list of int
        Which of the arrays that are gathered they are made of.
    parts : sequence of tuple
        These, as inputs of the terms' graph, each with the axis of its rows.
    """

    terms: Cuts
    gathers: Cuts
    members: Sequence[int]
    gathered: list[int]
    parts: Sequence[tuple[Edge, int | None]]

    @property
    def known(self) -> list[Edge]:
        """What the terms are made of besides, that is as it is in all rows."""
        parts = {edge for edge, _ in self.parts}
        return [edge for edge in self.terms.whole if edge not in parts]

    @property
    def length(self) -> int:
        """How many rows there are."""
        axis = self.terms.axes[0]
        return 1 if axis is None else self.terms.graph.outputs[0].aval.shape[axis]

    def block(self, count: int) -> Graph:
        """So many rows of the terms.

        Its inputs are what is known, the rows' numbers, parts of constants, and what is
        gathered.
        """
        windows = self.terms.windows(np.zeros(1, np.int32), count)
        known = fresh("known", [edge.aval for edge in self.known])
        numbers = fresh("rows", [Aval((count,), np.dtype(np.int32))])
        others = fresh("window", [Aval(w.shape[1:], w.dtype) for w in windows])
        parts = fresh(
            "gathered", [with_rows(e.aval, axis, count) for e, axis in self.parts]
        )
        inputs = [*known, *numbers, *others, *parts]
        values = dict(zip(self.known, known, strict=True))
        if self.terms.axes[0] is None:
            values.update(zip((edge for edge, _ in self.parts), parts, strict=True))
            return Graph(inputs, rebuild(self.terms.graph.outputs, values))
        with recording_all():
            outs = self.terms.part(
                dict(zip(values, handles(known), strict=True)),
                handles(others),
                handles(numbers)[0],
                dict(zip(self.parts, handles(parts), strict=True)),
            )
        return Graph(inputs, list(map(edge_of, outs)))


def with_rows(aval: Aval, axis: int | None, count: int) -> Aval:
    """The kind of so many rows of an array."""
    shape, dtype = aval
    if axis is None:
        return Aval(shape, np.dtype(dtype))
    return Aval((*shape[:axis], count, *shape[axis + 1 :]), np.dtype(dtype))


# -- which they are ---------------------------------------------------------------------


def rows_of_terms(terms: Terms) -> list[TermRows] | None:
    """Rows of terms of each length; None if they are not alike."""
    graph, count = terms.graph, len(terms.columns)
    inputs = graph.inputs[len(graph.inputs) - count :]
    moving = {edge.node for edge in inputs}
    lengths: dict[int, list[int]] = {}
    if len(graph.nodes) > _DEEP:
        return None
    for k, out in enumerate(graph.outputs):
        if moving.isdisjoint(leaves_of([out])):
            continue
        if not out.aval.size:
            continue
        lengths.setdefault(max(out.aval.shape, default=0), []).append(k)
    found: list[TermRows] = []
    for length, members in lengths.items():
        whole = _alike(terms, members, inputs) if length else None
        parts = [whole] if whole else [_as_one_row(terms, k, inputs) for k in members]
        found += [each for each in parts if each]
        if None in parts:
            return None
    return found


def _alike(
    terms: Terms, members: Sequence[int], inputs: Sequence[Edge]
) -> TermRows | None:
    """Terms of which the rows are made of the same rows of what is gathered, or None."""
    outs = [terms.graph.outputs[k] for k in members]
    axes = [int(np.argmax(out.aval.shape)) for out in outs]
    length = outs[0].aval.shape[axes[0]]
    cuts = Cuts.of(Graph(terms.graph.inputs, outs), axes)
    used = [k for k, edge in enumerate(inputs) if edge in cuts.inputs]
    if any(len(cuts.inputs[inputs[k]] | {None}) != 2 for k in used):
        return None
    parts = [(inputs[k], axis) for k in used for axis in cuts.inputs[inputs[k]]]
    if any(axis is None or e.aval.shape[axis] != length for e, axis in parts):
        return None
    sizes = (sum(e.aval.size // length for e in edges) for edges in (outs, dict(parts)))
    if math.prod(sizes) > _WIDE:
        return None
    picked = {edge for edge, _ in parts}
    whole = leaves_of([edge for edge in cuts.whole if edge not in picked])
    if any(edge.node in whole for edge in inputs):
        return None
    gathered = Graph(terms.gathers.inputs, [terms.gathers.outputs[k] for k in used])
    picks = Cuts.of(gathered, [axis for _, axis in parts])
    return TermRows(cuts, picks, members, used, parts)


def _as_one_row(terms: Terms, member: int, inputs: Sequence[Edge]) -> TermRows | None:
    """Terms that are few, and made of few numbers."""
    out = terms.graph.outputs[member]
    leaves = set(leaves_of([out]))
    used = [k for k, edge in enumerate(inputs) if edge.node in leaves]
    parts = [(inputs[k], None) for k in used]
    if out.aval.size * sum(edge.aval.size for edge, _ in parts) > _FEW:
        return None
    graph = Graph(terms.graph.inputs, [out])
    fixed = [edge for edge in graph.inputs if edge not in inputs]
    cuts = Cuts(graph, [None], {}, {}, fixed, [], {})
    gathered = Graph(terms.gathers.inputs, [terms.gathers.outputs[k] for k in used])
    picks = Cuts.of(gathered, [None] * len(used))
    return TermRows(cuts, picks, [member], used, parts)


def group_of(terms: Terms, rows: TermRows) -> TermGroup | None:
    """The rows' patterns and directions, and where what they have belongs.

    None if there are many patterns: zeros among constants exclude entries.
    """
    found, variants = _variants(rows)
    if len(found) > _VARIANTS:
        return None
    block = rows.block(1)
    patterns = [_pattern(rows, block, known) for known in found]
    whole = united(patterns)
    whole.sort_indices()
    own = [terms.rows[k] for k in rows.members], rows.terms.axes
    gathered = [terms.columns[k] for k in rows.gathered], rows.gathers.axes
    ends = block.out_avals, block.in_avals[len(block.inputs) - len(rows.gathered) :]
    sizes = [[Aval(*aval).size for aval in avals] for avals in ends]
    widths = sizes[0], sizes[1]
    layout = TermLayout(whole, compression_of(whole), widths, rows.length, blocks=1)
    return TermGroup(layout, patterns, variants, _by_rows(*own), _by_rows(*gathered))


def _variants(rows: TermRows) -> tuple[np.ndarray, np.ndarray]:
    """What is known of constants in rows, and for each row which of these it is.

    A line for each, a column for each constant: 0 if all of it is zero, 1 if it is true.
    """
    found = np.full((rows.length, len(rows.terms.constants)), _UNKNOWN, np.int8)
    for column, (x, axis) in zip(found.T, rows.terms.constants, strict=True):
        others = tuple(k for k in range(x.ndim) if k != axis)
        column[~np.any(x, axis=others)] = 0
        if x.dtype == bool:
            column[np.all(x, axis=others)] = 1
    if not found.size or np.all(found == found[:1]):
        return found[:1], np.zeros(rows.length, np.int8)
    lines, variants = np.unique(found, axis=0, return_inverse=True)
    return lines, variants.reshape(-1).astype(np.int8)


def _pattern(rows: TermRows, block: Graph, known: np.ndarray) -> Any:
    """Which of a row's terms depend on what is gathered for it."""
    count = len(rows.gathered)
    chosen = range(len(block.inputs) - count, len(block.inputs))
    items = seeds(block.in_avals, chosen)
    begin = len(rows.known) + 1
    for k, value in enumerate(known.tolist(), begin):
        if value != _UNKNOWN:
            items[k] = Known(
                np.full(block.in_avals[k].shape, value, block.in_avals[k].dtype)
            )
    width = sum(block.in_avals[i].size for i in chosen)
    with np.errstate(all="ignore"):
        found = [rows_of(item, width) for item in dependence(block, items)]
    pattern = sp.csr_array(sp.vstack(found, "csr"))
    pattern.sum_duplicates()
    return pattern


def _by_rows(arrays: Sequence[np.ndarray], axes: Sequence[int | None]) -> np.ndarray:
    """Arrays side by side, with a row for each place along their axes."""
    parts = [
        x.reshape(1, -1) if k is None else np.moveaxis(x, k, 0).reshape(x.shape[k], -1)
        for x, k in zip(arrays, axes, strict=True)
    ]
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
