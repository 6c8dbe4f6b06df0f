"""Forty element-wise layers on one array: what is kept between the two passes."""

from typing import Any

import numpy as np

from benchmarks._problem import Problem

LAYERS = 40


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """One vector."""
    return (rng.uniform(0, 1, size),)


def tanh_layers(xp: Any, x: Any) -> Any:
    """The result of each layer suffices for its derivative."""
    for _ in range(LAYERS):
        x = xp.tanh(x * 1.01 + 0.1)
    return xp.sum(x)


def sine_layers(xp: Any, x: Any) -> Any:
    """The input of each layer is needed for its derivative."""
    for _ in range(LAYERS):
        x = x * xp.sin(x + 1)
    return xp.sum(x)


def problem(name: str, summary: str, objective: Any) -> Problem:
    """Time and memory of a gradient."""
    return Problem(
        name=name,
        summary=summary,
        make=make,
        objective=objective,
        sizes=(10**5, 10**7),
        smoke=20,
        memory=True,
        per="element",
    )


PROBLEMS = (
    problem(
        "tanh_layers", f"{LAYERS} layers tanh(1.01 x + 0.1), gradient", tanh_layers
    ),
    problem("sine_layers", f"{LAYERS} layers x sin(x + 1), gradient", sine_layers),
)
