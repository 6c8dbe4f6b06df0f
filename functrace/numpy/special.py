"""Special functions: what SciPy looks for in the namespace of an array.

They are not part of the array API standard, nor of NumPy. With the environment variable
``SCIPY_ARRAY_API=1`` the functions of `scipy.special` are no ufuncs: they take this
module's function of the same name, which is the ufunc.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from functrace.numpy._namespace import traced_ufunc
from functrace.primitives._make import unwrapped


def __getattr__(name: str) -> Any:
    module = importlib.import_module("scipy.special")  # slow; SciPy has imported it
    ufunc = unwrapped(getattr(module, name))
    if not isinstance(ufunc, np.ufunc):
        text = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(text)  # noqa: TRY004 - what a missing attribute raises
    return traced_ufunc(ufunc)
