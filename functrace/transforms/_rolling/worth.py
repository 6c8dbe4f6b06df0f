"""Which loops are worth being loops: what is short is faster, and sooner ready, without."""

from __future__ import annotations

from typing import Any

from functrace.transforms._rolling.fit import Carried, Loop

FEW = 256  # operations that are compiled one by one
_MANY = 2000  # operations on single numbers: they stay in registers
_SMALL = 8  # elements
_ROUNDS = 8
_INDEPENDENT = 16  # rounds that take nothing from each other: they may have more in common


def is_worth(loop: Loop) -> bool:
    """Whether a loop is written as one."""
    count = operations(loop)
    few = _ROUNDS if _is_carried(loop) else _INDEPENDENT
    if count < FEW or loop.rounds < few:
        return False
    return count >= _MANY or _largest(loop) > _SMALL


def has_worth(entry: Any) -> bool:
    """Whether it is a loop that is written as one, or one is in it."""
    if not isinstance(entry, Loop):
        return False
    return is_worth(entry) or any(map(has_worth, entry.entries))


def operations(entry: Any) -> int:
    """How many operations it stands for."""
    if not isinstance(entry, Loop):
        return 1
    return entry.rounds * sum(map(operations, entry.entries))


def _is_carried(loop: Loop) -> bool:
    return any(type(kind) is Carried for kinds in loop.operands for kind in kinds)


def _largest(entry: Any) -> int:
    if not isinstance(entry, Loop):
        return max(aval.size for aval in entry.avals)
    return max(map(_largest, entry.entries))
