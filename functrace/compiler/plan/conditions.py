"""What makes a program give up, as reductions of arrays to one truth value."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Reduction

HOLDS = Reduction(lambda b, x, y: x | y, lambda dtype: False)
"""Whether any truth value holds."""

FAILS = Reduction(HOLDS.combine, HOLDS.identity, lambda b, x: ~x)
"""Whether any truth value does not hold."""


def out_of(n: int) -> Reduction:
    """Whether any index is out of range."""
    return Reduction(
        HOLDS.combine,
        HOLDS.identity,
        lambda b, x: (x >= n) if x.kind[0] == "u" else (x < -n) | (x >= n),
    )


def are_in_range(indices: Any, n: int) -> bool:
    """Whether indices are; if not, it is an error only where the code is reached."""
    found = np.asarray(indices)
    return found.min() >= -n and found.max() < n
