"""Long programs of scalar statements: a pendulum, its steps unrolled by Python's loop.

What is asked of a compiler: that its time and memory grow linearly with the program. The
same as a loop that a library keeps as a loop, where it has one.
"""

from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

STATEMENTS_PER_STEP = 5
STEP = 0.01


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Angle, momentum, number of steps."""
    return np.float64(1.0), np.float64(0.5), size // STATEMENTS_PER_STEP


def step(xp: Any, angle: Any, momentum: Any) -> tuple[Any, Any]:
    """Five statements."""
    momentum = momentum - STEP * xp.sin(angle)
    return angle + STEP * momentum, momentum


def final_energy(xp: Any, angle: Any, momentum: Any, steps: int) -> Any:
    """Energy after `steps` steps of a symplectic Euler."""
    for _ in range(steps):
        angle, momentum = step(xp, angle, momentum)
    return 0.5 * momentum**2 - xp.cos(angle)


def final_energy_by_loop(
    loops: Any, xp: Any, angle: Any, momentum: Any, steps: int
) -> Any:
    """The same by a loop that stays one."""
    angle, momentum = loops.fori_loop(
        0, steps, lambda _, state: step(xp, *state), (angle, momentum)
    )
    return 0.5 * momentum**2 - xp.cos(angle)


def make_loop(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """The same, by the number of steps."""
    return make(STATEMENTS_PER_STEP * size, rng)


PROBLEMS = (
    Problem(
        name="straight_line",
        summary="n scalar statements, value and gradient",
        make=make,
        objective=final_energy,
        sizes=(10**2, 10**3, 10**4, 10**5),
        smoke=20,
        argnums=(0, 1),
        memory=True,
        per="statement",
    ),
    Problem(
        name="pendulum_loop",
        summary="n steps, value and gradient, by the loop that each library has",
        make=make_loop,
        sizes=(10**2, 10**3, 10**4),
        smoke=4,
        argnums=(0, 1),
        per="step",
        **spelled(final_energy_by_loop),
    ),
)
