"""Divisors and permutations."""

from __future__ import annotations

from typing import Any

import numpy as np


def _magnitude(x: Any) -> Any:
    return np.uint64(-np.int64(x)) if x < 0 else np.uint64(x)


def gcd(x: Any, y: Any) -> Any:
    """The greatest common divisor, by Euclid."""
    a, b = _magnitude(x), _magnitude(y)
    while b:
        a, b = b, a % b
    return a


def lcm(x: Any, y: Any) -> Any:
    """The least common multiple, and 0 of zeros."""
    divisor = gcd(x, y)
    return _magnitude(x) // divisor * _magnitude(y) if divisor else divisor


def permutation(pivots: Any, order: Any) -> None:
    """The order of rows after each was exchanged with its pivot."""
    for i in range(order.size):
        order[i] = i
    for i in range(pivots.size):
        pivot = pivots[i]
        if not 0 <= pivot < order.size:
            raise IndexError
        order[i], order[pivot] = order[pivot], order[i]
