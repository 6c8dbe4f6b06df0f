"""NumPy's spelling for libraries that have one of their own.

Each holds what the problems use and the library spells differently; everything else is
the library's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class TorchNumPy:
    """NumPy's spelling of PyTorch."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self.linalg = torch.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torch, name)

    def maximum(self, x: Any, y: float) -> Any:
        return self._torch.clamp_min(x, y)

    def max(self, x: Any, axis: int, *, keepdims: bool = False) -> Any:
        return self._torch.amax(x, axis, keepdim=keepdims)

    def min(self, x: Any, axis: int) -> Any:
        return self._torch.amin(x, axis)

    def logaddexp(self, x: float, y: Any) -> Any:
        return self._torch.logaddexp(self._torch.tensor(x, dtype=y.dtype), y)

    def eye(self, n: int) -> Any:
        return self._torch.eye(n, dtype=self._torch.float64)

    def zeros(self, shape: Sequence[int]) -> Any:
        return self._torch.zeros(shape, dtype=self._torch.float64)

    def roll(self, x: Any, shift: int, axis: int) -> Any:
        return self._torch.roll(x, shift, axis)

    def cross(self, x: Any, y: Any) -> Any:
        return self._torch.linalg.cross(x, y)


class PyTensorNumPy:
    """NumPy's spelling of PyTensor."""

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor
        self.linalg = tensor.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tensor, name)

    def cross(self, x: Any, y: Any) -> Any:
        a, b = ([v[..., k] for k in range(3)] for v in (x, y))
        parts = [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]
        return self._tensor.stack(parts, axis=-1)


class CasadiNumPy:
    """NumPy's spelling of CasADi, whose arrays are columns."""

    def __init__(self, casadi: Any) -> None:
        self._casadi = casadi

    def __getattr__(self, name: str) -> Any:
        return getattr(self._casadi, name)

    def sum(self, x: Any) -> Any:
        return self._casadi.sum(x)

    def logaddexp(self, x: float, y: Any) -> Any:
        return self._casadi.logsumexp(self._casadi.vertcat(x, y))
