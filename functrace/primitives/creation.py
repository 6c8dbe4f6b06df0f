"""Arrays made from a few traced numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval, aval_of, result_dtype
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives._make import broadcast_shape, primitive


def _linspace_aval(x: Aval, y: Aval, num: int, endpoint: bool) -> Aval:
    dtype = np.result_type(result_dtype(x, y), 1.0)
    return Aval((num, *broadcast_shape(x, y)), dtype)


def _weights(out_aval: Aval, num: int, endpoint: bool) -> Any:
    """What each element takes of `stop`; of `start` it takes the rest."""
    intervals = max(num - 1 if endpoint else num, 1)
    weights = np.arange(num, dtype=np.finfo(out_aval.dtype).dtype) / intervals
    return weights.reshape(num, *(1,) * (out_aval.ndim - 1))


def _start_bar(g: Any, out_aval: Aval, num: int, endpoint: bool) -> Any:
    return np.sum(g * (1 - _weights(out_aval, num, endpoint)), axis=0)


def _stop_bar(g: Any, out_aval: Aval, num: int, endpoint: bool) -> Any:
    return np.sum(g * _weights(out_aval, num, endpoint), axis=0)


def _linspace_formula(x: Any, y: Any, *, num: int, endpoint: bool) -> Any:
    """NumPy's own steps; see there on the steps that are zero."""
    dtype = np.result_type(result_dtype(aval_of(x), aval_of(y)), 1.0)
    x, y = ((v if type(v) is Tracer else np.asarray(v)).astype(dtype) for v in (x, y))
    delta = y - x
    count = np.arange(num, dtype=np.finfo(dtype).dtype)
    count = count.reshape(num, *(1,) * delta.ndim)
    intervals = num - 1 if endpoint else num
    if intervals > 0:
        step = delta / intervals
        out = np.where(step == 0, count / intervals * delta, count * step) + x
    else:
        out = count * delta + x
    return np.where(count == num - 1, y, out) if endpoint and num > 1 else out


def _batch_linspace(at: Mapped, x: Any, y: Any, **params: Any) -> Any:
    return np.swapaxes(linspace(*at.aligned((x, y)), **params), 0, 1)


linspace = primitive(
    "linspace",
    lambda x, y, *, num, endpoint: np.linspace(x, y, num, endpoint),
    _linspace_aval,
    vjp=(_start_bar, _stop_bar),
    jvp=(
        lambda t, out_aval, num, endpoint: t * (1 - _weights(out_aval, num, endpoint)),
        lambda t, out_aval, num, endpoint: t * _weights(out_aval, num, endpoint),
    ),
    broadcasts=True,
    batch=_batch_linspace,
    lower=Expanded(_linspace_formula),
    doc="Evenly spaced numbers from one value to another, along a new first axis.",
)
