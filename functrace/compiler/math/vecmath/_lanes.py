"""Lanes of vectors treated one by one, where that is seldom needed."""

from __future__ import annotations

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold, counted, either
from functrace.compiler.notation.routine import Routine


def call_where(
    b: Builder, mask: Value, usual: Value, function: Routine, *operands: Value
) -> Value:
    """`usual`, but what a routine of scalars gives in the lanes where the mask holds."""
    return cold(b, mask, usual, lambda b: _loop(b, mask, usual, function, operands))


def _loop(
    b: Builder,
    mask: Value,
    usual: Value,
    function: Routine,
    operands: tuple[Value, ...],
) -> Value:
    """A loop over lanes: much less code than all the calls one after the other."""
    with counted(b, "0", str(usual.lanes), 1, [usual]) as loop:
        (total,) = loop.values

        def replaced(b: Builder) -> Value:
            one = function(b, *(_extract(b, x, loop.index) for x in operands))
            given = f"{total.type} {total.text}, {one.type} {one.text}"
            text = f"insertelement {given}, i64 {loop.index.text}"
            return b.emit(text, usual.kind, usual.lanes)

        held = _extract(b, mask, loop.index)
        loop.values = [either(b, held, total, replaced)]
    return loop.values[0]


def _extract(b: Builder, x: Value, lane: Value) -> Value:
    return b.emit(f"extractelement {x.type} {x.text}, i64 {lane.text}", x.kind, 0)
