"""Sections: native functions that compute a graph, stage by stage.

A program is a section, and so is the body of each loop and each branch in it.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

import numpy as np

from functrace.compiler.forms import Control
from functrace.compiler.machine.target import aimed_at
from functrace.compiler.notation.builder import CONTRACT, Builder
from functrace.compiler.notation.masks import MaskBuilder
from functrace.compiler.plan.arrays import Home
from functrace.compiler.plan.build import Build
from functrace.compiler.plan.cost import Cost
from functrace.compiler.plan.inplace import Pair
from functrace.compiler.plan.nest import Nest
from functrace.compiler.plan.plan import Call, make_plan
from functrace.compiler.text.middle import MiddleWriter
from functrace.compiler.text.stage_texts import (
    ARGUMENTS,
    CallText,
    NestText,
    PartsText,
    kept,
    leave_unless,
    middle_function,
)
from functrace.compiler.text.tiles import RunWriter
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node

_NOW = f"""define internal i64 @functrace.now() nounwind {{
entry:
%time = alloca [2 x i64]
%status = call i32 @clock_gettime(i32 {time.CLOCK_MONOTONIC}, ptr %time)
%seconds = load i64, ptr %time
%place = getelementptr i64, ptr %time, i64 1
%rest = load i64, ptr %place
%whole = mul i64 %seconds, 1000000000
%now = add i64 %whole, %rest
ret i64 %now
}}"""
_LONG = 64  # instructions of a step that is not written twice
_LIGHT = 4000  # instructions of a loop's body that become a part of the loop

LONGEST = 300
"""Numbers that one function computes where there are loops, of graphs: such programs are
optimised while code is generated, which takes longer with each that registers hold."""

Strides = tuple[tuple[int, ...], ...]


class Unit:
    """What the functions of a module share.

    Attributes
    ----------
    fastmath : bool
    signals : bool
        Whether long loops end when Python has a signal.
    constants : list of array
        That the functions refer to.
    functions : list of str
    declarations, routines : set
        As of a `Builder`.
    loops : list of str
        Names of the functions that run graphs.
    timers : list of Timer
        Of the stages, if they are timed. Their sums are the first constant.
    """

    def __init__(
        self, *, fastmath: bool, timed: bool = False, signals: bool = True
    ) -> None:
        self.fastmath = fastmath
        self.signals = signals
        self.timed = timed
        self.timers: list[Timer] = []
        self.constants: list[np.ndarray] = [np.zeros(0, np.int64)] if timed else []
        self.functions: list[str] = []
        self.declarations: set[str] = set()
        self.routines: set[Any] = set()
        self.loops: list[str] = []
        self._sections: dict[Any, tuple[Graph, Section]] = {}
        self._steps: dict[str, tuple[str, int]] = {}
        self._numbers = itertools.count(1)
        self._exact = False

    @property
    def flags(self) -> str:
        """As of a `Builder`."""
        return "fast" if self.fastmath else "" if self._exact else CONTRACT

    @contextmanager
    def exactly(self) -> Iterator[None]:
        """As of `StepBuilder`."""
        before, self._exact = self._exact, True
        try:
            yield
        finally:  # a step may have no native code
            self._exact = before

    def section(
        self, graph: Graph, strides: Strides, pairs: frozenset[Pair]
    ) -> Section:
        """The function that computes a graph, from inputs of these strides.

        Each of the pairs is an input, and an output that may be computed in its place.
        """
        key = (id(graph), strides, pairs, self._exact)
        if key not in self._sections:
            given = graph.nodes, graph.inputs, graph.outputs, self.constants
            build = Build(*given, strides, longest=LONGEST)
            name = f"section{next(self._numbers)}"
            section = Section(name, build, self, inline=True, pairs=pairs)
            self._sections[key] = graph, section
        return self._sections[key][1]

    def timing(self, call: list[str], timer: Timer) -> list[str]:
        """The call of a stage; between readings of the clock if it is to be timed."""
        if not self.timed or not call:
            return call
        k = len(self.timers)
        self.timers.append(timer)
        return [
            f"%begun{k} = call i64 @functrace.now()",
            *call,
            f"%ended{k} = call i64 @functrace.now()",
            f"%passed{k} = sub i64 %ended{k}, %begun{k}",
            f'%timer{k} = getelementptr i64, ptr @"functrace.constant0", i64 {k}',
            f"%before{k} = load i64, ptr %timer{k}",
            f"%after{k}.sum = add i64 %before{k}, %passed{k}",
            f"store i64 %after{k}.sum, ptr %timer{k}",
        ]

    def add_clock(self) -> None:
        """Add the clock, and the memory of the timers."""
        self.constants[0] = np.zeros(len(self.timers), np.int64)
        self.declarations.add("declare i32 @clock_gettime(i32, ptr)")
        self.functions.append(_NOW)

    def step(self, name: str, text: str) -> str:
        """Add a step that runs no graphs, or take one that does the same; gives its name.

        What is long is not a part of each of its callers.
        """
        key = text.replace(f"@{name}", "@")
        known, place = self._steps.setdefault(key, (name, len(self.functions)))
        if known == name or text.count("\n") < _LONG:
            self.functions.append(text)
            return name
        self.functions[place] = self.functions[place].replace(" alwaysinline", "", 1)
        return known

    def add(self, functions: list[str], builder: Builder) -> None:
        """Add functions, and what they refer to."""
        self.functions += functions
        self.declarations |= builder.declarations
        self.routines |= builder.routines


class Timer(NamedTuple):
    """A stage that is timed.

    Attributes
    ----------
    stage : Nest or Call
    inner : tuple of Section
        Those that it runs, whose stages are timed, too.
    """

    stage: Nest | Call
    inner: tuple[Section, ...]


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
    plan : Plan
    texts : list of NestText or CallText
        Of the stages.
    arena : int
        Bytes of memory that it takes.
    weight : int
        Instructions that it would add to what it were a part of.
    straight : int
        Instructions outside of the loops over arrays, also of the sections that it runs.
    longest : int
        Instructions of the longest loop over arrays, also of the sections that it runs.
    inline : bool
    alone, open_ended : bool
        As of `StepBuilder`, of any of its steps.
    cost : Cost
    timers : list of int
        Numbers of its stages' timers.
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
        self.timers: list[int] = []
        self._unit = unit
        self._is_round = inline
        lanes = aimed_at().double_lanes
        self.plan = make_plan(build.partition, pairs, lanes, tiled=not unit.timed)
        self._turns = self.plan.turns
        self._keeping = _keeping(self.plan.stages, build)
        self.texts: list[NestText | CallText] = []
        for k, stage in enumerate(self.plan.stages):
            self.texts.append(self._text(k, stage))
        calls = [text for text in self.texts if isinstance(text, CallText)]
        self.arena = self.plan.nbytes
        needed = {c.number: c.b.scratch_bytes for c in calls if c.b.scratch_bytes}
        found = self.plan.scratch_offsets(needed) if needed else {}
        for call in calls:
            call.scratch = found.get(call.number, 0)
            self.arena = max(self.arena, call.scratch + call.b.scratch_bytes)
        inner = dict.fromkeys(s for text in self.texts for s in text.sections)
        self.weight = sum(len(text.b.lines) for text in self.texts)
        self.weight += sum(section.weight for section in inner if section.inline)
        self.straight = sum(section.straight for section in inner)
        self.straight += sum(text.straight for text in self.texts)
        parts: list[Section | NestText | CallText] = [*inner, *self.texts]
        self.longest = max((part.longest for part in parts), default=0)
        self.inline = inline and self.weight <= _LIGHT
        steps = [*inner, *(call.b for call in calls)]
        self.alone = any(step.alone for step in steps)
        self.open_ended = any(step.open_ended for step in steps)
        self.cost = Cost(
            sum(text.flops for text in self.texts),
            self.plan.traffic + sum(call.traffic for call in calls),
            self.arena,
        )
        self._write()

    def _text(self, number: int, stage: Nest | Call) -> NestText | CallText:
        homes, unit = self.plan.homes, self._unit
        if isinstance(stage, Nest):
            name = f"{self.name}.stage{number}"
            given, run = (name, stage, homes, self._builder()), self._turns.get(number)
            if run is None:
                return NestText(*given)
            return PartsText(*given, run, number)
        name, keeps = f"{self.name}.step{number}", number in self._keeping
        return CallText(name, number, stage, homes, unit, keeps=keeps)

    def _builder(self) -> Builder:
        """For the text of a nest."""
        machine = aimed_at()
        masks = self._is_round and machine.is_x86
        made = MaskBuilder if masks else Builder
        return made(fused=machine.fused, flags=self._unit.flags)

    def _write(self) -> None:
        calls: list[str] = []
        for number, text in enumerate(self.texts):
            functions = text.functions(inline=self.inline)
            if isinstance(text, CallText) and not text.sections:
                text.name = self._unit.step(text.name, *functions)
                functions = []
            self._unit.add(functions, text.b)
            if isinstance(text, CallText) and text.sections:
                self._unit.loops += [text.name] * (not self.inline)
                self._unit.loops += text.b.chunks
            timer = Timer(self.plan.stages[number], tuple(text.sections))
            first = len(self._unit.timers)
            calls += self._unit.timing(text.call(), timer)
            calls += self._tiles_until(number)
            self.timers += range(first, len(self._unit.timers))
            for k, (position, flag) in enumerate(self.plan.checks):
                if position == number:
                    calls += _give_up(f"{number}.{k}", self.plan.homes[flag])
        attributes = "nounwind alwaysinline" if self.inline else "nounwind"
        keeping = self._keeping
        self._unit.declarations |= {"declare void @free(ptr)"} if keeping else set()
        self._unit.functions.append(
            "\n".join(
                [
                    f"define internal i32 @{self.name}({ARGUMENTS}) {attributes} {{",
                    "entry:",
                    *(line for stage in keeping for line in _keep(stage)),
                    *calls,
                    *(line for stage in keeping for line in _release(stage, "done")),
                    "ret i32 0",
                    "given.up:",
                    *(line for stage in keeping for line in _release(stage, "failed")),
                    "ret i32 1",
                    "}",
                ]
            )
        )

    def _tiles_until(self, number: int) -> list[str]:
        """The call of the run that ends with a stage, if one does; it is added."""
        run = self._turns.get(number)
        if run is None or run.stages[-1] != number:
            return []
        texts = [cast("PartsText", self.texts[stage]) for stage in run.stages]
        names = [name for text in texts for name in text.names]
        name = f"{self.name}.tiles{number}"
        writer = RunWriter(name, run, names)
        self._unit.add(writer.functions, writer.b)
        if run.middle is not None:
            nests = [self.plan.stages[member.stage] for member in run.members]
            middle = MiddleWriter(self._builder(), run, cast("list[Nest]", nests))
            text = middle_function(name, middle, self.plan.homes)
            self._unit.add([text], middle.b)
        return [f"call void @{self.name}.tiles{number}({ARGUMENTS})"]


def _keeping(stages: Sequence[Nest | Call], build: Build) -> list[int]:
    """Steps that the section keeps memory for: only what runs graphs has its address."""
    calls = [(k, x.node) for k, x in enumerate(stages) if isinstance(x, Call)]
    found = [(k, node) for k, node in calls if _keeps(node)]
    if not found:
        return []
    others = [node for node in build.nodes if not _runs_graphs(node)]
    taken = (*build.ends, *(x for node in others for x in node.inputs))
    known = {x.node for x in taken if type(x) is Edge}
    return [k for k, node in found if node not in known]


def _runs_graphs(node: Node) -> bool:
    return isinstance(node.primitive.lower, Control)


def _keeps(node: Node) -> bool:
    form = node.primitive.lower
    return isinstance(form, Control) and form.keeps


def _keep(stage: int) -> list[str]:
    """Where a step has its memory."""
    place = kept(stage)
    words = "[4 x i64]"
    return [f"{place} = alloca {words}", f"store {words} zeroinitializer, ptr {place}"]


def _release(stage: int, end: str) -> list[str]:
    name = f"%{end}.kept{stage}"
    return [f"{name} = load ptr, ptr {kept(stage)}", f"call void @free(ptr {name})"]


def _give_up(stage: str, flag: Home) -> list[str]:
    return [
        f"%flag{stage} = getelementptr i8, ptr %arena, i64 {flag.number}",
        f"%byte{stage} = load i8, ptr %flag{stage}",
        *leave_unless(f"%byte{stage}", "i8", stage),
    ]
