"""Newton's method on Kepler's equation, and the derivative through its iterations."""

from importlib import import_module
from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

TOLERANCE = 1e-9
MOST = 8  # iterations, for a library that needs to know


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Eccentricities and mean anomalies."""
    return rng.uniform(0.0, 0.8, size), rng.uniform(0.1, 3.0, size)


def correction(xp: Any, eccentricity: Any, mean: Any, anomaly: Any) -> Any:
    """One step of Newton's method for ``E - e sin(E) = M``."""
    error = anomaly - eccentricity * xp.sin(anomaly) - mean
    return error / (1 - eccentricity * xp.cos(anomaly))


def distances(loops: Any, xp: Any, eccentricity: Any, mean: Any) -> Any:
    """Distance of each planet from its sun: iterate until all have converged."""

    def unfinished(state: Any) -> Any:
        return xp.any(xp.abs(state[1]) > TOLERANCE)

    def improve(state: Any) -> tuple[Any, Any]:
        change = correction(xp, eccentricity, mean, state[0])
        return state[0] - change, change

    start = mean + 0.85 * eccentricity, xp.ones_like(mean)
    anomaly, _ = loops.while_loop(unfinished, improve, start)
    return 1 - eccentricity * xp.cos(anomaly)


def distances_by_jax(xp: Any, eccentricity: Any, mean: Any) -> Any:
    """As many iterations as are needed at most: JAX's `while_loop` has no reverse mode."""
    anomaly = import_module("jax").lax.fori_loop(
        0,
        MOST,
        lambda _, x: x - correction(xp, eccentricity, mean, x),
        mean + 0.85 * eccentricity,
    )
    return 1 - eccentricity * xp.cos(anomaly)


by_libraries = spelled(distances)
by_libraries["spellings"]["jax"] = distances_by_jax

PROBLEMS = (
    Problem(
        name="newton_while",
        summary="Newton's method until n orbits have converged, gradient through it",
        make=make,
        sizes=(1, 10**3, 10**5),
        smoke=5,
        argnums=(0, 1),
        total=True,
        per="orbit",
        **by_libraries,
    ),
)
