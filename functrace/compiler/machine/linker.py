"""What a linker is, and LLVM's: object files become code of this process.

It is a documented part of Numba's binding of LLVM (llvmlite), of which nothing else is needed
to link.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import llvmlite.binding as ll

from functrace.compiler.machine.target import Target, host
from functrace.core.locks import hold_while_forking

CodeModel: TypeAlias = Literal["small", "jitdefault"]
Linked: TypeAlias = tuple[dict[str, int], Any]
"""Addresses of functions, and what keeps them in memory."""

# LLVM's calls are made one at a time: also those that free what nobody refers to.
_llvm_lock = getattr(ll.ffi.lib, "_lock", None)
if _llvm_lock is not None:
    hold_while_forking(_llvm_lock)


class Linker(Protocol):
    """A way to link object files.

    Attributes
    ----------
    name : str
    model : CodeModel
        LLVM's name for what the code may assume of distances in memory.
    """

    name: str
    model: CodeModel

    def link(
        self, data: bytes, names: Sequence[str], imports: Mapping[str, int]
    ) -> Linked:
        """Link a file that defines functions and takes symbols from elsewhere."""
        ...


class EngineLinker:
    """LLVM's linker MCJIT: Numba runs all its code through it."""

    name = "engine"
    model: CodeModel = "jitdefault"

    def __init__(self) -> None:
        ll.check_jit_execution()

    def link(
        self, data: bytes, names: Sequence[str], imports: Mapping[str, int]
    ) -> Linked:
        """Link a file in an engine of its own, to whose module the imports belong."""
        module = _declaring(imports)
        its_own = new_machine(host(), 0, self.model)
        engine = ll.create_mcjit_compiler(module, its_own)
        for name, address in imports.items():
            engine.add_global_mapping(module.get_function(name), address)
        engine.add_object_file(ll.ObjectFileRef.from_data(data))
        engine.finalize_object()
        return {name: engine.get_function_address(name) for name in names}, engine


def _declaring(names: Mapping[str, int]) -> ll.ModuleRef:
    lines = [f'declare void @"{name}"()' for name in names]
    module = ll.parse_assembly("\n".join(lines))  # a context might be freed too early
    module.triple = host().triple
    return module


def new_machine(target: Target, level: int, model: CodeModel) -> ll.TargetMachine:
    """What emits code for a processor; small, position-independent code is fastest."""
    ll.initialize_native_target()
    ll.initialize_native_asmprinter()
    return ll.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=level,
        reloc="pic",
        codemodel=model,
        jit=True,
    )


machine = functools.cache(new_machine)
