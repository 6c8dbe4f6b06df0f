"""What operations do to sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval
from functrace.core.node import Edge, Node
from functrace.primitives._dependence.contractions import (
    correlation,
    einsum_product,
    matrix_product,
    vector_product,
)
from functrace.primitives._dependence.picking import picked, written
from functrace.primitives._dependence.sets import (
    Item,
    Known,
    Rows,
    Sets,
    counted,
    counts_to,
    empty,
    has_rows,
    linked,
    rows_where,
    shape_of,
    spread_to,
    taken,
    united,
)
from functrace.primitives.choice import mask, where
from functrace.primitives.contractions import cross, einsum, matmul
from functrace.primitives.convolution import correlate
from functrace.primitives.cumulative import cumprod, cumsum
from functrace.primitives.elementwise import multiply
from functrace.primitives.elimination import subtract_in_turn
from functrace.primitives.indexing import gather, index_add, index_update
from functrace.primitives.sparse import sparse_product

_Rule: TypeAlias = Callable[[Node, "list[Any]", Aval], "Rows | None"]


def rule_of(node: Node) -> _Rule:
    """None from it: nothing better is known than that all depends on all."""
    if node.primitive in _RULES:
        return _RULES[node.primitive]
    depends = form_of(node.primitive).depends
    if node.primitive.elementwise or depends == "same place":
        return _by_place
    if depends == "moved":
        return _moved
    reduces = depends == "reduced" or {"axis", "keepdims"} <= node.params.keys()
    return _reduced if reduces and len(node.inputs) == 1 else _unknown


def _unknown(node: Node, items: list[Any], out: Aval) -> None:
    return None


def _by_place(node: Node, items: list[Any], out: Aval) -> Rows:
    """Each element depends on what those of the operands in its place do."""
    return united([spread_to(item, out.shape) for item in items if has_rows(item)])


def _product(node: Node, items: list[Any], out: Aval) -> Rows:
    """What is multiplied by a zero that is known has no derivative."""
    rows = _by_place(node, items, out)
    for item in items:
        if isinstance(item, Known) and not np.all(item.value):
            rows = rows_where(
                rows, np.broadcast_to(np.asarray(item.value) != 0, out.shape)
            )
    return rows


def _chosen(node: Node, items: list[Any], out: Aval) -> Rows:
    """Of `where`."""
    condition, *parts = items
    found = []
    for item, side in zip(parts, (True, False), strict=True):
        if has_rows(item):
            rows = spread_to(item, out.shape)
            if isinstance(condition, Known):
                wanted = np.asarray(condition.value, bool) == side
                rows = rows_where(rows, np.broadcast_to(wanted, out.shape))
            found.append(rows)
    return united(found)


def _masked(node: Node, items: list[Any], out: Aval) -> Rows:
    """Of `mask`: what is not kept is zero."""
    condition, item = items
    rows = spread_to(item, out.shape)
    if isinstance(condition, Known):
        wanted = np.asarray(condition.value, bool) == node.params["keep"]
        rows = rows_where(rows, np.broadcast_to(wanted, out.shape))
    return rows


def are_moved(node: Node) -> bool:
    """Whether the result is elements of operands, in places that are known."""
    primitive = node.primitive
    if primitive in _RULES or form_of(primitive).depends != "moved":
        return False
    return not any(type(x) is Edge for x in node.inputs[_elements(node) :])


def moved(node: Node, numbers: Sequence[np.ndarray]) -> Any:
    """What the operation makes of numbers in the place of elements, as `are_moved`."""
    count = _elements(node)
    return node.primitive.impl(*numbers[:count], *node.inputs[count:], **node.params)


def _elements(node: Node) -> int:
    """How many operands are there whose elements are moved; the others name places."""
    return _ELEMENTS.get(node.primitive, len(node.inputs))


def _moved(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """The operation is applied to the numbers of elements; what is no element is 0."""
    count = _elements(node)
    if not all(isinstance(item, Known) for item in items[count:]):
        rule = picked if node.primitive is gather else written
        return rule(node, items, out)
    numbers, stacked, begin = [], [], 1
    dtype = counts_to(1 + sum(int(np.prod(shape_of(item))) for item in items[:count]))
    for item in items[:count]:
        shape, size = shape_of(item), int(np.prod(shape_of(item)))
        rows = isinstance(item, Sets) and item.rows
        if rows is None or rows is False:
            numbers.append(np.zeros(shape, dtype))
            continue
        own = np.arange(begin, begin + size, dtype=dtype)
        numbers.append(own.reshape(shape))
        stacked.append(rows)
        begin += size
    arrays = [item.value for item in items[count:]]
    places = node.primitive.impl(*numbers, *arrays, **node.params)
    if len(stacked) == 1 and np.all(places):
        return taken(stacked[0], np.ravel(places) - 1)
    nothing = empty(1, stacked[0].shape[1])
    return taken(sp.vstack([nothing, *stacked], "csr"), np.ravel(places))


def _reduced(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Each element depends on those that are summed up, or the like, in it."""
    (item,) = items
    shape, axes = item.aval.shape, node.params["axis"]
    axes = range(len(shape)) if axes is None else np.atleast_1d(axes)
    kept = [1 if i in axes else n for i, n in enumerate(shape)]
    targets = np.broadcast_to(counted(out.size).reshape(kept), shape)
    sources = counted(item.aval.size)
    return linked(targets, sources, out.size, item.aval.size) @ item.rows


def _running(node: Node, items: list[Any], out: Aval) -> Rows:
    """Of `cumsum` and `cumprod`: on all before along the axis."""
    (item,) = items
    numbers = np.moveaxis(counted(out.size).reshape(out.shape), node.params["axis"], -1)
    if node.params.get("reverse"):
        numbers = numbers[..., ::-1]
    upto = np.nonzero(np.tri(numbers.shape[-1], dtype=bool))
    targets, sources = (numbers[..., each] for each in upto)
    return linked(targets, sources, out.size, out.size) @ item.rows


def _sparse(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of the product of a sparse matrix with a vector."""
    x, data, *places = items
    if len(out.shape) != 1 or not all(isinstance(item, Known) for item in places):
        return None
    indices, indptr = (item.value for item in places)
    kind = sp.csc_array if node.params["transposed"] else sp.csr_array
    shape = node.params["rows"], shape_of(x)[0]
    found = []
    if has_rows(x):
        found.append(kind((_nonzero(data), indices, indptr), shape).tocsr() @ x.rows)
    if has_rows(data):
        count = data.aval.size
        numbers = kind((np.arange(count), indices, indptr), shape).tocoo()
        wanted = _nonzero(x)[numbers.coords[1]]
        pairs = numbers.coords[0][wanted], numbers.data[wanted]
        found.append(linked(*pairs, shape[0], count) @ data.rows)
    return united(found)


def _in_turn(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `subtract_in_turn`: on all that is reached by subtractions, in any order."""
    x, *places = items
    if len(out.shape) != 1 or not all(isinstance(item, Known) for item in places):
        return None
    targets, sources = (item.value for item in places)
    once = linked(targets, sources, out.size, out.size)
    rows, count = x.rows, -1
    while rows.nnz > count:
        count = rows.nnz
        rows = united([rows, once @ rows])
    return rows


def _nonzero(item: Item) -> np.ndarray:
    """Which elements may differ from zero."""
    if isinstance(item, Known):
        return np.asarray(item.value) != 0
    return np.ones(item.aval.shape, bool)


_ELEMENTS = {gather: 1, index_update: 2}  # operands of which elements are moved
_RULES: dict[Any, _Rule] = {
    multiply: _product,
    where: _chosen,
    mask: _masked,
    cumsum: _running,
    cumprod: _running,
    index_add: written,
    matmul: matrix_product,
    einsum: einsum_product,
    cross: vector_product,
    correlate: correlation,
    sparse_product: _sparse,
    subtract_in_turn: _in_turn,
}
