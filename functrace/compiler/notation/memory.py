"""Elements and vectors to and from memory, at any stride, with a mask where a loop ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import LLVM, Kind, bits_of, llvm_type


class Exists(NamedTuple):
    """Where there are elements to read.

    Attributes
    ----------
    flag : Value
        Of all lanes, or each.
    other : str
        A pointer to something that may be read where there is none.
    """

    flag: Value
    other: str

    def place(self, b: Builder, pointer: str, lane: int) -> str:
        """A pointer, or the other one where there is nothing."""
        flag = element(b, self.flag, lane).text
        return b.add(f"select i1 {flag}, ptr {pointer}, ptr {self.other}")


class Access:
    """How many lanes are read or written, and how far apart they are.

    Attributes
    ----------
    lanes : int
        0 for one element.
    used : int
        How many of the lanes exist.
    stride : int
        From one lane to the next, in elements; of rows within a row.
    row : int
        How many lanes a row is of; 0: all.
    distance : int
        From one row to the next, in elements.
    apart : sequence of int
        How many elements each lane is further away; empty: none.
    exists : Exists or None
        Where there are elements; None: everywhere.
    """

    __slots__ = ("apart", "distance", "exists", "lanes", "row", "stride", "used")

    def __init__(
        self,
        lanes: int,
        used: int,
        stride: int,
        row: int = 0,
        distance: int = 0,
        apart: Sequence[int] = (),
        exists: Exists | None = None,
    ) -> None:
        self.lanes = lanes
        self.used = used
        self.stride = stride
        self.row = row
        self.distance = distance
        self.apart = apart
        self.exists = exists

    def times(self, factor: int) -> Access:
        """The same lanes, of elements that are so many cells."""
        steps = self.stride * factor, self.row, self.distance * factor
        apart = [factor * n for n in self.apart]
        return Access(self.lanes, self.used, *steps, apart, self.exists)

    def steps(self, lanes: int) -> list[int]:
        """How far so many lanes are from the first one, in elements."""
        if self.apart:
            return [k * self.stride + n for k, n in enumerate(self.apart)]
        if not self.row:
            return [k * self.stride for k in range(lanes)]
        places = (divmod(k, self.row) for k in range(lanes))
        return [r * self.distance + k * self.stride for r, k in places]


def storage(kind: Kind) -> Kind:
    """Kind of what is in memory: bytes for truth values, reals for complex numbers."""
    if kind[0] == "c":
        return f"f{kind[1:]}"
    return "i8" if kind == "b1" else kind


def advance(b: Builder, pointer: str, kind: Kind, steps: int | str) -> str:
    """A pointer some elements on."""
    if steps == 0:
        return pointer
    cell = LLVM[storage(kind)]
    return b.add(f"getelementptr {cell}, ptr {pointer}, i64 {steps}")


def load(b: Builder, pointer: str, kind: Kind, access: Access) -> Any:
    """The elements at a pointer."""
    if kind[0] == "c":
        return _load_complex(b, pointer, f"f{kind[1:]}", access)
    cell = storage(kind)
    found = _load(b, pointer, cell, access)
    return found != 0 if kind == "b1" else found


def _load(b: Builder, pointer: str, kind: Kind, access: Access) -> Value:
    lanes, stride, exists = access.lanes, access.stride, access.exists
    align = bits_of(kind) // 8
    if not lanes or lanes == 1:
        pointer = pointer if exists is None else exists.place(b, pointer, 0)
        found = b.emit(f"load {LLVM[kind]}, ptr {pointer}, align {align}", kind, 0)
        return b.splat(found, lanes)
    if access.apart and stride == 1 and exists is None:
        return _load_pieces(b, pointer, kind, access)
    if access.row or access.apart or (exists is not None and stride != 1):
        return _gather(b, pointer, kind, access)
    if exists is not None:
        return _load_existing(b, pointer, kind, access, exists.flag)
    if stride == 1:
        return _load_row(b, pointer, kind, lanes, access.used)
    if stride == -1 and access.used == lanes:
        start = advance(b, pointer, kind, 1 - lanes)
        return permute(b, _load_row(b, start, kind, lanes, lanes), _reversed(lanes))
    return _gather(b, pointer, kind, access)


def _load_row(b: Builder, pointer: str, kind: Kind, lanes: int, used: int) -> Value:
    if used == lanes:
        type_, align = llvm_type(kind, lanes), bits_of(kind) // 8
        return b.emit(f"load {type_}, ptr {pointer}, align {align}", kind, lanes)
    none = Value(b, "zeroinitializer", kind, lanes)
    return _load_some(b, pointer, lane_mask(used, lanes), none)


def _load_existing(
    b: Builder, pointer: str, kind: Kind, access: Access, flag: Value
) -> Value:
    lanes = access.lanes
    on = b.splat(flag, lanes)
    if access.used < lanes:
        on = on & Value(b, lane_mask(access.used, lanes), "b1", lanes)
    none = Value(b, "zeroinitializer", kind, lanes)
    return _load_some(b, pointer, on.text, none)


def _load_some(b: Builder, pointer: str, mask: str, others: Value) -> Value:
    """The elements of lanes that are on; the others as they are."""
    type_, lanes, kind = others.type, others.lanes, others.kind
    function = f"@llvm.masked.load.v{lanes}{_suffix(kind)}.p0"
    on = llvm_type("b1", lanes)
    b.declarations.add(f"declare {type_} {function}(ptr, i32, {on}, {type_})")
    return b.emit(
        f"call {type_} {function}(ptr {pointer}, i32 {bits_of(kind) // 8}, "
        f"{on} {mask}, {type_} {others.text})",
        kind,
        lanes,
    )


def _load_pieces(b: Builder, pointer: str, kind: Kind, access: Access) -> Value:
    """Pieces of rows, which lie apart."""
    lanes, apart = access.lanes, access.apart[: access.used]
    value = Value(b, "zeroinitializer", kind, lanes)
    for distance in dict.fromkeys(apart):
        on = [n == distance for n in apart]
        place = advance(b, pointer, kind, distance)
        value = _load_some(b, place, flags(on, lanes), value)
    return value


def _gather(b: Builder, pointer: str, kind: Kind, access: Access) -> Value:
    places = [advance(b, pointer, kind, step) for step in access.steps(access.used)]
    exists = access.exists
    if exists is not None:
        places = [exists.place(b, place, lane) for lane, place in enumerate(places)]
    return _collect(b, places, kind, access.lanes)


def _collect(b: Builder, places: Iterable[str], kind: Kind, lanes: int) -> Value:
    """An element from each place, one by one: instructions that gather are no faster."""
    type_, align = llvm_type(kind, lanes), bits_of(kind) // 8
    out = "zeroinitializer"
    for lane, place in enumerate(places):
        one = b.emit(f"load {LLVM[kind]}, ptr {place}, align {align}", kind, 0)
        text = f"insertelement {type_} {out}, {one.type} {one.text}, i64 {lane}"
        out = b.emit(text, kind, lanes).text
    return Value(b, out, kind, lanes)


def load_named(
    b: Builder, pointer: str, steps: Value, kind: Kind, lanes: int, used: int
) -> Any:
    """An element for each lane, so many steps from a pointer."""
    if kind[0] == "c":
        parts = [
            load_named(b, start, steps * 2, storage(kind), lanes, used)
            for start in (pointer, advance(b, pointer, kind, 1))
        ]
        return Complex(*parts)
    cell = storage(kind)
    places = (
        advance(b, pointer, cell, element(b, steps, lane).text) for lane in range(used)
    )
    found = _collect(b, places, cell, lanes)
    return found != 0 if kind == "b1" else found


def _load_complex(b: Builder, pointer: str, kind: Kind, access: Access) -> Complex:
    lanes = access.lanes
    apart = access.row or access.apart or access.exists is not None
    if lanes > 1 and access.stride == 1 and not apart:
        both = _load_row(b, pointer, kind, 2 * lanes, 2 * access.used)
        even = permute(b, both, range(0, 2 * lanes, 2))
        return Complex(even, permute(b, both, range(1, 2 * lanes, 2)))
    part = access.times(2)
    imag = advance(b, pointer, kind, 1)
    return Complex(_load(b, pointer, kind, part), _load(b, imag, kind, part))


def store(b: Builder, pointer: str, value: Any, access: Access) -> None:
    """Write the elements at a pointer."""
    if type(value) is Complex:
        _store_complex(b, pointer, value, access)
        return
    if value.kind == "b1":
        value = b.splat(value, access.lanes) if value.number is None else value
        type_ = llvm_type("i8", value.lanes)
        value = b.emit(f"zext {value.type} {value.text} to {type_}", "i8", value.lanes)
    _store(b, pointer, b.splat(value, access.lanes), access)


def _store(b: Builder, pointer: str, value: Value, access: Access) -> None:
    lanes, align = access.lanes, bits_of(value.kind) // 8
    if lanes == 1:
        value = element(b, value, 0)
    if lanes <= 1:
        b.lines.append(f"store {value.type} {value.text}, ptr {pointer}, align {align}")
    elif access.stride == 1 and not access.row:
        _store_row(b, pointer, value, access.used)
    else:
        _scatter(b, pointer, value, access)


def _store_row(b: Builder, pointer: str, value: Value, used: int) -> None:
    lanes, align = value.lanes, bits_of(value.kind) // 8
    if used == lanes:
        b.lines.append(f"store {value.type} {value.text}, ptr {pointer}, align {align}")
        return
    function = f"@llvm.masked.store.v{lanes}{_suffix(value.kind)}.p0"
    mask = llvm_type("b1", lanes)
    b.declarations.add(f"declare void {function}({value.type}, ptr, i32, {mask})")
    b.lines.append(
        f"call void {function}({value.type} {value.text}, ptr {pointer}, i32 {align}, "
        f"{mask} {lane_mask(used, lanes)})"
    )


def _scatter(b: Builder, pointer: str, value: Value, access: Access) -> None:
    align = bits_of(value.kind) // 8
    for lane, step in enumerate(access.steps(access.used)):
        one = element(b, value, lane)
        place = advance(b, pointer, value.kind, step)
        b.lines.append(f"store {one.type} {one.text}, ptr {place}, align {align}")


def _store_complex(b: Builder, pointer: str, value: Complex, access: Access) -> None:
    lanes = access.lanes
    real, imag = b.splat(value.real, lanes), b.splat(value.imag, lanes)
    if lanes > 1 and access.stride == 1 and not access.row:
        order = [k for pair in zip(range(lanes), range(lanes, 2 * lanes)) for k in pair]  # noqa: B905 - of one length by make
        _store_row(b, pointer, permute(b, real, order, imag), 2 * access.used)
        return
    part = access.times(2)
    _store(b, pointer, real, part)
    _store(b, advance(b, pointer, real.kind, 1), imag, part)


# -- vectors ---------------------------------------------------------------------------


def permute(
    b: Builder, value: Value, order: Sequence[int], other: Value | None = None
) -> Value:
    """Lanes of a vector, or of two, in another order."""
    second = "poison" if other is None else other.text
    mask = ", ".join(f"i32 {k}" for k in order)
    return b.emit(
        f"shufflevector {value.type} {value.text}, {value.type} {second}, "
        f"<{len(order)} x i32> <{mask}>",
        value.kind,
        len(order),
    )


def power_of_two(n: int) -> int:
    """The least one that is no less: lanes for so many elements."""
    return 1 << (n - 1).bit_length()


def element(b: Builder, value: Value, lane: int) -> Value:
    """One lane of a vector; a scalar as it is."""
    if not value.lanes:
        return value
    return b.emit(
        f"extractelement {value.type} {value.text}, i64 {lane}", value.kind, 0
    )


def lane_mask(used: int, lanes: int) -> str:
    """The first lanes on, the others off, as a constant."""
    if used == lanes:
        return "splat (i1 true)"
    return flags([True] * used, lanes)


def flags(on: Sequence[bool], lanes: int) -> str:
    """Some of the first lanes on, the others off, as a constant."""
    every = [*on, *[False] * (lanes - len(on))]
    return f"<{', '.join(f'i1 {str(flag).lower()}' for flag in every)}>"


def constants(kind: Kind, numbers: Sequence[int]) -> str:
    """Integers as a constant vector."""
    return f"<{', '.join(f'{LLVM[kind]} {n}' for n in numbers)}>"


def each(value: Any, change: Any) -> Any:
    """A change made to both parts of a complex value, or to a real one."""
    if type(value) is Complex:
        return Complex(change(value.real), change(value.imag))
    return change(value)


def reals(value: Any) -> list[Value]:
    """The real values that a value consists of."""
    return [value.real, value.imag] if type(value) is Complex else [value]


def _suffix(kind: Kind) -> str:
    return kind if kind[0] == "f" else f"i{bits_of(kind)}"


def _reversed(lanes: int) -> range:
    return range(lanes - 1, -1, -1)
