"""One call of a function of the user's: what it is given, and what becomes of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, is_inexact
from functrace.core.effects import Effects
from functrace.core.errors import MissingRuleError, MutationError, message
from functrace.core.guard import ArrayGuard, protect
from functrace.core.keys import key_of
from functrace.core.node import Edge, Leaf, Node, leaves_of, toposort
from functrace.core.primitive import as_argument, as_operand
from functrace.core.pytree import Treedef
from functrace.core.recording import recording
from functrace.core.refusals import refuse_leaked
from functrace.core.serialize import PackedTreedef
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives.layout import alias

_FIXED = (bool, int, str, bytes, type, np.dtype, Enum)  # carry no derivative


class ArrayMark:
    """Marks the leaves of a call's arguments that are arrays; the others are fixed."""

    def __reduce__(self) -> str:
        return "OPERAND"


OPERAND = ArrayMark()


class UserCall:
    """A function with its own derivatives, and all of one call but the arrays.

    Attributes
    ----------
    where : str
        What messages begin with: ``functrace.custom_vjp of f``.
    template : tuple
        The leaves of the arguments: `OPERAND` for an array, or the leaf itself.
    labels : tuple of str
        For each leaf, the name of the argument that it belongs to.
    structure : Treedef or None
        Of the result, once the function has run.
    silent : tuple of int
        Positions of outputs that carry no derivative by the user's word.
    outs : tuple of Aval
        Of the outputs, once the function has run.
    """

    where: str
    has_vjp: bool
    has_jvp: bool

    def __init__(self, template: Sequence[Any], labels: Sequence[str]) -> None:
        self.template = tuple(template)
        self.labels = tuple(labels)
        self.structure: Treedef | None = None
        self.silent: tuple[int, ...] = ()
        self.outs: tuple[Aval, ...] = ()

    def evaluate(self, xs: Sequence[Any]) -> Any:
        """The result, a pytree, on the arrays `xs`."""
        raise NotImplementedError

    def forward(self, xs: Sequence[Any]) -> tuple[Any, Any]:
        """The result, and what its derivative is to be computed from."""
        raise NotImplementedError

    def residuals(self, xs: Sequence[Any]) -> Any:
        """What the derivative is to be computed from."""
        return self.forward(xs)[1]

    def pull(
        self,
        xs: Sequence[Any],
        made: Callable[[], Any],
        cotangents: Sequence[Any],
        needed: Sequence[bool],
    ) -> Sequence[Any]:
        """Cotangents of all leaves, None for zero, from those of the outputs.

        `made` gives what `forward` left for it.
        """
        raise NotImplementedError

    def push(
        self, xs: Sequence[Any], made: Callable[[], Any], tangents: Sequence[Any]
    ) -> Sequence[Any]:
        """Tangents of the outputs, None for zero, from those of the operands."""
        raise NotImplementedError

    def batched(self, at: Mapped) -> UserCall:
        """The call on operands of which some are mapped."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """What two equal calls have in common."""
        raise NotImplementedError

    def fill(self, operands: Sequence[Any]) -> list[Any]:
        """All leaves of the arguments, given those that are operands."""
        rest = iter(operands)
        return [next(rest) if leaf is OPERAND else leaf for leaf in self.template]

    @property
    def operand_labels(self) -> list[str]:
        """Names of the arguments that the operands belong to."""
        pairs = zip(self.labels, self.template, strict=True)
        return [label for label, leaf in pairs if leaf is OPERAND]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UserCall) or type(self) is not type(other):
            return False
        mine, its = (*self.key(), *self.template), (*other.key(), *other.template)
        return key_of(mine) == key_of(its)

    def __hash__(self) -> int:
        return hash((type(self), len(self.template)))

    def __getstate__(self) -> dict[str, Any]:
        return {name: _packed(value) for name, value in vars(self).items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, _unpacked(value))


def _packed(value: Any) -> Any:
    """Treedefs in a form that can be pickled."""
    if type(value) is tuple:
        return tuple(map(_packed, value))
    return PackedTreedef.of(value) if isinstance(value, Treedef) else value


def _unpacked(value: Any) -> Any:
    if type(value) is tuple:
        return tuple(map(_unpacked, value))
    return value.treedef() if isinstance(value, PackedTreedef) else value


class UserRun:
    """One run of a user's function: what it is given, and what may come back.

    It is given read-only views of arrays, and aliases of traced values. What it returns
    may depend on traced values through these aliases only: no derivative is lost.

    Attributes
    ----------
    views : dict
        The views that were given, by identity.
    own : dict
        The nodes of the traced values that were given, in the order they were made.
    """

    def __init__(self, call: UserCall) -> None:
        self.call = call
        self.views: dict[int, Any] = {}
        self.own: dict[Node, None] = {}
        self._unknown = False

    def wrap(self, value: Any) -> Any:
        """An array or a traced value as the function is given it."""
        if type(value) is Tracer:
            handle = value if value.edge is None else alias(value)
            if type(handle) is Tracer and handle.edge is not None:
                self.own[handle.edge.node] = None
                self._unknown |= handle.value is None
                return handle
            value = value.value
        if type(value) is np.ndarray:
            value = value.view()
            value.flags.writeable = False
            self.views[id(value)] = value
        return value

    def enter(self, label: str, aval: Aval) -> Tracer:
        """Give the function an abstract input."""
        leaf = Leaf(label, Aval(*aval))
        self.own[leaf] = None
        self._unknown = True
        return Tracer(Edge(leaf, 0), None)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Record what the function does with traced values; else nothing.

        Where these are not known it is run to be looked at, and perhaps more than once:
        there is no place for effects.
        """
        changes: dict[str, Any] = {"tracing": True, "failure": None}
        if not self.own:
            changes |= {"tracing": False, "complete": False, "asked": None}
        effects = Effects()
        if self._unknown:
            changes["effects"] = effects
        with recording(**changes):
            yield
        if effects.inputs:
            raise MutationError(
                message(
                    f"{self.call.where}: there is no place for functrace.debug where the "
                    "function is traced.",
                    help="look at what it is given, and at the result, outside of it.",
                )
            )

    def settle(self, leaf: Any, what: str) -> Any:
        """What came back: a traced value, or an array that nobody else can write to."""
        if type(leaf) is Tracer:
            leaf.sync()
            if leaf.edge is not None:
                return Tracer(leaf.edge, leaf.value)
            leaf = leaf.value
        if id(leaf) in self.views:
            return leaf
        if isinstance(leaf, (bool, int, float, complex)):
            return np.asarray(leaf)[()]
        value = as_argument(
            leaf,
            f"{self.call.where}: {what} is not an array.",
            expected="arrays, numbers, or pytrees of them",
        )
        return value.copy() if type(value) is np.ndarray else value

    def refuse_captured(self, values: Sequence[Any], what: str) -> None:
        """Raise if what came back depends on a traced value that was not given."""
        edges = [v.edge for v in values if type(v) is Tracer and v.edge is not None]
        if not edges:
            return
        if not self.own:
            outer = edges
        else:  # whatever existed before the first alias was not given
            floor = next(iter(self.own)).sequence
            inner = [node for node in toposort(edges, floor) if node not in self.own]
            used = [e for node in inner for e in node.inputs if type(e) is Edge]
            outer = [e for e in (*edges, *used) if e.node.sequence < floor]
        if not outer:
            return
        leaves = leaves_of(outer)
        if leaves and all(leaf.ended for leaf in leaves):
            refuse_leaked(self.call.where, leaves[0])
        source = leaves[0] if leaves else outer[0].node
        raise MissingRuleError(
            message(
                f"{self.call.where}: {what} depends on a traced value that is not "
                "among the arguments, so the rules give no derivative for it.",
                got=f"a value that depends on {source.name}: {source.avals[0]}",
                source=user_line(),
                help="pass the value as an argument, or functrace.stop_gradient of it "
                "where no derivative is wanted.",
            )
        )


class Residuals:
    """What the forward function left for the derivative, when it ran on plain arrays.

    A leaf that is an operand or an output, the very object, is known by its place
    there: in a recorded pass the traced value takes its place. Other floats must then
    come from a run on traced values: `whole` is false.
    """

    def __init__(
        self,
        made: Any,
        run: UserRun,
        xs: Sequence[Any],
        results: Sequence[Any],
        outs: Any,
    ) -> None:
        leaves, self.treedef = pytree.flatten(made)
        places = {id(leaf): ~j for j, leaf in reversed([*enumerate(results)])}
        places |= {id(x): i for i, x in enumerate(xs)}
        if len({id(x) for x in xs}) < len(xs):  # which one it is cannot be told
            places = {}
        fixed = {id(leaf) for leaf in pytree.flatten(run.call.template)[0]}
        self.leaves: list[Any] = []
        self.places: list[int | None] = []
        self.guards: list[ArrayGuard] = []
        self.whole = True
        for leaf in leaves:
            place = places.get(id(leaf)) if isinstance(leaf, _ARRAYS) else None
            self.places.append(place)
            self.leaves.append(self._keep(leaf, place, outs))
            carries = not (id(leaf) in fixed or _is_fixed(leaf))
            self.whole &= place is not None or not carries
        run.refuse_captured(self.leaves, "a residual")

    def _keep(self, leaf: Any, place: int | None, outs: Any) -> Any:
        if place is not None:
            return None if place >= 0 else outs[~place]
        if type(leaf) is not Tracer and is_traced(leaf):
            leaf = as_operand(leaf)
        if type(leaf) is Tracer and leaf.edge is None:
            leaf = leaf.value
        value, guard = protect(leaf)
        if guard is not None:
            self.guards.append(guard)
        return value

    def restore(
        self, run: UserRun, xs: Sequence[Any], node: Node, *, recorded: bool
    ) -> Any:
        """What a rule is given of them, with `xs` in the places of the operands."""
        for guard in self.guards:
            guard.verify()
        leaves: list[Any] = []
        for place, leaf in zip(self.places, self.leaves, strict=True):
            if place is None:
                leaves.append(run.wrap(leaf))
            elif place >= 0:
                leaves.append(xs[place])
            elif recorded and is_inexact(leaf.dtype):
                leaves.append(run.wrap(Tracer(Edge(node, ~place), leaf)))
            else:
                leaves.append(run.wrap(leaf))
        return pytree.unflatten(self.treedef, leaves)


_ARRAYS = (np.ndarray, np.inexact)


def is_traced(leaf: Any) -> bool:
    """Whether it is a traced value, or an object array of traced values."""
    if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "O":
        return any(type(element) is Tracer for element in leaf.flat)
    return type(leaf) is Tracer


def _is_fixed(leaf: Any) -> bool:
    """Whether a residual carries no derivative."""
    if isinstance(leaf, (np.ndarray, np.generic)):
        return leaf.dtype.kind in "iubSUmM"
    return isinstance(leaf, _FIXED)
