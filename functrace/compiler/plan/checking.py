"""What every plan must fulfil: tests check it of each program that they compile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from functrace.compiler.plan.arena import lifetimes, space
from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.lags import RunMember
from functrace.compiler.plan.nest import Nest, Segment
from functrace.compiler.plan.plan import Plan
from functrace.compiler.plan.tiles import Tiles


def check_plan(plan: Plan) -> None:
    """Raise if a plan would compute something wrong.

    Parameters
    ----------
    plan : Plan

    Raises
    ------
    AssertionError
        If memory is read before it is written, or written by others while it is needed;
        if a sum is not read;
        if an operation comes before its operands, or stands in too few loops; or if
        vectors, chunks or loops leave elements out.
    """
    for problem in _problems(plan):
        raise AssertionError(f"functrace bug: {problem}")


def check_scratch(
    plan: Plan, offsets: Mapping[int, int], needed: Mapping[int, int]
) -> None:
    """Raise if the scratch memory of a stage is used by others then.

    Parameters
    ----------
    plan : Plan
    offsets, needed : mapping
        By stage, where it begins, and how many bytes it has.

    Raises
    ------
    AssertionError
        If it is.
    """
    arena, touched = plan.in_arena()
    alive: set[Buffer] = set()
    for stage, (starting, ending) in enumerate(lifetimes(touched)):
        alive.update(starting)
        for buffer in alive if stage in needed else ():
            begin, end = offsets[stage], offsets[stage] + needed[stage]
            apart = arena[buffer] + space(buffer) <= begin or arena[buffer] >= end
            assert apart, f"functrace bug: scratch memory at {begin} is in use"
        alive.difference_update(ending)


def _problems(plan: Plan) -> Iterator[str]:
    yield from _order_of_memory(plan)
    yield from _shared_memory(plan)
    yield from _lost_sums(plan)
    for run in plan.tiles:
        yield from _turns(run, plan)
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, Nest):
            for problem in _nest(stage, plan):
                yield f"stage {number}: {problem}"


def _order_of_memory(plan: Plan) -> Iterator[str]:
    """Whether what is read has been written, and inputs are changed only in place."""
    in_place = {Home("output", output) for _, output in plan.in_place}
    written: set[Buffer] = set()
    for number, stage in enumerate(plan.stages):
        alone = set(stage.sums) | set(stage.fills) if isinstance(stage, Nest) else set()
        for buffer in stage.reads:
            home = plan.homes[buffer]
            given = home.place in {"input", "constant"} or home in in_place
            if buffer.size and not given and buffer not in written:
                yield f"stage {number} reads {home} before it is written"
        for buffer in {*stage.writes, *alone}:
            if plan.homes[buffer].place in {"input", "constant"}:
                yield f"stage {number} writes {plan.homes[buffer]}"
        written |= stage.writes.keys()


def _shared_memory(plan: Plan) -> Iterator[str]:
    """Whether buffers that are needed at once lie apart in the arena."""
    arena, touched = plan.in_arena()
    alive: dict[Buffer, range] = {}
    for starting, ending in lifetimes(touched):
        for buffer in starting:
            here = range(arena[buffer], arena[buffer] + space(buffer))
            if here.stop > plan.nbytes:
                yield "a buffer is outside of the arena"
            for other in alive.values():
                if here.start < other.stop and other.start < here.stop:
                    yield f"two buffers lie at {here.start} of the arena"
            alive[buffer] = here
        for buffer in ending:
            del alive[buffer]


def _lost_sums(plan: Plan) -> Iterator[str]:
    """Whether sums are read: what is not is a part that a result lacks."""
    needed = {buffer for _, buffer in plan.checks}
    needed.update(*(stage.reads for stage in plan.stages))
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, Nest):
            for buffer in stage.sums.keys() - needed:
                if plan.homes[buffer].place == "arena":
                    yield f"stage {number} makes a sum that nobody reads"


def _turns(run: Tiles, plan: Plan) -> Iterator[str]:
    """Whether a run leaves nothing out, and gaps between its chunks do not meet."""
    first, *_, last = run.stages
    for number in range(first, last + 1):
        nest = plan.stages[number]
        if not isinstance(nest, Nest):
            yield "a run goes beyond a step"
            continue
        own = [member for member in run.members if member.stage == number]
        stores = {store for member in own for store in member.stores}
        fills = [member.fill for member in own if member.fill is not None]
        if not all(_is_whole(member, nest) for member in own):
            yield f"a run cuts vectors of stage {number}"
        if stores != {*nest.stores} or fills != [*nest.fills] or nest.accumulators:
            yield f"a run leaves out what stage {number} writes"
    if any(first <= position < last for position, _ in plan.checks):
        yield "a run goes beyond where the program may give up"
    if any(member.end > run.units for member in run.members):
        yield "a run is too short"
    yield from _streams(run, plan)
    gap = max(member.lag + member.held for member in run.members)
    if (run.ring or run.chunks > 1) and gap >= run.chunk:
        yield "gaps between chunks meet"


def _streams(run: Tiles, plan: Plan) -> Iterator[str]:
    """Whether what a run has in registers only is read by nobody else."""
    streams = () if run.middle is None else run.middle.streams
    own = {stream.buffer for stream in streams if not stream.stored}
    for buffer in own:
        if plan.homes[buffer].place != "arena":
            yield f"{plan.homes[buffer]} is not stored"
    for number, stage in enumerate(plan.stages[run.stages[0] :], run.stages[0]):
        if number not in run.stages and own & {*stage.buffers}:
            yield f"what stage {number} needs is not stored"


def _is_whole(member: RunMember, nest: Nest) -> bool:
    """Whether vectors are of one unit each."""
    unit = member.unit
    if member.is_alone:
        return True
    for segment in member.segments if nest.vector == 0 else ():
        begin, step = segment.start, segment.step
        if segment.stop - begin > step:
            if begin % step or unit % step:
                return False
        elif begin // unit != (segment.stop - 1) // unit:
            return False
    return True


def _nest(nest: Nest, plan: Plan) -> Iterator[str]:
    yield from _loops(nest)
    yield from _order_of_items(nest)
    yield from _branch(nest)
    written = {t.root.view.buffer for t in (*nest.stores, *nest.accumulators)}
    for buffer in written & nest.reads.keys():
        yield f"{plan.homes[buffer]} is read and written"


def _loops(nest: Nest) -> Iterator[str]:
    """Whether the loops run over all elements, each once."""
    rows = nest.rows
    inside = [] if rows is None else [rows.axis]
    if sorted([*nest.order, *inside]) != list(range(len(nest.domain))):
        yield "an axis has no loop, or several"
    if rows is not None and rows.length != nest.domain[rows.axis]:
        yield "rows leave elements out"
    if not nest.order:
        return
    length = nest.domain[nest.order[nest.vector]]
    parts = sorted([(s.start, s.stop) for s in nest.segments])
    if not _covers([range(*part) for part in parts], length):
        yield "vectors leave elements out"
    for segment in nest.segments:
        if segment.lanes and not _fits(segment, 1 if rows is None else rows.length):
            yield "vectors have too many lanes"
    chunks = nest.chunks
    if chunks is not None and chunks.number != -(
        (chunks.start - chunks.stop) // chunks.size
    ):
        yield "chunks leave elements out"


def _fits(segment: Segment, length: int) -> bool:
    """Whether each vector of a segment has a lane for each element, and all exist."""
    rounds, rest = divmod(segment.stop - segment.start, segment.step)
    elements = (rest if rest and not rounds else segment.step) * length
    return not (rest and rounds) and segment.used == elements <= segment.lanes


def _covers(parts: Iterable[range], length: int) -> bool:
    end = 0
    for part in parts:
        if part.start != end:
            return False
        end = part.stop
    return end == length


def _branch(nest: Nest) -> Iterator[str]:
    """Whether a branch comes after its condition, and leaves out additions only."""
    if nest.guard is None:
        return
    (condition, _), depth = nest.guard
    if not any(condition in items for items in nest.levels[: depth + 1]):
        yield "a branch comes before its condition"
    if nest.stores or any(a.depth < depth or not a.adds for a in nest.accumulators):
        yield "a branch leaves out what is written"


def _order_of_items(nest: Nest) -> Iterator[str]:
    """Whether each item comes after its operands, in all the loops that it depends on."""
    known: set[int] = set()
    loops = 0
    for depth, items in enumerate(nest.levels):
        if depth:
            loops |= 1 << nest.order[depth - 1]
        elif nest.rows is not None:
            loops |= 1 << nest.rows.axis
        for item in items:
            if any(operand.number not in known for operand in item.operands):
                yield f"item {item.number} comes before its operands"
            if item.loops & ~loops:
                yield f"item {item.number} stands outside of its loops"
            known.add(item.number)
    for target in (*nest.stores, *nest.accumulators):
        if any(item.number not in known for item in (target.address, *target.items)):
            yield "something is written that is not computed"
