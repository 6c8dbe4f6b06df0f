"""The text of a section's stages, and of their calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.contraction import contracted
from functrace.compiler.notation.flow import begin, branch
from functrace.compiler.notation.memory import advance
from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.items import cells
from functrace.compiler.plan.kinds import step_of
from functrace.compiler.plan.nest import Nest
from functrace.compiler.plan.plan import Call
from functrace.compiler.plan.tiles import Tiles
from functrace.compiler.text.loops import NestWriter
from functrace.compiler.text.middle import MiddleWriter
from functrace.compiler.text.shared import (
    CHUNK,
    SharedWriter,
    function,
    given_in_context,
)
from functrace.compiler.text.tiles import BOUNDS, PartWriter

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section, Unit

ARGUMENTS = "ptr %inputs, ptr %outputs, ptr %arena"
"""What the functions of sections and nests are given."""


class NestText:
    """The text of a nest, and of its call."""

    sections: Sequence[Section] = ()

    def __init__(
        self, name: str, nest: Nest, homes: dict[Buffer, Home], builder: Builder
    ) -> None:
        self.name = name
        self._nest = nest
        self._homes = homes
        self.b = builder
        self.flops = nest.flops
        self._write()

    def _write(self) -> None:
        self._writer = SharedWriter(f"@{self.name}.chunk", self.b, self._nest)
        if not self._nest.is_empty:
            self._writer.write()

    @property
    def straight(self) -> int:
        """Instructions outside of loops."""
        return 0 if self._nest.domain else len(self.b.lines)

    @property
    def longest(self) -> int:
        """Instructions of the longest loop."""
        return max(map(len, (self.b.lines, *self._writer.functions.values())))

    def functions(self, *, inline: bool) -> list[str]:
        """The whole, and functions of chunks."""
        if self._nest.is_empty:
            return []
        attributes = "nounwind alwaysinline" if inline else "nounwind"
        addresses = self._addresses(self._writer)
        whole = function(
            f"void @{self.name}({ARGUMENTS}) {attributes}",
            [*addresses, *self.b.lines],
        )
        chunks = [
            function(CHUNK.format(name), [*given_in_context(), *addresses, *body])
            for name, body in self._writer.functions.items()
        ]
        return [whole, *chunks]

    def _addresses(self, writer: NestWriter) -> list[str]:
        return _addresses(writer.pointers, self._homes)

    def call(self) -> list[str]:
        """Call it, if it does anything."""
        if self._nest.is_empty:
            return []
        return [f"call void @{self.name}({ARGUMENTS})"]


class PartsText(NestText):
    """The text of a nest that others take turns with: of the members that it is of a run.

    What is part of a loop elsewhere has the same bits there.
    """

    def __init__(
        self,
        name: str,
        nest: Nest,
        homes: dict[Buffer, Home],
        builder: Builder,
        run: Tiles,
        number: int,
    ) -> None:
        self._members = [member for member in run.members if member.stage == number]
        self._decided = run.middle is not None
        super().__init__(name, nest, homes, builder)

    def _write(self) -> None:
        self._parts = PartWriter(self.b, self._nest)
        for member in self._members:
            self._parts.add(member)
        if self._decided:
            self._parts.functions = [
                contracted(part, self.b.declarations, fused=self.b.fused)
                for part in self._parts.functions
            ]

    @property
    def names(self) -> list[str]:
        """Of its functions of some iterations."""
        return [f"{self.name}.part{k}" for k, _ in enumerate(self._parts.functions)]

    @property
    def straight(self) -> int:
        """Instructions outside of loops."""
        return 0 if self._nest.domain else self.longest

    @property
    def longest(self) -> int:
        """Instructions of the longest loop."""
        return max(map(len, self._parts.functions))

    def functions(self, *, inline: bool) -> list[str]:
        """Those of some iterations."""
        del inline
        addresses = self._addresses(self._parts)
        return [
            function(f"void @{name}({BOUNDS}) nounwind", [*addresses, *part])
            for name, part in zip(self.names, self._parts.functions, strict=True)
        ]

    def call(self) -> list[str]:
        """Nothing: see `RunWriter`."""
        return []


class CallText:
    """The text of a step, and of its call.

    `keeps` is as of `StepBuilder`.
    """

    def __init__(
        self,
        name: str,
        number: int,
        call: Call,
        homes: dict[Buffer, Home],
        unit: Unit,
        *,
        keeps: bool = False,
    ) -> None:
        self.name = name
        self.number = number
        self.scratch = 0  # where in the arena it has memory of its own
        self._call = call
        self._homes = homes
        operands = [(array.aval, view.strides) for array, view in call.operands]
        self.b = step_of(name, call.node, operands, unit, keeps=keeps)
        self.straight = self.longest = 0

    @property
    def sections(self) -> list[Section]:
        """Those that it runs."""
        return list(dict.fromkeys(run.section for run in self.b.runs))

    @property
    def flops(self) -> int:
        """Operations: those of the graphs that it runs, if any."""
        if not self.b.runs:
            return self._call.flops
        return sum(run.times * run.section.cost.flops for run in self.b.runs)

    @property
    def traffic(self) -> int:
        """Bytes that the graphs read and write that it runs."""
        return sum(run.times * run.section.cost.bytes for run in self.b.runs)

    def functions(self, *, inline: bool) -> list[str]:
        """The step."""
        self.b.inline = inline
        return [self.b.text()]

    def call(self) -> list[str]:
        """Call it, on pointers to the first elements; leave the section if it gives up."""
        i, given = self.number, list[str]()
        b = Builder()
        b.prefix = f"call{i}.at"
        for k, view in enumerate(self._call.views):
            kind, scale = cells(view.buffer)
            start = view.buffer.symbol or f"%call{i}.{k}"
            if view.buffer.symbol is None:
                b.lines += _address(self._homes[view.buffer], start)
            given.append(f"ptr {advance(b, start, kind, view.offset * scale)}")
        scratch = f"%scratch{i}"
        b.lines.append(f"{scratch} = getelementptr i8, ptr %arena, i64 {self.scratch}")
        given.append(f"ptr {scratch}")
        given += [f"ptr {kept(i)}"] if self.b.kept else []
        arguments = ", ".join(given)
        return [
            *b.lines,
            f"%status{i} = call i32 @{self.name}({arguments})",
            *leave_unless(f"%status{i}", "i32", str(i)),
        ]


def middle_function(name: str, writer: MiddleWriter, homes: dict[Buffer, Home]) -> str:
    """The function of units in the middle of a run."""
    lines = [*_addresses(writer.pointers, homes), *writer.b.lines]
    return function(f"void @{name}.middle({BOUNDS}) nounwind", lines)


def kept(stage: int) -> str:
    """Where the section keeps memory for a step."""
    return f"%kept{stage}"


def _addresses(pointers: dict[Buffer, str], homes: dict[Buffer, Home]) -> list[str]:
    """Code for the addresses of buffers."""
    return [
        line
        for buffer, name in pointers.items()
        for line in _address(homes[buffer], name)
    ]


def _address(home: Home, name: str) -> list[str]:
    """Code for the address of a buffer."""
    if home.place == "arena":
        return [f"{name} = getelementptr i8, ptr %arena, i64 {home.number}"]
    slot = f"getelementptr ptr, ptr %{home.place}s, i64 {home.number}"
    return [f"{name}.slot = {slot}", f"{name} = load ptr, ptr {name}.slot"]


def leave_unless(status: str, type_: str, stage: str) -> list[str]:
    """Go on if a status is 0."""
    b = Builder()
    bad = Value(b, f"%bad{stage}", "b1", 0)
    b.lines.append(f"{bad.text} = icmp ne {type_} {status}, 0")
    branch(b, bad, "given.up", f"after{stage}")
    begin(b, f"after{stage}")
    return b.lines
