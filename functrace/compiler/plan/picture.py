"""Plans as pictures: a box per stage, an arrow for memory that one leaves to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.describe import call_in_words, nest_in_words
from functrace.compiler.plan.nest import Nest
from functrace.core.drawing import Box, Picture

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section

_LINES = 24  # of a stage's words that are shown
_HEAVY = 0.5  # of all work, from which on a stage is marked


def picture_of(section: Section) -> Picture:
    """The stages of a section, with those that its steps run inside."""
    plan, homes = section.plan, section.plan.homes
    boxes: list[Box] = []
    arrows: dict[tuple[int, int], None] = {}
    holders: dict[Buffer, int] = {}
    total = sum(text.flops for text in section.texts)
    inputs = sorted(
        {b for stage in plan.stages for b in stage.reads if homes[b].place == "input"},
        key=lambda buffer: homes[buffer].number,
    )
    for buffer in inputs:
        holders[buffer] = len(boxes)
        boxes.append(Box([f"{homes[buffer]}", _amount(buffer)], "end"))
    for number, (stage, text) in enumerate(
        zip(plan.stages, section.texts, strict=True)
    ):
        if isinstance(stage, Nest):
            lines = list(nest_in_words(stage, homes))
        else:
            lines = list(call_in_words(stage, homes))
        lines[0] = f"{number}: {lines[0]}"
        if len(lines) > _LINES:
            lines = [*lines[:_LINES], f"... and {len(lines) - _LINES} more"]
        inner = [("run again and again", picture_of(s)) for s in text.sections]
        heavy = len(plan.stages) > 1 and text.flops > _HEAVY * total
        for buffer in (*stage.reads, *stage.writes):
            if buffer in holders:
                arrows[holders[buffer], len(boxes)] = None
        for buffer in stage.writes:
            holders[buffer] = len(boxes)
        boxes.append(Box(lines, "heavy" if heavy else "box", inner))
    for buffer, home in homes.items():
        if home.place == "output" and buffer in holders:
            arrows[holders[buffer], len(boxes)] = None
            boxes.append(Box([f"{home}", _amount(buffer)], "end"))
    return Picture(boxes, list(arrows))


def _amount(buffer: Buffer) -> str:
    """Its size, in words."""
    return f"{buffer.size} x {buffer.dtype.name}"
