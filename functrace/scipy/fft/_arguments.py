"""Bringing the arguments of `scipy.fft` into the form that is computed with."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.primitives.fourier import OPPOSITE


def floating(x: Any) -> Any:
    """An array or a tracer of single precision at least."""
    x = as_array(x)
    if x.dtype == np.float16:
        return x.astype(np.float32)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def known_norm(norm: Any) -> str:
    """The name of a normalization; None is the usual one."""
    norm = "backward" if norm is None else norm
    if norm not in OPPOSITE:
        raise ValueError(
            f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"'
        )
    return norm


def positive(lengths: list[int]) -> list[int]:
    """The numbers of points, if there are some along every axis."""
    if any(n < 1 for n in lengths):
        raise ValueError(f"invalid number of data points ({lengths}) specified")
    return lengths


def lengths_and_axes(x: Any, s: Any, axes: Any) -> tuple[list[int], list[int]]:
    """The number of points along each of the axes, which are all different."""
    if axes is not None:
        axes = [a + x.ndim if a < 0 else a for a in _integers(axes, "axes")]
        if any(a >= x.ndim or a < 0 for a in axes):
            raise ValueError("axes exceeds dimensionality of input")
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    if s is None:
        axes = list(range(x.ndim)) if axes is None else axes
        return positive([x.shape[a] for a in axes]), axes
    s = _integers(s, "shape")
    if axes is None:
        if len(s) > x.ndim:
            raise ValueError("shape requires more axes than are present")
        axes = list(range(x.ndim - len(s), x.ndim))
    if len(axes) != len(s):
        raise ValueError(
            "when given, axes and shape arguments have to be of the same length"
        )
    pairs = zip(s, axes, strict=True)
    return positive([x.shape[a] if n == -1 else n for n, a in pairs]), axes


def _integers(value: Any, name: str) -> list[int]:
    values = [value] if np.ndim(value) == 0 else value
    try:
        return [operator.index(v) for v in values]
    except TypeError as error:
        raise ValueError(f"{name} must be a scalar or iterable of integers") from error


def check_execution(workers: Any, plan: Any = None) -> None:
    """Refuse what SciPy refuses; the number of workers changes nothing here."""
    if plan is not None:
        raise NotImplementedError(
            "Passing a precomputed plan is not yet supported by scipy.fft functions"
        )
    if workers == 0:
        raise ValueError("workers must not be zero")
