"""Code of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form

if TYPE_CHECKING:
    from functrace.compiler.arrays import Array
    from functrace.compiler.build import Build
    from functrace.compiler.kinds import Trial
    from functrace.core.node import Node


class Step(Form):
    """Code of its own, on arrays in memory: a function of the program.

    Parameters
    ----------
    emit : callable
        ``(step, operands, outputs, **params)``, where `step` is a
        `functrace.compiler.step.StepBuilder`, and operands and outputs are lists of
        `functrace.compiler.step.Operand`: operands with any strides, outputs in C order.
    """

    def __init__(self, emit: Callable[..., Any]) -> None:
        self.emit = emit

    def is_native(self, node: Node, trial: Trial) -> bool:
        return trial.has_kinds(node) and trial.steps(node)

    def put(self, build: Build, outputs: list[Array]) -> None:
        build.step(outputs)
