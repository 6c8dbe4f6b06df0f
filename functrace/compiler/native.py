"""LLVM text becomes machine code of this process.

An object file is emitted, without optimising the text first, and linked where it is to
run: as usual or, should that fail on some platform or release, in another way.
"""

from __future__ import annotations

import ctypes
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import llvmlite.binding as ll
import numpy as np

from functrace.compiler import disk, fallback, passes
from functrace.compiler._interrupt import uninterrupted
from functrace.compiler.identity import key_of
from functrace.compiler.linker import (
    CodeModel,
    EngineLinker,
    Linker,
    OrcLinker,
    machine,
)
from functrace.compiler.symbols import (
    LOCK,
    NativeError,
    declared,
    resolve,
)
from functrace.compiler.target import Target, host

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
        What `load_object` takes, in another process too if that links in the same way.
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
    """What code is made of: the arguments of `compile_text`, and who is to run it."""

    text: str
    names: Sequence[str]
    arrays: Mapping[str, np.ndarray]
    level: int
    loops: Sequence[str]
    optimise: bool
    verify: bool
    target: Target


def compile_text(
    text: str,
    names: Sequence[str],
    *,
    arrays: Mapping[str, np.ndarray] = MappingProxyType({}),
    level: int = 1,
    loops: Sequence[str] = (),
    optimise: bool = False,
    verify: bool = True,
    linker: Linker | None = None,
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
    linker : Linker, optional
        Default: the one that is `usual_linker` here.

    Returns
    -------
    Code

    Raises
    ------
    NativeError
        The text is invalid, or declares a symbol that is not to be found; or there is
        to be no native code in this process.

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
    source = Source(text, names, arrays, level, loops, optimise, verify, host())
    with uninterrupted(), LOCK:
        linker = linker or _linker()
        imports = resolve(declared(text), arrays)
        data = _emit(source, linker.model)
        addresses, library = linker.link(data, names, imports)
    return Code(
        addresses=addresses,
        imports=tuple(imports),
        object_bytes=data,
        llvm=text,
        list_assembly=functools.partial(_list_assembly, source, linker.model),
        owners=(library, arrays),
    )


def emit_object(text: str, names: Sequence[str], target: Target) -> bytes:
    r"""Compile LLVM text to an object file for a machine that need not be this one.

    Parameters
    ----------
    text : str
        A module.
    names : sequence of str
        Functions that it must define.
    target : Target

    Returns
    -------
    bytes
        For a linker, or for `load_object` if this machine has what the target has.

    Raises
    ------
    NativeError
        The text is invalid.

    Examples
    --------
    >>> arm = Target(triple="aarch64-linux-gnu", cpu="generic", features="+neon")
    >>> emit_object("define void @nothing() { ret void }", ["nothing"], arm)[:4]
    b'\x7fELF'
    """
    source = Source(text, names, MappingProxyType({}), 1, (), False, True, target)
    with uninterrupted(), LOCK:
        ll.initialize_all_targets()
        ll.initialize_all_asmprinters()
        return _emit(source, "small")


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
        A symbol is missing, or there is to be no native code in this process.
    """
    with uninterrupted(), LOCK:
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


def _emit(source: Source, model: CodeModel) -> bytes:
    emitter = machine(source.target, source.level, model)
    return emitter.emit_object(_module(source, emitter))


def _list_assembly(source: Source, model: CodeModel) -> str:
    with uninterrupted(), LOCK:
        emitter = machine(source.target, source.level, model)
        return emitter.emit_assembly(_module(source, emitter))


def _module(source: Source, emitter: ll.TargetMachine) -> ll.ModuleRef:
    """The text as a module, in a context of its own: it is all freed with the module."""
    try:
        module = ll.parse_assembly(source.text, ll.create_context())
        module.triple = source.target.triple
        module.data_layout = str(emitter.target_data)
        if source.verify:
            module.verify()
    except RuntimeError as error:
        explained = _explain(str(error), source.text)
        raise NativeError(f"functrace bug: {explained}") from None
    for name in source.names:
        _require(module, name)
    if source.optimise:
        passes.optimise(module, emitter)
    elif source.loops:
        passes.simplify(module, emitter, source.loops)
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


# -- the choice of a linker ------------------------------------------------------------


def _linker() -> Linker:
    linker = usual_linker()
    if linker is None:
        raise NativeError("functrace: there is no native code in this process.")
    return linker


def usual_linker() -> Linker | None:
    """The first linker that works here; None if there is to be no native code."""
    with uninterrupted(), LOCK:
        return _usual_linker()


@functools.cache
def _usual_linker() -> Linker | None:
    choice = fallback.chosen()
    if choice == fallback.OFF:
        return None
    return EngineLinker(host()) if choice else _first_that_works()


def _first_that_works() -> Linker | None:
    try:
        ll.check_jit_execution()
        return _usual_if_it_works()
    except Exception as error:  # noqa: BLE001 - whatever it is that this platform lacks
        usual = error
    try:
        ll.check_jit_execution()
        linker = _checked(EngineLinker(host()))
    except Exception as error:  # noqa: BLE001 - likewise
        fallback.warn("no native code can be made", error, "all runs in NumPy")
        return None
    fallback.warn("LLVM's newer linker does not work", usual, "the older one is slower")
    return linker


def _usual_if_it_works() -> Linker:
    linker, key = OrcLinker(host()), key_of("linker")
    if disk.load(key) != _WORKS:  # no earlier process has looked
        _checked(linker)
        disk.store(key, _WORKS)
    return linker


_WORKS = b"the usual one"
_CHECK = """
@data = external global i8
@half = private constant double 0.5
declare double @exp(double)
define double @check(double %x) {{
  %all = load <{lanes} x double>, ptr @data, align 8
  %squares = fmul <{lanes} x double> %all, %all
  %last = extractelement <{lanes} x double> %squares, i64 {last}
  %half = load double, ptr @half
  %y = call double @exp(double %x)
  %z = fmul double %y, %half
  %sum = fadd double %z, %last
  ret double %sum
}}"""


def _checked(linker: Linker) -> Linker:
    """The linker, if code runs that it made of data, vectors and functions."""
    lanes = host().double_lanes
    text = _CHECK.format(lanes=lanes, last=lanes - 1)
    data = {"data": np.arange(float(lanes))}
    code = compile_text(text, ["check"], arrays=data, level=0, linker=linker)
    check = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("check"))
    if check(0.0) != 0.5 + (lanes - 1) ** 2:
        raise NativeError("functrace: native code does not compute what it should.")
    return linker
