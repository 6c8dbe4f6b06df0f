"""Element-wise work: memory traffic, and the cost of the functions."""

from typing import Any

import numpy as np

from benchmarks._problem import Problem

COEFFICIENTS = (0.02, -0.1, 0.3, -0.4, 0.5, -0.1, 0.2, -0.3, 0.4, -0.5, 1.0)


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """One vector."""
    return (rng.uniform(-1.5, 1.5, size),)


def polynomial(xp: Any, x: Any) -> Any:
    """Ten multiplications and ten additions of each element (Horner's rule)."""
    y = COEFFICIENTS[0]
    for coefficient in COEFFICIENTS[1:]:
        y = y * x + coefficient
    return y


def smooth(xp: Any, x: Any) -> Any:
    """Three functions of each element."""
    return xp.tanh(xp.sin(x) * xp.exp(-(x**2)))


def problem(name: str, summary: str, objective: Any) -> Problem:
    """A forward pass, and the gradient of the sum of its result."""
    return Problem(
        name=name,
        summary=summary,
        make=make,
        objective=objective,
        sizes=(10**3, 10**5, 10**7),
        smoke=20,
        tasks=("value", "value_and_grad"),
        total=True,
        per="element",
    )


PROBLEMS = (
    problem(
        "polynomial", "10 multiplications and 10 additions per element", polynomial
    ),
    problem("smooth", "tanh(sin(x) * exp(-x**2)) of each element", smooth),
)
