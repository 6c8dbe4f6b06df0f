"""Loops of code, by its jumps back."""

from __future__ import annotations

import dis
import functools
from types import CodeType

_BACK = frozenset(code for name, code in dis.opmap.items() if "JUMP_BACKWARD" in name)
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))


@functools.lru_cache(maxsize=4096)
def has_loops(code: CodeType) -> bool:
    """Whether there are any, but for those of functions that it makes."""
    return not _BACK.isdisjoint(code.co_code[::2])


@functools.lru_cache(maxsize=1024)
def loops_of(code: CodeType) -> list[range]:
    """Which instructions each is made of."""
    return [
        range(each.argval, each.offset + 2)
        for each in dis.get_instructions(code)
        if each.opcode in _JUMPS and each.argval < each.offset
    ]
