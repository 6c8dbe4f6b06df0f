"""Mutants in a running process: the functions get the changed code."""

from __future__ import annotations

import gc
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutants._base import Mutant


class Patches:
    """The functions in the modules of mutants, by where they are written."""

    def __init__(self, package: Path, mutants: Iterable[Mutant]) -> None:
        for mutant in mutants:  # some are imported when they are needed
            name = mutant.file.removesuffix(".py").replace("/", ".")
            import_module(f"{package.name}.{name}")
        self._package = package
        self._functions: dict[Any, list[FunctionType]] = defaultdict(list)
        gc.unfreeze()
        for thing in gc.get_objects():
            if type(thing) is FunctionType:
                self._functions[_key(thing.__code__)].append(thing)
        gc.freeze()

    def apply(self, mutant: Mutant) -> bool:
        """Change the mutant's function; False if the error is not in one's body."""
        path = self._package / mutant.file
        text = path.read_text()
        old = compile(text, str(path), "exec")
        new = compile(text.replace(mutant.old, mutant.new), str(path), "exec")
        if not _is_same_outside(old, new):
            return False
        changed = 0
        for before, after in _pairs(old, new):
            for function in self._functions[_key(before)] if before != after else ():
                function.__code__ = after
                changed += 1
        return changed > 0


def _key(code: CodeType) -> Any:
    """Where it is written. The code itself changes while it is run: it is specialised."""
    place = code.co_filename, code.co_firstlineno, code.co_linetable
    return *place, code.co_qualname


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _is_same_outside(old: CodeType, new: CodeType) -> bool:
    """Whether modules, or classes, differ in their functions only."""
    if (old.co_code, old.co_names) != (new.co_code, new.co_names):
        return False
    return len(old.co_consts) == len(new.co_consts) and all(
        _is_same_outside(first, second)
        if isinstance(first, CodeType) and not first.co_flags & inspect.CO_OPTIMIZED
        else isinstance(first, CodeType) or first == second
        for first, second in zip(old.co_consts, new.co_consts, strict=True)
    )


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions in a code."""
    for pair in zip(_inner(old), _inner(new), strict=False):
        yield pair
        yield from _pairs(*pair)
