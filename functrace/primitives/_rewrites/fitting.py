"""Operands in the shape and dtype that are needed, and no larger than need be."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform, uniform_value
from functrace.core.node import Edge
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula, operand_aval
from functrace.core.serialize import freeze
from functrace.engine.patterns import Variable
from functrace.engine.rewrite import Make, Simplify
from functrace.primitives.elementwise import convert
from functrace.primitives.layout import broadcast_to


def fitted(operand: Any, out: Aval, make: Make) -> Any:
    """The operand converted and broadcast to the aval `out`."""
    shape, dtype = operand_aval(operand)
    target = np.dtype(out[1])
    if type(operand) is not Edge:
        value = uniform_value(operand)
        if value is not None:
            return uniform(value, out)
        return freeze(np.broadcast_to(operand.astype(target), out[0]))
    if dtype != target:
        operand = make(convert, (operand,), {"dtype": target})
    if shape != out[0]:
        operand = make(broadcast_to, (operand,), {"shape": out[0]}, out)
    return operand


def fit(variable: Variable) -> Formula:
    """In a replacement: what stands for the variable, fitted to the output."""
    return Formula(fitted, (variable.name, "out", "make"))


def cast(variable: Variable) -> Formula:
    """In a replacement: what stands for the variable, in the output's dtype."""
    return Formula(_in_dtype, (variable.name, "out", "make"))


def _in_dtype(operand: Any, out: Aval, make: Make) -> Any:
    return fitted(operand, Aval(operand_aval(operand)[0], out[1]), make)


def narrowing(primitive: Primitive, *, exact: bool = False) -> Simplify:
    """The rule of an elementwise operation that is not to repeat operands.

    An operand is taken as it was before it was broadcast if the others make up the
    shape. `exact`: if they do not, the result is broadcast instead; of real numbers,
    NumPy gives the same bits for one as for an array of it.
    """

    def narrow(
        operands: list[Any], params: dict[str, Any], out: Aval, make: Make
    ) -> Any:
        shape = out[0]
        if not shape or not any(map(_is_repetition, operands)):
            return None
        narrowed = [_unrepeated(x) if _is_repetition(x) else x for x in operands]
        shapes = [operand_aval(x)[0] for x in narrowed]
        if np.broadcast_shapes(*shapes) == shape:
            return make(primitive, narrowed, params, out)
        if not exact or np.dtype(out[1]).kind != "f":
            return None
        return fitted(make(primitive, narrowed, params), out, make)

    return narrow


def _is_repetition(operand: Any) -> bool:
    if type(operand) is Edge:
        return operand[0].primitive is broadcast_to
    return isinstance(operand, np.ndarray) and uniform_value(operand) is not None


def _unrepeated(operand: Any) -> Any:
    """What the operand is a repetition of."""
    return operand[0].inputs[0] if type(operand) is Edge else uniform_value(operand)
