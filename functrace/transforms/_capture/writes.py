"""Elements that branches write: chosen between, and written after the test.

``if x > 0: u[i] = x`` writes ``u[i]`` in any case, what was there if the branch is not
taken. So no array has to be chosen as a whole, and rounds that differ in ``i`` are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.closure import rewritten
from functrace.core.keys import key_of
from functrace.core.node import Edge, Node, toposort
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.primitives._lines import AffineInteger
from functrace.primitives._spots import Spot, read_spot, write_spot
from functrace.primitives.indexing import gather, getitem, index_update
from functrace.transforms._capture.counters import in_counters, ranges
from functrace.transforms._capture.merging import ValueLeaf, as_output
from functrace.transforms._capture.spots import entries_of, key_of_spot, spot_of
from functrace.transforms._rolling.constants import LARGE
from functrace.transforms._rolling.rows import handle, operand_of

_MANY = 8  # writes to one array


class Writes(NamedTuple):
    """Writes to an array from outside.

    Attributes
    ----------
    base
        An edge, or a constant.
    spots : list
        Where is written, in order.
    columns : list of list of ValueLeaf
        For each of them what each branch writes.
    """

    base: Any
    spots: list[Spot]
    columns: list[list[ValueLeaf]]

    def apply(self, values: Sequence[Any]) -> Any:
        """The array with these values in the places."""
        made = handle(self.base)
        for spot, value in zip(self.spots, values, strict=True):
            made = write_spot(made, value, spot)
        return made


def writes_of(leaves: Sequence[ValueLeaf], floors: Sequence[int]) -> Writes | None:
    """What branches write that leave these arrays; None where something else is chosen.

    `floors`: what was recorded before is outside of each. A branch writes what is there
    already to where only others write: before its own writes, or after them.
    """
    if len({(leaf.shape, leaf.dtype) for leaf in leaves}) > 1:
        return None
    found = [_chain(leaf.value, f) for leaf, f in zip(leaves, floors, strict=True)]
    chains = [chain for chain in found if chain is not None]
    bases = {_key(chain.base) for chain in chains}
    written = sorted((c.spots for c in chains if c.values), key=_depth)
    groups = {_key_of_spots(spots): spots for spots in written}
    places = [spot for group in groups.values() for spot in group]
    are_known = len(chains) == len(found) and len(bases) == 1
    if not are_known or not 0 < len(places) <= _MANY:
        return None
    base = chains[0].base
    old = [read_spot(handle(base), spot) for spot in places]
    if any(part.size > LARGE for part in old):
        return None
    rows = [_row(chain, groups, old) for chain in chains]
    dtype = leaves[0].dtype
    columns = [
        [_spread(value, part.shape, dtype) for value in column]
        for *column, part in zip(*rows, old, strict=True)
    ]
    if any(value is None for column in columns for value in column):
        return None
    return Writes(base, places, [list(map(_leaf, column)) for column in columns])


def _key_of_spots(spots: Sequence[Spot]) -> Any:
    return tuple(map(key_of_spot, spots))


def _row(chain: _Chain, groups: dict[Any, list[Spot]], old: Sequence[Any]) -> list[Any]:
    """What a branch writes to all places, in order; None where that is not known."""
    own, found, is_after = _key_of_spots(chain.spots), list[Any](), False
    for key, spots in groups.items():
        if key == own:
            found += chain.values
            is_after = True
        elif is_after:
            found += [chain.read(spot) for spot in spots]
        else:
            found += old[len(found) : len(found) + len(spots)]
    return found


class _Chain(NamedTuple):
    """An array that was written to.

    Attributes
    ----------
    base
        What it was before: an edge, or a constant.
    spots, values : list
    """

    base: Any
    spots: list[Spot]
    values: list[Any]

    def read(self, spot: Spot) -> Any:
        """What stands in a place; None if that is not to be said."""
        wanted = entries_of(spot)
        return None if wanted is None else self._read(wanted, len(self.spots))

    def _read(self, wanted: tuple[AffineInteger, ...], count: int) -> Any:
        """The same after so many of the writes."""
        shape, dtype = operand_aval(self.base)
        while count:
            count -= 1
            entries, value = entries_of(self.spots[count]), self.values[count]
            if entries is None:
                return None
            apart = [a.apart(b) for a, b in zip(wanted, entries, strict=False)]
            if True in apart:
                continue
            if None in apart:
                return None
            if len(entries) <= len(wanted):
                rest = wanted[len(entries) :]
                array = _spread(value, shape[len(entries) :], dtype)
                return _part(array, rest) if rest and array is not None else array
            row, rest = self._read(wanted, count), entries[len(wanted) :]
            return None if row is None else _replaced(row, value, rest)
        return _part(self.base, wanted)


def _spread(value: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """What is written as an array; None if its shape is another."""
    if value is None:
        return None
    leaf = _leaf(value)
    array = as_output(leaf, dtype)
    if leaf.shape == shape:
        return array
    if len(leaf.shape) > len(shape) or np.broadcast_shapes(leaf.shape, shape) != shape:
        return None
    with recording_all():
        return operand_of(np.broadcast_to(handle(array), shape))


def _depth(spots: Sequence[Spot]) -> int:
    """How many numbers an index has: rows are written before elements of theirs."""
    return max(len(entries_of(spot) or ()) for spot in spots)


def _part(operand: Any, spot: Spot) -> Any:
    with recording_all():
        return operand_of(read_spot(handle(operand), spot))


def _replaced(operand: Any, value: Any, spot: Spot) -> Any:
    with recording_all():
        return operand_of(write_spot(handle(operand), handle(value), spot))


def _chain(array: Any, floor: int) -> _Chain | None:
    """The writes to an array from outside; None if there are many, or of another kind."""
    found = list[tuple[Any, Any]]()
    while type(array) is Edge and array.node.sequence >= floor:
        node = array.node
        spot = spot_of(node) if node.primitive is index_update else None
        if spot is None or len(found) == _MANY:
            return None
        array, value, *_ = node.inputs
        found.append((spot, value))
    found.reverse()
    return _Chain(array, [spot for spot, _ in found], [value for _, value in found])


def forwarded(outputs: Sequence[Any], floor: int) -> list[Any]:
    """The outputs, from what was written in place of what is read of it."""

    def change(node: Node) -> Any:
        chain = _chain(node.inputs[0], floor) if node.primitive in _READS else None
        spot = None if chain is None or not chain.values else spot_of(node)
        if chain is None or spot is None:
            return node
        found = chain.read(spot)
        return node if found is None else found

    return rewritten(toposort(outputs, floor), outputs, change, {})


def reads(outputs: Iterable[Any], floor: int) -> dict[Edge, None]:
    """What a branch that was recorded from `floor` on had better be given.

    The elements that it reads of older arrays, and the counters of loops that say which.
    """
    found: dict[Edge, None] = {}
    for node in toposort(outputs, floor):
        edge = Edge(node, 0)
        older = all(
            type(x) is not Edge or x.node.sequence < floor or x in found
            for x in node.inputs
        )
        if not older:
            continue
        if node.primitive in _READS:
            if node.avals[0].size <= LARGE and spot_of(node) is not None:
                found[edge] = None
        elif ranges() and in_counters(edge) is not None:
            found[edge] = None
    return found


_READS = frozenset((getitem, gather))


def _key(base: Any) -> Any:
    return base if type(base) is Edge else (key_of(base),)


def _leaf(value: Any) -> ValueLeaf:
    """A value, or an operand of a write, to be chosen."""
    value = operand_of(value)
    shape, dtype = operand_aval(value)
    return ValueLeaf(value, None, shape, dtype, is_array=False)
