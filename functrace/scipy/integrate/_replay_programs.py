"""Steps that are taken again, one by one or by a compiled program."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.graph import Graph
from functrace.core.keys import Keyed
from functrace.scipy.integrate._control import Field, StepReplay
from functrace.scipy.integrate._field import RecordedField, plain, recorded_field
from functrace.transforms._opaque_call import attempted
from functrace.transforms.jit import jit
from functrace.transforms.loops import scan

_LONG = 1000  # steps; what rounds of more of them keep is computed again
_NEAR = 1e-6  # how far roundings may take a state from where SciPy was, relatively

Rows = tuple[Any, Any, Any]
"""Of each step the beginning, the end, and what was noted of it."""


def one_by_one(
    method: StepReplay, field: Field, y0: Any, rows: Rows, *, between: bool
) -> tuple[Any, Any]:
    """The states ``(count, n)`` after steps, and their courses, if these are wanted."""

    def step(state: Any, row: Any) -> Any:
        return _step(method, field, state, row, between=between)

    checkpoint = "sqrt" if method.implicit or len(rows[0]) > _LONG else None
    start = method.begin_again(field, rows[0][0], y0), y0
    return scan(step, start, rows, checkpoint=checkpoint)[1]


def _step(
    method: StepReplay, field: Field, start: Any, row: Any, *, between: bool
) -> tuple[Any, Any]:
    (state, y), (t, t_new, noted) = start, row
    state, y_new, K = method.step_again(field, state, t, t_new, noted)
    if not between:
        return (state, y_new), (y_new, None)
    rows = [K[i] for i in range(method.stages)]
    course = np.stack(method.course(field, t, y, t_new - t, rows))
    return (state, y_new), (y_new, course)


def compiled(
    method: StepReplay,
    field: Field,
    y0: Any,
    rows: Rows,
    states: np.ndarray,
    *,
    between: bool,
) -> tuple[Any, Any] | None:
    """The same, by a program; None if there is none, or it does not find `states`.

    A program is made the second time that steps are taken along the same graph: it takes
    longer to make one than to take some hundred steps.
    """
    try:
        with attempted():
            found = recorded_field(field, y0, effects=False)
    except Exception:  # noqa: BLE001 - a function that is not ours may raise anything
        return None
    program = _program(Keyed(found.graph), method, between)
    if not program.is_seen_again():
        return None
    count = len(states)
    length = 1 << (count - 1).bit_length()
    which = np.minimum(np.arange(length), count - 1)
    rows = pytree.map_leaves(lambda x: x[which], rows)
    is_new = np.arange(length) < count
    found_states, courses = program.run(list(found.captured), y0, rows, is_new)
    near = np.abs(plain(found_states)[:count] - states) <= _NEAR * np.max(
        np.abs(states)
    )
    if not np.all(near):
        return None
    return found_states[:count], courses[:count] if between else None


class _Program:
    """Steps along one graph, compiled for each number of them, a power of two.

    Attributes
    ----------
    run : callable
        ``(captured, y0, rows, is_new)``: where a row is not new, the last step is taken once
        more, from where it began.
    """

    def __init__(self, graph: Graph, method: StepReplay, *, between: bool) -> None:
        self._seen = False

        def run(captured: Sequence[Any], y0: Any, rows: Rows, is_new: Any) -> Any:
            field = RecordedField(graph, captured)

            def step(ends: Any, row: Any) -> Any:
                (before, after), (new, row) = ends, row
                start = _where(new, after, before)
                end, found = _step(method, field, start, row, between=between)
                return (start, end), found

            start = method.begin_again(field, rows[0][0], y0), y0
            long = method.implicit or len(is_new) > _LONG
            checkpoint = "sqrt" if long else None
            return scan(step, (start, start), (is_new, rows), checkpoint=checkpoint)[1]

        self.run = jit(run)

    def is_seen_again(self) -> bool:
        """Whether this is not the first time that it is asked for."""
        before, self._seen = self._seen, True
        return before


def _where(condition: Any, x: Any, y: Any) -> Any:
    leaves, treedef = pytree.flatten(x)
    pairs = zip(leaves, pytree.flatten(y)[0], strict=True)
    return pytree.unflatten(treedef, [np.where(condition, *pair) for pair in pairs])


@functools.lru_cache(maxsize=64)
def _program(graph: Keyed, method: StepReplay, between: bool) -> _Program:
    return _Program(graph.value, method, between=between)
