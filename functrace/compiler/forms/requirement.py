"""What holds where a condition does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from functrace.compiler.forms.form import Form

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.kinds import Trial
    from functrace.core.node import Node


class Requirement(Form):
    """The first operand itself: the program gives up unless all of the second holds.

    What is computed from it need not wait for that, steps excepted: those come later.
    """

    is_apart = True  # of constants, it is known beforehand

    def has_code(self, node: Node, trial: Trial) -> bool:
        del node, trial
        return True

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        x, ok = operands
        build.give_up_unless(ok)
        build.hand_on(node, x)
