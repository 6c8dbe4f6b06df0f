"""Choices between numbers, in code that rounds of a loop wait for."""

from __future__ import annotations

from typing import Any

from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import LLVM, llvm_type

_LANES = {"f64": 2, "f32": 4}  # of the narrowest registers, which hold scalars, too


class MaskBuilder(Builder):
    """Chooses between scalars as between vectors, by a mask.

    Where several choices have one condition LLVM compares for x86 into flags, and takes
    these through an integer register to a mask: that is as long as five additions, where
    a comparison into a mask is as long as one.
    """

    def __init__(self, *, fused: bool, flags: str) -> None:
        super().__init__(fused=fused, flags=flags)
        self._compared: dict[str, tuple[str, Value, Value]] = {}

    def compare(self, predicate: str, x: Any, y: Any) -> Value:
        """As any builder; comparisons of scalars are remembered."""
        x, y = self.same(x, y)
        found = super().compare(predicate, x, y)
        if not x.lanes and x.kind in _LANES:
            self._compared[found.text] = predicate, x, y
        return found

    def select(self, condition: Value, x: Any, y: Any) -> Any:
        """As any builder; by a mask if scalars of this kind were compared."""
        known = self._compared.get(condition.text)
        if known is None or type(x) is Complex or type(y) is Complex:
            return super().select(condition, x, y)
        predicate, first, second = known
        x, y = self.same(x, y)
        if x.lanes or x.kind != first.kind:
            return super().select(condition, x, y)
        mask = super().compare(predicate, self._wide(first), self._wide(second))
        chosen = super().select(mask, self._wide(x), self._wide(y))
        return self.emit(
            f"extractelement {chosen.type} {chosen.text}, i64 0", x.kind, 0
        )

    def _wide(self, x: Value) -> Value:
        """A vector whose first lane it is."""
        kind, lanes = x.kind, _LANES[x.kind]
        if x.number is not None:
            return self.splat(x, lanes)
        return self.emit(
            f"insertelement {llvm_type(kind, lanes)} poison, "
            f"{LLVM[kind]} {x.text}, i64 0",
            kind,
            lanes,
        )
