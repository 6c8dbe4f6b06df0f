"""Sums, products and extrema in C; products of matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Node
from functrace.source.c import text
from functrace.source.c.scope import CScope, CValue, Places, held, refuse
from functrace.source.text import Text


class _Step(NamedTuple):
    """How a value is added to what there is.

    Attributes
    ----------
    begin : callable
        Of the dtype, what there is at first.
    how : str
        The assignment.
    update : callable or None
        Of what there is and the value, the new one, if that is no assignment.
    """

    begin: Callable[[np.dtype[Any]], Text]
    how: str = "="
    update: Callable[[Text, Text], Text] | None = None


def _number(value: Any) -> Callable[[np.dtype[Any]], Text]:
    return lambda dtype: text.number(value, dtype)


def _logical(operator: str) -> Callable[[Text, Text], Text]:
    return lambda x, y: text.joined(operator, text.LOGICAL, x, y)


_STEPS = {
    "reduce_sum": _Step(_number(0), "+="),
    "reduce_prod": _Step(_number(1), "*="),
    "reduce_max": _Step(_number(-np.inf), "=", lambda x, y: text.call("maximum", x, y)),
    "reduce_min": _Step(_number(np.inf), "=", lambda x, y: text.call("minimum", x, y)),
    "reduce_any": _Step(_number(0), "=", _logical("||")),
    "reduce_all": _Step(_number(1), "=", _logical("&&")),
}


def _write_reduction(scope: CScope, node: Node) -> None:
    x, aval = scope.value(node.inputs[0]), node.avals[0]
    dtype = np.dtype(aval.dtype)
    step = _STEPS[node.name]
    is_logical = node.name in ("reduce_any", "reduce_all")
    if node.name in ("reduce_max", "reduce_min") and dtype.kind != "f":
        refuse(node)
    if is_logical and x.dtype.kind != "b":
        own = x
        x = CValue(lambda at: text.cast(bool, own.element(at)), x.shape, np.dtype(bool))
    axes, keeps = node.params["axis"], node.params["keepdims"]
    kept = [n for k, n in enumerate(x.shape) if k not in axes]

    def whole(outer: Places, inner: Places) -> Text:
        rest, summed = iter(outer), iter(inner)
        return x.element(
            tuple(next(summed if k in axes else rest) for k in range(len(x.shape)))
        )

    def place(outer: Places) -> Places:
        rest = iter(outer)
        if not keeps:
            return outer
        return tuple("0" if k in axes else next(rest) for k in range(len(x.shape)))

    lengths = (
        [x.shape[k] for k in axes]
        if len(axes) < 2
        else [n for k, n in enumerate(x.shape) if k in axes]
    )
    _accumulate(scope, node, _Nest(kept, lengths, whole, place, dtype), step)


class _Nest(NamedTuple):
    """Sums over inner places, for each of the outer ones."""

    outer: Sequence[int]
    inner: Sequence[int]
    element: Callable[[Places, Places], Text]
    place: Callable[[Places], Places]
    dtype: np.dtype[Any]


def _accumulate(scope: CScope, node: Node, nest: _Nest, step: _Step) -> None:
    edge, dtype = Edge(node, 0), nest.dtype
    aval = Aval(node.avals[0].shape, dtype)
    scope.comment(node)
    kind = scope.type_of(aval)
    name = scope.array(edge, aval) if aval.shape else scope.name_for(edge)
    total = name
    with scope.loops(nest.outer) as outer:
        total = scope.names.new("total") if aval.shape else name
        scope.emit(f"{kind} {total} = {step.begin(dtype).code};")
        with scope.loops(nest.inner) as inner:
            new = nest.element(outer, inner)
            if step.update is not None:
                new = step.update(text.atom(total), new)
            scope.put(text.atom(total), new, step.how)
        if aval.shape:
            scope.put(text.element(name, nest.place(outer)), text.atom(total))
    scope.forget(total, nest.outer)
    scope.take(node.inputs)
    scope.set(edge, held(name, aval))


# -- products ------------------------------------------------------------------------------


def _product(scope: CScope, node: Node, left: str, right: str, out: str) -> None:
    """A sum of products, of which the labels of axes are given."""
    x, y = (scope.settled(operand) for operand in node.inputs)
    dtype = np.dtype(node.avals[0].dtype)
    if dtype.kind == "b":
        refuse(node)
    lengths: dict[str, int] = {}
    for labels, value in ((left, x), (right, y)):
        for label, n in zip(labels, value.shape, strict=True):
            lengths[label] = max(lengths.get(label, 1), n)
    summed = [c for c in lengths if c not in out]

    def element(outer: Places, inner: Places) -> Text:
        places = dict(zip((*out, *summed), (*outer, *inner), strict=True))
        both = [
            value.element(
                tuple(
                    "0" if n == 1 else places[c]
                    for c, n in zip(labels, value.shape, strict=True)
                )
            )
            for labels, value in ((left, x), (right, y))
        ]
        return text.binary("*", text.PRODUCT, *both)

    nest = _Nest(
        [lengths[c] for c in out],
        [lengths[c] for c in summed],
        element,
        lambda at: at,
        dtype,
    )
    _accumulate(scope, node, nest, _STEPS["reduce_sum"])


def _write_einsum(scope: CScope, node: Node) -> None:
    operands, out = node.params["subscripts"].split("->")
    left, right = operands.split(",")
    _product(scope, node, left, right, out)


def _write_matmul(scope: CScope, node: Node) -> None:
    ranks = [len(scope.value(operand).shape) for operand in node.inputs]
    stack = "abcdefgh"[: max(*ranks, 2) - 2]
    left = stack[len(stack) - (ranks[0] - 2) :] + "xz" if ranks[0] > 1 else "z"
    right = stack[len(stack) - (ranks[1] - 2) :] + "zy" if ranks[1] > 1 else "z"
    out = stack + "x" * (ranks[0] > 1) + "y" * (ranks[1] > 1)
    _product(scope, node, left, right, out)


# -- along an axis -------------------------------------------------------------------------


def _write_cumulative(scope: CScope, node: Node) -> None:
    axis, edge = node.params["axis"], Edge(node, 0)
    x, aval = (
        scope.value(node.inputs[0]),
        Aval(node.avals[0].shape, node.avals[0].dtype),
    )
    how = "+=" if node.name == "cumsum" else "*="
    reverse = node.params.get("reverse", False)
    length = x.shape[axis]
    scope.comment(node)
    name = scope.array(edge, aval)
    kind = scope.type_of(aval)
    others = [n for k, n in enumerate(x.shape) if k != axis]
    with scope.loops(others) as rest:
        total = scope.names.new("total")
        begin = text.number(0 if how == "+=" else 1, aval.dtype)
        scope.emit(f"{kind} {total} = {begin.code};")
        with scope.loops([length]) as (k,):
            place = text.offset(k, length - 1, -1) if reverse else k
            at = (*rest[:axis], place, *rest[axis:])
            scope.put(text.atom(total), x.element(at), how)
            scope.put(text.element(name, at), text.atom(total))
    scope.forget(total, others)
    scope.take(node.inputs)
    scope.set(edge, held(name, aval))


def _write_argument(scope: CScope, node: Node) -> None:
    """The first place of an extremum along an axis, or of the first NaN."""
    x, axis = scope.settled(node.inputs[0]), node.params["axis"]
    if (axis is None and len(x.shape) != 1) or x.dtype.kind != "f":
        refuse(node)
    axis = axis or 0
    aval = Aval(node.avals[0].shape, np.int64)
    sign = ">" if node.name == "argmax" else "<"
    others = [n for k, n in enumerate(x.shape) if k != axis]
    edge = Edge(node, 0)
    scope.comment(node)
    name = scope.array(edge, aval) if aval.shape else scope.name_for(edge)
    with scope.loops(others) as rest:
        best = scope.names.new("place") if aval.shape else name
        scope.emit(f"int64_t {best} = 0;")
        with scope.loops([x.shape[axis]]) as (k,):
            new = x.element((*rest[:axis], k, *rest[axis:])).code
            old = x.element((*rest[:axis], best, *rest[axis:])).code
            scope.emit(f"if (!isnan({old}) && ({new} {sign} {old} || isnan({new}))) {{")
            scope.emit(f"    {best} = {k};")
            scope.emit("}")
        if aval.shape:
            at = (*rest[:axis], "0", *rest[axis:]) if node.params["keepdims"] else rest
            scope.put(text.element(name, at), text.atom(best))
    scope.forget(best, others)
    scope.take(node.inputs)
    scope.set(edge, held(name, aval))


SUMS: dict[str, Callable[[CScope, Node], None]] = {
    **dict.fromkeys(_STEPS, _write_reduction),
    "matmul": _write_matmul,
    "einsum": _write_einsum,
    "cumsum": _write_cumulative,
    "cumprod": _write_cumulative,
    "argmax": _write_argument,
    "argmin": _write_argument,
}
