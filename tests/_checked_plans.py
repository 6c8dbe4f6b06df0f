"""Plans of all programs that this process compiles are checked."""

from __future__ import annotations

from typing import Any

from functrace.compiler.plan import plan
from functrace.compiler.plan.checking import check_plan, check_scratch
from functrace.compiler.text import section

_OFFSETS = plan.Plan.scratch_offsets


def check_every_plan() -> None:
    """Have whatever is compiled from now on raise where its plan is wrong."""
    section.make_plan = _checked_plan
    plan.Plan.scratch_offsets = _checked_offsets


def _checked_plan(*args: Any, **options: Any) -> plan.Plan:
    made = plan.make_plan(*args, **options)
    check_plan(made)
    return made


def _checked_offsets(self: plan.Plan, needed: Any) -> dict[int, int]:
    found = _OFFSETS(self, needed)
    check_scratch(self, found, needed)
    return found
