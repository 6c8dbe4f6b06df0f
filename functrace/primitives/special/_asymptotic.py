"""What is left of the gamma function's logarithm when Stirling's formula is subtracted.

With it, quotients of gamma functions of large numbers are exact to rounding, which
differences of their logarithms are not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.primitives.special._safe import horner

LARGE = 10.0
"""From here on the series are exact to rounding."""

_LOG_GAMMA = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_DIGAMMA = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)


def stirling_rest(x: Any) -> Any:
    """``log(gamma(x)) - (x - 1/2) * log(x) + x - log(2 * pi) / 2``, for large x.

    DLMF 5.11.1.
    """
    return horner(_LOG_GAMMA, 1 / (x * x)) / x


def digamma_rise(x: Any, y: Any) -> Any:
    """``psi(x + y) - psi(x)``, without the cancellation if both are large. DLMF 5.11.2."""
    far = np.minimum(x, x + y) > LARGE
    start = np.where(far, x, LARGE)
    end = np.where(far, x + y, LARGE)
    step = np.where(far, y, 0)
    rest = horner(_DIGAMMA, end**-2) * end**-2 - horner(_DIGAMMA, start**-2) * start**-2
    series = np.log1p(step / start) + step / (2 * start * end) + rest
    near = scipy.special.psi(np.where(far, 1, x + y)) - scipy.special.psi(
        np.where(far, 1, x)
    )
    return np.where(far, series, near)
