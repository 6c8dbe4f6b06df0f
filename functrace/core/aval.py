"""Abstract values: what is known of an array before it is computed."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Self

import numpy as np


class Aval(tuple[tuple[int, ...], Any]):
    """Shape and dtype of an array.

    Where a Python number stands as an operand, `dtype` is its Python type (`float`), so
    that promotion stays weak as in NumPy 2.

    Examples
    --------
    >>> Aval((3, 4))
    float64[3,4]
    """

    __slots__ = ()

    def __new__(cls, shape: Any, dtype: Any = np.float64) -> Self:
        """Make one of a shape and anything that `numpy.dtype` takes.

        Parameters
        ----------
        shape : int or tuple of int
        dtype : dtype-like, default float64
        """
        shape = (shape,) if isinstance(shape, int) else tuple(map(int, shape))
        return new_aval(cls, (shape, np.dtype(dtype)))

    shape: Any = property(itemgetter(0))
    dtype: Any = property(itemgetter(1))

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self[0])

    @property
    def size(self) -> int:
        """Number of elements."""
        size = 1
        for length in self[0]:
            size *= length
        return size

    @property
    def nbytes(self) -> int:
        """Bytes of its elements."""
        return self.size * np.dtype(self[1]).itemsize

    def __repr__(self) -> str:
        name = getattr(self[1], "name", None) or self[1].__name__
        return f"{name}[{','.join(map(str, self[0]))}]"

    def __reduce__(self) -> Any:
        return _exact, (self[0], self[1])  # the type of a Python number is to stay one


new_aval = tuple.__new__  # new_aval(Aval, (shape, dtype)): no conversion, for hot paths


def _exact(shape: tuple[int, ...], dtype: Any) -> Aval:
    return new_aval(Aval, (shape, dtype))


NUMBERS = (bool, int, float, complex)
"""Python's, whose types stand in the place of dtypes."""


def aval_of(value: Any) -> Aval:
    """Abstract value of an array, a tracer, a NumPy scalar or a Python number."""
    kind = type(value)
    if kind in NUMBERS:
        return new_aval(Aval, ((), kind))
    return new_aval(Aval, (value.shape, value.dtype))


def hardened(aval: Aval) -> Aval:
    """Of a Python number that of an array's element."""
    dtype = aval[1]
    return new_aval(Aval, (aval[0], np.dtype(dtype))) if type(dtype) is type else aval


def is_inexact(dtype: Any) -> bool:
    """Whether values of this dtype carry derivatives: floating and complex ones."""
    return np.dtype(dtype).kind in "fc"


def result_dtype(*avals: Aval) -> np.dtype[Any]:
    """Promote as NumPy 2 does; Python numbers are weak."""
    return np.result_type(*(a[1](0) if isinstance(a[1], type) else a[1] for a in avals))
