"""Running a user's function on tracers, and handing its results back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of, new_aval
from functrace.core.errors import DtypeError, PytreeMismatchError, ShapeError, message
from functrace.core.foreign import refuse_argument, type_of, way_out
from functrace.core.guard import protect
from functrace.core.node import (
    Edge,
    Leaf,
    Node,
    Walk,
    is_ended,
    leaves_of,
    new_edge,
)
from functrace.core.observing import users_work
from functrace.core.primitive import as_operand
from functrace.core.pytree import Treedef
from functrace.core.recording import ambient, current, recording
from functrace.core.refusals import refuse_leaked
from functrace.core.tracer import Tracer
from functrace.engine.forward import forward
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule
from functrace.numpy.selections import Selection, refuse_result
from functrace.primitives.layout import alias
from functrace.primitives.seeds import started
from functrace.transforms._parts import cut
from functrace.transforms._rolling import finished
from functrace.transforms._rolling.rows import handle
from functrace.transforms._tracing import trace

_RESULTS = (np.ndarray, np.generic, int, float, complex)
_FLOAT64 = np.dtype(np.float64)
_AS_BEFORE = nullcontext()


class Trace:
    """A call of a user's function on tracers.

    Attributes
    ----------
    inputs : list of Edge
        One per leaf of the differentiated arguments.
    in_treedefs : list of Treedef
        Structure of each differentiated argument.
    outputs : list
        Leaves of the result: tracers, arrays and numbers.
    treedef : Treedef
        Structure of the result.
    aux : pytree
        The auxiliary result.
    schedule : Schedule
    nested : bool
        Whether an enclosing transform may differentiate the results, or their values are
        not known, so that they must be tracers.
    """

    __slots__ = (
        "_aux_leaves",
        "_aux_treedef",
        "in_treedefs",
        "inputs",
        "nested",
        "outputs",
        "schedule",
        "treedef",
        "where",
    )

    def __init__(
        self,
        where: str,
        fun: Callable[..., Any],
        args: Sequence[Any],
        kwargs: dict[str, Any],
        places: Sequence[int | str],
        names: Sequence[str] = (),
        *,
        has_aux: bool = False,
        allow_int: bool = False,
    ) -> None:
        """Call `fun`, with what stands at `places` in the call as tracers.

        `names` are the function's parameters in order, for messages.
        """
        self.where = where
        self.inputs: list[Edge] = []
        self.in_treedefs: list[Treedef] = []
        roots: list[Leaf] = []
        args = list(args)
        before = current()
        for place in places:
            holder: Any = kwargs if isinstance(place, str) else args
            leaves, treedef = pytree.flatten(holder[place])
            name = _name(place, names)
            tracers = [_enter(where, leaf, name, roots, allow_int) for leaf in leaves]
            if before.complete:
                tracers = [_constant_node(t) for t in tracers]
            self.inputs += [t.edge for t in tracers if t.edge is not None]
            self.in_treedefs.append(treedef)
            holder[place] = pytree.unflatten(treedef, tracers)
        work = users_work(fun)
        trace(lambda: self._take(work(*args, **kwargs), has_aux=has_aux), roots)
        walk = self._roll() if before.complete and self.inputs else None
        self.schedule = Schedule(
            [_edge(o) for o in self.outputs],
            self.inputs,
            [_edge(a) for a in self._aux_leaves],
            walk,
        )
        if before.complete and self.inputs:
            self._refuse_strays()
        self.nested = bool(self.schedule.outer)
        if before.complete and not self.nested:
            self.nested = any(map(_is_unknown, self.outputs))
        if self.nested and before.outside:
            _refuse_ended(where, self.schedule.outer)

    def _take(self, result: Any, *, has_aux: bool) -> None:
        """Note what the function returned."""
        self._aux_leaves: list[Any] = []
        if has_aux:
            result, aux = _split_aux(self.where, result)
            leaves, self._aux_treedef = pytree.flatten(aux)
            self._aux_leaves = [_settle(leaf) for leaf in leaves]
        leaves, self.treedef = pytree.flatten(result)
        self.outputs = [_leave(leaf, self.where) for leaf in leaves]

    def _roll(self) -> Walk | None:
        """Have loops in what was recorded, and parts, before it is differentiated.

        Returns the walk from all of it, if one was made.
        """
        leaves = [*self.outputs, *self._aux_leaves]
        failure = ambient.get().failure
        if failure is not None:
            leaves.append(failure.holds)
        before = [_edge(leaf) for leaf in leaves]
        floor = max(edge.node.sequence for edge in self.inputs) + 1
        after, walk = finished(before, floor)
        state = ambient.get()
        if state.budget is not None and state.parts > 1:
            after = cut(after, floor, state.budget, state.parts)
        found = [
            leaf if old is new else handle(new)
            for leaf, old, new in zip(leaves, before, after, strict=True)
        ]
        if failure is not None:
            failure.holds = found.pop()
        self.outputs = found[: len(self.outputs)]
        self._aux_leaves = found[len(self.outputs) :]
        return walk

    @property
    def in_avals(self) -> list[Aval]:
        """Abstract values of the inputs."""
        return [edge.aval for edge in self.inputs]

    def _refuse_strays(self) -> None:
        """Raise LeakedTracerError if inputs of a loop's body reach the outputs."""
        own = {edge.node for edge in self.inputs}
        for node in self.schedule.ends:
            if isinstance(node, Leaf) and node not in own:
                refuse_leaked(self.where, node)

    def reverse(
        self,
        cotangents: Sequence[Any],
        *,
        create_graph: bool | None = None,
        retain_graph: bool | None = None,
    ) -> list[Any]:
        """Cotangents of the inputs, with zeros in full.

        By default the pass is recorded, and the graph kept, if the trace is nested.
        """
        recorded = self.nested if create_graph is None else create_graph
        with recording(tracing=True) if recorded else _AS_BEFORE:
            bars = reverse(
                self.schedule,
                self._started(cotangents),
                create_graph=recorded,
                retain_graph=self.nested if retain_graph is None else retain_graph,
                where=self.where,
            )
        for i, bar in enumerate(bars):
            if bar is None:
                bars[i] = np.zeros(*self.inputs[i].aval)
        return bars

    def forward(
        self, tangents: Sequence[Any], *, create_graph: bool | None = None
    ) -> list[Any]:
        """Tangents of the outputs, with zeros in full."""
        recorded = self.nested if create_graph is None else create_graph
        with recording(tracing=True) if recorded else _AS_BEFORE:
            dots = forward(
                self.schedule,
                self._started(tangents),
                create_graph=recorded,
                where=self.where,
            )
        for i, dot in enumerate(dots):
            if dot is None:
                aval = aval_of(self.outputs[i])
                dots[i] = np.zeros(aval.shape, aval.dtype)
        return dots

    @property
    def symbolic(self) -> bool:
        """Whether what derivatives start from is recorded, even if it is constant."""
        return ambient.get().symbolic and any(map(_is_unknown, self.outputs))

    def _started(self, given: Sequence[Any]) -> Sequence[Any]:
        return started(given) if self.symbolic else given

    def result(self) -> Any:
        """What the function returned; plain if nothing encloses the transform."""
        return pytree.unflatten(self.treedef, self.deliver(self.outputs))

    def aux(self) -> Any:
        """The auxiliary result, likewise; what was there before the call is itself."""
        pairs = zip(self._aux_leaves, self.deliver(self._aux_leaves), strict=True)
        leaves = [old if self._is_older(old) else new for old, new in pairs]
        return pytree.unflatten(self._aux_treedef, leaves)

    def _is_older(self, leaf: Any) -> bool:
        if not self.nested or not self.inputs:
            return False
        if type(leaf) is not Tracer or leaf.edge is None:
            return False
        return leaf.edge[0].sequence < self.inputs[0][0].sequence

    def deliver(self, leaves: Sequence[Any], borrowed: Sequence[Any] = ()) -> list[Any]:
        """Results as the caller gets them.

        Plain arrays of the caller's own, unless an enclosing transform needs tracers: of
        this call, or of `borrowed`, the arrays of the caller's that went into the results.
        """
        taken = {id(b) for b in borrowed}
        if not self.nested and Tracer not in map(type, borrowed):
            return [_own(leaf, taken) for leaf in leaves]
        if ambient.get().tracing:
            return [_fresh_handle(leaf) for leaf in leaves]
        return [
            _own(leaf, taken) if _is_ended(leaf) else _fresh_handle(leaf)
            for leaf in leaves
        ]


def fit_leaves(
    where: str, what: str, tree: Any, treedef: Treedef, avals: Sequence[Aval]
) -> list[Any]:
    """Leaves of the caller's cotangents or tangents, checked against what they belong to."""
    leaves = pytree.flatten_like(tree, treedef, where, what)
    return [
        _fit_leaf(where, what, leaf, aval)
        for leaf, aval in zip(leaves, avals, strict=True)
    ]


def _fit_leaf(where: str, what: str, leaf: Any, aval: Aval) -> Any:
    kind = np.dtype(aval.dtype).kind
    if kind not in "fc":
        return None
    leaf = leaf if type(leaf) is Tracer else as_operand(leaf)
    found = aval_of(leaf)
    if found.shape != aval.shape:
        raise ShapeError(
            message(f"{where}: {what} has another shape.", expected=aval, got=found)
        )
    if kind == "f" and np.dtype(found.dtype).kind == "c":
        raise DtypeError(
            message(
                f"{where}: {what} is complex where a real one belongs.",
                expected=aval,
                got=found,
            )
        )
    if type(leaf) is Tracer:
        return leaf if leaf.dtype == aval.dtype else leaf.astype(aval.dtype)
    return np.asarray(leaf, aval.dtype)[()]


def _name(place: int | str, names: Sequence[str]) -> str:
    if isinstance(place, str):
        return place
    return names[place] if place < len(names) else f"args[{place}]"


def _enter(
    where: str, leaf: Any, name: str, roots: list[Leaf], allow_int: bool
) -> Tracer:
    """Make a differentiated argument's leaf a tracer of this transform's own."""
    if type(leaf) is np.ndarray and leaf.dtype is _FLOAT64:
        value: Any = leaf
    else:
        value = leaf if type(leaf) is Tracer else _as_argument(where, leaf, name)
        _check_dtype(where, aval_of(value), name, allow_int)
        if type(value) is Tracer:
            value.sync()
            if value.edge is not None and not value.is_constant():
                own = alias(value)
                own.zero_dim = value
                return _named(own, name)
            value = value.value
    root = Leaf(name, new_aval(Aval, (value.shape, value.dtype)))
    roots.append(root)
    value, guard = protect(value)
    if guard is not None:
        root.attach().guards.append(guard)
    return Tracer(new_edge(Edge, (root, 0)), value)


def _named(tracer: Tracer, name: str) -> Tracer:
    """A traced value that is called by the parameter, where names are noted."""
    if ambient.get().readable is not None and tracer.edge is not None:
        source = tracer.edge.node.source
        tracer.edge.node.source = source and source._replace(variable=name)
    return tracer


def _constant_node(tracer: Tracer) -> Tracer:
    """Of a constant argument a node in place of the leaf: a graph must hold its value."""
    assert tracer.edge is not None
    if not isinstance(tracer.edge.node, Leaf):
        return tracer
    value = protect(tracer.value, copy=True)[0]
    node = Node(alias, (value,), {}, (None, None), value.shape, value.dtype)
    return Tracer(Edge(node, 0), value)


def _as_argument(where: str, leaf: Any, name: str) -> Any:
    if isinstance(leaf, (bool, int, float, complex)):
        return np.asarray(leaf)[()]
    try:
        return as_operand(leaf)
    except TypeError:
        refuse_argument(
            leaf,
            f"{where}: argument {name!r} is not an array or a number.",
            expected="floats, complex numbers, arrays of them, or pytrees of these",
            help="leave it out of argnums.",
        )


def _check_dtype(where: str, aval: Aval, name: str, allow_int: bool) -> None:
    kind = np.dtype(aval.dtype).kind
    if kind in "fc" or (allow_int and kind in "iub"):
        return
    what = {"b": "boolean", "i": "integer", "u": "integer"}.get(kind, "non-numeric")
    raise DtypeError(
        message(
            f"{where}: argument {name!r} has an {what} dtype, which carries no gradient.",
            expected="a float or complex dtype",
            got=aval,
            help="pass floats (x.astype(float)), or allow_int=True to get zeros.",
        )
    )


def _is_unknown(leaf: Any) -> bool:
    return type(leaf) is Tracer and leaf.value is None


def _leave(leaf: Any, where: str) -> Any:
    if type(leaf) is Tracer and leaf.base is None:
        return leaf
    leaf = _settle(leaf)
    if type(leaf) is Selection:
        refuse_result(leaf)
    if type(leaf) is Tracer or isinstance(leaf, _RESULTS):
        return leaf
    raise DtypeError(
        message(
            f"{where}: the function returned something that is not an array.",
            expected="arrays, numbers, or pytrees of them",
            got=type_of(leaf),
            help=way_out(leaf) or "return it as auxiliary data (has_aux=True).",
        )
    )


def _settle(leaf: Any) -> Any:
    """Bring a view up to date, stack an object array of tracers."""
    if type(leaf) is Tracer:
        leaf.sync()
        return leaf
    if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "O":
        return as_operand(leaf)
    return leaf


def _edge(leaf: Any) -> Any:
    return leaf.edge if type(leaf) is Tracer else None


def _is_ended(leaf: Any) -> bool:
    return type(leaf) is Tracer and leaf.edge is not None and is_ended(leaf.edge)


def _fresh_handle(leaf: Any) -> Any:
    return leaf.twin() if type(leaf) is Tracer else leaf


def _own(leaf: Any, taken: set[int]) -> Any:
    value = leaf.value if type(leaf) is Tracer else leaf
    if type(value) is not np.ndarray:
        return value
    flags = value.flags
    shared = type(leaf) is Tracer or id(value) in taken
    if shared or not (flags.owndata and flags.writeable):
        value = value.copy()
    taken.add(id(value))
    return value


def _split_aux(where: str, result: Any) -> tuple[Any, Any]:
    if isinstance(result, tuple) and len(result) == 2:
        return result
    raise PytreeMismatchError(
        message(
            f"{where}: with has_aux=True the function must return a pair.",
            expected="(output, auxiliary data)",
            got=type(result).__name__,
        )
    )


def _refuse_ended(where: str, outer: Sequence[Edge]) -> None:
    leaves = leaves_of(outer)
    if leaves and all(leaf.ended for leaf in leaves):
        refuse_leaked(where, leaves[0])
