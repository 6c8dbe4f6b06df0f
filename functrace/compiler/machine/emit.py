"""LLVM text becomes object files: without optimising the text first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import llvmlite.binding as ll
import numpy as np

from functrace.compiler.machine import passes
from functrace.compiler.machine._interrupt import uninterrupted
from functrace.compiler.machine.linker import CodeModel, machine
from functrace.compiler.machine.symbols import LOCK, NativeError
from functrace.compiler.machine.target import Target

_LINE = re.compile(r"^<string>:(\d+):", re.MULTILINE)


class ModuleSource(NamedTuple):
    """What code is made of: the arguments of `compile_text`, and who is to run it."""

    text: str
    names: Sequence[str]
    arrays: Mapping[str, np.ndarray]
    level: int
    loops: Sequence[str]
    optimise: bool
    verify: bool
    target: Target


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
    source = ModuleSource(text, names, {}, 1, (), False, True, target)
    with uninterrupted(), LOCK:
        ll.initialize_all_targets()
        ll.initialize_all_asmprinters()
        return emit(source, "small")


def emit(source: ModuleSource, model: CodeModel) -> bytes:
    """The object file of a source."""
    emitter = machine(source.target, source.level, model)
    return emitter.emit_object(_module(source, emitter))


def list_assembly(source: ModuleSource, model: CodeModel) -> str:
    """The machine code of a source as text."""
    emitter = machine(source.target, source.level, model)
    return emitter.emit_assembly(_module(source, emitter))


def _module(source: ModuleSource, emitter: ll.TargetMachine) -> ll.ModuleRef:
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
