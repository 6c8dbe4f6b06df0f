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
    """``(n/2) / (x + s ((n+1)/2) / (x + ...))``; `s` is `sign`, `n` is `first`.

    Numerators and denominators are followed apart, in powers of ``1/x**2``: two divisions.
    """
    inverse = 1 / x
    step = sign * inverse * inverse
    above, below = 1 + (first + _DEPTH) / 2 * step, 1
    for k in range(first + _DEPTH - 1, first, -1):
        above, below = above + (k / 2 * step) * below, above
    return first / 2 * inverse * (below / above)
