"""Recurrences as they are written where NumPy is all there is, and as loops that stay one.

Each stands here twice: in plain NumPy, with buffers and Python's loops, and by `loops`.
"""

from typing import Any

import numpy as np

from benchmarks._loops import Objective, spelled
from benchmarks._problem import Problem

STEP = 0.01
NEWTON = 4  # iterations in each step
LEVEL, PULL, PUSH, VOLATILITY = 0.2, 1.5, 0.3, 0.1  # of the walk
TOLERANCE = 1e-6  # of the steps that adapt
ITERATIONS = 200  # of one point's orbit, at most


def make_weather(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """A state on a ring, its forcing, and what was seen after each step."""
    steps, n = size
    return rng.normal(size=n), np.array(8.0), rng.normal(size=(steps, n))


def plain_weather(initial: Any, forcing: Any, seen: Any) -> Any:
    """Squared errors of Runge-Kutta steps on vectors (Lorenz 1996)."""

    def slope(x: Any) -> Any:
        return (np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + forcing

    x, errors = initial, 0.0
    for k in range(len(seen)):
        k1 = slope(x)
        k2 = slope(x + STEP / 2 * k1)
        k3 = slope(x + STEP / 2 * k2)
        k4 = slope(x + STEP * k3)
        x = x + STEP / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        errors = errors + np.sum((x - seen[k]) ** 2)
    return errors


def weather(loops: Any, xp: Any, initial: Any, forcing: Any, seen: Any) -> Any:
    """The same."""

    def slope(x: Any) -> Any:
        before, twice, after = (xp.roll(x, k, 0) for k in (1, 2, -1))
        return (after - twice) * before - x + forcing

    def advance(state: Any, now: Any) -> tuple[Any, None]:
        x, errors = state
        k1 = slope(x)
        k2 = slope(x + STEP / 2 * k1)
        k3 = slope(x + STEP / 2 * k2)
        k4 = slope(x + STEP * k3)
        x = x + STEP / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return (x, errors + xp.sum((x - now) ** 2)), None

    return loops.scan(advance, (initial, 0.0), seen)[0][1]


def make_stiff(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Stiffness and start, and what was seen after each step."""
    return np.array([30.0, 1.5]), rng.normal(0.3, 0.1, size)


def plain_stiff(given: Any, seen: Any) -> Any:
    """Squared errors of implicit steps, each by Newton's method."""
    stiffness, x, errors = given[0], given[1], 0.0
    for k in range(len(seen)):
        y = x
        for _ in range(NEWTON):
            residual = y - x + STEP * (stiffness * y**3 - 1)
            y = y - residual / (1 + 3 * STEP * stiffness * y**2)
        x = y
        errors = errors + (x - seen[k]) ** 2
    return errors


def stiff(loops: Any, xp: Any, given: Any, seen: Any) -> Any:
    """The same, with the few iterations written out."""
    stiffness = given[0]

    def advance(state: Any, now: Any) -> tuple[Any, None]:
        x, errors = state
        y = x
        for _ in range(NEWTON):
            residual = y - x + STEP * (stiffness * y**3 - 1)
            y = y - residual / (1 + 3 * STEP * stiffness * y**2)
        return (y, errors + (y - now) ** 2), None

    return loops.scan(advance, (given[1], 0.0), seen)[0][1]


def make_walk(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Start, strength of the noise, and the noise."""
    return np.array([0.1, VOLATILITY]), rng.normal(size=size)


def plain_walk(given: Any, noise: Any) -> Any:
    """Sum of the squares of a walk that is pulled down above a level."""
    x, volatility, total = given[0], given[1], 0.0
    for k in range(len(noise)):
        drift = np.where(x > LEVEL, -PULL * x, PUSH)
        x = x + STEP * drift + volatility * noise[k]
        total = total + x**2
    return total


def branching_walk(given: Any, noise: Any) -> Any:
    """The same with a branch."""
    x, volatility, total = given[0], given[1], 0.0
    for k in range(len(noise)):
        drift = PUSH
        if x > LEVEL:
            drift = -PULL * x
        x = x + STEP * drift + volatility * noise[k]
        total = total + x**2
    return total


def walk(loops: Any, xp: Any, given: Any, noise: Any) -> Any:
    """The same as a loop."""
    volatility = given[1]

    def advance(state: Any, now: Any) -> tuple[Any, None]:
        x, total = state
        drift = xp.where(x > LEVEL, -PULL * x, PUSH)
        x = x + STEP * drift + volatility * now
        return (x, total + x**2), None

    return loops.scan(advance, (given[0], 0.0), noise)[0][1]


def make_chain(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """How wide steps are, these, and the logarithms that decide."""
    return np.float64(0.8), rng.normal(size=size), np.log(rng.uniform(size=size))


def plain_chain(scale: Any, steps: Any, levels: Any) -> Any:
    """A chain of Metropolis for the normal distribution: the mean of its squares."""
    x, total, count = 0.5, 0.0, len(steps)
    for k in range(count):
        ahead = x + scale * steps[k]
        if levels[k] < 0.5 * (x * x - ahead * ahead):
            x = ahead
        if k >= count // 10:
            total += x * x
    return total / (count - count // 10)


def chain(loops: Any, xp: Any, scale: Any, steps: Any, levels: Any) -> Any:
    """The same as a loop."""
    count = len(steps)

    def advance(x: Any, now: Any) -> tuple[Any, Any]:
        ahead = x + scale * now[0]
        x = xp.where(now[1] < 0.5 * (x * x - ahead * ahead), ahead, x)
        return x, x * x

    rows = xp.stack([steps, levels], axis=1)
    squares = loops.scan(advance, 0.5 + 0 * scale, rows)[1]
    return xp.sum(squares[count // 10 :]) / (count - count // 10)


def make_play(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """A signal, and half the width within which nothing moves."""
    return np.cumsum(rng.normal(size=size)) / 3, np.float64(0.4)


def plain_play(signal: Any, width: Any) -> Any:
    """What a gear with play does: it moves when it is pushed, and slackens when not."""
    moved, level = np.zeros(len(signal)), signal[0]
    for i in range(len(signal)):
        if signal[i] > level + width:
            level = signal[i] - width
            moved[i] = level
        elif signal[i] < level - width:
            level = signal[i] + width
            moved[i] = level
        else:
            moved[i] = 0.5 * level
    return np.sum(moved**2)


def play(loops: Any, xp: Any, signal: Any, width: Any) -> Any:
    """The same as a loop."""

    def advance(level: Any, now: Any) -> tuple[Any, Any]:
        pushed = xp.where(now > level + width, now - width, level)
        after = xp.where(now < level - width, now + width, pushed)
        rests = xp.abs(now - level) <= width
        return after, xp.where(rests, 0.5 * level, after)

    return xp.sum(loops.scan(advance, signal[0], signal)[1] ** 2)


def make_adaptive(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Frequency and start, and the time at the end."""
    return np.array([1.3, 0.4]), size


def plain_adaptive(given: Any, end: int) -> Any:
    """Heun's method with steps as long as the error of Euler's allows."""
    rate, x, now, h = given[0], given[1], 0.0, 0.01
    while now < end:
        h = min(h, end - now)
        k1 = np.cos(rate * now) - x**3
        k2 = np.cos(rate * (now + h)) - (x + h * k1) ** 3
        error = abs(h / 2 * (k2 - k1))
        if error <= TOLERANCE:
            now, x = now + h, x + h / 2 * (k1 + k2)
        h = h * min(2.0, max(0.3, 0.9 * np.sqrt(TOLERANCE / (error + 1e-30))))
    return x**2


def adaptive(loops: Any, xp: Any, given: Any, end: int) -> Any:
    """The same as a loop."""
    rate = given[0]

    def advance(state: Any) -> tuple[Any, Any, Any]:
        now, h, x = state
        h = xp.minimum(h, end - now)
        k1 = xp.cos(rate * now) - x**3
        k2 = xp.cos(rate * (now + h)) - (x + h * k1) ** 3
        error = xp.abs(h / 2 * (k2 - k1))
        good = error <= TOLERANCE
        factor = xp.maximum(0.3, 0.9 * xp.sqrt(TOLERANCE / (error + 1e-30)))
        return (
            xp.where(good, now + h, now),
            h * xp.minimum(2.0, factor),
            xp.where(good, x + h / 2 * (k1 + k2), x),
        )

    start = 0.0, 0.01, given[1]
    return loops.while_loop(lambda state: state[0] < end, advance, start)[2] ** 2


def make_orbit(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """A point from which it takes more iterations to escape the closer it is to 1/4."""
    return (np.array([0.25 + 1.0 / size**2, 0.0]),)


def plain_orbit(point: Any) -> Any:
    """Iterations until a point escapes, made smooth."""
    x, y, total, k = point[0], point[1], 0.0, 0
    while x * x + y * y < 4 and k < ITERATIONS:
        total = total + np.exp(-(x * x + y * y))
        x, y = x * x - y * y + point[0], 2 * x * y + point[1]
        k += 1
    return total


def orbit(loops: Any, xp: Any, point: Any) -> Any:
    """The same as a loop."""

    def inside(state: Any) -> Any:
        x, y, _, k = state
        return (x * x + y * y < 4) & (k < ITERATIONS)

    def advance(state: Any) -> tuple[Any, ...]:
        x, y, total, k = state
        after = x * x - y * y + point[0], 2 * x * y + point[1]
        return (*after, total + xp.exp(-(x * x + y * y)), k + 1)

    return loops.while_loop(inside, advance, (point[0], point[1], 0.0, 0))[2]


def recurrence(
    name: str, summary: str, make: Any, loop: Objective, plain: Objective, **more: Any
) -> Problem:
    """One whose value is asked for, too: not all gradients are written by hand."""
    tasks = "value", "value_and_grad"
    own = spelled(loop, plain)
    return Problem(name, summary, make, tasks=tasks, memory=True, **own, **more)


PROBLEMS = (
    recurrence(
        "rk4_weather",
        "steps x points on a ring, Runge-Kutta, gradient of the start and the forcing",
        make_weather,
        weather,
        plain_weather,
        sizes=((500, 40),),
        smoke=(3, 5),
        argnums=(0, 1),
    ),
    recurrence(
        "newton_steps",
        f"n implicit steps of {NEWTON} Newton iterations each, gradient of 2 parameters",
        make_stiff,
        stiff,
        plain_stiff,
        sizes=(1000,),
        smoke=3,
    ),
    recurrence(
        "random_walk",
        "n steps of a walk with a choice by `np.where`, gradient of 2 parameters",
        make_walk,
        walk,
        plain_walk,
        sizes=(2000,),
        smoke=5,
    ),
    recurrence(
        "random_walk_if",
        "the same with an `if`",
        make_walk,
        walk,
        branching_walk,
        sizes=(2000,),
        smoke=5,
    ),
    recurrence(
        "play_if",
        "n steps with tests of elements, which are read and written, gradient of both",
        make_play,
        play,
        plain_play,
        sizes=(2000,),
        smoke=5,
        argnums=(0, 1),
    ),
    recurrence(
        "metropolis_if",
        "n steps of a chain that are taken or not, after a tenth of them counted",
        make_chain,
        chain,
        plain_chain,
        sizes=(2000,),
        smoke=20,
    ),
    recurrence(
        "adaptive_while",
        "Heun's method with adaptive steps up to a time, gradient of 2 parameters",
        make_adaptive,
        adaptive,
        plain_adaptive,
        sizes=(20,),
        smoke=1,
    ),
    recurrence(
        "escape_while",
        "iterations of one point until it escapes, gradient of the point",
        make_orbit,
        orbit,
        plain_orbit,
        sizes=(50,),
        smoke=3,
    ),
)
