"""Nested optimisations of GradBench: derivatives of loops in which derivatives are taken.

https://github.com/gradbench/gradbench, ``evals/saddle`` and ``evals/particle``, after
Pearlmutter & Siskind, "Using programming language theory to make automatic differentiation
sound and efficient" (2008). Each comes in four: the outer derivative by forward (f) or
reverse (r) mode, then the inner one.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from benchmarks._derivatives import Library, nested
from benchmarks._problem import Problem

Function = Callable[..., Any]

PATIENCE = 10  # steps that succeed before they are made longer
MOST_DESCENTS = 250  # in which a maximum is found
MOST_STEPS = 600  # in which a particle lands
TIME_STEP = 0.1
CHARGES_AT = 10.0  # horizontally, and vertically for the one that is moved


def forward(library: Library, xp: Any, fun: Function) -> Function:
    """Value and gradient of `fun` by a product for each variable."""

    def both(x: Any) -> tuple[Any, Any]:
        basis = xp.eye(x.shape[0])
        pairs = [library.jvp(fun, (x,), (basis[k],)) for k in range(x.shape[0])]
        return pairs[0][0], xp.stack([slope for _, slope in pairs])

    return both


def reverse(library: Library, xp: Any, fun: Function) -> Function:
    """Value and gradient of `fun` by reverse mode."""
    return library.value_and_grad(fun)


MODES = {"f": forward, "r": reverse}


def descend(
    loop: Function, xp: Any, both: Function, start: Any, tolerance: float
) -> Any:
    """Minimum by gradients, with steps that are halved and doubled.

    Over when the gradient, or the next step, is no longer than the tolerance, which is the
    first step's factor, too.
    """

    def unfinished(state: Any) -> Any:
        _, _, slope, rate, _ = state
        length = xp.sqrt(xp.sum(slope**2))
        return (length > tolerance) & (rate * length > tolerance)

    def improve(state: Any) -> Any:
        x, value, slope, rate, successes = state
        trial = x - rate * slope
        its_value, its_slope = both(trial)
        better = its_value < value
        successes = xp.where(better, successes + 1, 0.0)
        longer = successes == PATIENCE
        return (
            xp.where(better, trial, x),
            xp.where(better, its_value, value),
            xp.where(better, its_slope, slope),
            xp.where(better, xp.where(longer, 2 * rate, rate), rate / 2),
            xp.where(longer, 0.0, successes),
        )

    nought = xp.zeros(())
    state = loop(unfinished, improve, (start, *both(start), nought + tolerance, nought))
    return state[0]


def inner_loop(library: Library, outer: str, most: int) -> Function:
    """A loop through which the outer mode can go."""
    if outer == "f":
        return library.while_loop
    return lambda *loop: library.reversible_while_loop(*loop, most)


def saddle(
    library: Library, xp: Any, start: Any, digits: int, *, modes: tuple[str, ...]
) -> Any:
    """Where the largest of ``|x|^2 - |y|^2`` by y is smallest by x: x and y."""
    tolerance = 10.0**-digits
    outer, inner = (MODES[mode] for mode in modes)

    def height(x: Any, y: Any) -> Any:
        return xp.sum(x**2) - xp.sum(y**2)

    def argmax(loop: Function, x: Any) -> Any:
        both = inner(library, xp, lambda y: -height(x, y))
        return descend(loop, xp, both, start, tolerance)

    def largest(x: Any) -> Any:
        return height(x, argmax(inner_loop(library, modes[0], MOST_DESCENTS), x))

    both = outer(library, xp, largest)
    x = descend(library.while_loop, xp, both, start, tolerance)
    return xp.concatenate([x, argmax(library.while_loop, x)])


def potential(xp: Any, control: Any, x: Any) -> Any:
    """Of two charges, one of which is moved by the control."""
    across = (x[0] - CHARGES_AT) ** 2
    moved = xp.sqrt(across + (x[1] - CHARGES_AT + control) ** 2)
    return 1 / moved + 1 / xp.sqrt(across + x[1] ** 2)


def particle(
    library: Library, xp: Any, start: Any, digits: int, *, modes: tuple[str, ...]
) -> Any:
    """Control with which a charged particle lands nearest to the origin."""
    outer, inner = (MODES[mode] for mode in modes)
    loop = inner_loop(library, modes[0], MOST_STEPS)

    def miss(control: Any) -> Any:
        """Square of where the axis is met, by Euler's method, then along a line."""
        both = inner(library, xp, lambda x: potential(xp, control[0], x))

        def flying(state: Any) -> Any:
            place, speed = state
            return place[1] + TIME_STEP * speed[1] > 0

        def advance(state: Any) -> Any:
            place, speed = state
            return place + TIME_STEP * speed, speed - TIME_STEP * both(place)[1]

        basis = xp.eye(2)
        place, speed = loop(flying, advance, (8.0 * basis[1], 0.75 * basis[0]))
        place = place + TIME_STEP * speed
        return (place[0] - place[1] / speed[1] * speed[0]) ** 2

    both = outer(library, xp, miss)
    return descend(library.while_loop, xp, both, start, 10.0**-digits)


def make_saddle(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """GradBench's start, and digits wanted."""
    return np.ones(2), size


def make_particle(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Likewise."""
    return np.zeros(1), size


def problem(
    name: str, summary: str, make: Function, found: Function, modes: tuple[str, ...]
) -> Problem:
    """One of the four."""

    def objective(library: Library, xp: Any, *data: Any) -> Any:
        return found(library, xp, *data, modes=modes)

    return Problem(
        name=f"{name}_{''.join(modes)}",
        summary=f"GradBench: {summary} to n digits, modes {', '.join(modes)}",
        make=make,
        sizes=(3, 5),
        smoke=2,
        tasks=("value",),
        **nested(objective),
    )


EACH = (
    ("saddle", "saddle point", make_saddle, saddle),
    ("particle", "control of a particle", make_particle, particle),
)
PROBLEMS = tuple(
    problem(*which, modes) for which in EACH for modes in product("fr", repeat=2)
)
