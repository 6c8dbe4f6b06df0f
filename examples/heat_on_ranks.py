"""Where was it hot at the beginning? A diffusion whose rod is divided among ranks of MPI.

Each rank has a part of the rod and knows its neighbours' edges; the adjoint sends their
cotangents back. From the temperature at the end, the one at the beginning is found by
L-BFGS, in which all ranks take part with the same numbers.

    python examples/heat_on_ranks.py
    mpiexec -n 2 python -m mpi4py examples/heat_on_ranks.py
"""

import numpy as np
from mpi4py import MPI
from scipy.optimize import minimize

import functrace as ft
from functrace import mpi

CELLS, STEPS, SPEED = 60, 5, 0.45
rank, size = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size


def diffuse(u):
    """One rank's part of the rod, some time later; the ends are kept cold."""

    def step(u, _):
        wide = mpi.halo(u)
        return u + SPEED * (wide[2:] - 2 * u + wide[:-2]), None

    return ft.scan(step, u, length=STEPS)[0]


def diffuse_alone(u):
    """The whole rod in one process."""

    def step(u, _):
        wide = np.concatenate([[0.0], u, [0.0]])
        return u + SPEED * (wide[2:] - 2 * u + wide[:-2]), None

    return ft.scan(step, u, length=STEPS)[0]


def part(rod):
    """A rank's own part of the rod."""
    return np.array_split(rod, size)[rank]


where = np.linspace(0, 1, CELLS)
start = np.exp(-(((where - 0.3) / 0.05) ** 2)) + 0.5 * np.exp(
    -(((where - 0.7) / 0.1) ** 2)
)
end = ft.jit(diffuse_alone)(start)
mine, seen = np.array_split(np.arange(CELLS), size)[rank], part(end)


def misfit(guess):
    """Of the whole rod at the beginning, which all ranks guess alike."""
    found = diffuse(mpi.spread(guess)[mine])
    rough = 1e-8 * np.sum(guess**2)
    return mpi.allsum(np.sum((found - seen) ** 2)) + rough


def misfit_alone(guess):
    """The same in one process."""
    return np.sum((diffuse_alone(guess) - end) ** 2) + 1e-8 * np.sum(guess**2)


fast = ft.jit(ft.value_and_grad(misfit))
value, gradient = fast(np.zeros(CELLS))
expected = ft.grad(misfit_alone)(np.zeros(CELLS))
error = np.max(np.abs(gradient - expected)) / np.max(np.abs(expected))
best = minimize(
    fast, np.zeros(CELLS), jac=True, method="L-BFGS-B", options={"maxiter": 10}
)
alike = np.ptp(mpi.gather(best.x), axis=0).max()

if rank == 0:
    print(f"misfit before       {value:.6f}")
    print(f"gradient as alone   {error < 1e-12}")
    print(f"misfit after        {best.fun < 1e-3}")
    print(f"the same everywhere {alike == 0}")
    print(f"hottest at          {where[np.argmax(best.x)]:.3f}")
