"""Derivatives of a program, found in two ways: by another mode, and from differences."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from tests.fuzz import _support
from tests.fuzz._program import Program

_STEPS = (1e-4, -1e-4, 1e-5, -1e-5)
_SMOOTH = 1e-3  # by which quotients differ where there is a derivative
_APART = 1e-2


def twins(program: Program) -> tuple[Program, Program] | None:
    """Two programs, not compiled, that give the same derivatives by different modes.

    Of complex arguments the modes' conventions differ.
    """
    kinds = {np.asarray(program.inputs[i]).dtype.kind for i in program.places}
    if kinds != {"f"}:
        return None
    first, second = "forward", "reverse"
    if program.wrap in _support.TWINS:
        first, second = program.wrap, _support.TWINS[program.wrap]
    return (
        dataclasses.replace(program, wrap=first, axes=None),
        dataclasses.replace(program, wrap=second, axes=None),
    )


def off_slope(program: Program, slope: float) -> str:
    """How the tangent differs from quotients of differences, which agree; "" if not.

    They do not where there is no derivative, or where it is dominated by rounding.
    """
    total = _support.scalar(program.plain())
    chosen = [program.inputs[i] for i in program.places]
    tangents = _support.tangents_of(chosen)

    def at(step: float) -> float:
        args = program.arguments()
        for i, t in zip(program.places, tangents, strict=True):
            args[i] = (args[i] + step * t)[()]
        return float(total(*args))

    with np.errstate(all="ignore"):
        middle = at(0.0)
        quotients = [(at(step) - middle) / step for step in _STEPS]
    size = max(map(abs, quotients)) + 1e-6 * (1 + abs(middle))
    if not np.isfinite(size) or np.ptp(quotients) > _SMOOTH * size:
        return ""
    if _near(slope, quotients, size):
        return ""
    return f"the tangent is {slope!r}, the quotients are {quotients}"


def _near(slope: float, quotients: Sequence[float], size: float) -> bool:
    return bool(abs(slope - np.mean(quotients)) <= _APART * size)
