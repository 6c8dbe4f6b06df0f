"""One product of two matrices: by BLAS, or in tiles of the output held in registers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from functrace.compiler.forms import Unlowered
from functrace.compiler.linear.arithmetic import (
    lanes_of,
    least_lanes,
    multiply_add,
    zero,
)
from functrace.compiler.linear.blas import gemm, gemv, is_blas
from functrace.compiler.linear.matrices import (
    Matrix,
    copy_matrix,
    new_matrix,
)
from functrace.compiler.linear.strided import LaneRun, load_run, runs
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import load, store
from functrace.compiler.notation.step import Integer, StepBuilder

SMALL = 1 << 14  # up to so many multiplications the tiles below are faster than BLAS
_UNROLLED = 16  # multiplications of a tile without a loop


def product(step: StepBuilder, x: Matrix, y: Matrix, out: Matrix) -> None:
    """Write ``out = x y``, in the kind of `out`."""
    if out.rows == 1 or (out.right != 1 and out.down == 1):
        x, y, out = y.T, x.T, out.T
    if out.columns == 1:
        _apply(step, x, y, out)
    elif out.row_ordered is None:
        target = new_matrix(step, out.kind, out.rows, out.columns, by_rows=True)
        product(step, x, y, target)
        copy_matrix(step, target, out)
    elif not is_blas(out.kind) or _count(x, out) <= SMALL:
        _tiles(step, x, y, out)
    else:
        gemm(step, x, y, out)


def _count(x: Matrix, out: Matrix) -> int:
    return out.rows * out.columns * x.columns


def _apply(step: StepBuilder, x: Matrix, y: Matrix, out: Matrix) -> None:
    """A matrix times a column. Of rows that overlap or come backwards BLAS needs copies."""
    if not is_blas(out.kind):
        raise Unlowered  # it is done in loops
    if x.right == 1 and x.down < x.columns:
        source, x = x, new_matrix(step, x.kind, x.rows, x.columns, by_rows=True)
        copy_matrix(step, source, x)
    gemv(step, x, y, out)


# -- tiles -----------------------------------------------------------------------------


def _tiles(step: StepBuilder, x: Matrix, y: Matrix, out: Matrix) -> None:
    """Tiles of some rows by a vector or two; the rows of `out` are contiguous."""
    wide = 1 if out.kind[0] == "c" else 2
    lanes = lanes_of(step, out.kind, wide)
    least = min(lanes, wide * least_lanes(step, out.kind))
    most = 8 if step.vector_bits == 512 and wide == 2 else 4
    if y.right != 1 and out.rows > most:
        target = new_matrix(step, y.kind, y.rows, y.columns, by_rows=True)
        copy_matrix(step, y, target)
        y = target
    height = -(-out.rows // -(-out.rows // most))
    for across in runs(out.columns, lanes, least):
        with step.loop(across.times) as columns:
            column = step.moved(columns.index, across.lanes, across.start)
            for first, blocks, rows in _blocks(out.rows, height):
                with step.loop(blocks) as down:
                    row = step.moved(down.index, rows, first)
                    _tile(step, (x, y, out), (row, column), (rows, across))


def _blocks(length: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Where blocks of one size start, how many there are, their size; then the rest."""
    count, rest = divmod(length, size)
    yield 0, count, size
    if rest:
        yield count * size, 1, rest


def _tile(
    step: StepBuilder,
    matrices: tuple[Matrix, Matrix, Matrix],
    place: tuple[Integer, Integer],
    size: tuple[int, LaneRun],
) -> None:
    x, y, out = matrices
    (row, column), (rows, run) = place, size
    start = x.at(step, row, 0), y.at(step, 0, column)
    sums = [zero(step, out.kind, run.width)] * rows

    def advance(k: int | Value, sums: list[Any]) -> list[Any]:
        """Add column `k` of the tile of x times row `k` of that of y."""
        pointer = step.at(start[1], y.kind, (k, y.down))
        factor = step.convert(load_run(step, pointer, y.kind, run, y.right), out.kind)
        added: list[Any] = []
        for i, value in enumerate(sums):
            pointer = step.at(start[0], x.kind, (i, x.down), (k, x.right))
            left = step.convert(load(step, pointer, x.kind, run.access(0)), out.kind)
            added.append(multiply_add(step, left, factor, value))
        return added

    if x.columns * rows <= _UNROLLED:
        for k in range(x.columns):
            sums = advance(k, sums)
    else:
        with step.loop(x.columns, *sums) as loop:
            loop.values = advance(loop.index, loop.values)
        sums = loop.values
    for i, value in enumerate(sums):
        pointer = step.at(out.at(step, row, column), out.kind, (i, out.down))
        store(step, pointer, value, run.access(1))
