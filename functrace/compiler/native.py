"""LLVM text becomes machine code: what is private to llvmlite and Numba is used here.

Two routes lead there. The usual one takes LLVM from Numba's binding of it (llvmlite): an
object file is emitted, without optimising the text first, and linked where it is to run.
Should that fail on some platform or release, Numba's code library does the work.
"""

from __future__ import annotations

import ctypes
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import llvmlite.binding as ll
import numpy as np

from functrace.compiler._interrupt import uninterrupted
from functrace.compiler.symbols import (
    LOCK,
    NativeError,
    declared,
    resolve,
)
from functrace.compiler.target import host

LIBRARIES_PER_LINKER = 128
_LINE = re.compile(r"^<string>:(\d+):", re.MULTILINE)


@dataclass(frozen=True, eq=False, kw_only=True)
class Code:
    """Machine code, which stays in memory for as long as this record.

    Attributes
    ----------
    addresses : mapping of str to int
        Where each of the functions asked for begins.
    imports : tuple of str
        The symbols it takes from elsewhere.
    object_bytes : bytes
        What `load_object` takes, in another process too; empty if Numba's code library
        made the code.
    llvm : str
        The text it was made from; empty if it was loaded.
    """

    addresses: Mapping[str, int]
    imports: tuple[str, ...]
    object_bytes: bytes = field(repr=False)
    llvm: str = field(repr=False)
    list_assembly: Callable[[], str] = field(repr=False)
    owners: tuple[Any, ...] = field(repr=False)

    def address(self, name: str) -> int:
        """Where the function `name` begins."""
        return self.addresses[name]

    def assembly(self) -> str:
        """The machine code as text, made anew from the LLVM text."""
        return self.list_assembly()


class Source(NamedTuple):
    """What code is made of: the arguments of `compile_text`."""

    text: str
    names: Sequence[str]
    arrays: Mapping[str, np.ndarray]
    level: int
    loops: Sequence[str]
    optimise: bool
    verify: bool


Route: TypeAlias = Callable[[Source, Mapping[str, int]], Code]
"""From a source, and the addresses of what it declares, to code."""


def compile_text(
    text: str,
    names: Sequence[str],
    *,
    arrays: Mapping[str, np.ndarray] = MappingProxyType({}),
    level: int = 1,
    loops: Sequence[str] = (),
    optimise: bool = False,
    verify: bool = True,
    route: Route | None = None,
) -> Code:
    """Compile LLVM text and load it.

    Parameters
    ----------
    text : str
        A module. What it declares is bound by name: to one of `arrays`, to what was
        given to `add_symbol`, or to a function of this process (``exp``).
    names : sequence of str
        The functions whose addresses are wanted.
    arrays : mapping of str to ndarray
        Data that this text alone declares, ``@name = external global i8``; the code
        keeps them.
    level : int
        Effort of LLVM's code generator: 0 for long scalar code, 1 for vectors; up to 3.
    loops : sequence of str
        Functions whose code is to be simplified (O1), once those that they call are parts
        of them, where these are marked ``alwaysinline``.
    optimise : bool
        Whether LLVM's optimiser (O3) runs first, which takes longer than the rest.
    verify : bool
        Whether LLVM checks the text beyond its grammar. Invalid text that is not checked
        may end the process.
    route : Route, optional
        How to get there; default: the first one that works here.

    Returns
    -------
    Code

    Raises
    ------
    NativeError
        The text is invalid, or declares a symbol that is not to be found.

    Examples
    --------
    >>> import ctypes
    >>> text = '''
    ... define double @half(double %x) {
    ...   %y = fmul double %x, 0.5
    ...   ret double %y
    ... }'''
    >>> code = compile_text(text, ["half"])
    >>> ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("half"))(3.0)
    1.5
    """
    source = Source(text, names, arrays, level, loops, optimise, verify)
    with uninterrupted(), LOCK:
        imports = resolve(declared(text), arrays)
        return (route or usual_route())(source, imports)


def load_object(
    data: bytes,
    names: Sequence[str],
    imports: Sequence[str],
    arrays: Mapping[str, np.ndarray] = MappingProxyType({}),
) -> Code:
    """Load what an earlier `compile_text` emitted: its `object_bytes` and `imports`.

    The bytes must be whole: LLVM may end the process if they are damaged.

    Raises
    ------
    NativeError
        A symbol is missing, or this process has no use for object files.
    """
    with uninterrupted(), LOCK:
        if usual_route() is not emit_and_link:
            raise NativeError("functrace: no object files on this platform.")
        addresses, library = _linker().link(data, names, resolve(imports, arrays))
    return Code(
        addresses=addresses,
        imports=tuple(imports),
        object_bytes=data,
        llvm="",
        list_assembly=str,
        owners=(library, arrays),
    )


# -- from text to a module -------------------------------------------------------------


@functools.cache
def _machine(level: int) -> ll.TargetMachine:
    """What emits code for this processor; small, position-independent code is fastest."""
    ll.initialize_native_target()
    ll.initialize_native_asmprinter()
    target = host()
    return ll.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=level,
        reloc="pic",
        codemodel="small",
        jit=True,
    )


def _module(source: Source) -> ll.ModuleRef:
    """The text as a module, in a context of its own: it is all freed with the module."""
    machine = _machine(source.level)
    try:
        module = ll.parse_assembly(source.text, ll.create_context())
        module.triple = host().triple
        module.data_layout = str(machine.target_data)
        if source.verify:
            module.verify()
    except RuntimeError as error:
        explained = _explain(str(error), source.text)
        raise NativeError(f"functrace bug: {explained}") from None
    for name in source.names:
        _require(module, name)
    if source.optimise:
        _optimise(module, machine)
    elif source.loops:
        _simplify(module, machine, source.loops)
    return module


def _explain(error: str, text: str) -> str:
    """LLVM's message, with the lines of the text around the one it names."""
    place = _LINE.search(error)
    if place is None:
        return error
    number = int(place[1])
    lines = list(enumerate(text.splitlines(), start=1))
    vicinity = lines[max(number - 4, 0) : number + 3]
    return "\n".join(
        [error.rstrip(), "in:", *(f"{n:6}  {line}" for n, line in vicinity)]
    )


def _require(module: ll.ModuleRef, name: str) -> None:
    try:
        defined = not module.get_function(name).is_declaration
    except NameError:
        defined = False
    if not defined:
        raise NativeError(f"functrace bug: the text does not define {name!r}.")


def _optimise(module: ll.ModuleRef, machine: ll.TargetMachine) -> None:
    """Run LLVM's O3 pipeline; its managers serve once only."""
    options = ll.create_pipeline_tuning_options(speed_level=3)
    builder = ll.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _simplify(
    module: ll.ModuleRef, machine: ll.TargetMachine, names: Sequence[str]
) -> None:
    """Keep in registers what functions, and those that are parts of them, pass on."""
    options = ll.create_pipeline_tuning_options(speed_level=1)
    builder = ll.create_pass_builder(machine, options)
    inliner = ll.create_new_module_pass_manager()
    inliner.add_always_inliner_pass()
    inliner.run(module, builder)
    for name in names:
        passes = builder.getFunctionPassManager()
        passes.run(module.get_function(name), builder)


# -- routes ----------------------------------------------------------------------------


def emit_and_link(source: Source, imports: Mapping[str, int]) -> Code:
    """Emit an object file and link it in memory."""
    data = _machine(source.level).emit_object(_module(source))
    addresses, library = _linker().link(data, source.names, imports)
    return Code(
        addresses=addresses,
        imports=tuple(imports),
        object_bytes=data,
        llvm=source.text,
        list_assembly=functools.partial(_list_assembly, source),
        owners=(library, source.arrays),
    )


def _list_assembly(source: Source) -> str:
    with uninterrupted(), LOCK:
        return _machine(source.level).emit_assembly(_module(source))


class Linker:
    """Links object files into libraries of this process, each freed with its owner."""

    def __init__(self) -> None:
        self.jit = ll.create_lljit_compiler(
            _machine(0), use_jit_link=True, suppress_errors=True
        )
        self.libraries = 0

    def link(
        self, data: bytes, names: Sequence[str], imports: Mapping[str, int]
    ) -> tuple[dict[str, int], Any]:
        """Addresses of the functions, and what keeps them in memory."""
        self.libraries += 1
        builder = ll.JITLibraryBuilder().add_object_img(data)
        for name, address in imports.items():
            builder.import_symbol(name, address)
        for name in names:
            builder.export_symbol(name)
        try:
            library = builder.link(self.jit, f"library{self.libraries}")
        except RuntimeError as error:
            raise NativeError(f"functrace bug: {error}") from None
        return {name: library[name] for name in names}, library


_linkers: list[Linker] = []


def _linker() -> Linker:
    """The newest linker; the time to link grows with the libraries it ever had."""
    if not _linkers or _linkers[-1].libraries >= LIBRARIES_PER_LINKER:
        _linkers[:] = [Linker()]
    return _linkers[-1]


def through_numba(source: Source, imports: Mapping[str, int]) -> Code:
    """Give the text to a code library of Numba, which optimises it and never frees it."""
    from numba.core.compiler_lock import global_compiler_lock  # noqa: PLC0415 - slow
    from numba.core.registry import cpu_target  # noqa: PLC0415 - likewise

    context: Any = cpu_target.target_context
    module = _module(source)
    with global_compiler_lock:  # all of Numba's libraries share one engine
        unique = {name: f"{name}.{next(_serial)}" for name in source.names}
        for name in source.names:
            module.get_function(name).name = unique[name]
        for name, address in imports.items():
            symbol = name
            if name in source.arrays:
                symbol = f"{name}.{next(_serial)}"
                module.get_global_variable(name).name = symbol
            ll.add_symbol(symbol, address)
        library = context.codegen().create_library("functrace")
        library.add_llvm_module(ll.parse_assembly(str(module)))
        library.finalize()
        addresses = {n: library.get_pointer_to_function(u) for n, u in unique.items()}
    return Code(
        addresses=addresses,
        imports=tuple(imports),
        object_bytes=b"",
        llvm=source.text,
        list_assembly=library.get_asm_str,
        owners=(library, source.arrays),
    )


_serial = count()


@functools.cache
def usual_route() -> Route:
    """The first route that works here."""
    try:
        _check(emit_and_link)
    except Exception:  # noqa: BLE001 - whatever it is that this platform lacks
        return through_numba
    return emit_and_link


def _check(route: Route) -> None:
    """Compile and call a function."""
    text = "define i32 @answer() {\n  ret i32 42\n}"
    code = compile_text(text, ["answer"], level=0, route=route)
    if ctypes.CFUNCTYPE(ctypes.c_int)(code.address("answer"))() != 42:
        raise NativeError("functrace: native code cannot be called here.")
