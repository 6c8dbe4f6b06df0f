"""Conditions on values that are not known before a program runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.strides import of_first
from functrace.engine.batching import Mapped
from functrace.primitives._lazy_modules import linear_factors
from functrace.primitives._make import primitive


def _require(
    x: Any, ok: Any, *, message: str, error: type[Exception] = ValueError
) -> Any:
    if not ok.all():
        raise error(message)
    # An operand itself as the output could be overwritten in its place.
    return x.copy(order="K") if isinstance(x, np.ndarray) else x


def _batch(at: Mapped, x: Any, ok: Any, **params: Any) -> Any:
    return at.primitive(at.spread((x, ok))[0], ok, **params)


require = primitive(
    "require",
    _require,
    lambda x, ok, message, error=ValueError: x,
    vjp=(lambda g: g, None),
    jvp=(lambda t: t, None),
    batch=_batch,
    layout=of_first,
    lower=lambda: Step(linear_factors.emit_require),
    doc="The first operand, where all of the second is true; else it raises an error.",
)
