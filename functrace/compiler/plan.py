"""Where in the arena each buffer lies: memory is used again once nobody reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from functrace.compiler.arrays import Buffer

_ALIGNMENT = 64


def plan(touched: Sequence[Iterable[Buffer]]) -> int:
    """Give the buffers in the arena their offsets; the size of the arena in bytes.

    Parameters
    ----------
    touched : sequence
        For each stage of the program, the buffers that it reads or writes.

    Notes
    -----
    Space that is free again goes to the next buffer of the same size: programs have few
    sizes, and this is linear.
    """
    starting, ending = _lifetimes(touched)
    free: dict[int, list[int]] = {}
    top = 0
    for stage in range(len(touched)):
        for buffer in starting[stage]:
            size = _space(buffer)
            if free.get(size):
                buffer.number = free[size].pop()
            else:
                buffer.number, top = top, top + size
        for buffer in ending[stage]:
            free.setdefault(_space(buffer), []).append(buffer.number)
    return top


def _lifetimes(
    touched: Sequence[Iterable[Buffer]],
) -> tuple[list[list[Buffer]], list[list[Buffer]]]:
    """The buffers in the arena that begin to be used at each stage, and that end."""
    last: dict[int, int] = {}
    first: dict[int, Buffer] = {}
    starting: list[list[Buffer]] = [[] for _ in touched]
    ending: list[list[Buffer]] = [[] for _ in touched]
    for stage, buffers in enumerate(touched):
        for buffer in buffers:
            if buffer.place == "arena":
                if id(buffer) not in first:
                    first[id(buffer)] = buffer
                    starting[stage].append(buffer)
                last[id(buffer)] = stage
    for key, stage in last.items():
        ending[stage].append(first[key])
    return starting, ending


def _space(buffer: Buffer) -> int:
    return -(-max(buffer.nbytes, 1) // _ALIGNMENT) * _ALIGNMENT
