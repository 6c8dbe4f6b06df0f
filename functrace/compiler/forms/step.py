"""Code of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.kinds import Trial
    from functrace.core.node import Node


class Step(Form):
    """Code of its own, on arrays in memory: a function of the program.

    Parameters
    ----------
    emit : callable
        ``(step, operands, outputs, **params)``: a `StepBuilder` of
        `functrace.compiler.notation.step`, and lists of its `Operand`, those that are read
        with any strides, the outputs in C order.
    formula : callable, optional
        As of `Expanded`, for operands that loops are better for: None for all others.
    is_total : bool
        As of `Form`.
    """

    is_apart = True

    def __init__(
        self,
        emit: Callable[..., Any],
        formula: Callable[..., Any] | None = None,
        *,
        is_total: bool = False,
    ) -> None:
        self.emit = emit
        self.formula = formula
        self.is_total = is_total

    def has_code(self, node: Node, trial: Trial) -> bool:
        return trial.steps(node)

    def put(self, build: Build, outputs: list[Array]) -> None:
        build.step(outputs)
