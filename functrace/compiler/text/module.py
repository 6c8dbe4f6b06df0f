"""The text of a native program: sections, and a function that gives one its memory."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from functrace.compiler.plan.build import Build
from functrace.compiler.plan.describe import describe
from functrace.compiler.text.section import Section, Unit
from functrace.core.node import Edge, Node

if TYPE_CHECKING:
    from functrace.core.drawing import Picture

_ON_STACK = 1 << 16  # bytes of an arena that is not worth taking from the pool
# Lines without loops, and with loops around them, from which on the effort of optimising
# is not worth its time.
_LONG = 1500
_LONG_LOOP = 10_000
_numbers = itertools.count()


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
    ) -> None:
        unit = Unit(fastmath=fastmath, timed=timed)
        build = Build(nodes, inputs, outputs, unit.constants)
        self._section = Section("program", build, unit, inline=False)
        self.name = f"functrace.program{next(_numbers)}"
        self.timers = unit.timers
        if timed:
            unit.add_clock()
        self.arrays = {
            f"functrace.constant{k}": array for k, array in enumerate(unit.constants)
        }
        self.routines = unit.routines
        self.loops = unit.loops
        longest = _LONG_LOOP if self.loops else _LONG
        self.level = 0 if self._section.straight > longest else 1
        self.cost = self._section.cost
        main = self._main(len(inputs), unit.declarations)
        self.text = "\n".join(
            [
                *unit.functions,
                main,
                *(f'@"{symbol}" = external global i8' for symbol in self.arrays),
                *sorted(unit.declarations),
                '!0 = !{!"branch_weights", i32 1, i32 100000}',
            ]
        )

    @property
    def times(self) -> Any:
        """Nanoseconds in each of the timers' stages so far; may be written to."""
        return self.arrays["functrace.constant0"]

    @property
    def plan(self) -> str:
        """What it does in words: loops, what is computed in them, what is written."""
        return "\n".join(describe(self._section))

    def picture(self) -> Picture:
        """The plan, to look at."""
        from functrace.compiler.plan.picture import picture_of  # noqa: PLC0415 - rare

        return picture_of(self._section)

    def _main(self, inputs: int, declarations: set[str]) -> str:
        total = self._section.arena
        lines, give_back = [f"%arena = alloca [{max(total, 1)} x i8], align 64"], []
        if total > _ON_STACK:
            declarations |= {"declare ptr @ft_take(i64)", "declare void @ft_give(ptr)"}
            lines = [
                f"%arena = call ptr @ft_take(i64 {total})",
                "%none = icmp eq ptr %arena, null",
                "br i1 %none, label %no.memory, label %run",
                "no.memory:",
                "ret i32 1",
                "run:",
            ]
            give_back = ["call void @ft_give(ptr %arena)"]
        arguments = "ptr %inputs, ptr %outputs, ptr %arena"
        return "\n".join(
            [
                f'define i32 @"{self.name}"(ptr %inputs) nounwind {{',
                "entry:",
                f"%outputs = getelementptr ptr, ptr %inputs, i64 {inputs}",
                *lines,
                f"%status = call i32 @{self._section.name}({arguments})",
                *give_back,
                "ret i32 %status",
                "}",
            ]
        )
