"""Typed uses: checkers see the types asserted, refuse what is marked; it is not run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, assert_type

import numpy as np
from numpy.typing import NDArray

import functrace as ft

Array = NDArray[np.float64]


class Fit(NamedTuple):
    value: float
    rounds: int


def fit(x: Array, n: int, *, scale: float = 1.0) -> Fit:
    return Fit(scale * float(x.sum()), n)


def energy(x: Array, k: float) -> np.float64:
    return np.float64(k * (x**2).sum())


def with_count(x: Array) -> tuple[np.float64, int]:
    return np.float64(x.sum()), x.size


x: Array = np.ones(3)

# -- jit -------------------------------------------------------------------------------

fast = ft.jit(fit)
assert_type(fast(x, 3), Fit)
assert_type(fast(x, n=3, scale=2.0), Fit)
fast.lower(x, 3)
fast.explain()
fast(x, "3")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
fast(x)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
fast(x, 3, factor=1.0)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]


@ft.jit
def decorated(x: Array, n: int) -> Fit:
    return fit(x, n)


@ft.jit(static_argnames="n")
def decorated_with_options(x: Array, n: int = 2) -> Fit:
    return fit(x, n)


assert_type(decorated(x, 1), Fit)
assert_type(decorated_with_options(x), Fit)
decorated(1, x)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
decorated_with_options(x, m=1)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
ft.jit(3)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
ft.jit(fit, static=1)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue]


class Model:
    k = 2.0

    @ft.jit
    def step(self, x: Array, n: int) -> Fit:
        return fit(x, n, scale=self.k)

    @ft.jit(fastmath=True)
    def fast_step(self, x: Array, n: int) -> Fit:
        return fit(x, n, scale=self.k)

    @ft.vmap
    def energies(self, x: Array) -> np.float64:
        return energy(x, self.k)


assert_type(Model().step(x, 3), Fit)
assert_type(Model().step(x, n=3), Fit)
assert_type(Model().fast_step(x, 3), Fit)
assert_type(Model.step(Model(), x, 3), Fit)
Model().step(3, 3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
Model().step(x)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]

# -- derivatives -----------------------------------------------------------------------

assert_type(ft.grad(energy)(x, 1.0), Any)
assert_type(ft.grad(energy, argnums="k")(x, k=1.0), Any)
assert_type(ft.value_and_grad(energy)(x, 1.0), tuple[np.float64, Any])
assert_type(ft.jit(ft.value_and_grad(energy))(x, k=1.0), tuple[np.float64, Any])
assert_type(ft.grad(with_count, has_aux=True)(x), tuple[Any, int])
assert_type(
    ft.value_and_grad(with_count, has_aux=True)(x), tuple[tuple[np.float64, int], Any]
)
ft.grad(energy)(x)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
ft.grad(energy)("x", 1.0)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
ft.grad(energy, has_aux=True)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
ft.value_and_grad(energy)(x, m=1.0)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]

assert_type(ft.jacobian(energy, stack=True)(x, 1.0), Any)
assert_type(ft.hvp(energy)(x, x, 1.0), Array)
ft.jacrev(energy)(x)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
ft.hvp(energy)(x, 1.0)  # type: ignore[arg-type, call-arg] # pyright: ignore[reportCallIssue]

value, pullback = ft.vjp(fit, x, 3)
assert_type(value, Fit)
pullback(Fit(1.0, 0))
assert_type(ft.vjp(with_count, x, has_aux=True)[2], int)
assert_type(ft.jvp(energy, (x, 1.0), (x, 0.0)), tuple[np.float64, np.float64])
assert_type(
    ft.jvp(with_count, (x,), (x,), has_aux=True), tuple[np.float64, np.float64, int]
)
assert_type(ft.linearize(energy, x, 1.0)[0], np.float64)
ft.jvp(energy, x)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue]

# -- batches, graphs, rules of one's own -----------------------------------------------

assert_type(ft.vmap(energy)(x, 1.0), np.float64)
assert_type(ft.vmap(ft.grad(with_count, has_aux=True))(x), tuple[Any, int])
ft.vmap(energy)(x, 1.0, 2.0)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
assert_type(ft.make_graph(energy)(x, 1.0), ft.Graph)
assert_type(ft.stop_gradient(x), Array)
assert_type(ft.checkpoint(energy)(x, 1.0), np.float64)
ft.checkpoint(energy)(x)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]


@ft.custom_vjp
def by_hand(x: Array, n: int) -> Array:
    return n * x


by_hand.defvjp(lambda x, n: (n * x, n), lambda n, g: (n * g, None))
assert_type(by_hand(x, 2), Array)
by_hand(x)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
by_hand(x, x)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


@ft.custom_jvp
def forward_by_hand(x: Array) -> Array:
    return 2 * x


assert_type(forward_by_hand(x), Array)
forward_by_hand()  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]

# -- words for pytrees -----------------------------------------------------------------

assert_type(ft.ravel({"a": x})[1], Callable[[Any], Any])
assert_type(ft.linear_transpose(np.diff, x)(x), tuple[Any, ...])
assert_type(ft.tree.leaves([x]), list[Any])
assert_type(ft.__version__, str)
