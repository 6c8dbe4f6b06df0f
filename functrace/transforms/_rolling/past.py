"""What was recorded long ago, as numbers instead of nodes.

A trace of millions of operations would hold each as a node, some hundred bytes, until it
ends. From time to time the older ones are therefore put away: all that they are is in the
numbers in which loops are looked for. Those that something still refers to stay; what they
are applied to is made of the numbers if it is asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from sys import getrefcount
from typing import Any
from weakref import WeakValueDictionary, ref

import numpy as np

from functrace.core.aval import Aval
from functrace.core.lazy import lazy
from functrace.core.node import Edge, Leaf, Node, next_sequence, toposort
from functrace.core.outliving import alive_of
from functrace.core.recording import ambient
from functrace.transforms._rolling.items import Codes, ItemSequence, joined
from functrace.transforms._rolling.positions import INDEXED, placed

LONG = 1 << 12  # handles of a trace in which loops are looked at
_EARLY = (1 << 10, 1 << 11)  # already, if slices grow: other loops are found afterwards
_SHAPES = 48  # different ones; more, and each round has its own
_MANY = 1 << 16  # handles after which what is older is put away
_STAY = 4  # one of so many nodes is not: the newest may turn out to be of no use
_FEW = 1 << 12  # operations that are made nodes again, rather than looked through


class Handles:
    """The handles made in a trace, noted weakly; see `Recording.handles`.

    Attributes
    ----------
    made : list of weakref
    past : OperationLog or None
        What is not held as nodes any more.
    items : tuple of (Codes, ItemSequence) or None
        What was looked through last, if that were nodes only.
    """

    __slots__ = ("_floor", "_full", "_limit", "_watcher", "items", "made", "past")

    def __init__(self) -> None:
        self.made: list[ref[Any]] = []
        self.past: OperationLog | None = None
        self.items: tuple[Codes, ItemSequence] | None = None
        self._floor = next_sequence()
        self._limit = self._full = _MANY
        self._watcher: Callable[[], None] | None = None

    def note(self, handle: ref[Any]) -> None:
        """Note a handle."""
        self.made.append(handle)
        if len(self.made) >= self._limit:
            self._look()

    def watch(self, watcher: Callable[[], None] | None) -> None:
        """Call it whenever the trace has become longer; it may end the trace."""
        self._watcher = watcher
        self._limit = self._next()

    def _next(self) -> int:
        """At how many handles to look again."""
        if self._watcher is None:
            return self._full
        count = len(self.made)
        first = (n for n in (*_EARLY, LONG) if n > count)
        return min(self._full, min(first, default=count + LONG))

    def _look(self) -> None:
        if len(self.made) >= self._full:
            self._full = len(self.made) + _MANY
            if not ambient.get().sources:  # they would be lost
                self._put_away()
        self._limit = self._next()
        watcher = self._watcher
        if watcher is not None and (len(self.made) >= LONG or self._has_many_shapes()):
            watcher()

    def _has_many_shapes(self) -> bool:
        nodes = toposort([handle.edge for handle in alive_of(self.made)], self._floor)
        return len({node.shape for node in nodes}) > _SHAPES

    def finish(self) -> list[ref[Any]]:
        """The trace has ended: all is nodes again; gives the handles."""
        if self.past is not None:
            self.past.forget()
            self.past = None
        self.items = None
        return self.made

    def _put_away(self) -> None:
        """Forget the handles that are gone, and what was recorded first."""
        self.items = None
        alive = alive_of(self.made)
        self.made[:] = map(ref, alive)
        self._full = len(alive) + _MANY
        if self.past is None:
            self.past = OperationLog(self._floor)
        nodes = toposort([handle.edge for handle in alive], self.past.end)
        nodes = [n for n in nodes[: -len(nodes) // _STAY] if type(n) is not Leaf]
        leaves = {
            operand[0]
            for node in nodes
            for operand in node.inputs
            if type(operand) is Edge and type(operand[0]) is Leaf
        }
        if all(
            leaf.sequence <= self._floor for leaf in leaves
        ):  # else of a loop's body
            self.past.add(nodes)


class OperationLog:
    """Operations that are no nodes any more.

    Attributes
    ----------
    end : int
        Sequence number from which on there are nodes.
    codes : Codes
    """

    def __init__(self, floor: int) -> None:
        self.end = floor
        self.codes = Codes(self)
        self._chunks: list[_Chunk] = []
        self._places: list[int] = []  # of each chunk's first operation
        self._numbers: list[int] = []  # of its first value
        self._templates: dict[int, Node] = {}
        self._alive: WeakValueDictionary[int, Node] = WeakValueDictionary()

    def add(self, nodes: list[Node]) -> None:
        """Put nodes away, of which the list is not used any more."""
        if not nodes:
            return
        items = self.codes.items(nodes).compact()
        self.codes.forget_nodes()
        last = self._chunks[-1] if self._chunks else None
        begin = 0 if last is None else last.begin + len(last.items)
        sequences = np.array([node.sequence for node in nodes])
        self._chunks.append(_Chunk(items, sequences, begin))
        self._places.append(begin)
        self._numbers.append(int(items.first[0]))
        self.end = int(sequences[-1]) + 1
        away = lambda at: StoredInputs(self, begin + at, int(items.first[at]))  # noqa: E731
        for token, at in zip(*_firsts(items.tokens), strict=True):
            if token not in self._templates:
                node = nodes[at]
                self._templates[token] = _copy(node, node.params, away(at))
        items.entries[:] = map(self._templates.__getitem__, items.tokens.tolist())
        for node in nodes:
            node.inputs = ()  # so that they do not refer to each other
        for at, count in enumerate(_references(nodes)):
            if count > _ONE:
                nodes[at].inputs = away(at)
                self._alive[begin + at] = nodes[at]

    def forget(self) -> None:
        """Make nodes again of all that is referred to."""
        for node in toposort([Edge(node, 0) for node in self._alive.values()]):
            if type(node.inputs) is StoredInputs:
                node.inputs = tuple(node.inputs)
        self.codes = Codes()
        self._chunks.clear()
        self._templates.clear()

    def edge(self, number: int) -> Edge:
        """A value, by its number."""
        place = self._place(number)
        chunk = self._chunk(place)
        return Edge(self._node(place), number - chunk.first[place - chunk.begin])

    def aval(self, number: int) -> Aval:
        """Shape and dtype of a value."""
        place = self._place(number)
        chunk = self._chunk(place)
        at = place - chunk.begin
        return chunk.items.entries[at].avals[number - chunk.first[at]]

    def inputs(self, place: int) -> tuple[Any, ...]:
        """What an operation is applied to."""
        return tuple(map(self.codes.meaning, self._chunk(place).refs_of(place)))

    def is_used(self, outputs: Iterable[Any], nodes: Iterable[Node]) -> bool:
        """Whether so much of it is needed for these that loops may be in it."""
        taken = {x[0] for node in nodes for x in node.inputs if type(x) is Edge}
        taken |= {x[0] for x in outputs if type(x) is Edge}
        found = (self.found(node) for node in taken)
        pending = [away.place for away in found if away is not None]
        seen = set(pending)
        while pending and len(seen) < _FEW:
            place = pending.pop()
            refs = self._chunk(place).refs_of(place)
            new = {self._place(number) for number in refs if number >= 0} - seen
            seen |= new
            pending += new
        return bool(pending)

    @property
    def dtypes(self) -> set[Any]:
        """Of all its values."""
        return {aval[1] for node in self._templates.values() for aval in node.avals}

    def found(self, node: Node) -> StoredInputs | None:
        """What is known of a node that was put away."""
        inputs = node.inputs
        return inputs if type(inputs) is StoredInputs and inputs.past is self else None

    def followed_by(
        self, nodes: Sequence[Node], floor: int
    ) -> tuple[Codes, ItemSequence]:
        """Its operations and others, those from a sequence number on."""
        codes = self.codes.copy()
        items = joined([*(chunk.items for chunk in self._chunks), codes.items(nodes)])
        sequences = np.concatenate([chunk.sequences for chunk in self._chunks])
        return codes, items.since(int(np.searchsorted(sequences, floor)))

    def _chunk(self, place: int) -> _Chunk:
        return self._chunks[bisect_right(self._places, place) - 1]

    def _place(self, number: int) -> int:
        """The operation that gives a value."""
        chunk = self._chunks[bisect_right(self._numbers, number) - 1]
        return chunk.begin + bisect_right(chunk.first, number) - 1

    def _node(self, place: int) -> Node:
        """The node that stands for an operation, or a new one."""
        known = self._alive.get(place)
        return known or self._alive.setdefault(place, self._new_node(place))

    def _new_node(self, place: int) -> Node:
        chunk = self._chunk(place)
        at = place - chunk.begin
        like = chunk.items.entries[at]
        params = like.params
        if like.primitive in INDEXED:
            params = placed(like, chunk.items.ints_of(at))
        node = _copy(like, params, StoredInputs(self, place, chunk.first[at]))
        atoms, refs = self.codes.atoms, chunk.refs_of(place)
        traced = [r >= 0 or type(atoms[~r]) is Edge for r in refs]
        node.mask = sum(x << i for i, x in enumerate(traced)) & like.primitive.bits
        node.sequence = int(chunk.sequences[at])
        return node


def _firsts(tokens: np.ndarray) -> tuple[list[int], list[int]]:
    """The different tokens, and where each stands first."""
    found, first = np.unique(tokens, return_index=True)
    return found.tolist(), first.tolist()


def _copy(node: Node, params: dict[str, Any], inputs: StoredInputs) -> Node:
    """The same operation, with parameters and operands of its own; without a mask."""
    made = node.again((), params)
    made.inputs = inputs
    return made


class _Chunk:
    """Operations that were put away together, from a place on."""

    def __init__(self, items: ItemSequence, sequences: np.ndarray, begin: int) -> None:
        self.items = items
        self.sequences = sequences
        self.begin = begin

    @lazy
    def first(self) -> list[int]:
        """The number of each operation's first value."""
        return self.items.first.tolist()

    def refs_of(self, place: int) -> list[int]:
        """The codes of an operation's operands."""
        return self.items.refs_of(place - self.begin)


class StoredInputs(Sequence[Any]):
    """The inputs of an operation that was put away: its place, and its value's number."""

    __slots__ = ("_inputs", "number", "past", "place")

    def __init__(self, past: OperationLog, place: int, number: int) -> None:
        self.past = past
        self.place = place
        self.number = number
        self._inputs: tuple[Any, ...] | None = None

    def _made(self) -> tuple[Any, ...]:
        if self._inputs is None:
            self._inputs = self.past.inputs(self.place)
        return self._inputs

    def __iter__(self) -> Any:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())

    def __getitem__(self, index: Any) -> Any:
        return self._made()[index]


def _references(objects: Sequence[Any]) -> list[int]:
    """How often each of the objects is referred to."""
    return [getrefcount(each) for each in objects]


_ONE = _references([object()])[0]  # from the list alone
