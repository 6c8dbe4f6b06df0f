"""Gravity among a few bodies: leapfrog, with what happened kept in arrays."""

import numpy as np

BODIES = 6
STEPS = 5
DT = 0.05

PARAMS = np.array([1.0, 0.2, 20.0])  # constant of gravity, softening, total mass

np.random.seed(17)
PLACES = np.random.randn(BODIES, 3)
SPEEDS = np.random.randn(BODIES, 3)


def inverse(values, power):
    """Powers, but of zeros: a body does not pull itself."""
    away = values > 0
    values[away] = values[away] ** power
    return values


def pull(where, m, G, soft):
    apart = where[np.newaxis, :, :] - where[:, np.newaxis, :]
    strength = inverse(np.sum(apart**2, axis=2) + soft**2, -1.5)
    total = np.zeros((len(where), 3))
    for axis in range(3):
        total[:, axis] = G * (apart[:, :, axis] * strength) @ m
    return total


def energies(where, speed, m, G):
    kinetic = 0.5 * np.sum(m * np.sum(speed**2, axis=1))
    apart = where[np.newaxis, :, :] - where[:, np.newaxis, :]
    near = inverse(np.sum(apart**2, axis=2), -0.5)
    potential = -G * np.sum(np.triu(np.outer(m, m) * near, 1))
    return kinetic, potential


def main(params):
    G, soft, total = params
    m = np.full(BODIES, 1.0)
    m *= total / m.sum()
    where = PLACES.copy()
    speed = SPEEDS.copy()
    speed -= (m @ speed) / np.sum(m)
    track = np.zeros((BODIES, 3, STEPS + 1))
    kept = np.zeros((2, STEPS + 1))
    track[:, :, 0] = where
    kept[:, 0] = energies(where, speed, m, G)
    force = pull(where, m, G, soft)
    for i in range(STEPS):
        speed += force * DT / 2
        where += speed * DT
        force = pull(where, m, G, soft)
        speed += force * DT / 2
        track[:, :, i + 1] = where
        kept[:, i + 1] = energies(where, speed, m, G)
    return np.sum(track[:, 0, -1] ** 2) + kept[0].mean() + 0.1 * np.max(kept[1])
