"""Sparse arrays of traced values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import optree
import scipy.sparse as sp

from functrace.core.errors import ShapeError, message
from functrace.core.pytree import NAMESPACE
from functrace.core.source import user_line
from functrace.numpy._arguments import as_array
from functrace.scipy.sparse import _algebra as algebra
from functrace.scipy.sparse._entries import (
    Entries,
    rearranged,
    refuse_np_matrix,
    take,
    watched,
)
from functrace.scipy.sparse._operators import Operators, refuse
from functrace.scipy.sparse._structure import Structure, trimmed
from functrace.transforms.gradient import stop_gradient

_CONSTANT = frozenset(
    (
        *("shape", "nnz", "format", "indices", "indptr", "offsets", "row", "col"),
        *("coords", "blocksize", "has_sorted_indices", "has_canonical_format", "ndim"),
        *("size", "getnnz", "count_nonzero"),
    )
)
_MOVING = frozenset(
    (
        *("transpose", "reshape", "diagonal", "getrow", "getcol", "tocsr", "tocsc"),
        *("tocoo", "tobsr", "todia", "asformat", "toarray", "swapaxes"),
    )
)
_ON_ENTRIES = frozenset(  # SciPy's methods that are functions with f(0) = 0
    (
        *("sin", "tan", "arcsin", "arctan", "sinh", "tanh", "arcsinh", "arctanh"),
        *("rint", "sign", "expm1", "log1p", "deg2rad", "rad2deg", "floor", "ceil"),
        *("trunc", "sqrt"),
    )
)


class SparseArray(Operators):
    """A sparse array whose entries may be traced, in places that are constant.

    What the constructors of `functrace.scipy.sparse` give of traced values; it has the
    attributes, methods and operators of SciPy's arrays, or matrices. As a pytree its one
    leaf is `data`, so that it can be an argument and a result of every transform.

    Parameters
    ----------
    matrix : sparse array or matrix of `scipy.sparse`
        Is copied.

    Notes
    -----
    No entry is ever left out for being zero, as SciPy does at times: where there are
    entries must not depend on values. Sums of entries in one place are taken as by SciPy.
    Products take time and memory in proportion to the number of entries, forwards and
    backwards. What is not a method here is refused: ``toarray()`` gives a plain array.

    Examples
    --------
    >>> import numpy as np, scipy.sparse, functrace as ft
    >>> from functrace.scipy.sparse import SparseArray
    >>> A = SparseArray(scipy.sparse.diags_array([1.0, 2.0, 4.0]).tocsr())
    >>> gradient = ft.grad(lambda A, x: x @ (A @ x))(A, np.array([1.0, 2.0, 3.0]))
    >>> gradient.data
    array([1., 4., 9.])
    """

    __slots__ = ("_entries",)

    def __init__(self, matrix: Any) -> None:
        if isinstance(matrix, SparseArray):
            self._entries = matrix.entries
            return
        if not sp.issparse(matrix):
            refuse(f"SparseArray of a {type(matrix).__name__}")
        if matrix.format in ("lil", "dok"):
            matrix = matrix.tocsr()
        made = trimmed(watched(matrix).copy())
        data = made.data
        self._entries = Entries(Structure(made), data)

    @classmethod
    def of(cls, found: Any) -> Any:
        """`Entries` as an instance, anything else as it is."""
        if not isinstance(found, Entries):
            return found
        made = object.__new__(cls)
        made._entries = found
        return made

    @classmethod
    def made(cls, pattern: Any, data: Any) -> SparseArray:
        """With these values at the entries of an array of SciPy's, which is not copied."""
        return cls.of(Entries(Structure(pattern), data))

    def __repr__(self) -> str:
        return f"<SparseArray: {self._entries.structure!r}>"

    @property
    def entries(self) -> Entries:
        """Structure and values, of one array: not of a batch of arrays."""
        structure, data = self._entries
        if np.shape(data) != structure.data_shape:
            raise ShapeError(
                message(
                    "functrace.scipy.sparse: these are the entries of many sparse arrays.",
                    expected=f"data of shape {structure.data_shape}",
                    got=f"shape {np.shape(data)}",
                    source=user_line(),
                    help="map over them: functrace.vmap(function)(A).",
                )
            )
        return self._entries

    @property
    def data(self) -> Any:
        """The values of the entries, as SciPy keeps them in this format."""
        return self._entries.data

    @data.setter
    def data(self, values: Any) -> None:
        self._entries = Entries(self._entries.structure, as_array(values))
        self.entries  # noqa: B018 - checks the shape

    @property
    def dtype(self) -> Any:
        """Of the entries."""
        return self.data.dtype

    def to_scipy(self) -> Any:
        """SciPy's array, of plain values: ConcretizationError if they are not known."""
        structure, data = self.entries
        return structure.filled(np.array(np.asarray(data)))

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":
            raise AttributeError(name)
        found = getattr(self._entries.structure.template, name)  # or AttributeError
        if name in _MOVING:
            return lambda *args, **kwargs: self._moved(name, args, kwargs)
        if name in _ON_ENTRIES:
            return lambda: self._each(getattr(np, name))
        if name not in _CONSTANT:
            refuse(f"{type(found).__name__} {name}")
        return found

    def _moved(self, name: str, args: Any, kwargs: Any) -> Any:
        kwargs = {k: v for k, v in kwargs.items() if k != "copy"}
        return self._rearranged(lambda p: getattr(p, name)(*args, **kwargs))

    def _rearranged(self, function: Callable[..., Any]) -> Any:
        return self.of(rearranged(function, self.entries))

    def _each(self, function: Callable[..., Any], *, linear: bool = False) -> Any:
        own = self.entries if linear else self.entries.summed
        return self.of(Entries(own.structure, function(own.data)))

    # -- what moves, and converts ----------------------------------------------------------

    @property
    def T(self) -> SparseArray:  # noqa: N802 - SciPy's name
        """The transpose."""
        structure, data = self.entries
        if "T" not in structure.derived:
            pattern = structure.pattern.T
            structure.derived["T"] = pattern.data, Structure(pattern)
        places, target = structure.derived["T"]
        return self.of(Entries(target, take(data.reshape(-1), places)))

    @property
    def mT(self) -> SparseArray:  # noqa: N802 - SciPy's name
        """The transpose."""
        return self.T

    def copy(self) -> SparseArray:
        """The same entries: what is written to these is not written to the others."""
        return self._each(lambda data: data.copy(), linear=True)

    def without_derivative(self) -> SparseArray:
        """With entries that are constant for derivatives."""
        return self._each(stop_gradient, linear=True)

    def astype(self, dtype: Any, casting: str = "unsafe", copy: bool = True) -> Any:
        """With entries of another dtype."""
        return self._each(lambda data: data.astype(dtype), linear=True)

    def conj(self, copy: bool = True) -> SparseArray:
        """The complex conjugate."""
        return self._each(np.conj, linear=True)

    conjugate = conj

    @property
    def real(self) -> SparseArray:
        """The real part."""
        return self._each(np.real, linear=True)

    @property
    def imag(self) -> SparseArray:
        """The imaginary part."""
        return self._each(np.imag, linear=True)

    def todense(self) -> Any:
        """A plain array."""
        if self._entries.structure.is_matrix:
            refuse_np_matrix()
        return self._moved("toarray", (), {})

    def __getitem__(self, index: Any) -> Any:
        for part in index if isinstance(index, tuple) else (index,):
            watched(part)
        return self._rearranged(lambda pattern: pattern[index])

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self.shape[0]))

    def trace(self, offset: int = 0) -> Any:
        """The sum along a diagonal."""
        return self._moved("diagonal", (offset,), {}).sum()

    def sum(self, axis: Any = None, dtype: Any = None) -> Any:
        """The sum of all entries, or along an axis."""
        pattern = self._entries.structure.pattern
        if axis is not None and not isinstance(pattern.sum(axis), np.generic):
            if self._entries.structure.is_matrix:
                refuse_np_matrix()
            down = pattern.ndim == 2 and axis in (0, -2, (0,), (-2,))
            along = self.shape[0] if down else self.shape[-1]
            ones = np.ones(along, self.dtype.char.lower())
            found = algebra.times_dense(self.entries, ones, transposed=down)
        else:
            found = self.entries.coordinates[0].sum()
        return found if dtype is None else found.astype(dtype)

    def mean(self, axis: Any = None, dtype: Any = None) -> Any:
        """The mean of all elements, or along an axis."""
        found = self.sum(axis, dtype)
        return found / (np.prod(self.shape) / max(np.size(found), 1))

    def sum_duplicates(self) -> None:
        """Have one entry in each place."""
        self._entries = self.entries.summed


def _split(array: Any) -> tuple[list[Any], Structure, None]:
    structure, data = array._entries  # noqa: SLF001 - functions of the class
    return [data], structure, None


def _join(structure: Any, leaves: Any) -> Any:
    return SparseArray.of(Entries(structure, *leaves))


optree.register_pytree_node(
    cast("Any", SparseArray), _split, _join, namespace=NAMESPACE
)
