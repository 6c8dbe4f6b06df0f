"""One way to the adjoint of a long integration, in a process of its own.

Run as ``python checkpoint_ways.py WAY POINTS STEPS CALLS``, by an interpreter that has the
library; prints a line of JSON. See `benchmarks.checkpoints`.

Runge-Kutta steps of Lorenz's weather on a ring, the mean energy at the end, and its
gradient with respect to the start and the forcing.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

_STEP = 1e-4


def slope_of(xp: Any) -> Callable[[Any, Any], Any]:
    """The weather's change, in a library's notation."""

    def slope(u: Any, forcing: Any) -> Any:
        return (xp.roll(u, -1) - xp.roll(u, 2)) * xp.roll(u, 1) - u + forcing

    return slope


def stepper(xp: Any) -> Callable[[Any, Any], Any]:
    """A step, in a library's notation."""
    slope = slope_of(xp)

    def step(u: Any, forcing: Any) -> Any:
        a = slope(u, forcing)
        b = slope(u + 0.5 * _STEP * a, forcing)
        c = slope(u + 0.5 * _STEP * b, forcing)
        d = slope(u + _STEP * c, forcing)
        return u + _STEP / 6 * (a + 2 * b + 2 * c + d)

    return step


def functrace(points: int, steps: int, budget: str) -> Any:
    """Ours: with a budget, if there is one."""
    del points
    import functrace as ft

    step = stepper(np)

    def loss(u: Any, forcing: Any) -> Any:
        u, _ = ft.scan(lambda u, _: (step(u, forcing), None), u, length=steps)
        return np.mean(u * u)

    return ft.jit(ft.value_and_grad(loss, (0, 1)), memory_budget=budget or None)


def jax(points: int, steps: int, option: str) -> Any:
    """JAX's scan; "nested": a checkpoint for each of the segments."""
    del points
    import jax
    import jax.numpy as jnp

    step = stepper(jnp)
    size = math.isqrt(steps - 1) + 1 if option == "nested" else steps
    while steps % size:
        size += 1

    def loss(u: Any, forcing: Any) -> Any:
        def segment(u: Any, _: Any) -> Any:
            return jax.lax.scan(lambda u, _: (step(u, forcing), None), u, length=size)

        if size < steps:
            segment = jax.checkpoint(segment)
        u, _ = jax.lax.scan(segment, u, length=steps // size)
        return jnp.mean(u * u)

    return _compiled(loss)


def equinox(points: int, steps: int, checkpoints: str) -> Any:
    """Equinox's loop with recursive checkpoints, which Diffrax integrates by."""
    del points
    import equinox.internal as eqxi
    import jax.numpy as jnp

    step = stepper(jnp)

    def loss(u: Any, forcing: Any) -> Any:
        _, u = eqxi.while_loop(
            lambda pair: pair[0] < steps,
            lambda pair: (pair[0] + 1, step(pair[1], forcing)),
            (0, u),
            max_steps=steps,
            kind="checkpointed",
            checkpoints=int(checkpoints) if checkpoints else None,
        )
        return jnp.mean(u * u)

    return _compiled(loss)


def diffrax(points: int, steps: int, checkpoints: str) -> Any:
    """Diffrax's adjoint by recursive checkpoints; time is counted in steps."""
    del points
    import diffrax as dfx
    import jax.numpy as jnp

    class RungeKutta(dfx.AbstractERK):
        """The classical one, which Diffrax has not; of `stepper`, too."""

        tableau = dfx.ButcherTableau(
            a_lower=(np.array([0.5]), np.array([0.0, 0.5]), np.array([0.0, 0.0, 1.0])),
            b_sol=np.array([1, 2, 2, 1]) / 6,
            b_error=np.zeros(4),
            c=np.array([0.5, 0.5, 1.0]),
        )
        interpolation_cls = dfx.ThirdOrderHermitePolynomialInterpolation.from_k

        def order(self, terms: Any) -> int:
            return 4

    slope = slope_of(jnp)
    field = dfx.ODETerm(lambda t, u, forcing: _STEP * slope(u, forcing))
    most = int(checkpoints) if checkpoints else None
    options = {"adjoint": dfx.RecursiveCheckpointAdjoint(most), "max_steps": steps}

    def loss(u: Any, forcing: Any) -> Any:
        solution = dfx.diffeqsolve(
            field, RungeKutta(), 0.0, float(steps), 1.0, u, forcing, **options
        )
        return jnp.mean(solution.ys[-1] ** 2)

    return _compiled(loss)


def _compiled(loss: Callable[..., Any]) -> Any:
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax.jit(jax.value_and_grad(loss, (0, 1)))


def status(name: str) -> int:
    """A figure of the process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(x.split()[1]) * 1024 for x in lines if x.startswith(name))


def measured(make: Callable[..., Any], option: str, sizes: list[int]) -> dict[str, Any]:
    """Bytes beyond what a short integration left, least time of calls, and the result."""
    points, steps, calls = sizes
    u, forcing = np.sin(np.linspace(0, 6, points)), np.float64(0.1)
    make(points, min(steps, 16), option)(u, forcing)
    lowered = make(points, steps, option).lower(u, forcing)
    gradient = lowered.compile()
    before = status("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    value, start, slope, seconds = None, u, None, list[float]()
    for _ in range(calls):
        began = time.process_time()  # of one core
        value, slopes = gradient(u, forcing)
        start, slope = map(np.asarray, slopes)  # JAX's are there only then
        seconds.append(time.process_time() - began)
    return {
        "bytes": status("VmHWM") - before,
        "planned": getattr(lowered, "peak_memory", None),
        "seconds": min(seconds),
        "result": [*map(float, (np.asarray(value), slope, start @ start))],
    }


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    _, way, *numbers = sys.argv
    library, _, choice = way.partition(" ")
    found = measured(globals()[library], choice, [*map(int, numbers)])
    print(json.dumps(found))
