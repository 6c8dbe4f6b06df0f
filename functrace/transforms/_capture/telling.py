"""Code that may tell what stands for a number, or a list, from the number or list.

Both behave alike, or raise errors that end the attempt to trace one round for all: unless
somebody asks for their types, or catches errors.
"""

from __future__ import annotations

import dis
import functools
from collections import Counter
from types import CodeType, FunctionType


def can_tell(function: FunctionType) -> bool:
    """Whether a function, or one that is defined in it, does."""
    return _can_tell(function.__code__)


@functools.lru_cache(maxsize=4096)
def _can_tell(code: CodeType) -> bool:
    if "type" in code.co_names or catches(code):
        return True
    return any(_can_tell(each) for each in code.co_consts if type(each) is CodeType)


@functools.lru_cache(maxsize=4096)
def catches(code: CodeType) -> bool:
    """Whether some code has other handlers than those of ``with``."""
    found = Counter(each.opname for each in dis.get_instructions(code))
    return found["PUSH_EXC_INFO"] > found["WITH_EXCEPT_START"]
