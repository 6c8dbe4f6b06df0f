"""Indexing by integer arrays: which dimension each entry of an index picks from.

NumPy's rules: the arrays (and integers among them) are broadcast together; their
dimensions stand where the arrays stood if they stood side by side, else first.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.indices.index import (
    Affine,
    Index,
    combine,
    fixed,
    operand_index,
)
from functrace.core.keys import Keyed


class AdvancedIndex(NamedTuple):
    """Where the elements of ``x[index]`` are in `x`.

    Attributes
    ----------
    entries : tuple
        For each dimension of `x`, in order: ``("slice", dimension of the result, start,
        step)`` or ``("array", which)``; an integer is a slice without a dimension.
    arrays : tuple of int
        The result's dimensions that the arrays' own became.
    shape : tuple of int
        Of the result.
    """

    entries: tuple[Any, ...]
    arrays: tuple[int, ...]
    shape: tuple[int, ...]

    def places(self, index: Index) -> list[Affine | int]:
        """For each dimension of `x` an affine entry, or which array gives it."""
        out: list[Affine | int] = []
        for entry in self.entries:
            if entry[0] == "array":
                out.append(entry[1])
            elif entry[1] is None:
                out.append(fixed(entry[2]))
            else:
                out.append(combine(entry[2], [(entry[3], index[entry[1]])]))
        return out

    def array_index(self, index: Index) -> Index:
        """The part of an index into the result that indexes the arrays."""
        return tuple(index[d] for d in self.arrays)

    def index_of(self, shape: tuple[int, ...], index: Index) -> Index:
        """The index into one of the arrays, of this shape."""
        return operand_index(self.array_index(index), shape, self.array_shape)

    @property
    def array_shape(self) -> tuple[int, ...]:
        """Shape of the arrays, broadcast together."""
        return tuple(self.shape[d] for d in self.arrays)


def pick(
    shape: tuple[int, ...], index: Any, array_shapes: Sequence[tuple[int, ...]]
) -> AdvancedIndex:
    """What an index template (see `functrace.primitives.indexing`) picks."""
    return _pick(shape, Keyed(index), tuple(array_shapes))


@functools.lru_cache(maxsize=1024)
def _pick(
    shape: tuple[int, ...], template: Keyed, array_shapes: tuple[Any, ...]
) -> AdvancedIndex:
    entries = _expanded(template.value, len(shape))
    together = np.broadcast_shapes(*array_shapes)
    first = _advanced(entries)[0] if _is_adjacent(template.value) else 0
    out_shape: list[int] = []
    out: list[Any] = []
    arrays: tuple[int, ...] = ()
    dimension = which = 0
    for k, entry in enumerate([*entries, None]):
        if k == first:
            arrays = tuple(range(len(out_shape), len(out_shape) + len(together)))
            out_shape += together
        if k == len(entries):
            break
        if entry is None:
            out_shape.append(1)
            continue
        if type(entry) is slice:
            start, stop, step = entry.indices(shape[dimension])
            out.append(("slice", len(out_shape), start, step))
            out_shape.append(len(range(start, stop, step)))
        elif type(entry) is str:
            out.append(("array", which))
            which += 1
        else:
            position = int(entry)
            position += shape[dimension] if position < 0 else 0
            out.append(("slice", None, position, 0))
        dimension += 1
    return AdvancedIndex(tuple(out), arrays, tuple(out_shape))


def _advanced(entries: Sequence[Any]) -> list[int]:
    """Positions of the arrays, and of the integers among them."""
    return [
        k
        for k, e in enumerate(entries)
        if e is not None and e is not Ellipsis and type(e) is not slice
    ]


def _is_adjacent(index: tuple[Any, ...]) -> bool:
    """Whether the arrays stand side by side: even an empty Ellipsis stands between."""
    places = _advanced(index)
    return places == list(range(places[0], places[-1] + 1))


def _expanded(index: Any, rank: int) -> list[Any]:
    """An entry for each dimension and each new axis."""
    entries = list(index) if type(index) is tuple else [index]
    taken = sum(e is not None and e is not Ellipsis for e in entries)
    rest = [slice(None)] * (rank - taken)
    for k, entry in enumerate(entries):
        if entry is Ellipsis:
            return entries[:k] + rest + entries[k + 1 :]
    return entries + rest
