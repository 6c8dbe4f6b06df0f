"""Constants of a graph: arrays of one repeated number."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval

SMALL = 64  # elements; constants up to this size are compared by value
_WORDS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def uniform_value(constant: Any) -> Any:
    """The number that all elements are known to be equal to; None if none is known.

    Of an array only the strides are looked at: `compact` makes them zero where it can.

    Examples
    --------
    >>> uniform_value(2.0)
    2.0
    >>> uniform_value(np.broadcast_to(2.0, (3, 4)))
    np.float64(2.0)
    >>> uniform_value(np.array([1.0, 2.0]))
    """
    if not isinstance(constant, np.ndarray):
        return constant
    shape = constant.shape
    for length, stride in zip(shape, constant.strides, strict=True):
        if length == 0 or (stride and length > 1):
            return None
    return constant[(0,) * len(shape)]


def uniform(value: Any, aval: Aval) -> Any:
    """An array of `aval` that repeats one number, without memory for each element.

    Examples
    --------
    >>> uniform(2, Aval((3,), np.float32))
    array([2., 2., 2.], dtype=float32)
    """
    element = np.array(value, np.dtype(aval[1]))
    element.flags.writeable = False  # so that nobody need copy what repeats it
    return np.broadcast_to(element, aval[0]) if aval[0] else element[()]


def compact(array: np.ndarray) -> np.ndarray:
    """The array itself or, if all its elements are the same bits, one by `uniform`."""
    if array.size < 2 or uniform_value(array) is not None or array.dtype.char in "gG":
        return array
    first, last = array[(0,) * array.ndim], array[(-1,) * array.ndim]
    if first.tobytes() != last.tobytes() or not _repeats(array):
        return array
    return uniform(first, Aval(array.shape, array.dtype))


def _repeats(array: Any) -> bool:
    """Whether all elements are the same bits."""
    if array.size <= SMALL:
        data = array.tobytes()
        return data == data[: array.itemsize] * array.size
    parts = [array.real, array.imag] if array.dtype.kind == "c" else [array]
    words = [p.view(_WORDS[p.itemsize]) for p in parts]
    return all(bool((w == w[(0,) * w.ndim]).all()) for w in words)
