"""What the functions of `scipy.signal` do to their arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array


def certain(condition: Any) -> bool:
    """Whether a condition is known to be true; of values not known it is not."""
    return type(condition) is not Tracer and bool(condition)


def as_vector(x: Any) -> Any:
    """An array or a tracer with at least one axis."""
    x = as_array(x)
    return x if x.ndim else x.reshape(1)


def along(axis: int, ndim: int, part: slice) -> tuple[slice, ...]:
    """Index of a part along one axis."""
    index = [slice(None)] * ndim
    index[axis] = part
    return tuple(index)


def joined(*parts: Any) -> Any:
    """Arrays one after the other along their last axis."""
    return np.concatenate(parts, -1)


def lengthened(x: Any, n: int) -> Any:
    """The array with zeros at the end of the last axis, up to n elements."""
    missing = n - x.shape[-1]
    if missing <= 0:
        return x
    return joined(x, np.zeros((*x.shape[:-1], missing), x.dtype))


def extended(x: Any, n: int, kind: str | None) -> Any:
    """More elements, n at both ends of the last axis: a continuation of some kind."""
    if n < 1:
        return x
    if kind == "zeros":
        zeros = np.zeros((*x.shape[:-1], n), x.dtype)
        return joined(zeros, x, zeros)
    if kind == "constant":
        shape = (*x.shape[:-1], n)
        ends = (x[..., :1], x[..., -1:])
        left, right = (np.broadcast_to(end, shape) for end in ends)
        return joined(left, x, right)
    if n > x.shape[-1] - 1:
        raise ValueError(
            f"The extension length n ({n}) is too big. It must not exceed "
            f"x.shape[axis]-1, which is {x.shape[-1] - 1}."
        )
    left, right = x[..., n:0:-1], x[..., -2 : -(n + 2) : -1]
    if kind == "odd":
        left, right = 2 * x[..., :1] - left, 2 * x[..., -1:] - right
    return joined(left, x, right)


def frames(x: Any, length: int, step: int) -> Any:
    """Pieces of the last axis, of this length, that begin every `step` elements."""
    count = (x.shape[-1] - length) // step + 1
    return x[..., step * np.arange(count)[:, None] + np.arange(length)]
