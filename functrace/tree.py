"""Nested containers of arrays: what every transform takes and returns.

Containers are tuples, lists, dictionaries, named tuples, deques and dataclasses, and the
classes of `register`; None is a container of nothing. All else is a leaf. These are
[optree](https://optree.readthedocs.io)'s functions, with the classes that the transforms
know.

>>> import functrace as ft
>>> parameters = {"w": [1.0, 2.0], "b": 3.0}
>>> ft.tree.map(lambda x: 10 * x, parameters)
{'w': [10.0, 20.0], 'b': 30.0}
>>> ft.tree.leaves(parameters)
[3.0, 1.0, 2.0]
"""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import optree

from functrace.core import pytree
from functrace.core.pytree import NAMESPACE, Treedef

__all__ = (
    "all",
    "flatten",
    "leaves",
    "map",
    "reduce",
    "register",
    "structure",
    "transpose",
    "unflatten",
)

Class = TypeVar("Class", bound=type)
IsLeaf = Callable[[Any], bool] | None

_WHERE = "functrace.tree"
_REQUIRED: Any = object()


def flatten(tree: Any, is_leaf: IsLeaf = None) -> tuple[list[Any], Treedef]:
    """Leaves, in a fixed order (of dictionaries that of their keys), and structure.

    Parameters
    ----------
    tree : pytree
    is_leaf : callable, optional
        Says of a container that it counts as a leaf.

    Returns
    -------
    leaves : list
    structure : optree.PyTreeSpec
        What `unflatten` takes. Structures can be compared and hashed.

    Examples
    --------
    >>> import functrace as ft
    >>> leaves, structure = ft.tree.flatten({"b": (1.0, None), "a": 2.0})
    >>> leaves, structure.num_leaves
    ([2.0, 1.0], 2)
    """
    return pytree.flatten(tree, is_leaf)


def unflatten(structure: Treedef, leaves: Iterable[Any]) -> Any:
    """A pytree of a structure, from its leaves.

    Parameters
    ----------
    structure : optree.PyTreeSpec
        From `flatten` or `structure`.
    leaves : iterable

    Raises
    ------
    ValueError
        There are more leaves, or fewer.

    Examples
    --------
    >>> import functrace as ft
    >>> ft.tree.unflatten(ft.tree.structure({"a": 1.0, "b": 2.0}), [3.0, 4.0])
    {'a': 3.0, 'b': 4.0}
    """
    found = list(leaves)
    if structure == pytree.LEAF and len(found) == 1:
        return found[0]
    return optree.tree_unflatten(structure, found)


def leaves(tree: Any, is_leaf: IsLeaf = None) -> list[Any]:
    """The leaves, in the order of `flatten`.

    Parameters
    ----------
    tree : pytree
    is_leaf : callable, optional
        As of `flatten`.

    Examples
    --------
    >>> import functrace as ft
    >>> ft.tree.leaves([1.0, (2.0, {"x": 3.0})])
    [1.0, 2.0, 3.0]
    """
    return flatten(tree, is_leaf)[0]


def structure(tree: Any, is_leaf: IsLeaf = None) -> Treedef:
    """What is left of a pytree without its leaves.

    Parameters
    ----------
    tree : pytree
    is_leaf : callable, optional
        As of `flatten`.

    Examples
    --------
    >>> import functrace as ft
    >>> ft.tree.structure((1.0, [2.0])) == ft.tree.structure(("a", ["b"]))
    True
    """
    return flatten(tree, is_leaf)[1]


def map(  # noqa: A001 - the field's name
    function: Callable[..., Any], tree: Any, *rest: Any, is_leaf: IsLeaf = None
) -> Any:
    """Apply a function to each leaf, or to the leaves in the same place of several trees.

    Parameters
    ----------
    function : callable
        Takes a leaf of each tree.
    tree, *rest : pytree
        The others have the structure of the first, or at its leaves any pytree.
    is_leaf : callable, optional
        As of `flatten`.

    Returns
    -------
    pytree
        Of the first tree's structure.

    Raises
    ------
    PytreeMismatchError
        The structures do not fit.

    Examples
    --------
    >>> import functrace as ft
    >>> ft.tree.map(lambda p, g: p - 0.5 * g, {"a": 1.0}, {"a": 4.0})
    {'a': -1.0}
    """
    found, treedef = flatten(tree, is_leaf)
    columns = [found]
    for other in rest:
        try:
            columns.append(treedef.flatten_up_to(other))
        except ValueError:
            what = f"argument {len(columns) + 1}"
            pytree.check_structure(
                f"{_WHERE}.map", what, structure(other, is_leaf), treedef
            )
            raise
    return unflatten(treedef, [function(*row) for row in zip(*columns, strict=True)])


def reduce(
    function: Callable[[Any, Any], Any],
    tree: Any,
    initial: Any = _REQUIRED,
    *,
    is_leaf: IsLeaf = None,
) -> Any:
    """Combine all leaves, from the first to the last.

    Parameters
    ----------
    function : callable
        ``(so far, leaf) -> so far``.
    tree : pytree
    initial : optional
        Where to start; default: the first leaf.
    is_leaf : callable, optional
        As of `flatten`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.tree.reduce(lambda total, x: total + np.sum(x**2), {"a": 3.0, "b": 4.0}, 0.0)
    np.float64(25.0)
    """
    found = leaves(tree, is_leaf)
    start = () if initial is _REQUIRED else (initial,)
    return functools.reduce(function, found, *start)


def all(tree: Any, is_leaf: IsLeaf = None) -> bool:  # noqa: A001 - likewise
    """Whether all leaves are true.

    Parameters
    ----------
    tree : pytree
    is_leaf : callable, optional
        As of `flatten`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.tree.all(ft.tree.map(np.allclose, [1.0, np.ones(2)], [1.0, np.ones(2)]))
    True
    """
    return builtins.all(leaves(tree, is_leaf))


def transpose(outer: Treedef, inner: Treedef, tree: Any) -> Any:
    """Turn a pytree of pytrees inside out.

    Parameters
    ----------
    outer, inner : optree.PyTreeSpec
        The structure of `tree`, at each leaf of which stands a pytree of the other.
    tree : pytree

    Returns
    -------
    pytree
        Of the structure `inner`, with one of `outer` at each leaf.

    Raises
    ------
    PytreeMismatchError
        `tree` has another structure.

    Examples
    --------
    >>> import functrace as ft
    >>> rows = [{"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 4.0}]
    >>> outer, inner = ft.tree.structure([0, 0]), ft.tree.structure(rows[0])
    >>> ft.tree.transpose(outer, inner, rows)
    {'x': [1.0, 3.0], 'y': [2.0, 4.0]}
    """
    where = f"{_WHERE}.transpose"
    pytree.check_structure(where, "tree", structure(tree), outer.compose(inner))
    found = leaves(tree)
    columns = [found[i :: inner.num_leaves] for i in range(inner.num_leaves)]
    return unflatten(inner, [unflatten(outer, column) for column in columns])


def register(
    cls: Class,
    flatten: Callable[[Any], tuple[Sequence[Any], Any]],
    unflatten: Callable[[Any, Any], Any],
) -> Class:
    """Make the instances of a class containers, for all transforms.

    Dataclasses are containers without it: of their fields those are fixed that hold text,
    whole numbers, flags, functions or None.

    Parameters
    ----------
    cls : type
    flatten : callable
        ``instance -> (children, rest)``: a sequence of pytrees, and what is fixed, which
        can be compared and hashed.
    unflatten : callable
        ``(rest, children) -> instance``. The children may be anything: arrays, traced
        values, axes. It should not check them.

    Returns
    -------
    type
        The class.

    Raises
    ------
    ValueError
        The class is registered already.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> class Line:
    ...     def __init__(self, slope, offset, name):
    ...         self.slope, self.offset, self.name = slope, offset, name
    >>> _ = ft.tree.register(
    ...     Line,
    ...     lambda line: ((line.slope, line.offset), line.name),
    ...     lambda name, children: Line(*children, name),
    ... )
    >>> gradient = ft.grad(lambda line: line.slope**2 + line.offset)(
    ...     Line(3.0, 1.0, "a")
    ... )
    >>> gradient.slope, gradient.offset, gradient.name
    (np.float64(6.0), np.float64(1.0), 'a')
    """
    optree.register_pytree_node(cls, flatten, unflatten, namespace=NAMESPACE)
    return cls
