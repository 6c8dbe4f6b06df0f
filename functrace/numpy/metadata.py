"""Shapes and dtypes: what needs no values."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements


@implements(np.shape, differentiable=False)
def shape(a: Any) -> tuple[int, ...]:
    """See `numpy.shape`."""
    return a.shape if type(a) is Tracer else np.shape(a)


@implements(np.ndim, differentiable=False)
def ndim(a: Any) -> int:
    """See `numpy.ndim`."""
    return a.ndim if type(a) is Tracer else np.ndim(a)


@implements(np.size, differentiable=False)
def size(a: Any, axis: Any = None) -> int:
    """See `numpy.size`."""
    return np.size(_shaped(a), axis)


@implements(np.iscomplexobj, differentiable=False)
def iscomplexobj(x: Any) -> bool:
    """See `numpy.iscomplexobj`."""
    return x.dtype.kind == "c" if type(x) is Tracer else np.iscomplexobj(x)


@implements(np.isrealobj, differentiable=False)
def isrealobj(x: Any) -> bool:
    """See `numpy.isrealobj`."""
    return not iscomplexobj(x)


@implements(np.result_type, differentiable=False)
def result_type(*arrays_and_dtypes: Any) -> Any:
    """See `numpy.result_type`."""
    return np.result_type(*map(_dtype_for, arrays_and_dtypes))


@implements(np.can_cast, differentiable=False)
def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """See `numpy.can_cast`."""
    return np.can_cast(_dtype_for(from_), _dtype_for(to), casting)


@implements(np.common_type, differentiable=False)
def common_type(*arrays: Any) -> Any:
    """See `numpy.common_type`."""
    return np.common_type(*(np.empty(0, a.dtype) for a in map(as_array, arrays)))


@implements(np.tril_indices_from, differentiable=False)
def tril_indices_from(arr: Any, k: int = 0) -> Any:
    """See `numpy.tril_indices_from`."""
    return np.tril_indices_from(_shaped(arr), k)


@implements(np.triu_indices_from, differentiable=False)
def triu_indices_from(arr: Any, k: int = 0) -> Any:
    """See `numpy.triu_indices_from`."""
    return np.triu_indices_from(_shaped(arr), k)


@implements(np.diag_indices_from, differentiable=False)
def diag_indices_from(arr: Any) -> Any:
    """See `numpy.diag_indices_from`."""
    return np.diag_indices_from(_shaped(arr))


def _dtype_for(x: Any) -> Any:
    return x.dtype if type(x) is Tracer else x


def _shaped(x: Any) -> Any:
    """A plain array of the shape of `x`, whose elements are not looked at."""
    return np.broadcast_to(0, x.shape) if type(x) is Tracer else x
