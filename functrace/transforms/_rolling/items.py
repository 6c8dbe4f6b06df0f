"""A recorded graph as numbers.

Each operation is an item: a token, equal for what is the same operation on arrays of the
same shapes and dtypes; a code for each of its operands; the integers of its index. A value
has the number of its place among all that are computed as its code; what comes from
outside (inputs, constants) is an atom, and has a negative code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.constant import SMALL, uniform_value
from functrace.core.keys import key_of, params_key
from functrace.core.lazy import lazy
from functrace.core.node import Edge, Node
from functrace.primitives.callback import pure_callback
from functrace.transforms._rolling.positions import INDEXED, template_of

if TYPE_CHECKING:
    from functrace.transforms._rolling.past import OperationLog

_SMALL_NUMBERS = np.iinfo(np.int32)
_UNKNOWN = -1, None, None  # a token, parameters, a primitive
_WIDE = frozenset(map(np.dtype, (bool, int, float, complex)))


class ItemSequence(NamedTuple):
    """A sequence of operations and loops.

    Attributes
    ----------
    entries : list
        A `Node` or a `functrace.transforms._rolling.fit.RolledLoop` for each.
    tokens : ndarray (n,)
    refs, ints : ndarray
        Codes of all operands, one item after another; likewise the integers.
    refs_at, ints_at : ndarray (n + 1,)
        Where those of each item begin.
    first : ndarray (n + 1,)
        The number of each item's first value.
    """

    entries: list[Any]
    tokens: np.ndarray
    refs: np.ndarray
    refs_at: np.ndarray
    ints: np.ndarray
    ints_at: np.ndarray
    first: np.ndarray

    def __len__(self) -> int:
        return len(self.entries)

    def refs_of(self, place: int) -> list[int]:
        """The codes of an item's operands."""
        return self.refs[self.refs_at[place] : self.refs_at[place + 1]].tolist()

    def ints_of(self, place: int) -> list[int]:
        """An item's integers."""
        return self.ints[self.ints_at[place] : self.ints_at[place + 1]].tolist()

    def compact(self) -> ItemSequence:
        """The same in half the memory, if all numbers but those of indices are small."""
        if self.first[-1] > _SMALL_NUMBERS.max:
            return self
        columns = {
            name: getattr(self, name).astype(np.int32)
            for name in ("tokens", "refs", "refs_at", "ints_at", "first")
        }
        return ItemSequence(**self._asdict() | columns)

    def since(self, start: int) -> ItemSequence:
        """What stands from a place on."""
        refs, ints = self.refs_at[start], self.ints_at[start]
        return ItemSequence(
            self.entries[start:],
            self.tokens[start:],
            self.refs[refs:],
            self.refs_at[start:] - refs,
            self.ints[ints:],
            self.ints_at[start:] - ints,
            self.first[start:],
        )


def joined(parts: Sequence[ItemSequence]) -> ItemSequence:
    """Sequences one after another, of which each counts the values on."""

    def places(name: str) -> np.ndarray:
        sizes = [np.diff(getattr(part, name)) for part in parts]
        return _places(np.concatenate(sizes))

    def column(name: str) -> np.ndarray:
        columns = [getattr(part, name) for part in parts]
        return np.concatenate(columns, dtype=np.int64)

    firsts = [part.first[:-1] for part in parts]
    first = np.concatenate([*firsts, parts[-1].first[-1:]], dtype=np.int64)
    return ItemSequence(
        [entry for part in parts for entry in part.entries],
        column("tokens"),
        column("refs"),
        places("refs_at"),
        column("ints"),
        places("ints_at"),
        first,
    )


class RollingRefusal(NamedTuple):
    """Why operations, or loops, that are repeated are no loop."""

    entries: Sequence[Any]
    reason: str


class Codes:
    """What the numbers of a graph's items mean.

    Attributes
    ----------
    atoms : list
        Of each code ``~k`` an edge from outside, or a constant.
    numbers : dict
        Of each node the number of its first value.
    refused : list of RollingRefusal
        What is repeated and no loop.
    past : OperationLog or None
        What was put away, see `functrace.transforms._rolling.past`.
    """

    __slots__ = (
        "__dict__",
        "_begin",
        "_known",
        "_tokens",
        "_values",
        "atoms",
        "numbers",
        "past",
        "refused",
    )

    def __init__(self, past: OperationLog | None = None) -> None:
        self.past = past
        self._begin = 0
        self.atoms: list[Any] = []
        self.numbers: dict[Node, int] = {}
        self.refused: list[RollingRefusal] = []
        self._values: list[Node] = []  # of each value its node; not of the past
        self._known: dict[Any, int] = {}
        self._tokens: dict[Any, int] = {}

    def copy(self) -> Codes:
        """The same, to go on from."""
        made = Codes(self.past)
        made._begin = self._begin
        made.atoms = self.atoms.copy()
        made._known = self._known.copy()
        made._tokens = self._tokens.copy()
        return made

    def forget_nodes(self) -> None:
        """All values so far are of the past."""
        self._begin += len(self._values)
        self._values.clear()
        self.numbers.clear()

    def token(self, key: Any) -> int:
        """The token of what has this key."""
        return self._tokens.setdefault(key, len(self._tokens))

    def refuse(self, entries: Sequence[Any], reason: str) -> list[Any]:
        """Note why operations that are repeated are no loop; gives no loops."""
        self.refused.append(RollingRefusal(entries, reason))
        return []

    def code(self, operand: Any) -> int:
        """The code of an edge, or of a constant."""
        if type(operand) is Edge:
            number = self.numbers.get(operand[0])
            if number is not None:
                return number + operand[1]
            away = self.past.found(operand[0]) if self.past is not None else None
            if away is not None:
                return away.number + operand[1]
        found = self._known.setdefault(_atom_key(operand), ~len(self.atoms))
        if found == ~len(self.atoms):
            self.atoms.append(operand)
        return found

    def meaning(self, code: int) -> Any:
        """An edge, or a constant."""
        if code < 0:
            return self.atoms[~code]
        if self.past is not None and code < self._begin:
            return self.past.edge(code)
        node = self._values[code - self._begin]
        return Edge(node, code - self.numbers[node])

    def are_alike(self, codes: np.ndarray) -> bool:
        """Whether values can be the elements of one array.

        Python numbers can if all dtypes are as wide as theirs: they never give way.
        """
        avals = [self.aval(code) for code in dict.fromkeys(codes.tolist())]
        shapes = {aval[0] for aval in avals}
        strong = {aval[1] for aval in avals if not isinstance(aval[1], type)}
        weak = [aval[1] for aval in avals if isinstance(aval[1], type)]
        if len(shapes) > 1 or len(strong) > 1:
            return False
        if not weak:
            return True
        if not self.wide:
            return False
        return np.result_type(*strong, *weak) in (strong or {np.result_type(*weak)})

    def aval(self, code: int) -> Any:
        """Shape and dtype of a value."""
        if self.past is not None and 0 <= code < self._begin:
            return self.past.aval(code)
        found = self.meaning(code)
        return found.aval if type(found) is Edge else aval_of(found)

    @lazy
    def wide(self) -> bool:
        """Whether there are only dtypes that Python's numbers have in arrays."""
        found = {node.dtype for node in self.numbers}
        if None in found:  # of several outputs
            found = {aval[1] for node in self.numbers for aval in node.avals}
        found |= {aval_of(x)[1] for x in self.atoms if type(x) is not Edge}
        found |= {x.aval[1] for x in self.atoms if type(x) is Edge}
        if self.past is not None:
            found |= self.past.dtypes
        return {np.dtype(dtype) for dtype in found} <= _WIDE

    def items(self, nodes: Sequence[Node]) -> ItemSequence:
        """The nodes, in the order in which they were recorded."""
        first = self._numbered(nodes)
        tokens, ints, indexed = self._tokens_of(nodes)
        columns = tokens, self._refs_of(nodes), ints
        codes, refs, integers = (np.array(each, np.int64) for each in columns)
        taken = _places([len(node.inputs) for node in nodes])
        return ItemSequence(
            list(nodes), codes, refs, taken, integers, _places(indexed), first
        )

    def translated(self, other: Codes, items: ItemSequence) -> ItemSequence:
        """What other codes have been given to, all of it, with own ones."""
        begin = self._begin + len(self._values)
        first = items.first + begin
        self.numbers.update(zip(items.entries, first.tolist(), strict=False))
        self._values += other._values
        atoms = np.array([self.code(atom) for atom in other.atoms], np.int64)
        tokens = np.array([self.token(key) for key in other._tokens], np.int64)
        refs = items.refs + begin
        outside = items.refs < 0
        refs[outside] = atoms[~items.refs[outside]]
        changed: dict[str, Any] = {"tokens": tokens[items.tokens]}
        changed |= {"refs": refs, "first": first}
        return ItemSequence(**items._asdict() | changed)

    def _numbered(self, nodes: Sequence[Node]) -> np.ndarray:
        """Give numbers to values: those of each node's first, and the next one's."""
        counts = [1 if n.shape is not None else len(n.avals) for n in nodes]
        first = _places(counts) + (self._begin + len(self._values))
        self.numbers.update(zip(nodes, first.tolist(), strict=False))
        alone = first[-1] - first[0] == len(nodes)
        self._values += (
            nodes if alone else chain.from_iterable(map(repeat, nodes, counts))
        )
        return first

    def _refs_of(self, nodes: Sequence[Node]) -> list[int]:
        """The codes of all operands; of those from outside once for each object."""
        number, known = self.numbers.get, dict[int, int]()

        def outside(operand: Any) -> int:
            code = known.get(id(operand))
            if code is None:
                code = known[id(operand)] = self.code(operand)
            return code

        return [
            first + x[1]
            if type(x) is Edge and (first := number(x[0])) is not None
            else outside(x)
            for node in nodes
            for x in node.inputs
        ]

    def _tokens_of(
        self, nodes: Sequence[Node]
    ) -> tuple[list[int], list[int], list[int]]:
        """The tokens, the integers of all indices, and how many each node has.

        Nodes that share what describes their outputs, and parameters, are of one kind.
        """
        tokens, ints, indexed = list[int](), list[int](), [0] * len(nodes)
        kinds: dict[int, tuple[int, Any, Any]] = {}
        for at, node in enumerate(nodes):
            shared, params = node._avals, node.params  # noqa: SLF001 - may be None
            kind = kinds.get(id(shared), _UNKNOWN)
            if kind[1] is params and kind[2] is node.primitive and node.hooks is None:
                tokens.append(kind[0])
                continue
            key, integers = _key(node)
            tokens.append(self.token(key))
            ints += integers
            indexed[at] = len(integers)
            if shared is not None and not integers and key is not node:
                kinds[id(shared)] = tokens[-1], params, node.primitive
        return tokens, ints, indexed


def _places(sizes: Sequence[int] | np.ndarray) -> np.ndarray:
    """Where what has these sizes begins, one after another, and where the last ends."""
    places = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(np.array(sizes, np.int64), out=places[1:])  # `cumsum` is slow on lists
    return places


def _key(node: Node) -> tuple[Any, tuple[int, ...]]:
    """What one operation has in common with the same in another round; its integers."""
    primitive, params, avals = node.primitive, node.params, node.shape
    if avals is None:
        avals = node.avals
    if node.hooks is not None or node.saved is not None or primitive is pure_callback:
        return node, ()
    if not params:
        return (primitive, len(node.inputs), avals, node.dtype), ()
    if primitive in INDEXED:
        index, integers = template_of(node)
        return (primitive, len(node.inputs), index, avals, node.dtype), integers
    return (primitive, len(node.inputs), params_key(params), avals, node.dtype), ()


def _atom_key(operand: Any) -> Any:
    """Equal for constants of the same bits, however large, and for the same edge."""
    kind = type(operand)
    if kind is float or kind is np.float64:
        return kind, operand or repr(operand)
    if kind is np.ndarray and operand.size > SMALL and uniform_value(operand) is None:
        bits = hashlib.blake2b(operand.tobytes(), digest_size=16).digest()
        return operand.shape, operand.dtype, operand.strides, bits
    return (Edge, *operand) if kind is Edge else (kind, key_of(operand))
