"""Operations that move elements, and sums over repeated ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula, operand_aval
from functrace.engine.patterns import (
    Row,
    Table,
    symbols,
    uniform_constant,
    variables,
)
from functrace.engine.rewrite import Make, Simplify, maker
from functrace.primitives import (
    choice,
    elementwise,
    indexing,
    joining,
    layout,
    reductions,
)
from functrace.primitives._rewrites.elements import parts_of
from functrace.primitives._rewrites.fitting import cast, fit, fitted
from functrace.primitives._rewrites.places import keeps_order, places_of

a, c, keep = variables("a c keep")
shape, index, axis, axes, first = variables("shape index axis axes first")
shifts, before = variables("shifts before")
n = uniform_constant("n")
mask, getitem, stack, reduce_sum = symbols(
    choice.mask, indexing.getitem, joining.stack, reductions.reduce_sum
)
broadcast_to, reshape, roll, transpose = symbols(
    layout.broadcast_to, layout.reshape, layout.roll, layout.transpose
)
(negative,) = symbols(elementwise.negative)


def _has_shape(a_aval: Aval, out: Aval) -> bool:
    return a_aval[0] == out[0]


def _is_reshaping(a_aval: Aval, index: Any) -> bool:
    """Whether what is read is everything, in another shape."""
    places = places_of(index, a_aval[0])
    return places is not None and keeps_order(places, a_aval[0])


def _holds_for_all(c_aval: Aval, a_aval: Aval) -> bool:
    return not c_aval[0]


def _holds_for_each(c_aval: Aval, a_aval: Aval) -> bool:
    return c_aval[0] == a_aval[0]


def _is_in_order(axes: tuple[int, ...]) -> bool:
    return axes == tuple(range(len(axes)))


def _composed(first: tuple[int, ...], axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([first[k] for k in axes])


def _moves_nothing(shifts: tuple[int, ...]) -> bool:
    return not any(shifts)


def _both_shifts(a_aval: Aval, before: Any, shifts: Any) -> tuple[int, ...]:
    both = zip(before, shifts, a_aval[0], strict=True)
    return tuple([(s + t) % n if n else 0 for s, t, n in both])


def _sums_nothing(a_aval: Aval, axis: tuple[int, ...]) -> bool:
    return all(a_aval[0][k] == 1 for k in axis)


def _out_shape(out: Aval) -> tuple[int, ...]:
    return out[0]


TABLE = Table(
    Row(broadcast_to(n), fit(n)),
    Row(broadcast_to(a), a, _has_shape),
    Row(broadcast_to(broadcast_to(a), shape=shape), broadcast_to(a, shape=shape)),
    Row(
        broadcast_to(mask(c, a, keep=keep), shape=shape),
        mask(c, broadcast_to(a, shape=shape), keep=keep),
    ),
    Row(reshape(n), fit(n)),
    Row(reshape(a), a, _has_shape),
    Row(reshape(reshape(a), shape=shape), reshape(a, shape=shape)),
    Row(
        reshape(getitem(a, index=index), shape=shape),
        reshape(a, shape=shape),
        _is_reshaping,
    ),
    Row(
        reshape(mask(c, a, keep=keep), shape=shape),
        mask(c, reshape(a, shape=shape), keep=keep),
        _holds_for_all,
    ),
    Row(
        reshape(mask(c, a, keep=keep), shape=shape),
        mask(reshape(c, shape=shape), reshape(a, shape=shape), keep=keep),
        _holds_for_each,
    ),
    Row(transpose(n), fit(n)),
    Row(transpose(a, axes=axes), a, _is_in_order),
    Row(
        transpose(transpose(a, axes=first), axes=axes),
        transpose(a, axes=Formula.of(_composed)),
    ),
    Row(roll(n), fit(n)),
    Row(roll(a, shifts=shifts), a, _moves_nothing),
    Row(roll(negative(a), shifts=shifts), negative(roll(a, shifts=shifts))),
    Row(
        roll(roll(a, shifts=before), shifts=shifts),
        roll(a, shifts=Formula.of(_both_shifts)),
    ),
    Row(stack(a), reshape(cast(a), shape=Formula.of(_out_shape))),
    Row(
        reduce_sum(a, axis=axis),
        reshape(cast(a), shape=Formula.of(_out_shape)),
        _sums_nothing,
    ),
)


def sum_rule(primitive: Primitive) -> Simplify:
    """The rule of a sum, which may be one of repeated values."""
    return TABLE.rule(primitive, _sum_repeated)


def _sum_repeated(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """The sum of what was repeated, times how often it was."""
    (repeated,) = operands
    if maker(repeated) is not layout.broadcast_to:
        return None
    axes, (x,) = params["axis"], repeated[0].inputs
    lengths, small = repeated.aval.shape, operand_aval(x)[0]
    extra = len(lengths) - len(small)
    aligned = (1,) * extra + small
    count = math.prod(lengths[k] for k in axes if aligned[k] == 1)
    if count <= 1:
        return None
    x = fitted(x, Aval(small, out[1]), make)
    summed = tuple([k - extra for k in axes if aligned[k] != 1])
    if summed:
        keep = {"axis": summed, "keepdims": True}
        x = make(reductions.reduce_sum, (x,), keep)
    if small:
        ones = [1 if k in axes else n for k, n in enumerate(aligned)]
        if len(out[0]) < len(lengths):
            ones = [n for k, n in enumerate(ones) if k not in axes]
        x = make(layout.reshape, (x,), {"shape": tuple(ones)})
    factor = np.dtype(out[1]).type(count)
    return fitted(make(elementwise.multiply, (x, factor)), out, make)


def stack_rule(primitive: Primitive) -> Simplify:
    """The rule of a stack, which may be of elements of one array, one after another."""
    return TABLE.rule(primitive, _stack_elements)


_FEWEST = 4  # elements that are read at once


def _stack_elements(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Elements that follow each other in an array, read at once."""
    if params["axis"] or len(operands) < _FEWEST:
        return None
    parts = list(parts_of(operands, _FEWEST))
    if all(source is None for source, *_ in parts):
        return None
    pieces = [_piece(*part, params, make) for part in parts]
    whole = pieces[0]
    if len(pieces) > 1:
        whole = make(joining.concatenate, pieces, {"axis": 0})
    return fitted(whole, out, make)


def _piece(source: Any, index: Any, values: Any, params: Any, make: Make) -> Any:
    if source is None:
        return make(joining.stack, values, params)
    if index is None:
        return source
    return make(indexing.getitem, (source,), {"index": index})


def concatenate(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """One array that is not empty."""
    axis = params["axis"]
    full = [x for x in operands if operand_aval(x)[0][axis]]
    if len(full) == 1:
        return fitted(full[0], out, make)
    if full and len(full) < len(operands):
        return make(joining.concatenate, full, params)
    return None
