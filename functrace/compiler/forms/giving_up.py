"""Where a program gives up: what it was to compute, Python does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form, form_of
from functrace.core.graph import Graph
from functrace.core.node import Edge

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.kinds import Trial
    from functrace.core.node import Node


class GivingUp(Form):
    """Giving up where an element of the operand holds; the output has no elements."""

    def has_code(self, node: Node, trial: Trial) -> bool:
        del node, trial
        return True

    def put_nothing(self, build: Build, outputs: list[Array]) -> None:
        (output,) = outputs
        build.give_up(output.operands[0])
        super().put_nothing(build, outputs)


def results_of(graph: Graph) -> list[Any]:
    """The outputs of a graph, without those that only say when its program gives up."""
    return [out for out in graph.outputs if not _is_check(out)]


def has_checks(graph: Graph) -> bool:
    """Whether it has outputs that say when its program gives up."""
    return any(map(_is_check, graph.outputs))


def _is_check(output: Any) -> bool:
    node = output.node if type(output) is Edge else None
    if node is None or node.primitive is None or not node.params.get("final"):
        return False  # without a look at its form, which a program from disk never has
    return type(form_of(node.primitive)) is GivingUp
