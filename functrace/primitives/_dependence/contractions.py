"""What sums of products do to sets: of two arrays over labelled axes, or along shifts."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Node
from functrace.primitives._dependence.sets import (
    Item,
    Known,
    Rows,
    has_rows,
    linked,
    shape_of,
    taken,
    united,
)
from functrace.primitives.contractions import split_subscripts

_MANY = 1 << 24  # products of elements: of more, all depends on all

Labels = tuple[Any, ...]


class _Axes(NamedTuple):
    """The axes of both operands and of the result, by labels; and their lengths."""

    operands: tuple[Labels, Labels]
    out: Labels
    sizes: dict[Any, int]

    def shape(self, labels: Labels) -> tuple[int, ...]:
        return tuple(self.sizes[c] for c in labels)

    def numbers(self, own: Labels, labels: Labels) -> np.ndarray:
        """What places along some axes add to the number of an element with axes `own`."""
        shape = self.shape(own)
        found = np.zeros(self.shape(labels), np.int64)
        for place, label in enumerate(labels):
            if label in own:
                step = int(np.prod(shape[own.index(label) + 1 :]))
                steps = step * np.arange(self.sizes[label])
                found += steps.reshape(-1, *[1] * (len(labels) - place - 1))
        return found.ravel()


def matrix_product(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `matmul`, of vectors and of stacks of matrices."""
    x, y = map(shape_of, items)
    row, column = ("row",) * (len(x) > 1), ("column",) * (len(y) > 1)
    stack = tuple(range(len(out.shape) - len(row) - len(column)))
    left, right = (*row, "sum"), ("sum", *column)
    ours, theirs = (stack[len(stack) - max(len(z) - 2, 0) :] for z in (x, y))
    labels = (*ours, *left), (*theirs, *right)
    return _summed(items, labels, (*stack, *row, *column), out)


def einsum_product(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `einsum`."""
    left, right, result = map(tuple, split_subscripts(node.params["subscripts"]))
    return _summed(items, (left, right), result, out)


def _summed(
    items: list[Any], labels: tuple[Labels, Labels], result: Labels, out: Aval
) -> Rows | None:
    """What is multiplied by zeros that are known does not count."""
    sizes = dict(zip(result, out.shape, strict=True))
    own: list[Labels] = []
    for item, given in zip(items, labels, strict=True):
        pairs = list(zip(given, shape_of(item), strict=True))
        own.append(tuple(c for c, n in pairs if n == sizes.setdefault(c, n)))
    axes = _Axes((own[0], own[1]), result, sizes)
    found: list[Rows] = []
    for place, item in enumerate(items):
        if has_rows(item):
            rows = _of_operand(axes, place, item, items[1 - place])
            if rows is None:
                return None
            found.append(rows)
    return united(found)


def _of_operand(axes: _Axes, place: int, item: Any, other: Item) -> Rows | None:
    own, others = axes.operands[place], axes.operands[1 - place]
    count, size = (int(np.prod(axes.shape(each))) for each in (axes.out, own))
    if not isinstance(other, Known) or np.all(other.value):
        both = tuple(c for c in axes.out if c in own)
        groups = int(np.prod(axes.shape(both)))
        sums = linked(axes.numbers(both, own), np.arange(size), groups, size)
        return taken(sums @ item.rows, axes.numbers(both, axes.out))
    wanted = np.flatnonzero(other.value)
    rest = tuple(c for c in dict.fromkeys((*axes.out, *own)) if c not in others)
    if wanted.size * int(np.prod(axes.shape(rest))) > _MANY:
        return None
    targets, sources = (
        axes.numbers(each, others)[wanted, None] + axes.numbers(each, rest)
        for each in (axes.out, own)
    )
    return linked(targets, sources, count, size) @ item.rows


def vector_product(node: Node, items: list[Any], out: Aval) -> Rows:
    """Of `cross`: each component has the other two of both operands."""
    found = []
    for item in items:
        if has_rows(item):
            shape = shape_of(item)
            numbers = np.arange(item.aval.size).reshape(shape)
            numbers = np.broadcast_to(numbers, out.shape)
            found += [
                taken(item.rows, numbers.take(others, -1).ravel())
                for others in ([1, 2, 0], [2, 0, 1])
            ]
    return united(found)


def correlation(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `correlate`; zeros of a kernel that are known do not count."""
    x, y = items
    stacked = node.params.get("stacked", 0)
    stack, shifts = out.shape[:stacked], shape_of(y)[stacked:]
    kernel = np.ones(shifts, bool)
    if isinstance(y, Known):
        kernel = np.any(y.value, axis=tuple(range(stacked)))
    at = np.nonzero(kernel)
    if out.size * at[0].size > _MANY:
        return None
    places = np.indices(out.shape[stacked:])
    places = places.reshape(len(shifts), math.prod(out.shape[stacked:]), 1)
    inside = np.stack(at)[:, None] + places
    targets = np.arange(out.size).reshape(*stack, places.shape[1], 1)
    found = []
    for item, index in ((x, tuple(inside)), (y, at)):
        if has_rows(item):
            shape = shape_of(item)
            numbers = np.arange(item.aval.size).reshape(shape)
            numbers = np.broadcast_to(numbers, (*stack, *shape[stacked:]))
            sources = numbers[(..., *index)]
            if item is y:
                sources = sources[..., None, :]
            to, of = np.broadcast_arrays(targets, sources)
            found.append(linked(to, of, out.size, item.aval.size) @ item.rows)
    return united(found)
