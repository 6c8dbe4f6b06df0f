"""Conditions on values that are not known before a program runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import GivingUp, Requirement
from functrace.core.aval import Aval
from functrace.core.capture import RaisingError
from functrace.core.strides import of_first
from functrace.engine.batching import Mapped
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
    lower=Requirement(),
    doc="The first operand, where all of the second is true; else it raises an error.",
)


# -- errors of the user's own ------------------------------------------------------------


def _give_up(failed: Any, *, final: bool) -> Any:
    del final  # it is no result of the program
    if np.any(failed):
        raise RaisingError
    return (np.empty((*np.shape(failed), 0), np.bool_),)


give_up = primitive(
    "give_up",
    _give_up,
    lambda failed, final: (Aval((*failed.shape, 0), np.bool_),),
    vjp=None,
    jvp=None,
    batch=lambda at, failed, final: at.primitive(failed, final=final),
    lower=GivingUp(),
    multiple=True,  # so that it is not evaluated before
    doc="Nothing; it ends the program where the operand holds.",
)
