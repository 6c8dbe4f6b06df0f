"""Steps: functions of a program that do one operation on arrays in memory.

What `functrace.compiler.lowering.Step` lowers to: products of matrices, factorisations.
The text is ``define internal i32 @name(ptr %x0, ..., ptr %o0, ..., ptr %scratch)``; the
function returns 0, or 1 where the operation's `impl` raises an error of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from functrace.compiler.builder import (
    LLVM,
    Builder,
    Kind,
    Value,
    kind_of,
    literal,
)
from functrace.compiler.lowering import Unlowered
from functrace.compiler.memory import advance, each, reals
from functrace.compiler.value import row_major
from functrace.core.aval import Aval

_ALIGNMENT = 64
_LARGEST_INT = (1 << 31) - 1

Integer = int | Value


class Operand(NamedTuple):
    """An array that a step reads or writes.

    Attributes
    ----------
    pointer : str
        To its first element.
    aval : Aval
    strides : tuple of int
        In elements; of an output those of C order, of an operand any: zero where it is
        repeated, negative where it is reversed.
    """

    pointer: str
    aval: Aval
    strides: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        """The builder's kind of its elements."""
        kind = kind_of(self.aval.dtype)
        assert kind is not None
        return kind


class Loop:
    """A counted loop that is being written.

    Attributes
    ----------
    index : Value
        An ``i64`` that counts from 0.
    values : list
        What is carried from one round to the next: to be replaced before the round ends;
        after the loop, what the last round left.
    """

    __slots__ = ("index", "values")

    def __init__(self, index: Value, values: list[Any]) -> None:
        self.index = index
        self.values = values


class StepBuilder(Builder):
    """Collects the text of a step.

    Parameters
    ----------
    name : str
        Of the function, unique in its module.
    operands : sequence of (Aval, strides)
        Strides in elements.
    outputs : sequence of Aval
    vector_bits : int
        Width of the machine's vector registers.
    fused : bool
        Whether it has fused multiply-add.

    Attributes
    ----------
    operands, outputs : list of Operand
    scratch_bytes : int
        How much scratch memory, aligned to 64 bytes, the function needs.

    Notes
    -----
    `declarations` are lines that the module must contain, each of them once: functions
    from elsewhere, and constants that are passed by reference.

    Examples
    --------
    >>> step = StepBuilder("clear", [], [Aval(3)])
    >>> step.zero(step.outputs[0].pointer, 24)
    >>> print(step.text())
    define internal i32 @clear(ptr noalias %o0, ptr noalias %scratch) nounwind {
    entry:
    call void @llvm.memset.p0.i64(ptr %o0, i8 0, i64 24, i1 false)
    ret i32 0
    }
    """

    def __init__(
        self,
        name: str,
        operands: Sequence[tuple[Aval, tuple[int, ...]]],
        outputs: Sequence[Aval],
        *,
        vector_bits: int = 256,
        fused: bool = True,
    ) -> None:
        super().__init__(fused=fused)
        self.name = name
        self.vector_bits = vector_bits
        self.operands = [Operand(f"%x{i}", *given) for i, given in enumerate(operands)]
        self.outputs = [
            Operand(f"%o{i}", aval, row_major(aval.shape))
            for i, aval in enumerate(outputs)
        ]
        self.scratch_bytes = 0
        self._fails = False

    def text(self) -> str:
        """The function, finished."""
        pointers = [o.pointer for o in (*self.operands, *self.outputs)]
        given = ", ".join(f"ptr noalias {p}" for p in (*pointers, "%scratch"))
        lines = [
            f"define internal i32 @{self.name}({given}) nounwind {{",
            "entry:",
            *self.lines,
        ]
        lines.append("ret i32 0")
        if self._fails:
            lines += ["failed:", "ret i32 1"]
        return "\n".join([*lines, "}"])

    # -- control ---------------------------------------------------------------------------

    @contextmanager
    def loop(self, count: Integer, *carried: Any) -> Iterator[Loop]:
        """Write a loop of `count` rounds, at least one; its body is the block's.

        `carried` are the first round's values, real or complex.
        """
        if count == 1 and not isinstance(count, Value):
            yield Loop(self.constant(0, "i64"), list(carried))
            return
        name, lines = self.fresh()[1:], self.lines
        lines += [f"br label %{name}.before", f"{name}.before:", f"br label %{name}"]
        lines += [f"{name}:", ""]
        place = len(lines) - 1
        phis = [each(value, self._phi) for value in carried]
        loop = Loop(Value(self, f"%{name}.i", "i64", 0), list(phis))
        yield loop
        lines[place] = _phi_lines(name, phis, carried, loop.values)
        stop = count.text if isinstance(count, Value) else count
        lines += [
            f"br label %{name}.latch",
            f"{name}.latch:",
            f"%{name}.next = add nuw nsw i64 %{name}.i, 1",
            f"%{name}.more = icmp slt i64 %{name}.next, {stop}",
            f"br i1 %{name}.more, label %{name}, label %{name}.end",
            f"{name}.end:",
        ]

    def _phi(self, first: Value) -> Value:
        return Value(self, self.fresh(), first.kind, first.lanes)

    def fail_if(self, flag: Value) -> None:
        """Return 1 where the flag, a scalar, holds."""
        self._fails = True
        name = self.fresh()[1:]
        self.lines.append(f"br i1 {flag.text}, label %failed, label %{name}")
        self.lines.append(f"{name}:")

    # -- memory ----------------------------------------------------------------------------

    def at(self, pointer: str, kind: Kind, *terms: tuple[Integer, int]) -> str:
        """The pointer to an element: `terms` are indices with their strides."""
        cells = 2 if kind[0] == "c" else 1
        constant = 0
        for index, stride in terms:
            if not isinstance(index, Value):
                constant += index * stride
            elif index.number is not None:
                constant += index.number * stride
            elif stride:
                steps = index if stride * cells == 1 else index * (stride * cells)
                pointer = advance(self, pointer, kind, steps.text)
        return advance(self, pointer, kind, constant * cells)

    def moved(self, index: Value, factor: int, start: int) -> Integer:
        """``index * factor + start``."""
        if index.number is not None:
            return index.number * factor + start
        scaled = index * factor if factor != 1 else index
        return scaled + start if start else scaled

    def scratch(self, nbytes: int) -> str:
        """A pointer to memory of the step's own, aligned to 64 bytes."""
        offset = self.scratch_bytes
        self.scratch_bytes += -(-nbytes // _ALIGNMENT) * _ALIGNMENT
        name = self.fresh()
        self.lines.append(f"{name} = getelementptr i8, ptr %scratch, i64 {offset}")
        return name

    def zero(self, pointer: str, nbytes: Integer) -> None:
        """Set bytes to zero."""
        count = nbytes.text if isinstance(nbytes, Value) else nbytes
        self.declarations.add("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.lines.append(
            f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {count}, i1 false)"
        )

    # -- calls -----------------------------------------------------------------------------

    def call(self, symbol: str, *pointers: str) -> None:
        """Call a function from elsewhere that takes all its arguments by reference."""
        types = ", ".join(["ptr"] * len(pointers))
        self.declarations.add(f'declare void @"{symbol}"({types})')
        given = ", ".join(f"ptr {pointer}" for pointer in pointers)
        self.lines.append(f'call void @"{symbol}"({given})')

    def cython(self, module: str, function: str, signature: str | None = None) -> str:
        """Symbol of a C function that a Cython module exports."""
        from functrace.compiler.symbols import cython_symbol  # noqa: PLC0415 - loads LLVM

        return cython_symbol(module, function, signature)

    def int32(self, number: int) -> str:
        """A pointer to a constant ``int``."""
        if number > _LARGEST_INT:
            raise Unlowered
        return self._constant(f"int.{number}", f"i32 {number}")

    def character(self, letter: str) -> str:
        """A pointer to a constant character."""
        return self._constant(f"char.{letter}", f"i8 {ord(letter)}")

    def number(self, value: float, kind: Kind) -> str:
        """A pointer to a constant, real or complex."""
        if kind[0] != "c":
            return self._constant(
                f"{kind}.{value}", f"{LLVM[kind]} {literal(value, kind)}"
            )
        part = f"f{kind[1:]}"
        type_ = LLVM[part]
        parts = f"{type_} {literal(value, part)}, {type_} {literal(0, part)}"
        return self._constant(f"{kind}.{value}", f"[2 x {type_}] [{parts}]")

    def _constant(self, name: str, content: str) -> str:
        pointer = f'@"constant.{name}"'
        self.declarations.add(f"{pointer} = private unnamed_addr constant {content}")
        return pointer


def _phi_lines(
    name: str, phis: Sequence[Any], first: Sequence[Any], last: Sequence[Any]
) -> str:
    """What a loop counts and carries, at its top."""
    lines = [f"%{name}.i = phi i64 [0, %{name}.before], [%{name}.next, %{name}.latch]"]
    lines += [
        f"{phi.text} = phi {phi.type} [{start.text}, %{name}.before], "
        f"[{end.text}, %{name}.latch]"
        for phi, start, end in zip(*map(_parts, (phis, first, last)), strict=True)
    ]
    return "\n".join(lines)


def _parts(values: Sequence[Any]) -> list[Value]:
    return [part for value in values for part in reals(value)]
