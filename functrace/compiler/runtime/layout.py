"""Where the native launcher reads arrays, numbers and tuples, and whether it may."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.machine.symbols import NativeError
from functrace.compiler.runtime.bindings import check_readings


class ObjectLayout(NamedTuple):
    """Where the native launcher reads: offsets in bytes.

    Attributes
    ----------
    type, number : int
        Of every object; of a number.
    items : int
        Of a tuple.
    data, ndim, shape, strides, dtype, flags : int
        Of an array.
    """

    type: int
    number: int
    items: int
    data: int
    ndim: int
    shape: int
    strides: int
    dtype: int
    flags: int


_CONTIGUOUS_ALIGNED = 0x0001 | 0x0100  # NumPy's flags


def check_layout(address: int) -> None:
    """Raise if objects whose contents are known have them elsewhere.

    Parameters
    ----------
    address : int
        Of ``layout`` in ``launcher.c``, which tells the offsets of its structures.
    """
    offsets = (ctypes.c_int64 * len(ObjectLayout._fields))()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)(offsets)
    layout = ObjectLayout(*offsets)
    for array in (np.zeros(()), np.ones((2, 3)), np.ones((2, 3)).T, np.ones(0)):
        _check_array(array, layout)
    for kind in "?bhilqBHILQfdFD":
        _check_number(np.dtype(kind).type(1), layout)
    for number in (0.75, 0.75 - 0.5j):
        _check_number(number, layout)
    agree(_pointer(id(layout) + layout.items), id(layout[0]))
    check_readings()


def agree(found: Any, expected: Any) -> None:
    """Raise if they differ."""
    if found != expected:
        raise NativeError(f"functrace: {found} in memory, not {expected}.")


def _pointer(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0


def _words(address: int, count: int) -> tuple[int, ...]:
    """The integers that a pointer there leads to."""
    start = _pointer(address)
    if not count or not start:
        return ()
    return tuple((ctypes.c_ssize_t * count).from_address(start))


def _check_array(array: np.ndarray, layout: ObjectLayout) -> None:
    start, size = id(array), ctypes.sizeof(ctypes.c_int)
    flags = array.flags.c_contiguous * 0x0001 | array.flags.aligned * 0x0100
    agree(np.ndarray.__basicsize__ >= layout.flags + size, expected=True)
    agree(_pointer(start + layout.type), id(np.ndarray))
    agree(_pointer(start + layout.data), array.ctypes.data)
    agree(ctypes.c_int.from_address(start + layout.ndim).value, array.ndim)
    agree(_words(start + layout.shape, array.ndim), array.shape)
    agree(_words(start + layout.strides, array.ndim), array.strides)
    agree(_pointer(start + layout.dtype), id(np.dtype(array.dtype.type)))
    found = ctypes.c_int.from_address(start + layout.flags).value
    agree(found & _CONTIGUOUS_ALIGNED, flags)


def _check_number(number: Any, layout: ObjectLayout) -> None:
    data = np.asarray(number).tobytes()
    agree(type(number).__basicsize__ >= layout.number + len(data), expected=True)
    agree(_pointer(id(number) + layout.type), id(type(number)))
    agree(ctypes.string_at(id(number) + layout.number, len(data)), data)
