"""Loops and branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.step import Step
from functrace.core.graph import graphs_of

if TYPE_CHECKING:
    from functrace.compiler.plan.kinds import Trial
    from functrace.core.graph import Graph
    from functrace.core.node import Node


class Control(Step):
    """Code that runs graphs: a loop, or branches. The graphs are among the parameters.

    Parameters
    ----------
    emit : callable
        As of `Step`; the step runs a graph by `StepBuilder.run`.
    formula : callable, optional
        As of `Step`.
    ends : bool
        Whether it ends for all operands, if its graphs do: it is total if they are.
    keeps : bool
        Whether the section keeps memory for it, `StepBuilder.kept`, whose address it gives.
    fills : bool
        Whether the first operand is such an address, of memory that it writes to.
    """

    def __init__(
        self,
        emit: Callable[..., Any],
        formula: Callable[..., Any] | None = None,
        *,
        ends: bool = False,
        keeps: bool = False,
        fills: bool = False,
    ) -> None:
        super().__init__(emit, formula)
        self.ends = ends
        self.keeps = keeps
        self.fills = fills

    def has_code(self, node: Node, trial: Trial) -> bool:
        return trial.has_graphs(node)

    def is_total_at(self, node: Node, is_harmless: Callable[[Graph], bool]) -> bool:
        return self.ends and all(map(is_harmless, graphs_of(node)))
