"""What a program does in order: groups of loops, with the roots they are for, and steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.compiler.forms import Reduction
from functrace.compiler.indices.advanced import AdvancedIndex
from functrace.compiler.indices.index import Index
from functrace.compiler.plan.arrays import Array, Buffer, Strided

if TYPE_CHECKING:
    from functrace.compiler.plan.collector import Collector
    from functrace.compiler.plan.items import Item

_MANY = 12  # values of an iteration, all of which registers do not hold
_ABOUNDING = 500  # values, of which there is always something to compute
_SOME = 64  # values with which it is asked how many do not wait for one another
_INDEPENDENT = 6  # operations that keep the processor busy until the first has a result


class Root:
    """What is written to memory of an array's elements, broadcast to `shape`.

    Attributes
    ----------
    verb : str
        What is done.
    combines : bool
        Whether they are combined with what is in memory, or with one another.
    is_plain : bool
        Whether each goes to a place of its own, which the loops' axes give.
    """

    __slots__ = ("array", "shape", "view")
    verb = "store"
    combines = False
    is_plain = False

    def __init__(self, array: Array, shape: tuple[int, ...], view: Strided) -> None:
        self.array = array
        self.shape = shape
        self.view = view

    def collect(self, nest: Collector, index: Index, item: Item) -> None:
        """Say what becomes of an element."""
        raise NotImplementedError


class Store(Root):
    """Elements that are written to memory."""

    __slots__ = ()
    is_plain = True

    def collect(self, nest: Collector, index: Index, item: Item) -> None:
        nest.store(self, index, item)


class Add(Root):
    """Elements that are added to what is in memory."""

    __slots__ = ()
    verb = "add to"
    combines = True
    is_plain = True

    def collect(self, nest: Collector, index: Index, item: Item) -> None:
        nest.add(self, index, item)


class Scattered(Root):
    """Elements, broadcast to what an index picks, that are written where it points.

    Attributes
    ----------
    target : tuple of int
        Shape of what is written to.
    """

    __slots__ = ("arrays", "combines", "picked", "target", "verb")

    def __init__(
        self,
        array: Array,
        arrays: list[Array],
        picked: AdvancedIndex,
        target: tuple[int, ...],
        view: Strided,
        *,
        add: bool,
    ) -> None:
        super().__init__(array, picked.shape, view)
        self.arrays = arrays
        self.picked = picked
        self.target = target
        self.combines = add
        self.verb = "add to" if add else "store"

    def collect(self, nest: Collector, index: Index, item: Item) -> None:
        nest.store_at(self, index, item)


class Reduce(Root):
    """Elements that are combined along `axes`.

    The strides of the view are 0 along the axes.
    """

    __slots__ = ("axes", "dtype", "reduction")
    verb = "reduce to"
    combines = True

    def __init__(
        self,
        array: Array,
        axes: tuple[int, ...],
        reduction: Reduction,
        dtype: Any,
        view: Strided,
    ) -> None:
        super().__init__(array, array.shape, view)
        self.axes = axes
        self.reduction = reduction
        self.dtype = np.dtype(dtype)

    def collect(self, nest: Collector, index: Index, item: Item) -> None:
        nest.reduce(self, index, item)


class Group:
    """Loops over one iteration space, without a loop if it is ``()``.

    Attributes
    ----------
    domain : tuple of int
        Lengths of the loops.
    arrays : list of Array
        Computed in passing, each at its own index.
    roots : list of (Root, list of Index)
        With the index of each unrolled element.
    fills : list of (Buffer, number)
        Memory that is filled before the loops.
    size : int
        Elements that are computed in each iteration: arrays, unrolled.
    serial : bool
        Whether elements must be treated one after another.
    """

    __slots__ = ("arrays", "closed", "domain", "fills", "roots", "serial", "size")

    def __init__(self, domain: tuple[int, ...], *, serial: bool = False) -> None:
        self.domain = domain
        self.serial = serial
        self.fills: list[tuple[Buffer, Any]] = []
        self.arrays: list[Array] = []
        self.roots: list[tuple[Root, list[Index]]] = []
        self.size = 0
        self.closed = False

    @property
    def written(self) -> list[Root]:
        """Its roots."""
        return [root for root, _ in self.roots]

    @property
    def fills_registers(self) -> bool:
        """Whether many complex numbers are computed, each in two registers."""
        kinds = [array.dtype.kind for array in self.arrays]
        return kinds.count("c") > _MANY

    def enough(self, lanes: int) -> int:
        """Lanes of vectors of one register that are worth no less than those of several.

        Wide vectors hide the latency of instructions. Where there are enough that do not
        wait for one another they only take registers, and long to generate code for.
        """
        if self.size <= _SOME:
            return lanes
        if self.size <= _ABOUNDING and self._independent() < _INDEPENDENT:
            return lanes
        widest = 2 * lanes if self.fills_registers else lanes
        sizes = [a.dtype.itemsize >> (a.dtype.kind == "c") for a in self.arrays]
        return min(lanes, max(widest // 4, 2 * widest // max(sizes)))

    def _independent(self) -> float:
        """How many operations there are for each of those that wait for one another."""
        total, waited = 0, dict[int, int]()
        for array in sorted(self.arrays, key=lambda array: array.number):
            before = [waited.get(x.number, 0) for x in array.operands]
            cost = max(array.form.flops(array), 1)
            waited[array.number] = cost + max(before, default=0)
            total += cost * math.prod(array.shape[d] for d in array.placing.unrolled)
        return total / max(waited.values())

    @property
    def flops(self) -> int:
        """Operations, in additions."""
        total = sum([x.form.flops(x) * x.size for x in self.arrays])
        sums = [root for root in self.written if root.combines]
        return total + sum(math.prod(root.shape) for root in sums)


class StepStage:
    """A step: code of its own, from operands in memory to outputs in memory."""

    __slots__ = ("node", "operands", "outputs")
    written: tuple[Root, ...] = ()

    def __init__(self, node: Any, operands: list[Array], outputs: list[Array]) -> None:
        self.node = node
        self.operands = operands
        self.outputs = outputs
