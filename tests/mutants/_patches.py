"""Mutants in a running process: the functions get the changed code."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutants._base import Mutant


class Patches:
    """The functions of the package that there are, by where they are written."""

    def __init__(self, package: Path) -> None:
        self._package = package
        self._functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        gc.unfreeze()
        for thing in gc.get_objects():
            if type(thing) is FunctionType:
                self._functions.setdefault(_key(thing.__code__), []).append(thing)
        gc.freeze()

    def apply(self, mutant: Mutant) -> bool:
        """Change the mutant's function; False if the error is not in one's body."""
        path = self._package / mutant.file
        text = path.read_text()
        old = compile(text, str(path), "exec")
        new = compile(text.replace(mutant.old, mutant.new), str(path), "exec")
        if not _is_same_outside(old, new):
            return False
        pairs = [pair for pair in _pairs(old, new) if pair[0] != pair[1]]
        for before, after in pairs:
            for function in self._functions.get(_key(before), ()):
                if function.__code__ == before:
                    function.__code__ = after
        return bool(pairs)


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _is_same_outside(old: CodeType, new: CodeType) -> bool:
    """Whether modules differ in their functions only."""
    first, second = (
        [
            code.co_code,
            code.co_names,
            [c for c in code.co_consts if c not in _inner(code)],
        ]
        for code in (old, new)
    )
    return first == second


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions in a code."""
    for pair in zip(_inner(old), _inner(new), strict=True):
        yield pair
        yield from _pairs(*pair)
