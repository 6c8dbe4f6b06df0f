"""Loops by each library's own means, under JAX's names.

A problem with a loop is an objective ``(loops, xp, *data)``; `spelled` makes of it what a
problem needs.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

Objective = Callable[..., Any]
PLAIN = "plain"  # the spelling of loops in plain NumPy


class PythonLoops:
    """Python's own loops, for libraries whose users write them."""

    def __init__(self, xp: Any) -> None:
        self._xp = xp

    def scan(
        self, f: Objective, init: Any, xs: Any, length: int | None = None
    ) -> tuple[Any, Any]:
        """Carry a state along `xs`; the last state, and all results."""
        carry, results = init, []
        for x in [None] * length if length is not None else xs:
            carry, result = f(carry, x)
            results.append(result)
        return carry, None if results[0] is None else self._xp.stack(results)

    def fori_loop(self, lower: int, upper: int, body: Objective, init: Any) -> Any:
        """Carry a state along a range."""
        state = init
        for i in range(lower, upper):
            state = body(i, state)
        return state

    def while_loop(self, condition: Objective, body: Objective, init: Any) -> Any:
        """Carry a state for as long as it meets a condition."""
        state = init
        while condition(state):
            state = body(state)
        return state


def spelled(objective: Objective, plain: Objective | None = None) -> dict[str, Any]:
    """Arguments of a problem: `objective` with Python's loops, and with libraries' own.

    `plain` is the same on the data alone, as it is written where NumPy is all there is.
    """

    def by_python(xp: Any, *data: Any) -> Any:
        return objective(PythonLoops(xp), xp, *data)

    def by_functrace(xp: Any, *data: Any) -> Any:
        return objective(import_module("functrace"), xp, *data)

    def by_jax(xp: Any, *data: Any) -> Any:
        return objective(import_module("jax").lax, xp, *data)

    spellings = {"functrace": by_functrace, "jax": by_jax}
    if plain is not None:
        spellings[PLAIN] = lambda xp, *data: plain(*data)
    return {"objective": by_python, "spellings": spellings}
