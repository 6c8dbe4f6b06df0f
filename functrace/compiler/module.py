"""The text of a native program: a function for each stage, and one that calls them."""

from __future__ import annotations

import itertools
from typing import Any

from functrace.compiler.build import Build
from functrace.compiler.builder import Builder, native_kind
from functrace.compiler.cost import Cost, flops_of
from functrace.compiler.kinds import step_of
from functrace.compiler.loops import Nest
from functrace.compiler.memory import advance
from functrace.compiler.partition import Partition
from functrace.compiler.plan import plan
from functrace.compiler.stages import Group, StepStage, Store
from functrace.compiler.target import host
from functrace.compiler.value import Buffer
from functrace.core.aval import Aval

_ON_STACK = 1 << 16  # bytes of an arena that is not worth a call of malloc
_LONG = 1500  # lines without loops that are not worth the effort of optimising
_numbers = itertools.count()


class Module:
    """A program as text.

    Attributes
    ----------
    name : str
        Of the function ``i32 (ptr buffers)``.
    text : str
    arrays : dict
        The constant arrays that the text refers to, by symbol.
    routines : set
        What must be prepared before it is loaded.
    arena, scratch : int
        Bytes of memory that it takes for intermediate results, and within steps.
    level : int
        Effort that the code generator is to make.
    cost : Cost
    """

    def __init__(self, build: Build, *, fastmath: bool = False) -> None:
        self._fastmath = fastmath
        self._partition = build.partition
        self.name = f"functrace.program{next(_numbers)}"
        self.arrays = {
            f"functrace.constant{k}": array for k, array in enumerate(build.constants)
        }
        self.routines: set[Any] = set()
        self._declarations: set[str] = set()
        self.inputs = build.inputs
        stages = [
            self._nest(position, stage)
            if isinstance(stage, Group)
            else _StepText(position, stage, self._partition)
            for position, stage in enumerate(self._partition.stages)
        ]
        for stage in stages:
            if isinstance(stage, Nest):
                stage.write()
        self.arena = plan([stage.pointers for stage in stages])
        self.scratch = max(
            (s.scratch for s in stages if isinstance(s, _StepText)), default=0
        )
        functions = [
            self._function(i, stage) if isinstance(stage, Nest) else stage.b.text()
            for i, stage in enumerate(stages)
        ]
        for stage in stages:
            self.routines |= stage.b.routines
            self._declarations |= stage.b.declarations
        self.level = _level(stages)
        self.cost = Cost(
            sum(map(flops_of, self._partition.stages)),
            sum(buffer.nbytes for stage in stages for buffer in stage.pointers),
            self.arena + self.scratch,
        )
        self.text = "\n".join(
            [
                *functions,
                self._main(stages),
                *(f'@"{symbol}" = external global i8' for symbol in self.arrays),
                *sorted(self._declarations),
                '!0 = !{!"branch_weights", i32 1, i32 100000}',
            ]
        )

    def describe(self) -> str:
        """The stages in words: loops, what they compute, what they write."""
        stages = self._partition.stages
        return "\n".join(f"{i}: {_describe(stage)}" for i, stage in enumerate(stages))

    def _nest(self, position: int, stage: Group) -> Nest:
        b = Builder(fused=host().fused, fastmath=self._fastmath)
        return Nest(b, self._partition, position, host().double_lanes)

    def _function(self, number: int, nest: Nest) -> str:
        arguments = "ptr %inputs, ptr %outputs, ptr %arena"
        lines = [line for entry in nest.pointers.items() for line in _address(*entry)]
        return "\n".join(
            [
                f"define internal void @stage{number}({arguments}) nounwind {{",
                "entry:",
                *lines,
                *nest.b.lines,
                "ret void",
                "}",
            ]
        )

    def _main(self, stages: list[Any]) -> str:
        total = self.arena + self.scratch
        small = total <= _ON_STACK
        if small:
            lines = [f"%arena = alloca [{max(total, 1)} x i8], align 64"]
        else:
            lines = [
                f"%raw = call ptr @malloc(i64 {total + 64})",
                "%address = ptrtoint ptr %raw to i64",
                "%up = add i64 %address, 63",
                "%aligned = and i64 %up, -64",
                "%arena = inttoptr i64 %aligned to ptr",
            ]
            self._declarations |= {
                "declare ptr @malloc(i64)",
                "declare void @free(ptr)",
            }
        lines.append(f"%scratch = getelementptr i8, ptr %arena, i64 {self.arena}")
        release = [] if small else ["call void @free(ptr %raw)"]
        for i, stage in enumerate(stages):
            lines += self._call(i, stage)
        return "\n".join(
            [
                f'define i32 @"{self.name}"(ptr %inputs) nounwind {{',
                "entry:",
                f"%outputs = getelementptr ptr, ptr %inputs, i64 {self.inputs}",
                *lines,
                *release,
                "ret i32 0",
                "given.up:",
                *release,
                "ret i32 1",
                "}",
            ]
        )

    def _call(self, i: int, stage: Any) -> list[str]:
        """Call a stage; leave the program if it found something it does not treat."""
        if isinstance(stage, _StepText):
            return [*stage.call(), *_leave_unless(f"%status{i}", "i32", str(i))]
        lines = [f"call void @stage{i}(ptr %inputs, ptr %outputs, ptr %arena)"]
        for k, (position, view) in enumerate(self._partition.checks):
            if position == i:
                lines += self._give_up(f"{i}.{k}", view.buffer)
        return lines

    def _give_up(self, stage: str, flag: Buffer) -> list[str]:
        return [
            f"%flag{stage} = getelementptr i8, ptr %arena, i64 {flag.number}",
            f"%byte{stage} = load i8, ptr %flag{stage}",
            *_leave_unless(f"%byte{stage}", "i8", stage),
        ]


def _level(stages: list[Any]) -> int:
    """Effort of the code generator: little for long code without loops.

    Its time grows faster than the length of the code.
    """
    straight = sum(
        len(stage.b.lines)
        for stage in stages
        if isinstance(stage, Nest) and not stage.domain
    )
    return 0 if straight > _LONG else 1


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


class _StepText:
    """The text of a step, and of its call."""

    def __init__(self, position: int, stage: StepStage, partition: Partition) -> None:
        self._position = position
        self._values = [*stage.operands, *stage.outputs]
        views = [partition.memory(value) for value in self._values]
        self._views = [view for view in views if view is not None]
        operands = [
            (Aval(value.shape, value.dtype), view.strides)
            for value, view in zip(stage.operands, self._views, strict=False)
        ]
        self.b = step_of(f"step{position}", stage.node, operands)

    @property
    def scratch(self) -> int:
        """Bytes of memory that it takes besides."""
        return self.b.scratch_bytes

    @property
    def pointers(self) -> list[Buffer]:
        """The buffers that are read or written."""
        return list(dict.fromkeys(view.buffer for view in self._views))

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
        return [*b.lines, f"%status{i} = call i32 @step{i}({arguments})"]


def _address(buffer: Buffer, name: str) -> list[str]:
    """Code for the address of a buffer."""
    if buffer.place == "arena":
        return [f"{name} = getelementptr i8, ptr %arena, i64 {buffer.number}"]
    slot = f"getelementptr ptr, ptr %{buffer.place}s, i64 {buffer.number}"
    return [f"{name}.slot = {slot}", f"{name} = load ptr, ptr {name}.slot"]
