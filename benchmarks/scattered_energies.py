"""Energies of pairs at random, of numbers and of points; their Hessians by hand.

What is by hand knows the pattern, and to which entries each pair adds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

ByHand = Callable[[np.ndarray], np.ndarray]


def pairs_of(size: int) -> np.ndarray:
    """Twice as many pairs as there are numbers; or points, none with itself."""
    first, second = np.random.default_rng(0).integers(0, size, (2, 2 * size))
    return np.stack([first, np.where(first == second, (second + 1) % size, second)])


def energy_of_numbers(size: int) -> Callable[[Any], Any]:
    """Of their products, and of each."""
    first, second = pairs_of(size)
    return lambda x: np.sum(np.sin(x[first] * x[second])) + np.sum(x**4)


def energy_of_points(size: int) -> Callable[[Any], Any]:
    """Of their distances, with a minimum at two, of points one after the other."""
    first, second = pairs_of(size // 3)

    def energy(x: Any) -> Any:
        points = x.reshape(-1, 3)
        apart = points[first] - points[second]
        power = (4 / np.sum(apart * apart, axis=1)) ** 3
        return np.sum(power * power - 2 * power)

    return energy


def numbers_by_hand(size: int, pattern: Any) -> ByHand:
    """The Hessian of `energy_of_numbers`."""
    first, second = pairs_of(size)
    blocks = np.stack([first, second], axis=1)
    slots, own = _slots(pattern, blocks), _slots(pattern, np.arange(size)[:, None])
    return lambda x: _of_numbers(x, first, second, slots, own.ravel(), pattern.nnz)


@numba.njit
def _of_numbers(
    x: Any, first: Any, second: Any, slots: Any, own: Any, count: int
) -> Any:
    out = np.zeros(count)
    for k in range(first.size):
        a, b = x[first[k]], x[second[k]]
        sine, cosine = math.sin(a * b), math.cos(a * b)
        mixed = cosine - sine * a * b
        out[slots[k, 0, 0]] -= sine * b * b
        out[slots[k, 0, 1]] += mixed
        out[slots[k, 1, 0]] += mixed
        out[slots[k, 1, 1]] -= sine * a * a
    for i in range(x.size):
        out[own[i]] += 12 * x[i] ** 2
    return out


def points_by_hand(size: int, pattern: Any) -> ByHand:
    """The Hessian of `energy_of_points`."""
    first, second = pairs_of(size // 3)
    axes = np.arange(3)
    blocks = np.concatenate([3 * each[:, None] + axes for each in (first, second)], 1)
    slots = _slots(pattern, blocks)
    return lambda x: _of_points(x, first, second, slots, pattern.nnz)


@numba.njit
def _of_points(x: Any, first: Any, second: Any, slots: Any, count: int) -> Any:
    out, apart = np.zeros(count), np.empty(3)
    for k in range(first.size):
        square = 0.0
        for i in range(3):
            apart[i] = x[3 * first[k] + i] - x[3 * second[k] + i]
            square += apart[i] ** 2
        power = (4 / square) ** 3
        slope = -6 * (power * power - power) / square
        curve = (42 * power * power - 24 * power) / square**2
        for i in range(3):
            for j in range(3):
                value = 4 * curve * apart[i] * apart[j] + (2 * slope if i == j else 0.0)
                out[slots[k, i, j]] += value
                out[slots[k, i, j + 3]] -= value
                out[slots[k, i + 3, j]] -= value
                out[slots[k, i + 3, j + 3]] += value
    return out


def _slots(pattern: Any, blocks: np.ndarray) -> np.ndarray:
    """Of dense blocks of rows and columns, which entries they are."""
    rows, columns = pattern.tocoo().coords
    width = pattern.shape[1]
    wanted = blocks[:, :, None] * width + blocks[:, None, :]
    return np.searchsorted(rows.astype(np.int64) * width + columns, wanted)
