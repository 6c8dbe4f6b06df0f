"""What loops carry.

It is read from one place and written to another, so that every output of a body may depend
on every input. Where it is small these places are variables on the stack, which LLVM turns
into registers; where it is large they change roles with each round, or are one and the
same, if nothing is read after it was written. What is handed on unchanged, to another carry
or to a row, is not copied: the places are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.matrices import itemsize
from functrace.compiler.linear.strided import Cells, copy
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.compiler.runtime.pool import LARGE
from functrace.core.graph import Graph
from functrace.core.node import Edge

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section

_LARGE = 256  # bytes of an array that it is better not to copy with every round
_FEW = 8  # rounds for which it is better not to copy it either


def nbytes_of(x: Operand) -> int:
    """Bytes of an array."""
    return x.aval.size * itemsize(x.kind)


def is_large(x: Operand) -> bool:
    """Whether an array is not copied with every round."""
    return nbytes_of(x) > _LARGE


class CarryChain(NamedTuple):
    """Large carries, each of which becomes what the one before it was.

    Attributes
    ----------
    members : tuple of int
        The first one is computed.
    row : int or None
        The number of a row that the first one is, too.
    before : bool
        Whether it is that before the round, or else after it.
    """

    members: tuple[int, ...]
    row: int | None = None
    before: bool = False

    def dropped(self, carries: int) -> list[int]:
        """The outputs of a round that need not be written."""
        rows = [] if self.row is None else [carries + self.row]
        return [*self.members[1:], *rows]


def alone(start: Sequence[Operand]) -> list[CarryChain]:
    """Each large carry by itself."""
    return [CarryChain((k,)) for k, x in enumerate(start) if is_large(x)]


def chains_of(body: Graph, consts: int, start: Sequence[Operand]) -> list[CarryChain]:
    """The large carries, with what is not computed in a round but handed on."""
    large = [k for k, x in enumerate(start) if is_large(x)]
    at = {body.inputs[consts + k]: k for k in large}
    follower: dict[int, int] = {}
    for k in large:
        edge = body.outputs[k]
        leader = at.get(edge, k) if type(edge) is Edge else k
        if leader != k:
            follower.setdefault(leader, k)
    chains: list[CarryChain] = []
    rest = set(large)
    for k in set(large).difference(follower.values()):
        members = [k]
        while members[-1] in follower:
            members.append(follower[members[-1]])
        chains.append(CarryChain(tuple(members)))
        rest.difference_update(members)
    chains += [CarryChain((k,)) for k in rest]  # they go round in a circle
    return _with_rows(chains, body, consts, len(start))


def _with_rows(
    chains: list[CarryChain], body: Graph, consts: int, carries: int
) -> list[CarryChain]:
    """The same, with a row of its own for each whose first carry is one."""
    rows = {x: j for j, x in enumerate(body.outputs[carries:]) if type(x) is Edge}
    found = dict(enumerate(chains))
    for before in (True, False):
        edges = body.inputs[consts:] if before else body.outputs
        for k, chain in found.items():
            edge = edges[chain.members[0]]
            if chain.row is None and type(edge) is Edge and edge in rows:
                found[k] = CarryChain(chain.members, rows.pop(edge), before)
    return list(found.values())


def section_of(
    step: StepBuilder,
    graph: Graph,
    before: Sequence[Operand],
    start: Sequence[Operand],
    after: Sequence[tuple[int, ...]] = (),
    chains: Sequence[CarryChain] | None = None,
) -> Section:
    """Compile what a loop does in a round: its first outputs are the next state.

    The inputs are `before`, the state, and arrays of the strides in `after`. What is handed
    on in chains is no output.
    """
    chains = alone(start) if chains is None else chains
    dropped = {k for chain in chains for k in chain.dropped(len(start))}
    kept = [k for k in range(len(graph.outputs)) if k not in dropped]
    pairs = [
        (len(before) + chain.members[-1], kept.index(chain.members[0]))
        for chain in chains
        if chain.row is None
    ]
    state = [row_major(x.aval.shape) for x in start]
    strides = [*(x.strides for x in before), *state, *after]
    return step.section(_part(graph, tuple(kept)), strides, pairs)


def _part(graph: Graph, kept: tuple[int, ...]) -> Graph:
    """A graph with some of its outputs only."""
    if len(kept) == len(graph.outputs):
        return graph
    key = "part", kept
    if key not in graph.derived:
        outputs = [graph.outputs[k] for k in kept]
        graph.derived[key] = Graph(graph.arguments, outputs)
    return graph.derived[key]


class CarryState:
    """What a loop carries.

    Parameters
    ----------
    step : StepBuilder
    start : sequence of Operand
        What comes into the first round.
    section : Section
        A round.
    outputs : sequence of Operand, optional
        Those where the last round's are to be come first; then rows; default: nowhere.
    rounds : int, optional
        How many there are, if that is known.
    chains : sequence of CarryChain, optional
        Where it is known how many rounds there are.
    reverse : bool
        Whether the first round's row is the last one.
    """

    def __init__(
        self,
        step: StepBuilder,
        start: Sequence[Operand],
        section: Section,
        outputs: Sequence[Operand] = (),
        rounds: int | None = None,
        chains: Sequence[CarryChain] | None = None,
        *,
        reverse: bool = False,
    ) -> None:
        chains = alone(start) if chains is None else chains
        first = {chain.members[0]: chain for chain in chains}
        later = {k for chain in chains for k in chain.members[1:]}
        in_place = {output for _, output in section.plan.in_place}
        self._start = start
        self._held: list[_Copied | _Ring] = []
        for k, x in enumerate(start):
            if k in later:
                continue
            chain = first.get(k)
            if chain is None:
                end = outputs[k] if outputs else None
                self._held.append(_Copied(step, k, x, end))
                continue
            given = [start[m] for m in chain.members]
            ends = [outputs[m] for m in chain.members] if outputs else []
            free = len(self._held) not in in_place
            if chain.row is None:
                ring = _Ring(step, chain, given, ends, rounds, free=free)
            else:
                rows = outputs[len(start) + chain.row]
                rows = _backwards(step, rows) if reverse else rows
                ring = _Rows(step, chain, given, ends, rows)
            self._held.append(ring)

    @property
    def operands(self) -> list[Operand]:
        """What the round reads."""
        places: dict[int, str] = {}
        for held in self._held:
            places |= held.old()
        return [
            Operand(places[k], x.aval, row_major(x.aval.shape))
            for k, x in enumerate(self._start)
        ]

    @property
    def targets(self) -> list[str]:
        """Where the round writes."""
        return [held.new() for held in self._held]

    def advance(self) -> None:
        """End a round."""
        for held in self._held:
            held.advance()

    def finish(self) -> None:
        """Bring the last round's state to the outputs."""
        for held in self._held:
            held.finish()


def _backwards(step: StepBuilder, x: Operand) -> Operand:
    """An array from the last element of the first axis on."""
    stride = x.strides[0]
    last = step.at(x.pointer, x.kind, (x.aval.shape[0] - 1, stride))
    return Operand(last, x.aval, (-stride, *x.strides[1:]))


def _begin(step: StepBuilder, x: Operand, place: str) -> None:
    """Copy what comes into the first round."""
    strides = row_major(x.aval.shape)
    if x.strides == strides:
        step.copy(place, x.pointer, nbytes_of(x))
    else:
        source = Cells(x.pointer, x.kind, x.strides)
        copy(step, x.aval.shape, source, Cells(place, x.kind, strides))


class _Copied:
    """A small array, in variables; what is new becomes old with every round."""

    def __init__(
        self, step: StepBuilder, number: int, start: Operand, end: Operand | None
    ) -> None:
        self.step = step
        self._number, self._end = number, end
        self._nbytes = nbytes_of(start)
        self._old, self._new = (step.variable(self._nbytes) for _ in range(2))
        _begin(step, start, self._old)

    def old(self) -> dict[int, str]:
        """Where a round reads it."""
        return {self._number: self._old}

    def new(self) -> str:
        """Where a round writes it."""
        return self._new

    def advance(self) -> None:
        """End a round."""
        self.step.copy(self._old, self._new, self._nbytes)

    def finish(self) -> None:
        """Have it in the output's place."""
        if self._end is not None:
            self.step.copy(self._end.pointer, self._old, self._nbytes)


class _Ring:
    """The carries of a chain, in places that change roles with every round.

    The first one is written to a place before the others that is free (`free`), or where
    the last one is. The places are those of the outputs: each carry is in its own in the
    end, if it is known when that is. Vectors in small outputs, which NumPy allocates, lie
    across lines of the caches: of these many rounds are spared.
    """

    def __init__(
        self,
        step: StepBuilder,
        chain: CarryChain,
        start: Sequence[Operand],
        ends: Sequence[Operand],
        rounds: int | None,
        *,
        free: bool,
    ) -> None:
        self.step = step
        self._members, self._ends = chain.members, ends
        self._nbytes = nbytes_of(start[0])
        self._known = rounds is not None
        self._first = int(free)
        many = rounds is None or rounds > _FEW
        self._apart = bool(ends) and many and self._nbytes < LARGE
        own = [] if self._apart else [x.pointer for x in ends]
        places = own or [self._scratch() for _ in start]
        places = [*([self._scratch()] * free), *places]
        turns = 0 if rounds is None else rounds % len(places)
        places = [*places[turns:], *places[:turns]]
        self._hold(places)
        for x, place in zip(start, places[self._first :], strict=True):
            _begin(step, x, place)

    def _scratch(self) -> str:
        return self.step.scratch(self._nbytes)

    def _hold(self, places: Sequence[str]) -> None:
        """Have places that change, if there are several."""
        self._slots = [self.step.variable(8) for _ in places if len(places) > 1]
        self._fixed = places[0]
        self._set(places)

    def _set(self, places: Sequence[str]) -> None:
        for slot, place in zip(self._slots, places, strict=False):
            self.step.lines.append(f"store ptr {place}, ptr {slot}")

    def _places(self) -> list[str]:
        if not self._slots:
            return [self._fixed]
        return [self.step.add(f"load ptr, ptr {slot}") for slot in self._slots]

    def old(self) -> dict[int, str]:
        """Where a round reads them."""
        return dict(zip(self._members, self._places()[self._first :], strict=True))

    def new(self) -> str:
        """Where a round writes the first one."""
        return self._places()[0 if self._first else -1]

    def advance(self) -> None:
        """End a round."""
        if self._slots:
            places = self._places()
            self._set([places[-1], *places[:-1]])

    def finish(self) -> None:
        """Have them in the outputs' places."""
        places = self._places()[self._first :]
        if self._apart:
            for end, place in zip(self._ends, places, strict=True):
                self.step.copy(end.pointer, place, self._nbytes)
        elif self._ends and self._slots and not self._known:
            (end,), (last,) = self._ends, places
            moved = self.step.emit(f"icmp ne ptr {last}, {end.pointer}", "b1", 0)
            with self.step.when(moved):
                self.step.copy(end.pointer, last, self._nbytes)


class _Rows(_Ring):
    """The carries of a chain whose first one is in rows: a round writes the next one.

    Where these are what is before each round, the first row is what comes into the loop, and
    the last round writes to the output's place; else the last row is copied there. The other
    carries are where the first one was before, and are copied in the end.
    """

    def __init__(
        self,
        step: StepBuilder,
        chain: CarryChain,
        start: Sequence[Operand],
        ends: Sequence[Operand],
        rows: Operand,
    ) -> None:
        self.step = step
        self._members, self._ends = chain.members, ends
        self._nbytes = nbytes_of(start[0])
        self._first = 1
        self._before = chain.before
        self._rows = rows
        count = rows.aval.shape[0]
        self._last = self._row(count - 1)
        places = [x.pointer for x in ends]
        if chain.before:
            places[0] = self._row(0)
        target = (
            self._row(int(chain.before)) if count > chain.before else ends[0].pointer
        )
        self._hold([target, *places])
        for x, place in zip(start, places, strict=True):
            _begin(step, x, place)

    def _row(self, number: int) -> str:
        return self.step.at(
            self._rows.pointer, self._rows.kind, (number, self._rows.strides[0])
        )

    def advance(self) -> None:
        target, *others = self._places()
        self._set([self._next(target), target, *others[:-1]])

    def _next(self, target: str) -> str:
        """Where the round after one that wrote to a place does."""
        step, rows = self.step, self._rows
        following = step.at(target, rows.kind, (1, rows.strides[0]))
        if not self._before:
            return following
        is_last = step.emit(f"icmp eq ptr {target}, {self._last}", "b1", 0)
        end = self._ends[0].pointer
        return step.add(f"select i1 {is_last.text}, ptr {end}, ptr {following}")

    def finish(self) -> None:
        """Have them in the outputs' places, the last one first: it is in an earlier one's."""
        places = [*zip(self._ends, self._places()[1:], strict=True)]
        for end, place in reversed(places[int(self._before) :]):
            self.step.copy(end.pointer, place, self._nbytes)
