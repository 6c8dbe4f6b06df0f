"""Random inputs of every dtype, shape and layout in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.fuzz._write import Writer


def random_array(w: Writer, shape: tuple[int, ...], dtype: str) -> Any:
    """Numbers of moderate size, of both signs where there are any."""
    kind = np.dtype(dtype).kind
    if kind in "biu":
        low = {"b": 0, "u": 0, "i": -9}[kind]
        high = 2 if kind == "b" else 10
        return w.rng.integers(low, high, shape).astype(dtype)
    values = w.rng.uniform(0.1, 1.5, shape) * w.rng.choice([-1, 1], shape)
    if kind == "c":
        values = values * np.exp(1j * w.rng.uniform(0, 6, shape))
    return np.asarray(values).astype(dtype)


def laid_out(w: Writer, array: Any) -> Any:
    """The same numbers, somewhere else in memory."""
    array = np.ascontiguousarray(array).reshape(np.shape(array))
    return w.choose(LAYOUTS)(array) if array.ndim else w.choose(_SCALAR)(array)


def _apart(array: Any) -> Any:
    out = np.zeros([2 * n for n in array.shape], array.dtype)[
        (slice(None, None, 2),) * array.ndim
    ]
    out[...] = array
    return out


def _back(array: Any) -> Any:
    index = (slice(None, None, -1),) * array.ndim
    return array[index].copy()[index]


def _odd(array: Any) -> Any:
    """Not aligned."""
    memory = np.empty(array.nbytes + 1, np.uint8)
    out = memory[1:].view(array.dtype).reshape(array.shape)
    out[...] = array
    return out


def _frozen(array: Any) -> Any:
    out = array.copy()
    out.flags.writeable = False
    return out


def _repeated(array: Any) -> Any:
    """Strides of zero along one axis."""
    return np.broadcast_to(array[:1].copy(), array.shape) if array.size else array


def _turned(array: Any) -> Any:
    """The axes in another order."""
    order = np.roll(np.arange(array.ndim), 1)
    return np.transpose(np.transpose(array, order).copy(), np.argsort(order))


LAYOUTS = [
    np.copy,
    np.copy,
    np.copy,
    np.asfortranarray,
    _apart,
    _back,
    _odd,
    _frozen,
    _repeated,
    _turned,
]
_SCALAR = [np.copy, lambda a: a[()], lambda a: a[()], _odd, _frozen]


def fresh_input(w: Writer, *, shape: tuple[int, ...] | None = None) -> str:
    """Name of a new input."""
    if shape is None and w.chance(0.08):
        return w.input(w.choose([0.7, -1.25, 2, 3, 0.3 + 0.4j, True]))
    array = random_array(w, w.shape() if shape is None else shape, w.dtype())
    return w.input(laid_out(w, array))
