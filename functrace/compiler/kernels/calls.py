"""Kernels called from Python, for what is computed while a program is made."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.kernels.numba_code import ArrayType, Kernel
from functrace.compiler.machine.symbols import NativeError, resolve


def run(
    kernel: Kernel, read: Sequence[np.ndarray], written: Sequence[np.ndarray], *on: bool
) -> None:
    """Call a kernel; without native code, the Python function that it is made of.

    Parameters
    ----------
    kernel : Kernel
    read, written : sequence of ndarray
        In C order.
    *on : bool
        What follows the arrays.
    """
    types = (
        *(ArrayType(x.dtype, x.ndim, readonly=True) for x in read),
        *(ArrayType(x.dtype, x.ndim, readonly=False) for x in written),
        *(np.dtype(np.bool_) for _ in on),
    )
    try:
        symbol = kernel.symbol(types)
        address = resolve([symbol], {})[symbol]
    except NativeError:
        kernel.function(*read, *written, *on)
        return
    given: list[Any] = []
    for x in (*read, *written):
        given += [ctypes.c_void_p(x.ctypes.data), *map(ctypes.c_int64, x.shape)]
    call = ctypes.CFUNCTYPE(ctypes.c_int32)(address)
    if call(*given, *map(ctypes.c_bool, on)):
        raise RuntimeError(
            f"functrace bug: the kernel {kernel.name} raised an exception."
        )
