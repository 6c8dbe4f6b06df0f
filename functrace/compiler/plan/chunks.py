"""How large loop nests are cut into chunks, which threads may share.

That depends on what is computed only, so that results do not depend on threads. One loop
is cut, and chunks may run in any order and at once, because

- groups whose iterations must follow each other (`Group.serial`) are not cut;
- a group reads nothing that it writes: only a sum in memory its own element, and an
  output that is in an input's place an element that no other iteration writes;
- what is written depends on the loop that is cut, and iterations write to different
  elements. Where several sums are added to one array, so that nearby iterations meet,
  every second chunk comes later;
- reductions along that loop have a partial result of each chunk, which are combined in
  order once all are there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from functrace.compiler.indices.index import Affine
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.cost import nanoseconds

if TYPE_CHECKING:
    from functrace.compiler.plan.nest import Accumulator, Nest

FEWEST = 64  # iterations: with fewer, nothing is estimated
LEAST = 60_000  # nanoseconds of one thread's work that are worth sharing
CHUNK = 15_000  # nanoseconds of a chunk, unless there were too many
MOST = 256  # chunks of a loop, unless each took longer than
LONGEST = 1_000_000  # nanoseconds: between them a signal may end it
_ENOUGH = 16  # chunks, so that no inner loop is looked at
_PARTIAL = 1 << 18  # bytes of partial results that are not too many
_SHARE = 8  # of what is read and written, the part that partial results may be
_LINE = 64  # bytes that sums in memory are apart, so that threads do not disturb


class Chunks(NamedTuple):
    """The chunks of a nest.

    Attributes
    ----------
    axis : int
        Of the domain: the loop that is cut.
    size : int
        Iterations in a chunk; on the vector axis a multiple of a vector's.
    start, stop : int
        Where the first chunk begins, and the last one ends.
    number : int
    rest : bool
        Whether something is left besides whole vectors, which is a chunk of its own.
    in_turn : bool
        Whether neighbours must not run at once.
    partials : dict of Buffer to Buffer
        For a reduction's memory, the memory of partial results.
    """

    axis: int
    size: int
    start: int
    stop: int
    number: int
    rest: bool
    in_turn: bool
    partials: dict[Buffer, Buffer]

    @property
    def rounds(self) -> list[tuple[int, int, int]]:
        """First chunk, distance to the next, and number, of those that run at once."""
        if not self.in_turn:
            return [(0, 1, self.number + self.rest)]
        even, odd = -(-self.number // 2), self.number // 2
        return [(0, 2, even), (1, 2, odd), *([(self.number, 1, 1)] * self.rest)]


def find_chunks(nest: Nest) -> Chunks | None:
    """Cut the outermost loop that is long enough, or else the longest one; None: none."""
    if nest.group.serial or math.prod(nest.domain) < FEWEST:
        return None
    traffic = sum(buffer.nbytes for buffer in {*nest.reads, *nest.writes})
    wanted = chunks_of(nanoseconds(nest.flops, traffic))
    if wanted < 2:
        return None
    best: Chunks | None = None
    for axis in nest.order:
        found = _along(nest, axis, wanted, max(_PARTIAL, traffic // _SHARE))
        if found is None:
            continue
        if found.number >= min(wanted, _ENOUGH):
            return found
        if best is None or found.number > best.number:
            best = found
    return best


def chunks_of(work: float) -> int:
    """Into how many chunks to cut so many nanoseconds of work; 0: they are not shared."""
    return int(min(work // CHUNK, max(MOST, work // LONGEST))) if work >= LEAST else 0


def chunks_of_fill(buffer: Buffer) -> int:
    """Into how many chunks to cut the filling of memory; 0: it is not shared."""
    return min(chunks_of(nanoseconds(0, buffer.nbytes)), MOST)


def _along(nest: Nest, axis: int, wanted: int, memory: int) -> Chunks | None:
    """Chunks of the loop over an axis, with so many bytes of partial results at most."""
    start, stop, step, rest = 0, nest.domain[axis], 1, False
    if axis == nest.order[nest.vector]:
        first = nest.segments[0]
        start, stop, step = first.start, first.stop, first.step
        rest = len(nest.segments) > 1
    length = stop - start
    if length % step:
        return None
    units = length // step
    reduced = _reduced_along(nest, axis)
    partial = sum(map(_space, reduced))
    most = min(wanted, units, memory // partial if partial else units)
    if most < 2:
        return None
    step = math.lcm(step, *(_apart(a, axis) for a in nest.accumulators if a.adds))
    size = -(-length // (most * step)) * step
    count = -(-length // size)
    reach = _reach(nest, axis)
    if count < 2 or reach is None or reach > size:
        return None
    numbers = {b: _space(b) // b.dtype.itemsize * (count + rest) for b in reduced}
    partials = {b: Buffer(b.dtype, n) for b, n in numbers.items()}
    return Chunks(axis, size, start, stop, count, rest, reach > 0, partials)


def _reduced_along(nest: Nest, axis: int) -> list[Buffer]:
    """The memory of reductions over an axis."""
    found = (a.root.view.buffer for a in nest.accumulators if not _step(a.place, axis))
    return list(dict.fromkeys(found))


def _space(buffer: Buffer) -> int:
    return -(-buffer.nbytes // _LINE) * _LINE


def _apart(sum_: Accumulator, axis: int) -> int:
    """After how many iterations a sum in memory, if it is another one, is lines away."""
    step = _step(sum_.place, axis) * sum_.root.view.buffer.dtype.itemsize
    return _LINE // math.gcd(_LINE, step)


def _reach(nest: Nest, axis: int) -> int | None:
    """How far apart iterations may be that write to one element; None: anywhere."""
    places: dict[Buffer, list[Affine]] = {}
    for writer in nest.stores:
        if not _step(writer.place, axis):
            return None
        places.setdefault(writer.root.view.buffer, []).append(writer.place)
    reach = 0
    for buffer in nest.common_sums:
        for pair in itertools.combinations(places[buffer], 2):
            distance = _distance(*pair, axis, nest.domain)
            if distance is None:
                return None
            reach = max(reach, distance)
    return reach


def _distance(x: Affine, y: Affine, axis: int, domain: Iterable[int]) -> int | None:
    """A bound on how far apart two iterations are, along an axis, that meet."""
    step = _step(x, axis)
    if step != _step(y, axis):
        return None
    room = abs(x[0] - y[0])
    for other, n in enumerate(domain):
        if other != axis:
            ends = _span(_step(x, other), n), _span(_step(y, other), n)
            room += max(ends[0][1] - ends[1][0], ends[1][1] - ends[0][0])
    return room // abs(step)


def _span(step: int, n: int) -> tuple[int, int]:
    """Smallest and largest multiple of a step in a loop."""
    last = step * (n - 1)
    return min(last, 0), max(last, 0)


def _step(place: Any, axis: int) -> int:
    return dict(place[1]).get(axis, 0)
