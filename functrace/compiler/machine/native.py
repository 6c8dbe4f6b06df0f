"""LLVM text becomes machine code of this process.

An object file is emitted, without optimising the text first, and linked where it is to
run: by a linker of our own or, on other platforms than it is for, by LLVM's.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.compiler.machine import disk, elf, fallback
from functrace.compiler.machine._interrupt import uninterrupted
from functrace.compiler.machine.identity import key_of
from functrace.compiler.machine.symbols import (
    LOCK,
    NativeError,
    declared,
    resolve,
)

if TYPE_CHECKING:
    from functrace.compiler.machine.emit import ModuleSource
    from functrace.compiler.machine.linker import CodeModel, Linker


class Code:
    """Machine code, which stays in memory for as long as this record.

    Parameters
    ----------
    addresses : mapping of str to int
        Where each of the functions asked for begins.
    imports : tuple of str
        The symbols it takes from elsewhere.
    object_bytes : bytes
        What `load_object` takes, in another process too if that links in the same way.
    llvm : str
        The text it was made from; empty if it was loaded.
    assembly : callable
        Makes the machine code as text, anew from the LLVM text.
    owners : tuple
        What keeps the code in memory.
    """

    def __init__(
        self,
        *,
        addresses: Mapping[str, int],
        imports: tuple[str, ...],
        object_bytes: bytes,
        llvm: str,
        assembly: Callable[[], str],
        owners: tuple[Any, ...],
    ) -> None:
        self.addresses = addresses
        self.imports = imports
        self.object_bytes = object_bytes
        self.llvm = llvm
        self.assembly = assembly
        self._owners = owners
        _living.add(self)

    def address(self, name: str) -> int:
        """Where the function `name` begins."""
        return self.addresses[name]


_living = weakref.WeakSet[Code]()


@atexit.register
def _keep_for_good() -> None:
    """Leave code in memory at the end of the process: what ends last still calls it.

    Arrays in the pool, for one, are freed by it.
    """
    with LOCK:
        living = list(_living)
    for code in living:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(code))


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
    with uninterrupted(), LOCK:
        from functrace.compiler.machine import emit, target  # noqa: PLC0415 - slow: LLVM

        linker = linker or _linker()
        imports = resolve(declared(text), arrays)
        machine = target.host()
        source = emit.ModuleSource(
            text, names, arrays, level, loops, optimise, verify, machine
        )
        data = emit.emit(source, linker.model)
        addresses, library = linker.link(data, names, imports)
        return Code(
            addresses=addresses,
            imports=tuple(imports),
            object_bytes=data,
            llvm=text,
            assembly=functools.partial(_list_assembly, source, linker.model),
            owners=(library, arrays),
        )


def _list_assembly(source: ModuleSource, model: CodeModel) -> str:
    from functrace.compiler.machine import emit  # noqa: PLC0415 - imported already

    with uninterrupted(), LOCK:
        return emit.list_assembly(source, model)


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
            assembly=str,
            owners=(library, arrays),
        )


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
    return _engine() if choice else _first_that_works()


def _engine() -> Linker:
    from functrace.compiler.machine import linker  # noqa: PLC0415 - slow: it loads LLVM

    return linker.EngineLinker()


_LINKERS = {"elf": elf.ElfLinker, "engine": _engine}


def _first_that_works() -> Linker | None:
    key = key_of("linker")
    noted = str(disk.load(key) or b"", "utf-8")
    if noted in _LINKERS:  # by an earlier process, which has looked
        return _LINKERS[noted]()
    problems: list[Exception] = []
    for make in _LINKERS.values():
        try:
            linker = _checked(make())
        except Exception as error:  # noqa: BLE001 - whatever it is that is lacking here
            problems.append(error)
            continue
        disk.store(key, linker.name.encode())
        return linker
    fallback.warn("no native code can be made", problems[-1], "all runs in NumPy")
    return None


_CHECK = """
@data = external global i8
@half = private constant double 0.5
declare double @exp(double)
define double @check(double %x) {
  %all = load <8 x double>, ptr @data, align 8
  %squares = fmul <8 x double> %all, %all
  %last = extractelement <8 x double> %squares, i64 7
  %half = load double, ptr @half
  %y = call double @exp(double %x)
  %z = fmul double %y, %half
  %sum = fadd double %z, %last
  ret double %sum
}"""


def _checked(linker: Linker) -> Linker:
    """The linker, if code runs that it made of data, vectors and functions."""
    data = {"data": np.arange(8.0)}
    code = compile_text(_CHECK, ["check"], arrays=data, level=0, linker=linker)
    check = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("check"))
    if check(0.0) != 0.5 + 7.0**2:
        raise NativeError("functrace: native code does not compute what it should.")
    return linker
