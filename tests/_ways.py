"""Loops and branches as a user runs them and as transforms record them: all must agree.

The oracle is the function as it is, which Python runs round by round; its own derivatives
are compared with differences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import functrace as ft
from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.check import check
from functrace.testing import check_grads

COUNT = 3  # elements of a batch


def recorded(fun: Callable[..., Any]) -> Callable[..., Any]:
    """The function by way of its graph, in which a loop is one operation."""

    def evaluate(*args: Any) -> Any:
        graph = graph_of(fun, *args)
        check(graph)
        return graph(*args)

    return evaluate


def graph_of(fun: Callable[..., Any], *args: Any) -> ft.Graph:
    """The graph of the function of such arguments."""
    return ft.make_graph(fun)(*pytree.map_leaves(_aval, args))


def _aval(leaf: Any) -> Aval:
    leaf = leaf if hasattr(leaf, "dtype") else np.asarray(leaf)
    return Aval(leaf.shape, leaf.dtype)


def assert_same(got: Any, expected: Any, rtol: float = 1e-9) -> None:
    """The same structure, shapes and dtypes, and values up to rounding."""
    leaves, treedef = pytree.flatten(got)
    wanted, structure = pytree.flatten(expected)
    assert treedef == structure
    for a, b in zip(leaves, wanted, strict=True):
        a, b = np.asarray(a), np.asarray(b)  # noqa: PLW2901 - numbers among them
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        scale = np.max(np.abs(b), initial=1) if b.dtype.kind in "fc" else 0
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * scale)


def floats(args: Sequence[Any]) -> tuple[int, ...]:
    """Positions of the arguments to differentiate with respect to."""
    kinds = [{np.asarray(x).dtype.kind for x in pytree.flatten(a)[0]} for a in args]
    return tuple(i for i, kind in enumerate(kinds) if kind and kind <= {"f", "c"})


def scalar(fun: Callable[..., Any]) -> Callable[..., Any]:
    """A real number that depends on all that the function returns."""

    def total(*args: Any) -> Any:
        leaves, _ = pytree.flatten(fun(*args))
        found = 0.0
        for k, leaf in enumerate(leaves, 1):
            if np.asarray(leaf).dtype.kind in "fc" if not hasattr(leaf, "dtype") else (
                leaf.dtype.kind in "fc"
            ):
                weights = np.cos(k + np.arange(np.size(leaf))).reshape(np.shape(leaf))
                found = found + np.sum(np.real(leaf * weights * (1 - 0.5j)))
        return found

    return total
