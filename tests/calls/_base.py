"""Calls of NumPy's functions as users write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Call:
    """A function of a namespace and arrays, such as ``lambda np, x: np.sum(x, axis=1)``.

    The laws: with tracers in place of the arrays it gives NumPy's value, shape and dtype,
    in both namespaces, plain `numpy` and `functrace.numpy`; its gradient (with respect to
    every float or complex argument) is that of central differences.

    Attributes
    ----------
    function : callable
    args : tuple
    differentiable : bool
        Whether the derivative is compared with differences.
    tolerance : float
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    differentiable: bool = True
    tolerance: float = 1e-6


def arrays(*shapes: tuple[int, ...], seed: int = 0) -> tuple[np.ndarray, ...]:
    """Arrays of normal random numbers."""
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=shape) for shape in shapes)
