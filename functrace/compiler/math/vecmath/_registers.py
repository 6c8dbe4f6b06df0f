"""Instructions of AVX-512 that LLVM has no name of its own for, on vectors of any length."""

from __future__ import annotations

from collections.abc import Sequence

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.kinds import Kind, bits_of, literal, llvm_type
from functrace.compiler.notation.memory import permute

_NAMES = {"f64": ("pd", "i8"), "f32": ("ps", "i16")}  # with the type of a mask


def _lanes(kind: Kind) -> int:
    return 512 // bits_of(kind)


def fills_registers(kind: Kind, lanes: int) -> bool:
    """Whether vectors with so many lanes fill registers to the last one."""
    return lanes > 0 and lanes % _lanes(kind) == 0


def scale_registers(b: Builder, x: Value, q: Value) -> Value:
    """``2**floor(q) x``, of vectors that fill registers."""
    count, (name, mask) = _lanes(x.kind), _NAMES[x.kind]
    type_ = llvm_type(x.kind, count)
    function = f"@llvm.x86.avx512.mask.scalef.{name}.512"
    b.declarations.add(
        f"declare {type_} {function}({type_}, {type_}, {type_}, {mask}, i32)"
    )
    parts: list[Value] = []
    for number, power in zip(_registers(b, x), _registers(b, q), strict=True):
        given = f"{type_} {number.text}, {type_} {power.text}, {type_} poison"
        call = f"call {type_} {function}({given}, {mask} -1, i32 4)"
        parts.append(b.emit(call, x.kind, count))
    return _joined(b, parts)


def look_up(b: Builder, table: Sequence[float], places: Value) -> Value:
    """Of a table of sixteen doubles those at the places that the low four bits name."""
    count = _lanes("f64")
    type_, integer = llvm_type("f64", count), llvm_type("u64", count)
    function = "@llvm.x86.avx512.vpermi2var.pd.512"
    b.declarations.add(f"declare {type_} {function}({type_}, {integer}, {type_})")
    low, high = (_constants(half) for half in (table[:count], table[count:]))
    parts: list[Value] = []
    for part in _registers(b, places):
        given = f"{type_} {low}, {integer} {part.text}, {type_} {high}"
        parts.append(b.emit(f"call {type_} {function}({given})", "f64", count))
    found = _joined(b, parts)
    if not places.lanes:
        text = f"extractelement {found.type} {found.text}, i64 0"
        return b.emit(text, "f64", 0)
    return found if places.lanes >= count else permute(b, found, range(places.lanes))


def _constants(numbers: Sequence[float]) -> str:
    texts = (literal(number, "f64") for number in numbers)
    return f"<{', '.join(f'double {text}' for text in texts)}>"


def _registers(b: Builder, x: Value) -> list[Value]:
    """The registers that a vector lies in; what is behind the end is anything."""
    count = _lanes(x.kind)
    if not x.lanes:
        type_, scalar = llvm_type(x.kind, count), x.type
        text = f"insertelement {type_} poison, {scalar} {x.text}, i64 0"
        return [b.emit(text, x.kind, count)]
    if x.lanes < count:
        return [permute(b, x, [*range(x.lanes), *[0] * (count - x.lanes)])]
    if x.lanes == count:
        return [x]
    firsts = range(0, x.lanes, count)
    return [permute(b, x, range(first, first + count)) for first in firsts]


def _joined(b: Builder, parts: list[Value]) -> Value:
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [permute(b, one, range(2 * one.lanes), other) for one, other in pairs]
    return parts[0]
