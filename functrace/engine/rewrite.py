"""What the rules in the field `simplify` of a primitive's record are written with.

A rule is called as ``rule(operands, params, out, make)``, where `operands` is a list of
edges and constants, `params` the static parameters, `out` the `Aval` of the output, and
`make` a `Make`. The rule returns an edge or a constant that has the aval `out`, or None.
What it returns is not used if its aval differs.

Rules name primitives by their names, as those of one primitive speak of many others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform, uniform_value
from functrace.core.node import Edge
from functrace.core.rule import operand_aval
from functrace.core.serialize import freeze


class Make(Protocol):
    """Applies primitives for a rule.

    Attributes
    ----------
    notes : dict
        What rules remember during one simplification.
    """

    notes: dict[Any, Any]

    def __call__(
        self,
        name: str,
        operands: Sequence[Any],
        params: dict[str, Any] = ...,
        aval: Aval | tuple[Aval, ...] | None = None,
    ) -> Any:
        """Apply the primitive called `name`, in the simplest form that is known.

        `aval` of the output may be given if it is known. Gives an edge or a constant; of
        a primitive with several outputs a tuple, and `aval` is one, too.
        """


Simplify = Callable[[list[Any], dict[str, Any], Any, Make], Any]


def maker(operand: Any) -> str:
    """Name of the primitive that the operand is an output of; empty if there is none."""
    if type(operand) is Edge:
        primitive = operand[0].primitive
        if primitive is not None:
            return primitive.name
    return ""


def number(operand: Any) -> Any:
    """The number that a constant is, or repeats; None if there is none."""
    return None if type(operand) is Edge else uniform_value(operand)


def is_same(x: Any, y: Any) -> bool:
    """Whether two operands are certainly the same value."""
    return x is y or (type(x) is type(y) is Edge and x == y)


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
        operand = make("convert", (operand,), {"dtype": target})
    if shape != out[0]:
        operand = make("broadcast_to", (operand,), {"shape": out[0]}, out)
    return operand


def identity(operands: list[Any], params: dict[str, Any], out: Aval, make: Make) -> Any:
    """The first operand, of operations that do nothing to some."""
    return operands[0]


def undoing(*names: str) -> Simplify:
    """The rule of an operation that undoes any of those called `names`."""

    def undo(operands: list[Any], params: dict[str, Any], out: Aval, make: Make) -> Any:
        x = operands[0]
        return x[0].inputs[0] if maker(x) in names else None

    return undo


def first_of(*rules: Simplify) -> Simplify:
    """The rule that tries several in turn."""

    def rule(operands: list[Any], params: dict[str, Any], out: Aval, make: Make) -> Any:
        for each in rules:
            found = each(operands, params, out, make)
            if found is not None:
                return found
        return None

    return rule


# -- broadcasting ----------------------------------------------------------------------


def narrowing(name: str, *, exact: bool = False) -> Simplify:
    """The rule of an elementwise operation that is not to repeat operands.

    An operand is taken as it was before it was broadcast if the others make up the
    shape. `exact`: if they do not, the result is broadcast instead; of real numbers,
    NumPy gives the same bits for one as for an array of it.
    """

    def narrow(
        operands: list[Any], params: dict[str, Any], out: Aval, make: Make
    ) -> Any:
        shape = out[0]
        if not shape:
            return None
        narrowed = [_unrepeated(x) for x in operands]
        if all(map(_is_identical, operands, narrowed)):
            return None
        shapes = [operand_aval(x)[0] for x in narrowed]
        if np.broadcast_shapes(*shapes) == shape:
            return make(name, narrowed, params, out)
        if not exact or np.dtype(out[1]).kind != "f":
            return None
        return fitted(make(name, narrowed, params), out, make)

    return narrow


def _is_identical(x: Any, y: Any) -> bool:
    return x is y


def _unrepeated(operand: Any) -> Any:
    """What the operand is a repetition of."""
    if type(operand) is Edge:
        return operand[0].inputs[0] if maker(operand) == "broadcast_to" else operand
    if isinstance(operand, np.ndarray):
        value = uniform_value(operand)
        return operand if value is None else value
    return operand
