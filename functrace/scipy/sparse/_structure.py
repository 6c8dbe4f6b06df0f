"""Where the entries of a sparse array are: constants, found by SciPy's own code.

The entries of a *pattern*, an array of SciPy's, are the places of entries in the data,
counted from one. What SciPy makes of patterns by moving entries says which entries of the
data are where in the result: so nothing of SciPy's formats is known here. A *template* has
the same places, and ones.
"""

from __future__ import annotations

import copy
import hashlib
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

import numpy as np
import scipy.sparse as sp

from functrace.core.errors import MissingRuleError, message
from functrace.core.source import user_line

_ARRAYS = ("indices", "indptr", "offsets")


class Compressed(NamedTuple):
    """A matrix by rows, or by columns, as the products of `primitives.sparse` take it.

    Attributes
    ----------
    places : ndarray or None
        Which entries of the data these are; None: all of them, in their order.
    indices, indptr : ndarray
    transposed : bool
        Whether it is kept by columns.
    """

    places: np.ndarray | None
    indices: np.ndarray
    indptr: np.ndarray
    transposed: bool


class Structure:
    """The places of the entries of a sparse array, without their values.

    Parameters
    ----------
    pattern : sparse array or matrix
        In one of the formats that keep entries in an array, `trimmed`; its data are
        replaced, and nobody may write to its other arrays.

    Attributes
    ----------
    template : sparse array or matrix
        The same, whose entries are all one, and take no memory.
    """

    def __init__(self, pattern: Any) -> None:
        if pattern.format in ("lil", "dok") or pattern.ndim > 2:
            _refuse_format(pattern)
        pattern.data = np.broadcast_to(np.int8(1), pattern.data.shape)
        for array in self._arrays(pattern):
            array.flags.writeable = False  # so that they need not be copied
        self.template = pattern
        self.derived: dict[Any, Any] = {}

    @staticmethod
    def _arrays(pattern: Any) -> list[np.ndarray]:
        if pattern.format == "coo":
            return list(pattern.coords)
        return [getattr(pattern, name) for name in _ARRAYS if hasattr(pattern, name)]

    @cached_property
    def pattern(self) -> Any:
        """The array whose entries are their places in the data, counted from one."""
        made = copy.copy(self.template)
        made.data = counted(self.data_shape)
        return made

    def filled(self, data: np.ndarray) -> Any:
        """SciPy's array with these values, which are not copied."""
        kind: Any = type(self.template)
        made = kind.__new__(kind)
        facts = dict(vars(self.template))  # checked when the pattern was made
        if "coords" in facts:
            facts["coords"] = tuple(each.copy() for each in facts["coords"])
        for name in _ARRAYS:
            if name in facts:
                facts[name] = facts[name].copy()
        vars(made).update(facts, data=data)
        return made

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the array."""
        return self.template.shape

    @property
    def data_shape(self) -> tuple[int, ...]:
        """Of the array that the entries are kept in."""
        return self.template.data.shape

    @property
    def is_matrix(self) -> bool:
        """Whether it is of the classes ``..._matrix``, whose ``*`` is the product."""
        return isinstance(self.template, sp.spmatrix)

    @cached_property
    def entries(self) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        """Of each entry, which one of the data it is, and its coordinates."""
        found = self.pattern.tocoo()
        return found.data - 1, tuple(found.coords)

    @cached_property
    def keys(self) -> np.ndarray:
        """Of each entry, a number for its place."""
        _, coordinates = self.entries
        return np.ravel_multi_index(
            tuple(np.asarray(c, np.int64) for c in coordinates), self.shape
        )

    @cached_property
    def has_duplicates(self) -> bool:
        """Whether there are two entries in one place, which are meant to be added up."""
        own = self.template
        if own.format in ("csr", "csc") and own.has_canonical_format:
            return False
        keys = np.sort(self.keys)
        return bool(np.any(keys[1:] == keys[:-1]))

    @cached_property
    def compressed(self) -> Compressed:
        """The matrix by rows or, if it is kept so, by columns."""
        own = self.template
        if own.format in ("csr", "csc") and own.ndim == 2:
            return Compressed(None, own.indices, own.indptr, own.format == "csc")
        places, coordinates = self.entries
        rows, columns = coordinates if own.ndim == 2 else (0 * places, *coordinates)
        order = np.argsort(rows, kind="stable")
        count = self.shape[0] if own.ndim == 2 else 1
        given = (places[order], columns[order], starts(rows, count))
        for array in given:
            array.flags.writeable = False
        return Compressed(*given, transposed=False)

    @cached_property
    def _digest(self) -> bytes:
        content = hashlib.sha256()
        for array in self._arrays(self.template):
            content.update(np.ascontiguousarray(array).view(np.uint8).data)
        return content.digest()

    @cached_property
    def _key(self) -> Any:
        return type(self.template), self.shape, self.data_shape, self._digest

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Structure) and self._key == other._key
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        entries = self.template.nnz
        return f"{type(self.template).__name__}{self.shape} with {entries} entries"


def trimmed(array: Any) -> Any:
    """The array; without room that is not used."""
    if array.format in ("csr", "csc") and array.indices.size > array.indptr[-1]:
        array = array.copy()
        array.prune()
    return array


def counted(shape: tuple[int, ...], start: int = 0) -> np.ndarray:
    """Places of entries in data of this shape, which follow `start` others."""
    stop = start + int(np.prod(shape)) + 1
    dtype = (
        np.int32 if stop <= np.iinfo(np.int32).max else np.int64
    )  # as SciPy's indices
    return np.arange(start + 1, stop, dtype=dtype).reshape(shape)


def starts(rows: np.ndarray, count: int) -> np.ndarray:
    """For sorted rows, where each of so many begins, and where the last one ends."""
    ends = np.cumsum(np.bincount(rows, minlength=count))
    dtype = np.int32 if rows.size < np.iinfo(np.int32).max else np.int64
    return np.concatenate([[0], ends]).astype(dtype)


def _refuse_format(pattern: Any) -> NoReturn:
    raise MissingRuleError(
        message(
            "functrace.scipy.sparse: a sparse array of this kind cannot hold traced values.",
            expected="the formats csr, csc, coo, dia or bsr, in one or two dimensions",
            got=f"{type(pattern).__name__} of shape {pattern.shape}",
            source=user_line(),
        )
    )
