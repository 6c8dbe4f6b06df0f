"""Constructor of records of ufuncs with several outputs."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.primitive import Primitive
from functrace.core.rule import Formula
from functrace.core.strides import of_operands
from functrace.primitives._make import Interval, elementwise_aval, primitive


def several(
    name: str,
    ufunc: np.ufunc,
    *,
    partials: Sequence[Callable[..., tuple[Any, ...]] | None],
    domain: Sequence[Interval],
    **fields: Any,
) -> Primitive:
    """Make an operation on each element that has several outputs.

    Parameters
    ----------
    name, ufunc
        As of `functrace.primitives._make.elementwise`.
    partials : sequence of callable or None
        For each operand a formula of ``x``, ``y``, ``z``, ``xs``, ``outs`` that gives a
        tuple: ``d output / d operand`` of every output, None for zero. None in place of a
        formula: no derivative with respect to that operand.
    domain : sequence of (float, float)
        For each operand, where the operation is smooth.
    """
    fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001
    return primitive(
        name,
        ufunc,
        elementwise_aval(ufunc),
        vjp=[partial and _pulled_back(partial) for partial in partials],
        jvp=[partial and _pushed_forward(partial) for partial in partials],
        domain=tuple(domain),
        ufunc=ufunc,
        multiple=True,
        broadcasts=True,
        layout=of_operands,
        **fields,
    )


class _Tangents(tuple[Any, ...]):  # noqa: SLOT001 - a tuple can have none
    """Tangents of all outputs, None for zero; the sum is that of each of them."""

    def __add__(self, other: Any) -> _Tangents:
        pairs = zip(self, other, strict=True)
        return _Tangents(
            b if a is None else a if b is None else a + b for a, b in pairs
        )


def _pulled_back(partial: Callable[..., Any]) -> Formula:
    """The formula of an operand's cotangent."""

    def cotangent(g: Any, *values: Any) -> Any:
        slopes = zip(g, partial(*values), strict=True)
        terms = [s * p for s, p in slopes if s is not None and p is not None]
        return functools.reduce(operator.add, terms) if terms else None

    return Formula(cotangent, ("g", *Formula.of(partial).names))


def _pushed_forward(partial: Callable[..., Any]) -> Formula:
    """The formula of what an operand's tangent does to the outputs."""

    def tangents(t: Any, *values: Any) -> _Tangents:
        slopes = partial(*values)
        return _Tangents(None if p is None else t * p for p in slopes)

    return Formula(tangents, ("t", *Formula.of(partial).names))
