"""Who calls: the code of a frame itself, or something in C that it called.

Code in C has no frames. What it calls seems to be called by the innermost Python function,
whose bytecode tells the difference: the instruction that is being executed is a call of
something else.
"""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any, TypeAlias

import numpy as np

_ENDS = frozenset(
    (
        *("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"),
        *("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"),
    )
)
_OPERATORS = ("BINARY_OP", "UNARY_", "COMPARE_OP")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
_GLOBALS = ("LOAD_GLOBAL", "LOAD_NAME")
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
_KEYWORDS_ALWAYS = sys.version_info >= (3, 14)  # or nothing, in their place

Load: TypeAlias = "tuple[str, Any] | None"  # an instruction, and the name it loads


def is_called_by(frame: FrameType, function: Callable[..., Any]) -> bool:
    """Whether the frame's own code is calling the function, by an operator if it is one."""
    found = _sites(frame.f_code).get(frame.f_lasti)
    if found is None:
        return False
    if found is _OPERATORS:
        return type(function) is np.ufunc
    return any(_is_loaded(frame, function, load) for load in found)


def is_at_remainder(frame: FrameType) -> bool:
    """Whether the frame's own code is at ``a % b``: of numbers or, in C, of a text."""
    return frame.f_lasti in _remainders(frame.f_code)


@functools.lru_cache(maxsize=4096)
def _remainders(code: CodeType) -> frozenset[int]:
    return frozenset(
        at.offset
        for at in dis.get_instructions(code)
        if at.opname == "BINARY_OP" and at.argrepr in ("%", "%=")
    )


def _is_loaded(frame: FrameType, function: Callable[..., Any], load: Load) -> bool:
    if load is None:
        return False
    instruction, name = load
    if instruction in _ATTRIBUTES:
        return _ALIASES.get(name, name) == function.__name__
    if instruction in _GLOBALS:
        scope = frame.f_globals
        found = scope[name] if name in scope else frame.f_builtins.get(name)
        return _is_or_calls(found, function)
    names = name if type(name) is tuple else (name,)
    return any(_is_or_calls(frame.f_locals.get(n), function) for n in names)


def _is_or_calls(found: Any, function: Callable[..., Any]) -> bool:
    """Whether it is the function, or a partial application of it."""
    while type(found) is functools.partial:
        found = found.func
    return found is function


_ALIASES = {
    name: value.__name__
    for name, value in vars(np).items()
    if callable(value) and getattr(value, "__name__", name) != name
}  # np.abs is numpy.absolute


@functools.lru_cache(maxsize=4096)
def _sites(code: CodeType) -> dict[int, Sequence[Any]]:
    """For each call in some code, by its offset, the instructions that loaded the callable.

    The stack is followed from instruction to instruction: what is called was put on it
    before its arguments, and is not touched by what computes these.
    """
    sites: dict[int, Sequence[Any]] = {}
    stacks: dict[int, list[Load]] = {}  # where jumps lead
    stack: list[Load] = []
    loads: Sequence[Load] = ()
    before = 0
    for at in dis.get_instructions(code):
        name = at.opname
        if before in sites:  # the caches after a call are where functions return to
            sites.update(dict.fromkeys(range(before, at.offset, 2), sites[before]))
        before = at.offset
        stack = stacks.get(at.offset, stack)
        if name.startswith(_OPERATORS):
            sites[at.offset] = _OPERATORS
        elif name == "PRECALL":  # of Python 3.11: the call follows, but for a type's
            sites[at.offset] = loads = _called(stack, name, at.arg or 0)
        elif name in ("CALL", "CALL_KW", "CALL_FUNCTION_EX"):
            sites[at.offset] = loads or _called(stack, name, at.arg or 0)
            loads = ()
        if at.opcode in _JUMPS:
            stacks.setdefault(at.argval, _after(stack, at, jump=True))
        stack = [] if name in _ENDS else _after(stack, at, jump=False)
    return sites


def _called(stack: list[Load], name: str, arg: int) -> Sequence[Load]:
    """What lies below the arguments: the callable, and what it is bound to, if anything."""
    above = arg
    if name == "CALL_KW":
        above = arg + 1
    elif name == "CALL_FUNCTION_EX":
        above = 2 if _KEYWORDS_ALWAYS else 1 + (arg & 1)
    return stack[: len(stack) - above][-2:]


def _after(stack: list[Load], at: dis.Instruction, *, jump: bool) -> list[Load]:
    """The stack after an instruction."""
    has_arg = at.opcode >= dis.HAVE_ARGUMENT
    effect = dis.stack_effect(at.opcode, at.arg if has_arg else None, jump=jump)
    load: Load = None
    taken = 0
    if "LOAD_" in at.opname:  # `STORE_FAST_LOAD_FAST` takes one, and leaves one
        load = at.opname, at.argval
        taken = at.opname in _ATTRIBUTES or at.opname.startswith("STORE_")
    rest = stack[: max(len(stack) - max(taken, -effect), 0)]
    return rest + [load] * (effect + taken if effect > -taken else 0)
