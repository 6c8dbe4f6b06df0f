"""Constant folding: operations on constants, evaluated when a graph is simplified."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import SMALL, uniform, uniform_value
from functrace.core.primitive import Primitive
from functrace.core.serialize import freeze


def folded(
    primitive: Primitive, operands: list[Any], params: dict[str, Any], aval: Aval
) -> Any:
    """The value of a primitive applied to constants; None if it is to stay a node."""
    whole = aval.size <= SMALL
    if not whole:
        operands = _elements(primitive, operands)
    if not operands or _drops_imaginary_part(operands, aval):
        return None
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            value = primitive.impl(*operands, **params)
    except Exception:  # noqa: BLE001 - it is raised, or warned of, when the graph runs
        return None
    if not whole or not aval.shape:
        return uniform(np.asarray(value).flat[0], aval)
    return freeze(value if value.flags.owndata else value.copy())


def _elements(primitive: Primitive, operands: list[Any]) -> list[Any]:
    """One element of each operand, if that tells everything; else nothing."""
    ufunc = primitive.ufunc
    if ufunc is None or ufunc.signature is not None:
        return []
    elements: list[Any] = []
    for operand in operands:
        value = uniform_value(operand)
        if value is None:
            return []
        if isinstance(operand, np.ndarray):
            value = np.full((1,) * operand.ndim, value, operand.dtype)
        elements.append(value)
    return elements


def _drops_imaginary_part(operands: list[Any], aval: Aval) -> bool:
    """Whether this is, or may be, a conversion that NumPy warns of."""
    return np.dtype(aval.dtype).kind != "c" and any(map(np.iscomplexobj, operands))
