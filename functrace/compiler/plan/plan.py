"""What a section does, decided: nests of loops and calls, in order, and memory for them.

A plan is made from a partition, and text from the plan; neither is changed meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from functrace.compiler.plan.arena import lay_out, scratch_offsets
from functrace.compiler.plan.arrange import decide
from functrace.compiler.plan.arrays import Array, Buffer, Home, Strided
from functrace.compiler.plan.inplace import Pair, decide_in_place
from functrace.compiler.plan.nest import Nest, Places
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.stages import Root, StepStage
from functrace.compiler.plan.tiles import Tiles, find_tiles
from functrace.core.node import Node


class Call(NamedTuple):
    """A step: code of its own, on arrays in memory.

    Attributes
    ----------
    node : Node
    operands, outputs : list of (Array, Strided)
        With where they are in memory.
    """

    node: Node
    operands: list[tuple[Array, Strided]]
    outputs: list[tuple[Array, Strided]]

    reads_first = False

    @property
    def flops(self) -> int:
        """Exact for products of matrices, the cube of the size for factorisations."""
        sizes = [array.size for array, _ in (*self.operands, *self.outputs)]
        if 0 in sizes:
            return 0
        return round(2 * math.exp(1.5 * sum(map(math.log, sizes)) / len(sizes)))

    @property
    def views(self) -> list[Strided]:
        """Where operands and outputs are."""
        return [view for _, view in (*self.operands, *self.outputs)]

    @property
    def buffers(self) -> list[Buffer]:
        """The memory that is read or written."""
        return list(dict.fromkeys(view.buffer for view in self.views))

    @property
    def reads(self) -> Places:
        """The memory that it reads, at places of which nothing is known."""
        return {view.buffer: {None} for _, view in self.operands}

    @property
    def writes(self) -> Places:
        """The memory that it writes."""
        return {view.buffer: {None} for _, view in self.outputs}


class Plan(NamedTuple):
    """What a section does.

    Attributes
    ----------
    stages : tuple of Nest or Call
        In order.
    checks : tuple of (int, Buffer)
        Stages after which to give up, if what is in a buffer holds.
    homes : dict of Buffer to Home
        Where memory is.
    nbytes : int
        Size of the arena.
    in_place : frozenset
        The inputs, and the outputs that are computed in their place.
    tiles : tuple of Tiles
        Stages that run tile by tile.
    """

    stages: tuple[Nest | Call, ...]
    checks: tuple[tuple[int, Buffer], ...]
    homes: dict[Buffer, Home]
    nbytes: int
    in_place: frozenset[Pair]
    tiles: tuple[Tiles, ...]

    @property
    def turns(self) -> dict[int, Tiles]:
        """By their positions, the stages that run tile by tile."""
        return {stage: run for run in self.tiles for stage in run.stages}

    def scratch_offsets(self, needed: Mapping[int, int]) -> dict[int, int]:
        """Where in the arena stages have the scratch memory that they need."""
        offsets, touched = self.in_arena()
        return scratch_offsets(touched, offsets, self.nbytes, needed)

    def in_arena(self) -> tuple[dict[Buffer, int], list[list[Buffer]]]:
        """The offsets of buffers in the arena, and which of them each stage uses."""
        homes = self.homes
        offsets = {b: h.number for b, h in homes.items() if h.place == "arena"}
        used = [[b for b in stage.buffers if b in offsets] for stage in self.stages]
        return offsets, used

    @property
    def traffic(self) -> int:
        """Bytes of the memory that each stage reads or writes."""
        return sum(b.nbytes for stage in self.stages for b in stage.buffers)


def make_plan(
    partition: Partition, pairs: Iterable[Pair], lanes: int, *, tiled: bool = True
) -> Plan:
    """Decide what the stages of a partition become.

    Parameters
    ----------
    partition : Partition
    pairs : iterable
        Inputs and outputs that may share memory.
    lanes : int
        Of the widest vectors worth while, of real numbers.
    tiled : bool
        Whether stages may run tile by tile.
    """

    def decided(position: int, without: frozenset[Root]) -> Nest | Call:
        stage = partition.stages[position]
        if isinstance(stage, StepStage):
            return _call(partition, position, stage)
        wide = lanes // 2 if stage.fills_registers else lanes
        return decide(partition, position, stage, wide, without)

    in_place, stages = decide_in_place(partition, pairs, decided)
    homes = {b: Home("output", k) for b, k in partition.outputs.items()}
    touched: list[list[Buffer]] = []
    for stage in stages:
        buffers = stage.buffers
        homes |= {b: b.home for b in buffers if b.home is not None}
        touched.append([b for b in buffers if b not in homes])
    offsets, nbytes = lay_out(touched)
    homes |= {b: Home("arena", offset) for b, offset in offsets.items()}
    checks = [(position, view.buffer) for position, view in partition.checks]
    ends = {position for position, _ in checks}
    tiles = find_tiles(stages, homes, in_place, ends, lanes) if tiled else ()
    return Plan(tuple(stages), tuple(checks), homes, nbytes, in_place, tiles)


def _call(partition: Partition, position: int, stage: StepStage) -> Call:
    def where(array: Array, when: int) -> tuple[Array, Strided]:
        view = partition.locations.at(array, when)
        assert view is not None
        return array, view

    operands = [where(array, position) for array in stage.operands]
    outputs = [where(array, position + 1) for array in stage.outputs]
    return Call(stage.node, operands, outputs)
