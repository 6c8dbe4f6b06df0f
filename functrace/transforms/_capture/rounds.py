"""Rounds of a loop as one operation."""

from __future__ import annotations

import dis
import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.effects import hand_on, take
from functrace.core.errors import ConcretizationError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge, toposort
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.primitives._loops import Body
from functrace.primitives.while_loop import while_of
from functrace.transforms._bodies import unify
from functrace.transforms._capture.aliases import note_aliases, note_shared, shared_in
from functrace.transforms._capture.branches import Run, before_of
from functrace.transforms._capture.exits import VALUE
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.merging import (
    FlatValue,
    ValueLeaf,
    as_output,
    as_value,
    built,
    common,
    leaf_value,
    mutables,
    words,
    zeros_like,
)
from functrace.transforms._capture.places import UNBOUND, Place, content
from functrace.transforms._capture.tracing import (
    RESULT,
    WHERE,
    TracedChanges,
    failed,
    failures,
    is_same_constant,
    is_unknown,
    note_failure,
    note_unbound,
    refuse_growing,
    traced,
    truth,
    unless_failed,
)
from functrace.transforms._capture.trees import PRIVATE
from functrace.transforms._closed import Closed
from functrace.transforms._tracing import input_of, unknown

_PASSES = 30
_LOOPS = "functrace.transforms._capture.loops"


class CarriedPlace:
    """A place that a loop changes, and what it holds at first.

    If it is `unbound` there then, and each round binds it anew, that is of no account.
    """

    def __init__(
        self, place: Place, first: FlatValue, *, unbound: bool = False
    ) -> None:
        self.place = place
        self.first = first
        self.unbound = unbound
        self.dtypes = [leaf.dtype for leaf in first.leaves]
        self.entered: list[Edge] = []
        self.mutable: set[int] = set()  # what it holds then that could be changed

    def enter(self) -> Any:
        """Let the place hold inputs of a graph: this value."""
        label = self.place.name.replace(PRIVATE, "")
        pairs = zip(self.first.leaves, self.dtypes, strict=True)
        handles = [
            as_value(
                unknown(label, Aval(leaf.shape, np.dtype(dtype))),
                dtype,
                is_array=leaf.is_array,
            )
            for leaf, dtype in pairs
        ]
        self.entered = list(map(input_of, handles))
        value = UNBOUND if self.unbound else built(self.first.spec, iter(handles))
        self.mutable = set() if self.unbound else set(map(id, mutables(value)))
        self.place.put(value)
        return value


class TracedRounds:
    """Rounds of a loop, of which one is traced.

    Which places they change, and what they hold, is found by tracing a round until it
    hands on what it is given.
    """

    def __init__(self, body: Any, *others: Any) -> None:
        self._body = body
        self._memory = ReachableState([body, *others], places=failures())
        self._carries: dict[Any, CarriedPlace] = {}
        self._lost: dict[Any, Place] = {}
        self._entered: list[Any] = []
        self._varying: set[Any] = set()
        self._read_only: set[Any] = set()  # places and objects, by identity
        for place in _stored_by(body):
            self._carry(place)

    def _round(self) -> Any:
        """Run one; whether, or how, it goes on."""
        raise NotImplementedError

    def _applied(
        self,
        found: TracedChanges,
        head: Edge,
        out: ValueLeaf,
        apply: Callable[[Closed, Sequence[Any]], Sequence[Any]],
        given: Sequence[ValueLeaf] = (),
    ) -> list[Any]:
        """The values that `apply` gives from the round, and what is carried at first.

        `head` and `out` are what a round begins and ends with, before what is carried;
        after that come what it has `given` besides, and the token of effects.
        """
        inputs, leaves, dtypes = [head], [out], [head.aval.dtype]
        first: list[Any] = []
        for key, carry in self._carries.items():
            inputs += carry.entered
            leaves += found.at(key, carry.first).leaves
            dtypes += carry.dtypes
            pairs = zip(carry.first.leaves, carry.dtypes, strict=True)
            first += [_operand(leaf, dtype) for leaf, dtype in pairs]
        leaves += given
        dtypes += [leaf.dtype for leaf in given]
        closed = found.closed(leaves, dtypes, inputs)
        if closed.effects:
            first.append(take())
        _, *outs = apply(closed, first)
        if closed.effects:
            hand_on(outs.pop())
        return self._leave(outs)

    def _note_aliases(self, found: TracedChanges, values: Sequence[Any]) -> None:
        rows = [
            (carry.place, value, [carry.first, found.at(key, carry.first)], carry.first)
            for (key, carry), value in zip(self._carries.items(), values, strict=True)
        ]
        note_aliases(self._memory, rows, found.shared)

    def _settled(self) -> TracedChanges:
        """A round that hands on what it is given."""
        for _ in range(_PASSES):
            found = traced(self._round, self._memory, self._enter)
            if found.raises or not self._adapt(found):
                return found
        raise ConcretizationError(
            message(
                f"{WHERE}: a loop that depends on a traced value changes what it works on "
                "in every round.",
                source=user_line(),
                help="use functrace.while_loop.",
            )
        )

    def _enter(self) -> None:
        for place in self._lost.values():
            place.put(UNBOUND)
        entered = [(carry, carry.enter()) for carry in self._carries.values()]
        self._entered = [
            (carry.place, value, [carry.first], carry.first)
            for carry, value in entered
            if not carry.unbound
        ]

    def _begin(self) -> None:
        note_aliases(self._memory, self._entered)
        self._entered = []
        carries = self._carries.items()
        read_only = [c.place.get() for key, c in carries if key in self._read_only]
        note_shared([*read_only, *map(self._memory.object_with, self._read_only)])

    # -- what is carried -------------------------------------------------------------

    def _carry(self, place: Place) -> None:
        before = self._memory.before(place)
        if before is UNBOUND and place.name == VALUE:
            return  # a round will say what it is
        if before is UNBOUND:
            self._lose(
                place,
                "it is bound in a loop whose number of rounds depends on a "
                "traced value, and may be none",
            )
        else:
            first = before_of(self._memory, place)
            self._carries[place.identity] = CarriedPlace(place, first)

    def _lose(self, place: Place, why: str) -> None:
        if self._memory.before(place) is UNBOUND:
            refuse_growing(place)
        text = message(
            f"{WHERE}: {place.name!r} has no value here: {why}.",
            source=user_line(),
            help="bind it before the loop, to what has the same structure, shape and dtype.",
        )
        if place.name == VALUE or not place.can_be_unbound:
            raise ConcretizationError(text)
        self._carries.pop(place.identity, None)
        self._lost[place.identity] = place
        note_unbound(place, text)

    def _adapt(self, found: TracedChanges) -> bool:
        """Change what is carried, as a round needs it; whether anything had to be."""
        changed = False
        for key, (place, after) in found.changes.items():
            if key == RESULT.identity or key in self._lost:
                continue
            carry = self._carries.get(key)
            if (
                carry is not None
                and key not in self._varying
                and _is_fixed(carry, after)
            ):
                del self._carries[key]
                self._varying.add(key)  # if it changes in spite of that
                changed = True
            elif carry is None:
                if place.name == VALUE and self._memory.before(place) is UNBOUND:
                    self._carries[key] = CarriedPlace(place, zeros_like(after))
                else:
                    self._carry(place)
                changed = True
            elif self._misfit(carry, after):
                changed = True
        return changed or self._protect(self._named_again(found))

    def _protect(self, places: Iterable[Any]) -> bool:
        """Let nobody write to what is there, in a round; whether that is new."""
        before = len(self._read_only)
        self._read_only.update(places)
        return len(self._read_only) > before

    def _named_again(self, found: TracedChanges) -> Iterator[Any]:
        """Of what has several names after a round those that the next one must not write to.

        That is, unless the other names are bound anew before they are used.
        """
        after = {
            key: found.at(key, carry.first)
            for key, carry in self._carries.items()
            if not carry.unbound
        }
        carries = self._carries
        rows = [
            (carries[k].place, None, [x], carries[k].first) for k, x in after.items()
        ]
        shared = shared_in(self._memory, rows)
        used = _used(found)
        for each in shared:
            names = [key for key, value in after.items() if each in value.mutable]
            live = [key for key in names if not used.isdisjoint(carries[key].entered)]
            if self._memory.object_with(each) is not None:
                yield from names
                yield from [each] if live else []
            else:
                yield from [key for key in names if any(k != key for k in live)]
        for key, value in after.items():
            if not found.shared.isdisjoint(value.mutable):
                yield key
        yield from found.shared.intersection(self._memory.times)

    def _misfit(self, carry: CarriedPlace, after: FlatValue) -> bool:
        """Whether a carry had to be changed, as a round gives something else."""
        place, first = carry.place, carry.first
        if after.spec != first.spec:
            self._lose(
                place,
                "each round of a loop gives it another structure "
                f"({words(first)}, then {words(after)})",
            )
            return True
        changed = False
        for k, (old, new) in enumerate(zip(first.leaves, after.leaves, strict=True)):
            entered = old._replace(dtype=carry.dtypes[k])
            dtype = common([entered, new])
            if dtype is None:
                self._lose(
                    place,
                    "each round of a loop gives it another shape or dtype "
                    f"({words(first)}, then {words(after)})",
                )
                return True
            if dtype is not carry.dtypes[k]:  # float is equal to float64
                carry.dtypes[k] = dtype
                changed = True
        return changed

    def _leave(self, outs: Any) -> list[Any]:
        """Let every place hold what it has after the loop, which is handed back."""
        values, left = iter(outs), list[Any]()
        for carry in self._carries.values():
            leaves = [
                as_value(next(values), dtype, is_array=leaf.is_array)
                for leaf, dtype in zip(carry.first.leaves, carry.dtypes, strict=True)
            ]
            value = built(carry.first.spec, iter(leaves))
            left.append(value)
            if type(carry.place.holder) is Tracer:
                known = type(value) is not Tracer  # it depends on nothing traced
                carry.place.holder.assign(Tracer(None, value) if known else value)
            else:
                carry.place.put(value)
        for place in self._lost.values():
            place.put(UNBOUND)
        return left


class ConditionalLoop(TracedRounds):
    """A loop from a round on whose test is not known."""

    def __init__(self, body: Run, again: Run) -> None:
        super().__init__(body, again)
        self._again = again

    def run(self, go: Any) -> None:
        """The loop as one operation, `go` being the first test."""
        found = self._settled()
        if found.raises:
            note_failure(go)
            return

        def apply(closed: Closed, first: Sequence[Any]) -> Sequence[Any]:
            count = len(closed.captured)
            cond = closed._replace(
                graph=Graph(closed.graph.inputs, [closed.graph.inputs[count]])
            )
            (condition, graph), captured = unify([cond, closed])
            first = [unless_failed(go), *first]
            whole = Body(graph, len(captured), len(first))
            *outs, _count = while_of(condition, whole, [*captured, *first])
            return outs

        head = input_of(unknown("go", Aval((), np.dtype(bool))))
        out = found.changes[RESULT.identity][1].leaves[0]
        self._note_aliases(found, self._applied(found, head, out, apply))

    def _round(self) -> Any:
        self._begin()
        before = failed()
        self._body()
        go = self._again()
        go = truth(go) if is_unknown(go) else np.bool_(bool(go))
        return go if failed() is before else unless_failed(go)


def _used(found: TracedChanges) -> set[Edge]:
    """The edges that what a round leaves depends on."""
    leaves = [x.value for _, after in found.changes.values() for x in after.leaves]
    ends = [x for x in leaves if type(x) is Edge]
    nodes = toposort(ends, found.floor)
    return {*ends, *(x for node in nodes for x in node.inputs if type(x) is Edge)}


def _operand(leaf: ValueLeaf, dtype: Any) -> Any:
    if type(leaf.value) is Edge:
        value = leaf_value(leaf)
        return value if leaf.dtype is dtype else value.astype(np.dtype(dtype))
    return as_output(leaf, dtype)


def _is_fixed(carry: CarriedPlace, after: FlatValue) -> bool:
    """Whether a round gives the constants that the loop began with."""
    first = carry.first
    return after.spec == first.spec and all(
        type(old.value) is not Edge and is_same_constant([old, new])
        for old, new in zip(first.leaves, after.leaves, strict=True)
    )


def _stored_by(function: Any) -> list[Place]:
    """The variables from outside that a function binds; of ours, what it calls, too."""
    found: list[Place] = []
    if type(function) is not FunctionType:
        return found
    code = function.__code__
    ours = function.__module__ == _LOOPS
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        if name in _stored(code):
            found.append(Place(cell, None, name))
        elif ours:
            found += _stored_by(content(cell))
    return list({place.identity: place for place in found}.values())


@functools.lru_cache(maxsize=1024)
def _stored(code: CodeType) -> frozenset[str]:
    """Free variables that some code, or functions that it makes, bind."""
    found = {
        instruction.argval
        for instruction in dis.get_instructions(code)
        if instruction.opname == "STORE_DEREF"
    }
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found |= _stored(const)
    return frozenset(found.intersection(code.co_freevars))
