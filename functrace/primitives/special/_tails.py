"""Logarithmic derivatives of scaled error functions, where others cancel.

Of ``w(z) = exp(-z**2) erfc(-i z)`` the derivative ``2 i / sqrt(pi) - 2 z w`` is the
difference of numbers that are `z**2` times larger. Laplace's continued fraction has that
difference in closed form: where ``w = i / sqrt(pi) / (z - c)``, it is ``-2 c w``.
"""

from __future__ import annotations

from typing import Any

_DEPTH = 12
FAR = 10.0
"""From this distance on the fraction is exact to rounding."""


def fraction(x: Any, sign: int, first: int = 1) -> Any:
    """``(n/2) / (x + s ((n+1)/2) / (x + ...))``; `s` is `sign`, `n` is `first`."""
    out = x
    for k in range(first + _DEPTH, first, -1):
        out = x + sign * k / 2 / out
    return first / 2 / out
