"""LLVM's passes over a module: few for programs with loops, all to see what they gain."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import llvmlite.binding as ll

_RUNS = 64
"""Of one builder, which takes longer with each; of each builder llvmlite keeps a part."""


def simplify(
    module: ll.ModuleRef, emitter: ll.TargetMachine, names: Sequence[str]
) -> None:
    """Keep in registers what functions, and those that are parts of them, pass on."""
    _simplifier(emitter).run(module, names)


def optimise(module: ll.ModuleRef, emitter: ll.TargetMachine) -> None:
    """Run LLVM's O3 pipeline."""
    builder = _builder(emitter, 3)
    builder.getModulePassManager().run(module, builder)


def _builder(emitter: ll.TargetMachine, level: int) -> ll.PassBuilder:
    options = ll.create_pipeline_tuning_options(speed_level=level)
    return ll.create_pass_builder(emitter, options)


class _Simplifier:
    """What `simplify` needs, kept: of pipelines and builders llvmlite frees parts only."""

    def __init__(self, emitter: ll.TargetMachine) -> None:
        self._emitter = emitter
        self._inliner = ll.create_new_module_pass_manager()
        self._inliner.add_always_inliner_pass()
        self._renew()
        self._passes = self._last.getFunctionPassManager()

    def _renew(self) -> None:
        self._last = _builder(self._emitter, 1)
        self._runs = 0

    @property
    def _builder(self) -> ll.PassBuilder:
        if self._runs == _RUNS:
            self._renew()
        self._runs += 1
        return self._last

    def run(self, module: ll.ModuleRef, names: Sequence[str]) -> None:
        self._inliner.run(module, self._builder)
        for name in names:
            self._passes.run(module.get_function(name), self._builder)


_simplifier = functools.cache(_Simplifier)
