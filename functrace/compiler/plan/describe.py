"""Plans in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from functrace.compiler.plan.arrays import Array, Buffer, Home, Strided
from functrace.compiler.plan.items import place_in_words
from functrace.compiler.plan.nest import Destination, Nest, Segment
from functrace.compiler.plan.plan import Call
from functrace.compiler.plan.tiles import Tiles

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section

_INDENT = "    "


def describe(section: Section) -> Iterator[str]:
    """The stages of a section, and of those that its steps run, line by line."""
    plan = section.plan
    turns = plan.turns
    for number, (stage, text) in enumerate(
        zip(plan.stages, section.texts, strict=True)
    ):
        if isinstance(stage, Nest):
            first, *others = nest_in_words(stage, plan.homes)
        else:
            first, *others = call_in_words(stage, plan.homes)
        yield f"{number}: {first}{_turn(turns.get(number))}"
        for line in others:
            yield _INDENT + line
        for inner in text.sections:
            for line in describe(inner):
                yield _INDENT + line


def _turn(run: Tiles | None) -> str:
    """With which others a stage takes turns."""
    if run is None:
        return ""
    first, *_, last = run.stages
    if run.middle is not None:
        return f", in one loop with {first} to {last}, vectors of {run.middle.lanes}"
    return f", in {-(-run.units // run.size)} tiles with {first} to {last}"


def nest_in_words(nest: Nest, homes: dict[Buffer, Home]) -> Iterator[str]:
    """The loops, and what is done in each."""
    yield _head(nest)
    for buffer, number in {**nest.sums, **nest.fills}.items():
        yield f"fill {homes[buffer]} with {number}"
    guard, inside = nest.guard, ""
    for depth, items in enumerate(nest.levels):
        for item in items:
            if not item.is_address:
                yield inside + item.words(homes)
        if guard is not None and guard.depth == depth:
            condition, keep = guard.condition
            yield f"{inside}if {'' if keep else 'not '}%{condition.number}:"
            inside += _INDENT
        if depth < len(nest.order):
            yield inside + _loop(nest, depth)
            inside += _INDENT
    for target in (*nest.stores, *nest.accumulators):
        yield inside + _target(target, homes)


def _head(nest: Nest) -> str:
    loops = " x ".join(map(str, nest.domain)) or "no loop"
    names = dict.fromkeys(
        target.root.verb for target in (*nest.stores, *nest.accumulators)
    )
    order = ", one after another" if nest.group.serial else ""
    chunks = f", in {nest.chunks.number} chunks" if nest.chunks is not None else ""
    return f"{loops}{order}: {', '.join(names)}{chunks}"


def _loop(nest: Nest, depth: int) -> str:
    axis = nest.order[depth]
    head = f"for i{axis} < {nest.domain[axis]}"
    if depth == nest.vector:
        rows = nest.rows
        if rows is not None:
            head = f"{head} in rows of i{rows.axis} < {rows.length}"
        head = f"{head}, {', then '.join(map(_segment, nest.segments))}"
    return f"{head}:"


def _segment(segment: Segment) -> str:
    if not segment.lanes:
        return "one by one"
    if segment.used == segment.lanes:
        return f"vectors of {segment.lanes}"
    return f"{segment.used} lanes of {segment.lanes}"


def _target(target: Destination, homes: dict[Buffer, Home]) -> str:
    place = place_in_words(target.root.view.buffer, target.place, homes)
    steps = [x for x in target.address.operands if not x.is_address]
    on = "".join(f" and on %{item.number}" for item in steps)
    given = " ".join(f"%{item.number}" for item in target.items)
    return f"{target.root.verb} {place}{on}: {given}"


def call_in_words(call: Call, homes: dict[Buffer, Home]) -> Iterator[str]:
    """What is called on what."""
    given = ", ".join(_array(*entry, homes) for entry in call.operands)
    made = ", ".join(_array(*entry, homes) for entry in call.outputs)
    yield f"call {call.node.name}({given}) -> {made}"


def _array(array: Array, view: Strided, homes: dict[Buffer, Home]) -> str:
    shape = " x ".join(map(str, array.shape))
    return f"{homes[view.buffer]}" + (f" {shape}" if shape else "")
