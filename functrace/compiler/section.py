"""Sections: native functions that compute a graph, stage by stage.

A program is a section, and so is the body of each loop and each branch in it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from functrace.compiler.build import Build
from functrace.compiler.builder import Builder, native_kind
from functrace.compiler.cost import Cost, flops_of
from functrace.compiler.inplace import Pair, find_safe
from functrace.compiler.kinds import step_of
from functrace.compiler.memory import advance
from functrace.compiler.partition import Partition
from functrace.compiler.plan import plan
from functrace.compiler.shared import CONTEXT, SharedNest
from functrace.compiler.stages import Group, StepStage, Store
from functrace.compiler.target import host
from functrace.compiler.value import Buffer
from functrace.core.aval import Aval
from functrace.core.graph import Graph

_LIGHT = 4000  # instructions of a loop's body that become a part of the loop

Strides = tuple[tuple[int, ...], ...]


class Unit:
    """What the functions of a module share.

    Attributes
    ----------
    fastmath : bool
    constants : list of array
        That the functions refer to.
    functions : list of str
    declarations, routines : set
        As of a `Builder`.
    loops : list of str
        Names of the functions that run graphs.
    """

    def __init__(self, *, fastmath: bool) -> None:
        self.fastmath = fastmath
        self.constants: list[np.ndarray] = []
        self.functions: list[str] = []
        self.declarations: set[str] = set()
        self.routines: set[Any] = set()
        self.loops: list[str] = []
        self._sections: dict[Any, tuple[Graph, Section]] = {}
        self._numbers = itertools.count(1)

    def section(
        self, graph: Graph, strides: Strides, pairs: frozenset[Pair]
    ) -> Section:
        """The function that computes a graph, from inputs of these strides.

        Each of the pairs is an input, and an output that may be computed in its place.
        """
        key = (id(graph), strides, pairs)
        if key not in self._sections:
            build = Build(
                graph.nodes, graph.inputs, graph.outputs, self.constants, strides
            )
            name = f"section{next(self._numbers)}"
            section = Section(name, build, self, inline=True, pairs=pairs)
            self._sections[key] = graph, section
        return self._sections[key][1]

    def add(self, text: str, builder: Builder) -> None:
        """Add a function, and what it refers to."""
        self.functions.append(text)
        self.declarations |= builder.declarations
        self.routines |= builder.routines


class Section:
    """A function ``i32 (ptr inputs, ptr outputs, ptr arena)``: 0, or 1 where it gives up.

    Parameters
    ----------
    name : str
    build : Build
    unit : Unit
        To which the function is added, and those that it calls.
    inline : bool
        Whether they may become parts of what calls them.
    pairs : iterable
        Inputs and outputs that may share memory.

    Attributes
    ----------
    in_place : frozenset
        Those of the pairs that must share memory.
    arena : int
        Bytes of memory that it takes.
    weight : int
        Instructions that it would add to what it were a part of.
    straight : int
        Instructions outside of the loops over arrays, also of the sections that it runs.
    inline : bool
    cost : Cost
    """

    def __init__(
        self,
        name: str,
        build: Build,
        unit: Unit,
        *,
        inline: bool,
        pairs: Iterable[Pair] = (),
    ) -> None:
        self.name = name
        self._unit = unit
        self._partition = build.partition
        self.in_place, self._stages = find_safe(
            self._partition.stages, pairs, self._compose
        )
        for stage in self._stages:
            if isinstance(stage, SharedNest) and not stage.is_empty:
                stage.write()
        steps = [stage for stage in self._stages if isinstance(stage, StepText)]
        self._own = plan([stage.pointers for stage in self._stages])
        self.arena = self._own + max((s.b.scratch_bytes for s in steps), default=0)
        inner = {run.section for step in steps for run in step.b.runs}
        self.weight = sum(len(stage.b.lines) for stage in self._stages)
        self.weight += sum(section.weight for section in inner if section.inline)
        self.straight = sum(section.straight for section in inner) + sum(
            len(stage.b.lines)
            for stage in self._stages
            if isinstance(stage, SharedNest) and not stage.domain
        )
        self.inline = inline and self.weight <= _LIGHT
        self.cost = self._cost(steps)
        self._write()

    def describe(self, indent: str = "") -> str:
        """The stages in words: loops, what they compute, what they write."""
        lines: list[str] = []
        for i, stage in enumerate(self._partition.stages):
            text = self._stages[i]
            chunks = text.chunks if isinstance(text, SharedNest) else None
            shared = f", in {chunks.number} chunks" if chunks is not None else ""
            lines.append(f"{indent}{i}: {_describe(stage)}{shared}")
            if isinstance(text, StepText):
                sections = dict.fromkeys(run.section for run in text.b.runs)
                lines += [section.describe(f"{indent}    ") for section in sections]
        return "\n".join(lines)

    def _compose(self) -> list[SharedNest | StepText]:
        return [
            self._nest(position)
            if isinstance(stage, Group)
            else StepText(
                f"{self.name}.step{position}", position, self._partition, self._unit
            )
            for position, stage in enumerate(self._partition.stages)
        ]

    def _nest(self, position: int) -> SharedNest:
        b = Builder(fused=host().fused, fastmath=self._unit.fastmath)
        name = f"@{self.name}.stage{position}.chunk"
        return SharedNest(name, b, self._partition, position, host().double_lanes)

    def _cost(self, steps: Sequence[StepText]) -> Cost:
        groups = [s for s in self._partition.stages if isinstance(s, Group)]
        own = sum(b.nbytes for stage in self._stages for b in stage.pointers)
        return Cost(
            sum(map(flops_of, groups)) + sum(step.flops for step in steps),
            own + sum(step.traffic for step in steps),
            self.arena,
        )

    # -- text --------------------------------------------------------------------------

    def _write(self) -> None:
        attributes = "nounwind alwaysinline" if self.inline else "nounwind"
        for i, stage in enumerate(self._stages):
            if isinstance(stage, SharedNest):
                if not stage.is_empty:
                    self._unit.add(self._function(i, stage, attributes), stage.b)
                    for name, body in stage.functions.items():
                        chunk = _chunk_function(name, stage, body)
                        self._unit.functions.append(chunk)
                continue
            stage.b.inline = self.inline
            if stage.b.runs and not self.inline:
                self._unit.loops.append(stage.b.name)
            self._unit.add(stage.b.text(), stage.b)
        calls = [line for i in range(len(self._stages)) for line in self._call(i)]
        arguments = "ptr %inputs, ptr %outputs, ptr %arena"
        self._unit.functions.append(
            "\n".join(
                [
                    f"define internal i32 @{self.name}({arguments}) {attributes} {{",
                    "entry:",
                    f"%scratch = getelementptr i8, ptr %arena, i64 {self._own}",
                    *calls,
                    "ret i32 0",
                    "given.up:",
                    "ret i32 1",
                    "}",
                ]
            )
        )

    def _function(self, number: int, nest: SharedNest, attributes: str) -> str:
        arguments = "ptr %inputs, ptr %outputs, ptr %arena"
        name = f"@{self.name}.stage{number}"
        return "\n".join(
            [
                f"define internal void {name}({arguments}) {attributes} {{",
                "entry:",
                *_addresses(nest),
                *nest.b.lines,
                "ret void",
                "}",
            ]
        )

    def _call(self, i: int) -> list[str]:
        """Call a stage; leave the section if it found something it does not treat."""
        stage = self._stages[i]
        if isinstance(stage, StepText):
            return [*stage.call(), *_leave_unless(f"%status{i}", "i32", str(i))]
        if stage.is_empty:
            return []
        name = f"@{self.name}.stage{i}"
        lines = [f"call void {name}(ptr %inputs, ptr %outputs, ptr %arena)"]
        for k, (position, view) in enumerate(self._partition.checks):
            if position == i:
                lines += _give_up(f"{i}.{k}", view.buffer)
        return lines


class StepText:
    """The text of a step, and of its call."""

    def __init__(
        self, name: str, position: int, partition: Partition, unit: Unit
    ) -> None:
        stage = partition.stages[position]
        assert isinstance(stage, StepStage)
        self._position = position
        self._stage = stage
        views = [partition.memory_at(value, position) for value in stage.operands]
        views += [partition.memory_at(value, position + 1) for value in stage.outputs]
        self._views = [view for view in views if view is not None]
        self._operands = len(stage.operands)
        operands = [
            (Aval(value.shape, value.dtype), view.strides)
            for value, view in zip(stage.operands, self._views, strict=False)
        ]
        self.b = step_of(name, stage.node, operands, unit)

    @property
    def pointers(self) -> list[Buffer]:
        """The buffers that are read or written."""
        return list(dict.fromkeys(view.buffer for view in self._views))

    @property
    def reads(self) -> dict[Buffer, set[None]]:
        """The buffers that it reads, at places of which nothing is known."""
        return {view.buffer: {None} for view in self._views[: self._operands]}

    @property
    def writes(self) -> dict[Buffer, set[None]]:
        """Those that it writes."""
        return {view.buffer: {None} for view in self._views[self._operands :]}

    @property
    def flops(self) -> int:
        """Operations: those of the graphs that it runs, if any."""
        if not self.b.runs:
            return flops_of(self._stage)
        return sum(run.times * run.section.cost.flops for run in self.b.runs)

    @property
    def traffic(self) -> int:
        """Bytes that the graphs read and write that it runs."""
        return sum(run.times * run.section.cost.bytes for run in self.b.runs)

    def call(self) -> list[str]:
        """Call it, on pointers to the first elements."""
        i, given = self._position, list[str]()
        b = Builder()
        b.prefix = f"call{i}."
        for k, view in enumerate(self._views):
            kind = native_kind(view.buffer.dtype)
            start = f"%call{i}.{k}"
            if view.buffer.place == "constant":
                start = f'@"functrace.constant{view.buffer.number}"'
            else:
                b.lines += _address(view.buffer, start)
            cells = view.offset * (2 if kind[0] == "c" else 1)
            given.append(f"ptr {advance(b, start, kind, cells)}")
        arguments = ", ".join([*given, "ptr %scratch"])
        return [*b.lines, f"%status{i} = call i32 @{self.b.name}({arguments})"]


def _chunk_function(name: str, nest: SharedNest, body: list[str]) -> str:
    """Of a nest that threads share, a function of a chunk."""
    lines: list[str] = []
    for k, field in enumerate(("inputs", "outputs", "arena")):
        place = f"getelementptr {CONTEXT}, ptr %context, i32 0, i32 {k}"
        lines += [
            f"%{field}.place = {place}",
            f"%{field} = load ptr, ptr %{field}.place",
        ]
    return "\n".join(
        [
            f"define internal void {name}(ptr %context, i64 %number) nounwind {{",
            "entry:",
            *lines,
            *_addresses(nest),
            *body,
            "ret void",
            "}",
        ]
    )


def _addresses(nest: SharedNest) -> list[str]:
    return [line for entry in nest.pointers.items() for line in _address(*entry)]


def _address(buffer: Buffer, name: str) -> list[str]:
    """Code for the address of a buffer."""
    if buffer.place == "arena":
        return [f"{name} = getelementptr i8, ptr %arena, i64 {buffer.number}"]
    slot = f"getelementptr ptr, ptr %{buffer.place}s, i64 {buffer.number}"
    return [f"{name}.slot = {slot}", f"{name} = load ptr, ptr {name}.slot"]


def _give_up(stage: str, flag: Buffer) -> list[str]:
    return [
        f"%flag{stage} = getelementptr i8, ptr %arena, i64 {flag.number}",
        f"%byte{stage} = load i8, ptr %flag{stage}",
        *_leave_unless(f"%byte{stage}", "i8", stage),
    ]


def _leave_unless(status: str, type_: str, stage: str) -> list[str]:
    """Go on if a status is 0."""
    return [
        f"%bad{stage} = icmp ne {type_} {status}, 0",
        f"br i1 %bad{stage}, label %given.up, label %after{stage}",
        f"after{stage}:",
    ]


def _describe(stage: Group | StepStage) -> str:
    if isinstance(stage, StepStage):
        return f"step {stage.node.name} {stage.outputs}"
    loops = " x ".join(map(str, stage.domain)) or "no loop"
    names = [v.node.name for v in stage.values if v.node is not None]
    roots = [f"{_verb(root)} {root.view.buffer}" for root, _ in stage.roots]
    order = ", one after another" if stage.serial else ""
    return f"{loops}{order}: {' '.join(names)} -> {', '.join(roots)}"


def _verb(root: Any) -> str:
    if isinstance(root, Store):
        return "add to" if root.add else "store"
    return "reduce to"
