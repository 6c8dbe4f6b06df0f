"""Compiled `solve_ivp` against SciPy's, and against solvers with Numba by hand, by turns.

python -m benchmarks.differential_equations [rounds]

Lotka and Volterra's equation with RK45 to 1e-8, Robertson's with Radau and BDF to 1e-6, and
the Brusselator on a line and on a square with BDF, of which SciPy is told where the
Jacobian has entries: the solution, its gradient (SciPy's by central differences), a thousand
at once, and the first call of functrace. Further peers, where they are installed: Diffrax,
with Dopri5 and Kvaerno5 and its adjoint by recursive checkpoints; of the Brusselator on a
line CVODES with its adjoint, which CasADi brings. One thread; medians in microseconds.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.integrate
import scipy.sparse

import functrace as ft
from benchmarks.by_hand import equations, stiff
from benchmarks.sparse_products import by_turns
from functrace.scipy.integrate import solve_ivp

TOLERANCE = 1e-8
START, RATES = np.array([10.0, 5.0]), np.array([1.5, 1.0, 3.0, 1.0])
ROBERTSON = np.array([0.04, 3e7, 1e4])

Row = tuple[str, list[float]]
Shape = tuple[int, ...]


def populations(t: Any, y: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Of prey and predators (Lotka and Volterra)."""
    return a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]


def reactions(t: Any, y: Any, slow: Any, fast: Any, back: Any) -> Any:
    """Of three substances, at very different rates (Robertson)."""
    first, second, third = slow * y[0], fast * y[1] ** 2, back * y[1] * y[2]
    return third - first, first - second - third, second


def grown(solver: Any, start: Any, rates: Any, end: Any) -> Any:
    """Prey and predators at the end."""
    return solver(
        populations,
        (0.0, end),
        start,
        t_eval=end * np.ones(1),
        args=tuple(rates),
        rtol=TOLERANCE,
        atol=TOLERANCE,
    ).y[:, -1]


def reacted(solver: Any, rates: Any, method: str, end: float = 1e4) -> Any:
    """What is left of the first substance."""
    return solver(
        reactions,
        (0.0, end),
        [1.0, 0.0, 0.0],
        method,
        t_eval=[end],
        args=tuple(rates),
        rtol=1e-6,
        atol=1e-10,
    ).y[0, -1]


def diffused(solver: Any, rates: Any, shape: Shape, **options: Any) -> Any:
    """Two substances that react with each other, and diffuse (the Brusselator)."""
    start = np.empty((*shape, 2))
    waves = (np.sin(2 * np.pi * np.linspace(0, 1, cells + 2)[1:-1]) for cells in shape)
    start[..., 0] = 1 + functools.reduce(np.multiply.outer, waves)
    start[..., 1] = 3.0

    def spread(w: Any, edge: float) -> Any:
        total = 0.0
        for axis in range(w.ndim):
            w = np.moveaxis(w, axis, 0)
            rim = np.full((1, *w.shape[1:]), edge)
            after, before = np.concatenate([w[1:], rim]), np.concatenate([rim, w[:-1]])
            w, change = np.moveaxis(w, 0, axis), after - 2 * w + before
            total = total + np.moveaxis(change, 0, axis)
        return total

    def field(t: Any, y: Any, a: Any, b: Any, d: Any) -> Any:
        y = y.reshape(*shape, 2)
        u, v = y[..., 0], y[..., 1]
        made, far = u * u * v, d * (shape[0] + 1) ** 2
        first = a + made - (b + 1) * u + far * spread(u, 1.0)
        return np.stack([first, b * u - made + far * spread(v, 3.0)], -1).reshape(-1)

    return solver(
        field,
        (0.0, 10.0),
        start.reshape(-1),
        "BDF",
        t_eval=[10.0],
        args=tuple(rates),
        rtol=1e-6,
        atol=1e-8,
        **options,
    ).y[start.size // 2, 0]


def neighbours(shape: Shape) -> Any:
    """Where the field of `diffused` has derivatives."""
    found = scipy.sparse.csc_array((1, 1))
    for cells in shape:
        diagonals = [np.ones((3, cells)), (-1, 0, 1)]
        near = scipy.sparse.dia_array(tuple(diagonals), shape=(cells, cells))
        found = scipy.sparse.kronsum(near, found)
    return scipy.sparse.csc_array(scipy.sparse.kron(found, np.ones((2, 2))))


def differences(function: Callable[[Any], Any], x: Any) -> Any:
    """A gradient by two calls for each element."""
    steps = np.diag(1e-5 * x)
    return [
        (function(x + step) - function(x - step)) / (2 * np.sum(step)) for step in steps
    ]


def first_call(function: Callable[..., Any], *args: Any) -> float:
    """Milliseconds until the first answer."""
    began = time.perf_counter()
    function(*args)
    return 1e3 * (time.perf_counter() - began)


def lotka_volterra(end: float, many: int) -> Iterator[tuple[str, Any, list[Any]]]:
    """What is computed, by functrace and its arguments, and by Numba and SciPy."""
    none = np.empty((0, 3))

    def ours(start: Any, rates: Any, end: Any) -> Any:
        return grown(solve_ivp, start, rates, end)

    def theirs() -> Any:
        return grown(scipy.integrate.solve_ivp, START, RATES, end)

    by_hand = START, RATES, end, TOLERANCE
    diffrax = by_diffrax(populations, START, RATES, end, TOLERANCE, TOLERANCE)
    yield (
        "solution",
        (ft.jit(ours), START, RATES, end),
        [lambda: equations.solution(*by_hand, none), theirs, diffrax[0]],
    )
    gradient = ft.jit(ft.grad(lambda *args: ours(*args)[0], (0, 1)))

    def prey(x: Any) -> Any:
        return grown(scipy.integrate.solve_ivp, x[:2], x[2:], end)[0]

    both = np.concatenate([START, RATES])
    yield (
        "gradient",
        (gradient, START, RATES, end),
        [
            lambda: equations.gradient(*by_hand),
            lambda: differences(prey, both),
            diffrax[1],
        ],
    )
    scale = np.random.default_rng(0).uniform(0.95, 1.05, (many, 1))
    starts, rates = START * scale, RATES * scale[::-1]
    yield (
        f"{many} at once",
        (ft.jit(ft.vmap(ours, (0, 0, None))), starts, rates, end),
        [lambda: equations.batch(starts, rates, end, TOLERANCE)],
    )


def robertson(method: str) -> Iterator[tuple[str, Any, list[Any]]]:
    """The same; by hand is Radau's method."""
    start, end, none = np.array([1.0, 0.0, 0.0]), 1e4, np.empty((0, 3))
    tolerances = 1e-6, 1e-10

    def ours(rates: Any) -> Any:
        return reacted(solve_ivp, rates, method)

    def theirs(rates: Any) -> Any:
        return reacted(scipy.integrate.solve_ivp, rates, method)

    by_hand = start, ROBERTSON, end, *tolerances
    diffrax = by_diffrax(reactions, start, ROBERTSON, end, *tolerances, stiff=True)
    yield (
        "solution",
        (ft.jit(ours), ROBERTSON),
        [
            lambda: stiff.solution(*by_hand, none),
            lambda: theirs(ROBERTSON),
            diffrax[0],
        ],
    )
    gradient = ft.jit(ft.grad(ours))
    np.testing.assert_allclose(gradient(ROBERTSON), stiff.gradient(*by_hand), rtol=1e-3)
    yield (
        "gradient",
        (gradient, ROBERTSON),
        [
            lambda: stiff.gradient(*by_hand),
            lambda: differences(theirs, ROBERTSON),
            diffrax[1],
        ],
    )


def by_diffrax(
    field: Any, start: Any, rates: Any, end: float, rtol: float, atol: float, **how: Any
) -> tuple[Any, Any]:
    """The solution, and its first number's gradient; None where Diffrax is not."""
    try:
        import diffrax
        import jax
        import jax.numpy as jnp
    except ImportError:
        return None, None
    jax.config.update("jax_enable_x64", True)
    solver = diffrax.Kvaerno5() if how else diffrax.Dopri5()
    control = diffrax.PIDController(rtol, atol, pcoeff=0.3 * len(how), icoeff=0.4)

    def last(rates: Any) -> Any:
        term = diffrax.ODETerm(lambda t, y, p: jnp.stack(field(t, y, *p)))
        return diffrax.diffeqsolve(
            term,
            solver,
            0.0,
            end,
            None,
            jnp.asarray(start),
            rates,
            stepsize_controller=control,
            max_steps=100_000,
        ).ys[-1]

    value, gradient = jax.jit(last), jax.jit(jax.grad(lambda p: last(p)[0]))
    given = jnp.asarray(rates)
    return (
        lambda: value(given).block_until_ready(),
        lambda: gradient(given).block_until_ready(),
    )


def brusselator(shape: Shape) -> Iterator[tuple[str, Any, list[Any]]]:
    """The same, of two numbers in each cell."""
    rates = np.array([1.0, 3.0, 0.02])
    places = neighbours(shape)

    def ours(rates: Any) -> Any:
        return diffused(solve_ivp, rates, shape)

    def theirs(rates: Any) -> Any:
        solver = scipy.integrate.solve_ivp
        return diffused(solver, rates, shape, jac_sparsity=places)

    on_line = len(shape) == 1
    value, gradient = cvodes(*shape, rates) if on_line else (None, None)
    mine = ft.jit(ours)
    yield "solution", (mine, rates), [None, lambda: theirs(rates), value]
    slope = ft.jit(ft.grad(ours))
    if value and gradient:
        np.testing.assert_allclose(float(value()), mine(rates), rtol=1e-4)
        np.testing.assert_allclose(np.ravel(gradient()), slope(rates), rtol=1e-2)
    yield (
        "gradient",
        (slope, rates),
        [None, lambda: differences(theirs, rates), gradient],
    )


def cvodes(cells: int, at: Any) -> tuple[Any, Any]:
    """The solution by CVODES, and its gradient; None where CasADi, which has it, is not."""
    try:
        import casadi as ca
    except ImportError:
        return None, None

    y, rates = ca.SX.sym("y", 2 * cells), ca.SX.sym("rates", 3)
    u, v, (a, b, d) = y[0::2], y[1::2], ca.vertsplit(rates)

    def spread(w: Any, edge: float) -> Any:
        return ca.vertcat(w[1:], edge) - 2 * w + ca.vertcat(edge, w[:-1])

    made, far = u * u * v, d * (cells + 1) ** 2
    first = a + made - (b + 1) * u + far * spread(u, 1.0)
    second = b * u - made + far * spread(v, 3.0)
    slope = ca.reshape(ca.horzcat(first, second).T, 2 * cells, 1)
    x = np.linspace(0.0, 1.0, cells + 2)[1:-1]
    start = np.stack([1 + np.sin(2 * np.pi * x), np.full(cells, 3.0)], 1).reshape(-1)
    options = {"reltol": 1e-6, "abstol": 1e-8, "max_num_steps": 100000}
    problem = {"x": y, "p": rates, "ode": slope}
    solver = ca.integrator("solver", "cvodes", problem, 0.0, 10.0, options)
    given = ca.MX.sym("rates", 3)
    middle = solver(x0=start, p=given)["xf"][cells]
    value = ca.Function("value", [given], [middle])
    gradient = ca.Function("gradient", [given], [ca.gradient(middle, given)])
    return lambda: value(at), lambda: gradient(at)


def rows(rounds: int, end: float, many: int, cells: int, side: int) -> Iterator[str]:
    """Of a table."""
    problems = {"Lotka-Volterra, RK45": lotka_volterra(end, many)}
    problems |= {f"Robertson, {m}": robertson(m) for m in ("Radau", "BDF")}
    for shape in ((cells,), (side, side)):
        name = f"Brusselator, {' x '.join(map(str, shape))} cells, BDF"
        problems[name] = brusselator(shape)
    for name, tasks in problems.items():
        for task, (function, *args), peers in tasks:
            began = first_call(function, *args)
            calls = [lambda f=function, args=args: f(*args)]
            calls += [peer for peer in peers if peer]
            mine, *others = by_turns(calls, rounds)
            given = iter(others)
            ratios = [f"{mine / next(given):.3g}" if peer else "" for peer in peers]
            ratios += [""] * (3 - len(peers))
            columns = [name, task, f"{mine:.0f}", *ratios, f"{began:.0f} ms"]
            yield f"| {' | '.join(columns)} |"


def main(
    rounds: int = 20,
    end: float = 10.0,
    many: int = 1000,
    cells: int = 200,
    side: int = 30,
) -> str:
    """A table."""
    equations.batch(START[None], RATES[None], 1.0, TOLERANCE)
    equations.gradient(START, RATES, 1.0, TOLERANCE)
    ft.set_num_threads(1)
    peers = "/ Numba | / SciPy | / Diffrax or CVODES"
    head = f"| | | functrace-jit, µs | {peers} | first call |"
    line = "|---|---|---:|---:|---:|---:|---:|"
    return "\n".join([head, line, *rows(rounds, end, many, cells, side)])


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 20))
