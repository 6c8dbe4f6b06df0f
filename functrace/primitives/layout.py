"""Operations that move elements without changing them."""

from __future__ import annotations

import itertools
import math
from typing import Any, NoReturn

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from functrace.compiler.forms import Elementwise, Rolled, View, Write
from functrace.core.aval import Aval
from functrace.core.errors import ShapeError, message
from functrace.core.strides import as_computed, of_first, of_itself, of_reshape
from functrace.engine.batching import Mapped
from functrace.engine.rewrite import identity
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import _lowering, layout_rules
from functrace.primitives._make import linear
from functrace.primitives.indexing import overwrite

_FILL_SIZE = 1 << 12  # elements; above it, repeating one element by strides is cheaper


def _refuse_write(base: Any, view: Any, **params: Any) -> NoReturn:
    raise ValueError("assignment destination is read-only")


def _broadcast_to(x: Any, *, shape: tuple[int, ...]) -> Any:
    if type(x) is np.ndarray and x.ndim:
        return np.broadcast_to(x, shape)
    # Of a scalar, as reductions give: a tenth of numpy.broadcast_to's time.
    if math.prod(shape) <= _FILL_SIZE:
        out = np.empty(shape, x.dtype)
        out.fill(x)
        return out
    out = np.ndarray(shape, x.dtype, np.asarray(x), 0, (0,) * len(shape))
    out.flags.writeable = False
    return out


def _broadcast_aval(x: Aval, shape: tuple[int, ...]) -> Aval:
    lengths = (1,) * (len(shape) - x.ndim) + x.shape
    if len(lengths) != len(shape) or any(
        n not in (1, length) for n, length in zip(lengths, shape, strict=True)
    ):
        raise ShapeError(
            message(
                "functrace: an array cannot be broadcast to this shape.",
                expected=f"lengths of 1, or those of the last dimensions of {shape}",
                got=x,
            )
        )
    return Aval(shape, x.dtype)


def _batch_broadcast_to(at: Mapped, x: Any, *, shape: tuple[int, ...]) -> Any:
    missing = len(shape) - at.avals[0].ndim
    if missing:
        x = np.expand_dims(x, tuple(range(1, 1 + missing)))
    return broadcast_to(x, shape=(at.size, *shape))


broadcast_to = linear(
    "broadcast_to",
    _broadcast_to,
    _broadcast_aval,
    transpose=lambda g: g,  # the engine sums over what was repeated
    broadcasts=True,
    elementwise=True,
    batch=_batch_broadcast_to,
    lower=Elementwise(lambda b, x, shape: x, 0, absorbed=(0,)),
    write_back=_refuse_write,
    simplify=lambda p: layout_rules.TABLE.rule(p),
    doc="Repeat along new dimensions and those of length 1: a view not written to.",
)


def _batch_reshape(at: Mapped, x: Any, *, shape: tuple[int, ...]) -> Any:
    return reshape(x, shape=(at.size, *shape))


reshape = linear(
    "reshape",
    lambda x, *, shape: x.reshape(shape),
    lambda x, shape: Aval(shape, x.dtype),
    transpose=lambda g, x_aval: g.reshape(x_aval.shape),
    batch=_batch_reshape,
    layout=of_reshape,
    lower=View(),
    write_back=lambda base, view, shape: overwrite(base, view.reshape(base.shape)),
    simplify=lambda p: layout_rules.TABLE.rule(p),
    doc="The same elements in C order, in another shape.",
)


def _inverse(axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(axes)), key=axes.__getitem__))


def _batch_transpose(at: Mapped, x: Any, *, axes: tuple[int, ...]) -> Any:
    return transpose(x, axes=(0, *(a + 1 for a in axes)))


transpose = linear(
    "transpose",
    lambda x, *, axes: x.transpose(axes),
    lambda x, axes: Aval((x.shape[axis] for axis in axes), x.dtype),
    transpose=lambda g, axes: g.transpose(_inverse(axes)),
    batch=_batch_transpose,
    lower=View(),
    write_back=lambda base, view, axes: overwrite(base, view.transpose(_inverse(axes))),
    simplify=lambda p: layout_rules.TABLE.rule(p),
    doc="The dimensions in another order.",
)


def _diagonal_aval(x: Aval, offset: int) -> Aval:
    rows, columns = x.shape[-2:]
    length = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    return Aval((*x.shape[:-2], length), x.dtype)


def _on_diagonal(x: Any, *, offset: int, shape: tuple[int, int]) -> np.ndarray:
    rows, columns = shape
    out = np.zeros((*x.shape[:-1], rows * columns), x.dtype)
    start = offset if offset >= 0 else -offset * columns
    out[..., start :: columns + 1][..., : x.shape[-1]] = x
    return out.reshape(*x.shape[:-1], rows, columns)


diagonal = linear(
    "diagonal",
    lambda x, *, offset: x.diagonal(offset, -2, -1),
    _diagonal_aval,
    transpose=lambda g, x_aval, offset: on_diagonal(
        g, offset=offset, shape=x_aval.shape[-2:]
    ),
    batch=unary,
    lower=View(),
    write_back=_refuse_write,
    doc="A diagonal of the last two dimensions: a view not written to.",
)


def _diagonal_piece(avals: Any, out_aval: Aval, offset: int, shape: Any) -> Any:
    return 0.0, [(0, lambda out: out.diagonal(offset, -2, -1), False)]


on_diagonal = linear(
    "on_diagonal",
    _on_diagonal,
    lambda x, offset, shape: Aval((*x.shape[:-1], *shape), x.dtype),
    batch=unary,
    lower=Write(_diagonal_piece),
    transpose=lambda g, offset: diagonal(g, offset=offset),
    doc="Matrices of zeros, with the last dimension on a diagonal.",
)


def _windows_aval(x: Aval, lengths: tuple[int, ...], axes: tuple[int, ...]) -> Aval:
    shape = list(x.shape)
    for axis, length in zip(axes, lengths, strict=True):
        shape[axis] -= length - 1
    return Aval((*shape, *lengths), x.dtype)


def _overlapped(g: Any, axis: int) -> Any:
    """``out[i + j] = sum of g[i, j]``, for i along an axis and j along the last one.

    The shorter of the two numbers the rows of a matrix with as many zeros after each row,
    which is read again as rows that are shorter by one: so each starts one place later.
    """
    g = np.moveaxis(g, (axis, -1), (0, 1))
    if g.shape[0] > g.shape[1]:
        g = np.swapaxes(g, 0, 1)
    rows, columns, *rest = g.shape
    zeros = np.broadcast_to(np.zeros((), g.dtype), (rows, rows, *rest))
    padded = np.concatenate([g, zeros], 1)
    flat = padded.reshape(rows * (rows + columns), *rest)
    length = rows + columns - 1
    skewed = flat[: rows * length].reshape(rows, length, *rest)
    return np.moveaxis(np.sum(skewed, 0), 0, axis)


def _windows_transpose(g: Any, axes: tuple[int, ...]) -> Any:
    for axis in reversed(axes):
        g = _overlapped(g, axis)
    return g


windows = linear(
    "windows",
    lambda x, *, lengths, axes: sliding_window_view(x, lengths, axes),
    _windows_aval,
    transpose=_windows_transpose,
    batch=lambda at, x, *, lengths, axes: windows(
        x, lengths=lengths, axes=tuple(axis + 1 for axis in axes)
    ),
    lower=View(),
    write_back=_refuse_write,
    doc="What windows show that slide along axes, along new last axes: a view not "
    "written to.",
)

alias = linear(
    "alias",
    lambda x: x,
    lambda x: x,
    transpose=lambda g: g,
    batch=unary,
    lower=lambda: Elementwise(_lowering.identity),
    simplify=lambda p: identity,
    layout=of_itself,
    doc="The same value under another name: a nested transform's own input.",
)


_EDGE = 8  # elements that wrap around, one by one, where a rolled array is read


def _halves(n: int, shift: int) -> tuple[tuple[slice, slice], ...]:
    """What is written to the parts of an axis, and from where."""
    if not shift:
        return ((slice(None), slice(None)),)
    cut = n - shift
    return (
        (slice(shift, None), slice(None, cut)),
        (slice(None, shift), slice(cut, None)),
    )


def _roll(x: Any, *, shifts: tuple[int, ...]) -> Any:
    out = np.empty_like(x)
    for parts in itertools.product(*map(_halves, x.shape, shifts)):
        out[tuple([new for new, _ in parts])] = x[tuple([old for _, old in parts])]
    return out


def _joined_halves(x: Any, *, shifts: tuple[int, ...]) -> Any:
    """By joining, where many elements are on the other side of an end; else None."""
    lengths = x.shape
    if all(min(s, n - s) <= _EDGE for s, n in zip(shifts, lengths, strict=True)):
        return None
    for axis, (shift, n) in enumerate(zip(shifts, lengths, strict=True)):
        if shift:
            before = (slice(None),) * axis
            parts = x[(*before, slice(n - shift, n))], x[(*before, slice(n - shift))]
            x = np.concatenate(parts, axis)
    return x


def _shifted_back(g: Any, x_aval: Aval, shifts: tuple[int, ...]) -> Any:
    lengths = x_aval.shape
    back = [n - s if s else 0 for s, n in zip(shifts, lengths, strict=True)]
    return roll(g, shifts=tuple(back))


roll = linear(
    "roll",
    _roll,
    lambda x, shifts: x,
    transpose=_shifted_back,
    batch=lambda at, x, *, shifts: roll(x, shifts=(0, *shifts)),
    layout=of_first,
    lower=Rolled(_joined_halves),
    simplify=lambda p: layout_rules.TABLE.rule(p),
    doc="Elements so many places on along axes whose ends meet; each shift is at least 0, "
    "and less than the axis is long or 0.",
)


def _arrange(x: Any, *, axes: tuple[int, ...]) -> Any:
    return np.array(x.transpose(axes), order="C").transpose(_inverse(axes))


arrange = linear(
    "arrange",
    _arrange,
    lambda x, axes: x,
    transpose=lambda g: g,
    layout=as_computed(_arrange),
    batch=lambda at, x, axes: arrange(x, axes=(0, *(axis + 1 for axis in axes))),
    lower=lambda: Elementwise(_lowering.identity),
    simplify=lambda p: identity,
    doc="A copy with the dimensions in another order in memory, the last one fastest.",
)
