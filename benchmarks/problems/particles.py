"""Particles: energies of all pairs by broadcasting."""

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


def make_points(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Points in space."""
    return (rng.normal(size=(size, 3)),)


def pair_energy(xp: Any, points: Any) -> Any:
    """Sum over all pairs, each met twice; an intermediate tangent has 9 n^3 elements."""
    separations = points[:, None] - points[None]
    return 0.5 * xp.sum(1 / (1 + xp.sum(separations**2, axis=-1)))


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
    Problem(
        name="pair_energy_hessian",
        summary="Hessian of a smooth energy of all pairs of n points in space",
        make=make_points,
        objective=pair_energy,
        sizes=(50, 100, 250),
        smoke=5,
        tasks=("hessian",),
        memory=True,
    ),
)
