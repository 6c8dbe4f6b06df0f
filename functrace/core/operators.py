"""The operators of tracers, each of which is a ufunc, and indexing.

They are set on the class as what answers for them is registered.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from functrace.core.dispatch import FUNCTIONS, UFUNCS, lookup
from functrace.core.errors import DtypeError
from functrace.core.foreign import ASKED, defers, lacking, refuse
from functrace.core.tracer import Tracer
from functrace.core.weak import PYTHON_OPERATORS, Truth, is_number

OPERATORS: dict[Any, str] = {
    np.add: "add",
    np.subtract: "sub",
    np.multiply: "mul",
    np.true_divide: "truediv",
    np.floor_divide: "floordiv",
    np.remainder: "mod",
    np.power: "pow",
    np.matmul: "matmul",
    np.bitwise_and: "and",
    np.bitwise_or: "or",
    np.bitwise_xor: "xor",
    np.left_shift: "lshift",
    np.right_shift: "rshift",
}
PLAIN_OPERATORS: dict[Any, str] = {
    np.less: "lt",
    np.less_equal: "le",
    np.greater: "gt",
    np.greater_equal: "ge",
    np.equal: "eq",
    np.not_equal: "ne",
    np.negative: "neg",
    np.positive: "pos",
    np.absolute: "abs",
    np.invert: "invert",
}


def register_getitem(call: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Let the decorated function answer for indexing."""
    FUNCTIONS[operator.getitem] = call
    setattr(Tracer, "__getitem__", call)  # noqa: B010 - as the operators
    return call


def deferring(call: Callable[..., Any]) -> Callable[..., Any]:
    """Let an operand that knows how to compute with arrays answer where `call` refuses it."""

    def function(*operands: Any) -> Any:
        try:
            return call(*operands)
        except DtypeError:
            if defers(operands, Tracer):
                return NotImplemented
            raise

    return function


def _as_method(call: Callable[..., Any]) -> Callable[..., Any]:
    """As a function, which is bound to an instance where other callables are not."""
    return call if isinstance(call, FunctionType) else deferring(call)


def _in_place(call: Callable[..., Any]) -> Callable[..., Any]:
    def operation(self: Tracer, other: Any) -> Tracer:
        result = call(self, other)
        if result is NotImplemented:
            refuse(other)
        if not self.is_array:
            return result  # a NumPy scalar is immutable: the name is bound anew
        if result.shape != self.shape:
            raise ValueError(
                f"non-broadcastable output operand with shape {self.shape} doesn't match "
                f"the broadcast shape {result.shape}"
            )
        self.assign(
            lookup(operator.setitem)(self, Ellipsis, result, casting="same_kind")
        )
        return self

    return operation


def _strong(call: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy's function in place of the operator: of Python numbers it gives NumPy's."""

    def function(*args: Any) -> Any:
        return _hard(call(*[_hard(x) if _is_truth(x) else x for x in args]))

    return function


def _hard(x: Any) -> Any:
    return lookup(np.astype)(x, x.dtype) if is_number(x) else x


def _is_truth(x: Any) -> bool:
    return is_number(x) and x.aval.dtype in (bool, Truth)


def register_ufunc(ufunc: np.ufunc, call: Callable[..., Any]) -> None:
    """Let `call` answer for `ufunc`, and for the operator that it is.

    The methods are set on the class rather than looked up: an operator then costs one
    Python call less.
    """
    UFUNCS[ufunc] = _strong(call) if ufunc in PYTHON_OPERATORS else call
    if not hasattr(Tracer, ufunc.__name__):
        # numpy.sin of an object array calls its elements' own method `sin`.
        setattr(Tracer, ufunc.__name__, _as_method(call))
    if ufunc in OPERATORS:
        set_operator(ufunc, call)
    elif ufunc in PLAIN_OPERATORS:
        setattr(Tracer, f"__{PLAIN_OPERATORS[ufunc]}__", _as_method(call))


def _reflected_multiply(method: Callable[..., Any]) -> Callable[..., Any]:
    """``[0.0] * n`` of an integer is a longer list, whose length must be known."""

    def multiply(self: Tracer, other: Any) -> Any:
        listed = type(other) is list or type(other) is tuple
        if listed and self.dtype.kind in "iu" and not self.is_array:
            return other * operator.index(self)
        return method(other, self)

    return multiply


def _squaring(method: Callable[..., Any]) -> Callable[..., Any]:
    """``x ** 2`` of an ndarray is its square, which of truth values has another dtype."""

    def power(self: Tracer, other: Any) -> Any:
        if (
            type(other) is int
            and other == 2
            and self.dtype.kind == "b"
            and self.is_array
        ):
            return UFUNCS[np.square](self)
        return method(self, other)

    return power


def set_operator(ufunc: np.ufunc, call: Callable[..., Any]) -> None:
    """Let `call` answer for the operator that a ufunc is, of two operands."""
    name, method = OPERATORS[ufunc], _as_method(call)
    setattr(Tracer, f"__{name}__", _squaring(method) if ufunc is np.power else method)
    reflected = lambda self, other: method(other, self)  # noqa: E731
    if ufunc is np.multiply:
        reflected = _reflected_multiply(method)
    setattr(Tracer, f"__r{name}__", reflected)
    setattr(Tracer, f"__i{name}__", _in_place(call))


for _name in ASKED:
    setattr(Tracer, _name, lacking(_name))
