"""Running sums and products, and what else is computed element after element."""

from __future__ import annotations

from typing import Any


def cumsum(x: Any, out: Any, reverse: bool) -> None:
    """The sums of the elements up to each one, from either end."""
    total = out.dtype.type(0)
    for i in range(x.size):
        k = x.size - 1 - i if reverse else i
        total += x[k]
        out[k] = total


def cumprod(x: Any, out: Any) -> None:
    """The products of the elements up to each one."""
    total = out.dtype.type(1)
    for i in range(x.size):
        total *= x[i]
        out[i] = total


def lfilter(b: Any, a: Any, x: Any, state: Any, y: Any, last: Any) -> None:
    """A recursive filter in transposed direct form II; `a` begins after the leading 1."""
    for k in range(state.size):
        last[k] = state[k]
    order = state.size
    for t in range(x.size):
        y[t] = b[0] * x[t]
        if order:
            y[t] += last[0]
            for k in range(order - 1):
                last[k] = last[k + 1] + b[k + 1] * x[t] - a[k] * y[t]
            last[order - 1] = b[order] * x[t] - a[order - 1] * y[t]
