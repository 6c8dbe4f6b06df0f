"""Tables that are filled row by row, or cell by cell: in plain NumPy, and by `loops`."""

from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

FAR = 1e6  # in place of infinity, whose differences are none
COURANT = 0.25  # square of the time step over the mesh width


def make_rod(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Temperatures at first and in the end, diffusivities, number of steps."""
    steps, n = size
    initial, wanted = rng.normal(size=(2, n))
    return initial, rng.uniform(0.1, 0.3, n - 2), wanted, steps


def plain_rod(initial: Any, diffusivity: Any, wanted: Any, steps: int) -> Any:
    """Half the squared distance from what is wanted; the ends stay as they are."""
    u = np.zeros((steps + 1, len(initial)))
    u[0] = initial
    for t in range(steps):
        u[t + 1, 0], u[t + 1, -1] = u[t, 0], u[t, -1]
        bend = u[t, 2:] - 2 * u[t, 1:-1] + u[t, :-2]
        u[t + 1, 1:-1] = u[t, 1:-1] + diffusivity * bend
    return 0.5 * np.sum((u[steps] - wanted) ** 2)


def rod(
    loops: Any, xp: Any, initial: Any, diffusivity: Any, wanted: Any, steps: int
) -> Any:
    """The same as a loop."""

    def advance(_: Any, u: Any) -> Any:
        inner = u[1:-1] + diffusivity * (u[2:] - 2 * u[1:-1] + u[:-2])
        return xp.concatenate([u[:1], inner, u[-1:]])

    return 0.5 * xp.sum((loops.fori_loop(0, steps, advance, initial) - wanted) ** 2)


def make_string(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """A pluck, speeds of waves, and what was heard in one place."""
    steps, n = size
    return rng.normal(size=n), rng.uniform(0.5, 1, n - 2), rng.normal(size=steps + 1)


def plain_string(pluck: Any, speeds: Any, heard: Any) -> Any:
    """Squared errors in one place; each step needs the two before it."""
    n, steps = len(pluck), len(heard) - 1
    u = np.zeros((steps + 1, n))
    u[0, 1:-1] = pluck[1:-1]
    u[1, 1:-1] = pluck[1:-1]
    for t in range(1, steps):
        bend = u[t, 2:] - 2 * u[t, 1:-1] + u[t, :-2]
        u[t + 1, 1:-1] = 2 * u[t, 1:-1] - u[t - 1, 1:-1] + COURANT * speeds * bend
    return np.sum((u[:, n // 3] - heard) ** 2)


def string(loops: Any, xp: Any, pluck: Any, speeds: Any, heard: Any) -> Any:
    """The same as a loop over what lies between the ends."""
    n = len(pluck)
    end, place = xp.zeros((1,)), n // 3 - 1

    def advance(state: Any, _: None) -> tuple[Any, Any]:
        before, u = state
        bend = xp.concatenate([u[1:], end]) - 2 * u + xp.concatenate([end, u[:-1]])
        after = 2 * u - before + COURANT * speeds * bend
        return (u, after), after[place]

    start = pluck[1:-1], pluck[1:-1]
    found = loops.scan(advance, start, None, length=len(heard) - 2)[1]
    first = xp.sum((pluck[place + 1] - heard[:2]) ** 2)
    return first + xp.sum((found - heard[2:]) ** 2)


def make_bands(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Three diagonals, a right-hand side, and the solution that is wanted."""
    lower, upper, right, wanted = rng.normal(size=(4, size))
    return lower, 4 + rng.normal(size=size), upper, right, wanted


def plain_bands(lower: Any, diagonal: Any, upper: Any, right: Any, wanted: Any) -> Any:
    """Half the squared distance of a tridiagonal system's solution (Thomas)."""
    n = len(diagonal)
    c, d, x = np.zeros(n), np.zeros(n), np.zeros(n)
    c[0] = upper[0] / diagonal[0]
    d[0] = right[0] / diagonal[0]
    for i in range(1, n):
        pivot = diagonal[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / pivot
        d[i] = (right[i] - lower[i] * d[i - 1]) / pivot
    x[n - 1] = d[n - 1]
    for i in range(n - 2, -1, -1):
        x[i] = d[i] - c[i] * x[i + 1]
    return 0.5 * np.sum((x - wanted) ** 2)


def bands(
    loops: Any,
    xp: Any,
    lower: Any,
    diagonal: Any,
    upper: Any,
    right: Any,
    wanted: Any,
) -> Any:
    """The same as two loops."""

    def eliminate(state: Any, row: Any) -> tuple[Any, Any]:
        c, d = state
        below, middle, above, known = row
        pivot = middle - below * c
        after = above / pivot, (known - below * d) / pivot
        return after, xp.stack(after)

    def substitute(x: Any, row: Any) -> tuple[Any, Any]:
        x = row[1] - row[0] * x
        return x, x

    rows = xp.stack([lower, diagonal, upper, right], axis=1)
    solved = loops.scan(eliminate, (0.0, 0.0), rows)[1]
    x = loops.scan(substitute, 0.0, solved[::-1])[1][::-1]
    return 0.5 * xp.sum((x - wanted) ** 2)


def make_series(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Two series."""
    return tuple(np.cumsum(rng.normal(size=n)) / 4 for n in size)


def plain_warping(first: Any, second: Any) -> Any:
    """Soft dynamic time warping (Cuturi & Blondel 2017), cell by cell."""
    n, m = len(first), len(second)
    r = np.full((n + 1, m + 1), FAR)
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            x, y, z = r[i - 1, j - 1], r[i - 1, j], r[i, j - 1]
            least = np.minimum(np.minimum(x, y), z)
            total = np.exp(least - x) + np.exp(least - y) + np.exp(least - z)
            r[i, j] = (first[i - 1] - second[j - 1]) ** 2 + least - np.log(total)
    return r[n, m]


def warping(loops: Any, xp: Any, first: Any, second: Any) -> Any:
    """The same as a loop in a loop; the corner alone is no border."""

    def fill(above: Any, now: Any) -> tuple[Any, None]:
        def cell(z: Any, column: Any) -> tuple[Any, Any]:
            other, x, y = column
            least = xp.minimum(xp.minimum(x, y), z)
            total = xp.exp(least - x) + xp.exp(least - y) + xp.exp(least - z)
            z = (now - other) ** 2 + least - xp.log(total)
            return z, z

        columns = xp.stack([second, above[:-1], above[1:]], axis=1)
        row = loops.scan(cell, FAR, columns)[1]
        return xp.concatenate([border, row]), None

    far = xp.zeros((len(second) + 1,)) + FAR
    border = far[:1]
    top = xp.concatenate([xp.zeros((1,)), far[1:]])
    return loops.scan(fill, top, first)[0][-1]


def make_view(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Middle and width of a view of the plane, its points, number of iterations."""
    rounds, n = size
    x, y = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n))
    return np.array([-0.6, 0.9, 0.25]), x.ravel(), y.ravel(), rounds


def plain_view(view: Any, across: Any, along: Any, rounds: int) -> Any:
    """Brightness of a picture of Mandelbrot's set: iterations to escape, made smooth."""
    real, imaginary = view[0] + view[2] * across, view[1] + view[2] * along
    x, y, total = np.zeros(len(across)), np.zeros(len(across)), 0.0
    for _ in range(rounds):
        squared = x * x + y * y
        inside = squared < 4
        total = total + np.sum(np.where(inside, np.exp(-squared), 0.0))
        x, y = (
            np.where(inside, x * x - y * y + real, x),
            np.where(inside, 2 * x * y + imaginary, y),
        )
    return total


def view(loops: Any, xp: Any, view: Any, across: Any, along: Any, rounds: int) -> Any:
    """The same as a loop."""
    real, imaginary = view[0] + view[2] * across, view[1] + view[2] * along

    def iterate(_: Any, state: Any) -> tuple[Any, ...]:
        x, y, total = state
        squared = x * x + y * y
        inside = squared < 4
        total = total + xp.sum(xp.where(inside, xp.exp(-squared), 0.0))
        return (
            xp.where(inside, x * x - y * y + real, x),
            xp.where(inside, 2 * x * y + imaginary, y),
            total,
        )

    zeros = xp.zeros((len(across),))
    return loops.fori_loop(0, rounds, iterate, (zeros, zeros, 0.0))[2]


ALSO_VALUE = ("value", "value_and_grad")  # where no gradient is written by hand

PROBLEMS = (
    Problem(
        name="heat_slices",
        summary="steps x points of a rod, a buffer's slices: start and diffusivities",
        make=make_rod,
        sizes=((200, 100), (1000, 1000)),
        smoke=(3, 6),
        argnums=(0, 1),
        memory=True,
        **spelled(rod, plain_rod),
    ),
    Problem(
        name="wave_slices",
        summary="steps x points of a string, two steps back: gradient of pluck and speeds",
        make=make_string,
        sizes=((500, 200),),
        smoke=(4, 7),
        tasks=ALSO_VALUE,
        argnums=(0, 1),
        memory=True,
        **spelled(string, plain_string),
    ),
    Problem(
        name="thomas",
        summary="tridiagonal system by elements, gradient of diagonals and right side",
        make=make_bands,
        sizes=(1000,),
        smoke=4,
        argnums=(0, 1, 2, 3),
        memory=True,
        **spelled(bands, plain_bands),
    ),
    Problem(
        name="soft_dtw",
        summary="rows x columns of a table filled cell by cell, gradient of both series",
        make=make_series,
        sizes=((40, 40),),
        smoke=(3, 4),
        tasks=ALSO_VALUE,
        argnums=(0, 1),
        memory=True,
        **spelled(warping, plain_warping),
    ),
    Problem(
        name="escape",
        summary="iterations of n x n points until they escape, gradient of the view",
        make=make_view,
        sizes=((100, 64), (100, 320)),
        smoke=(3, 4),
        tasks=ALSO_VALUE,
        memory=True,
        **spelled(view, plain_view),
    ),
)
