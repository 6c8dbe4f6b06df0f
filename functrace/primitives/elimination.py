"""Subtractions of elements from each other, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.strides import of_first
from functrace.engine.batching import Mapped, one_by_one
from functrace.primitives._lazy_modules import kernels_acyclic, numba_forms
from functrace.primitives._make import linear


def _subtracted(x: Any, targets: Any, sources: Any) -> np.ndarray:
    out = x.copy("K")
    for target, source in zip(targets.tolist(), sources.tolist(), strict=True):
        out[..., target] -= out[..., source]
    return out


def _transposed(g: Any, rest: Any) -> Any:
    targets, sources = rest
    return subtract_in_turn(g, sources[::-1], targets[::-1])


def _batch(at: Mapped, x: Any, *places: Any) -> Any:
    return (
        one_by_one(at, x, *places) if any(at.mapped[1:]) else at.primitive(x, *places)
    )


subtract_in_turn = linear(
    "subtract_in_turn",
    _subtracted,
    lambda x, targets, sources: x,
    transpose=_transposed,
    batch=_batch,
    layout=of_first,
    lower=lambda: numba_forms.numba_step(
        kernels_acyclic.subtracted, ranks=(1, 1, 1, 1), kinds="iufc"
    ),
    doc="Along the last axis, ``x[targets[k]] -= x[sources[k]]`` for each k in turn.",
)
