"""From nodes to stages: every node's part in the partition, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import Elementwise, Form, Reduction
from functrace.compiler.indices.advanced import AdvancedIndex
from functrace.compiler.indices.index import outside, row_major, view_map
from functrace.compiler.plan.arrays import CHEAP, Array, Buffer, Home, Strided
from functrace.compiler.plan.conditions import FAILS, HOLDS, are_in_range, out_of
from functrace.compiler.plan.kinds import number_of
from functrace.compiler.plan.locations import allocate, allocate_apart
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.pieces import Change, Piece, runs, without_zeros
from functrace.compiler.plan.stages import Reduce, Scattered
from functrace.compiler.plan.sums import Sums
from functrace.compiler.plan.uses import count_uses, table_key
from functrace.core.aval import Aval, aval_of
from functrace.core.node import Edge, Node

_DEAREST = 1 << 20
_DEEPEST = 64  # operations one after another that no group computes so far
_MOVED = 1  # additions that are better done once more than to read their result
_FEWER = 8  # times fewer elements, which are read before others are written
_LARGE = 1 << 16  # bytes of a number that is better repeated than written so often
_LIGHT = 24  # additions of what is computed as fast in vectors with conditions
_SERIAL = 8  # additions that are better done to vectors than one after another


class _Base(NamedTuple):
    """Memory that a new array is made in.

    Attributes
    ----------
    view : Strided
    after : int
        First position at which the pieces may be written.
    done : int
        First position at which all the rest is there.
    number : int, float, complex or None
        What it is filled with before the first piece.
    """

    view: Strided
    after: int
    done: int
    number: Any


def _dummy(shape: tuple[int, ...]) -> np.ndarray:
    """An array to try an index on; its memory is never touched."""
    return np.empty(shape, np.int8)


class Build:
    """Stages that compute `outputs` from `inputs` by `nodes`, all of them native.

    Parameters
    ----------
    constants : list of array
        Arrays that the code refers to: those that are met are added.
    strides : sequence of tuple, optional
        Of the inputs, in elements; default: they are in C order.
    longest : int, optional
        As of a `Partition`.

    Attributes
    ----------
    partition : Partition
    sums : Sums
    nodes, ends : sequence
        What was given, and what is to be computed.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        inputs: Sequence[Edge],
        outputs: Sequence[Any],
        constants: list[np.ndarray],
        strides: Sequence[tuple[int, ...]] | None = None,
        longest: int | None = None,
    ) -> None:
        self.partition = Partition(longest)
        self.nodes, self.ends = nodes, outputs
        self.constants = constants
        self._arrays: dict[Node | Edge, Array] = {}  # by `table_key`
        self._constants: dict[int, Array] = {}
        self._filled: dict[int, Array] = {}
        self.sums = Sums()
        self._readers: dict[int, list[Array]] = {}  # few elements at computed places
        self._changes: dict[int | None, list[Change]] = {}  # not yet written
        writes = [n for n in nodes if n.params and n.primitive.lower.changes(n)]
        changed = [node.inputs[0] for node in writes]
        self._changed = {operand for operand in changed if type(operand) is Edge}
        self._count = 0
        if strides is None:
            strides = [row_major(edge.aval.shape) for edge in inputs]
        for number, (edge, steps) in enumerate(zip(inputs, strides, strict=True)):
            self._input(number, edge, steps)
        self._uses = count_uses(nodes, outputs)
        for node in nodes:
            self._node(node)
        for number, output in enumerate(outputs):
            self._output(number, self._operand(output))

    # -- values --------------------------------------------------------------------------

    def _array(self, shape: Any, dtype: Any, **facts: Any) -> Array:
        """What is given, or written for some purpose, and no node computes."""
        self._count += 1
        return Array(self._count, shape, np.dtype(dtype), **facts)

    def _input(self, number: int, edge: Edge, strides: tuple[int, ...]) -> None:
        aval = Aval(*edge.aval)  # a Python number's dtype becomes NumPy's
        value = self._arrays[table_key(edge)] = self._array(
            *aval, given=edge.aval.dtype
        )
        buffer = Buffer(aval.dtype, aval.size, Home("input", number))
        value.keep(Strided(buffer, strides))

    def _operand(self, operand: Any) -> Array:
        if type(operand) is Edge:
            return self._arrays[table_key(operand)]
        return self._constant(operand)

    def _constant(self, operand: Any) -> Array:
        known = self._constants.get(id(operand))
        if known is not None:
            return known
        aval = aval_of(operand)
        number = number_of(operand)
        known = np.ascontiguousarray(operand) if number is None else number
        value = self._array(*aval, given=aval.dtype, constant=known)
        if number is None:
            home = Home("constant", len(self.constants))
            buffer = Buffer(value.dtype, value.size, home)
            value.keep(Strided(buffer, row_major(value.shape)))
            self.constants.append(known)
        self._constants[id(operand)] = value
        return value

    # -- nodes ---------------------------------------------------------------------------

    def _node(self, node: Node) -> None:
        arrays, find, constants = self._arrays, self._arrays.get, self._constants
        operands: list[Array] = []
        for operand in node.inputs:
            if type(operand) is Edge:
                operands.append(find(operand[0]) or arrays[operand])
            else:
                operands.append(constants.get(id(operand)) or self._constant(operand))
        node.primitive.lower.place(self, node, operands)

    # -- what forms ask for --------------------------------------------------------------

    def outputs(self, form: Form, node: Node, operands: list[Array]) -> list[Array]:
        """The outputs of a node, of which nothing is decided yet."""
        outputs: list[Array] = []
        for i, aval in enumerate(node.avals):
            self._count += 1
            dtype, key = np.dtype(aval.dtype), table_key(Edge(node, i))
            uses = self._uses[key]
            output = self._arrays[key] = Array(
                self._count, aval.shape, dtype, form, node, i, operands, uses
            )
            outputs.append(output)
        return outputs

    def scalar(self, form: Elementwise, node: Node, operands: list[Array]) -> None:
        """Compute a number in passing: the usual case of long programs, in short."""
        self._count += 1
        dtype, uses = node.dtype, self._uses[node]
        if type(dtype) is type:  # of a Python number
            dtype = np.dtype(dtype)
        output = self._arrays[node] = Array(
            self._count, (), dtype, form, node, 0, operands, uses
        )
        output.placing.cost = 1 + CHEAP  # not to be recomputed
        if not self.sums.join(output, form.emit):
            self.partition.compute_scalar(output)

    def in_passing(self, array: Array, own: int, times: int = 1) -> None:
        """Compute an array where it is needed.

        Parameters
        ----------
        array : Array
        own : int
            What an element costs, besides its operands.
        times : int
            How many elements of the operands it takes.
        """
        cost = depth = 0
        for operand in array.operands:
            before = operand.placing
            if not before.locations:
                cost += before.cost
            if before.stage is None:
                depth = max(depth, before.depth)
        placing = array.placing
        placing.cost = min(own + times * cost, _DEAREST)
        placing.own, placing.times = own, times
        placing.depth = 1 + depth
        if placing.depth > _DEEPEST or (array.size == 1 and array.operands):
            self.partition.compute(array)

    def moved(self, array: Array, own: int) -> None:
        """Read an array where it is needed, in other places than where it is computed."""
        operand = array.operands[0]
        if operand.placing.cost > CHEAP and operand.uses > 1:
            self.in_memory(operand)
        self.in_passing(array, own)

    def at_places(self, array: Array, own: int, after: int) -> None:
        """Read an array where it is needed, from `after` on, at places that are computed."""
        places = [a.placing.cost for a in array.operands[1:] if a.view is None]
        array.placing.after = after
        array.placing.cost = own + sum(places)
        source = array.operands[0]
        if _FEWER * array.size <= source.size:
            self._readers.setdefault(source.number, []).append(array)
        if array.size == 1:
            self.partition.compute(array)

    def view(self, array: Array) -> None:
        """Elements in other places; what is there several times is not computed so often."""
        base = array.operands[0]
        array.placing.cost = base.placing.cost
        if base.placing.stage is None:
            array.placing.depth = base.placing.depth
        if array.size > base.size and base.placing.cost > CHEAP:
            self.partition.materialise(base)
        self.partition.locations.of(array)

    def allocate(self, array: Array) -> None:
        """Have memory for an array in C order, which nothing is written to."""
        array.keep(allocate(array.dtype, array.shape))

    def reduce(self, array: Array, reduction: Reduction) -> None:
        """Combine elements of the operand in loops."""
        assert array.node is not None
        (operand,) = array.operands
        if not operand.size:
            view = allocate(array.dtype, array.shape)
            stage = self._fill(reduction.identity(array.dtype), array, view)
            array.keep(view, stage + 1)
            return
        axes, shape = array.node.params["axis"], operand.shape
        kept = [d for d in range(len(shape)) if d not in axes]
        view = allocate_apart(
            array.dtype,
            tuple(1 if d in axes else n for d, n in enumerate(shape)),
            self.partition.unroll(operand, shape),
        )
        strides = [0 if d in axes else s for d, s in enumerate(view.strides)]
        target = Strided(view.buffer, tuple(strides))
        root = Reduce(operand, axes, reduction, array.dtype, target)
        stage = self.partition.reduce(root)
        self.sums.add(array, stage, root)
        if not array.node.params["keepdims"]:
            strides = [strides[d] for d in kept]
        array.keep(Strided(view.buffer, tuple(strides)), stage + 1)

    def step(self, outputs: list[Array]) -> None:
        """Compute arrays by code of its own, from operands in memory."""
        operands = [self.in_memory(operand) for operand in outputs[0].operands]
        self.partition.step(outputs[0].node, operands, outputs)

    def in_memory(self, array: Array) -> Array:
        """What is the same in memory; of a number the array, or one element of many."""
        if array.constant is None or array.view is not None:
            self.partition.materialise(array)
            return array
        filled = self._filled.get(array.number)
        if filled is None:
            filled = self._array(array.shape, array.dtype)
            large = array.size * array.dtype.itemsize > _LARGE
            like = self._array((), array.dtype) if large else array
            view = allocate(array.dtype, like.shape)
            ready = self._fill(array.constant, like, view) + 1
            steps = (0,) * len(array.shape)
            filled.keep(Strided(view.buffer, steps) if large else view, ready)
            self._filled[array.number] = filled
        return filled

    def check(
        self, picked: AdvancedIndex, arrays: list[Array], shape: tuple[int, ...]
    ) -> int:
        """Give up where an index is out of range; from when on that is known."""
        ready = 0
        for n, entry in zip(shape, picked.entries, strict=True):
            if entry[0] != "array":
                continue
            array = arrays[entry[1]]
            if not array.size:
                continue
            if array.constant is not None and are_in_range(array.constant, n):
                continue
            ready = max(ready, self._check(array, out_of(n)))
        return ready

    def give_up(self, array: Array) -> None:
        """Give up where a truth value of an array holds."""
        if array.size and array.constant is not np.False_:
            self._check(array, HOLDS)

    def give_up_unless(self, array: Array) -> None:
        """Give up where a truth value of an array does not hold."""
        if array.size and array.constant is not np.True_:
            self._check(array, FAILS)

    def hand_on(self, node: Node, array: Array) -> None:
        """Have an array as a node's output: it is taken where either is."""
        key = table_key(Edge(node, 0))
        array.uses += self._uses[key] - 1
        self._arrays[key] = array

    def _check(self, array: Array, condition: Reduction) -> int:
        return self.partition.check(array, tuple(range(len(array.shape))), condition)

    # -- writes --------------------------------------------------------------------------

    def write(self, array: Array, base: Any, pieces: Any) -> None:
        """Make an array of pieces (see `Write`), with those that change it next."""
        assert array.node is not None
        old = None if type(base) is not int else array.operands[base].number
        parts = [(array.operands[position], *piece) for position, *piece in pieces]
        chain = [*self._changes.pop(old, []), Change(array, base, parts)]
        if array.uses == 1 and Edge(array.node, array.output) in self._changed:
            self._changes[array.number] = chain
            return
        for run in runs(without_zeros(chain)):
            if run.pieces is not None and (run.overlap or self._is_copied(run.list[0])):
                self._join([change.array for change in run.list], run.pieces)
            else:
                for change in run.list:
                    self._write(*change)

    def _join(self, arrays: list[Array], pieces: Sequence[Piece]) -> None:
        """Compute arrays, each a piece more than the last, where they are needed."""
        parts = [array.operands[1] for array in arrays]
        for array, part, piece in zip(arrays, parts, pieces, strict=True):
            self.partition.store_joined(part)
            again = parts.count(part) > 1 and part.placing.cost > _MOVED
            if again or self.partition.reads_at_places(part):
                self.partition.materialise(part)
            self.partition.pieces[array.number] = piece
            self.in_passing(array, 1)

    def _write(self, array: Array, base: Any, pieces: Any) -> None:
        alike = all(add for _, _, add in pieces)  # then they may come in any order
        view, after, last, number = self._base(array, base, pieces)
        for source, part, add in pieces:
            shape = part(_dummy(array.shape)).shape
            if 0 in shape:
                continue
            place = view_map(part, array.shape, {})
            assert place is not None
            target = Strided(view.buffer, place.strides, view.offset + place.offset)
            stage = self.partition.store(source, shape, target, add=add, after=after)
            if number is not None:
                self.partition.fill(stage, view.buffer, number)
                after, number = stage, None
            last = max(last, stage + 1)
        if number is not None:
            last = self._fill(number, array, view) + 1
        array.keep(view, last, after if alike else last)

    def scatter(
        self, array: Array, picked: AdvancedIndex, known: int, *, add: bool
    ) -> None:
        """Write, or add, where arrays point, which are known to be in range then."""
        old, new, *arrays = array.operands
        view, after, done, number = self._base(array, 0, [(1, None, add)])
        if 0 in picked.shape:
            if number is not None:
                done = self._fill(number, array, view) + 1
            array.keep(view, done)
            return
        if new.placing.cost > _SERIAL:
            self.partition.materialise(new)
        root = Scattered(new, arrays, picked, old.shape, view, add=add)
        stage = self.partition.scatter(root, max(after, known))
        if number is not None:
            self.partition.fill(stage, view.buffer, number)
        ready = max(done, stage + 1)
        array.keep(view, ready, stage if add else ready)

    def _fill(self, number: Any, like: Array, view: Strided, after: int = 0) -> int:
        constant = self._array((), like.dtype)
        constant.constant = number
        return self.partition.store(constant, like.shape, view, after=after)

    def _base(self, array: Array, base: Any, pieces: Any) -> _Base:
        """The memory that pieces are written to, with what stays of an older array."""
        partition = self.partition
        if base is None:
            return _Base(allocate(array.dtype, array.shape), 0, 0, None)
        old = array.operands[base] if type(base) is int else None
        if old is None or (old.constant is not None and old.view is None):
            number = base if old is None else old.constant
            return _Base(allocate(array.dtype, array.shape), 0, 0, number)
        for reader in self._readers.get(old.number, ()):
            partition.materialise(reader)  # before it changes, where it is
        if self._may_take(old, array):
            view = partition.materialise(old)
            ready, filled = old.placing.locations[-1][1:]
            if old.number in self._readers:  # by any stage until now
                ready = filled = len(partition.stages)
            added = all(add for _, _, add in pieces)
            return _Base(view, filled if added else ready, ready, None)
        view = allocate(array.dtype, array.shape)
        blocks = self._left_over(array, pieces)
        if blocks is None:
            ready = partition.store(old, array.shape, view) + 1
            return _Base(view, ready, ready, None)
        partition.materialise(old)
        ready = [self._copy_block(old, view, block) + 1 for block in blocks]
        return _Base(view, 0, max(ready, default=0), None)

    def _left_over(self, array: Array, pieces: Any) -> list[tuple[slice, ...]] | None:
        """What has to be copied where all the rest is overwritten, in blocks."""
        ((_, part, add), *others) = pieces
        if others or add or part is None:
            return None
        shape = part(_dummy(array.shape)).shape
        found = view_map(part, array.shape, {})
        box = None if found is None or 0 in shape else found.box(shape)
        return None if box is None else list(outside(box, array.shape))

    def _copy_block(self, old: Array, new: Strided, block: tuple[slice, ...]) -> int:
        """Copy a part of an array that is in memory; the position of the group."""
        view = self.partition.locations.of(old)
        assert view is not None
        shape = _dummy(old.shape)[block].shape
        starts = [s.start or 0 for s in block]

        def within(whole: Strided) -> Strided:
            steps = zip(starts, whole.strides, strict=True)
            offset = whole.offset + sum(start * step for start, step in steps)
            return Strided(whole.buffer, whole.strides, offset)

        window = self._array(shape, old.dtype)
        window.keep(within(view), old.ready)
        return self.partition.store(window, shape, within(new))

    def _is_copied(self, change: Change) -> bool:
        """Whether what a change leaves of an older array would be copied, in other loops.

        If what is dear besides stood in one pass with it, registers would not suffice.
        """
        array, base, _ = change
        if type(base) is not int:
            return False
        old, part = array.operands
        return (
            (old.constant is None or old.view is not None)
            and part.placing.cost <= _LIGHT
            and not self._may_take(old, array)
            and not self.partition.reads_at_places(part)
        )

    def _may_take(self, old: Array, new: Array) -> bool:
        """Whether nobody else needs an array, so that its memory may be changed."""
        readers = self._readers.get(old.number, ())
        if old.uses != 1 + len(readers) or old.node is None or old.form.is_view:
            return False
        view = self.partition.locations.of(old)
        fits = view is None or (
            self.partition.is_own(view.buffer) and view.strides == row_major(new.shape)
        )
        return fits and old.dtype == new.dtype

    # -- outputs -------------------------------------------------------------------------

    def _output(self, number: int, array: Array) -> None:
        """Have an array in an output's memory: computed there, if that is possible."""
        partition, outputs = self.partition, self.partition.outputs
        if array.view is None and array.constant is not None:
            view = allocate(array.dtype, array.shape)
            self._fill(array.constant, array, view)
            outputs[view.buffer] = number
            return
        view = partition.materialise(array)
        if not (
            partition.is_own(view.buffer)
            and view.buffer.size == array.size
            and view.strides == row_major(array.shape)
        ):
            view = allocate(array.dtype, array.shape)
            partition.store(array, array.shape, view)
        outputs[view.buffer] = number
