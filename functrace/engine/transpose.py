"""The rule of one mode from the rule of the other.

A vjp is linear in the cotangents, a jvp in the tangents, and each is the transpose of
the other: evaluated on fresh inputs, the one is a linear graph, and a reverse pass
through that graph is the other. See Radul, Paszke, Frostig, Johnson & Maclaurin, *You
Only Linearize Once*, POPL 2023, arXiv:2204.10923.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.errors import MissingRuleError, message
from functrace.core.node import Edge, Leaf, Node, end, toposort
from functrace.core.recording import recording
from functrace.core.rule import Rule, operand_avals, positions
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import (
    Deferred,
    Masked,
    TangentThunk,
    fit_cotangent,
    fit_tangent,
)
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule

Linear = Callable[[Sequence[Any]], Sequence[Any]]


class Transposed(Rule):
    """The rule of `mode` got from `given`, the rule of the other mode."""

    __slots__ = ("given",)

    def __init__(self, mode: Literal["vjp", "jvp"], given: Rule) -> None:
        formulas: Any = given.formulas
        super().__init__(mode, formulas)
        self.given = given

    def residuals(self, mask: int, count: int) -> set[str]:
        """Names that the given formulas take."""
        return self.given.residuals(mask, count)

    def _compile(self, mask: int, count: int) -> Callable[..., Any]:
        transposed = _pullback if self.mode == "vjp" else _pushforward

        def rule(seeds: Any, saved: Any, node: Node) -> Any:
            try:
                return transposed(self.given, mask, seeds, saved, node)
            except Exception as error:
                error.add_note(
                    f"functrace: while transposing the {self.given.mode} of "
                    f"{_describe(node)}, which has no {self.mode} of its own."
                )
                raise

        return rule


def _pushforward(
    given: Rule, mask: int, tangents: Sequence[Any], saved: Any, node: Node
) -> Any:
    """Tangents of the outputs, by transposing the vjp."""
    avals = operand_avals(node)
    operands = positions(mask, len(avals))
    pullback = given.compiled(mask, len(avals))
    single = node.shape is not None

    def linear(cotangents: Sequence[Any]) -> list[Any]:
        found = pullback(cotangents[0] if single else tuple(cotangents), saved, node)
        return [
            _fit_cotangent(cotangent, avals[i], node)
            for i, cotangent in zip(operands, found, strict=True)
        ]

    out = transpose(linear, node.avals, tangents, constants=saved, what=_describe(node))
    return out[0] if single else tuple(out)


def _pullback(
    given: Rule, mask: int, cotangents: Any, saved: Any, node: Node
) -> tuple[Any, ...]:
    """Cotangents of the operands in `mask`, by transposing the jvp."""
    avals = operand_avals(node)
    wanted = [i for i in positions(mask, len(avals)) if is_inexact(avals[i].dtype)]
    pushforward = given.compiled(sum(1 << i for i in wanted), len(avals))
    single = node.shape is not None

    def linear(tangents: Sequence[Any]) -> list[Any]:
        found = pushforward(tangents, saved, node)
        return [
            tangent if tangent is None else fit_tangent(_made(tangent), aval, node)
            for tangent, aval in zip(
                (found,) if single else found, node.avals, strict=True
            )
        ]

    seeds = [cotangents] if single else cotangents
    in_avals = [avals[i] for i in wanted]
    found = transpose(linear, in_avals, seeds, constants=saved, what=_describe(node))
    by_operand = dict(zip(wanted, found, strict=True))
    return tuple(by_operand.get(i) for i in positions(mask, len(avals)))


def transpose(
    function: Linear,
    avals: Sequence[Aval],
    cotangents: Sequence[Any],
    *,
    constants: Sequence[Any] = (),
    what: str = "the function",
) -> list[Any]:
    """Apply the transpose of a linear function.

    Parameters
    ----------
    function : callable
        Takes a list with an array per entry of `avals` (None where the dtype carries no
        derivative), and is linear in them; returns a sequence of arrays, None for zero.
    avals : sequence of Aval
        Of the function's arguments.
    cotangents : sequence
        One per result, of its shape and dtype; None for zero.
    constants : sequence
        What else the function is computed from. The pass is recorded if there are
        tracers among these or among the cotangents.
    what : str
        Names the function in messages.

    Returns
    -------
    list
        One array per argument, None for zero.
    """
    recorded = any(type(v) is Tracer for v in (*constants, *cotangents))
    leaves = [Leaf("tangent", aval) for aval in avals]
    inputs = [Edge(leaf, 0) for leaf in leaves]
    arguments = [
        Tracer(edge, _zeros(edge.aval) if recorded else None)
        if is_inexact(edge.aval.dtype)
        else None
        for edge in inputs
    ]
    try:
        with recording(tracing=True):
            results = function(arguments)
            edges = [r.edge if type(r) is Tracer else None for r in results]
            schedule = Schedule(edges, inputs)
            found = reverse(
                schedule, cotangents, create_graph=recorded, retain_graph=False
            )
    finally:
        end(leaves)
    _check_linear(found, leaves, what)
    return found


def _describe(node: Node) -> str:
    params = (f"{name}={value}" for name, value in node.params.items())
    return f"{node.name}({', '.join(params)})"


def _zeros(aval: Aval) -> Any:
    """A value for an argument of a linear function, where values are needed at all."""
    return np.zeros(*aval)[() if not aval.shape else ...]


def _check_linear(found: Sequence[Any], leaves: Sequence[Leaf], what: str) -> None:
    """Raise if the transpose depends on where the function was evaluated."""
    edges = [f.edge for f in found if type(f) is Tracer]
    floor = min((leaf.sequence for leaf in leaves), default=0)
    if any(leaf in leaves for leaf in toposort(edges, floor)):
        raise MissingRuleError(
            message(
                f"functrace: the derivative given for {what} cannot be transposed: it "
                "is not linear in the tangents or cotangents.",
                source=user_line(),
                help="give the rule of the other mode, too.",
            )
        )


def _made(tangent: Any) -> Any:
    if type(tangent) is TangentThunk:
        return tangent.force()
    return tangent.resolved() if type(tangent) is Masked else tangent


def _fit_cotangent(cotangent: Any, aval: Aval, node: Node) -> Any:
    if isinstance(cotangent, Deferred):
        cotangent = cotangent.add_to(None, owned=False)
    if type(cotangent) is Masked:
        cotangent = cotangent.resolved()
    return cotangent if cotangent is None else fit_cotangent(cotangent, aval, node)
