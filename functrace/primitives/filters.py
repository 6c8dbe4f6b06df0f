"""Linear filters along the last axis: recursive ones, and those that change the rate.

The axes before the last are a stack, over which coefficients and signals are broadcast.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.signal

from functrace.core.aval import Aval, result_dtype
from functrace.primitives._batching import broadcasting
from functrace.primitives._lazy_modules import kernels_cumulative, numba_forms
from functrace.primitives._make import bilinear, primitive
from functrace.primitives.convolution import correlate


def _stack(*operands: Any) -> tuple[int, ...]:
    return np.broadcast_shapes(*(x.shape[:-1] for x in operands))


def _spread(x: Any, stack: tuple[int, ...]) -> Any:
    return np.broadcast_to(x, stack + x.shape[-1:])


def _reversed(x: Any) -> Any:
    return x[..., ::-1]


def _correlated(x: Any, y: Any) -> Any:
    """Valid correlation along the last axis of two stacks of signals."""
    ndim = max(x.ndim, y.ndim)
    x, y = (v.reshape((1,) * (ndim - v.ndim) + v.shape) for v in (x, y))
    return correlate(x, y, stacked=ndim - 1)


# -- recursive -------------------------------------------------------------------------


def _lfilter(b: Any, a: Any, x: Any, state: Any) -> tuple[np.ndarray, np.ndarray]:
    stack = _stack(b, a, x, state)
    x, state = _spread(x, stack), _spread(state, stack)
    a = np.concatenate([np.ones((*a.shape[:-1], 1), a.dtype), a], -1)
    if b.size == b.shape[-1] and a.size == a.shape[-1]:
        return scipy.signal.lfilter(b.reshape(-1), a.reshape(-1), x, -1, state)
    b, a = _spread(b, stack), _spread(a, stack)
    y = np.empty(x.shape, np.result_type(b, a, x, state))
    last = np.empty(state.shape, y.dtype)
    for row in np.ndindex(stack):
        y[row], last[row] = scipy.signal.lfilter(b[row], a[row], x[row], -1, state[row])
    return y, last


def _lfilter_aval(b: Aval, a: Aval, x: Aval, state: Aval) -> tuple[Aval, Aval]:
    stack, dtype = _stack(b, a, x, state), result_dtype(b, a, x, state)
    return Aval(stack + x.shape[-1:], dtype), Aval(stack + state.shape[-1:], dtype)


def _zeros(shape: tuple[int, ...], like: Any) -> np.ndarray:
    return np.zeros(shape, like.dtype)


# With coefficients a of which the first is one, and zeros around everything, the outputs
# are defined by  sum_k a[k] y[t-k] = sum_k b[k] x[t-k] + state[t]  at times 0 to N - 1;
# what the left side lacks later is the last state. The transposed recursion runs back:
# sum_k a[k] w[t+k] = g_y[t], and w[N+m] = g_last[m]. The cotangents are correlations of w.
def _lfilter_vjp(
    g: Any, xs: Any, outs: Any, needed: tuple[bool, ...]
) -> tuple[Any, ...]:
    b, a, x, _ = xs
    y, last = outs
    order = a.shape[-1]
    g_y = _zeros(y.shape, y) if g[0] is None else g[0]
    g_last = _zeros(last.shape, last) if g[1] is None else g[1]
    driven = _reversed(np.concatenate([g_y, _left_sides(a, g_last)], -1))
    none = _zeros((order,), y)
    bars: list[Any] = [None] * 4
    if needed[2]:
        bars[2] = _reversed(lfilter(b, a, driven, none)[0])[..., : x.shape[-1]]
    if needed[0] or needed[1] or needed[3]:
        one = np.eye(1, order + 1, dtype=y.dtype)[0]
        w = _reversed(lfilter(one, a, driven, none)[0])
        bars[0] = _correlated(w, x) if needed[0] else None
        bars[1] = -_correlated(w[..., 1:], y) if needed[1] else None
        bars[3] = w[..., :order]
    return tuple(bars)


def _left_sides(a: Any, w: Any) -> Any:
    """``sum_k a[k] w[m+k]`` with ``a[0] = 1``, of w that is zero from its end on."""
    order = a.shape[-1]
    if order == 1:
        return w
    padded = np.concatenate([w, _zeros((*w.shape[:-1], order - 2), w)], -1)
    return w + np.concatenate(
        [_correlated(padded[..., 1:], a[..., :-1]), _zeros((*w.shape[:-1], 1), w)], -1
    )


def _lfilter_jvp(ts: Any, xs: Any, outs: Any) -> tuple[Any, Any]:
    b, a, x, _ = xs
    t_b, t_a, t_x, t_state = ts
    y, _ = outs
    none = _zeros((a.shape[-1],), y)
    found: list[tuple[Any, Any]] = []
    if t_x is not None or t_state is not None:
        t_x = _zeros(x.shape, y) if t_x is None else t_x
        found.append(lfilter(b, a, t_x, none if t_state is None else t_state))
    if t_b is not None:
        found.append(lfilter(t_b, a, x, none))
    if t_a is not None:
        later = np.concatenate([_zeros((*t_a.shape[:-1], 1), t_a), -t_a], -1)
        found.append(lfilter(later, a, y, none))
    dots, states = zip(*found, strict=True)
    return sum(dots[1:], dots[0]), sum(states[1:], states[0])


lfilter = primitive(
    "lfilter",
    _lfilter,
    _lfilter_aval,
    vjp=_lfilter_vjp,
    jvp=_lfilter_jvp,
    multiple=True,
    broadcasts=True,
    batch=broadcasting,
    lower=lambda: numba_forms.numba_step(kernels_cumulative.lfilter, ranks=(1,) * 6),
    doc="Output and last state of a recursive filter: of the coefficients b and a[1:] (one "
    "fewer; a[0] is one), the signal, and the first state, in transposed direct form II.",
)

# -- from one rate to another ----------------------------------------------------------


def _output_length(n: int, taps: int, up: int, down: int) -> int:
    return ((n - 1) * up + taps - 1) // down + 1


def _upfirdn(x: Any, h: Any, *, up: int, down: int) -> np.ndarray:
    if h.size == h.shape[-1]:
        out = scipy.signal.upfirdn(h.reshape(-1), x, up, down)
        return out.reshape(_stack(x, h) + out.shape[-1:])
    stack = _stack(x, h)
    length = _output_length(x.shape[-1], h.shape[-1], up, down)
    out = np.empty((*stack, length), np.result_type(x, h))
    x, h = _spread(x, stack), _spread(h, stack)
    for row in np.ndindex(stack):
        out[row] = scipy.signal.upfirdn(h[row], x[row], up, down)
    return out


def _upfirdn_aval(x: Aval, h: Aval, up: int, down: int) -> Aval:
    length = _output_length(x.shape[-1], h.shape[-1], up, down)
    return Aval((*_stack(x, h), length), result_dtype(x, h))


# The signal's cotangent is  sum_m g[m] h[m down - k up]: a filter of g by the reversed
# taps, from the other rate to this one. Zeros before the taps delay it by a whole sample.
def _upfirdn_x_bar(g: Any, y: Any, x_aval: Aval, up: int, down: int) -> Any:
    taps = y.shape[-1]
    zeros = _zeros((*y.shape[:-1], -(taps - 1) % up), y)
    delayed = np.concatenate([zeros, _reversed(y)], -1)
    start = (delayed.shape[-1] - 1) // up
    out = upfirdn(g, delayed, up=down, down=up)[..., start:]
    return _fitted(out, x_aval.shape[-1])


def _fitted(x: Any, n: int) -> Any:
    """The first n elements; zeros where there are none."""
    missing = n - x.shape[-1]
    if missing <= 0:
        return x[..., :n]
    return np.concatenate([x, _zeros((*x.shape[:-1], missing), x)], -1)


upfirdn = bilinear(
    "upfirdn",
    _upfirdn,
    _upfirdn_aval,
    transposes=(
        _upfirdn_x_bar,
        lambda g, x, y_aval, up, down: resampled_products(
            x, g, up=up, down=down, taps=y_aval.shape[-1]
        ),
    ),
    broadcasts=True,
    batch=broadcasting,
    doc="A signal with up - 1 zeros put after each element, filtered by taps, of which "
    "every down-th element is kept: out[m] = sum_k h[m down - k up] x[k].",
)


def _resampled_products(x: Any, y: Any, *, up: int, down: int, taps: int) -> np.ndarray:
    stack = _stack(x, y)
    x, y = _spread(x, stack), _spread(y, stack)
    out = np.zeros((*stack, taps), np.result_type(x, y))
    common = math.gcd(up, down)
    for i in range(0, taps, common):
        # The pairs with m * down - k * up == i, from the first on.
        m = i // common * pow(down // common, -1, up // common) % (up // common)
        k = (m * down - i) // up
        if k < 0:
            steps = -(k // (down // common))
            m, k = m + steps * (up // common), k + steps * (down // common)
        left, right = x[..., k :: down // common], y[..., m :: up // common]
        n = min(left.shape[-1], right.shape[-1])
        out[..., i] = np.einsum("...i,...i->...", left[..., :n], right[..., :n])
    return out


resampled_products = bilinear(
    "resampled_products",
    _resampled_products,
    lambda x, y, up, down, taps: Aval((*_stack(x, y), taps), result_dtype(x, y)),
    transposes=(
        lambda g, y, x_aval, up, down: _upfirdn_x_bar(y, g, x_aval, up, down),
        lambda g, x, y_aval, up, down: _fitted(
            upfirdn(x, g, up=up, down=down), y_aval.shape[-1]
        ),
    ),
    broadcasts=True,
    batch=broadcasting,
    doc="What a tap of a filter between two rates makes of its input and a cotangent of "
    "its output: out[i] = sum of x[k] y[m] over m down - k up = i.",
)
