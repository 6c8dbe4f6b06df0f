"""How reverse mode of a loop stays within a budget of memory.

A loop of ``n`` rounds is cut into ``m`` segments, of which the carries that come into them
are kept, of `c` bytes. Of one segment at a time it is then kept what its backward pass
takes, `r` bytes of each round: ``m * c + n / m * r`` bytes in place of ``n * r``, and every
round is computed twice. Where that is still too much, segments are cut likewise: of `k`
levels each has ``(n * r / c) ** (1 / k)`` parts, which need `k` times as many carries, and
every round is computed `k` times.

Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 12.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from functrace.core.aval import Aval
from functrace.core.errors import MemoryBudgetError, message
from functrace.core.graph import Graph, graphs_of
from functrace.core.recording import ambient
from functrace.core.rule import operand_aval
from functrace.core.units import aligned, in_bytes

_DEEPEST = 4  # levels


class Needs(NamedTuple):
    """What reverse mode of a loop needs.

    Attributes
    ----------
    length : int
        Rounds.
    carry : int
        Bytes that a round takes from the one before.
    row : int
        Bytes that are kept of each round.
    """

    length: int
    carry: int
    row: int

    @property
    def whole(self) -> int:
        """Bytes that are kept without segments."""
        return self.length * self.row

    def segments(self, levels: int) -> int:
        """How many segments there are of so many levels."""
        best = (self.whole / max(self.carry, 1)) ** (1 / levels)
        return min(max(round(best), 1), self.length)

    def within(self, levels: int) -> int:
        """Bytes that are kept with so many levels."""
        if levels == 1:
            return self.whole
        count = self.segments(levels)
        inner = self._replace(length=self.size(count))
        return count * self.carry + inner.within(levels - 1)

    def size(self, count: int) -> int:
        """Rounds of a segment, if there are about so many; all alike, if that can be."""
        size = -(-self.length // count)
        near = sorted(range(-(-2 * size // 3), 3 * size // 2 + 1), key=_far_from(size))
        return next((s for s in near if s and not self.length % s), size)

    def levels(self, limit: int) -> int:
        """How many levels fit, or need least."""
        depths = range(1, _DEEPEST + 1)
        fitting = (k for k in depths if self.within(k) <= limit)
        return next(fitting, min(depths, key=self.within))


def _far_from(size: int) -> Any:
    return lambda s: abs(s - size)


class CountedNeeds(NamedTuple):
    """What reverse mode of a loop needs whose rounds are counted when it runs.

    Native code decides likewise, see `functrace.compiler.text.tapes`.

    Attributes
    ----------
    length : int
        Rounds.
    carry, row : int
        As of `Needs`, on a tape.
    """

    length: int
    carry: int
    row: int

    def rounds_within(self, limit: int) -> int:
        """Rounds that are kept at a time: all that there are, or those of a segment."""
        row = max(self.row, 1)
        if self.length <= (limit - self.carry) // row:
            return max(self.length, 1)
        least = int(math.sqrt(self.length * (self.carry / row))) + 1
        return max(min(least, self.length), 1)

    def check(self, size: int, limit: int) -> None:
        """Raise MemoryBudgetError if segments of `size` rounds need more than `limit`."""
        needed = size * self.row + -(-self.length // size) * self.carry
        if needed > limit and self.length:
            raise MemoryBudgetError(
                message(
                    "functrace.jit: a while_loop needs more than its memory_budget in "
                    "reverse mode.",
                    expected=f"at most {in_bytes(limit)} beside the rest of the program",
                    got=f"{in_bytes(needed)}, for {self.length:,} rounds in segments of "
                    f"{size:,}",
                    help="allow more; a functrace.scan, whose rounds are counted before, is "
                    "cut into smaller segments.",
                )
            )


def nbytes(edges: Iterable[Any]) -> int:
    """Of arrays that stand for these, edges or constants."""
    return bytes_of(map(operand_aval, edges))


def bytes_of(avals: Iterable[Any]) -> int:
    """Of arrays."""
    return sum(Aval(*aval).nbytes for aval in avals)


def tape_bytes(avals: Iterable[Any]) -> int:
    """Of arrays on a tape."""
    return sum(aligned(Aval(*aval).nbytes) for aval in avals)


def has_limits(graph: Graph) -> bool:
    """Whether there are loops that count their rounds, and may need too much."""
    return any(
        "limit" in node.params or any(map(has_limits, graphs_of(node)))
        for node in graph.nodes
    )


def note(needs: Needs, levels: int, forward: int, backward: int) -> None:
    """Say how a loop is cut, where what derivatives are computed from is noted.

    `forward` and `backward` are estimates of the work of a round.
    """
    choices = ambient.get().choices
    if choices is None:
        return
    count = needs.segments(levels)
    rounds = "twice" if levels == 2 else f"{levels} times"
    more = (levels * forward + backward) / max(forward + backward, 1)
    choices.append(
        f"a loop of {needs.length:,} rounds is cut into segments of "
        f"{needs.size(count):,}: {in_bytes(needs.within(levels))} are kept in place of "
        f"{in_bytes(needs.whole)}, rounds are computed {rounds}, {more:.1f} times the work"
    )


def note_unknown(limit: int) -> None:
    """Say what a loop keeps whose rounds are counted when it runs."""
    choices = ambient.get().choices
    if choices is not None:
        choices.append(
            f"a while_loop keeps what its rounds need, up to {in_bytes(limit)}; beyond, "
            "that of a segment, as long as makes memory least: rounds are computed once "
            "more"
        )
