"""Correlation: sums of products with a kernel that is moved over an array."""

from __future__ import annotations

import math
import string
from typing import Any, TypeAlias

import numpy as np

from functrace.compiler.forms import Step, Unlowered
from functrace.core.aval import Aval, result_dtype
from functrace.core.errors import ShapeError, message
from functrace.engine.batching import Mapped
from functrace.engine.cotangent import unbroadcast
from functrace.primitives._lazy_modules import kernels_correlation, numba_forms
from functrace.primitives._make import bilinear

Shape: TypeAlias = "tuple[int, ...]"

# -- shapes ----------------------------------------------------------------------------


def _shapes(x: Any, y: Any, stacked: int) -> tuple[Shape, Shape]:
    """Shape of the stack, and of the output for each of its elements."""
    stack = np.broadcast_shapes(x.shape[:stacked], y.shape[:stacked])
    pairs = list(zip(x.shape[stacked:], y.shape[stacked:], strict=False))
    fits = x.ndim == y.ndim > stacked and all(n >= m > 0 for n, m in pairs)
    if not fits:
        raise ShapeError(
            message(
                "functrace: the kernel of a correlation does not fit into the array.",
                expected="equally many axes, and in each at most the array's length",
                got=f"an array of shape {x.shape}, a kernel of shape {y.shape}",
            )
        )
    return stack, tuple(n - m + 1 for n, m in pairs)


def _correlate_aval(x: Aval, y: Aval, stacked: int = 0) -> Aval:
    stack, shape = _shapes(x, y, stacked)
    return Aval(stack + shape, result_dtype(x, y))


def _window(start: Shape, shape: Shape) -> tuple[Any, ...]:
    """Index of the part of an array of this shape that begins at `start`."""
    pairs = zip(start, shape, strict=True)
    return (..., *(slice(i, i + n) for i, n in pairs))


# -- values ----------------------------------------------------------------------------


def _correlate(x: Any, y: Any, *, stacked: int = 0) -> np.ndarray:
    stack, shape = _shapes(x, y, stacked)
    if not stack and len(shape) == 1:
        return np.correlate(x, np.conj(y), "valid")
    kernel = y.shape[stacked:]
    if len(shape) == 1 and math.prod(stack) < min(*kernel, *shape):
        return _by_rows(x, y, stack, shape)
    if math.prod(kernel) <= math.prod(shape):
        return _by_weights(x, y, stack, shape)
    return _by_windows(x, y, stack, shape)


def _by_rows(x: Any, y: Any, stack: Shape, shape: Shape) -> np.ndarray:
    """A row of a stack after the other."""
    out = np.empty(stack + shape, np.result_type(x, y))
    x = np.broadcast_to(x, stack + x.shape[-1:])
    y = np.broadcast_to(np.conj(y), stack + y.shape[-1:])
    for row in np.ndindex(stack):
        out[row] = np.correlate(x[row], y[row], "valid")
    return out


def _by_weights(x: Any, y: Any, stack: Shape, shape: Shape) -> np.ndarray:
    """Add up the shifted arrays, each times an element of the kernel."""
    out = np.zeros(stack + shape, np.result_type(x, y))
    product = np.empty_like(out)
    ones = (None,) * len(shape)
    for shift in np.ndindex(y.shape[len(stack) :]):
        out += np.multiply(x[_window(shift, shape)], y[(..., *shift, *ones)], product)
    return out


def _by_windows(x: Any, y: Any, stack: Shape, shape: Shape) -> np.ndarray:
    """Contract each part of the array that the kernel covers."""
    out = np.empty(stack + shape, np.result_type(x, y))
    x, y = np.ascontiguousarray(x), np.ascontiguousarray(y)
    kernel = y.shape[len(stack) :]
    axes = string.ascii_letters[: len(kernel)]
    subscripts = f"...{axes},...{axes}->..."
    for place in np.ndindex(shape):
        window = x[_window(place, kernel)]
        out[(..., *place)] = np.einsum(subscripts, window, y)
    return out


# -- derivatives -----------------------------------------------------------------------


def _reversed(x: Any, stacked: int) -> Any:
    return x[(..., *(slice(None, None, -1),) * (x.ndim - stacked))]


def _padded(x: Any, widths: Shape) -> Any:
    """Zeros before and after the last axes."""
    stacked = x.ndim - len(widths)
    lengths = (n + 2 * w for n, w in zip(x.shape[stacked:], widths, strict=True))
    out = np.zeros_like(x, shape=(*x.shape[:stacked], *lengths))
    out[_window(widths, x.shape[stacked:])] = x
    return out


def convolved(x: Any, y: Any, *, stacked: int = 0) -> Any:
    """The full convolution of two arrays, as a correlation with the smaller one.

    ``out[k] = sum_j x[k - j] y[j]``, where both are zero outside. The axes are as those
    of `correlate`; it does not matter which array is the larger one.
    """
    shapes = x.shape[stacked:], y.shape[stacked:]
    if math.prod(shapes[0]) < math.prod(shapes[1]):
        x, y, shapes = y, x, shapes[::-1]
    widths = tuple(m - 1 for m in shapes[1])
    return correlate(_padded(x, widths), _reversed(y, stacked), stacked=stacked)


def _x_bar(g: Any, y: Any, x_aval: Aval, params: dict[str, Any]) -> Any:
    return unbroadcast(convolved(g, y, **params), x_aval.shape)


def _y_bar(g: Any, x: Any, y_aval: Aval, params: dict[str, Any]) -> Any:
    return unbroadcast(correlate(x, g, **params), y_aval.shape)


def _batch_correlate(at: Mapped, x: Any, y: Any, *, stacked: int = 0) -> Any:
    pairs = zip((x, y), at.mapped, strict=True)
    x, y = (v if mapped else v[None] for v, mapped in pairs)
    return at.primitive(x, y, stacked=stacked + 1)


def _lower() -> Step:
    """Along one axis, or two; over more NumPy's copies are no slower."""
    forms = [
        numba_forms.numba_step(kernel, ranks=(rank, rank, rank))
        for rank, kernel in enumerate(
            (kernels_correlation.correlate, kernels_correlation.correlate_images), 1
        )
    ]

    def emit(step: Any, operands: Any, outputs: Any, *, stacked: int = 0) -> None:
        rank = operands[0].aval.ndim - stacked
        if rank > len(forms):
            raise Unlowered
        forms[rank - 1].emit(step, operands, outputs)

    return Step(emit)


correlate = bilinear(
    "correlate",
    _correlate,
    _correlate_aval,
    transposes=(_x_bar, _y_bar),
    batch=_batch_correlate,
    lower=_lower,
    doc="Correlation where the kernel, the second operand, lies inside the array, the "
    "first: out[k] = sum_j x[k + j] y[j] over all axes, without a conjugate. Both have "
    "equally many axes; the first `stacked` (0 unless given) are broadcast instead.",
)
