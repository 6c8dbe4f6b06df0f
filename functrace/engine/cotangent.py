"""Making cotangents and tangents fit the edge they belong to, and adding them up."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Node


class Deferred:
    """A cotangent that is cheaper to add than to build, such as one zero but for a slice."""

    __slots__ = ()

    def add_to(self, total: Any, *, owned: bool, spare: bool = False) -> Any:
        """The sum of `total` (None for zero) and this; in place if `owned`.

        The result is an array of ours. `spare`: so is the cotangent that the rule was
        given, and nothing else needs it.
        """
        raise NotImplementedError


def fit_cotangent(cotangent: Any, aval: Aval, node: Node) -> Any:
    """Sum over what was broadcast, convert the dtype; None if `aval` carries no gradient."""
    if np.dtype(aval.dtype).kind not in "fc":
        return None
    if cotangent.shape != aval.shape:
        assert node.primitive is not None
        if not node.primitive.broadcasts:
            raise AssertionError(
                f"functrace bug, please report: the vjp of {node.name} gave a cotangent of "
                f"shape {cotangent.shape} for {aval}."
            )
        cotangent = unbroadcast(cotangent, aval.shape)
    return convert(cotangent, aval.dtype)


def fit_tangent(tangent: Any, aval: Aval, node: Node) -> Any:
    """Spread along what was broadcast, convert; None if `aval` carries no derivative."""
    if np.dtype(aval.dtype).kind not in "fc":
        return None
    if tangent.shape != aval.shape:
        assert node.primitive is not None
        if not node.primitive.broadcasts:
            raise AssertionError(
                f"functrace bug, please report: the jvp of {node.name} gave a tangent of "
                f"shape {tangent.shape} for {aval}."
            )
        tangent = np.broadcast_to(tangent, aval.shape)
    return convert(tangent, aval.dtype)


def unbroadcast(cotangent: Any, shape: tuple[int, ...]) -> Any:
    """Sum over the dimensions along which an operand of `shape` was repeated."""
    extra = cotangent.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(
        i + extra
        for i, length in enumerate(shape)
        if length == 1 and cotangent.shape[i + extra] != 1
    )
    summed = cotangent.sum(axis=axes) if axes else cotangent
    return summed if summed.shape == shape else summed.reshape(shape)


def convert(array: Any, dtype: Any) -> Any:
    """The array in another inexact dtype; of a complex one made real, the real part."""
    dtype = np.dtype(dtype)
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and dtype.kind != "c":
        array = array.real
    return array.astype(dtype)
