"""Parabolic cylinder functions, each with its derivative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.primitives._make import REAL
from functrace.primitives.special._order import reach, slopes
from functrace.primitives.special._several import several

_ORDER_DOC = "In x by differences."


def _by_differences(function: Callable[..., Any]) -> Callable[..., Any]:
    def partial(x: Any, y: Any) -> tuple[Any, ...]:
        distance = reach(1 + np.abs(x), 1 + np.abs(y))
        return slopes(function, (x, y), 0, distance)

    return partial


def _weber(x: Any, y: Any, outs: Any) -> tuple[Any, ...]:
    return outs[1], (y * y / 4 - x - 0.5) * outs[0]


pbdv = several(
    "pbdv",
    scipy.special.pbdv,
    partials=(_by_differences(scipy.special.pbdv), _weber),
    domain=(REAL, REAL),
    doc=f"Parabolic cylinder function D and its derivative. {_ORDER_DOC}",
    reference="DLMF 12.2.4",
)
pbvv = several(
    "pbvv",
    scipy.special.pbvv,
    partials=(_by_differences(scipy.special.pbvv), _weber),
    domain=(REAL, REAL),
    doc=f"Parabolic cylinder function V and its derivative. {_ORDER_DOC}",
    reference="DLMF 12.2.2",
)
pbwa = several(
    "pbwa",
    scipy.special.pbwa,
    partials=(
        _by_differences(scipy.special.pbwa),
        lambda x, y, outs: (outs[1], (x - y * y / 4) * outs[0]),
    ),
    domain=(REAL, REAL),
    doc=f"Parabolic cylinder function W and its derivative. {_ORDER_DOC}",
    reference="DLMF 12.14.2",
)
