"""Steps: functions of a program that do one operation on arrays in memory.

What `functrace.compiler.forms.Step` lowers to, products of matrices, factorisations, and
what `functrace.compiler.forms.Control` does: loops and branches, which run graphs.
The text is ``define internal i32 @name(ptr %x0, ..., ptr %o0, ..., ptr %scratch)``; the
function returns 0, or 1 where the operation's `impl` raises an error of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from functrace.compiler.forms import Unlowered
from functrace.compiler.indices.index import row_major
from functrace.compiler.notation import flow
from functrace.compiler.notation.builder import CONTRACT, Builder, Value
from functrace.compiler.notation.flow import CountedLoop
from functrace.compiler.notation.kinds import LLVM, Kind, kind_of, literal
from functrace.compiler.notation.memory import advance
from functrace.compiler.runtime.blas_threads import BEGIN, END, SHARE
from functrace.core.aval import Aval
from functrace.core.graph import Graph

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section, Unit

ALIGNMENT = 64  # bytes
ON_STACK = 1 << 12  # bytes of memory that may be there
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


class SectionRun(NamedTuple):
    """A graph that a step runs.

    Attributes
    ----------
    section : Section
    times : int
        How often, as far as is known.
    """

    section: Section
    times: int


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
    unit : Unit, optional
        What the functions of the module share: needed to run graphs.
    keeps : bool
        Whether the section keeps memory for it.

    Attributes
    ----------
    kept : str or None
        A pointer to four words, zeros at first, that last as long as the section runs; the
        first one may be a pointer to memory, which is freed then.
    operands, outputs : list of Operand
    scratch_bytes : int
        How much scratch memory, aligned to 64 bytes, the function needs.
    runs : list of SectionRun
    inline : bool
        Whether the function is to be a part of what calls it.
    alone : bool
        Whether it must not run in several threads at once, or in others than Python's.
    open_ended : bool
        Whether there are loops of which nobody knows how long they are.

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
        unit: Unit | None = None,
        keeps: bool = False,
    ) -> None:
        super().__init__(fused=fused, flags=unit.flags if unit else CONTRACT)
        self.name = name
        self.kept = "%kept" if keeps else None
        self.unit = unit
        self.runs: list[SectionRun] = []
        self.inline = self.alone = self.open_ended = False
        self.vector_bits = vector_bits
        self.operands = [Operand(f"%x{i}", *given) for i, given in enumerate(operands)]
        self.outputs = [
            Operand(f"%o{i}", aval, row_major(aval.shape))
            for i, aval in enumerate(outputs)
        ]
        self.scratch_bytes = 0
        self._fails = False
        self._entry: list[str] = []
        self._tapes: list[str] = []
        self._times = 1
        self._chunks: dict[str, str] = {}

    @property
    def chunks(self) -> list[str]:
        """Names of the functions of rounds that threads share."""
        return [*self._chunks]

    def text(self) -> str:
        """The function, finished."""
        pointers = [o.pointer for o in (*self.operands, *self.outputs)]
        pointers += ["%scratch", *filter(None, [self.kept])]
        given = ", ".join(f"ptr noalias {p}" for p in pointers)
        attributes = "nounwind alwaysinline" if self.inline else "nounwind"
        lines = [
            f"define internal i32 @{self.name}({given}) {attributes} {{",
            "entry:",
            *self._entry,
            *self.lines,
        ]
        lines += [*self._release("done"), "ret i32 0"]
        if self._fails:
            lines += ["failed:", *self._release("failed"), "ret i32 1"]
        return "\n".join([*lines, "}", *self._chunks.values()])

    def _release(self, end: str) -> list[str]:
        lines: list[str] = []
        for i, slot in enumerate(self._tapes):
            lines.append(f"%{end}.tape{i} = load ptr, ptr {slot}")
            lines.append(f"call void @free(ptr %{end}.tape{i})")
        return lines

    # -- control ---------------------------------------------------------------------------

    @contextmanager
    def loop(
        self, count: Integer, *carried: Any, times: int = 1
    ) -> Iterator[CountedLoop]:
        """Write a loop of `count` rounds, at least one; its body is the block's.

        `carried` are the first round's values, real or complex. Of a count that is known
        when the loop runs, `times` is what to expect.
        """
        if count == 1 and not isinstance(count, Value):
            yield CountedLoop(self.constant(0, "i64"), list(carried))
            return
        before = self._times
        self._times *= times if isinstance(count, Value) else count
        stop = count.text if isinstance(count, Value) else str(count)
        with flow.counted(self, "0", stop, 1, carried) as loop:
            yield loop
        self._times = before

    @contextmanager
    def shared(
        self, count: int, pointers: Sequence[str], by: str = SHARE
    ) -> Iterator[tuple[Value, list[str]]]:
        """Write a loop whose rounds threads share: those of BLAS, or others, as `by` says.

        The rounds, in any order, may use what is given: their number, and the pointers
        under other names; and variables of their own. The step fails if one does, and
        those that have not begun then are left out.
        """
        failed = self.variable(1)
        self.zero(failed, 1)
        table = self.table([*pointers, failed])
        name = f"{self.name}.chunk{len(self._chunks)}"
        outside = self.lines, self._entry, self.block, self._times
        self.lines, self._entry, self.block = [], [], "entry"
        self._times *= count
        own: list[str] = []
        for k in range(len(pointers) + 1):
            place = advance(self, "%context", "i64", k)
            own.append(self.add(f"load ptr, ptr {place}"))
        flag = own.pop()
        self.fail_if(self._is_set(flag))
        yield Value(self, "%number", "i64", 0), own
        arguments = "ptr %context, i64 %number"
        head = f"define internal void @{name}({arguments}) nounwind {{"
        text = [head, "entry:", *self._entry, *self.lines, "ret void", "failed:"]
        text += [f"store atomic i8 1, ptr {flag} monotonic, align 1", "ret void", "}"]
        self._chunks[name] = "\n".join(text)
        self.lines, self._entry, self.block, self._times = outside
        self.declarations.add(f"declare void @{by}(ptr, ptr, i64)")
        self.lines.append(f"call void @{by}(ptr @{name}, ptr {table}, i64 {count})")
        self.fail_if(self._is_set(failed))

    def _is_set(self, flag: str) -> Value:
        loaded = f"load atomic i8, ptr {flag} monotonic, align 1"
        return self.emit(loaded, "u8", 0) != 0

    @contextmanager
    def one_thread(self, on: bool = True) -> Iterator[None]:
        """Let calls of BLAS run in one thread each; `on`: or leave its threads to it."""
        self.declarations |= {f"declare void @{f}()" for f in (BEGIN, END)}
        self.lines += [f"call void @{BEGIN}()"] * on
        yield
        self.lines += [f"call void @{END}()"] * on

    def repeat(self) -> AbstractContextManager[Callable[[Value], None]]:
        """Write a loop that ends where what is given is called, with a flag that holds."""
        self.open_ended = True
        return flow.repeat(self)

    def when(
        self, flag: Value, *, rarely: bool = False
    ) -> AbstractContextManager[None]:
        """Write code that runs where the flag, a scalar, holds."""
        return flow.when(self, flag, flow.UNLIKELY if rarely else "")

    def switch(self, index: Value, count: int) -> Iterator[int]:
        """Write code for each value of an ``i64`` below `count`: of those yielded in turn."""
        return flow.switch(self, index, count)

    def fail_if(self, flag: Value) -> None:
        """Return 1 where the flag, a scalar, holds."""
        self._fails = True
        name = self.fresh()[1:]
        flow.branch(self, flag, "failed", name)
        flow.begin(self, name)

    # -- graphs ----------------------------------------------------------------------------

    def section(
        self,
        graph: Graph,
        strides: Iterable[tuple[int, ...]],
        pairs: Iterable[tuple[int, int]] = (),
    ) -> Section:
        """Compile a graph, for inputs of these strides.

        Each of the pairs is an input in C order, and an output that may be computed in
        its place; those in the section's `in_place` must be.
        """
        assert self.unit is not None
        return self.unit.section(graph, tuple(strides), frozenset(pairs))

    def exactly(self) -> AbstractContextManager[None]:
        """Graphs that are compiled meanwhile round each operation, wherever they stand."""
        assert self.unit is not None
        return self.unit.exactly()

    def run(
        self,
        section: Section,
        inputs: Sequence[Operand],
        outputs: Sequence[str],
        arena: str | None = None,
        *,
        rarely: bool = False,
    ) -> None:
        """Compute the outputs of a graph; the step fails if that does.

        `outputs` are pointers to memory for arrays in C order, that no input is in but
        those of the section's `in_place`; `arena` to what the section needs. Its code is
        not a part of what runs it `rarely`.
        """
        self.runs.append(SectionRun(section, 0 if rarely else self._times))
        arena = self.local(section.arena) if arena is None else arena
        given = self.table([x.pointer for x in inputs])
        taken = self.table(outputs)
        arguments = f"ptr {given}, ptr {taken}, ptr {arena}"
        call = f"call i32 @{section.name}({arguments}){' noinline' * rarely}"
        self.fail_if(self.emit(call, "i32", 0) != 0)

    def table(self, pointers: Sequence[str]) -> str:
        """A pointer to memory that holds these pointers."""
        table = self.variable(8 * len(pointers))
        for k, pointer in enumerate(pointers):
            place = advance(self, table, "i64", k)
            self.lines.append(f"store ptr {pointer}, ptr {place}")
        return table

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
        self.scratch_bytes += -(-nbytes // ALIGNMENT) * ALIGNMENT
        return self.add(f"getelementptr i8, ptr %scratch, i64 {offset}")

    def variable(self, nbytes: int) -> str:
        """A pointer to memory on the stack, which may turn out to be registers."""
        name = self.fresh()
        self._entry.append(f"{name} = alloca [{max(nbytes, 1)} x i8], align 64")
        return name

    def local(self, nbytes: int) -> str:
        """A pointer to memory of the step's own: a variable, if it is small."""
        return self.variable(nbytes) if nbytes <= ON_STACK else self.scratch(nbytes)

    def temporary(self, avals: Sequence[Aval]) -> list[Operand]:
        """Arrays in C order, in memory of the step's own."""
        made = [Operand("", Aval(*aval), row_major(aval[0])) for aval in avals]
        return [x._replace(pointer=self.local(x.aval.nbytes)) for x in made]

    def owned(self) -> str:
        """A pointer to four words; the first is one to what the step frees, null so far."""
        self.declarations.add("declare void @free(ptr)")
        slot = self.variable(32)
        self._entry.append(f"store ptr null, ptr {slot}")
        self._tapes.append(slot)
        return slot

    def tape(self, nbytes: Value) -> str:
        """A pointer to memory of a size that is known at run time; the step frees it."""
        self.declarations.add("declare ptr @malloc(i64)")
        slot, name = self.owned(), self.fresh()
        self.lines.append(f"{name} = call ptr @malloc(i64 {nbytes.text})")
        self.lines.append(f"store ptr {name}, ptr {slot}")
        self.fail_if(self.emit(f"icmp eq ptr {name}, null", "b1", 0))
        return name

    def copy(self, target: str, source: str, nbytes: int) -> None:
        """Copy bytes to other memory."""
        self.declarations.add("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        self.lines.append(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, "
            f"i64 {nbytes}, i1 false)"
        )

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
        from functrace.compiler.machine.symbols import cython_symbol  # noqa: PLC0415 - loads LLVM

        return cython_symbol(module, function, signature)

    def ufunc(
        self, module: str, ufunc: np.ufunc, dtypes: Sequence[np.dtype]
    ) -> tuple[str, str]:
        """Symbol of the inner loop of a module's ufunc, and a pointer to its data."""
        from functrace.compiler.machine.symbols import ufunc_symbols  # noqa: PLC0415 - likewise

        self.alone = True  # where something is not as it should be, it turns to Python
        loop, data = ufunc_symbols(module, ufunc, dtypes)
        if data is None:
            return loop, "null"
        self.declarations.add(f'@"{data}" = external global i8')
        return loop, f'@"{data}"'

    def int32(self, number: Integer) -> str:
        """A pointer to an ``int``."""
        if isinstance(number, Value):
            place = self.variable(4)
            self.lines.append(
                f"store i32 {self.convert(number, 'i32').text}, ptr {place}"
            )
            return place
        if number > _LARGEST_INT:
            raise Unlowered
        return self._constant(f"int.{number}", f"i32 {number}")

    def integers(self, numbers: Sequence[int]) -> str:
        """A pointer to constant ``npy_intp``."""
        parts = ", ".join(f"i64 {number}" for number in numbers)
        name = "integers." + ".".join(map(str, numbers))
        return self._constant(name, f"[{len(numbers)} x i64] [{parts}]")

    def state(self, array: np.ndarray) -> str:
        """A pointer to an array's data, which lives as long as the program."""
        if self.unit is None:  # it is only asked whether there is code
            return "null"
        self.unit.constants.append(array)
        return f'@"functrace.constant{len(self.unit.constants) - 1}"'

    def object(self, value: Any) -> str:
        """A pointer to where a Python object is referred to."""
        place = np.empty(1, object)
        place[0] = value
        return self.state(place)

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
