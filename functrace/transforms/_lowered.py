"""What a compiled function tells about its programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from functrace.core.graph import Graph
from functrace.primitives.call import simple_of
from functrace.transforms._entry import Entry
from functrace.transforms._rolling.words import loops_in_words
from functrace.transforms._signature import describe

if TYPE_CHECKING:
    from functrace.compiler.program import Program


class Lowered:
    """The program of one signature, in all its stages.

    Attributes
    ----------
    graph : Graph
        What is compiled.
    plan : str
        The loops and calls that the graph becomes: what is computed in which loop, and
        where it is in memory. A notebook shows it as a picture.
    llvm, asm : str
        The program's intermediate representation, and its machine code.
    flops : int
        Floating-point operations of a call, estimated.
    bytes : int
        Bytes that a call reads and writes, estimated.
    peak_memory : int
        Bytes that a call needs at once, results included, estimated.
    """

    def __init__(
        self,
        entry: Entry,
        function: Callable[..., Any],
        with_lines: Callable[[], Graph],
    ) -> None:
        self._entry = entry
        self._function = function
        self._with_lines = with_lines

    @property
    def graph(self) -> Graph:
        return self._entry.program.graph

    @property
    def plan(self) -> ProgramPlan:
        return ProgramPlan(self._entry.program)

    @property
    def llvm(self) -> str:
        return self._entry.program.llvm

    @property
    def asm(self) -> str:
        return self._entry.program.asm

    @property
    def flops(self) -> int:
        return self._entry.program.cost.flops

    @property
    def bytes(self) -> int:
        return self._entry.program.cost.bytes

    @property
    def peak_memory(self) -> int:
        return self._entry.program.cost.memory

    def explain(self) -> Explanation:
        """What does not run as native code, what runs as a loop, and sparse derivatives.

        The function is traced once more, to know the lines.
        """
        from functrace.compiler.program import in_numpy  # noqa: PLC0415 - loaded by now

        graph = self._with_lines()
        lines = list(dict.fromkeys(in_numpy(simple_of(graph))))
        head = "functrace.jit: all of it is native code"
        if lines:
            head = "functrace.jit: these operations run in NumPy, between native code:"
        loops = loops_in_words(graph)
        if loops:
            loops = ["loops:", *(f"  {line}" for line in loops)]
        choices = [f"  {line}" for line in dict.fromkeys(self._entry.choices)]
        if choices:
            choices = ["derivatives:", *choices]
        return Explanation("\n".join(["\n  ".join([head, *lines]), *loops, *choices]))

    def compile(self) -> Callable[..., Any]:
        """Compile now, for calls of this signature; gives the compiled function."""
        self._entry.compile()
        return self._function

    def __repr__(self) -> str:
        return f"<functrace.jit.Lowered: {self.graph!r}>"


class Compilation(NamedTuple):
    """An entry in the history: what was compiled, and why."""

    labels: Sequence[str]
    leaves: Sequence[Any]
    reason: str
    times: dict[str, float]
    notes: Sequence[str] = ()

    def __str__(self) -> str:
        pairs = zip(self.labels, self.leaves, strict=True)
        arguments = ", ".join(f"{name}: {describe(leaf)}" for name, leaf in pairs)
        times = (f"{stage} {1e3 * s:.1f} ms" for stage, s in self.times.items())
        lines = [f"({arguments})", f"{self.reason}; {', '.join(times)}", *self.notes]
        return "\n     ".join(lines)


class Explanation(str):
    """Text that a prompt shows as it is printed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class ProgramPlan(Explanation):
    """What a program does in order, as text, and as a picture where there can be one."""

    def __new__(cls, program: Program) -> Self:
        """The plan of a program."""
        made = super().__new__(cls, program.plan)
        made._program = program
        return made

    _program: Program

    def _repr_svg_(self) -> str:
        return self._program.picture().svg()


def explain(name: str, history: Sequence[Compilation], programs: int) -> Explanation:
    """The history as text."""
    count = f"{len(history)} compilation{'s' * (len(history) != 1)}"
    lines = [f"functrace.jit of {name}: {count}, {programs} in use"]
    lines += [f"  {i}. {name}{c}" for i, c in enumerate(history, 1)]
    return Explanation("\n".join(lines))
