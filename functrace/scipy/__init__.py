"""SciPy's modules for traced values, under SciPy's names.

What `scipy.special` has as ufuncs takes traced values as it is. For everything else,
import the module from here: what is not differentiated is SciPy's own.

>>> import numpy as np, functrace as ft
>>> from functrace.scipy import special
>>> ft.grad(special.logsumexp)(np.log([1.0, 3.0]))
array([0.25, 0.75])
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

_MODULES = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.name[0] != "_")


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return _MODULES
