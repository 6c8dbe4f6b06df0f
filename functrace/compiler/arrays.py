"""What a program computes: the edges of a graph as the compiler sees them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.builder import kind_of
from functrace.compiler.forms.form import GIVEN, Form
from functrace.core.aval import Aval
from functrace.core.node import Node


class Home(NamedTuple):
    """Where a buffer is when a section runs.

    Attributes
    ----------
    place : str
        ``input``, ``output``, ``constant`` or ``arena``.
    number : int
        Which input, output or constant; in the arena the offset in bytes.
    """

    place: str
    number: int

    def __repr__(self) -> str:
        return f"{self.place}{self.number}"


class Buffer:
    """A contiguous piece of memory.

    Attributes
    ----------
    dtype : dtype
    size : int
        In elements.
    home : Home or None
        Of an input or a constant, where it is; where others are the plan says.
    """

    __slots__ = ("dtype", "home", "size")

    def __init__(self, dtype: Any, size: int, home: Home | None = None) -> None:
        self.dtype = np.dtype(dtype)
        self.size = size
        self.home = home

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return self.size * self.dtype.itemsize

    @property
    def symbol(self) -> str | None:
        """The name of a constant in the module."""
        if self.home is None or self.home.place != "constant":
            return None
        return f'@"functrace.constant{self.home.number}"'


class Strided:
    """A strided view of a buffer, in elements."""

    __slots__ = ("buffer", "offset", "strides")

    def __init__(
        self, buffer: Buffer, strides: tuple[int, ...], offset: int = 0
    ) -> None:
        self.buffer = buffer
        self.strides = strides
        self.offset = offset


class Array:
    """An array that the program computes, is given, or knows.

    Attributes
    ----------
    number : int
        Rises with the order of computation.
    form : Form
        In which way it is computed.
    node : Node or None
        What computes it; None for an input or a constant.
    output : int
        Which output of the node.
    operands : list of Array
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
    view : Strided or None
        Where it is in memory, if it is stored.
    ready : int
        First position at which it can be read from memory.
    older : list of (Strided, int)
        Where it was before, and from when on.
    filled : int or None
        Of what is added up in memory, the first position at which that may begin.
    """

    __slots__ = (
        "constant",
        "cost",
        "depth",
        "dtype",
        "filled",
        "form",
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
        self,
        number: int,
        shape: Any,
        dtype: Any,
        form: Form = GIVEN,
        node: Node | None = None,
        output: int = 0,
    ) -> None:
        self.number = number
        self.form = form
        self.node = node
        self.output = output
        self.operands: list[Array] = []
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
        self.view: Strided | None = None
        self.ready = 0
        self.older: list[tuple[Strided, int]] = []
        self.filled: int | None = None

    @property
    def aval(self) -> Aval:
        """Shape and dtype."""
        return Aval(self.shape, self.dtype)

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
