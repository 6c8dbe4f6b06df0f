"""Loops and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from functrace.compiler.forms.step import Step

if TYPE_CHECKING:
    from functrace.compiler.plan.kinds import Trial
    from functrace.core.node import Node


class Control(Step):
    """Code that runs graphs: a loop, or branches. The graphs are among the parameters.

    Parameters
    ----------
    emit : callable
        As of `Step`; the step runs a graph by `StepBuilder.run`.
    """

    def has_code(self, node: Node, trial: Trial) -> bool:
        return trial.has_graphs(node)
