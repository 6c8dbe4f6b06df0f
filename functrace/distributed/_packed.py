"""Results as a vector for each dtype: so they are added up and sent, whatever they are."""

from __future__ import annotations

import math
from operator import add
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import NUMBERS
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.tracer import Tracer

_WHERE = "functrace.distributed"
_ARRAYS = (np.ndarray, np.generic, Tracer)


class Layout:
    """How a pytree is packed.

    Parameters
    ----------
    treedef : Treedef
    avals : tuple of (tuple of int, dtype)
        Shapes and dtypes of the leaves.

    Attributes
    ----------
    sizes : dict of int
        For each dtype how long its vector is.
    places : list of (int, int or slice, tuple of int or None)
        For each leaf which vector it is in, and where; its shape, if that is not plain.
    """

    __slots__ = ("_hash", "_key", "places", "sizes", "treedef")

    def __init__(
        self,
        treedef: pytree.Treedef,
        avals: tuple[tuple[tuple[int, ...], np.dtype[Any]], ...],
    ) -> None:
        self.treedef = treedef
        self._key = treedef, avals
        self._hash = hash(self._key)
        self.sizes: dict[np.dtype[Any], int] = {}
        self.places: list[tuple[int, int | slice, tuple[int, ...] | None]] = []
        for shape, dtype in avals:
            start = self.sizes.setdefault(dtype, 0)
            stop = self.sizes[dtype] = start + math.prod(shape)
            at = slice(start, stop) if shape else start
            plain = None if len(shape) < 2 else shape
            self.places.append(([*self.sizes].index(dtype), at, plain))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


class Packed(NamedTuple):
    """A pytree of arrays of numbers: what functions of shards give, compiled or not.

    Attributes
    ----------
    layout : Layout
        For `jit` a leaf that is no number: it is handed out as it is.
    vectors : list of array
        One for each dtype.
    """

    layout: Layout
    vectors: list[Any]

    def __add__(self, other: Packed) -> Packed:  # pyright: ignore[reportIncompatibleMethodOverride] - of numbers
        """The sums of the leaves."""
        layout, vectors = self
        if layout is other.layout or layout == other.layout:
            return Packed(layout, [*map(add, vectors, other.vectors)])
        ours, theirs = self.tree(), other.tree()
        leaves, treedef = pytree.flatten(ours)
        more = pytree.flatten_like(theirs, treedef, _WHERE, "a shard's result")
        sums = [_sum(x, y) for x, y in zip(leaves, more, strict=True)]
        return packed(pytree.unflatten(treedef, sums))

    def tree(self) -> Any:
        """What was packed, of arrays."""
        layout, vectors = self
        leaves = [
            vectors[k][at] if shape is None else vectors[k][at].reshape(shape)
            for k, at, shape in layout.places
        ]
        return pytree.unflatten(layout.treedef, leaves)

    def __reduce__(self) -> Any:
        return packed, (self.tree(),)  # whose classes need not be known to be pickled


def packed(tree: Any) -> Packed:
    """Pack a pytree, of values or while a function is traced."""
    leaves, treedef = pytree.flatten(tree)
    arrays = [_numbers(leaf) for leaf in leaves]
    avals = tuple([(tuple(x.shape), np.dtype(x.dtype)) for x in arrays])
    layout = Layout(treedef, avals)
    vectors: list[Any] = []
    for dtype in layout.sizes:
        own = [np.ravel(x) for x in arrays if x.dtype == dtype]
        vectors.append(own[0] if len(own) == 1 else np.concatenate(own))
    return Packed(layout, vectors)


def _numbers(leaf: Any) -> Any:
    x = np.asarray(leaf) if type(leaf) in NUMBERS else leaf
    if isinstance(x, _ARRAYS) and np.dtype(x.dtype).kind in "biufc":
        return x if x.dtype.isnative else x.astype(x.dtype.newbyteorder("="))
    raise DtypeError(
        message(
            f"{_WHERE}: what is summed over shards must be arrays of numbers.",
            got=getattr(x, "dtype", type(leaf)),
        )
    )


def _sum(x: Any, y: Any) -> Any:
    if np.shape(x) != np.shape(y):
        raise ShapeError(
            message(
                f"{_WHERE}: the results of two shards have different shapes.",
                expected=np.shape(x),
                got=np.shape(y),
                help="return what can be summed over the shards.",
            )
        )
    return x + y
