"""Windows that slide along an array."""

from __future__ import annotations

from numpy.lib.stride_tricks import sliding_window_view

from tests.calls._base import Call, arrays

X, V = arrays((3, 5), (7,))

CALLS = [
    Call(lambda np, x: sliding_window_view(x, 3), (V,)),
    Call(lambda np, x: sliding_window_view(x, (2, 3)), (X,)),
    Call(lambda np, x: sliding_window_view(x, 2, axis=-1), (X,)),
    Call(lambda np, x: sliding_window_view(x.T, (2, 2), axis=(0, 0)), (X,)),
    Call(lambda np, x: np.mean(sliding_window_view(x, 4), axis=-1), (V,)),
    Call(lambda np, x: sliding_window_view(x, 3), (V + 1j * V[::-1],)),
    Call(lambda np, x: sliding_window_view(x[::-1], 3)[::2].T, (V,)),
    Call(lambda np, x: sliding_window_view(sliding_window_view(x, 4), 2, -1), (V,)),
    Call(lambda np, x: sliding_window_view(np.exp(x), 5) @ x[:5], (V,)),
    Call(lambda np, x: sliding_window_view(x, (), axis=()), (X,)),
    Call(lambda np, x: sliding_window_view(x, (2, 3)).reshape(-1, 6), (X,)),
]
