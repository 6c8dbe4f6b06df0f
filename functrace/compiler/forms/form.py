"""What every form answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from functrace.compiler.indices.index import Index
    from functrace.compiler.notation.routine import Routine
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.graph import Graph
    from functrace.core.node import Node
    from functrace.core.primitive import Primitive


class Unlowered(Exception):  # noqa: N818 - not an error: the primitive runs as its `impl`
    """Raised by a lowering that does not exist for these operands, or parameters."""


Dependence: TypeAlias = Literal["same place", "moved", "reduced", "any"]
"""Which elements of operands an element of the output may depend on: those at its place,
one that is moved there whatever the values, those along the axes that go, or any."""


class JointRoutine(NamedTuple):
    """A routine of real numbers that gives an operation's result, and those of others.

    Attributes
    ----------
    routine : Routine
    result : int
        Which of the results it is.
    """

    routine: Routine
    result: int


class Form:
    """A way in which a primitive becomes native code.

    The outputs are computed in passing, in registers, wherever an element of them is
    needed (`indices`, `item`), or are written to memory by a stage (`put`).

    Attributes
    ----------
    formula : callable or None
        By what the primitive is replaced before compilation, if by anything.
    is_formula : bool
        Whether the formula is all that there is.
    cost : int
        Of an element, in additions, where it is computed from elements at its place:
        whether doing it again is better than storing it.
    is_apart : bool
        Whether no loop computes the output together with other operations.
    depends : str
        On which elements of the operands an element of the output may depend, as far as
        the form tells.
    is_view : bool
        Whether the output is elements of the first operand, in other places.
    is_total : bool
        Whether there is a result for all operands, so that it may be computed where
        nobody needs it.
    combines : bool
        Whether an element that is computed in passing is made of several of an operand.
    reads_memory : bool
        Whether the first operand is read in other places than where it is computed: from
        memory, as a rule.
    is_mask : bool
        Whether the second operand stands where the truth value of the first is the
        parameter ``keep``, and elsewhere zeros that absorb.
    absorbed : tuple of int
        Operands whose zeros, if they are such, are zeros of the output.
    usual : bool or None
        The truth value that nearly all elements have, if that is known.
    joint : JointRoutine or None
        What is called where others of its results are wanted of the same operands.
    """

    formula: Callable[..., Any] | None = None
    is_formula = False
    cost = 1 << 20
    is_apart = False
    depends: Dependence = "any"
    is_view = False
    is_total = False
    combines = False
    reads_memory = False
    is_mask = False
    absorbed: tuple[int, ...] = ()
    usual: bool | None = None
    joint: JointRoutine | None = None

    def is_native(self, node: Node, trial: Trial) -> bool:
        """Whether there is code for a node."""
        return trial.has_kinds(node) and self.has_code(node, trial)

    def has_code(self, node: Node, trial: Trial) -> bool:
        """Whether there is code for a node whose dtypes are native."""
        del node, trial
        return False

    def is_total_at(self, node: Node, is_harmless: Callable[[Graph], bool]) -> bool:
        """Whether a node has a result for all operands, if the graphs have that it runs."""
        del node, is_harmless
        return self.is_total

    def changes(self, node: Node) -> bool:
        """Whether the output is the first operand but for one piece, in a known place."""
        del node
        return False

    def place(self, build: Build, node: Node, operands: list[Array]) -> None:
        """Decide where a node's outputs are computed."""
        outputs = build.outputs(self, node, operands)
        if any(output.size for output in outputs):
            self.put(build, outputs)
        else:
            self.put_nothing(build, outputs)

    def put(self, build: Build, outputs: list[Array]) -> None:
        """Decide where outputs are computed that have elements."""
        raise NotImplementedError

    def put_nothing(self, build: Build, outputs: list[Array]) -> None:
        """Decide what remains of outputs without elements."""
        for output in outputs:
            build.allocate(output)

    def flops(self, array: Array) -> int:
        """Operations for each element that is computed in passing, in additions."""
        del array
        return 0

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]] | None:
        """Where operands are read, for an element computed in passing; None: nowhere."""
        raise NotImplementedError

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        """What computes an element in passing."""
        raise NotImplementedError


class _NoCode(Form):
    is_apart = True


NO_CODE = _NoCode()
"""Of what nothing native computes: an input, a constant, what runs as its `impl`."""


def form_of(primitive: Primitive) -> Form:
    """The form of a primitive."""
    form = primitive.lower
    return NO_CODE if form is None else form
