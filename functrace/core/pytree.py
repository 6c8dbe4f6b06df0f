"""Nested containers of arrays, through optree; dataclasses need no registration."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeAlias, cast

import numpy as np
import optree

from functrace.core.errors import PytreeMismatchError, message
from functrace.core.tracer import Tracer

Treedef: TypeAlias = optree.PyTreeSpec

NAMESPACE = "functrace"
PARTS = "functrace.parts"  # of what is taken apart within a function, and is no result
LEAF: Treedef = optree.treespec_leaf()

_LEAVES = frozenset((np.ndarray, np.float64, float, Tracer))
_STATIC = (str, bytes, bool, int, type(None), Enum, type)


def flatten(
    tree: Any, is_leaf: Callable[[Any], bool] | None = None
) -> tuple[list[Any], Treedef]:
    """Leaves of a pytree, in a fixed order, and its structure."""
    if type(tree) in _LEAVES:
        return [tree], LEAF
    leaves, treedef = optree.tree_flatten(tree, is_leaf, namespace=NAMESPACE)
    if _LEAVES.issuperset(map(type, leaves)):
        return leaves, treedef
    if len(leaves) == 1 and leaves[0] is tree and not dataclasses.is_dataclass(tree):
        return leaves, LEAF
    new = {type(leaf) for leaf in leaves if dataclasses.is_dataclass(leaf)} - {type}
    if is_leaf is not None:
        new = {cls for cls in new if not is_registered(cls)}
    if not new:
        return leaves, treedef
    for cls in new:
        register_dataclass(cls)
    return flatten(tree, is_leaf)


def unflatten(treedef: Treedef, leaves: Sequence[Any]) -> Any:
    """Build the pytree of the structure from its leaves."""
    if treedef is LEAF:
        return leaves[0]
    return optree.tree_unflatten(treedef, leaves)


def flatten_like(tree: Any, treedef: Treedef, where: str, what: str) -> list[Any]:
    """Leaves of a pytree that must have the given structure, or PytreeMismatchError."""
    leaves, found = flatten(tree)
    check_structure(where, what, found, treedef)
    return leaves


def check_structure(where: str, what: str, found: Treedef, expected: Treedef) -> None:
    """Raise PytreeMismatchError if two structures differ."""
    if found != expected:
        raise PytreeMismatchError(
            message(
                f"{where}: {what} has another structure than it must have.",
                expected=expected,
                got=found,
            )
        )


def flatten_partial(tree: Any, treedef: Treedef, where: str, what: str) -> list[Any]:
    """Leaves of a pytree of the given structure, in which None may stand for any part.

    Such a part is given as None for each of its leaves.
    """
    if tree is None:
        return [None] * treedef.num_leaves
    if treedef is LEAF:
        return flatten_like(tree, treedef, where, what)
    leaves, found = optree.tree_flatten(tree, none_is_leaf=True, namespace=NAMESPACE)
    example = unflatten(treedef, range(treedef.num_leaves))
    try:
        parts = [flatten(part)[1] for part in found.flatten_up_to(example)]
    except ValueError:
        return flatten_like(tree, treedef, where, what)  # says what differs
    if any(x is not None and part is not LEAF for x, part in zip(leaves, parts)):  # noqa: B905
        return flatten_like(tree, treedef, where, what)
    pairs = zip(leaves, parts, strict=True)
    return [x for leaf, part in pairs for x in [leaf] * part.num_leaves]


def flatten_prefix(prefix: Any, tree: Any, where: str, what: str) -> list[Any]:
    """For each leaf of a pytree, what stands for it in a prefix: None is a value there."""
    leaves, treedef = optree.tree_flatten(tree, none_is_leaf=True, namespace=NAMESPACE)
    if prefix is None or isinstance(prefix, int):
        spread = [prefix] * len(leaves)
    else:
        try:
            spread = optree.broadcast_prefix(
                prefix, tree, none_is_leaf=True, namespace=NAMESPACE
            )
        except ValueError:
            raise PytreeMismatchError(
                message(
                    f"{where}: {what} is no prefix of the structure it belongs to.",
                    expected=f"a prefix of {treedef}",
                    got=repr(prefix),
                    help="give one entry for each argument, or for each leaf of it.",
                )
            ) from None
    pairs = zip(leaves, spread, strict=True)
    return [entry for leaf, entry in pairs if leaf is not None]


def map_leaves(function: Callable[[Any], Any], tree: Any) -> Any:
    """Apply to every leaf."""
    leaves, treedef = flatten(tree)
    return unflatten(treedef, [function(leaf) for leaf in leaves])


def is_registered(cls: Any) -> bool:
    """Whether instances of a class are containers."""
    return optree.register_pytree_node.get(cls, namespace=NAMESPACE) is not None


def is_custom(cls: Any) -> bool:
    """Whether they are, and no containers of Python's; also if they are no results."""
    return _home(cls) is not None


def opened(tree: Any) -> tuple[list[Any], Any, Callable[[Any, list[Any]], Any]]:
    """What is in such a container, all the rest of it, and what makes one of both."""
    home = cast("str", _home(type(tree)))
    children, rest, _, join = optree.tree_flatten_one_level(tree, namespace=home)
    return children, rest, join


def _home(cls: Any) -> str | None:
    """Where a class is registered as a container that is not Python's."""
    for namespace in (PARTS, NAMESPACE):
        entry = optree.register_pytree_node.get(cls, namespace=namespace)
        if entry is not None and entry.kind is optree.PyTreeKind.CUSTOM:
            return namespace
    return None


def register_dataclass(cls: Any) -> None:
    """Make the fields children, but for those that hold text, counts, flags or functions."""
    if is_registered(cls):
        return
    names = [f.name for f in dataclasses.fields(cls)]

    def split(instance: Any) -> tuple[list[Any], Any, list[str]]:
        values = {name: getattr(instance, name) for name in names}
        static = {
            name: value
            for name, value in values.items()
            if isinstance(value, _STATIC)
            or (callable(value) and not dataclasses.is_dataclass(value))
        }
        children = [name for name in names if name not in static]
        metadata = (tuple(children), tuple(static.items()))
        return [values[name] for name in children], metadata, children

    def join(metadata: Any, children: Sequence[Any]) -> Any:
        names, static = metadata
        instance = object.__new__(cls)  # no __init__: it may not expect tracers
        for name, value in (*zip(names, children, strict=True), *static):
            object.__setattr__(instance, name, value)
        return instance

    optree.register_pytree_node(cls, split, cast("Any", join), namespace=NAMESPACE)
