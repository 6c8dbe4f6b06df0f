"""Estimates of what a program does: operations, traffic to memory, memory."""

from __future__ import annotations

from typing import Any, NamedTuple


class Cost(NamedTuple):
    """An estimate.

    Attributes
    ----------
    flops : int
        In additions; a division counts for some, an exponential for a dozen.
    bytes : int
        Read and written by the loops, each array once per group that touches it.
    memory : int
        Bytes of intermediate results and of outputs, at their largest.
    """

    flops: int
    bytes: int
    memory: int

    @property
    def nanoseconds(self) -> float:
        """Time that it takes in one thread."""
        return nanoseconds(self.flops, self.bytes)

    def __add__(self, other: Any) -> Cost:
        """Of two parts, one after the other."""
        return Cost(
            self.flops + other.flops,
            self.bytes + other.bytes,
            max(self.memory, other.memory),
        )


_ADDITION = 0.06  # nanoseconds, in vectors
_NEAR = 0.02  # nanoseconds of a byte that is in the caches, or is brought there
_FAR = 0.06  # nanoseconds more of those beyond
_CACHE = 1 << 20  # bytes


def nanoseconds(flops: int, traffic: int) -> float:
    """Time that loops take in one thread: roughly, and the same on every machine."""
    far = max(0, traffic - _CACHE)
    return flops * _ADDITION + traffic * _NEAR + far * _FAR
