"""Programs as functions of C: one module, with all in it that the program calls.

The function takes numbers by value, arrays and what it writes by reference, and returns 0,
or another number if it did not compute what it was asked for. In this process it calls the
same memory and threads as other programs; elsewhere it has what it needs with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

import llvmlite.binding as ll
import numpy as np

from functrace.compiler import runtime
from functrace.compiler.forms.giving_up import results_of
from functrace.compiler.kernels.numba_code import text_of
from functrace.compiler.machine import elf, emit, passes
from functrace.compiler.machine._interrupt import uninterrupted
from functrace.compiler.machine.artifact import Artifact, recalled_text
from functrace.compiler.machine.linker import machine
from functrace.compiler.machine.native import usual_linker
from functrace.compiler.machine.symbols import LOCK, NativeError, declared, is_known
from functrace.compiler.machine.target import Target, aiming_at, host
from functrace.compiler.notation.kinds import LLVM, kind_of
from functrace.compiler.notation.routine import definitions
from functrace.compiler.plan.kinds import is_native
from functrace.compiler.program import parts_in_numpy
from functrace.compiler.runtime.python import CALL
from functrace.compiler.text.module import Module
from functrace.core.aval import Aval
from functrace.core.errors import MissingRuleError, message
from functrace.core.graph import Graph
from functrace.core.rule import operand_aval

REFUSED = 1
"""What a program returns for values that it does not treat."""

_PROGRAM = "functrace.program"
_OF_SCIPY = re.compile(r"cython\.scipy\.linalg\.cython_(?:blas|lapack)\.(\w+)")
_ELSEWHERE = "cython."


class StandaloneText(NamedTuple):
    """A function of C as LLVM text.

    Attributes
    ----------
    llvm : str
    name : str
    level, loops
        As of `Module`.
    target : Target
    """

    llvm: str
    name: str
    level: int
    loops: list[str]
    target: Target


def is_by_value(aval: Aval) -> bool:
    """Whether an input is passed by value: numbers that are a word or less are."""
    return not aval.shape and np.dtype(aval.dtype).kind != "c"


def load(graph: Graph, name: str, *, fastmath: bool) -> Artifact:
    """The function in this process.

    Parameters
    ----------
    graph : Graph
        Simplified; outputs may be constants.
    name : str
    fastmath : bool

    Raises
    ------
    MissingRuleError
        A part of the graph has no native code.
    NativeError
        There is to be no native code in this process.
    """
    if usual_linker() is None:
        raise NativeError("functrace: there is no native code in this process.")
    text = _written(graph, name, host(), fastmath=fastmath, finish=lambda llvm: llvm)
    options = {"level": text.level, "loops": tuple(text.loops)}
    return recalled_text(text.llvm, [name], **options)


def write(
    graph: Graph, name: str, target: Target, *, fastmath: bool, bare: bool
) -> tuple[bytes, list[str]]:
    """The function as an object file for any process.

    Parameters
    ----------
    graph, name, fastmath
        As of `load`.
    target : Target
    bare : bool
        Whether it also has copies of memory with it, for where there is no C library.

    Returns
    -------
    data : bytes
    needed : list of str
        Names of functions that it takes from elsewhere.

    Raises
    ------
    MissingRuleError
        A part of the graph has no native code, or it is code of SciPy's own.
    """

    def finish(llvm: str) -> str:
        return _portable(llvm, bare=bare)

    text = _written(graph, name, target, fastmath=fastmath, finish=finish)
    source = emit.ModuleSource(
        *(text.llvm, [name], {}, text.level, text.loops, False, True, target)
    )
    with uninterrupted(), LOCK:
        data = emit.emit(source, "small")
    needed = elf.undefined(data) if elf.is_elf(data) else declared(text.llvm)
    return data, [name for name in needed if name != _TABLE]


def _written(
    graph: Graph,
    name: str,
    target: Target,
    *,
    fastmath: bool,
    finish: Callable[[str], str],
) -> StandaloneText:
    ll.initialize_all_targets()
    ll.initialize_all_asmprinters()
    results = results_of(graph)
    _refuse_foreign(graph, results)
    inputs = [edge.aval for edge in graph.inputs]
    with aiming_at(target):
        module = Module(
            graph.nodes, graph.inputs, results, fastmath=fastmath, signals=False
        )
        if f"@{CALL}(" in module.text:
            _refuse("calls of Python's functions, as of SciPy's sparse solvers")
        own = module.text.replace(module.name, _PROGRAM)
        for symbol, array in module.arrays.items():
            own = own.replace(*_embedded(symbol, array))
        texts = [own, definitions(module.routines, target)[0]]
    texts.append(_entry(name, inputs, len(results)))
    with uninterrupted(), LOCK:
        whole = _joined([finish(_joined(texts, name, target))], name, target)
    return StandaloneText(whole, name, module.level, module.loops, target)


def _refuse_foreign(graph: Graph, results: Sequence[Any]) -> None:
    lines = [
        line
        for node in graph.nodes
        if not is_native(node)
        for line in parts_in_numpy(node)
    ]
    ends = map(operand_aval, (*graph.inputs, *results))
    lines += [f"a value {end}" for end in ends if kind_of(end.dtype) is None]
    if lines:
        _refuse("; ".join(lines))


def _refuse(got: str) -> NoReturn:
    raise MissingRuleError(
        message(
            "functrace: parts of the function have no native code, and there is no "
            "interpreter to run them.",
            got=got,
            help="leave them out of what is to be called without Python.",
        )
    )


def _embedded(symbol: str, array: np.ndarray) -> tuple[str, str]:
    """What declares an array, and what defines it."""
    data = np.ascontiguousarray(array).tobytes()
    content = "".join(f"\\{byte:02X}" for byte in data)
    place = f'@"{symbol}" ='
    kind = f"[{len(data)} x i8]"
    return (
        f"{place} external global i8",
        f'{place} constant {kind} c"{content}", align 64',
    )


def _entry(name: str, inputs: Sequence[Any], outputs: int) -> str:
    """The function itself, which gives the program a table of pointers."""
    count = len(inputs) + outputs
    given: list[str] = []
    lines = [f"%buffers = alloca [{max(count, 1)} x ptr]"]
    for k in range(count):
        pointer = f"%p{k}"
        if k < len(inputs) and is_by_value(inputs[k]):
            kind = kind_of(inputs[k].dtype)
            assert kind is not None
            type_ = "i8" if kind == "b1" else LLVM[kind]
            pointer = f"%n{k}"
            lines += [
                f"{pointer} = alloca {type_}",
                f"store {type_} %p{k}, ptr {pointer}",
            ]
            given.append(f"{type_} %p{k}")
        else:
            given.append(f"ptr %p{k}")
        lines.append(f"%b{k} = getelementptr ptr, ptr %buffers, i64 {k}")
        lines.append(f"store ptr {pointer}, ptr %b{k}")
    head = f'define i32 @"{name}"({", ".join(given)}) nounwind {{'
    lines += [f'%status = call i32 @"{_PROGRAM}"(ptr %buffers)', "ret i32 %status", "}"]
    declaration = f'declare i32 @"{_PROGRAM}"(ptr)'
    return "\n".join([declaration, head, "entry:", *lines])


def _joined(texts: Iterable[str], name: str, target: Target) -> str:
    """One text of several, and of the kernels that they call; only `name` is seen."""
    context = ll.create_context()
    first, *others = texts
    whole = ll.parse_assembly(first, context)
    for text in others:
        whole.link_in(ll.parse_assembly(text, context))
    for text in filter(None, map(text_of, declared(str(whole)))):
        whole.link_in(_optimised(ll.parse_assembly(text, context), target))
    for value in (*whole.functions, *whole.global_variables):
        if value.name not in {name, *_BARE} and not value.is_declaration:
            value.linkage = "internal"
    return str(whole)


def _optimised(kernel: ll.ModuleRef, target: Target) -> ll.ModuleRef:
    """A kernel, with the vectors that it has where it is code of its own."""
    emitter = machine(target, 2, "small")
    kernel.triple, kernel.data_layout = target.triple, str(emitter.target_data)
    passes.optimise(kernel, emitter)
    return kernel


# -- for other processes ---------------------------------------------------------------

_RUN_TIME = {
    **dict.fromkeys(("ft_take", "ft_give", "ft_blas_share"), "alone"),
    **dict.fromkeys(("ft_parallel", "ft_blas_begin", "ft_blas_end"), "serial"),
}
_TABLE = "_GLOBAL_OFFSET_TABLE_"  # which linkers make
_BARE = ("memcpy", "memset")


def _portable(llvm: str, *, bare: bool) -> str:
    """The text with the run-time in it, and other libraries' functions by usual names."""
    names = {_RUN_TIME[symbol] for symbol in declared(llvm) if symbol in _RUN_TIME}
    if "alone" in names:
        names.add("serial")
    if bare:
        names.add("bare")
    context = ll.create_context()
    whole = ll.parse_assembly(llvm, context)
    for symbol in declared(llvm):
        if symbol.startswith(_ELSEWHERE):
            whole.get_function(symbol).name = _usual_name(symbol)
    for name in sorted(names):
        whole.link_in(ll.parse_assembly(runtime.text(name), context))
    for name in _BARE if bare else ():
        whole.get_function(name).visibility = "hidden"
    text = str(whole)
    for symbol in filter(is_known, declared(text)):
        _refuse_code("only this process", symbol)
    return text


def _usual_name(symbol: str) -> str:
    found = _OF_SCIPY.fullmatch(symbol)
    if found is None:
        _refuse_code("only SciPy", symbol.removeprefix(_ELSEWHERE))
    return f"{found[1]}_"


def _refuse_code(owner: str, symbol: str) -> NoReturn:
    raise MissingRuleError(
        message(
            f"functrace.export: the function calls code that {owner} has.",
            got=symbol,
            help="leave it out of what is exported.",
        )
    )
