"""Budgets of memory: what users write, and programs that keep to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from functrace.core.errors import MemoryBudgetError, message
from functrace.core.graph import Graph, graphs_of
from functrace.core.units import in_bytes
from functrace.transforms._entry import Entry, ReverseLimits

Budget: TypeAlias = "str | int | None"

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BINARY = {"ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_AMOUNT = re.compile(
    r"(\d+(?:\.\d*)?|\.\d+)(?:e\+?(\d+))?\s*([kmgt]?i?)(?:b(?:ytes)?)?"
)
_PARTS = (2, 3, 4, 6, 8, 12, 16, 24)  # that are tried, of what is no loop


def bytes_of(where: str, budget: Budget) -> int | None:
    """The number of bytes; None for no budget."""
    if budget is None:
        return None
    found = _parsed(budget)
    if found is None or found < 1:
        raise ValueError(
            message(
                f"{where}: memory_budget must be a positive amount of memory.",
                expected="a number of bytes, or text like '2 GB', '500 MB', '1.5 GiB'",
                got=repr(budget),
            )
        )
    return found


def _parsed(budget: str | int) -> int | None:
    if isinstance(budget, (int, np.integer)) and not isinstance(budget, bool):
        return int(budget)
    match = _AMOUNT.fullmatch(budget.strip().lower()) if type(budget) is str else None
    if match is None:
        return None
    digits, power, prefix = match.groups()
    unit = (_UNITS | _BINARY).get(prefix)
    if unit is None:
        return None
    return int(float(digits) * 10 ** int(power or 0) * unit)


def within(budget: int | None, make: Callable[[ReverseLimits], Entry]) -> Entry:
    """What is kept for a signature, such that its program needs no more than the budget.

    Parameters
    ----------
    make : callable
        Traces the function; reverse mode keeps to limits.

    Raises
    ------
    MemoryBudgetError
        There is no such program.
    """
    entry = make(ReverseLimits(budget))
    if budget is None or not entry.is_closed:
        return entry
    limit, peaks = budget, [_peak(entry)]
    for parts in _PARTS:
        if peaks[-1] <= budget or (len(peaks) > 1 and not _is_cut(entry)):
            break
        over = peaks[-1] - budget
        same = len(peaks) > 1 and peaks[-1] == peaks[-2]
        limit = 2 * limit // 3 if same or over > limit // 3 else limit - over
        entry = make(ReverseLimits(limit, parts))
        peaks.append(_peak(entry))
    if peaks[-1] <= budget:
        return entry
    raise MemoryBudgetError(
        message(
            "functrace.jit: a program of this function needs more than its memory_budget.",
            expected=f"at most {in_bytes(budget)}",
            got=f"{in_bytes(min(peaks))}, results included",
            help="what reverse mode computes from is cut into parts that are computed "
            "again; more of these do not help. Allow more.",
        )
    )


def notes_of(entry: Entry) -> list[str]:
    """What is kept, and computed again, where there is a budget."""
    if entry.limits.budget is None or not entry.is_closed:
        return []
    needed = f"memory: {in_bytes(_peak(entry))} beside the arguments"
    return [needed, *dict.fromkeys(entry.choices)]


def _peak(entry: Entry) -> int:
    """Bytes that a call needs at most."""
    return entry.program.cost.memory + _tapes(entry.graph)


def _tapes(graph: Graph) -> int:
    """What loops keep whose rounds are counted when they run; one of them at a time."""
    return max(
        (
            node.params.get("limit", 0) + max(map(_tapes, graphs_of(node)), default=0)
            for node in graph.nodes
        ),
        default=0,
    )


def _is_cut(entry: Entry) -> bool:
    """Whether something was, or could be with lower limits."""
    return bool(entry.choices) or _has_loops(entry.graph)


def _has_loops(graph: Graph) -> bool:
    """Whether there are some, anywhere."""
    return any(
        "body" in node.params or any(map(_has_loops, graphs_of(node)))
        for node in graph.nodes
    )
