"""What `jit` keeps for one signature: the graph, how to run it, what to hand back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, new_aval
from functrace.core.capture import NEVER, Failure, RaisingError
from functrace.core.collector import uncollected
from functrace.core.effects import Effects, hand_on, take
from functrace.core.errors import MemoryBudgetError
from functrace.core.graph import Graph, owned
from functrace.core.guard import Captures, Snapshot
from functrace.core.node import Edge, Walk, next_sequence
from functrace.core.recording import recording_all
from functrace.core.strides import is_asked, lay_out
from functrace.core.tracer import Tracer
from functrace.engine.simplify import simplify
from functrace.numpy.python_integers import is_large
from functrace.numpy.selections import returned
from functrace.primitives._loops import parts
from functrace.primitives.call import (
    Runner,
    apply_graph,
    executable_of,
    program_of,
    runner_of,
    start,
)
from functrace.primitives.checks import give_up
from functrace.transforms._draws import refusing_draws
from functrace.transforms._failing import raise_where
from functrace.transforms._signature import (
    WHERE,
    BoundCall,
    Key,
    Signature,
    StaticArgument,
    is_zero_dim,
)
from functrace.transforms._tracing import (
    input_of,
    output_of,
    record_contained,
    refuse_ended,
    settle,
    unknown,
)
from functrace.transforms._watch import Watch
from functrace.transforms.make_graph import labels_of

if TYPE_CHECKING:
    from functrace.compiler.executable import Executable
    from functrace.compiler.program import Program
    from functrace.core.node import Leaf


class Constant(NamedTuple):
    """A leaf of the result that does not depend on the arguments."""

    value: Any

    def fresh(self) -> Any:
        """The value, as an array of the caller's own."""
        value = self.value
        return value.copy() if type(value) is np.ndarray else value


class ReverseLimits(NamedTuple):
    """What reverse mode keeps to.

    Attributes
    ----------
    budget : int or None
        Bytes that it may keep of each loop; None: as many as it takes.
    parts : int
        Into how many it cuts what is no loop, if that is more.
    """

    budget: int | None = None
    parts: int = 1


NO_LIMITS = ReverseLimits()


class Entry:
    """A function traced for one signature.

    Attributes
    ----------
    graph : Graph
        From the arguments that are arrays or numbers to the results that depend on them.
    places : tuple of int
        Which leaves of the call are inputs of the graph.
    results : tuple
        For each leaf of the result the number of the output that it is, or a `Constant`.
    writes : tuple
        Likewise, each with the leaf of the call that it is written to.
    out_treedef : Treedef
    watch : Watch
        What the trace took from outside.
    times : dict
        Seconds, by stage.
    hits : int
        Calls that came here by the slow way.
    effects : bool
        Whether there are some: the graph's last input and output are tokens.
    choices : list of str
        How derivatives are computed, where there was a choice.
    limits : ReverseLimits
    by_kind : bool
        Whether it holds only for those arrays without dimensions for which the call has
        some, and for numbers where it has numbers.
    by_layout : bool
        Whether it holds only for arguments that lie in memory as the call's.
    count : int
        Outputs of the graph that are these; one more says where the function raises.
    """

    __slots__ = (
        "_differentiable",
        "_failure",
        "_runner",
        "by_kind",
        "by_layout",
        "choices",
        "count",
        "effects",
        "fastmath",
        "graph",
        "hits",
        "limits",
        "out_treedef",
        "places",
        "results",
        "times",
        "watch",
        "writes",
    )

    def __init__(
        self,
        signature: Signature,
        call: BoundCall,
        key: Key,
        *,
        fastmath: bool,
        sources: bool = False,
        limits: ReverseLimits = NO_LIMITS,
    ) -> None:
        start()
        began = perf_counter()
        floor = next_sequence()
        fun = signature.fun
        labels = labels_of(fun, call.key.treedef)
        leaves = [
            _enter(*triple)
            for triple in zip(call.leaves, call.key.leaves, labels, strict=True)
        ]
        pairs = list(zip(labels, leaves, strict=True))
        self.watch = Watch(fun, [pair for pair in pairs if type(pair[1]) is not Tracer])
        self.places = tuple(i for i, x in enumerate(leaves) if type(x) is Tracer)
        for place in self.places:
            given = call.leaves[place]  # traced ones are asked when the function asks
            leaves[place].zero_dim = (
                given if type(given) is Tracer else is_zero_dim(given)
            )
        for place, strides in enumerate(key.strides):
            if strides is not None:
                lay_out(input_of(leaves[place]).node, lambda s=strides: s)
        inputs = [input_of(leaves[i]) for i in self.places]
        captures = Captures(x for _, x in self.watch.checks.about(Snapshot))
        failure, effects = Failure(), Effects()
        self.choices: list[str] = []
        writes: dict[int, Any] = {}
        noted: dict[str, Any] = {
            "budget": limits.budget,
            "captures": captures,
            "choices": self.choices,
            "failure": failure,
            "parts": limits.parts,
            "sources": sources,
            "writes": writes,
        }
        outs, walk = self._record(fun, call.key.treedef, leaves, inputs, effects, noted)
        if failure.counts:
            _bound(failure, leaves)
        del leaves, pairs
        inputs += effects.inputs
        self.effects = bool(effects.inputs)
        self.by_layout = any(is_asked(edge.node) for edge in inputs)
        self.by_kind = any(cast("Leaf", edge.node).asked for edge in inputs)
        results, tokens = parts(outs, self.out_treedef.num_leaves)
        outputs = [*filter(_is_edge, results)]
        numbers = iter(range(len(outputs)))
        self.results: tuple[int | Constant, ...] = tuple(
            next(numbers) if _is_edge(out) else _constant(out) for out in results
        )
        outputs += [x for x in filter(_is_edge, writes.values()) if x not in outputs]
        self.writes = tuple(
            (place, outputs.index(x) if _is_edge(x) else _constant(x))
            for place, x in writes.items()
        )
        outputs += filter(_is_edge, tokens)
        self.count, self._failure = len(outputs), failure.holds
        if self.may_raise:
            outputs += _checks(failure.holds)
        self.graph = Graph(inputs, outputs, floor=floor, walk=walk)
        settle(self.graph)
        refuse_ended(WHERE, self.graph.free_inputs)
        self.watch.finish(captures.snapshots())
        self.fastmath, self.limits = fastmath, limits
        self.hits = 0
        self.times = {"trace": perf_counter() - began}
        self._runner: Runner | None = None
        self._differentiable: Graph | None = None

    def _record(
        self,
        fun: Callable[..., Any],
        treedef: pytree.Treedef,
        leaves: list[Any],
        inputs: list[Edge],
        effects: Effects,
        noted: dict[str, Any],
    ) -> tuple[list[Any], Walk | None]:
        """What the function gives, as of a `Recorded`; its structure is noted."""
        args, kwargs = pytree.unflatten(treedef, leaves)
        drawing = refusing_draws(WHERE, self.watch.generators, self.watch.names)
        with uncollected(), drawing:
            outs, self.out_treedef, walk = record_contained(
                *(WHERE, fun, args, kwargs, inputs, effects),
                returned=returned,
                symbolic=True,
                **noted,
            )
        return outs, walk

    @property
    def executable(self) -> Executable:
        """What runs in the graph's place."""
        return executable_of(self.graph, fastmath=self.fastmath)

    @property
    def program(self) -> Program:
        """The compiled graph."""
        return program_of(self.graph, fastmath=self.fastmath)

    def compile(self) -> Runner:
        """What computes the graph's outputs; compiled once."""
        if self._runner is None:
            began = perf_counter()
            self._runner = runner_of(self.graph, fastmath=self.fastmath)
            self.times["compile"] = perf_counter() - began
        return self._runner

    @property
    def is_closed(self) -> bool:
        """Whether the results depend on the arguments only, not on a traced value."""
        return not self.graph.free_inputs

    @property
    def may_raise(self) -> bool:
        """Whether the function raises an error of its own for some values."""
        return self._failure is not NEVER

    def run(self, leaves: Sequence[Any]) -> Any:
        """The result on arrays and numbers.

        Raises
        ------
        RaisingError
            The function raises an error for these.
        """
        runner, values = self.compile(), self.values(leaves)
        return self.deliver(self._checked(lambda: runner(*values)), leaves)

    def values(self, leaves: Sequence[Any]) -> list[Any]:
        """The graph's inputs."""
        return [leaves[i] for i in self.places] + [np.True_] * self.effects

    def apply(self, leaves: Sequence[Any]) -> Any:
        """The result on traced values, likewise: one operation is recorded."""
        if self._differentiable is None:
            self._differentiable = simplify(self._with_failure())
        values = [leaves[i] for i in self.places]
        values += [take()] * self.effects
        graph = self._differentiable
        options: Any = {"fastmath": self.fastmath, "budget": self.limits.budget}
        outs = self._checked(lambda: apply_graph(graph, values, **options))
        if self.may_raise:
            *outs, holds = outs
            raise_where(holds)
        if self.effects:
            hand_on(outs[-1])
        return self.deliver(outs, leaves)

    def _with_failure(self) -> Graph:
        """The graph, of which the last output is whether the function raises."""
        if not self.may_raise:
            return self.graph
        inputs, results = self.graph.inputs, self.graph.outputs[: self.count]
        return Graph(inputs, [*results, self._failure])

    def _checked(self, call: Callable[[], Any]) -> Any:
        """What `call` gives; what it raises may not be what the function raises first."""
        try:
            return call()
        except Exception as error:
            if self.may_raise and not isinstance(error, MemoryBudgetError):
                raise RaisingError from error
            raise

    def deliver(self, outs: Sequence[Any], leaves: Sequence[Any]) -> Any:
        """The result, a pytree, from the graph's outputs; arguments are written to."""
        for place, r in self.writes:
            leaves[place][...] = r.value if isinstance(r, Constant) else outs[r]
        found = [
            r.fresh() if isinstance(r, Constant) else outs[r] for r in self.results
        ]
        return pytree.unflatten(self.out_treedef, found)

    def is_apart(self, leaves: Sequence[Any]) -> bool:
        """Whether no memory that is written to is that of two arguments."""
        return not self.writes or are_apart(*(leaves[i] for i in self.places))


def are_apart(*values: Any) -> bool:
    """Whether no two arrays have memory in common; of traced ones nobody knows."""
    arrays = [x for x in values if type(x) in (np.ndarray, Tracer) and np.ndim(x)]
    pairs = combinations(arrays, 2)
    return not any(Tracer in map(type, x) or np.may_share_memory(*x) for x in pairs)


def inlined(fun: Callable[..., Any], call: BoundCall) -> Any:
    """The result of a call whose operations are recorded outside, one by one.

    What arrays among the arguments hold is known of there.
    """
    given = [Tracer(None, x) if type(x) is np.ndarray else x for x in call.leaves]
    result = in_python(fun, call._replace(leaves=given))
    for leaf, handle in zip(call.leaves, given, strict=True):
        if handle is not leaf:
            handle.sync()
            if handle.edge is not None or handle.value is not leaf:
                leaf[...] = handle if handle.edge is not None else handle.value
    return result


def in_python(fun: Callable[..., Any], call: BoundCall) -> Any:
    """The result of a call, by Python: or the error that the function raises."""
    leaves = [x.value if type(x) is StaticArgument else x for x in call.leaves]
    args, kwargs = pytree.unflatten(call.key.treedef, leaves)
    outs, treedef = pytree.flatten(fun(*args, **kwargs))
    outs = [o if type(o) is Tracer else _constant(o).fresh() for o in outs]
    return pytree.unflatten(treedef, owned(outs, []))


def _enter(leaf: Any, key: Any, label: str) -> Any:
    """What the function is traced with: of arrays and numbers an abstract tracer."""
    if type(key) is tuple:
        return leaf.value if type(leaf) is StaticArgument else leaf
    return unknown(label, key if type(key) is Aval else new_aval(Aval, ((), key)))


def _bound(failure: Failure, leaves: Sequence[Any]) -> None:
    """Have Python integers counted up by Python, where 64 bits may be too few."""
    integers = [x for x in leaves if type(x) is Tracer and x.aval.dtype is int]
    held = failure.holds
    with recording_all():
        failure.holds = Tracer(held, None) if type(held) is Edge else held
        for x in integers:
            failure.note(is_large(x))
        failure.holds = output_of(failure.holds)


def _checks(failed: Any) -> list[Edge]:
    """The outputs that have a program give up."""
    if type(failed) is not Edge:  # always
        raise RaisingError
    with recording_all():
        return [out.edge for out in give_up(Tracer(failed, None), final=True)]


def _is_edge(out: Any) -> bool:
    return type(out) is Edge


def _constant(value: Any) -> Constant:
    """Numbers become NumPy's, as if they had been computed."""
    number = type(value) in (int, float, complex)
    return Constant(np.asarray(value)[()] if number else value)
