"""Lennard-Jones particles: all pairs by broadcasting."""

from typing import Any

import numpy as np

from benchmarks._problem import Problem


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Positions near a cubic lattice with a spacing of 1.2 diameters."""
    side = round(np.ceil(size ** (1 / 3)))
    lattice = np.stack(np.meshgrid(*[np.arange(side)] * 3), axis=-1).reshape(-1, 3)
    return (1.2 * lattice[:size] + rng.normal(0, 0.03, (size, 3)),)


def energy(xp: Any, positions: Any) -> Any:
    """Potential energy in units of the well's depth; each pair is met twice."""
    separations = positions[:, None, :] - positions[None, :, :]
    # One on the diagonal: there the two powers cancel.
    squared = xp.sum(separations**2, axis=-1) + xp.eye(positions.shape[0])
    inverse_sixth = 1 / squared**3
    return 2 * xp.sum(inverse_sixth**2 - inverse_sixth)


PROBLEMS = (
    Problem(
        name="lennard_jones",
        summary="energy of n particles and the forces on them",
        make=make,
        objective=energy,
        sizes=(128, 1024),
        smoke=8,
        memory=True,
    ),
)
