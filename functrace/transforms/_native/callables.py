"""Programs as functions of ctypes, and as callables of SciPy's C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.machine.artifact import recalled_text
from functrace.core.errors import message
from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import checked


def ctypes_function(prototype: Prototype, address: int, owner: Any) -> Any:
    """The function, which looks at the arguments that it is given, and raises."""
    types = [_ctype(parameter) for parameter in prototype.parameters]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)
    function.errcheck = checked(f"functrace.native {prototype.name}")
    function.owner = owner
    return function


def _ctype(parameter: Parameter) -> Any:
    if not parameter.shape and parameter.dtype.kind != "c":
        number = np.ctypeslib.as_ctypes_type(parameter.dtype)
        return ctypes.POINTER(number) if parameter.is_output else number
    flags = ["C_CONTIGUOUS", "ALIGNED", *(["WRITEABLE"] * parameter.is_output)]
    shape = parameter.shape
    return np.ctypeslib.ndpointer(parameter.dtype, len(shape), shape, flags)
