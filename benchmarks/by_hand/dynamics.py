"""Adjoints of many small steps: all states are kept, what lies between is not."""

from math import cos, sin, sqrt
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.dynamics import (
    ADVECTION,
    CHAIN_STEP,
    DIFFUSION,
    DRIFT,
    SOFTENING,
    STEP,
)

Array = np.ndarray[Any, Any]
Rates = tuple[float, float, float, float]


@njit
def _slopes(rates: Rates, x: float, y: float) -> tuple[float, float]:
    return x * (rates[0] - rates[1] * y), y * (rates[3] * x - rates[2])


@njit
def _slopes_back(
    rates: Rates, x: float, y: float, x_bar: float, y_bar: float
) -> tuple[float, float, float, float, float, float]:
    """Adjoint of the place, then of the rates."""
    growth, loss, death, gain = rates
    return (
        x_bar * (growth - loss * y) + y_bar * gain * y,
        -x_bar * loss * x + y_bar * (gain * x - death),
        x_bar * x,
        -x_bar * x * y,
        -y_bar * y,
        y_bar * x * y,
    )


@njit
def _places(rates: Rates, x: float, y: float) -> tuple[float, ...]:
    """Second to fourth place whose slopes a step takes."""
    dx, dy = _slopes(rates, x, y)
    x2, y2 = x + STEP / 2 * dx, y + STEP / 2 * dy
    dx, dy = _slopes(rates, x2, y2)
    x3, y3 = x + STEP / 2 * dx, y + STEP / 2 * dy
    dx, dy = _slopes(rates, x3, y3)
    return x2, y2, x3, y3, x + STEP * dx, y + STEP * dy


@njit
def _step(rates: Rates, x: float, y: float) -> tuple[float, float]:
    x2, y2, x3, y3, x4, y4 = _places(rates, x, y)
    dx1, dy1 = _slopes(rates, x, y)
    dx2, dy2 = _slopes(rates, x2, y2)
    dx3, dy3 = _slopes(rates, x3, y3)
    dx4, dy4 = _slopes(rates, x4, y4)
    return (
        x + STEP / 6 * (dx1 + 2 * dx2 + 2 * dx3 + dx4),
        y + STEP / 6 * (dy1 + 2 * dy2 + 2 * dy3 + dy4),
    )


@njit
def _step_back(
    rates: Rates, x: float, y: float, x_bar: float, y_bar: float
) -> tuple[float, float, float, float, float, float]:
    """Adjoint of the state, then of the rates."""
    x2, y2, x3, y3, x4, y4 = _places(rates, x, y)
    u, v, h = STEP / 6 * x_bar, STEP / 6 * y_bar, STEP
    d = _slopes_back(rates, x4, y4, u, v)
    c = _slopes_back(rates, x3, y3, 2 * u + h * d[0], 2 * v + h * d[1])
    b = _slopes_back(rates, x2, y2, 2 * u + h / 2 * c[0], 2 * v + h / 2 * c[1])
    a = _slopes_back(rates, x, y, u + h / 2 * b[0], v + h / 2 * b[1])
    return (
        x_bar + a[0] + b[0] + c[0] + d[0],
        y_bar + a[1] + b[1] + c[1] + d[1],
        a[2] + b[2] + c[2] + d[2],
        a[3] + b[3] + c[3] + d[3],
        a[4] + b[4] + c[4] + d[4],
        a[5] + b[5] + c[5] + d[5],
    )


@njit
def rk4_lotka_volterra_value_and_grad(
    given: Array, initial: Array, seen: Array
) -> tuple[float, Array]:
    """A loop forward that keeps the states, a loop backward."""
    rates = given[0], given[1], given[2], given[3]
    steps, value = len(seen), 0.0
    states = np.empty((steps + 1, 2))
    states[0] = initial
    x, y = initial[0], initial[1]
    for k in range(steps):
        x, y = _step(rates, x, y)
        states[k + 1, 0], states[k + 1, 1] = x, y
        value += (x - seen[k, 0]) ** 2 + (y - seen[k, 1]) ** 2
    x_bar = y_bar = growth = loss = death = gain = 0.0
    for k in range(steps - 1, -1, -1):
        x_bar += 2 * (states[k + 1, 0] - seen[k, 0])
        y_bar += 2 * (states[k + 1, 1] - seen[k, 1])
        back = _step_back(rates, states[k, 0], states[k, 1], x_bar, y_bar)
        x_bar, y_bar = back[0], back[1]
        growth, loss = growth + back[2], loss + back[3]
        death, gain = death + back[4], gain + back[5]
    return value, np.array([growth, loss, death, gain])


@njit
def _burgers(left: float, u: float, right: float) -> float:
    change = DIFFUSION * (left + right - 2 * u)
    return u - ADVECTION * u * (right - left) + change


@njit
def _burgers_step(u: Array, after: Array) -> None:
    """The ends apart, so that what lies between them needs no test."""
    after[0] = _burgers(u[-1], u[0], u[1])
    after[-1] = _burgers(u[-2], u[-1], u[0])
    left, middle, right, inner = u[:-2], u[1:-1], u[2:], after[1:-1]
    for j in range(len(inner)):
        inner[j] = _burgers(left[j], middle[j], right[j])


@njit
def _burgers_back(
    left: float, right: float, left_bar: float, bar: float, right_bar: float
) -> float:
    """Adjoint of a cell from its neighbours' values, and the adjoints of all three."""
    own = 1 - 2 * DIFFUSION - ADVECTION * (right - left)
    of_left = (DIFFUSION - ADVECTION * left) * left_bar
    of_right = (DIFFUSION + ADVECTION * right) * right_bar
    return own * bar + of_left + of_right


@njit
def _burgers_step_back(u: Array, bar: Array, before: Array) -> None:
    before[0] = _burgers_back(u[-1], u[1], bar[-1], bar[0], bar[1])
    before[-1] = _burgers_back(u[-2], u[0], bar[-2], bar[-1], bar[0])
    left, right, inner = u[:-2], u[2:], before[1:-1]
    left_bar, middle_bar, right_bar = bar[:-2], bar[1:-1], bar[2:]
    for j in range(len(inner)):
        inner[j] = _burgers_back(
            left[j], right[j], left_bar[j], middle_bar[j], right_bar[j]
        )


@njit
def pde_1d_value_and_grad(
    initial: Array, wanted: Array, steps: int
) -> tuple[float, Array]:
    """All states are kept."""
    states = np.empty((steps + 1, len(initial)))
    states[0] = initial
    for k in range(steps):
        _burgers_step(states[k], states[k + 1])
    bar, before = states[steps] - wanted, np.empty_like(initial)
    value = 0.5 * np.sum(bar * bar)
    for k in range(steps - 1, -1, -1):
        _burgers_step_back(states[k], bar, before)
        bar, before = before, bar
    return value, bar


@njit
def _swing(angles: Array, momenta: Array, parameters: Array, force: float) -> None:
    """One step of the ring of pendula, in place."""
    gravity, coupling, friction = parameters
    n = len(angles)
    for i in range(n):
        twist = angles[i - 1] + angles[i + 1 - n] - 2 * angles[i]
        pull = coupling * twist - gravity * sin(angles[i])
        momenta[i] += CHAIN_STEP * (pull - friction * momenta[i] + force)
    angles += CHAIN_STEP * momenta


@njit
def _swing_back(
    angles: Array, momenta: Array, parameters: Array, bar: Array, parameters_bar: Array
) -> None:
    """Adjoint of a step from this state; `bar` becomes that of what was before."""
    gravity, coupling, friction = parameters
    n = len(angles)
    angles_bar, momenta_bar = bar[:n], bar[n:]
    momenta_bar += CHAIN_STEP * angles_bar
    for i in range(n):
        pull_bar = CHAIN_STEP * momenta_bar[i]
        left, right = i - 1, i + 1 - n
        twist = angles[left] + angles[right] - 2 * angles[i]
        parameters_bar[0] -= pull_bar * sin(angles[i])
        parameters_bar[1] += pull_bar * twist
        parameters_bar[2] -= pull_bar * momenta[i]
        angles_bar[i] -= pull_bar * (2 * coupling + gravity * cos(angles[i]))
        angles_bar[left] += coupling * pull_bar
        angles_bar[right] += coupling * pull_bar
    momenta_bar *= 1 - CHAIN_STEP * friction


@njit
def many_carries_value_and_grad(
    initial: Array, parameters: Array, forces: Array
) -> tuple[float, Array, Array]:
    """All states are kept."""
    steps, n = len(forces), len(initial) // 2
    states = np.empty((steps + 1, 2 * n))
    states[0] = initial
    for k in range(steps):
        states[k + 1] = states[k]
        _swing(states[k + 1, :n], states[k + 1, n:], parameters, forces[k])
    bar, parameters_bar = states[steps].copy(), np.zeros(3)
    for k in range(steps - 1, -1, -1):
        _swing_back(states[k, :n], states[k, n:], parameters, bar, parameters_bar)
    return 0.5 * np.sum(states[steps] ** 2), bar, parameters_bar


@njit
def _pull(places: Array, masses: Array, speeds: Array) -> None:
    """Add twice `DRIFT` times the accelerations, each pair once."""
    for i in range(len(places)):
        for j in range(i):
            x = places[j, 0] - places[i, 0]
            y = places[j, 1] - places[i, 1]
            z = places[j, 2] - places[i, 2]
            squared = x * x + y * y + z * z + SOFTENING**2
            weight = 2 * DRIFT / (squared * sqrt(squared))
            for k, s in enumerate((x, y, z)):
                speeds[i, k] += weight * masses[j] * s
                speeds[j, k] -= weight * masses[i] * s


@njit
def _pull_back(places: Array, masses: Array, bar: Array, places_bar: Array) -> None:
    """Add the adjoint of the places, where `bar` is that of the speeds."""
    for i in range(len(places)):
        for j in range(i):
            x = places[j, 0] - places[i, 0]
            y = places[j, 1] - places[i, 1]
            z = places[j, 2] - places[i, 2]
            u = masses[j] * bar[i, 0] - masses[i] * bar[j, 0]
            v = masses[j] * bar[i, 1] - masses[i] * bar[j, 1]
            w = masses[j] * bar[i, 2] - masses[i] * bar[j, 2]
            squared = x * x + y * y + z * z + SOFTENING**2
            weight = 2 * DRIFT / (squared * sqrt(squared))
            along = 3 * (u * x + v * y + w * z) / squared
            for k, s in enumerate((u - along * x, v - along * y, w - along * z)):
                places_bar[i, k] -= weight * s
                places_bar[j, k] += weight * s


@njit
def nbody_value_and_grad(
    positions: Array, velocities: Array, masses: Array, wanted: Array, steps: int
) -> tuple[float, Array, Array]:
    """The places in the middle of all steps are kept."""
    places, speeds = positions.copy(), velocities.copy()
    middles = np.empty((steps, *positions.shape))
    for k in range(steps):
        middles[k] = places + DRIFT * speeds
        _pull(middles[k], masses, speeds)
        places = middles[k] + DRIFT * speeds
    places_bar, speeds_bar = places - wanted, np.zeros_like(speeds)
    value = 0.5 * np.sum(places_bar**2)
    for k in range(steps - 1, -1, -1):
        speeds_bar += DRIFT * places_bar
        _pull_back(middles[k], masses, speeds_bar, places_bar)
        speeds_bar += DRIFT * places_bar
    return value, places_bar, speeds_bar
