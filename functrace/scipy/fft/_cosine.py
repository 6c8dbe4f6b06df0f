"""Discrete cosine and sine transforms, from the orthogonal ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.primitive import Primitive
from functrace.numpy.fft import resized
from functrace.primitives import cosine_transforms
from functrace.primitives.fourier import OPPOSITE
from functrace.scipy.fft._arguments import (
    check_execution,
    floating,
    known_norm,
    lengths_and_axes,
    positive,
)


class _Family(NamedTuple):
    """A kind of transforms.

    Attributes
    ----------
    record : Primitive
    name : str
        As in SciPy's messages.
    extra : int
        What type 1 has more points than it counts.
    before, after : dict
        Of each type, the elements of its operand and of its result that the orthogonal
        transform counts otherwise, by the square root of two.
    """

    record: Primitive
    name: str
    extra: int
    before: dict[int, tuple[int, ...]]
    after: dict[int, tuple[int, ...]]


_COSINE = _Family(
    cosine_transforms.dct, "DCT", -1, {1: (0, -1), 3: (0,)}, {1: (0, -1), 2: (0,)}
)
_SINE = _Family(cosine_transforms.dst, "DST", 1, {3: (-1,)}, {2: (-1,)})
_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _at_ends(x: Any, axes: list[int], ends: tuple[int, ...], factor: float) -> Any:
    """The array with the elements at some ends of axes times a factor."""
    if not ends:
        return x
    for axis in axes:
        factors = np.ones(x.shape[axis], x.dtype.char.lower())
        factors[list(ends)] = factor
        x = x * factors.reshape((-1, *[1] * (x.ndim - axis - 1)))
    return x


def _transformed(
    family: _Family, x: Any, type: int, axes: list[int], norm: str, orthogonal: bool
) -> Any:
    """The transform along axes, with a normalization and ends that are set apart."""
    if not orthogonal:
        x = _at_ends(x, axes, family.before.get(type, ()), math.sqrt(0.5))
    out = family.record.unary(x, {"type": type, "axis": tuple(axes)})
    if not orthogonal:
        out = _at_ends(out, axes, family.after.get(type, ()), math.sqrt(2))
    if norm == "ortho":
        return out
    extra = family.extra if type == 1 else 0
    scale = math.sqrt(math.prod(2 * (x.shape[axis] + extra) for axis in axes))
    return out * (scale if norm == "backward" else 1 / scale)


def _checked(
    family: _Family, x: Any, type: int, axes: list[int], norm: str, orthogonalize: Any
) -> Any:
    if type not in _INVERSE:
        raise ValueError(f"invalid {family.name} type")
    if type == 1 and any(x.shape[axis] + family.extra < 1 for axis in axes):
        raise RuntimeError("zero-length FFT requested")
    if orthogonalize is None or x.dtype.kind == "c":  # as SciPy does of complex numbers
        orthogonalize = norm == "ortho"
    return _transformed(family, x, type, axes, norm, orthogonalize)


def _along_one(name: str, family: _Family, *, inverse: bool) -> Callable[..., Any]:
    def function(
        x: Any,
        type: int = 2,
        n: Any = None,
        axis: int = -1,
        norm: Any = None,
        overwrite_x: bool = False,
        workers: Any = None,
        orthogonalize: Any = None,
    ) -> Any:
        check_execution(workers)
        x, norm = floating(x), known_norm(norm)
        (n,) = positive([x.shape[axis] if n is None else n])
        axis = normalize_axis_index(axis, x.ndim)
        if inverse:
            type, norm = _INVERSE.get(type, type), OPPOSITE[norm]
        return _checked(family, resized(x, n, axis), type, [axis], norm, orthogonalize)

    return _named(function, name)


def _along_several(name: str, family: _Family, *, inverse: bool) -> Callable[..., Any]:
    def function(
        x: Any,
        type: int = 2,
        s: Any = None,
        axes: Any = None,
        norm: Any = None,
        overwrite_x: bool = False,
        workers: Any = None,
        orthogonalize: Any = None,
    ) -> Any:
        check_execution(workers)
        x, norm = floating(x), known_norm(norm)
        lengths, axes = lengths_and_axes(x, s, axes)
        if not axes:
            return x
        for n, axis in zip(lengths, axes, strict=True):
            x = resized(x, n, axis)
        if inverse:
            type, norm = _INVERSE.get(type, type), OPPOSITE[norm]
        return _checked(family, x, type, axes, norm, orthogonalize)

    return _named(function, name)


def _named(function: Any, name: str) -> Callable[..., Any]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"See `scipy.fft.{name}`."
    return function


dct = _along_one("dct", _COSINE, inverse=False)
idct = _along_one("idct", _COSINE, inverse=True)
dst = _along_one("dst", _SINE, inverse=False)
idst = _along_one("idst", _SINE, inverse=True)

dctn = _along_several("dctn", _COSINE, inverse=False)
idctn = _along_several("idctn", _COSINE, inverse=True)
dstn = _along_several("dstn", _SINE, inverse=False)
idstn = _along_several("idstn", _SINE, inverse=True)
