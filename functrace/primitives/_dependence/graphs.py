"""Which elements of a graph's inputs each element of its outputs may depend on.

Dependence here is that of derivatives, for all values of the inputs: where there is none,
the derivative is zero. It is found by going through the graph once with sets in place of
numbers: a sparse matrix of truth values for each array, with a row for each of its elements.
Values that depend on no input at all are known, and computed: indices, loop counters, zeros.

What an operation does to sets follows from what it is. Operations that move elements are
applied to the numbers of elements; those on each element unite sets; of what is not known
better, every element depends on all that the operands do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.rule import Rule
from functrace.primitives._dependence.operations import rule_of
from functrace.primitives._dependence.powers import power
from functrace.primitives._dependence.sets import (
    Item,
    Known,
    Rows,
    Sets,
    columns_of,
    counted,
    empty,
    has_rows,
    part_of,
    rows_of,
    shape_of,
    united,
    without,
)
from functrace.primitives._dependence.stacks import by_problems
from functrace.primitives._loops import Body
from functrace.primitives.call import call
from functrace.primitives.callback import pure_callback
from functrace.primitives.foreign import foreign
from functrace.primitives.scan import scan
from functrace.primitives.segments import segments, written_out
from functrace.primitives.switch import switch
from functrace.primitives.while_loop import while_loop

_WIDE = 512  # inputs: of more, a first look is at groups of them
_GROUPS = 64
_FEW = 2  # rounds that are not worth a matrix
_OPAQUE = (pure_callback, foreign)  # they are called when the program runs


def seeds(
    avals: Sequence[Aval], chosen: Sequence[int], groups: int | None = None
) -> list[Item]:
    """For inputs of these kinds: those at `chosen` are numbered one after the other.

    With `groups`, those that follow each other have so many numbers together.
    """
    total = sum(avals[i].size for i in chosen)
    count = total if groups is None else groups
    whole = numbers = counted(total + 1)
    if groups is not None:
        spread = numbers.astype(np.int64) * count // max(total, 1)
        numbers = spread.astype(whole.dtype)
    found: list[Item] = [Sets(Aval(*aval), None) for aval in avals]
    begin = 0
    for i in chosen:
        size = avals[i].size
        own = np.ones(size, bool), numbers[begin : begin + size], whole[: size + 1]
        found[i] = Sets(Aval(*avals[i]), sp.csr_array(own, (size, count)))
        begin += size
    return found


class DensePatternError(Exception):
    """Much of what is computed depends on nearly all inputs."""


def dependence(
    graph: Graph, operands: Sequence[Item], dense: int | None = None
) -> list[Item]:
    """What the outputs depend on, from what the inputs do; on no input free inputs do.

    Raises
    ------
    DensePatternError
        An array of `dense` or more elements depends on half of the inputs, on average.
    """
    found: dict[Edge, Item] = dict(zip(graph.inputs, operands, strict=True))
    found.update((edge, Sets(Aval(*edge.aval), None)) for edge in graph.free_inputs)

    def item_of(x: Any) -> Item:
        return found[x] if type(x) is Edge else Known(x)

    for node, dropped in graph.plan:
        outs = _of_node(node, [item_of(x) for x in node.inputs])
        if dense is not None and any(_is_dense(out, dense) for out in outs):
            raise DensePatternError
        found.update((Edge(node, i), out) for i, out in enumerate(outs))
        for edge in dropped:
            found.pop(edge, None)
    return [item_of(x) for x in graph.outputs]


def _is_dense(item: Item, least: int) -> bool:
    if not isinstance(item, Sets) or item.rows is None or item.aval.size < least:
        return False
    return 2 * item.rows.nnz > item.aval.size * item.rows.shape[1]


def pattern_of(
    graph: Graph,
    chosen: Sequence[int],
    outputs: int,
    *,
    groups: int | None = None,
    dense: int | None = None,
) -> Rows:
    """What the elements of the first outputs depend on, of those of the chosen inputs.

    With `groups`, of so many groups of elements that follow each other; for `dense`, see
    `dependence`.
    """
    found = dependence(graph, seeds(graph.in_avals, chosen, groups), dense)[:outputs]
    total = sum(graph.in_avals[i].size for i in chosen)
    count = total if groups is None else groups
    parts = [rows_of(item, count) for item in found] or [empty(0, count)]
    rows = parts[0] if len(parts) == 1 else sp.csr_array(sp.vstack(parts, "csr"))
    rows.sum_duplicates()
    room = rows.indices.base  # that of a sum of SciPy's, or of the seeds
    if room is not None and (8 * room.size > 9 * rows.nnz or room is rows.indptr.base):
        rows.indices = rows.indices.copy()
    return rows


def sparse_pattern_of(graph: Graph, chosen: Sequence[int], outputs: int) -> Rows | None:
    """What `pattern_of` gives; None, and soon, if much of the graph is dense."""
    width = sum(graph.in_avals[i].size for i in chosen)
    least = min(width, sum(aval.size for aval in graph.out_avals[:outputs]))
    try:
        if width > _WIDE:
            pattern_of(graph, chosen, outputs, groups=_GROUPS, dense=least // 2)
        return pattern_of(graph, chosen, outputs, dense=least // 2)
    except DensePatternError:
        return None


def _of_node(node: Node, items: list[Item]) -> Sequence[Item]:
    primitive = node.primitive
    if primitive not in _OPAQUE and all(isinstance(item, Known) for item in items):
        values = [item.value for item in items if isinstance(item, Known)]
        out = primitive.impl(*values, **node.params)
        return [Known(each) for each in (out if primitive.multiple else (out,))]
    loop = _LOOPS.get(primitive)
    if loop is not None:
        return loop(node, items)
    outs = [Aval(*aval) for aval in node.avals]
    live = [_is_live(primitive, i) and has_rows(item) for i, item in enumerate(items)]
    if not any(live) or not any(is_inexact(aval.dtype) for aval in outs):
        return [Sets(aval, None) for aval in outs]
    pairs = zip(items, live, strict=True)
    items = [item if keep else without(item) for item, keep in pairs]
    rows = rule_of(node)(node, items, outs[0])
    if rows is None:
        return by_problems(node, items, outs)
    # the same for all outputs, if there are several
    return [Sets(aval, rows if is_inexact(aval.dtype) else None) for aval in outs]


def _is_live(primitive: Any, place: int) -> bool:
    """Whether anything is differentiated with respect to an operand."""
    if primitive.jvp is None and primitive.vjp is None:
        return False
    for rule in (primitive.jvp, primitive.vjp):
        if not isinstance(rule, Rule) or not isinstance(rule.formulas, tuple):
            continue
        if len(rule.formulas) > place and rule.formulas[place] is None:
            return False
    return True


# -- loops and branches ------------------------------------------------------------------


def _of_scan(node: Node, items: list[Item]) -> Sequence[Item]:
    """As often as there are rounds; if these are all alike, by products of matrices."""
    body, length = Body.of(node.params), node.params["length"]
    if not any(map(has_rows, items)):
        return [Sets(Aval(*aval), None) for aval in node.avals]
    turns = range(length)[:: -1 if node.params["reverse"] else 1]
    link = _link_of(body, items) if length > _FEW else None
    carried = len(node.avals) == body.carry and len(items) == body.consts + body.carry
    if link is not None and carried and len(link.moving) == len(items):
        return _powered(body, items, link.rows, length)
    consts, state, xs = body.split(items)
    kept: list[Sequence[Item]] = []
    for k in turns:
        given = [*consts, *state, *(_row(x, k) for x in xs)]
        outs = dependence(body.graph, given) if link is None else link.outs(given)
        state, ys = body.split_outputs(outs)
        kept.append(ys)
    kept = kept[:: -1 if node.params["reverse"] else 1]
    _, avals = body.split_outputs(node.avals)
    columns = [[ys[i] for ys in kept] for i in range(len(avals))]
    return [*state, *(_stacked(*pair) for pair in zip(columns, avals, strict=True))]


class _Link(NamedTuple):
    """What the outputs of a round depend on, of the inputs at `moving`; all rounds are so."""

    rows: Rows
    moving: list[int]
    ends: list[Item]

    def outs(self, given: Sequence[Item]) -> list[Item]:
        """The outputs of a round."""
        count = columns_of(given)
        parts = [rows_of(given[i], count) for i in self.moving]
        below = parts[0] if len(parts) == 1 else sp.vstack(parts, "csr")
        whole = self.rows if _is_identity(below) else self.rows @ below
        found: list[Item] = []
        begin = 0
        for end in self.ends:
            stop = begin + int(np.prod(shape_of(end)))
            if isinstance(end, Sets):
                end = end._replace(rows=part_of(whole, begin, stop))  # noqa: PLW2901
            found.append(end)
            begin = stop
        return found


def _is_identity(rows: Rows) -> bool:
    count, columns = rows.shape
    if not count == columns == rows.nnz:
        return False
    numbers = np.arange(count)
    return np.array_equal(rows.indices, numbers) and np.array_equal(
        rows.indptr[:-1], numbers
    )


def _link_of(body: Body, items: Sequence[Item]) -> _Link | None:
    """None if a round knows something that another does not."""
    _, state, xs = body.split(items)
    if any(isinstance(x, Known) for x in xs):
        return None
    moving = [i for i, item in enumerate(items) if isinstance(item, Sets)]
    avals = body.graph.in_avals
    inputs = seeds(avals, moving)
    for i, item in enumerate(items):
        inputs[i] = item if isinstance(item, Known) else inputs[i]
    outs = dependence(body.graph, inputs)
    for old, new in zip(state, outs, strict=False):
        known = isinstance(old, Known)
        if known != isinstance(new, Known) or (known and _either(old, new) is not old):
            return None
    count = sum(avals[i].size for i in moving)
    return _Link(sp.vstack([rows_of(out, count) for out in outs], "csr"), moving, outs)


def _powered(
    body: Body, items: Sequence[Item], rows: Rows, length: int
) -> Sequence[Item]:
    """The last state of a loop without anything that is known, and without rows."""
    consts = body.split(body.graph.in_avals).consts
    fixed = sp.eye_array(
        sum(aval.size for aval in consts), rows.shape[1], dtype=bool, format="csr"
    )
    whole = power(sp.vstack([fixed, rows], "csr"), length)
    ends: list[Item] = [Sets(Aval(*aval), None) for aval in body.graph.in_avals]
    link = _Link(whole, [*range(len(items))], ends)
    return body.split(link.outs(items)).carry


def _row(item: Item, k: int) -> Item:
    if isinstance(item, Known):
        return Known(item.value[k])
    aval = Aval(item.aval.shape[1:], item.aval.dtype)
    part = slice(k * aval.size, (k + 1) * aval.size)
    return Sets(aval, None if item.rows is None else item.rows[part])


def _stacked(items: list[Item], aval: Aval) -> Item:
    if items and all(isinstance(item, Known) for item in items):
        return Known(np.stack([item.value for item in items]))  # type: ignore[union-attr]
    if not any(map(has_rows, items)):
        return Sets(aval, None)
    count = columns_of(items)
    return Sets(aval, sp.vstack([rows_of(item, count) for item in items], "csr"))


def _of_while(node: Node, items: list[Item]) -> Sequence[Item]:
    """Any number of rounds: until nothing is added."""
    body = Body.of(node.params)
    consts, state, _ = body.split(items)
    while True:
        outs = dependence(body.graph, [*consts, *state])
        more = [_either(a, b) for a, b in zip(state, outs, strict=True)]
        if all(map(_same, more, state)):
            return [*more, Sets(Aval(*node.avals[-1]), None)]
        state = more


def _of_switch(node: Node, items: list[Item]) -> Sequence[Item]:
    index, *rest = items
    branches = node.params["branches"]
    if isinstance(index, Known):
        branches = [branches[min(max(int(index.value), 0), len(branches) - 1)]]
    found, *others = [dependence(branch, rest) for branch in branches]
    for other in others:
        found = [_either(a, b) for a, b in zip(found, other, strict=True)]
    return found


def _of_call(node: Node, items: list[Item]) -> Sequence[Item]:
    return dependence(node.params["graph"], items)


def _of_segments(node: Node, items: list[Item]) -> Sequence[Item]:
    return dependence(written_out(node.params), items)


def _either(a: Item, b: Item) -> Item:
    if isinstance(a, Known) and isinstance(b, Known):
        x, y = np.asarray(a.value), np.asarray(b.value)
        if x.dtype == y.dtype and np.array_equal(x, y, equal_nan=x.dtype.kind in "fc"):
            return a
    aval = next((i.aval for i in (a, b) if isinstance(i, Sets)), None)
    if aval is None:
        value = np.asarray(a.value)  # type: ignore[union-attr]
        aval = Aval(value.shape, value.dtype)
    rows = [item.rows for item in (a, b) if has_rows(item)]
    return Sets(aval, united(rows) if rows else None)


def _same(a: Item, b: Item) -> bool:
    if a is b:
        return True
    if isinstance(a, Known) or isinstance(b, Known):
        return False
    counts = [0 if item.rows is None else item.rows.nnz for item in (a, b)]
    return counts[0] == counts[1]


_LOOPS = {
    scan: _of_scan,
    segments: _of_segments,
    while_loop: _of_while,
    switch: _of_switch,
    call: _of_call,
}
