"""Numbers of all rounds of a loop at once, where NumPy gives what Python does."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.core.rule import operand_aval
from functrace.primitives.choice import maximum, minimum, where
from functrace.primitives.comparison import (
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    ceil,
    equal,
    floor,
    floor_divide,
    greater,
    greater_equal,
    left_shift,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    not_equal,
    right_shift,
    rint,
    trunc,
)
from functrace.primitives.complex_parts import absolute
from functrace.primitives.elementwise import (
    add,
    convert,
    multiply,
    negative,
    power,
    remainder,
    subtract,
    true_divide,
)
from functrace.primitives.indexing import getitem

PYTHONS: dict[Any, Callable[..., Any]] = {
    absolute: abs,
    add: operator.add,
    subtract: operator.sub,
    multiply: operator.mul,
    negative: operator.neg,
    true_divide: operator.truediv,
    floor_divide: operator.floordiv,
    remainder: operator.mod,
    minimum: min,
    maximum: max,
    where: lambda condition, x, y: x if condition else y,
    bitwise_and: operator.and_,
    bitwise_or: operator.or_,
    bitwise_xor: operator.xor,
    left_shift: operator.lshift,
    right_shift: operator.rshift,
    floor: lambda x: float(math.floor(x)),
    ceil: lambda x: float(math.ceil(x)),
    trunc: lambda x: float(math.trunc(x)),
    rint: lambda x: float(round(x)),
    power: operator.pow,
}
DIVISIONS = (true_divide, floor_divide, remainder)
_COMPARISONS = (equal, not_equal, less, less_equal, greater, greater_equal)
_LOGIC = (logical_and, logical_or, logical_not)
_OTHERS = frozenset((power, left_shift, right_shift))  # rounded, or of 64 bits
_EXACT = frozenset((*PYTHONS, *_COMPARISONS, *_LOGIC)) - _OTHERS
_SMALL = 2**30  # less than which products of integers are not too large for NumPy's
_MOVES = {add: np.add, subtract: np.subtract, multiply: np.multiply}
_PLAIN = frozenset(map(np.dtype, (bool, np.int64, np.float64)))

Values = dict[Edge, np.ndarray]


def in_all_rounds(edge: Edge, given: Values) -> np.ndarray | None:
    """What depends on some inputs, given these in each round; None if that is not known."""
    values = dict(given)
    for node in toposort([edge]):
        if type(node) is not Leaf:
            found = _computed(node, values)
            if found is None:
                return None
            values[Edge(node, 0)] = found
    return values.get(edge)


def progressions(
    count: Edge, rounds: int, steady: Mapping[Edge, Any], ends: Mapping[Edge, Any]
) -> tuple[Values, Values] | None:
    """Inputs at the beginning of each round, and at its end; None if that is not known.

    They begin with `steady`, and end with `ends`: by the counter and each other, or by
    the same number in each round, which is added, subtracted, or a factor.
    """
    begins: Values = {count: np.arange(rounds)}
    stops: Values = {}
    pending = dict(ends)
    while pending:
        for edge, end in pending.items():
            found = _course(edge, steady[edge], end, begins, rounds)
            if found is not None:
                break
        else:
            return None
        del pending[edge]
        first = np.asarray(steady[edge])
        if first.dtype != found.dtype or first.ndim or not _is_small(first):
            return None
        begins[edge] = np.concatenate([first[None], found[:-1]])
        stops[edge] = found
    return begins, stops


def _course(
    edge: Edge, first: Any, end: Any, begins: Values, rounds: int
) -> np.ndarray | None:
    """An input at the end of each round, which begins with `first`."""
    if type(end) is not Edge:
        return _repeated(end, rounds)
    if _number(end) == edge:
        found = _repeated(first, rounds)
        return found if found is not None and found.dtype == end.aval.dtype else None
    found = _steps(edge, first, end, rounds)
    return in_all_rounds(end, begins) if found is None else found


def _steps(edge: Edge, first: Any, end: Any, rounds: int) -> np.ndarray | None:
    """What is moved by the same number in each round, one after another."""
    step = _step_of(edge, end)
    if step is None or type(first) is Edge:
        return None
    begin = np.asarray(first)
    if not (_is_plain(step) and _is_plain(begin)) or begin.dtype == bool:
        return None
    is_integer = begin.dtype.kind == "i"
    if is_integer and end.node.primitive is multiply:
        return None
    kinds = np.dtype(end.node.dtype), np.result_type(np.asarray(step), begin)
    if any(kind != begin.dtype for kind in kinds):
        return None
    found = np.full(1 + rounds, step, begin.dtype)
    found[0] = begin
    return _MOVES[end.node.primitive].accumulate(found)[1:]


def _step_of(edge: Edge, end: Any) -> Any:
    """By what number a round moves an input that ends as `end`; None if it does not."""
    if type(end) is not Edge or end.node.primitive not in _MOVES or end.node.shape:
        return None
    left, right = map(_number, end.node.inputs)
    if left == edge:
        step = right
    else:
        step = left if right == edge and end.node.primitive in (add, multiply) else None
    return None if type(step) is Edge else step


def _number(operand: Any) -> Any:
    """What a Python number enters as; another operand itself."""
    is_entered = type(operand) is Edge and operand.node.primitive is convert
    source = operand.node.inputs[0] if is_entered else None
    return source if type(source) is Edge and type(source.node) is Leaf else operand


def _repeated(number: Any, rounds: int) -> np.ndarray | None:
    return (
        np.full(rounds, number) if _is_plain(number) and not np.ndim(number) else None
    )


def _computed(node: Node, values: Values) -> np.ndarray | None:
    dtype, primitive = np.dtype(node.dtype), node.primitive
    operands = [values.get(x) if type(x) is Edge else x for x in node.inputs]
    if node.shape or any(x is None for x in operands):
        return None
    if primitive is getitem and not operand_aval(node.inputs[0]).shape:
        found = np.asarray(operands[0])
    elif primitive is convert:
        found = np.asarray(operands[0]).astype(dtype)
    elif primitive in _EXACT and all(map(_is_plain, operands)):
        if primitive in DIVISIONS and not np.all(operands[1]):
            return None
        found = np.asarray(primitive.impl(*operands))
    else:
        return None
    return found if found.dtype == dtype and _is_plain(found) else None


def _is_plain(operand: Any) -> bool:
    """Whether NumPy and Python compute the same with it."""
    return np.asarray(operand).dtype in _PLAIN and _is_small(operand)


def _is_small(number: Any) -> bool:
    operand = np.asarray(number)
    return bool(np.all((operand > -_SMALL) & (operand < _SMALL)))
