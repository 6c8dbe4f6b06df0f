"""Many things at once, each of which goes its own way: in plain NumPy, and by `loops`."""

from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

STEP = 0.01


def make_oscillators(
    size: tuple[int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """Damping and its dependence on amplitude, places and speeds, number of steps."""
    steps, n = size
    places, speeds = rng.uniform(-1, 1, (2, n))
    return np.array([1.5, 0.8]), places, speeds, steps


def plain_oscillators(params: Any, x: Any, v: Any, steps: int) -> Any:
    """Mean energy of van der Pol's oscillators in the end, by the midpoint method."""
    for _ in range(steps):
        slope = (params[0] - params[1] * x * x) * v - x
        middle, speed = x + 0.5 * STEP * v, v + 0.5 * STEP * slope
        slope = (params[0] - params[1] * middle * middle) * speed - middle
        x, v = x + STEP * speed, v + STEP * slope
    return np.mean(x * x + v * v)


def oscillators(loops: Any, xp: Any, params: Any, x: Any, v: Any, steps: int) -> Any:
    """The same as a loop."""

    def advance(_: Any, state: Any) -> tuple[Any, Any]:
        x, v = state
        slope = (params[0] - params[1] * x * x) * v - x
        middle, speed = x + 0.5 * STEP * v, v + 0.5 * STEP * slope
        slope = (params[0] - params[1] * middle * middle) * speed - middle
        return x + STEP * speed, v + STEP * slope

    x, v = loops.fori_loop(0, steps, advance, (x, v))
    return xp.mean(x * x + v * v)


def make_paths(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Start, rate, reversion and volatility of the variance, and noise for each step."""
    return np.array([1.0, 0.03, 1.5, 0.3]), rng.normal(size=size)


def plain_paths(params: Any, noise: Any) -> Any:
    """Price of a call on a share whose variance is a process, too, by simulation."""
    steps, n = noise.shape
    share, variance, span = np.ones(n) * params[0], np.full(n, 0.04), 1 / steps
    for t in range(steps):
        move = np.sqrt(variance * span) * noise[t]
        share = share * np.exp((params[1] - 0.5 * variance) * span + move)
        back = params[2] * (0.04 - variance) * span
        variance = np.abs(variance + back + params[3] * move)
    return np.mean(np.maximum(share - 1, 0))


def paths(loops: Any, xp: Any, params: Any, noise: Any) -> Any:
    """The same as a loop."""
    steps, n = noise.shape
    span = 1 / steps

    def advance(state: Any, normal: Any) -> tuple[Any, None]:
        share, variance = state
        move = xp.sqrt(variance * span) * normal
        share = share * xp.exp((params[1] - 0.5 * variance) * span + move)
        back = params[2] * (0.04 - variance) * span
        return (share, xp.abs(variance + back + params[3] * move)), None

    start = xp.ones(n) * params[0], xp.full(n, 0.04)
    share, _ = loops.scan(advance, start, noise)[0]
    return xp.mean(xp.maximum(share - 1, 0))


BOTH = ("value", "value_and_grad")

PROBLEMS = (
    Problem(
        name="oscillators",
        summary="steps x oscillators, each on its own: gradient of start and damping",
        make=make_oscillators,
        sizes=((200, 1000), (200, 100_000)),
        smoke=(3, 6),
        tasks=BOTH,
        argnums=(0, 1, 2),
        memory=True,
        **spelled(oscillators, plain_oscillators),
    ),
    Problem(
        name="paths",
        summary="steps x paths of stochastic volatility, noise given: 4 sensitivities",
        make=make_paths,
        sizes=((100, 20_000),),
        smoke=(3, 6),
        tasks=BOTH,
        memory=True,
        **spelled(paths, plain_paths),
    ),
)
