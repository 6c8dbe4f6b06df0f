"""Lanes of vectors treated one by one, where that is seldom needed."""

from __future__ import annotations

from functrace.compiler.builder import Builder, Value
from functrace.compiler.routine import Routine


def call_where(
    b: Builder, mask: Value, usual: Value, function: Routine, *operands: Value
) -> Value:
    """`usual`, but what a routine of scalars gives in the lanes where the mask holds."""
    return b.cold(mask, usual, lambda b: _loop(b, mask, usual, function, operands))


def _loop(
    b: Builder,
    mask: Value,
    usual: Value,
    function: Routine,
    operands: tuple[Value, ...],
) -> Value:
    """A loop over lanes: much less code than all the calls one after the other."""
    name, type_ = b.fresh()[1:], usual.type
    lane, total = Value(b, f"%{name}.lane", "i64", 0), f"%{name}.total"
    new, following = f"%{name}.new", f"%{name}.next"
    start, step = f"%{name}.start", f"%{name}.step"
    b.lines += [
        f"br label {start}",
        f"{name}.start:",
        f"br label %{name}.test",
        f"{name}.test:",
        f"{lane.text} = phi i64 [0, {start}], [{following}, {step}]",
        f"{total} = phi {type_} [{usual.text}, {start}], [{new}, {step}]",
    ]
    held = _extract(b, mask, lane)
    b.lines += [
        f"br i1 {held.text}, label %{name}.call, label {step}",
        f"{name}.call:",
    ]
    one = function(b, *(_extract(b, x, lane) for x in operands))
    element = f"{one.type} {one.text}, i64 {lane.text}"
    b.lines += [
        f"%{name}.set = insertelement {type_} {total}, {element}",
        f"br label {step}",
        f"{name}.step:",
        f"{new} = phi {type_} [{total}, %{name}.test], [%{name}.set, %{name}.call]",
        f"{following} = add i64 {lane.text}, 1",
        f"%{name}.done = icmp eq i64 {following}, {usual.lanes}",
        f"br i1 %{name}.done, label %{name}.end, label %{name}.test",
        f"{name}.end:",
    ]
    return Value(b, new, usual.kind, usual.lanes)


def _extract(b: Builder, x: Value, lane: Value) -> Value:
    return b.emit(f"extractelement {x.type} {x.text}, i64 {lane.text}", x.kind, 0)
