"""Why an operation hands on no derivative, or a zero one, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from functrace.core.node import Node

_STEPS = "it is constant between steps"
_NO_DERIVATIVE = {
    "stop_gradient": "stop_gradient was asked for",
    **dict.fromkeys(("floor", "ceil", "rint", "trunc", "round", "scipy_round"), _STEPS),
    **dict.fromkeys(("sign", "heaviside", "floor_divide"), _STEPS),
    **dict.fromkeys(
        ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal"),
        "a comparison gives truth values",
    ),
    **dict.fromkeys(
        ("argmax", "argmin", "argsort", "argpartition", "lexsort", "searchsorted"),
        "it gives positions, which are whole numbers",
    ),
    **dict.fromkeys(("isnan", "isinf", "isfinite"), "it gives truth values"),
}
_ZERO = {
    "multiply": "the other factor is zero, or the product underflows",
    "concatenate": "only other parts of it reach the output",
    "stack": "only other parts of it reach the output",
    "true_divide": "what is divided, or one over the divisor, is zero",
    "matmul": "the other factor is zero",
    "where": "the other branch is taken everywhere",
    "mask": "it is masked everywhere",
    "switch": "another branch is taken, or it does not depend on it",
    "maximum": "the other operand is larger everywhere",
    "fmax": "the other operand is larger everywhere",
    "minimum": "the other operand is smaller everywhere",
    "fmin": "the other operand is smaller everywhere",
    "absolute": "its operand is zero, where the derivative is taken as zero",
    "power": "base or exponent make the derivative zero",
    "getitem": "elements are read on which nothing depends",
    "index_update": "all that was there is written over",
    "cos": "its slope is zero there",
    "square": "its operand is zero",
}
_SATURATED = {
    "tanh",
    "expit",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "arctan",
    "ndtr",
    "logistic",
}


def no_derivative(node: Node, position: int) -> str:
    """Why the operand at a position has no derivative."""
    known = _NO_DERIVATIVE.get(node.name)
    if known is not None:
        return known
    if node.name == "convert":
        return f"it is converted to {np.dtype(node.params['dtype']).name}"
    if all(np.dtype(aval.dtype).kind in "biu" for aval in node.avals):
        return "it gives whole numbers or truth values"
    if position:
        return "as this operand it only decides, or says where"
    return "the operation has no derivative"


def zero(node: Node, position: int) -> str:
    """Why the derivative by the operand at a position is zero."""
    if node.name in _SATURATED:
        return "it is saturated: its slope there is zero in floating point"
    return _ZERO.get(node.name, "its derivative there is zero")


def not_finite(value: Any) -> str:
    """What is not finite in an array."""
    bad = ~np.isfinite(value)
    kind = "NaN" if np.isnan(value).any() else "infinity"
    count = int(np.count_nonzero(bad))
    return f"{kind}, {count} of {np.size(value)} elements" if np.ndim(value) else kind


def is_finite(values: Sequence[Any]) -> bool:
    """Whether all numbers of some arrays are finite."""
    return all(
        np.isfinite(x).all()
        for x in values
        if isinstance(x, (np.ndarray, np.generic, float, complex))
        and np.asarray(x).dtype.kind in "fc"
    )
