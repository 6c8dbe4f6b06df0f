"""Where in the arena each buffer lies: memory is used again once nobody reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from functrace.compiler.plan.arrays import Buffer

_ALIGNMENT = 64


def lay_out(touched: Sequence[Iterable[Buffer]]) -> tuple[dict[Buffer, int], int]:
    """The offsets of buffers in the arena, and its size, in bytes.

    Parameters
    ----------
    touched : sequence
        For each stage of the program, the buffers in the arena that it reads or writes.

    Notes
    -----
    Space that is free again goes to the next buffer of the same size: programs have few
    sizes, and this is linear.
    """
    offsets: dict[Buffer, int] = {}
    free: dict[int, list[int]] = {}
    top = 0
    for starting, ending in lifetimes(touched):
        for buffer in starting:
            size = space(buffer)
            if free.get(size):
                offsets[buffer] = free[size].pop()
            else:
                offsets[buffer], top = top, top + size
        for buffer in ending:
            free.setdefault(space(buffer), []).append(offsets[buffer])
    return offsets, top


def lifetimes(
    touched: Sequence[Iterable[Buffer]],
) -> list[tuple[list[Buffer], list[Buffer]]]:
    """The buffers that begin to be used at each stage, and those that end."""
    last: dict[Buffer, int] = {}
    ends: list[tuple[list[Buffer], list[Buffer]]] = [([], []) for _ in touched]
    for stage, buffers in enumerate(touched):
        for buffer in buffers:
            if buffer not in last:
                ends[stage][0].append(buffer)
            last[buffer] = stage
    for buffer, stage in last.items():
        ends[stage][1].append(buffer)
    return ends


def space(buffer: Buffer) -> int:
    """The bytes that a buffer takes in the arena."""
    return -(-max(buffer.nbytes, 1) // _ALIGNMENT) * _ALIGNMENT
