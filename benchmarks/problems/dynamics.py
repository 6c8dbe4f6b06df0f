"""Dynamical systems: many small steps by a loop, and the adjoint of all of them."""

from importlib import import_module
from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

STEP = 0.01  # of the predators and their prey
RATES = (1.0, 0.4, 1.2, 0.3)  # theirs: growth, losses to predators, deaths, gains

OSCILLATORS = 30
CHAIN_STEP = 0.02

ADVECTION = 0.1  # time step over twice the mesh width
DIFFUSION = 0.2  # time step times viscosity over the square of the mesh width

SOFTENING = 0.1
DRIFT = 0.0025  # half a time step


def slopes(rates: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Change of prey and of predators (Lotka & Volterra)."""
    growth, loss, death, gain = rates
    return x * (growth - loss * y), y * (gain * x - death)


def runge_kutta(rates: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """One step of the classical method of fourth order."""
    x1, y1 = slopes(rates, x, y)
    x2, y2 = slopes(rates, x + STEP / 2 * x1, y + STEP / 2 * y1)
    x3, y3 = slopes(rates, x + STEP / 2 * x2, y + STEP / 2 * y2)
    x4, y4 = slopes(rates, x + STEP * x3, y + STEP * y3)
    return (
        x + STEP / 6 * (x1 + 2 * x2 + 2 * x3 + x4),
        y + STEP / 6 * (y1 + 2 * y2 + 2 * y3 + y4),
    )


def make_populations(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """A guess of the rates, what is there at first, and what was seen after each step."""
    x, y = 4.0, 2.0
    seen = np.empty((size, 2))
    for k in range(size):
        x, y = runge_kutta(RATES, x, y)
        seen[k] = x, y
    guess = np.array(RATES) * rng.uniform(0.95, 1.05, 4)
    return guess, np.array([4.0, 2.0]), seen + 0.05 * rng.normal(size=(size, 2))


def populations(loops: Any, xp: Any, rates: Any, initial: Any, seen: Any) -> Any:
    """Sum of the squared errors of what is predicted."""
    rates = tuple(rates[k] for k in range(4))

    def advance(state: Any, now: Any) -> tuple[Any, None]:
        x, y, errors = state
        x, y = runge_kutta(rates, x, y)
        return (x, y, errors + (x - now[0]) ** 2 + (y - now[1]) ** 2), None

    return loops.scan(advance, (initial[0], initial[1], 0.0), seen)[0][2]


def populations_by_casadi(xp: Any, rates: Any, initial: Any, seen: Any) -> Any:
    """The same with CasADi's loop over the columns of matrices."""
    casadi = import_module("casadi")
    state, now, parameters = (casadi.SX.sym("v", n) for n in (3, 2, 4))
    x, y = runge_kutta(casadi.vertsplit(parameters), state[0], state[1])
    errors = state[2] + (x - now[0]) ** 2 + (y - now[1]) ** 2
    after = [casadi.vertcat(x, y, errors)]
    advance = casadi.Function("advance", [state, now, parameters], after)
    steps = seen.shape[0]
    states = advance.mapaccum(steps)(
        casadi.vertcat(initial, 0), seen.T, casadi.repmat(rates, 1, steps)
    )
    return states[2, -1]


def make_chain(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Angles and momenta of a ring of pendula; their parameters; a force at each step."""
    state = rng.normal(0, 0.5, 2 * OSCILLATORS)
    return state, np.array([1.0, 0.3, 0.05]), rng.normal(size=size)


def chain(loops: Any, xp: Any, initial: Any, parameters: Any, forces: Any) -> Any:
    """Half the squared norm of the state at the end, a number for each component."""
    gravity, coupling, friction = (parameters[k] for k in range(3))

    def accelerate(angles: Any, momenta: Any, i: int, force: Any) -> Any:
        twist = angles[i - 1] + angles[(i + 1) % OSCILLATORS] - 2 * angles[i]
        pull = coupling * twist - gravity * xp.sin(angles[i])
        return momenta[i] + CHAIN_STEP * (pull - friction * momenta[i] + force)

    def advance(state: Any, force: Any) -> tuple[Any, None]:
        angles, momenta = state[:OSCILLATORS], state[OSCILLATORS:]
        ring = range(OSCILLATORS)
        momenta = [accelerate(angles, momenta, i, force) for i in ring]
        angles = [angles[i] + CHAIN_STEP * momenta[i] for i in ring]
        return (*angles, *momenta), None

    start = tuple(initial[i] for i in range(2 * OSCILLATORS))
    return 0.5 * sum(x**2 for x in loops.scan(advance, start, forces)[0])


def make_burgers(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Initial velocities on a periodic line, those wanted at the end, number of steps."""
    steps, n = size
    x = 2 * np.pi * np.arange(n) / n
    waves = np.sin(np.arange(1, 6)[:, None] * x + rng.uniform(0, 6, (5, 1)))
    return rng.normal(size=5) / 5 @ waves, 0.1 * rng.normal(size=n), steps


def burgers(loops: Any, xp: Any, initial: Any, wanted: Any, steps: int) -> Any:
    """Half the squared distance from what is wanted after all explicit steps."""

    def advance(_: Any, u: Any) -> Any:
        left, right = xp.roll(u, 1, 0), xp.roll(u, -1, 0)
        return u - ADVECTION * u * (right - left) + DIFFUSION * (left + right - 2 * u)

    return 0.5 * xp.sum((loops.fori_loop(0, steps, advance, initial) - wanted) ** 2)


def make_bodies(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Positions, velocities, masses, wanted positions, number of steps."""
    steps, n = size
    positions, wanted = rng.normal(size=(2, n, 3))
    velocities = 0.4 * rng.normal(size=(n, 3))
    return positions, velocities, rng.uniform(0.5, 1.5, n) / n, wanted, steps


def accelerations(xp: Any, positions: Any, masses: Any) -> Any:
    """Softened gravity of all on each."""
    separations = positions[None, :, :] - positions[:, None, :]
    squared = xp.sum(separations**2, axis=-1) + SOFTENING**2
    weights = masses / (squared * xp.sqrt(squared))
    return xp.sum(weights[:, :, None] * separations, axis=1)


def bodies(
    loops: Any,
    xp: Any,
    positions: Any,
    velocities: Any,
    masses: Any,
    wanted: Any,
    steps: int,
) -> Any:
    """Half the squared distance from what is wanted after all leapfrog steps."""

    def advance(state: Any, _: None) -> tuple[Any, None]:
        places, speeds = state
        middle = places + DRIFT * speeds
        speeds = speeds + 2 * DRIFT * accelerations(xp, middle, masses)
        return (middle + DRIFT * speeds, speeds), None

    final, _ = loops.scan(advance, (positions, velocities), None, length=steps)
    return 0.5 * xp.sum((final[0] - wanted) ** 2)


by_libraries = spelled(populations)
by_libraries["spellings"]["casadi"] = populations_by_casadi

PROBLEMS = (
    Problem(
        name="rk4_lotka_volterra",
        summary="n Runge-Kutta steps, squared errors and gradient of 4 rates",
        make=make_populations,
        sizes=(10**2, 10**3, 10**4),
        smoke=5,
        memory=True,
        per="step",
        **by_libraries,
    ),
    Problem(
        name="many_carries",
        summary=f"n steps of {2 * OSCILLATORS} numbers, gradient of all and 3 parameters",
        make=make_chain,
        sizes=(614,),
        smoke=3,
        argnums=(0, 1),
        memory=True,
        per="step",
        **spelled(chain),
    ),
    Problem(
        name="pde_1d",
        summary="steps x points on a line, adjoint of the initial state",
        make=make_burgers,
        sizes=((1000, 1000),),
        smoke=(4, 7),
        memory=True,
        **spelled(burgers),
    ),
    Problem(
        name="nbody",
        summary="steps x bodies under gravity, adjoint of positions and velocities",
        make=make_bodies,
        sizes=((500, 64),),
        smoke=(3, 4),
        argnums=(0, 1),
        memory=True,
        **spelled(bodies),
    ),
)
