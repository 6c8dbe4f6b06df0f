"""The ways in which a primitive becomes native code: what stands in a record's `lower`.

A primitive without a lowering runs as its NumPy `impl`, between native parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from functrace.core.primitive import Primitive


class Unlowered(Exception):  # noqa: N818 - not an error: the primitive runs as its `impl`
    """Raised by a lowering that does not exist for these operands, or parameters."""


class Elementwise(NamedTuple):
    """Each element of the output from the elements of the operands at its place.

    Attributes
    ----------
    emit : callable
        ``(builder, *values, **params)``: a value (`Value`, or `Complex` for a complex
        dtype), or a tuple of them, in the notation of `functrace.compiler.builder`. The
        operands come in the dtypes of NumPy's own loop (the ufunc's ``resolve_dtypes``;
        without a ufunc: as they are); what is returned is converted to the dtype of the
        output. Straight-line code: what needs branches is a routine.
    cost : int
        In additions, roughly: whether recomputing it is better than storing it.
    """

    emit: Callable[..., Any]
    cost: int = 1


class View(NamedTuple):
    """Elements of the first operand in other places: no code, another index.

    The map is found by making the view of a dummy with `impl`, which must not copy.
    """


class Reduction(NamedTuple):
    """Elements along some axes combined into one (params ``axis`` and ``keepdims``).

    Attributes
    ----------
    combine : callable
        ``(builder, x, y)`` in the dtype of the output, associative and commutative.
    identity : callable
        ``dtype -> number`` that changes nothing.
    prepare : callable or None
        ``(builder, x)``: what is done to each element first.
    """

    combine: Callable[..., Any]
    identity: Callable[[Any], Any]
    prepare: Callable[..., Any] | None = None

    def prepared(self, b: Any, x: Any, kind: str) -> Any:
        """An element as it is combined, with the others of its kind."""
        x = x if self.prepare is None else self.prepare(b, x)
        return b.convert(x, kind)


class Write(NamedTuple):
    """A new array, made of pieces of others.

    Attributes
    ----------
    pieces : callable
        ``(avals, out_aval, **params)``: a pair. First what the output starts as: an
        operand (its position, an int), or what it is filled with (a float), or None if
        the pieces cover all of it. Then the pieces, as triples: position of an operand,
        a function from an array like the output to the view that the operand (broadcast)
        is written to, and whether it is added rather than set.
    add : bool or None
        Of an operation that may be given integer arrays after the first two operands:
        the second is written, or added, to the first where these point, in order.
    """

    pieces: Callable[..., Any]
    add: bool | None = None


class Gather(NamedTuple):
    """Elements of the first operand that integer arrays, the others, name (`index`)."""


class Step(NamedTuple):
    """Code of its own, on arrays in memory: a function of the program.

    Attributes
    ----------
    emit : callable
        ``(step, operands, outputs, **params)``, where `step` is a
        `functrace.compiler.step.StepBuilder`, and operands and outputs are lists of
        `functrace.compiler.step.Operand`: operands with any strides, outputs in C order.
    """

    emit: Callable[..., Any]


class Control(NamedTuple):
    """Code that runs graphs: a loop, or branches. The graphs are among the parameters.

    Attributes
    ----------
    emit : callable
        As of `Step`; the step runs a graph by `StepBuilder.run`.
    """

    emit: Callable[..., Any]


class Expanded(NamedTuple):
    """A formula of other primitives, in NumPy's notation.

    Attributes
    ----------
    formula : callable
        ``(*operands, **params)``, as `impl`, but of operations on traced values.
    """

    formula: Callable[..., Any]


def formula_of(primitive: Primitive) -> Callable[..., Any] | None:
    """By what a primitive is replaced before compilation, if by anything."""
    lower = primitive.lower
    return lower.formula if isinstance(lower, Expanded) else None
