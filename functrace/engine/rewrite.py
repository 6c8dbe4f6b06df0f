"""What the rules in the field `simplify` of a primitive's record are written with.

A rule is called as ``rule(operands, params, out, make)``, where `operands` is a list of
edges and constants, `params` the static parameters, `out` the `Aval` of the output, and
`make` a `Make`. The rule returns an edge or a constant that has the aval `out`, or None.
What it returns is not used if its aval differs.

Rules that look at an operation and what its operands are made by are rows of tables, see
`functrace.engine.patterns`. The others are functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from functrace.core.aval import Aval
from functrace.core.constant import uniform_value
from functrace.core.node import Edge
from functrace.core.primitive import Primitive


class Make(Protocol):
    """Applies primitives for a rule.

    Attributes
    ----------
    notes : dict
        What rules remember during one simplification.
    is_final : bool
        Whether what is made is compiled as it is: no derivative of it is taken.
    """

    notes: dict[Any, Any]
    is_final: bool

    def __call__(
        self,
        primitive: Primitive,
        operands: Sequence[Any],
        params: dict[str, Any] = ...,
        aval: Aval | tuple[Aval, ...] | None = None,
    ) -> Any:
        """Apply a primitive, in the simplest form that is known.

        `aval` of the output may be given if it is known. Gives an edge or a constant; of
        a primitive with several outputs a tuple, and `aval` is one, too.
        """


Simplify = Callable[[list[Any], dict[str, Any], Any, Make], Any]


def maker(operand: Any) -> Primitive | None:
    """The primitive that the operand is an output of; None if there is none."""
    return operand[0].primitive if type(operand) is Edge else None


def number(operand: Any) -> Any:
    """The number that a constant is, or repeats; None if there is none."""
    return None if type(operand) is Edge else uniform_value(operand)


def is_same(x: Any, y: Any) -> bool:
    """Whether two operands are certainly the same value."""
    return x is y or (type(x) is type(y) is Edge and x == y)


def identity(operands: list[Any], params: dict[str, Any], out: Aval, make: Make) -> Any:
    """The first operand, of operations that do nothing to some."""
    return operands[0]
