"""Traced Python numbers: their dtype gives way to that of arrays, as in NumPy 2.

Where the dtype of an edge is a Python type, the edge stands for a Python number. An
operation on it and on arrays first converts it to the dtype that NumPy would; an
operator on such numbers alone gives one again. Python's truth values are numbers, too:
``True + True`` is 2, where NumPy's is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.core.aval import Aval, hardened, new_aval, result_dtype
from functrace.core.dispatch import lookup
from functrace.core.errors import DtypeError, message
from functrace.core.node import Edge
from functrace.core.source import user_line
from functrace.core.tracer import Tracer

if TYPE_CHECKING:
    from functrace.core.primitive import Primitive

_NUMBERS: dict[str, type] = {"b": bool, "i": int, "f": float, "c": complex}
_COUNTING = frozenset(  # truth values: those are 0 and 1 to them
    (
        np.add,
        np.subtract,
        np.multiply,
        np.true_divide,
        np.floor_divide,
        np.remainder,
        np.power,
        np.negative,
        np.positive,
        np.absolute,
        np.invert,
        np.left_shift,
        np.right_shift,
    )
)
PYTHON_OPERATORS = _COUNTING | {
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
    np.equal,
    np.not_equal,
}


class Truth:
    """The type of a truth value that is Python's or NumPy's, which depends on a value."""

    dtype = np.dtype(bool)  # what NumPy takes it for

    def __new__(cls, value: Any) -> Any:
        """As a truth value of NumPy's, to which Python's gives way."""
        return np.bool_(value)


_ATTRIBUTES = frozenset(("real", "imag"))


def is_weak(inputs: Sequence[Any]) -> bool:
    """Whether a traced Python number is among a node's inputs."""
    return any(type(e) is Edge and isinstance(e[0].dtype, type) for e in inputs)


def is_number(x: Any) -> bool:
    """Whether it is a traced Python number."""
    return type(x) is Tracer and x.value is None and is_weak((x.edge,))


def resolve(
    primitive: Primitive,
    operands: Sequence[Any],
    avals: Sequence[Aval],
    params: dict[str, Any],
) -> tuple[Sequence[Any], Sequence[Aval]]:
    """The operands, converted if need be, and the abstract values that the primitive gets.

    Where operands are not promoted, numbers are indices, or are written into an array.
    """
    strong = [*map(hardened, avals)]
    targets = _targets(primitive, avals, strong, params)
    converted = [
        lookup(np.astype)(operand, target)
        if hasattr(operand, "edge") and _differs(aval, target)
        else operand
        for operand, aval, target in zip(operands, avals, targets, strict=True)
    ]
    changed = [a is not b for a, b in zip(converted, operands, strict=True)]
    if not any(changed):
        return operands, strong
    given = [
        operand.aval if new else hardened(aval) if hasattr(operand, "edge") else aval
        for operand, aval, new in zip(converted, avals, changed, strict=True)
    ]
    return converted, given


def with_dtypes(primitive: Primitive, out: Any, avals: Sequence[Aval]) -> Any:
    """The outputs' avals; of an operator on Python numbers, that of one."""
    if primitive.multiple:
        return tuple(map(hardened, out))
    out = hardened(out)
    python = primitive.ufunc in PYTHON_OPERATORS or primitive.name in _ATTRIBUTES
    if python and any(a.dtype is Truth for a in avals):
        logical = out.dtype == bool and _all_python(avals)
        return new_aval(Aval, ((), Truth)) if logical else out
    if python and _all_python(avals) and out.dtype.kind in _NUMBERS:
        return new_aval(Aval, ((), _NUMBERS[out.dtype.kind]))
    return out


def _targets(
    primitive: Primitive,
    avals: Sequence[Aval],
    strong: Sequence[Aval],
    params: dict[str, Any],
) -> Sequence[Any]:
    """What dtype each operand is to have."""
    ufunc = primitive.ufunc
    if ufunc is None or ufunc.signature is not None:
        given = [a.dtype for a in strong]
        if not primitive.broadcasts or primitive.multiple:
            return given
        promoted, dtype = result_dtype(*strong), result_dtype(*avals)
        out = primitive.abstract_eval(*strong, **params)
        return (
            given
            if out.dtype != promoted or dtype == promoted
            else [dtype] * len(given)
        )
    truth = int if ufunc in _COUNTING and _all_python(avals) else np.dtype(bool)
    if ufunc in _COUNTING and any(a.dtype is Truth for a in avals):
        _check_counting(avals)
    given = [truth if a.dtype in (bool, Truth) else a.dtype for a in avals]
    dtypes = ufunc.resolve_dtypes((*given, *(None,) * ufunc.nout))
    if dtypes[-1].kind == "b" and dtypes[0].kind in "iuO":  # exact as it is
        return given
    return dtypes[: len(avals)]


def _check_counting(avals: Sequence[Aval]) -> None:
    """Refuse to count truth values some of which NumPy may not count."""
    if all(np.dtype(a.dtype) == bool and not a.shape for a in avals):
        raise DtypeError(
            message(
                "functrace: arithmetic with a truth value that is Python's or NumPy's, "
                "which depends on a traced value: True + True is 2, NumPy's is True.",
                source=user_line(),
                help="make integers of truth values that are counted: int(found).",
            )
        )


def _all_python(avals: Sequence[Aval]) -> bool:
    return all(isinstance(a[1], type) for a in avals)


def _differs(aval: Aval, target: Any) -> bool:
    return isinstance(aval.dtype, type) and np.dtype(aval.dtype) != np.dtype(target)
