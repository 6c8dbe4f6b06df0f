"""Loop nests over explicit vectors, for a group of values over one iteration space.

Each item is written before the first loop that it does not depend on. One loop is cut
into vectors, of as many lanes as pay, then a tail with fewer. Reductions are accumulated
in registers over the innermost loops, in memory over others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functrace.compiler.arrays import Buffer
from functrace.compiler.builder import Builder, Value, native_kind
from functrace.compiler.index import Affine, Index, offset_of, operand_index
from functrace.compiler.items import Item, Items
from functrace.compiler.memory import (
    Access,
    advance,
    constants,
    each,
    element,
    lane_mask,
    load,
    load_named,
    permute,
    reals,
    store,
)
from functrace.compiler.partition import Partition
from functrace.compiler.stages import Group, Reduce, Scattered, Store
from functrace.compiler.unrolling import lanes_of
from functrace.compiler.writers import WHOLE, Accumulator, Segment, Writer

_FEW = 8  # lanes where each of them costs instructions of its own
_FLUSH = 64  # vectors added up before their sum goes to a second accumulator


class Nest:
    """The loops of one group.

    Parameters
    ----------
    builder : Builder
    partition : Partition
    position : int
        Of the group.
    lanes : int
        Lanes of the widest vectors worth while.
    """

    def __init__(
        self,
        builder: Builder,
        partition: Partition,
        position: int,
        lanes: int,
    ) -> None:
        group = partition.stages[position]
        assert isinstance(group, Group)
        self.b = builder
        self.group = group
        self.domain = group.domain
        self.pointers: dict[Buffer, str] = {}
        self.order = list(range(len(group.domain)))
        self.vector_depth = len(group.domain) - 1
        self.counter: dict[int, Value] = {}
        self.segment = WHOLE
        self._items = Items(partition, position, None if group.domain else self)
        self._block = "entry"
        self._loops = 0
        self.stores: list[Writer] = []
        self._reduces: dict[Any, list[Item]] = {}
        self._adds: dict[Any, list[tuple[Store, Item]]] = {}
        self._collect(group)
        self._merge_adds()
        writers = [
            Writer(root, items, place, self._items.address(root.view.buffer, place))
            for (root, place), items in self._reduces.items()
        ]
        self._arrange(writers, 0 if group.serial else lanes)

    def _collect(self, group: Group) -> None:
        """Make the items in the order of the program, each store after what it stores."""
        roots = sorted(group.roots, key=lambda entry: entry[0].value.number)
        place = 0
        for value in sorted(group.values, key=lambda value: value.number):
            while place < len(roots) and roots[place][0].value.number < value.number:
                self._collect_root(*roots[place])
                place += 1
            for index in lanes_of(value.shape, value.unrolled)[1]:
                self._items.pull(value, index)
        for root, elements in roots[place:]:
            self._collect_root(root, elements)

    def _merge_adds(self) -> None:
        """Add what goes to one place at once, to the last places first.

        A vector that is loaded where another one, shifted, has just been stored has to
        wait for it: so the loops wait for what they stored a round ago, or not at all.
        """
        order = sorted(self._adds.items(), key=lambda entry: -entry[0][1][0])
        for (buffer, place), entries in order:
            address = self._items.address(buffer, place)
            items = [item for _, item in entries]
            self.stores.append(Writer(entries[0][0], items, place, address))

    def _collect_root(self, root: Store | Reduce, elements: list[Index]) -> None:
        for index in elements:
            source = operand_index(index, root.value.shape, root.shape)
            item = self._items.pull(root.value, source)
            if isinstance(root, Scattered):
                place, address = self._items.scattered(root, index)
                self.stores.append(Writer(root, [item], place, address))
                continue
            place = offset_of(index, root.view.strides, root.view.offset)
            if isinstance(root, Store) and root.add:
                self._adds.setdefault((root.view.buffer, place), []).append(
                    (root, item)
                )
            elif isinstance(root, Store):
                address = self._items.address(root.view.buffer, place)
                self.stores.append(Writer(root, [item], place, address))
            else:  # of one sum, several elements may be unrolled
                self._reduces.setdefault((root, place), []).append(item)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written."""
        return not (self.stores or self.accumulators or self.group.fills)

    @property
    def common_sums(self) -> list[Buffer]:
        """The memory that several roots add to, each in a place of its own."""
        roots: dict[Buffer, set[int]] = {}
        for (buffer, _), entries in self._adds.items():
            roots.setdefault(buffer, set()).update(id(root) for root, _ in entries)
        for writer in self.stores:
            found = roots.get(writer.root.view.buffer)
            if found is not None:
                found.add(id(writer.root))
        return [buffer for buffer, found in roots.items() if len(found) > 1]

    @property
    def reads(self) -> dict[Buffer, set[Affine | None]]:
        """The places in memory that an iteration reads; None stands for computed ones."""
        return self._items.reads

    @property
    def writes(self) -> dict[Buffer, set[Affine | None]]:
        """Those that it writes at its end, each once; None stands for others."""
        found: dict[Buffer, set[Affine | None]] = {
            buffer: {None} for buffer, _ in self.group.fills
        }
        roots: dict[Buffer, Any] = {}
        for writer in (*self.stores, *self.accumulators):
            buffer = writer.root.view.buffer
            alone = roots.setdefault(buffer, writer.root) is writer.root
            plain = alone and isinstance(writer, Writer) and type(writer.root) is Store
            found.setdefault(buffer, set()).add(writer.place if plain else None)
        return found

    # -- arranging the loops -------------------------------------------------------------

    def _arrange(self, reduces: list[Writer], lanes: int) -> None:
        rank = len(self.domain)
        if reduces and not self.stores:
            self._reorder({frozenset(self._reduced(w.place)) for w in reduces})
        self.segments = self._cut(min(lanes, _FEW) if self._is_strided() else lanes)
        self.accumulators = [self._accumulator(w) for w in reduces]
        depth_of = {axis: p + 1 for p, axis in enumerate(self.order)}
        self.at: list[list[Item]] = [[] for _ in range(rank + 1)]
        for item in self._items.list:
            axes = (a for a in self.order if item.loops >> a & 1)
            self.at[max((depth_of[a] for a in axes), default=0)].append(item)

    def _reorder(self, reduced: set[frozenset[int]]) -> None:
        """Where only outer axes are reduced, and all alike, make them the inner ones."""
        (axes, *others) = reduced
        if others or not axes or self.order[-1] in axes or len(axes) == len(self.order):
            return
        self.order = [a for a in self.order if a not in axes] + sorted(axes)
        self.vector_depth = len(self.order) - len(axes) - 1

    def _is_strided(self) -> bool:
        """Whether lanes are not neighbours in memory: they are then treated one by one."""
        if not self.order:
            return False
        axis = self.order[self.vector_depth]
        return any(dict(p[1]).get(axis, 0) not in (0, 1) for p in self._items.places)

    def _cut(self, lanes: int) -> list[Segment]:
        """The vector loop in segments."""
        if not self.order:
            return [WHOLE]
        n = self.domain[self.order[self.vector_depth]]
        if not lanes:
            return [Segment(0, n, 0, 0)]
        while lanes > 1 and lanes // 2 >= n:
            lanes //= 2
        full = n - n % lanes
        segments = [Segment(0, full, lanes, lanes)] if full else []
        if full < n:
            tail = 1
            while tail < n - full:
                tail *= 2
            # a single element is a scalar, not a vector of one lane
            segments.append(Segment(full, n, tail if tail > 1 else 0, n - full))
        return segments

    def _reduced(self, place: Affine) -> set[int]:
        """The loop axes that a reduction runs over."""
        return set(range(len(self.domain))) - {a for a, _ in place[1]}

    def _accumulator(self, writer: Writer) -> Accumulator:
        reduced = self._reduced(writer.place)
        depth = len(self.order)
        while depth and self.order[depth - 1] in reduced:
            depth -= 1
        return Accumulator(
            writer.root,
            writer.items,
            writer.place,
            writer.address,
            depth=depth,
            adds=bool(reduced & set(self.order[:depth])),
            across=bool(self.order) and self.order[self.vector_depth] in reduced,
        )

    # -- writing -------------------------------------------------------------------------

    def write(self) -> None:
        """Emit the whole nest."""
        for buffer, number in {**self._sums, **dict(self.group.fills)}.items():
            self._fill(buffer, number)
        self._level(0)

    @property
    def _sums(self) -> dict[Buffer, Any]:
        """The memory that reductions are accumulated in, and what it starts with."""
        roots = {a.root.view.buffer: a.root for a in self.accumulators if a.adds}
        return {b: r.reduction.identity(r.dtype) for b, r in roots.items()}

    def _fill(self, buffer: Buffer, number: Any) -> None:
        size, lanes = buffer.size, 32
        while lanes > 2 and lanes // 2 >= size:
            lanes //= 2
        full = size - size % lanes
        if full:
            self._fill_vectors(buffer, number, full, lanes)
        if full < size:
            self._put(buffer, number, full, Access(lanes, size - full, 1))

    def _fill_vectors(self, buffer: Buffer, number: Any, full: int, lanes: int) -> None:
        self._fill_range(buffer, number, "0", str(full), lanes)

    def _fill_range(
        self, buffer: Buffer, number: Any, start: str, stop: str, lanes: int
    ) -> None:
        access = Access(lanes, lanes, 1)
        self._counted(
            start, stop, lanes, [], lambda at: self._put(buffer, number, at, access)
        )

    def _put(
        self, buffer: Buffer, number: Any, place: str | int, access: Access
    ) -> None:
        """Store a number in so many elements."""
        b, kind = self.b, native_kind(buffer.dtype)
        constant = b.complex_constant if kind[0] == "c" else b.constant
        start = self.pointer(buffer)
        store(b, moved(b, start, buffer, place), constant(number, kind), access)

    def _level(self, depth: int) -> None:
        """What is inside `depth` loops."""
        for item in self.at[depth]:
            item.value = item.write(self)
        starting = [a for a in self.accumulators if a.depth == depth]
        for a in starting:
            inside = self.segments if a.across else [self.segment]
            a.parts = {s: self._identity(a, s) for s in inside}
        if depth == len(self.order):
            self._innermost()
        elif depth == self.vector_depth:
            for segment in self.segments:
                self.segment = segment
                self._loop(depth, segment.start, segment.stop, segment.lanes or 1)
            self.segment = WHOLE
        else:
            self._loop(depth, 0, self.domain[self.order[depth]], 1)
        for a in starting:
            self._finish(a)

    def _innermost(self) -> None:
        for a in self.accumulators:
            self._accumulate(a)
        for writer in self.stores:
            kind = native_kind(writer.root.view.buffer.dtype)
            value = self.b.convert(writer.items[0].value, kind)
            for item in writer.items[1:]:
                value = value + self.b.convert(item.value, kind)
            if writer.root.add:
                old = self.load(
                    writer.address.value, writer.root.view.buffer, writer.place
                )
                value = old + value
            store(self.b, writer.address.value, value, self._access(writer.place))

    def _loop(self, depth: int, start: int, stop: int, step: int) -> None:
        """A counted loop; none at all if it would run once."""
        axis = self.order[depth]
        first, end, length = self._bounds(axis, start, stop)
        count = -(-length // step)
        running = [a for a in self.accumulators if a.depth <= depth]
        if count == 1:
            self.counter[axis] = first
            self._level(depth + 1)
            return

        def body(counter: str) -> None:
            self.counter[axis] = Value(self.b, counter, "i64", 0)
            self._level(depth + 1)

        if depth == len(self.order) - 1 and count >= 2 * _FLUSH and running:
            self._flushed(first.text, end, step, running, body)
        else:
            self._counted(first.text, end, step, running, body)

    def _bounds(self, axis: int, start: int, stop: int) -> tuple[Value, str, int]:
        """Where the loop over an axis begins and ends, and its length at most."""
        del axis
        return self.b.constant(start, "i64"), str(stop), stop - start

    def _flushed(
        self,
        start: str,
        stop: str,
        step: int,
        running: list[Accumulator],
        body: Callable[[str], None],
    ) -> None:
        """Two loops, so that partial sums stay small, and their rounding errors."""
        b, chunk = self.b, _FLUSH * step

        def chunk_body(counter: str) -> None:
            end = b.emit(f"add nuw nsw i64 {counter}, {chunk}", "i64", 0)
            last = b.intrinsic("umin", end, Value(b, stop, "i64", 0))
            outer = [dict(a.parts) for a in running]
            for a in running:
                a.parts[self._key(a)] = self._identity(a, self._key(a))
            self._counted(counter, last.text, step, running, body)
            for a, before in zip(running, outer, strict=True):
                key = self._key(a)
                a.parts = before | {key: self._combine(a, before[key], a.parts[key])}

        self._counted(start, stop, chunk, running, chunk_body)

    def _counted(
        self,
        start: str,
        stop: str,
        step: int,
        running: list[Accumulator],
        body: Callable[[str], None],
    ) -> None:
        """A loop whose variables are the counter and the parts of accumulators."""
        b = self.b
        self._loops += 1
        name, before = f"loop{self._loops}", self._block
        b.lines += [f"br label %{name}", f"{name}:"]
        self._block = name
        counter, hole = b.fresh(), len(b.lines)
        carried = [(a, key, part) for a in running for key, part in a.parts.items()]
        variables = [each(part, self._variable) for _, _, part in carried]
        b.lines += [""] * (1 + sum(len(reals(v)) for v in variables))
        for (a, key, _), variable in zip(carried, variables, strict=True):
            a.parts[key] = variable
        body(counter)
        after = self._block
        following = b.emit(f"add nuw nsw i64 {counter}, {step}", "i64", 0).text
        phis = [f"{counter} = phi i64 [{start}, %{before}], [{following}, %{after}]"]
        for (a, key, first), variable in zip(carried, variables, strict=True):
            parts = zip(reals(first), reals(variable), reals(a.parts[key]), strict=True)
            phis += [
                f"{v.text} = phi {v.type} [{old.text}, %{before}], [{new.text}, %{after}]"
                for old, v, new in parts
            ]
        b.lines[hole : hole + len(phis)] = phis
        again = b.emit(f"icmp ult i64 {following}, {stop}", "b1", 0)
        b.lines += [
            f"br i1 {again.text}, label %{name}, label %{name}.end",
            f"{name}.end:",
        ]
        self._block = f"{name}.end"

    def _variable(self, like: Value) -> Value:
        return Value(self.b, self.b.fresh(), like.kind, like.lanes)

    # -- reductions ----------------------------------------------------------------------

    def _key(self, a: Accumulator) -> Segment:
        """The segment whose part this iteration adds to."""
        return self.segment if a.across else next(iter(a.parts))

    def _identity(self, a: Accumulator, segment: Segment) -> Any:
        b, dtype = self.b, a.root.dtype
        kind = native_kind(dtype)
        number = a.root.reduction.identity(dtype)
        constant = b.complex_constant if kind[0] == "c" else b.constant
        return each(constant(number, kind), lambda v: b.splat(v, segment.lanes))

    def _combine(self, a: Accumulator, x: Any, y: Any) -> Any:
        return a.root.reduction.combine(self.b, x, y)

    def _accumulate(self, a: Accumulator) -> None:
        segment = self._key(a)
        for item in a.items:
            value = self._element(a, item, segment)
            a.parts[segment] = self._combine(a, a.parts[segment], value)

    def _element(self, a: Accumulator, item: Item, segment: Segment) -> Any:
        """What is combined with the result so far; nothing in lanes that do not exist."""
        b = self.b
        kind = native_kind(a.root.dtype)
        value = a.root.reduction.prepared(b, item.value, kind)
        value = each(value, lambda v: b.splat(v, segment.lanes))
        if a.across and segment.lanes and segment.used != segment.lanes:
            exists = lane_mask(segment.used, segment.lanes)
            mask = Value(b, exists, "b1", segment.lanes)
            value = b.select(mask, value, self._identity(a, segment))
        return value

    def _finish(self, a: Accumulator) -> None:
        """Bring the parts together; write the result, or combine it with memory."""
        parts = list(a.parts.values())
        if a.across:
            parts = [self._lanes_of(a, part) for part in parts]
        total = parts[0]
        for part in parts[1:]:
            total = self._combine(a, total, part)
        if a.adds:
            old = self.load(a.address.value, a.root.view.buffer, a.place)
            total = self._combine(a, old, total)
        store(self.b, a.address.value, total, self._access(a.place))

    def _lanes_of(self, a: Accumulator, part: Any) -> Any:
        """Combine the lanes of a vector, halves at a time."""
        b = self.b
        lanes = reals(part)[0].lanes
        while lanes > 1:
            lanes //= 2
            low, high = range(lanes), range(lanes, 2 * lanes)
            part = self._combine(
                a,
                each(part, lambda v, lanes=low: permute(b, v, lanes)),
                each(part, lambda v, lanes=high: permute(b, v, lanes)),
            )
        return each(part, lambda v: element(b, v, 0))

    # -- memory --------------------------------------------------------------------------

    def _access(self, place: Affine) -> Access:
        """How the lanes of this segment are laid out, of an element at `place`."""
        if self.order:
            axis = self.order[self.vector_depth]
            stride = dict(place[1]).get(axis, 0)
            if stride:
                return Access(self.segment.lanes, self.segment.used, stride)
        return Access(0, 0, 0)

    def pointer(self, buffer: Buffer) -> str:
        """The address of a buffer, which the function is to know when it begins."""
        if buffer.place == "constant":
            return f'@"functrace.constant{buffer.number}"'
        name = self.pointers.get(buffer)
        if name is None:
            name = self.pointers[buffer] = f"%p{len(self.pointers)}"
        return name

    def load(self, pointer: str, buffer: Buffer, place: Affine) -> Any:
        """The element at `place`, or a vector of them."""
        kind = native_kind(buffer.dtype)
        return load(self.b, pointer, kind, self._access(place))

    def load_at(
        self, pointer: str, steps: Value, buffer: Buffer, place: Affine, loops: int
    ) -> Any:
        """The element so many steps from a pointer, or a vector of them."""
        b, kind = self.b, native_kind(buffer.dtype)
        scale = 2 if kind[0] == "c" else 1
        if not steps.lanes:  # all lanes take the same steps
            distance = steps * scale if scale > 1 else steps
            moved = advance(b, pointer, kind, distance.text)
            return load(b, moved, kind, self._access(place))
        access = self._access(place)
        lanes, used = self.segment.lanes, self.segment.used
        if access.stride:
            along = constants("i64", [k * access.stride for k in range(lanes)])
            steps = steps + Value(b, along, "i64", lanes)
        return load_named(b, pointer, steps, kind, lanes, used)


def moved(b: Builder, pointer: str, buffer: Buffer, place: str | int) -> str:
    """The address of an element."""
    kind = native_kind(buffer.dtype)
    if kind[0] == "c":
        if type(place) is int:
            place *= 2
        else:
            place = b.emit(f"shl i64 {place}, 1", "i64", 0).text
    return advance(b, pointer, kind, place)
