"""What operations do to sets of which nothing better is known: all depends on all.

That is so within each problem of a stack, as those of linear algebra are, and along an axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.node import Node
from functrace.core.rule import operand_aval
from functrace.primitives import _spectral
from functrace.primitives._batching import along_axis
from functrace.primitives._dependence.sets import (
    Item,
    Sets,
    has_rows,
    linked,
    shape_of,
    taken,
    united,
)
from functrace.primitives.determinants import (
    cofactor,
    cofactor_derivative,
    det,
    slogdet,
)
from functrace.primitives.eigen import eig, eigvals
from functrace.primitives.hermitian import eigh, eigvalsh
from functrace.primitives.linalg import (
    cholesky,
    inv,
    inv_or_nan,
    solve,
    solve_triangular,
)
from functrace.primitives.lu import lu_factor
from functrace.primitives.qr import qr
from functrace.primitives.singular_values import svd, svdvals
from functrace.primitives.structured_systems import solve_positive

Shape = tuple[int, ...]

_STACKED = {  # how many axes each operand has besides those of the stack
    **dict.fromkeys((det, slogdet, inv, inv_or_nan, cofactor, cholesky), (2,)),
    **dict.fromkeys((lu_factor, qr, svd, svdvals, eig, eigvals, eigh, eigvalsh), (2,)),
    **dict.fromkeys(
        (solve, solve_triangular, solve_positive, cofactor_derivative), (2, 2)
    ),
    _spectral.reciprocal_gaps: (1,),
    _spectral.spectral_bar: (2, 1, 1),
    _spectral.spectral_dot: (2, 1),
}


class _Stack(NamedTuple):
    """Of an array, the shape of its problems, and which one each element belongs to."""

    shape: tuple[int, ...]
    owners: np.ndarray


def by_problems(node: Node, items: list[Any], outs: list[Aval]) -> list[Item]:
    """Each element of a problem depends on all that those of the operands in it do."""
    shapes, results = [shape_of(item) for item in items], [aval.shape for aval in outs]
    stack, given, made = _stacks(node, shapes, results)
    found = []
    for item, own in zip(items, given, strict=True):
        if has_rows(item):
            count, size = int(np.prod(own.shape)), own.owners.size
            every = linked(own.owners, np.arange(size), count, size) @ item.rows
            places = np.arange(count).reshape(own.shape)
            found.append(taken(every, np.broadcast_to(places, stack).ravel()))
    rows = united(found)
    return [
        Sets(aval, taken(rows, own.owners) if is_inexact(aval.dtype) else None)
        for aval, own in zip(outs, made, strict=True)
    ]


def stack_of(node: Node) -> tuple[Shape, list[Shape]] | None:
    """The shape of the stack of all problems, and of each operand's; None: it is unknown."""
    if node.primitive not in _STACKED:
        return None
    shapes = [operand_aval(x).shape for x in node.inputs]
    stack, given, _ = _stacks(node, shapes, [])
    return stack, [each.shape for each in given]


def _stacks(
    node: Node, shapes: Sequence[Shape], outs: Sequence[Shape]
) -> tuple[Shape, list[_Stack], list[_Stack]]:
    """The shape of the stack of all problems, and those of operands and outputs."""
    if node.primitive in _STACKED:
        cores = _STACKED[node.primitive]
        given = [
            _in_front(shape, max(len(shape) - core, 0))
            for shape, core in zip(shapes, cores, strict=True)
        ]
        stack = np.broadcast_shapes(*(each.shape for each in given))
        return stack, given, [_in_front(shape, len(stack)) for shape in outs]
    if node.primitive.batch is along_axis:
        axis = node.params["axis"]
        given, made = ([_across(s, axis) for s in each] for each in (shapes, outs))
        return given[0].shape, given, made
    given, made = ([_in_front(s, 0) for s in each] for each in (shapes, outs))
    return (), given, made


def _in_front(shape: Shape, count: int) -> _Stack:
    """The first axes are those of the stack."""
    front = shape[:count]
    size = int(np.prod(shape[count:]))
    return _Stack(front, np.repeat(np.arange(int(np.prod(front))), size))


def _across(shape: Shape, axis: int) -> _Stack:
    """All axes but one are those of the stack."""
    front = tuple(1 if k == axis else n for k, n in enumerate(shape))
    numbers = np.arange(int(np.prod(front))).reshape(front)
    return _Stack(front, np.broadcast_to(numbers, shape).ravel())
