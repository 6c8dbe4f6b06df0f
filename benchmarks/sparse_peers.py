"""The problems of `benchmarks.sparse_derivatives` for CasADi and asdex, if installed.

Each peer has a function ``problem -> (prepare, evaluate)``: `prepare` finds pattern, colours
and program; `evaluate` gives the entries at a point, into an array that is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.scattered_energies import pairs_of

Call = Callable[[], Any]

_FEW = 1_000
"""Unknowns of fifty steps that both peers are ready for within a minute: ten times as many
take CasADi more than 100 s, and asdex more than 14 GB."""

_SCATTERED = "Hessian, pairs", "Hessian, points"
_PAIRS = 10_000
"""Unknowns of pairs for which both are ready within a minute."""


def have_an_answer(name: str, unknowns: int) -> bool:
    """Whether the peers are asked."""
    if name == "50 steps":
        return unknowns <= _FEW
    return name not in _SCATTERED or unknowns <= _PAIRS


def with_casadi(name: str, x: np.ndarray) -> tuple[Call, Callable[[Any], Call]]:
    """Of scalar expressions (SX), evaluated by CasADi's virtual machine."""
    import casadi as ca

    def prepare() -> Any:
        u = ca.SX.sym("u", x.size)
        if name.startswith("Jacobian"):
            n = round(x.size**0.5)
            grid = ca.SX.zeros(n + 2, n + 2)
            inner = ca.reshape(u, n, n)
            grid[1:-1, 1:-1] = inner
            around = grid[2:, 1:-1] + grid[:-2, 1:-1] + grid[1:-1, 2:] + grid[1:-1, :-2]
            out = (n + 1) ** 2 * (4 * inner - around) - ca.exp(inner)
            found = ca.jacobian(ca.vec(out), u)
        elif name == "50 steps":
            found = ca.jacobian(_steps(u, ca.vertcat, 0.0), u)
        elif name in _SCATTERED:
            found = ca.hessian(_scattered(name, u, ca), u)[0]
        else:
            left, right = u[:-1], u[1:]
            value = ca.sum1(100 * (right - left**2) ** 2 + (1 - left) ** 2)
            found = ca.hessian(value, u)[0]
        return ca.Function("f", [u], [found])

    def evaluate(function: Any) -> Call:
        buffer, trigger = function.buffer()
        out = np.zeros(function.nnz_out(0))
        buffer.set_arg(0, memoryview(x))
        buffer.set_res(0, memoryview(out))
        kept = buffer, out

        def call() -> Any:
            trigger()
            return kept[1]

        return call

    return prepare, evaluate


def _steps(u: Any, joined: Any, zero: Any) -> Any:
    """Fifty steps as `benchmarks.sparse_derivatives` has them."""
    for _ in range(50):
        inner = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2]) - 0.01 * u[1:-1] ** 2
        u = joined(zero, inner, zero)
    return u


def _scattered(name: str, u: Any, ca: Any) -> Any:
    """The energies of `benchmarks.scattered_energies` as expressions."""
    if name == "Hessian, pairs":
        first, second = pairs_of(u.numel()).tolist()
        return ca.sum1(ca.sin(u[first] * u[second])) + ca.sum1(u**4)
    first, second = pairs_of(u.numel() // 3).tolist()
    points = ca.reshape(u, 3, -1)
    apart = points[:, first] - points[:, second]
    power = (4 / ca.sum1(apart * apart)) ** 3
    return ca.sum2(power * power - 2 * power)


def with_asdex(name: str, x: np.ndarray) -> tuple[Call, Callable[[Any], Call]]:
    """JAX's tangents with asdex's patterns and colours."""
    import asdex
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def residual(u: Any) -> Any:
        n = round(u.size**0.5)
        grid = jnp.pad(u.reshape(n, n), 1)
        around = grid[2:, 1:-1] + grid[:-2, 1:-1] + grid[1:-1, 2:] + grid[1:-1, :-2]
        inner = grid[1:-1, 1:-1]
        return ((n + 1) ** 2 * (4 * inner - around) - jnp.exp(inner)).ravel()

    def steps(u: Any) -> Any:
        return _steps(u, lambda *parts: jnp.concatenate(parts), jnp.zeros(1))

    def pairs(u: Any) -> Any:
        first, second = pairs_of(u.size)
        return jnp.sum(jnp.sin(u[first] * u[second])) + jnp.sum(u**4)

    def points(u: Any) -> Any:
        first, second = pairs_of(u.size // 3)
        whole = u.reshape(-1, 3)
        apart = whole[first] - whole[second]
        power = (4 / jnp.sum(apart * apart, axis=1)) ** 3
        return jnp.sum(power * power - 2 * power)

    def rosenbrock(u: Any) -> Any:
        return jnp.sum(100 * (u[1:] - u[:-1] ** 2) ** 2 + (1 - u[:-1]) ** 2)

    point = jnp.asarray(x)

    def prepare() -> Any:
        if not name.startswith("Hessian"):
            fun = steps if name == "50 steps" else residual
            return asdex.jacobian_from_coloring(
                fun, asdex.jacobian_coloring(fun, point)
            )
        energies = {"Hessian, pairs": pairs, "Hessian, points": points}
        energy = energies.get(name, rosenbrock)
        return asdex.hessian_from_coloring(
            energy, asdex.hessian_coloring(energy, point)
        )

    def evaluate(function: Any) -> Call:
        compiled = jax.jit(lambda u: function(u).data)
        return lambda: compiled(point).block_until_ready()

    return prepare, evaluate


def installed() -> dict[str, Callable[..., Any]]:
    """The peers that can be imported."""
    found: dict[str, Callable[..., Any]] = {}
    for name, peer in (("casadi", with_casadi), ("asdex", with_asdex)):
        try:
            __import__(name)
        except ImportError:
            continue
        found[name] = peer
    return found
