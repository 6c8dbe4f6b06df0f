"""The methods, by SciPy's names."""

from __future__ import annotations

import functools
from typing import Any

from scipy.integrate import DOP853, RK23, RK45

from functrace.scipy.integrate._bdf import BDF
from functrace.scipy.integrate._control import Method, StepReplay
from functrace.scipy.integrate._lsoda import LSODA
from functrace.scipy.integrate._radau import Radau
from functrace.scipy.integrate._runge_kutta import DormandPrince8, RungeKutta


@functools.cache
def method_of(name: Any) -> Method | None:
    """The method that SciPy calls so, if it can be recorded."""
    made = {
        "RK23": lambda: RungeKutta(RK23),
        "RK45": lambda: RungeKutta(RK45),
        "DOP853": lambda: DormandPrince8(DOP853),
        "Radau": Radau,
        "BDF": BDF,
    }.get(name)
    return made() if made else None


@functools.cache
def retaken_method(name: Any) -> StepReplay | None:
    """The method that SciPy calls so, if its steps can be taken again."""
    return LSODA() if name == "LSODA" else method_of(name)
