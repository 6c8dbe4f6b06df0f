"""Constant folding: operations on constants, evaluated when a graph is simplified.

What comes of it is kept with the graph. So it is not done where it takes more memory than
the constants before, unless that is little: loops compute it where it is needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import SMALL, uniform, uniform_value
from functrace.core.primitive import Primitive
from functrace.core.serialize import freeze

_LITTLE = 1 << 14  # bytes


def is_little(aval: Aval) -> bool:
    """Whether an array is small enough to be kept in any case."""
    return aval.nbytes <= _LITTLE


def folded(
    primitive: Primitive, operands: list[Any], params: dict[str, Any], aval: Aval
) -> Any:
    """The value of a primitive applied to constants; None if it is to stay a node."""
    whole = aval.size <= SMALL
    if not whole:
        elements = _elements(primitive, operands)
        views = primitive.write_back is not None
        whole = not (elements or views) and _takes_no_more(operands, aval)
        operands = operands if whole else elements
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


def nothing(aval: Aval) -> Any:
    """An array without elements, whatever it is computed from."""
    return freeze(np.empty(aval.shape, aval.dtype))


def _takes_no_more(operands: list[Any], aval: Aval) -> bool:
    """Whether the result is little, or no larger than the operands."""
    if is_little(aval):
        return True
    arrays = [x for x in operands if type(x) is np.ndarray and uniform_value(x) is None]
    return aval.nbytes <= sum(x.nbytes for x in arrays)


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
