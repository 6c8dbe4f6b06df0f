"""What a program computes: the edges of a graph as the compiler sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms.form import NO_CODE, Form
from functrace.compiler.notation.kinds import kind_of
from functrace.core.aval import Aval
from functrace.core.node import Node

_NONE: frozenset[int] = frozenset()
CHEAP = 3  # additions that cost no more than a load and a store


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


class Location(NamedTuple):
    """Where an array is in memory, from some position on.

    Attributes
    ----------
    view : Strided
    ready : int
        First position at which it can be read.
    filled : int
        Of what is added up, the first position at which that may begin.
    """

    view: Strided
    ready: int
    filled: int


class Placing:
    """What the partition has decided of an array.

    Attributes
    ----------
    cost : int
        Of computing an element from memory, in additions; as it was when it was built.
    own : int or None
        Of that, what its operands do not cost; None: nothing of it changes.
    times : int
        How many elements of the operands one takes.
    depth : int
        How many arrays, it and others before it, no group computes so far.
    stage : int or None
        Position of the group that computes it in passing, at its own index.
    unrolled : frozenset of int
        The dimensions that the loops of that group do not run over.
    after : int
        First position at which it can be computed in passing.
    locations : tuple of Location
        Where it is in memory; groups in between find it where it was before.
    """

    __slots__ = (
        *("after", "cost", "depth", "locations"),
        *("own", "stage", "times", "unrolled"),
    )

    def __init__(self) -> None:
        self.cost = 0
        self.own: int | None = None
        self.times = 1
        self.depth = 0
        self.stage: int | None = None
        self.unrolled: frozenset[int] = _NONE
        self.after = 0
        self.locations: tuple[Location, ...] = ()


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
    shape, dtype, kind
        `kind` is the builder's, None if no native code can treat the dtype.
    given : dtype or type
        Its dtype; of a Python number, whose own is weak, its Python type.
    constant : number, array or None
        Its value, if known: a number also stands for a uniform array.
    uses : int
        How many nodes, and outputs of the program, take it.
    placing : Placing
    """

    __slots__ = (
        "constant",
        "dtype",
        "form",
        "given",
        "kind",
        "node",
        "number",
        "operands",
        "output",
        "placing",
        "shape",
        "uses",
    )

    def __init__(
        self,
        number: int,
        shape: Any,
        dtype: Any,
        form: Form = NO_CODE,
        node: Node | None = None,
        output: int = 0,
        operands: Sequence[Array] = (),
        uses: int = 0,
        given: Any = None,
        constant: Any = None,
    ) -> None:
        self.number = number
        self.form = form
        self.node = node
        self.output = output
        self.operands = operands
        self.shape: tuple[int, ...] = shape
        self.dtype = dtype
        self.kind = kind_of(dtype)
        self.given = dtype if given is None else given
        self.constant = constant
        self.uses = uses
        self.placing = Placing()

    @property
    def view(self) -> Strided | None:
        """Where it is in memory, if it is."""
        found = self.placing.locations
        return found[-1].view if found else None

    @property
    def ready(self) -> int:
        """First position at which it can be read from memory, or computed in passing."""
        found = self.placing.locations
        return found[-1].ready if found else self.placing.after

    def keep(self, view: Strided, ready: int = 0, filled: int | None = None) -> None:
        """Say where it is in memory from now on."""
        location = Location(view, ready, ready if filled is None else filled)
        self.placing.locations += (location,)

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
