"""Indices that are affine in the loop axes, and views as maps of indices.

An index has one entry per dimension: ``(constant, ((axis, coefficient), ...))``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

Affine = tuple[int, tuple[tuple[int, int], ...]]
Index = tuple[Affine, ...]

ZERO: Affine = (0, ())


@functools.cache
def axis(number: int) -> Affine:
    """The loop axis itself."""
    return (0, ((number, 1),))


def fixed(position: int) -> Affine:
    """A constant."""
    return (position, ())


def combine(constant: int, parts: list[tuple[int, Affine]]) -> Affine:
    """``constant + sum of coefficient * entry``."""
    terms: dict[int, int] = {}
    for factor, (offset, entry) in parts:
        if factor:
            constant += factor * offset
            for number, coefficient in entry:
                terms[number] = terms.get(number, 0) + factor * coefficient
    return constant, tuple(sorted((a, c) for a, c in terms.items() if c))


def offset_of(index: Index, strides: tuple[int, ...], offset: int = 0) -> Affine:
    """Position in memory, in elements."""
    if not index:
        return offset, ()
    return combine(offset, list(zip(strides, index, strict=True)))


def operand_index(index: Index, shape: tuple[int, ...], out: tuple[int, ...]) -> Index:
    """Index into an operand of `shape` that is broadcast to the shape `out`."""
    if shape == out:
        return index
    if not shape:
        return ()
    if len(shape) > len(out):  # an assignment drops leading dimensions of length 1
        index = (ZERO,) * (len(shape) - len(out)) + index
    index = index[len(index) - len(shape) :]
    return tuple(
        ZERO if n == 1 else entry for n, entry in zip(shape, index, strict=True)
    )


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a contiguous array, in elements."""
    strides: list[int] = []
    step = 1
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


class ViewMap:
    """Where the elements of a view are in the array that it is a view of.

    Attributes
    ----------
    offset : int
    strides : tuple of int
        In elements of a contiguous base, for the dimensions of the view.
    digits : list of (int, tuple of int) or None
        For each dimension of the base, the constant and the coefficients of its index
        in terms of the view's; None if it is not affine (a reshape that joins).
    """

    __slots__ = ("digits", "offset", "strides")

    def __init__(self, offset: int, strides: tuple[int, ...], digits: Any) -> None:
        self.offset = offset
        self.strides = strides
        self.digits = digits

    def index(self, index: Index) -> Index | None:
        """The index into the base, for an index into the view."""
        if self.digits is None:
            return None
        return tuple(
            combine(constant, list(zip(coefficients, index, strict=True)))
            for constant, coefficients in self.digits
        )

    def box(self, shape: tuple[int, ...]) -> list[range] | None:
        """The range of each of the base's dimensions, if a view of `shape` is a block."""
        found = self.spread(shape)
        return None if found is None or any(r.step > 1 for r in found) else [*found]

    def spread(self, shape: tuple[int, ...]) -> tuple[range, ...] | None:
        """The same of a view that may leave out elements between others."""
        if self.digits is None or 0 in shape:
            return None
        ranges: list[range] = []
        for start, coefficients in self.digits:
            moving = [
                (n, c) for n, c in zip(shape, coefficients, strict=True) if c and n > 1
            ]
            if len(moving) > 1 or any(c < 0 for _, c in moving):
                return None
            n, step = moving[0] if moving else (1, 1)
            ranges.append(range(start, start + n * step, step))
        return tuple(ranges)


def outside(box: list[range], shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Blocks that cover what a block of an array leaves."""
    for d, n in enumerate(shape):
        before = tuple(slice(r.start, r.stop) for r in box[:d])
        after = (slice(None),) * (len(shape) - d - 1)
        if box[d].start > 0:
            yield (*before, slice(0, box[d].start), *after)
        if box[d].stop < n:
            yield (*before, slice(box[d].stop, n), *after)


def view_map(
    impl: Any, shape: tuple[int, ...], params: dict[str, Any]
) -> ViewMap | None:
    """The map of a view, found by making it of a dummy; None if NumPy would copy."""
    base = np.empty(shape, np.int8)  # never touched: costs nothing
    view = impl(base, **params)
    if type(view) is not np.ndarray:  # an index that picks one element
        index = params["index"]
        view = base[(*(index if type(index) is tuple else (index,)), ...)]
    if view.size and not np.may_share_memory(view, base):
        return None
    start = base.__array_interface__["data"][0]
    offset = view.__array_interface__["data"][0] - start if view.size else 0
    return ViewMap(offset, view.strides, _digits(shape, offset, view))


def _digits(shape: tuple[int, ...], offset: int, view: Any) -> Any:
    """Offset and strides in the mixed radix of the base's shape.

    A slice with a step moves within one dimension, so that its stride is one digit; of a
    diagonal it is several. A digit that leaves its dimension: a reshape joined some.
    """
    base = row_major(shape)
    constants = _in_radix(offset, base)
    columns = [
        _in_radix(stride, base) if n > 1 else (0,) * len(shape)
        for n, stride in zip(view.shape, view.strides, strict=True)
    ]
    for d, n in enumerate(shape):
        low = high = constants[d]
        for length, column in zip(view.shape, columns, strict=True):
            reach = column[d] * (length - 1)
            low, high = low + min(reach, 0), high + max(reach, 0)
        if view.size and not 0 <= low <= high < max(n, 1):
            return None
    return [
        (constants[d], tuple(column[d] for column in columns))
        for d in range(len(shape))
    ]


def _in_radix(stride: int, base: tuple[int, ...]) -> tuple[int, ...]:
    sign = -1 if stride < 0 else 1
    rest = abs(stride)
    digits: list[int] = []
    for step in base:
        digit, rest = divmod(rest, step) if step else (0, rest)
        digits.append(sign * digit)
    return tuple(digits)
