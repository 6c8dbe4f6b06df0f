"""Steps of matmul and einsum: axes are sorted into four groups, and these into matrices.

An axis of both operands is summed over if it is not the output's; else the operands are
stacks along it. An axis of one operand numbers rows (of x) or columns (of y). There are
axes that are summed over, and rows or columns: the rest is left to loops.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from operator import add
from typing import Any, NamedTuple

from functrace.compiler.forms import Unlowered
from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.matrices import Matrix, each_in_stack, itemsize
from functrace.compiler.linear.products import SMALL, product
from functrace.compiler.linear.strided import Cells, copy, merged
from functrace.compiler.notation.step import Operand, StepBuilder

_FIRST = (
    0x100  # letter of a stack's axes, of which there may be more than in an alphabet
)
_X, _Y, _OUT = range(3)
_LANES = 8  # of a product's vectors, of which few columns leave some idle
_COPIED = 16  # idle multiplications, in whose time an element is copied


class _AxisGroup(NamedTuple):
    """Axes of one kind: their lengths, and their strides in x, in y and in the output."""

    lengths: tuple[int, ...]
    strides: tuple[tuple[int, ...], ...]


class _Contraction(NamedTuple):
    """The arrays, and all their axes in four groups, which know the strides."""

    arrays: tuple[Cells, ...]
    groups: tuple[_AxisGroup, ...]


# In which group an axis is, by the arrays that have it; the array that orders a group;
# the groups that an array has.
_STACK, _ROWS, _COLUMNS, _SUMMED = range(4)
_MEMBERS = {
    frozenset((_X, _Y, _OUT)): _STACK,
    frozenset((_X, _OUT)): _ROWS,
    frozenset((_Y, _OUT)): _COLUMNS,
    frozenset((_X, _Y)): _SUMMED,
}
_ORDER = (_OUT, _OUT, _OUT, _X)
_LAYOUTS = (
    (_STACK, _ROWS, _SUMMED),
    (_STACK, _SUMMED, _COLUMNS),
    (_STACK, _ROWS, _COLUMNS),
)


def emit_matmul(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Products of vectors, matrices, and stacks of matrices, as `numpy.matmul` has them."""
    (x, y), (out,) = operands, outputs
    if not out.aval.size:
        return
    labels = matmul_labels(x.aval.ndim, y.aval.ndim)
    _emit(step, _contraction((x, y, out), labels))


@functools.cache
def matmul_labels(m: int, n: int) -> tuple[str, str, str]:
    """Letters for the axes of products: stacks are aligned from their last axis."""
    stack = "".join([chr(_FIRST + k) for k in range(max(m, n, 2) - 2)])
    left = stack[len(stack) - max(m - 2, 0) :] + "mk"[-m:]
    right = stack[len(stack) - max(n - 2, 0) :] + "kn"[:n]
    return left, right, stack + "m" * (m > 1) + "n" * (n > 1)


def emit_einsum(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    subscripts: str,
) -> None:
    """Contractions of two arrays, each label in two or all of the three places."""
    labels = subscripts.replace("->", ",").split(",")
    (x, y), (out,) = operands, outputs
    if not out.aval.size:
        return
    _emit(step, _contraction((x, y, out), labels))


# -- groups of axes --------------------------------------------------------------------


def _contraction(
    arrays: tuple[Operand, Operand, Operand], labels: Sequence[str]
) -> _Contraction:
    lengths: dict[str, int] = {}
    strides: dict[str, dict[int, int]] = {}
    for place, (array, own) in enumerate(zip(arrays, labels, strict=True)):
        for name, n, stride in zip(own, array.aval.shape, array.strides, strict=True):
            if n != 1:
                lengths[name] = n
                strides.setdefault(name, {})[place] = stride
    names: list[list[str]] = [[], [], [], []]
    for name, places in strides.items():
        names[_MEMBERS[frozenset(places)]].append(name)
    groups = [
        _group(
            [lengths[name] for name in chosen],
            [[strides[name].get(place, 0) for name in chosen] for place in range(3)],
            _ORDER[number],
        )
        for number, chosen in enumerate(names)
    ]
    cells = tuple(Cells(array.pointer, array.kind, ()) for array in arrays)
    return _Contraction(cells, tuple(groups))


def _group(lengths: list[int], strides: list[list[int]], leader: int) -> _AxisGroup:
    """The axes in the order of an array's memory, made one wherever that is possible."""
    order = sorted(range(len(lengths)), key=lambda axis: -strides[leader][axis])
    lengths = [lengths[axis] for axis in order]
    lengths, strides = merged(lengths, [[s[axis] for axis in order] for s in strides])
    return _AxisGroup(tuple(lengths), tuple(map(tuple, strides)))


# -- the ways to contract --------------------------------------------------------------


def _emit(step: StepBuilder, whole: _Contraction) -> None:
    _, rows, columns, summed = (group.lengths for group in whole.groups)
    if not summed or not (rows or columns):
        raise Unlowered  # it is done in loops
    whole = _stacked(whole)
    if max(len(group.lengths) for group in whole.groups[_ROWS:]) <= 1:
        _multiply(step, whole)
    else:
        _pack_and_multiply(step, whole)


def _stacked(whole: _Contraction) -> _Contraction:
    """Rows and columns along several axes as stacks, if that leaves good products."""
    stack, rows, columns, summed = whole.groups
    outer, inner = zip(_split(rows), _split(columns), strict=True)
    if not _is_good(*inner, summed):
        return whole
    for group in outer:
        lengths = (*stack.lengths, *group.lengths)
        stack = _AxisGroup(lengths, tuple(map(add, stack.strides, group.strides)))
    return whole._replace(groups=(stack, *inner, summed))


def _split(group: _AxisGroup) -> tuple[_AxisGroup, _AxisGroup]:
    """All axes but the last one, and this."""
    outer, inner = (
        _AxisGroup(group.lengths[part], tuple(s[part] for s in group.strides))
        for part in (slice(-1), slice(-1, None))
    )
    return outer, inner


def _is_good(rows: _AxisGroup, columns: _AxisGroup, summed: _AxisGroup) -> bool:
    """Whether products are small, and leave fewer lanes idle than copies would take."""
    if rows.strides[_OUT] == (1,):
        rows, columns = columns, rows
    m, n, k = (math.prod(group.lengths) for group in (rows, columns, summed))
    if m == 1 or n == 1:
        return False
    return m * n * k <= SMALL and m * k * (-n % _LANES) <= _COPIED * (m + k) * n


def _multiply(step: StepBuilder, whole: _Contraction) -> None:
    """By products of matrices, all groups but the stack being single axes."""
    stack = whole.groups[_STACK]
    stacks = [
        array._replace(strides=strides)
        for array, strides in zip(whole.arrays, stack.strides, strict=True)
    ]
    with each_in_stack(step, stack.lengths, stacks) as pointers:
        x, y, out = (_matrix(whole, i, pointer) for i, pointer in enumerate(pointers))
        product(step, x, y, out)


def _matrix(whole: _Contraction, place: int, pointer: str) -> Matrix:
    _, down, right = (whole.groups[number] for number in _LAYOUTS[place])
    (m,), (n,) = down.lengths or (1,), right.lengths or (1,)
    (by_row,), (by_column,) = down.strides[place] or (1,), right.strides[place] or (1,)
    return Matrix(pointer, whole.arrays[place].kind, m, n, by_row, by_column)


def _pack_and_multiply(step: StepBuilder, whole: _Contraction) -> None:
    """By products of matrices, after copying what is not a stack of matrices."""
    dense = whole
    for place in (_X, _Y, _OUT):
        if not _is_matrices(whole, place):
            dense = _repacked(step, dense, place)
            if place != _OUT:
                _copy(step, whole, dense, place)
    groups = [
        _group(list(g.lengths), [list(s) for s in g.strides], _ORDER[number])
        for number, g in enumerate(dense.groups)
    ]
    _multiply(step, _Contraction(dense.arrays, tuple(groups)))
    if dense.arrays[_OUT] is not whole.arrays[_OUT]:
        _copy(step, dense, whole, _OUT)


def _is_matrices(whole: _Contraction, place: int) -> bool:
    """Whether each group but the stack is evenly spaced in an array."""
    spaced = (
        len(merged(g.lengths, [g.strides[place]])[0]) for g in whole.groups[_ROWS:]
    )
    return max(spaced) <= 1


def _repacked(step: StepBuilder, whole: _Contraction, place: int) -> _Contraction:
    """With an array exchanged for a contiguous one in scratch memory."""
    kind, groups = whole.arrays[_OUT].kind, list(whole.groups)
    shape = _shape(whole, place)
    steps = iter(row_major(shape))
    for number in _LAYOUTS[place]:
        lengths, strides = groups[number]
        own = tuple(next(steps) for _ in lengths)
        groups[number] = _AxisGroup(lengths, _exchanged(strides, place, own))
    pointer = step.scratch(math.prod(shape) * itemsize(kind))
    arrays = _exchanged(whole.arrays, place, Cells(pointer, kind, ()))
    return _Contraction(arrays, tuple(groups))


def _exchanged(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _shape(whole: _Contraction, place: int) -> tuple[int, ...]:
    return tuple(n for g in _LAYOUTS[place] for n in whole.groups[g].lengths)


def _copy(
    step: StepBuilder, source: _Contraction, target: _Contraction, place: int
) -> None:
    shape = _shape(source, place)
    copy(step, shape, _cells(source, place), _cells(target, place))


def _cells(whole: _Contraction, place: int) -> Cells:
    layout = _LAYOUTS[place]
    strides = tuple(s for g in layout for s in whole.groups[g].strides[place])
    return whole.arrays[place]._replace(strides=strides)
