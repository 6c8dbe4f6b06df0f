"""What stands for rotations that SciPy made of plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.numpy._arguments import as_array


def stand_in(instance: Any) -> Any:
    """The same rotations, for traced vectors."""
    return Turned(instance.as_matrix())


class Turned(NamedTuple):
    """Rotations as matrices ``(..., 3, 3)``."""

    matrices: Any

    def apply(self, vectors: Any, inverse: bool = False) -> Any:
        """See `scipy.spatial.transform.Rotation.apply`."""
        vectors = as_array(vectors)
        if vectors.ndim == 0 or vectors.shape[-1] != 3:
            raise ValueError(f"Expected input of shape (..., 3), got {vectors.shape}.")
        matrices = np.swapaxes(self.matrices, -1, -2) if inverse else self.matrices
        return np.sum(matrices * vectors[..., None, :], axis=-1)
