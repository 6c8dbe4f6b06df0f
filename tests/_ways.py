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
        found = 0.0
        leaves = pytree.flatten(fun(*args))[0]
        arrays = [
            leaf if hasattr(leaf, "size") else np.asarray(leaf) for leaf in leaves
        ]
        for k, leaf in enumerate(arrays, 1):
            weights = np.cos(k + np.arange(leaf.size)).reshape(leaf.shape)
            if leaf.dtype.kind in "fc":
                found = found + np.sum(np.real(leaf * weights * (1 - 0.5j)))
        return found

    return total


def of_floats(
    fun: Callable[..., Any], args: Sequence[Any]
) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The function of those arguments alone that can be differentiated."""
    places = floats(args)

    def restricted(*given: Any) -> Any:
        whole = list(args)
        for place, value in zip(places, given, strict=True):
            whole[place] = value
        return fun(*whole)

    return restricted, tuple(args[i] for i in places)


def batch_of(arg: Any) -> Any:
    """Several arguments, stacked: the first is `arg`."""

    def spread(leaf: Any) -> Any:
        array = np.asarray(leaf)
        if array.dtype.kind == "b":
            return np.stack([array, ~array, array])
        if array.dtype.kind in "iu":
            return np.stack([array, array + 1, np.maximum(array, 1) - 1])
        return np.stack([array, array * 1.1, array * 0.8]).astype(array.dtype)

    return pytree.map_leaves(spread, arg)


# -- laws ------------------------------------------------------------------------------


def values(fun: Callable[..., Any], args: Sequence[Any]) -> None:
    """As one operation it gives what it gives round by round."""
    expected = fun(*args)
    for way in (
        recorded(fun),
        ft.jit(fun),
        recorded(ft.jit(fun)),
        ft.jit(recorded(fun)),
    ):
        assert_same(way(*args), expected)


def batches(fun: Callable[..., Any], args: Sequence[Any]) -> None:
    """Of a batch it gives what it gives of each element."""
    for axes in _axes(args):
        found = [fun(*_element(args, axes, k)) for k in range(COUNT)]
        mapped = ft.vmap(fun, in_axes=axes)
        operands = _mapped(args, axes)
        expected = _stacked(found)
        for way in (mapped, recorded(mapped), ft.jit(mapped)):
            assert_same(way(*operands), expected)


def first_derivatives(fun: Callable[..., Any], args: Sequence[Any]) -> None:
    """Those round by round are right, and the others agree with them."""
    total, given = of_floats(scalar(fun), args)
    check_grads(total, given, order=1)
    every = tuple(range(len(given)))
    expected = ft.grad(total, every)(*given)
    for way in (
        ft.grad(recorded(total), every),
        recorded(ft.grad(total, every)),
        ft.jit(ft.grad(total, every)),
        ft.grad(ft.jit(total), every),
    ):
        assert_same(way(*given), expected)
    push = forward(total, given)
    expected = push(*given)
    for way in (forward(recorded(total), given), recorded(push), ft.jit(push)):
        assert_same(way(*given), expected)


def batched_derivatives(fun: Callable[..., Any], args: Sequence[Any]) -> None:
    """The gradients of a batch are those of each element."""
    total, given = of_floats(scalar(fun), args)
    gradient = ft.grad(total, tuple(range(len(given))))
    for axes in _axes(given):
        found = [gradient(*_element(given, axes, k)) for k in range(COUNT)]
        got = ft.vmap(gradient, in_axes=axes)(*_mapped(given, axes))
        assert_same(got, _stacked(found))


def second_derivatives(fun: Callable[..., Any], args: Sequence[Any]) -> None:
    """All combinations of modes agree with those round by round."""
    total, given = of_floats(scalar(fun), args)
    every = tuple(range(len(given)))
    structured = recorded(total)
    expected = ft.jacfwd(ft.grad(total, every), every)(*given)
    check_grads(ft.grad(total, every), given, order=1, modes=["fwd"])
    for way in (
        ft.hessian(structured, every),
        ft.jacrev(ft.jacrev(structured, every), every),
        ft.jacfwd(ft.jacfwd(structured, every), every),
        ft.jacrev(ft.jacfwd(structured, every), every),
        recorded(ft.hessian(total, every)),
        recorded(ft.jacrev(ft.jacrev(total, every), every)),
        ft.jit(ft.hessian(total, every)),
    ):
        assert_same(way(*given), expected, rtol=1e-8)


LAWS = [values, batches, first_derivatives, batched_derivatives, second_derivatives]


def forward(fun: Callable[..., Any], args: Sequence[Any]) -> Callable[..., Any]:
    """The function together with its derivative in one direction."""

    def direction(leaf: Any) -> Any:
        leaf = np.asarray(leaf)
        steps = np.sin(1 + np.arange(leaf.size)).reshape(leaf.shape)
        return steps.astype(leaf.dtype)[()]

    tangents = pytree.map_leaves(direction, tuple(args))
    return lambda *given: ft.jvp(fun, given, tangents)


def _axes(args: Sequence[Any]) -> list[tuple[int | None, ...]]:
    """Each argument mapped by itself, and all together."""
    count = len(args)
    singles = [tuple(0 if i == k else None for i in range(count)) for k in range(count)]
    return [*singles, (0,) * count] if count > 1 else singles


def _mapped(args: Sequence[Any], axes: Sequence[int | None]) -> list[Any]:
    pairs = zip(args, axes, strict=True)
    return [x if axis is None else batch_of(x) for x, axis in pairs]


def _element(args: Sequence[Any], axes: Sequence[int | None], k: int) -> list[Any]:
    pairs = zip(_mapped(args, axes), axes, strict=True)
    return [
        x if axis is None else pytree.map_leaves(lambda leaf: leaf[k], x)
        for x, axis in pairs
    ]


def _stacked(results: Sequence[Any]) -> Any:
    leaves, treedefs = zip(*map(pytree.flatten, results), strict=True)
    columns = [np.stack(column) for column in zip(*leaves, strict=True)]
    return pytree.unflatten(treedefs[0], columns)
