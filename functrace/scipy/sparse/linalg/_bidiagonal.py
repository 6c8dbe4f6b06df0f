"""What `lsqr` and `lsmr` have in common: a bidiagonal matrix, and when to stop.

Golub & Kahan, *SIAM J. Numer. Anal.* 2 (1965); the names are SciPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.transforms.loops import while_loop

Apply = Callable[[Any], Any]


class Tolerances(NamedTuple):
    """Of the residual, of the data, and of the condition."""

    atol: float
    btol: float
    conlim: float

    def are_met(self, test1: Any, test2: Any, test3: Any, size: Any) -> Any:
        """Of the relative residual, of the normal equations, and of the condition.

        `size` is that of the product, relative to the right-hand side.
        """
        least = np.minimum(np.minimum(test2, test3), test1 / (1 + size))
        near = (test1 <= self.btol + self.atol * size) | (test2 <= self.atol)
        worst = 1 / self.conlim if self.conlim > 0 else 0.0
        return (1 + least <= 1) | near | (test3 <= worst) | np.isnan(test1)


class Bidiagonal(NamedTuple):
    """The last vectors on both sides, and the last entry of the diagonal."""

    u: Any
    v: Any
    alpha: Any

    def next(self, forth: Apply, back: Apply) -> tuple[Bidiagonal, Any]:
        """The next, and the entry below the diagonal; where that is zero it has ended."""
        u, beta = _unit(forth(self.v) - self.alpha * self.u)
        v, alpha = _unit(back(u) - beta * self.v)
        ends = beta == 0
        v, alpha = np.where(ends, self.v, v), np.where(ends, self.alpha, alpha)
        return Bidiagonal(u, v, alpha), beta


def begun(forth: Apply, back: Apply, b: Any, x: Any) -> tuple[Bidiagonal, Any]:
    """The first, and the norm of the residual at x."""
    u, beta = _unit(b - forth(x))
    return Bidiagonal(u, *_unit(back(u))), beta


def solved(step: Callable[[Any], Any], start: Any, most: int) -> Any:
    """What x is when the rounds are done, or so many are made."""
    return while_loop(lambda at: ~at.done & (at.k < most), step, start).x


def _unit(x: Any) -> tuple[Any, Any]:
    """A vector of length 1, unless it is zero, and the length."""
    length = np.sqrt(np.sum(x * x))
    return x / np.where(length == 0, 1.0, length), length
