"""Choices between values, and the masks of cotangents that come of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise
from functrace.core.aval import Aval, aval_of, result_dtype
from functrace.core.primitive import Primitive
from functrace.core.strides import of_operands
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import Mask, Masked, repeated_axes
from functrace.primitives._batching import broadcasting
from functrace.primitives._lazy_modules import _lowering, choice_rules, fitting_rules
from functrace.primitives._make import (
    REAL,
    broadcast_shape,
    elementwise_aval,
    primitive,
)


class _WhereMask(Mask):
    """Where the truth value of a condition is `keep`."""

    __slots__ = ("condition", "keep")

    def __init__(self, condition: Any, *, keep: bool) -> None:
        self.condition = condition
        self.keep = keep

    def applied(self, values: Any) -> Any:
        return masked(self.condition, values, keep=self.keep)

    def both(self, other: _WhereMask) -> _WhereMask:
        return _WhereMask(np.logical_and(self.mask, other.mask), keep=True)

    def either(self, other: _WhereMask) -> _WhereMask:
        return _WhereMask(np.logical_or(self.mask, other.mask), keep=True)

    def summed(self, values: Any, shape: tuple[int, ...]) -> _WhereMask:
        mask = np.broadcast_to(self.mask, values.shape)
        axes = repeated_axes(values.shape, shape)
        return _WhereMask(np.any(mask, axis=axes).reshape(shape), keep=True)

    @property
    def mask(self) -> Any:
        return self.condition if self.keep else np.logical_not(self.condition)


where = primitive(
    "where",
    lambda x, y, z: np.where(x, y, z),
    lambda x, y, z: Aval(broadcast_shape(x, y, z), result_dtype(y, z)),
    vjp=(
        None,
        lambda g, x: masking(x, g, keep=True),
        lambda g, x: masking(x, g, keep=False),
    ),
    jvp=(
        None,
        lambda t, x: masking(x, t, keep=True),
        lambda t, x: masking(x, t, keep=False),
    ),
    broadcasts=True,
    elementwise=True,
    batch=broadcasting,
    layout=of_operands,
    lower=lambda: Elementwise(_lowering.where),
    simplify=lambda p: choice_rules.rule(p),
    doc="`y` where `x` holds, else `z`. An infinite derivative of what is not taken does "
    "not matter, as long as there are only elementwise operations in between.",
)


def masked(x: Any, y: Any, *, keep: bool) -> Any:
    """Apply `mask`, which is recorded only if there is something to be recorded."""
    if type(x) is Tracer or type(y) is Tracer:
        return mask(x, y, keep=keep)
    return np.where(x, y, 0) if keep else np.where(x, 0, y)


def masking(x: Any, g: Any, *, keep: bool) -> Masked:
    """Leave it to the engine where to apply `mask` to a (co)tangent of its full shape."""
    return Masked(g, (_WhereMask(x, keep=keep),))


_WEAK_ZERO = aval_of(0)

mask = primitive(
    "mask",
    lambda x, y, *, keep: np.where(x, y, 0) if keep else np.where(x, 0, y),
    lambda x, y, keep: Aval(broadcast_shape(x, y), result_dtype(y, _WEAK_ZERO)),
    vjp=(None, lambda g, x, keep: masking(x, g, keep=keep)),
    jvp=(None, lambda t, x, keep: masking(x, t, keep=keep)),
    broadcasts=True,
    elementwise=True,
    batch=broadcasting,
    layout=of_operands,
    lower=Elementwise(
        lambda b, x, y, *, keep: b.select(
            _lowering.truth(b, x), *((y, 0) if keep else (0, y))
        ),
        absorbed=(1,),
        is_mask=True,
    ),
    simplify=lambda p: choice_rules.rule(p),
    doc="`y` where the truth value of `x` is `keep`, else a zero that absorbs: simplified "
    "graphs multiply it by nothing, so that 0 * inf does not occur.",
)


# -- the larger and the smaller --------------------------------------------------------


def _extremum(
    name: str,
    ufunc: np.ufunc,
    taken: Callable[..., Any],
    emit: Callable[[], Any],
    doc: str,
) -> Primitive:
    """Make the record of a choice between two operands, of which ties get half each.

    `taken` gives, of one operand and the other, where the one is the result.
    """

    def shared(g: Any, x: Any, y: Any) -> Masked:
        return masking(taken(x, y), g * np.where(x == y, 0.5, 1), keep=True)

    return primitive(
        name,
        ufunc,
        elementwise_aval(ufunc),
        vjp=(lambda g, x, y: shared(g, x, y), lambda g, x, y: shared(g, y, x)),
        jvp=(lambda t, x, y: shared(t, x, y), lambda t, x, y: shared(t, y, x)),
        ufunc=ufunc,
        broadcasts=True,
        elementwise=True,
        layout=of_operands,
        lower=lambda: Elementwise(emit(), cost=2),
        simplify=lambda p: fitting_rules.narrowing(p),
        domain=(REAL, REAL),
        doc=doc,
    )


def _is_only_number(x: Any, y: Any) -> Any:
    return np.isnan(y) & ~np.isnan(x)


maximum = _extremum(
    "maximum",
    np.maximum,
    lambda x, y: x >= y,
    lambda: _lowering.maximum,
    "The larger; of equal operands each gets half of the derivative, as in JAX.",
)
minimum = _extremum(
    "minimum",
    np.minimum,
    lambda x, y: x <= y,
    lambda: _lowering.minimum,
    "The smaller; of equal operands each gets half of the derivative, as in JAX.",
)
fmax = _extremum(
    "fmax",
    np.fmax,
    lambda x, y: (x >= y) | _is_only_number(x, y),
    lambda: _lowering.extremum("gt", skips_nan=True),
    "The larger, or the one that is not NaN; derivatives as of `maximum`.",
)
fmin = _extremum(
    "fmin",
    np.fmin,
    lambda x, y: (x <= y) | _is_only_number(x, y),
    lambda: _lowering.extremum("lt", skips_nan=True),
    "The smaller, or the one that is not NaN; derivatives as of `maximum`.",
)
