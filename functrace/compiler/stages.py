"""What a program does in order: groups of loops, with the roots they are for, and steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.advanced import Picked
from functrace.compiler.arrays import Array, Buffer, Strided
from functrace.compiler.forms import Reduction
from functrace.compiler.index import Index


class Store:
    """Elements of `value`, broadcast to `shape`, written to memory, or added to it."""

    __slots__ = ("add", "shape", "value", "view")

    def __init__(
        self, value: Array, shape: tuple[int, ...], view: Strided, *, add: bool = False
    ) -> None:
        self.value = value
        self.shape = shape
        self.view = view
        self.add = add


class Scattered(Store):
    """Elements of `value`, broadcast to what an index picks, written where it points."""

    __slots__ = ("arrays", "picked", "target")

    def __init__(
        self,
        value: Array,
        arrays: list[Array],
        picked: Picked,
        target: tuple[int, ...],
        view: Strided,
        *,
        add: bool,
    ) -> None:
        super().__init__(value, picked.shape, view, add=add)
        self.arrays = arrays
        self.picked = picked
        self.target = target  # shape of what is written to


class Reduce:
    """Elements of `value` along `axes` combined; the result is written to `view`.

    The strides of the view are 0 along the axes.
    """

    __slots__ = ("axes", "dtype", "reduction", "shape", "value", "view")

    def __init__(
        self,
        value: Array,
        axes: tuple[int, ...],
        reduction: Reduction,
        dtype: Any,
        view: Strided,
    ) -> None:
        self.value = value
        self.shape = value.shape
        self.axes = axes
        self.reduction = reduction
        self.dtype = np.dtype(dtype)
        self.view = view


class Group:
    """Loops over one iteration space, without a loop if it is ``()``.

    Attributes
    ----------
    domain : tuple of int
        Lengths of the loops.
    values : list of Array
        Computed in passing, each at its own index.
    roots : list of (Store or Reduce, list of Index)
        With the index of each unrolled element.
    fills : list of (Buffer, number)
        Memory that is filled before the loops.
    size : int
        Elements that are computed in each iteration: values, unrolled.
    serial : bool
        Whether elements must be treated one after another.
    """

    __slots__ = ("closed", "domain", "fills", "roots", "serial", "size", "values")

    def __init__(self, domain: tuple[int, ...], *, serial: bool = False) -> None:
        self.domain = domain
        self.serial = serial
        self.fills: list[tuple[Buffer, Any]] = []
        self.values: list[Array] = []
        self.roots: list[tuple[Store | Reduce, list[Index]]] = []
        self.size = 0
        self.closed = False


class StepStage:
    """A step: code of its own, from operands in memory to outputs in memory."""

    __slots__ = ("node", "operands", "outputs")

    def __init__(self, node: Any, operands: list[Array], outputs: list[Array]) -> None:
        self.node = node
        self.operands = operands
        self.outputs = outputs
