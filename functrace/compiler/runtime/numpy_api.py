"""NumPy's functions in C, as symbols."""

from __future__ import annotations

import ctypes
from importlib import import_module

from functrace.compiler.machine import symbols

_INDICES = {
    "PyArray_Type": 2,
    "PyArray_Scalar": 60,
    "PyArray_NewFromDescr": 94,
    "PyArray_EquivTypes": 182,
    "PyDataMem_SetHandler": 304,
}


def bind_numpy() -> None:
    """Let texts call NumPy, whose functions are in a table."""
    umath = import_module("numpy._core._multiarray_umath")
    table = symbols.capsule_address(umath._ARRAY_API)  # noqa: SLF001 - as C does
    for name, index in _INDICES.items():
        place = table + index * ctypes.sizeof(ctypes.c_void_p)
        symbols.add_symbol(name, ctypes.c_void_p.from_address(place).value or 0)
