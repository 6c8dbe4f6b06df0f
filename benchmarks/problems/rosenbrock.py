"""Rosenbrock's function: a handful of operations on neighbours in one array.

At ten variables the arithmetic costs next to nothing: what is measured is the cost of
recording and differentiating about ten operations, or of one call of a compiled program.
"""

from typing import Any

import numpy as np

from benchmarks._problem import Problem


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """One vector."""
    return (rng.uniform(-1, 1.5, size),)


def rosenbrock(xp: Any, x: Any) -> Any:
    """Sum over neighbours."""
    return xp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


PROBLEMS = (
    Problem(
        name="rosenbrock",
        summary="Rosenbrock's function of n variables, value and gradient",
        make=make,
        objective=rosenbrock,
        sizes=(10, 10**3, 10**5, 10**6),
        smoke=10,
    ),
    Problem(
        name="rosenbrock_hessian",
        summary="Hessian of Rosenbrock's function of n variables",
        make=make,
        objective=rosenbrock,
        sizes=(10, 100),
        smoke=5,
        tasks=("hessian",),
    ),
)
