"""A time step of turbulent kinetic energy in an ocean, as models of the ocean take it.

The closure of Gaspar, Grégoris and Lefèvre (1990), "A simple eddy kinetic energy model for
simulations of the oceanic vertical mixing", discretised as in Veros, whose kernel is in
https://github.com/dionhaefner/pyhpc-benchmarks: mixing and dissipation are implicit, a
tridiagonal system for each column of water; lateral diffusion and advection with a superbee
limiter are explicit. In NumPy it fills arrays in place, and LAPACK solves the systems.
"""

from typing import Any

import numpy as np
from scipy.linalg import lapack

from benchmarks._problem import Problem

STEP = 1.0
DISSIPATION = 0.7
LATERAL = 2000.0
AXES = (0, 1, 2)


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Energy, mixing, forcing, velocities, water, widths and lengths of `size` cells."""
    edge = size ** (1 / 3)
    wide, deep = round(np.ceil(2 * edge)), round(np.ceil(0.25 * edge))
    shape = wide, wide, max(deep, 4)
    energy, mixing, length = rng.uniform(0.5, 2, (3, *shape))
    forcing, *velocities = 0.1 * rng.standard_normal((4, *shape))
    water = (rng.random(shape) < 0.8).astype(float)
    widths = [rng.uniform(5, 9, n) for n in shape]
    return energy, mixing, forcing, length, *velocities, water, *widths


def along(width: Any, axis: int) -> Any:
    """Widths of cells, as they are broadcast."""
    return width[tuple(slice(None) if k == axis else None for k in AXES)]


def part(axis: int, start: int, stop: int | None) -> tuple[slice, ...]:
    """An index that cuts one axis."""
    return tuple(slice(start, stop) if k == axis else slice(None) for k in AXES)


def limited(xp: Any, ratio: Any) -> Any:
    """The superbee limiter."""
    inner = xp.maximum(xp.minimum(1.0, 2 * ratio), xp.minimum(2.0, ratio))
    return xp.maximum(0.0, inner)


def advected(
    xp: Any, energy: Any, velocity: Any, water: Any, width: Any, axis: int
) -> Any:
    """Fluxes through the faces that have two cells on both sides."""
    left, right = part(axis, 1, -2), part(axis, 2, -1)
    open_faces = water[part(axis, 1, None)] * water[part(axis, 0, -1)]
    jumps = energy[part(axis, 1, None)] - energy[part(axis, 0, -1)]
    jumps = jumps * open_faces
    back, here, ahead = (
        jumps[part(axis, k, k - 2 if k < 2 else None)] for k in range(3)
    )
    speed = velocity[left]
    upwind = xp.where(speed > 0.0, back, ahead)
    ratio = limited(xp, upwind / xp.where(xp.abs(here) < 1e-20, 1e-20, here))
    courant = xp.abs(speed * STEP / along(width, axis)[left])
    central = speed * (energy[left] + energy[right]) * 0.5
    return central - xp.abs(speed) * ((1.0 - ratio) + courant * ratio) * here * 0.5


def diffused(energy: Any, width: Any, axis: int) -> Any:
    """Fluxes through the faces between cells."""
    jumps = energy[part(axis, 1, None)] - energy[part(axis, 0, -1)]
    return LATERAL * jumps / along(width, axis)[part(axis, 0, -1)]


def system(
    xp: Any, energy: Any, mixing: Any, length: Any, depths: Any
) -> tuple[Any, Any, Any]:
    """What couples neighbours in a column, and the diagonal."""
    between = 0.5 * STEP / depths[1:] * (mixing[..., :-1] + mixing[..., 1:])
    lower, upper = -between / depths[1:], -between / depths[:-1]
    loss = STEP * DISSIPATION * xp.sqrt(xp.maximum(0.0, energy)) / length
    return lower, upper, 1 + loss


def step(
    xp: Any,
    energy: Any,
    mixing: Any,
    forcing: Any,
    length: Any,
    u: Any,
    v: Any,
    w: Any,
    water: Any,
    *widths: Any,
) -> Any:
    """The energy a step later."""
    lower, upper, loss = system(xp, energy, mixing, length, widths[2])
    below, above, diagonal = np.zeros_like(energy), np.zeros_like(energy), loss
    below[..., 1:] = lower
    above[..., :-1] = upper
    diagonal[..., 1:] -= lower
    diagonal[..., :-1] -= upper
    right = energy + STEP * forcing
    solved = lapack.dgtsv(
        below.flatten()[1:], diagonal.flatten(), above.flatten()[:-1], right.flatten()
    )[3]
    out = np.maximum(0.0, solved.reshape(energy.shape))
    for axis, (velocity, width) in enumerate(zip((u, v, w), widths, strict=True)):
        flux = np.zeros_like(energy)
        flux[part(axis, 1, -2)] = -advected(xp, energy, velocity, water, width, axis)
        if axis < 2:
            flux[part(axis, 0, -1)] += diffused(energy, width, axis)
        change = flux / along(width, axis)
        change[part(axis, 1, None)] -= (
            flux[part(axis, 0, -1)] / along(width, axis)[part(axis, 1, None)]
        )
        out += STEP * water * change
    return out


def step_by_jax(
    xp: Any,
    energy: Any,
    mixing: Any,
    forcing: Any,
    length: Any,
    u: Any,
    v: Any,
    w: Any,
    water: Any,
    *widths: Any,
) -> Any:
    """The same as JAX's users write it."""
    from jax import lax

    lower, upper, loss = system(xp, energy, mixing, length, widths[2])
    below = xp.zeros_like(energy).at[..., 1:].set(lower)
    above = xp.zeros_like(energy).at[..., :-1].set(upper)
    diagonal = loss.at[..., 1:].add(-lower).at[..., :-1].add(-upper)
    right = energy + STEP * forcing
    solved = lax.linalg.tridiagonal_solve(below, diagonal, above, right[..., None])
    out = xp.maximum(0.0, solved[..., 0])
    for axis, (velocity, width) in enumerate(zip((u, v, w), widths, strict=True)):
        inner = -advected(xp, energy, velocity, water, width, axis)
        flux = xp.zeros_like(energy).at[part(axis, 1, -2)].set(inner)
        if axis < 2:
            flux = flux.at[part(axis, 0, -1)].add(diffused(energy, width, axis))
        change = flux / along(width, axis)
        before = flux[part(axis, 0, -1)] / along(width, axis)[part(axis, 1, None)]
        out = out + STEP * water * change.at[part(axis, 1, None)].add(-before)
    return out


PROBLEMS = (
    Problem(
        name="turbulence",
        summary="a step of the kinetic energy of turbulence in n cells of ocean",
        make=make,
        objective=step,
        sizes=(4096, 65536, 10**6),
        smoke=40,
        tasks=("value", "value_and_grad"),
        argnums=(0, 1, 2),
        total=True,
        memory=True,
        per="cell",
        spellings={"jax": step_by_jax},
    ),
)
