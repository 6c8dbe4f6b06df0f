"""Matrices in memory, and stacks of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from functrace.compiler.linear.strided import Cells, copy, merged, nested, runs
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.kinds import Kind, bits_of
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import Integer, Operand, StepBuilder


class Matrix(NamedTuple):
    """A matrix in memory.

    Attributes
    ----------
    pointer : str
    kind : str
    rows, columns : int
    down, right : int
        Strides, in elements: from a row to the next, from a column to the next.
    """

    pointer: str
    kind: Kind
    rows: int
    columns: int
    down: int
    right: int

    @property
    def T(self) -> Matrix:  # noqa: N802 - NumPy's name
        """The transpose."""
        return Matrix(
            self.pointer, self.kind, self.columns, self.rows, self.right, self.down
        )

    @property
    def row_ordered(self) -> int | None:
        """From a row to the next if rows are contiguous and apart, as BLAS takes them."""
        right = self.right if self.columns > 1 else 1
        down = self.down if self.rows > 1 else max(1, self.columns)
        return down if right == 1 and down >= max(1, self.columns) else None

    @property
    def nbytes(self) -> int:
        """Memory that the elements take."""
        return self.rows * self.columns * itemsize(self.kind)

    def at(self, step: StepBuilder, row: Integer, column: Integer) -> str:
        """A pointer to an element."""
        return step.at(self.pointer, self.kind, (row, self.down), (column, self.right))

    def cells(self, pointer: str | None = None) -> Cells:
        """As an array in a nest of two loops."""
        return Cells(pointer or self.pointer, self.kind, (self.down, self.right))


def itemsize(kind: Kind) -> int:
    """Bytes of an element in memory."""
    return max(1, bits_of(kind) // 8) * (2 if kind[0] == "c" else 1)


def matrix_of(operand: Operand) -> Matrix:
    """The first matrix of a stack; a vector is a column."""
    shape, strides = operand.aval.shape[-2:], operand.strides[-2:]
    if len(shape) == 1:
        shape, strides = (*shape, 1), (*strides, 1)
    return Matrix(operand.pointer, operand.kind, *shape, *strides)


def new_matrix(
    step: StepBuilder, kind: Kind, rows: int, columns: int, *, by_rows: bool
) -> Matrix:
    """A matrix in scratch memory."""
    pointer = step.scratch(rows * columns * itemsize(kind))
    if by_rows:
        return Matrix(pointer, kind, rows, columns, columns, 1)
    return Matrix(pointer, kind, rows, columns, 1, rows)


def element_of(step: StepBuilder, x: Matrix, row: Integer, column: Integer) -> Any:
    """An element, loaded."""
    return load(step, x.at(step, row, column), x.kind, Access(0, 0, 1))


def swap_rows(step: StepBuilder, x: Matrix, one: Value, other: Value) -> None:
    """Exchange two rows, which may be the same: in vectors if they are contiguous."""
    lanes = max(1, step.vector_bits // (8 * itemsize(x.kind))) if x.right == 1 else 1
    for run in runs(x.columns, lanes):
        with step.loop(run.times) as loop:
            column = step.moved(loop.index, run.lanes, run.start)
            places = x.at(step, one, column), x.at(step, other, column)
            rows = [load(step, place, x.kind, run.access(1)) for place in places]
            for place, row in zip(places, reversed(rows), strict=True):
                store(step, place, row, run.access(1))


def copy_matrix(step: StepBuilder, source: Matrix, target: Matrix) -> None:
    """Copy, converting."""
    shape = (target.rows, target.columns)
    copy(step, shape, source.cells(), target.cells())


def stacked(operand: Operand, rank: int, shape: Sequence[int]) -> Cells:
    """An operand's stack, broadcast to `shape`; its elements have `rank` axes."""
    split = operand.aval.ndim - rank
    given = zip(operand.aval.shape[:split], operand.strides[:split], strict=True)
    strides = tuple(0 if n == 1 else s for n, s in given)
    return Cells(operand.pointer, operand.kind, (0,) * (len(shape) - split) + strides)


@contextmanager
def each_in_stack(
    step: StepBuilder,
    shape: Sequence[int],
    arrays: Sequence[Cells],
) -> Iterator[list[str]]:
    """Write a loop over a stack; pointers into the arrays, given with its strides."""
    lengths, strides = merged(shape, [array.strides for array in arrays])
    with nested(step, lengths) as indices:
        yield [
            step.at(array.pointer, array.kind, *zip(indices, steps, strict=True))
            for array, steps in zip(arrays, strides, strict=True)
        ]
