"""Sparse arrays as a constant structure and values, and how their entries are moved."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from functrace.core.errors import MissingRuleError, ShapeError, message
from functrace.core.guard import watch
from functrace.core.source import user_line
from functrace.core.sparse import own_arrays
from functrace.primitives.sparse import sparse_product
from functrace.scipy.sparse._structure import Structure, counted, starts, trimmed


class Entries(NamedTuple):
    """A sparse array.

    Attributes
    ----------
    structure : Structure
    data : ndarray or Tracer
        As SciPy has it in the structure's format.
    """

    structure: Structure
    data: Any

    @property
    def flat(self) -> Any:
        """The values in one row."""
        return self.data.reshape(-1)

    @property
    def coordinates(self) -> tuple[Any, tuple[np.ndarray, ...]]:
        """The value of each entry, and its coordinates."""
        places, coordinates = self.structure.entries
        return take(self.flat, places + 1), coordinates

    @property
    def summed(self) -> Entries:
        """The same array with one entry in each place."""
        structure = self.structure
        if not structure.has_duplicates:
            return self
        if "summed" not in structure.derived:
            structure.derived["summed"] = _without_duplicates(structure)
        order, indptr, moved = structure.derived["summed"]
        return rearranged(
            lambda pattern: pattern, moved(summed_at(self.flat, order, indptr))
        )


def _without_duplicates(
    structure: Structure,
) -> tuple[Any, Any, Callable[..., Entries]]:
    places, _ = structure.entries
    keys, groups = np.unique(structure.keys, return_inverse=True)
    order = np.argsort(groups, kind="stable")
    coordinates = np.unravel_index(keys, structure.shape)
    pattern = _like(
        structure,
        sp.coo_array((counted(keys.shape), coordinates), shape=structure.shape),
    )
    source, target = pattern.data.copy(), Structure(pattern)
    return (
        places[order],
        starts(groups[order], keys.size),
        lambda values: Entries(target, take(values, source)),
    )


def _like(structure: Structure, array: Any) -> Any:
    """The array in the format, and of the class, of a structure."""
    kind = type(structure.template)
    return kind(array.asformat(structure.template.format))


def take(values: Any, places: Any) -> Any:
    """Of a row of values those that are named, counted from one; zero is none of them."""
    if places.size == values.size and np.array_equal(places, counted(places.shape)):
        return values.reshape(places.shape)
    if values.size == 0 or (places.size and places.min() == 0):
        values = np.concatenate([np.zeros(1, values.dtype), values])
    else:
        small = values.size <= np.iinfo(np.uint32).max  # half the memory to go through
        dtype = np.uint32 if small else places.dtype
        places = np.subtract(places, 1, dtype=dtype, casting="unsafe")
    if isinstance(places, np.ndarray):
        places.flags.writeable = False  # so that it need not be copied
    return values[places]


def summed_at(values: Any, order: Any, indptr: Any) -> Any:
    """Sums of the values that are named, from each of the places to the next one."""
    ones = np.ones(order.size, values.dtype.char.lower())
    ones.flags.writeable = False
    rows = indptr.size - 1
    return sparse_product(values, ones, order, indptr, rows=rows, transposed=False)


def rearranged(function: Callable[..., Any], *operands: Any) -> Any:
    """What a function makes of sparse and dense arrays by moving elements, and zeros.

    It is called on the places of the elements, and gives a sparse or a dense array.
    """
    given, values, count = [], [], 0
    for operand in operands:
        if isinstance(operand, Entries):
            own = operand.summed
            given.append(
                with_data(own.structure, counted(own.structure.data_shape, count))
            )
            values.append(own.flat)
        else:
            given.append(counted(operand.shape, count)[()])
            values.append(operand.reshape(-1))
        count += values[-1].size
    flat = values[0] if len(values) == 1 else np.concatenate(values)
    return _wrapped(function(*given), flat)


def with_data(structure: Structure, data: np.ndarray) -> Any:
    """SciPy's array with this structure."""
    made = copy.copy(structure.template)
    made.data = data
    return made


def _wrapped(made: Any, values: Any) -> Any:
    if type(made).__name__ == "matrix":
        refuse_np_matrix()
    if not sp.issparse(made):
        return take(values, np.asarray(made, np.int64)[()])
    if made.format in ("lil", "dok"):
        Structure(made)
    made = trimmed(copy.copy(made))
    places = made.data.astype(np.int64)
    return Entries(Structure(made), take(values, places))


def watched(value: Any) -> Any:
    """The value: what is made of plain arrays here is constant, so that changes matter."""
    for array in own_arrays(value) if sp.issparse(value) else (value,):
        if type(array) is np.ndarray:
            watch(array)
    return value


def refuse_np_matrix() -> None:
    """Raise MissingRuleError: SciPy would give a numpy.matrix."""
    raise MissingRuleError(
        message(
            "functrace.scipy.sparse: what SciPy makes of this is a numpy.matrix.",
            expected="sparse arrays, of which it makes arrays",
            source=user_line(),
            help="use csr_array (or coo_array, ...) in place of csr_matrix.",
        )
    )


def check_shapes(fits: bool, x: Any, y: Any) -> None:
    """Raise ShapeError if two shapes do not fit."""
    if not fits:
        raise ShapeError(
            message(
                "functrace.scipy.sparse: operands whose shapes do not fit.",
                got=f"{x} and {y}",
                source=user_line(),
            )
        )
