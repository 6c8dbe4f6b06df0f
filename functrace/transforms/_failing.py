"""Errors of the user's own, where a graph is applied that says whether one is raised."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.capture import RaisingError
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer


def raise_where(holds: Any) -> None:
    """Raise RaisingError if a truth value holds; if it is not known, what is traced may."""
    if type(holds) is not Tracer or holds.is_known():
        if np.any(holds):
            raise RaisingError
        return
    failure = ambient.get().failure
    assert failure is not None
    failure.note(np.any(holds))


def may_raise() -> bool:
    """Whether what is traced may raise an error of its own, for some values."""
    return ambient.get().failure is not None
