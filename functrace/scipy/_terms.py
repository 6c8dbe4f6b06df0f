"""Sparse derivatives of functions that gather and scatter, from those of their terms.

A row of terms has few entries, in what is gathered for it: so there are few directions,
however many terms the elements of inputs and outputs are part of. Rows are alike: what is
found out for one holds for all. Some at a time are computed in all directions, and added to
the entries, so that no array holds all tangents, or what they are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.heap import give_back_after
from functrace.core.node import Edge
from functrace.core.serialize import freeze
from functrace.engine.batching import evaluate_along
from functrace.primitives._dependence.colouring import Colouring
from functrace.primitives._dependence.compression import (
    is_mirrored,
    least_cost,
)
from functrace.primitives._dependence.summing import (
    EntrySums,
    TermGroup,
    TermLayout,
    nobodys,
    sums_of,
)
from functrace.primitives._dependence.terms import terms_of
from functrace.primitives._graphs import pullback_of, pushforward_of
from functrace.primitives.indexing import ARRAY, index_add
from functrace.primitives.seeds import directions
from functrace.scipy._cuts import windows_of
from functrace.scipy._sparsity import TracedFunction
from functrace.scipy._term_rows import TermRows, group_of, rows_of_terms, with_rows
from functrace.transforms._compressed import in_words
from functrace.transforms.loops import scan

_BLOCK = 1 << 13  # numbers of a block's tangents: caches hold them


class _TermSide(NamedTuple):
    """Tangents or cotangents of a block of terms.

    Attributes
    ----------
    graph : Graph
        Its last inputs are directions.
    results : sequence
        For each of `found` the number of an output; anything else: it is zero.
    colouring : Colouring
        Of a row of what is given.
    given, found : list of tuple
        The kinds of arrays, and the axis of their rows.
    owners : ndarray of int
        For each direction and number of a row of what is found, of which of the row's terms
        it is a derivative.
    begin : int
        Where they begin among the numbers of a block.
    """

    graph: Graph
    results: Sequence[Any]
    colouring: Colouring
    given: list[tuple[Aval, int | None]]
    found: list[tuple[Aval, int | None]]
    owners: np.ndarray
    begin: int

    @property
    def end(self) -> int:
        """Where they end."""
        sizes = [aval.size for aval, _ in self.found]
        return self.begin + self.colouring.total * sum(sizes)

    def added_to(
        self, sums: Any, starts: Any, places: Any, operands: Sequence[Any]
    ) -> Any:
        """Sums, and what is not zero added to them, in all directions.

        `starts` has a row for each row of terms, `places` are those of a block.
        """
        total, begin, first = self.colouring.total, self.begin, 0
        rows = [with_rows(*each, 1) for each in self.given]
        dots = [
            np.broadcast_to(dot, (total, *aval.shape))
            for dot, (aval, _) in zip(
                directions(*self.colouring, rows), self.given, strict=True
            )
        ]
        outs = evaluate_along(self.graph, operands, dots, total)
        for k, (aval, axis) in zip(self.results, self.found, strict=True):
            end, last = begin + total * aval.size, first + aval.size // len(starts)
            if type(k) is int and aval.size:
                values = outs[k] if axis is None else np.moveaxis(outs[k], axis + 1, 1)
                shape = total, len(starts), last - first
                own = places[begin:end].reshape(shape)
                slots = _picked(starts, self.owners[:, first:last]) + own
                sums = _added(sums, values.reshape(shape), slots, own)
            begin, first = end, last
        return sums


def _picked(starts: Any, owners: np.ndarray) -> Any:
    """For each direction, row and number: where the entries begin it is one of."""
    first, width = int(owners[0, 0]), owners.shape[1]
    if np.all(owners == np.arange(first, first + width)):
        return starts[:, first : first + width]
    return np.moveaxis(starts[:, owners], 1, 0)


def _added(sums: Any, values: Any, slots: Any, places: Any) -> Any:
    """What is nobody's might be anything: a zero is added in its place, anywhere."""
    values = np.where(places != nobodys(places.dtype), values, 0).astype(sums.dtype)
    slots = np.minimum(slots, sums.size - 1)
    return index_add(sums, values, slots, index=(ARRAY,))


def _sides(rows: TermRows, block: Graph, layout: TermLayout) -> list[_TermSide]:
    tangents, cotangents, *_ = layout.compression
    owners = layout.owners
    count = len(rows.gathered)
    chosen = tuple(range(len(block.inputs) - count, len(block.inputs)))
    ins = list(zip(_kinds(block.in_avals[-count:]), rows.gathers.axes, strict=True))
    outs = list(zip(_kinds(block.out_avals), rows.terms.axes, strict=True))
    found: list[_TermSide] = []
    begin = 0
    if tangents.total:
        push = pushforward_of(block, chosen)
        side = _TermSide(
            *(push.graph, push.results, tangents, ins, outs, owners[0], begin)
        )
        found.append(side)
        begin = side.end
    if cotangents.total:
        pull = pullback_of(block, chosen, tuple(range(len(outs))))
        bars = pull.results[-count:]
        found.append(
            _TermSide(pull.graph, bars, cotangents, outs, ins, owners[1], begin)
        )
    return found


def _kinds(avals: Sequence[Any]) -> list[Aval]:
    return [Aval(*aval) for aval in avals]


class ByTerms(NamedTuple):
    """The entries of a Jacobian as sums of those of terms.

    Attributes
    ----------
    traced : TracedFunction
    rows : list of TermRows
    layouts : list of TermLayout
        One for each of these.
    sums : EntrySums
    """

    traced: TracedFunction
    rows: list[TermRows]
    layouts: list[TermLayout]
    sums: EntrySums

    @property
    def places(self) -> np.ndarray:
        """Of each entry where it is, counted from one."""
        return np.arange(1, self.sums.pattern.nnz + 1, dtype=np.int32)

    def in_words(self, pattern: Any) -> str:
        """What is computed."""
        words = [
            in_words(pattern, x.compression).split(", from ") for x in self.layouts
        ]
        how = dict.fromkeys(word for _, word in words)
        return f"{words[0][0]}, from {' or '.join(how)} of terms"

    def parts(self) -> list[Any]:
        """The entries in one row."""
        return [self.in_order()]

    def in_order(self) -> Any:
        """The entries."""
        avals = (*self.traced.arguments.avals, *self.traced.outs)
        dtype = np.result_type(*(aval.dtype for aval in avals))
        sums = np.zeros(self.sums.pattern.nnz, dtype)
        parts = zip(self.rows, self.layouts, strict=True)
        loops = [_TermBlocks.of(self.traced, *each) for each in parts]

        def in_one(sums: Any, given: Any) -> Any:
            for loop, (own, *where) in zip(loops, given, strict=True):
                sums = loop.added_to(sums, own, *where)
            return sums, ()

        xs = [
            (each.xs, *where)
            for each, *where in zip(
                loops, self.sums.starts, self.sums.places, strict=True
            )
        ]
        if self.layouts[0].blocks > 1:
            return scan(in_one, sums, xs)[0]
        return in_one(sums, pytree.map_leaves(lambda x: x[0], xs))[0]


class _TermBlocks(NamedTuple):
    """A group's blocks, one after the other.

    Attributes
    ----------
    rows : TermRows
    sides : list of _TermSide
    values : dict
        What is needed as it is, for all blocks.
    height : int
    xs : tuple
        With a row for each block: its first row, and what the rows are made of.
    """

    rows: TermRows
    sides: list[_TermSide]
    values: dict[Edge, Any]
    height: int
    xs: tuple[Any, ...]

    @classmethod
    def of(
        cls, traced: TracedFunction, rows: TermRows, layout: TermLayout
    ) -> _TermBlocks:
        """Of rows that are laid out so."""
        firsts, height = freeze(layout.firsts), layout.height
        sides = _sides(rows, rows.block(height), layout)
        windows = windows_of([rows.gathers, rows.terms], firsts, height)
        return cls(rows, sides, _values(traced, rows), height, (firsts, *windows))

    def added_to(self, sums: Any, xs: Any, starts: Any, places: Any) -> Any:
        """Sums, and those of a block added to them."""
        first, picked, windows = xs
        own = first + np.arange(self.height, dtype=np.int32)
        parts = self.rows.gathers.part(self.values, picked, own, {})
        known = [self.values[edge] for edge in self.rows.known]
        starts = starts.reshape(self.height, -1)
        for side in self.sides:
            operands = [*known, own, *windows, *parts]
            sums = side.added_to(sums, starts, places, operands)
        return sums


def _values(traced: TracedFunction, rows: TermRows) -> dict[Edge, Any]:
    """What is needed as it is, for all rows."""
    found: dict[Edge, Any] = {}
    for graph, edges, operands in (
        (rows.gathers.graph, rows.gathers.whole, traced.operands),
        (rows.terms.graph, rows.known, traced.captured),
    ):
        values = Graph(graph.inputs[: len(operands)], edges).evaluate(operands)
        found.update(zip(edges, values, strict=True))
    return found


# -- whether it is done -----------------------------------------------------------------


def by_terms(traced: TracedFunction, *, symmetric: bool) -> ByTerms | None:
    """None where nothing is gathered or scattered, or directions of the whole are fewer.

    Or where rows of terms are not alike.
    """
    rows, groups = _groups(traced)
    if not groups:
        return None
    height = sum(aval.size for aval in traced.outs)
    width = sum(aval.size for aval in traced.arguments.avals)
    layouts = [group.layout for group in groups]
    sums = sums_of(groups, (height, width))
    give_back_after(4 * sum(each.length * each.slots for each in layouts))
    if sums is None or (symmetric and not is_mirrored(sums.pattern)):
        return None
    pattern = sums.pattern
    least = pattern.nnz / height if symmetric else least_cost(pattern)
    if _cost(layouts) >= least:
        return None
    return ByTerms(traced, rows, layouts, sums)


def _groups(traced: TracedFunction) -> tuple[list[TermRows], list[TermGroup]]:
    """None of either if rows of terms are not alike, or there are no terms."""
    terms = terms_of(traced.graph, traced.places, len(traced.outs))
    if terms is None:
        return [], []
    rows = rows_of_terms(terms) or []
    groups = [group for each in rows if (group := group_of(terms, each))]
    if len(groups) < len(rows):
        return [], []
    layouts = _in_blocks([group.layout for group in groups])
    pairs = zip(groups, layouts, strict=True)
    return rows, [group._replace(layout=layout) for group, layout in pairs]


def _in_blocks(layouts: list[TermLayout]) -> list[TermLayout]:
    """All in the same number of blocks, of which none is too many for the largest."""
    largest = max(layouts, key=lambda x: x.length * x.slots, default=None)
    if largest is None:
        return []
    found, blocks = largest, max(largest.length * largest.slots // _BLOCK, 1)
    while blocks != found.blocks:
        found = found._replace(blocks=blocks)
        blocks = -(-found.length // found.height)
    return [each._replace(blocks=blocks) for each in layouts]


def _cost(layouts: Sequence[TermLayout]) -> float:
    """How many tangents there are, on average."""
    sizes = [each.length * sum(each.pattern.shape) for each in layouts]
    costs = [each.compression.cost for each in layouts]
    return float(np.average(costs, weights=sizes))
