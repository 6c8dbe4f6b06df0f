"""The methods of a traced value that an ndarray has, too: NumPy's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.dispatch import lookup


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make the method that is NumPy's `function` with the tracer as first argument."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return lookup(function)(self, *args, **kwargs)

    method.__doc__ = f"See `numpy.{function.__name__}`."
    return method


class ArrayMethods:
    """The part of `Tracer` that is called as methods of arrays are."""

    __slots__ = ()

    all, any = _method(np.all), _method(np.any)
    argmax, argmin = _method(np.argmax), _method(np.argmin)
    argpartition, argsort = _method(np.argpartition), _method(np.argsort)
    astype = _method(np.astype)
    choose, clip = _method(np.choose), _method(np.clip)
    cumprod, cumsum = _method(np.cumprod), _method(np.cumsum)
    diagonal, dot = _method(np.diagonal), _method(np.dot)
    max, min, mean = _method(np.max), _method(np.min), _method(np.mean)
    nonzero, prod = _method(np.nonzero), _method(np.prod)
    ravel, repeat = _method(np.ravel), _method(np.repeat)
    round, searchsorted = _method(np.round), _method(np.searchsorted)
    squeeze, std, sum = _method(np.squeeze), _method(np.std), _method(np.sum)
    swapaxes, take, trace = _method(np.swapaxes), _method(np.take), _method(np.trace)
    var = _method(np.var)

    def conj(self: Any) -> Any:
        """See `numpy.conjugate`; of real numbers the array itself."""
        return lookup(np.conjugate)(self) if self.dtype.kind == "c" else self

    conjugate = conj

    def copy(self: Any, order: Any = "C") -> Any:
        """See `numpy.copy`, whose default order is another; a NumPy scalar is its own."""
        return lookup(np.copy)(self, order) if self.is_array else self

    def compress(self: Any, condition: Any, axis: int | None = None) -> Any:
        """See `numpy.compress`."""
        return lookup(np.compress)(condition, self, axis)

    def reshape(self: Any, *shape: Any, order: Any = "C") -> Any:
        """See `numpy.reshape`; the shape may be given as separate integers."""
        return lookup(np.reshape)(self, shape[0] if len(shape) == 1 else shape, order)

    def transpose(self: Any, *axes: Any) -> Any:
        """See `numpy.transpose`; the axes may be given as separate integers."""
        chosen = axes[0] if len(axes) == 1 else axes or None
        return lookup(np.transpose)(self, chosen)

    def flatten(self: Any, order: Any = "C") -> Any:
        """Give a copy with one dimension."""
        return lookup(np.copy)(self).reshape(-1, order=order)

    def fill(self: Any, value: Any) -> None:
        """Write `value` into every element."""
        self[...] = value

    def put(self: Any, indices: Any, values: Any, mode: str = "raise") -> None:
        """See `numpy.put`."""
        lookup(np.put)(self, indices, values, mode)

    def sort(self: Any, axis: int = -1) -> None:
        """Sort in place; see `numpy.sort`."""
        self[...] = lookup(np.sort)(self, axis)

    @property
    def T(self: Any) -> Any:  # noqa: N802 - NumPy's name
        """All axes reversed."""
        return lookup(np.transpose)(self)

    @property
    def mT(self: Any) -> Any:  # noqa: N802 - NumPy's name
        """The last two axes exchanged."""
        return lookup(np.matrix_transpose)(self)

    @property
    def real(self: Any) -> Any:
        """Real part."""
        return lookup(np.real)(self)

    @real.setter
    def real(self: Any, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self: Any) -> Any:
        """Imaginary part."""
        return lookup(np.imag)(self)

    @imag.setter
    def imag(self: Any, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    @property
    def flat(self: Any) -> Any:
        """The elements in C order, as a view with one dimension."""
        self.sync()
        value = self.value
        if self.edge is None and isinstance(value, np.ndarray):
            self.value = np.ascontiguousarray(value)  # of a constant: gives a view
        flat = self.reshape(-1)
        self.value = value
        if flat.base is None and flat.edge is not None and self.is_array:
            flat.set_base(self)  # writes reach it even where NumPy would have to copy
        return flat

    @flat.setter
    def flat(self: Any, value: Any) -> None:
        self.put(np.arange(self.size), value)
