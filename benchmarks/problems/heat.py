"""Heat equation on a periodic square: time steps unrolled, and their adjoint."""

from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

STEPS = 50
DIFFUSION = 0.2  # time step times diffusivity over the square of the mesh width


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Initial temperatures, and those wanted at the end."""
    return rng.normal(size=(size, size)), rng.normal(size=(size, size))


def step(xp: Any, u: Any) -> Any:
    """One explicit step."""
    neighbours = (
        xp.roll(u, 1, 0) + xp.roll(u, -1, 0) + xp.roll(u, 1, 1) + xp.roll(u, -1, 1)
    )
    return u + DIFFUSION * (neighbours - 4 * u)


def mismatch(xp: Any, initial: Any, wanted: Any) -> Any:
    """Squared distance from what is wanted after all explicit steps."""
    u = initial
    for _ in range(STEPS):
        u = step(xp, u)
    return 0.5 * xp.sum((u - wanted) ** 2)


def mismatch_by_loop(loops: Any, xp: Any, initial: Any, wanted: Any) -> Any:
    """The same by a loop that stays one."""
    u = loops.fori_loop(0, STEPS, lambda _, u: step(xp, u), initial)
    return 0.5 * xp.sum((u - wanted) ** 2)


PROBLEMS = (
    Problem(
        name="heat",
        summary=f"{STEPS} explicit steps on n x n cells, adjoint of the initial state",
        make=make,
        objective=mismatch,
        sizes=(64, 256),
        smoke=6,
        memory=True,
    ),
    Problem(
        name="heat_loop",
        summary="the same, by the loop that each library has for this",
        make=make,
        sizes=(64, 256),
        smoke=6,
        memory=True,
        **spelled(mismatch_by_loop),
    ),
)
