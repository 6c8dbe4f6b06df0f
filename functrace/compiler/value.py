"""What a program computes: the edges of a graph as the compiler sees them."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import numpy as np

from functrace.compiler.builder import kind_of
from functrace.core.node import Node

_clones = itertools.count(1)


class Buffer:
    """A contiguous piece of memory.

    Attributes
    ----------
    place : str
        ``input``, ``output``, ``constant`` or ``arena``.
    number : int
        Which input, output or constant; in the arena the offset in bytes.
    dtype : dtype
    size : int
        In elements.
    array : ndarray or None
        Of a constant, the elements.
    """

    __slots__ = ("array", "dtype", "number", "place", "size")

    def __init__(self, place: str, number: int, dtype: Any, size: int) -> None:
        self.place = place
        self.number = number
        self.dtype = np.dtype(dtype)
        self.size = size
        self.array: Any = None

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return self.size * self.dtype.itemsize

    def __repr__(self) -> str:
        return f"{self.place}{self.number}"


class View:
    """A strided view of a buffer, in elements."""

    __slots__ = ("buffer", "offset", "strides")

    def __init__(
        self, buffer: Buffer, strides: tuple[int, ...], offset: int = 0
    ) -> None:
        self.buffer = buffer
        self.strides = strides
        self.offset = offset


class Value:
    """An array that the program computes, is given, or knows.

    Attributes
    ----------
    number : int
        Rises with the order of computation.
    node : Node or None
        What computes it; None for an input or a constant.
    output : int
        Which output of the node.
    operands : list of Value
    given : dtype or type
        Its dtype; of a Python number, whose own is weak, its Python type.
    shape, dtype, kind
        `kind` is the builder's, None if no native code can treat the dtype.
    uses : int
        How many nodes, and outputs of the program, take it.
    cost : int
        Of computing an element from memory, in additions.
    depth : int
        How many values before it, one after another, are not in memory.
    constant : number, array or None
        Its value, if known: a number also stands for a uniform array.
    stage : int or None
        Position of the group that computes it in passing, at its own index.
    unrolled : frozenset of int
        The dimensions that the loops of that group do not run over.
    view : View or None
        Where it is in memory, if it is stored.
    ready : int
        First position at which it can be read from memory.
    older : list of (View, int)
        Where it was before, and from when on.
    filled : int
        Of what is added up in memory, the first position at which that may begin.
    """

    __slots__ = (
        "constant",
        "cost",
        "depth",
        "dtype",
        "filled",
        "given",
        "kind",
        "node",
        "number",
        "older",
        "operands",
        "output",
        "ready",
        "shape",
        "stage",
        "unrolled",
        "uses",
        "view",
    )

    def __init__(
        self, number: int, node: Node | None, output: int, shape: Any, dtype: Any
    ) -> None:
        self.number = number
        self.node = node
        self.output = output
        self.operands: list[Value] = []
        self.shape: tuple[int, ...] = shape
        self.dtype = dtype
        self.given: Any = dtype
        self.kind = kind_of(dtype)
        self.uses = 0
        self.cost = 0
        self.depth = 0
        self.constant: Any = None
        self.stage: int | None = None
        self.unrolled: frozenset[int] = frozenset()
        self.view: View | None = None
        self.ready = 0
        self.older: list[tuple[View, int]] = []
        self.filled = 0

    def clone(self) -> Value:
        """Another value that is the same."""
        twin = copy.copy(self)
        twin.number = -next(_clones)
        twin.older = list(self.older)
        return twin

    @property
    def size(self) -> int:
        """Number of elements."""
        size = 1
        for n in self.shape:
            size *= n
        return size

    def __repr__(self) -> str:
        name = self.node.name if self.node is not None else "given"
        return f"%{self.number}: {name} {self.kind}{list(self.shape)}"


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a contiguous array, in elements."""
    strides: list[int] = []
    step = 1
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))
