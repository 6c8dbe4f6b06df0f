"""Pytrees as vectors, and back."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.dispatch import FUNCTIONS
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.primitive import as_argument
from functrace.core.tracer import Tracer
from functrace.transforms.make_graph import labels_of

_WHERE = "functrace.ravel"
_NUMBERS = (bool, int, float, complex)
_WEAK = (int, float, complex)
_RANKS = {"b": 0, "u": 1, "i": 2, "f": 3, "c": 4}  # kinds of dtypes


def ravel(tree: Any) -> tuple[Any, Callable[[Any], Any]]:
    """A pytree as one vector, and the function that makes a pytree of such a vector.

    What takes vectors only, as SciPy's solvers do, can so be given parameters in
    containers.

    Parameters
    ----------
    tree : pytree
        Of arrays and numbers, plain or traced.

    Returns
    -------
    vector : array (n,)
        The elements of all leaves, in the order of `functrace.tree.leaves` (of a dict that
        is the keys', sorted), arrays in C order. Dtypes are promoted as NumPy does; of a
        tree without leaves float64.
    unravel : callable
        ``vector -> tree``, of arrays ``(n,)`` of any dtype: leaves have the shapes and
        dtypes that they had, but that Python numbers become NumPy scalars of a dtype that
        holds the vector's elements. Traceable.

    Raises
    ------
    DtypeError
        A leaf is not an array of numbers. Of `unravel`: an element is not a whole number,
        or not real, where the leaf's dtype asks for it; values that are not known, in a
        compiled function, are rounded.
    ShapeError
        Of `unravel`: the vector has another shape.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from scipy.optimize import minimize
    >>> def loss(p):
    ...     return (p["a"] - 1) ** 2 + np.sum((p["b"] - p["a"]) ** 2)
    >>> x0, unravel = ft.ravel({"a": 0.0, "b": np.ones(2)})
    >>> x0
    array([0., 1., 1.])
    >>> fast = ft.jit(ft.value_and_grad(lambda x: loss(unravel(x))))
    >>> unravel(minimize(fast, x0, jac=True).x.round(4))
    {'a': np.float64(1.0), 'b': array([1., 1.])}
    """
    leaves, treedef = pytree.flatten(tree)
    labels = labels_of(lambda tree: None, pytree.flatten(((tree,), {}))[1])
    pairs = list(zip(leaves, labels, strict=True))
    operands = [_operand(*pair) for pair in pairs]
    promoted = [_promoted(leaf, x) for leaf, x in zip(leaves, operands, strict=True)]
    dtype = np.result_type(*promoted) if promoted else np.dtype(np.float64)
    parts = [
        _Part(label, x.shape, _own_dtype(leaf, x.dtype, dtype), _is_scalar(leaf))
        for (leaf, label), x in zip(pairs, operands, strict=True)
    ]
    unravel = Unravel(treedef, parts, dtype)
    flat = [np.reshape(x, (-1,)) for x in operands]
    if not any(type(x) is Tracer for x in flat):
        return np.concatenate([np.zeros(0, dtype), *flat], dtype=dtype), unravel
    return FUNCTIONS[np.concatenate]([x.astype(dtype) for x in flat]), unravel


class _Part(NamedTuple):
    """What a leaf was."""

    label: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    scalar: bool

    @property
    def size(self) -> int:
        """How many elements it has."""
        return int(np.prod(self.shape))


class Unravel:
    """Makes pytrees of vectors; see `ravel`."""

    def __init__(
        self, treedef: pytree.Treedef, parts: list[_Part], dtype: np.dtype[Any]
    ) -> None:
        self._treedef = treedef
        self._parts = parts
        self._dtype = dtype
        self._stops = list(itertools.accumulate((p.size for p in parts), initial=0))

    def __call__(self, vector: Any) -> Any:
        """The pytree that has the elements of the vector."""
        vector = as_argument(
            vector, f"{_WHERE}: the vector is not an array of numbers."
        )
        if np.shape(vector) != (self._stops[-1],):
            raise ShapeError(
                message(
                    f"{_WHERE}: the vector has another shape than the tree's.",
                    expected=f"{self._dtype.name}[{self._stops[-1]}]",
                    got=aval_of(vector),
                )
            )
        places = zip(self._parts, self._stops, strict=False)
        leaves = [_leaf(vector[i : i + part.size], part) for part, i in places]
        return pytree.unflatten(self._treedef, leaves)

    def __repr__(self) -> str:
        return f"<functrace.ravel's inverse: {self._dtype.name}[{self._stops[-1]}]>"


def _operand(leaf: Any, label: str) -> Any:
    if type(leaf) in _NUMBERS:
        return np.asarray(leaf)
    name = "tree" + label.removeprefix("tree")
    return as_argument(leaf, f"{_WHERE}: {name} is not an array of numbers.")


def _is_weak(leaf: Any) -> bool:
    """Whether its dtype gives way: of a Python number, if it is no flag."""
    if type(leaf) is Tracer:
        return isinstance(leaf.aval.dtype, type)
    return type(leaf) in _WEAK


def _own_dtype(leaf: Any, found: Any, vector: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype that a leaf comes back with; a Python number is real if it was."""
    if not _is_weak(leaf):
        return found
    return vector if found.kind == "c" else vector.type(0).real.dtype


def _is_scalar(leaf: Any) -> bool:
    return (
        not leaf.is_array if type(leaf) is Tracer else not isinstance(leaf, np.ndarray)
    )


def _promoted(leaf: Any, operand: Any) -> Any:
    if type(leaf) is Tracer and _is_weak(leaf):
        return leaf.aval.dtype(0)
    return leaf if _is_weak(leaf) else operand.dtype


def _leaf(elements: Any, part: _Part) -> Any:
    """A leaf from its elements, as an array of its own."""
    if _RANKS[part.dtype.kind] < min(_RANKS[elements.dtype.kind], _RANKS["f"]):
        elements = _rounded(elements, part)
    if part.dtype.kind != "c" and elements.dtype.kind == "c":
        _check(np.imag(elements), part, "real")
        elements = np.real(elements)
    found = elements.astype(part.dtype).reshape(part.shape)
    return found[()] if part.scalar else found


def _rounded(elements: Any, part: _Part) -> Any:
    """Numbers that are to be whole, exactly, if they are known."""
    whole = np.rint(np.real(elements))
    if part.dtype.kind == "b":
        whole = np.clip(whole, 0, 1)
    _check(elements - whole, part, "0 or 1" if part.dtype.kind == "b" else "whole")
    return whole


def _check(rest: Any, part: _Part, what: str) -> None:
    value = rest.value if type(rest) is Tracer else rest
    if value is not None and np.any(value != 0):
        raise DtypeError(
            message(
                f"{_WHERE}: {part.label} cannot hold the vector's elements.",
                expected=f"numbers that are {what}, for {part.dtype.name}",
                got=f"differences up to {np.max(np.abs(value)):.3g} from such",
                help="ravel a tree in which it is an array of floats.",
            )
        )
