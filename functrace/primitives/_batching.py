"""Batching rules that several families share; see `functrace.engine.batching`."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.engine.batching import Mapped


def broadcasting(at: Mapped, *operands: Any, **params: Any) -> Any:
    """Of an operation that broadcasts its operands, all axes or those before the last."""
    return at.primitive(*at.aligned(operands), **params)


def unary(at: Mapped, x: Any, **params: Any) -> Any:
    """Of an operation on each element, or on each matrix of a stack."""
    return at.primitive(x, **params)


def along_axes(at: Mapped, *xs: Any, axis: tuple[int, ...], **params: Any) -> Any:
    """Of an operation along axes that arrays of one shape have, from the left."""
    return at.primitive(*at.spread(xs), axis=tuple(a + 1 for a in axis), **params)


def along_axis(at: Mapped, *xs: Any, axis: int, **params: Any) -> Any:
    """Of an operation along one axis that all operands have, from the left."""
    return at.primitive(*at.spread(xs), axis=axis + 1, **params)


def solving(at: Mapped, x: Any, y: Any, **params: Any) -> Any:
    """Of linear systems: of one matrix for the whole batch it makes more columns."""
    vector = at.avals[1].ndim == 1
    if not at.mapped[0]:
        columns = y.T if vector else np.moveaxis(y, 0, -2)
        flat = columns if vector else columns.reshape(_joined(columns.shape))
        out = at.primitive(x, flat, **params)
        if vector:
            return out.T
        return np.moveaxis(out.reshape((*out.shape[:-1], *columns.shape[-2:])), -2, 0)
    if vector:
        return np.squeeze(at.primitive(x, y[..., None], **params), -1)
    return broadcasting(at, x, y, **params)


def _joined(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with the last two axes made one."""
    return (*shape[:-2], shape[-2] * shape[-1])
