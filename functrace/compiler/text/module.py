"""The text of a native program: sections, and a function that gives one its memory."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import begin, branch
from functrace.compiler.plan.build import Build
from functrace.compiler.plan.describe import describe
from functrace.compiler.text.section import LONGEST, Section, Unit
from functrace.core.graph import graphs_of
from functrace.core.node import Edge, Node

if TYPE_CHECKING:
    from functrace.core.drawing import Picture

_ON_STACK = 1 << 16  # bytes of an arena that is not worth taking from the pool
# Lines without loops from which on the effort of optimising is not worth its time: where
# there is nothing else, where there are loops besides, and with loops around them. With more
# in one loop it takes longer than in proportion, and gains little.
_SHORT = 100
_LONG = 1500
_LONG_LOOP = 10_000
_numbers = itertools.count()

NO_MEMORY = 2
"""What a program returns that finds no memory to work with."""


class Module:
    """A program as text.

    Attributes
    ----------
    name : str
        Of the function ``i32 (ptr buffers)``: of the inputs, then of the outputs.
    text : str
    arrays : dict
        The constant arrays that the text refers to, by symbol.
    routines : set
        What must be compiled before it is loaded.
    loops : list of str
        Names of the functions that run bodies of loops, or branches.
    level : int
        Effort that the code generator is to make.
    cost : Cost
    timers : list of Timer
        If it is timed, of each stage that it runs; `times` has the sums.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        inputs: Sequence[Edge],
        outputs: Sequence[Any],
        *,
        fastmath: bool = False,
        timed: bool = False,
        signals: bool = True,
    ) -> None:
        self._given = nodes, inputs, outputs
        self._fastmath = fastmath
        unit = Unit(fastmath=fastmath, timed=timed, signals=signals)
        section = self._section(unit)
        self.name = f"functrace.program{next(_numbers)}"
        self.timers = unit.timers
        if timed:
            unit.add_clock()
        self.arrays = {
            f"functrace.constant{k}": array for k, array in enumerate(unit.constants)
        }
        self.routines = unit.routines
        self.loops = unit.loops
        alone = section.weight == section.straight
        longest = _LONG_LOOP if self.loops else _SHORT if alone else _LONG
        is_long = section.straight > longest or section.longest > _LONG_LOOP
        self.level = 0 if is_long else 1
        self.cost = section.cost
        main = self._main(section, len(inputs), unit.declarations)
        self.text = "\n".join(
            [
                *unit.functions,
                main,
                *(f'@"{symbol}" = external global i8' for symbol in self.arrays),
                *sorted(unit.declarations),
                '!0 = !{!"branch_weights", i32 1, i32 100000}',
            ]
        )

    def _section(self, unit: Unit) -> Section:
        """What is made of the nodes, and not kept: it is several times as large."""
        loops = any(graphs_of(node) for node in self._given[0] if node.params)
        longest = LONGEST if loops else None
        build = Build(*self._given, unit.constants, longest=longest)
        return Section("program", build, unit, inline=False)

    @property
    def times(self) -> Any:
        """Nanoseconds in each of the timers' stages so far; may be written to."""
        return self.arrays["functrace.constant0"]

    @property
    def plan(self) -> str:
        """What it does in words: loops, what is computed in them, what is written."""
        unit = Unit(fastmath=self._fastmath)
        return "\n".join(describe(self._section(unit)))

    def picture(self) -> Picture:
        """The plan, to look at."""
        from functrace.compiler.plan.picture import picture_of  # noqa: PLC0415 - rare

        return picture_of(self._section(Unit(fastmath=self._fastmath)))

    def _main(self, section: Section, inputs: int, declarations: set[str]) -> str:
        total = section.arena
        lines, give_back = [f"%arena = alloca [{max(total, 1)} x i8], align 64"], []
        if total > _ON_STACK:
            declarations |= {"declare ptr @ft_take(i64)", "declare void @ft_give(ptr)"}
            b = Builder()
            none = Value(b, "%none", "b1", 0)
            b.lines.append(f"%arena = call ptr @ft_take(i64 {total})")
            b.lines.append(f"{none.text} = icmp eq ptr %arena, null")
            branch(b, none, "no.memory", "run")
            begin(b, "no.memory")
            b.lines.append(f"ret i32 {NO_MEMORY}")
            begin(b, "run")
            lines, give_back = b.lines, ["call void @ft_give(ptr %arena)"]
        arguments = "ptr %inputs, ptr %outputs, ptr %arena"
        return "\n".join(
            [
                f'define i32 @"{self.name}"(ptr %inputs) nounwind {{',
                "entry:",
                f"%outputs = getelementptr ptr, ptr %inputs, i64 {inputs}",
                *lines,
                f"%status = call i32 @{section.name}({arguments})",
                *give_back,
                "ret i32 %status",
                "}",
            ]
        )
