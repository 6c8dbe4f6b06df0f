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
COMPARISONS = frozenset(
    (
        np.less,
        np.less_equal,
        np.greater,
        np.greater_equal,
        np.equal,
        np.not_equal,
    )
)
PYTHON_OPERATORS = (
    _COUNTING | COMPARISONS | {np.bitwise_and, np.bitwise_or, np.bitwise_xor}
)


class Truths:
    """Counts truth values that may be Python's, which are two objects; all threads'."""

    __slots__ = ("made",)


truths = Truths()
truths.made = 0


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
    return type(x) is Tracer and x.value is None and isinstance(x.edge[0].dtype, type)


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
    given = operands
    if primitive.ufunc is not None and all(
        a.dtype is int or a.dtype is bool for a in avals
    ):
        operands = lookup(check_integers)(primitive.ufunc, operands)
    converted = [
        lookup(np.astype)(check_range(operand, np.dtype(target)), target)
        if hasattr(operand, "edge") and _differs(aval, target)
        else operand
        for operand, aval, target in zip(operands, avals, targets, strict=True)
    ]
    changed = [a is not b for a, b in zip(converted, given, strict=True)]
    if not any(changed):
        return operands, strong
    known = [
        operand.aval if new else hardened(aval) if hasattr(operand, "edge") else aval
        for operand, aval, new in zip(converted, avals, changed, strict=True)
    ]
    return converted, known


def with_dtypes(primitive: Primitive, out: Any, avals: Sequence[Aval]) -> Any:
    """The outputs' avals; of an operator on Python numbers, that of one."""
    if primitive.multiple:
        return tuple(map(hardened, out))
    out = hardened(out)
    if primitive.ufunc is np.add:
        _check_counted(np.add, out)
    python = primitive.ufunc in PYTHON_OPERATORS or primitive.name in _ATTRIBUTES
    if python and any(a.dtype is Truth for a in avals):
        logical = out.dtype == bool and _all_python(avals)
        return new_aval(Aval, ((), Truth)) if logical else out
    if python and out.dtype.kind == "b":
        truths.made += 1
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
    either = any(a.dtype is Truth for a in avals)
    counts = ufunc in _COUNTING and _all_python(avals) and not either
    if ufunc is np.invert and either:
        _check_counted(ufunc, strong[0])
    truth = int if counts else np.dtype(bool)
    given = [truth if a.dtype in (bool, Truth) else a.dtype for a in avals]
    dtypes = ufunc.resolve_dtypes((*given, *(None,) * ufunc.nout))
    if dtypes[-1].kind == "b" and dtypes[0].kind in "iuO":  # exact as it is
        return given
    return dtypes[: len(avals)]


def _check_counted(ufunc: np.ufunc, out: Aval) -> None:
    """Refuse to add truth values of which one may be NumPy's, and one Python's."""
    if ufunc in (np.add, np.invert) and np.dtype(out.dtype) == bool and not out.shape:
        raise DtypeError(
            message(
                "functrace: arithmetic with truth values that are NumPy's, or are in some "
                "branch: True + True is 2 in Python, and True in NumPy.",
                source=user_line(),
                help="int(a) + int(b) counts, numpy.logical_or(a, b) does not.",
            )
        )


def check_integers(ufunc: np.ufunc, operands: Sequence[Any]) -> Sequence[Any]:
    """Python's integers, if the result of an operator on them is one of 64 bits."""
    return lookup(check_integers)(ufunc, operands)


def check_range(x: Any, dtype: Any) -> Any:
    """A number of Python's, traced or not, if an array of this dtype can hold it."""
    if type(x) in (int, float) and dtype.kind in "iu":
        np.asarray(x, dtype)  # raises NumPy's error
    narrow = is_number(x) and x.aval.dtype is int and dtype.kind in "iu"
    if not narrow or dtype == np.int64:
        return x
    return lookup(check_range)(x, dtype)


def _all_python(avals: Sequence[Aval]) -> bool:
    return all(isinstance(a[1], type) for a in avals)


def _differs(aval: Aval, target: Any) -> bool:
    return isinstance(aval.dtype, type) and np.dtype(aval.dtype) != np.dtype(target)
