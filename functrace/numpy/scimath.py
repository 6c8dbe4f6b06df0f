"""Functions of `numpy.emath`: complex where there are no real results.

Which they are depends on the values, so that these must be known.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import emath

from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements

_SINGLE = "fbBhH"  # codes of the dtypes that become complex64


def _extended(x: Any, *, is_outside: Any) -> Any:
    """The array, as complex numbers if some element is outside the real domain."""
    x = as_array(x)
    if x.dtype.kind == "c" or not np.any(is_outside(x)):
        return x
    return x.astype(np.complex64 if x.dtype.char in _SINGLE else np.complex128)


def _not_negative(x: Any) -> Any:
    return _extended(x, is_outside=lambda x: x < 0)


def _within_one(x: Any) -> Any:
    return _extended(x, is_outside=lambda x: np.abs(x) > 1)


@implements(emath.sqrt)
def sqrt(x: Any) -> Any:
    """See `numpy.emath.sqrt`."""
    return np.sqrt(_not_negative(x))


@implements(emath.log)
def log(x: Any) -> Any:
    """See `numpy.emath.log`."""
    return np.log(_not_negative(x))


@implements(emath.log2)
def log2(x: Any) -> Any:
    """See `numpy.emath.log2`."""
    return np.log2(_not_negative(x))


@implements(emath.log10)
def log10(x: Any) -> Any:
    """See `numpy.emath.log10`."""
    return np.log10(_not_negative(x))


@implements(emath.logn)
def logn(n: Any, x: Any) -> Any:
    """See `numpy.emath.logn`."""
    return np.log(_not_negative(x)) / np.log(_not_negative(n))


@implements(emath.power)
def power(x: Any, p: Any) -> Any:
    """See `numpy.emath.power`."""
    p = as_array(p)
    if p.dtype.kind == "i" and np.any(p < 0):
        p = p * 1.0
    return np.power(_not_negative(x), p)


@implements(emath.arccos)
def arccos(x: Any) -> Any:
    """See `numpy.emath.arccos`."""
    return np.arccos(_within_one(x))


@implements(emath.arcsin)
def arcsin(x: Any) -> Any:
    """See `numpy.emath.arcsin`."""
    return np.arcsin(_within_one(x))


@implements(emath.arctanh)
def arctanh(x: Any) -> Any:
    """See `numpy.emath.arctanh`."""
    return np.arctanh(_within_one(x))
