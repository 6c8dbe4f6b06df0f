"""The classes of `scipy.sparse`, and its functions that make sparse arrays of others."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import optree
import scipy.sparse as sp

from functrace.numpy._arguments import as_array, untraced
from functrace.scipy._plain import any_traced
from functrace.scipy.sparse import _algebra as algebra
from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._entries import Entries, rearranged, watched
from functrace.scipy.sparse._operators import refuse
from functrace.scipy.sparse._structure import Structure


def plain(tree: Any) -> Any:
    """What was made of NumPy's functions in traced code, and is constant, as ndarrays."""
    return optree.tree_map(untraced, tree) if any_traced(tree) else tree


def concerns(*values: Any) -> bool:
    """Whether there is a traced value in these, or a `SparseArray`."""
    leaves: list[Any] = optree.tree_leaves(list(values))  # type: ignore[arg-type]
    ours = any(isinstance(leaf, SparseArray) for leaf in leaves)
    return ours or any_traced(leaves)


class Constructor(type):
    """The class of classes that stand in for SciPy's: instances are SciPy's, or ours."""

    original: Any

    def __call__(
        cls,
        arg1: Any,
        shape: Any = None,
        dtype: Any = None,
        copy: bool = False,
        **options: Any,
    ) -> Any:
        """SciPy's array of plain values; of traced ones a `SparseArray`."""
        arg1, shape = plain((arg1, shape))
        if not concerns(arg1):
            return cls.original(arg1, shape=shape, dtype=dtype, copy=copy, **options)
        made = SparseArray.of(_made(cls.original, arg1, {"shape": shape, **options}))
        return made if dtype is None else made.astype(dtype)

    def __instancecheck__(cls, instance: Any) -> bool:
        if type(instance) is SparseArray:
            instance = instance.entries.structure.template
        return isinstance(instance, cls.original)


def standing_in(original: Any) -> Any:
    """The class that stands in for one of SciPy's."""
    members = {"original": original, "__doc__": original.__doc__}
    return Constructor(original.__name__, (), members)


def _made(original: Any, given: Any, options: dict[str, Any]) -> Entries:
    """What the class makes of its first argument."""
    if isinstance(given, SparseArray):
        return rearranged(lambda pattern: original(pattern, **options), given.entries)
    if not isinstance(given, tuple):
        refuse(
            "entries as are not zero in a traced array",
            "give the places as well: csr_array((values, (rows, columns)), shape)",
        )
    values, *places = given
    values = as_array(values)
    for leaf in optree.tree_leaves(places):  # type: ignore[arg-type]
        watched(leaf)
    if len(places) == 1 and not issubclass(original, (sp.dia_array, sp.dia_matrix)):
        return _of_coordinates(original, values, places[0], options)
    if concerns(places):
        places = [np.asarray(part) for part in places]  # refused
    return rearranged(
        lambda counted: original((counted, *places), copy=True, **options), values
    )


def _of_coordinates(
    original: Any, values: Any, coordinates: Any, options: dict[str, Any]
) -> Entries:
    """Entries, each with its coordinates, of which some may be equal."""
    is_matrix = sp.spmatrix in original.__mro__
    coo: Any = sp.coo_matrix if is_matrix else sp.coo_array
    numbers = tuple(np.array(part) for part in coordinates)
    made: Any = coo((np.zeros(values.shape), numbers), shape=options.pop("shape"))
    found = Entries(Structure(made), values)
    if issubclass(original, coo):
        return found
    return rearranged(lambda pattern: original(pattern, **options), found)


# -- functions of sparse arrays --------------------------------------------------------


def moving(original: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """SciPy's function, which moves the elements of its first argument."""

    def function(first: Any, *args: Any, **kwargs: Any) -> Any:
        first, args, kwargs = plain((first, args, kwargs))
        if not concerns(first):
            return original(first, *args, **kwargs)
        dtype = kwargs.pop("dtype", None)
        leaves, treedef = optree.tree_flatten(first)
        for leaf in (*args, *kwargs.values()):
            watched(leaf)

        def move(*places: Any) -> Any:
            moved = optree.tree_unflatten(treedef, places)
            return original(moved, *args, **kwargs, **options)

        out = SparseArray.of(rearranged(move, *map(_operand, leaves)))
        return out if dtype is None else out.astype(dtype)

    function.__name__ = function.__qualname__ = original.__name__
    function.__doc__ = original.__doc__
    return function


def _operand(value: Any) -> Any:
    if isinstance(value, SparseArray) or sp.issparse(value):
        return SparseArray(value).entries
    return as_array(value)


def _sparse(value: Any) -> Any:
    """The entries of a factor of `kron`: of an array all its elements."""
    operand = _operand(value)
    if isinstance(operand, Entries):
        return operand
    if concerns(value):
        return rearranged(sp.coo_array, operand)
    return SparseArray(sp.coo_array(operand)).entries


def kron(A: Any, B: Any, format: str | None = None) -> Any:
    """The Kronecker product; see `scipy.sparse.kron`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy import sparse
    >>> eye = sparse.eye_array(2)
    >>> twice = lambda d: sparse.kron(eye, sparse.diags_array(d)) @ np.arange(1.0, 5.0)
    >>> ft.jacobian(twice)(np.ones(2))
    array([[1., 0.],
           [0., 2.],
           [3., 0.],
           [0., 4.]])
    """
    A, B = plain((A, B))
    if not concerns(A, B):
        return sp.kron(A, B, format=format)
    return SparseArray.of(algebra.kron(_sparse(A), _sparse(B), format))


def kronsum(A: Any, B: Any, format: str | None = None) -> Any:
    """The sum of two Kronecker products with identities; see `scipy.sparse.kronsum`."""
    A, B = plain((A, B))
    if not concerns(A, B):
        return sp.kronsum(A, B, format=format)
    a, b = (SparseArray.of(_sparse(x)) for x in (A, B))
    eyes = [sp.eye_array(x.shape[0], dtype=x.dtype) for x in (a, b)]
    if a.entries.structure.is_matrix and b.entries.structure.is_matrix:
        eyes = [sp.dia_matrix(eye) for eye in eyes]
    made = kron(eyes[1], a) + kron(b, eyes[0])
    return made if format is None else made.asformat(format)


def asking_pattern(original: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """SciPy's question about the class of an array."""

    @functools.wraps(original)
    def function(x: Any) -> bool:
        return original(x.entries.structure.template if type(x) is SparseArray else x)

    return function
