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

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import scipy.sparse as sp

from functrace.compiler.forms import (
    Elementwise,
    Gather,
    Reduction,
    Rolled,
    View,
    Write,
    form_of,
)
from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.rule import Rule
from functrace.primitives._index import fill_index
from functrace.primitives._loops import Body
from functrace.primitives.call import call
from functrace.primitives.callback import pure_callback
from functrace.primitives.choice import where
from functrace.primitives.contractions import matmul
from functrace.primitives.cumulative import cumprod, cumsum
from functrace.primitives.elementwise import multiply
from functrace.primitives.foreign import foreign
from functrace.primitives.indexing import gather, index_add, index_update
from functrace.primitives.scan import scan
from functrace.primitives.sparse import sparse_product
from functrace.primitives.switch import switch
from functrace.primitives.while_loop import while_loop

Rows: TypeAlias = Any  # a csr_array of truth values, a row for each element


class Known(NamedTuple):
    """A value that depends on no input."""

    value: Any


class Sets(NamedTuple):
    """What the elements of an array depend on; `rows` is None if on nothing."""

    aval: Aval
    rows: Rows | None


Item: TypeAlias = "Known | Sets"


def seeds(avals: Sequence[Aval], chosen: Sequence[int]) -> list[Item]:
    """For inputs of these kinds: those at `chosen` are numbered one after the other."""
    total = sum(avals[i].size for i in chosen)
    found: list[Item] = [Sets(Aval(*aval), None) for aval in avals]
    begin = 0
    for i in chosen:
        size = avals[i].size
        rows = sp.eye_array(size, total, k=begin, dtype=bool, format="csr")
        found[i] = Sets(Aval(*avals[i]), rows)
        begin += size
    return found


def dependence(graph: Graph, operands: Sequence[Item]) -> list[Item]:
    """What the outputs depend on, from what the inputs do."""
    found: dict[Edge, Item] = dict(zip(graph.inputs, operands, strict=True))

    def item_of(x: Any) -> Item:
        return found[x] if type(x) is Edge else Known(x)

    for node, dropped in graph.plan:
        outs = _of_node(node, [item_of(x) for x in node.inputs])
        found.update((Edge(node, i), out) for i, out in enumerate(outs))
        for edge in dropped:
            found.pop(edge, None)
    return [item_of(x) for x in graph.outputs]


def rows_of(item: Item, count: int) -> Rows:
    """The sets as a matrix, of so many columns."""
    if isinstance(item, Sets) and item.rows is not None:
        return item.rows
    size = np.size(item.value) if isinstance(item, Known) else item.aval.size
    return sp.csr_array((size, count), dtype=bool)


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
    live = [_is_live(primitive, i) and _has_rows(item) for i, item in enumerate(items)]
    if not any(live) or not any(is_inexact(aval.dtype) for aval in outs):
        return [Sets(aval, None) for aval in outs]
    pairs = zip(items, live, strict=True)
    items = [item if keep else _without(item) for item, keep in pairs]
    rule = _RULES.get(primitive) or _rule_of(node)
    rows = rule(node, items, outs[0])
    if rows is not None:  # the same for all outputs, if there are several
        return [Sets(aval, rows if is_inexact(aval.dtype) else None) for aval in outs]
    count = _columns(items)
    every = _sum([_any(rows_of(item, count)) for item in items if _has_rows(item)])
    return [
        Sets(aval, _repeated(every, aval.size) if is_inexact(aval.dtype) else None)
        for aval in outs
    ]


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


def _has_rows(item: Item) -> bool:
    return isinstance(item, Sets) and item.rows is not None


def _without(item: Item) -> Item:
    return item._replace(rows=None) if isinstance(item, Sets) else item


# -- what operations do to sets ----------------------------------------------------------

_Rule: TypeAlias = Callable[[Node, "list[Any]", Aval], "Rows | None"]


def _rule_of(node: Node) -> _Rule:
    """None from it: nothing better is known than that all depends on all."""
    form = form_of(node.primitive)
    if node.primitive.elementwise or isinstance(form, Elementwise):
        return _united
    if isinstance(form, View | Rolled | Gather | Write):
        return _moved
    reduces = isinstance(form, Reduction) or {"axis", "keepdims"} <= node.params.keys()
    return _reduced if reduces and len(node.inputs) == 1 else _unknown


def _unknown(node: Node, items: list[Any], out: Aval) -> None:
    return None


def _united(node: Node, items: list[Any], out: Aval) -> Rows:
    """Each element depends on what those of the operands in its place do."""
    return _sum([_spread(item, out.shape) for item in items if _has_rows(item)])


def _product(node: Node, items: list[Any], out: Aval) -> Rows:
    """What is multiplied by a zero that is known has no derivative."""
    rows = _united(node, items, out)
    for item in items:
        if isinstance(item, Known) and not np.all(item.value):
            rows = _kept(rows, np.broadcast_to(np.asarray(item.value) != 0, out.shape))
    return rows


def _chosen(node: Node, items: list[Any], out: Aval) -> Rows:
    """Of `where`."""
    condition, *parts = items
    found = []
    for item, taken in zip(parts, (True, False), strict=True):
        if _has_rows(item):
            rows = _spread(item, out.shape)
            if isinstance(condition, Known):
                wanted = np.asarray(condition.value, bool) == taken
                rows = _kept(rows, np.broadcast_to(wanted, out.shape))
            found.append(rows)
    return _sum(found)


def _moved(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """The operation is applied to the numbers of elements; what is no element is 0."""
    count = _ELEMENTS.get(node.primitive, len(items))
    if not all(isinstance(item, Known) for item in items[count:]):
        return _anywhere(node, items, out)
    numbers, stacked, begin = [], [], 1
    for item in items[:count]:
        shape, size = _shape(item), int(np.prod(_shape(item)))
        rows = isinstance(item, Sets) and item.rows
        if rows is None or rows is False:
            numbers.append(np.zeros(shape, np.int64))
            continue
        numbers.append(np.arange(begin, begin + size).reshape(shape))
        stacked.append(rows)
        begin += size
    arrays = [item.value for item in items[count:]]
    places = node.primitive.impl(*numbers, *arrays, **node.params)
    nothing = sp.csr_array((1, stacked[0].shape[1]), dtype=bool)
    return _taken(sp.vstack([nothing, *stacked], "csr"), np.ravel(places))


def _anywhere(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """The same where it is not known which elements."""
    if node.primitive not in (index_update, index_add):
        return None
    x, values, *_ = items
    rows = rows_of(x, _columns(items))
    return rows + _repeated(_any(values.rows), out.size) if _has_rows(values) else rows


def _added(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `index_add`."""
    x, values, *arrays = items
    if not all(isinstance(item, Known) for item in arrays):
        return _anywhere(node, items, out)
    rows = rows_of(x, _columns(items))
    if not _has_rows(values):
        return rows
    index = fill_index(node.params["index"], tuple(a.value for a in arrays))
    targets = np.arange(out.size).reshape(out.shape)[index]
    sources = np.arange(values.aval.size).reshape(values.aval.shape)
    sources = np.broadcast_to(sources, targets.shape)
    return rows + _linked(targets, sources, out.size, values.aval.size) @ values.rows


def _reduced(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Each element depends on those that are summed up, or the like, in it."""
    (item,) = items
    shape, axes = item.aval.shape, node.params["axis"]
    axes = range(len(shape)) if axes is None else np.atleast_1d(axes)
    kept = [1 if i in axes else n for i, n in enumerate(shape)]
    targets = np.broadcast_to(np.arange(out.size).reshape(kept), shape)
    sources = np.arange(item.aval.size)
    return _linked(targets, sources, out.size, item.aval.size) @ item.rows


def _running(node: Node, items: list[Any], out: Aval) -> Rows:
    """Of `cumsum` and `cumprod`: on all before along the axis."""
    (item,) = items
    numbers = np.moveaxis(
        np.arange(out.size).reshape(out.shape), node.params["axis"], -1
    )
    if node.params.get("reverse"):
        numbers = numbers[..., ::-1]
    upto = np.nonzero(np.tri(numbers.shape[-1], dtype=bool))
    targets, sources = (numbers[..., each] for each in upto)
    return _linked(targets, sources, out.size, out.size) @ item.rows


def _multiplied(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `matmul`: what is multiplied by zeros that are known does not count."""
    x, y = items
    if max(len(_shape(x)), len(_shape(y))) > 2:
        return None
    rows = None
    left, right = _nonzero(x), _nonzero(y)
    if left.ndim == 1:
        left = left[None]
    if right.ndim == 1:
        right = right[:, None]
    if _has_rows(x):
        link = sp.kron(sp.eye_array(left.shape[0]), sp.csr_array(right.T)).tocsr()
        rows = link.astype(bool) @ x.rows
    if _has_rows(y):
        link = sp.kron(sp.csr_array(left), sp.eye_array(right.shape[1])).tocsr()
        more = link.astype(bool) @ y.rows
        rows = more if rows is None else rows + more
    return rows


def _nonzero(item: Item) -> Any:
    if isinstance(item, Known):
        return np.asarray(item.value) != 0
    return np.broadcast_to(np.True_, item.aval.shape)


def _sparse(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of the product of a sparse matrix with a vector."""
    x, *matrix = items
    if len(out.shape) != 1 or not all(isinstance(item, Known) for item in matrix):
        return None
    data, indices, indptr = (item.value for item in matrix)
    kind = sp.csc_array if node.params["transposed"] else sp.csr_array
    shape = node.params["rows"], x.aval.shape[0]
    made = kind((np.asarray(data) != 0, indices, indptr), shape)
    return made.tocsr() @ x.rows


_OPAQUE = (pure_callback, foreign)  # they are called when the program runs
_ELEMENTS = {gather: 1, index_update: 2}  # operands of which elements are moved
_RULES: dict[Any, _Rule] = {
    multiply: _product,
    where: _chosen,
    cumsum: _running,
    cumprod: _running,
    index_add: _added,
    matmul: _multiplied,
    sparse_product: _sparse,
}


# -- loops and branches ------------------------------------------------------------------


def _of_scan(node: Node, items: list[Item]) -> Sequence[Item]:
    """Round by round; rounds that know the same are made once."""
    body, length = Body.of(node.params), node.params["length"]
    consts, state, xs = body.split(items)
    _, avals = body.split_outputs(body.graph.out_avals)
    kept: list[list[Item]] = []
    turns = range(length)
    for k in reversed(turns) if node.params["reverse"] else turns:
        row = [_row(x, k) for x in xs]
        state, ys = body.split_outputs(dependence(body.graph, [*consts, *state, *row]))
        kept.append([*ys])
    if node.params["reverse"]:
        kept.reverse()
    stacked = [
        _stacked([ys[i] for ys in kept], Aval((length, *aval.shape), aval.dtype))
        for i, aval in enumerate(avals)
    ]
    return [*state, *stacked]


def _row(item: Item, k: int) -> Item:
    if isinstance(item, Known):
        return Known(item.value[k])
    aval = Aval(item.aval.shape[1:], item.aval.dtype)
    part = slice(k * aval.size, (k + 1) * aval.size)
    return Sets(aval, None if item.rows is None else item.rows[part])


def _stacked(items: list[Item], aval: Aval) -> Item:
    if items and all(isinstance(item, Known) for item in items):
        return Known(np.stack([item.value for item in items]))  # type: ignore[union-attr]
    if not any(map(_has_rows, items)):
        return Sets(aval, None)
    count = _columns(items)
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


def _either(a: Item, b: Item) -> Item:
    if isinstance(a, Known) and isinstance(b, Known):
        x, y = np.asarray(a.value), np.asarray(b.value)
        if x.dtype == y.dtype and np.array_equal(x, y, equal_nan=x.dtype.kind in "fc"):
            return a
    aval = next((i.aval for i in (a, b) if isinstance(i, Sets)), None)
    if aval is None:
        value = np.asarray(a.value)  # type: ignore[union-attr]
        aval = Aval(value.shape, value.dtype)
    rows = [item.rows for item in (a, b) if _has_rows(item)]  # type: ignore[union-attr]
    return Sets(aval, _sum(rows) if rows else None)


def _same(a: Item, b: Item) -> bool:
    if a is b:
        return True
    if isinstance(a, Known) or isinstance(b, Known):
        return False
    counts = [0 if item.rows is None else item.rows.nnz for item in (a, b)]
    return counts[0] == counts[1]


_LOOPS = {scan: _of_scan, while_loop: _of_while, switch: _of_switch, call: _of_call}


# -- sets --------------------------------------------------------------------------------


def _shape(item: Item) -> tuple[int, ...]:
    return np.shape(item.value) if isinstance(item, Known) else item.aval.shape


def _columns(items: Sequence[Item]) -> int:
    return next(i.rows.shape[1] for i in items if _has_rows(i))  # type: ignore[union-attr]


def _spread(item: Any, shape: tuple[int, ...]) -> Rows:
    """The rows of an array that is broadcast."""
    own = item.aval.shape
    if own == shape:
        return item.rows
    numbers = np.arange(item.aval.size).reshape(own)
    return _taken(item.rows, np.broadcast_to(numbers, shape).ravel())


def _taken(rows: Rows, places: np.ndarray) -> Rows:
    return rows[np.asarray(places, np.int64)]


def _kept(rows: Rows, wanted: np.ndarray) -> Rows:
    """The rows of elements that are wanted, the others empty."""
    return sp.diags_array(np.ravel(wanted), dtype=bool).tocsr() @ rows


def _linked(targets: Any, sources: Any, rows: int, columns: int) -> Rows:
    """A matrix that is true at these places."""
    pairs = np.ravel(targets), np.ravel(sources)
    return sp.csr_array((np.ones(pairs[0].size, bool), pairs), (rows, columns))


def _sum(found: Sequence[Rows]) -> Rows:
    total = found[0]
    for rows in found[1:]:
        if rows is not total:
            total = total + rows
    return total


def _any(rows: Rows) -> Rows:
    """One row, of what any depends on."""
    columns = np.unique(rows.indices)
    return _linked(0 * columns, columns, 1, rows.shape[1])


def _repeated(row: Rows, count: int) -> Rows:
    return _taken(row, np.zeros(count, np.int64))
