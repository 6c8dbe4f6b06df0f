"""Where in the arena each buffer lies: memory is used again once nobody reads it."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence

from functrace.compiler.plan.arrays import Buffer

_ALIGNMENT = 64
_LARGE = 1 << 14  # bytes, less than which caches hold


def lay_out(touched: Sequence[Iterable[Buffer]]) -> tuple[dict[Buffer, int], int]:
    """The offsets of buffers in the arena, and its size, in bytes.

    Parameters
    ----------
    touched : sequence
        For each stage of the program, the buffers in the arena that it reads or writes.
    """
    offsets: dict[Buffer, int] = {}
    large, small = _Arena(), _Arena()  # apart: loops over one would wait for the other
    for starting, ending in lifetimes(touched):
        for buffer in starting:
            arena = large if _is_large(buffer) else small
            offsets[buffer] = arena.taken(space(buffer))
        for buffer in ending:
            arena = large if _is_large(buffer) else small
            arena.give_back(offsets[buffer], space(buffer))
    for buffer in offsets:
        if not _is_large(buffer):
            offsets[buffer] += large.top
    return offsets, large.top + small.top


def _is_large(buffer: Buffer) -> bool:
    """Whether it shares memory with large ones."""
    return buffer.nbytes > _LARGE


def scratch_offsets(
    touched: Sequence[Iterable[Buffer]],
    offsets: Mapping[Buffer, int],
    top: int,
    needed: Mapping[int, int],
) -> dict[int, int]:
    """Where in the arena scratch memory of single stages lies, by stage.

    What is large lies between the buffers that are used then, if it fits; all else beyond
    the `top`. `needed`: the bytes.
    """
    found = dict.fromkeys(needed, top)
    alive: list[tuple[int, int]] = []  # spaces in use: where they begin and end
    for stage, (starting, ending) in enumerate(lifetimes(touched)):
        for buffer in starting:
            insort(alive, (offsets[buffer], offsets[buffer] + space(buffer)))
        if needed.get(stage, 0) > _LARGE:
            found[stage] = _gap(alive, needed[stage])
        for buffer in ending:
            begin = offsets[buffer], offsets[buffer] + space(buffer)
            del alive[bisect_left(alive, begin)]
    return found


def _gap(spaces: Iterable[tuple[int, int]], size: int) -> int:
    """The first offset from which on so many bytes are in none of the spaces."""
    end = 0
    for begin, after in spaces:
        if begin - end >= size:
            break
        end = after
    return end


class _Arena:
    """Space that is used again.

    What is free goes to the next buffer of the same size, the last first, which caches
    may hold still: most programs have few sizes. For another size what lies side by side is
    joined; the smallest space that is enough is taken.

    Attributes
    ----------
    top : int
        Where what was never used begins.
    """

    def __init__(self) -> None:
        self.top = 0
        self._free: dict[int, list[int]] = {}  # offsets, by size

    def taken(self, size: int) -> int:
        """The offset of so many bytes."""
        if size not in self._free:
            self._join()
            self._part(size)
        return self._take(size)

    def give_back(self, offset: int, size: int) -> None:
        """Let bytes be used again."""
        self._free.setdefault(size, []).append(offset)

    def _join(self) -> None:
        """Make one space of those that lie side by side."""
        spaces = sorted((x, size) for size, found in self._free.items() for x in found)
        self._free = {}
        joined: list[tuple[int, int]] = []
        for offset, size in spaces:
            if joined and sum(joined[-1]) == offset:
                offset, before = joined.pop()  # noqa: PLW2901
                size += before  # noqa: PLW2901
            joined.append((offset, size))
        for offset, size in joined:
            self.give_back(offset, size)

    def _part(self, size: int) -> None:
        """Have a space of this size: a part of another, or what ends at the top and more."""
        if size in self._free:
            return
        whole = min((each for each in self._free if each > size), default=None)
        if whole is None:
            offset = self._end()
            self.top = offset + size
        else:
            offset = self._take(whole)
            self.give_back(offset + size, whole - size)
        self.give_back(offset, size)

    def _end(self) -> int:
        """Where the last space begins that is free, and ends at the top."""
        for size, offsets in self._free.items():
            if offsets[-1] + size == self.top:
                return self._take(size)
        return self.top

    def _take(self, size: int) -> int:
        offset = self._free[size].pop()
        if not self._free[size]:
            del self._free[size]
        return offset


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
