"""Where it was hot at the beginning: a diffusion whose rod is divided among ranks of MPI.

Each rank has a part of the rod and knows its neighbours' edges; the adjoint sends their
cotangents back. From the temperature at the end, the one at the beginning is found by
L-BFGS, in which all ranks take part with the same numbers. Look at: the same script runs
alone, and on ranks: `mpiexec -n 2 python -m mpi4py examples/heat_on_ranks.py`.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from mpi4py import MPI
from scipy.optimize import minimize

import functrace as ft
from functrace import mpi

CELLS, STEPS, SPEED = 60, 5, 0.45
RANK, SIZE = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
WHERE = np.linspace(0, 1, CELLS)
START = np.exp(-(((WHERE - 0.3) / 0.05) ** 2))
START += 0.5 * np.exp(-(((WHERE - 0.7) / 0.1) ** 2))
MINE = np.array_split(np.arange(CELLS), SIZE)[RANK]


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


END = ft.jit(diffuse_alone)(START)


def misfit(guess):
    """Of the whole rod at the beginning, which all ranks guess alike."""
    found = diffuse(mpi.spread(guess)[MINE])
    rough = 1e-8 * np.sum(guess**2)
    return mpi.allsum(np.sum((found - END[MINE]) ** 2)) + rough


def misfit_alone(guess):
    """The same in one process."""
    return np.sum((diffuse_alone(guess) - END) ** 2) + 1e-8 * np.sum(guess**2)


def main():
    """Find the beginning, and compare with one process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    fast = ft.jit(ft.value_and_grad(misfit))
    value, gradient = fast(np.zeros(CELLS))
    expected = ft.grad(misfit_alone)(np.zeros(CELLS))
    error = np.max(np.abs(gradient - expected)) / np.max(np.abs(expected))
    lbfgs = {"method": "L-BFGS-B", "options": {"maxiter": 10}}
    best = minimize(fast, np.zeros(CELLS), jac=True, **lbfgs)
    alike = np.ptp(mpi.gather(best.x), axis=0).max()
    if RANK:
        return
    print(f"misfit before       {value:.6f}")
    print(f"gradient as alone   {error < 1e-12}")
    print(f"misfit after        {best.fun < 1e-3}")
    print(f"the same everywhere {alike == 0}")
    print(f"hottest at          {WHERE[np.argmax(best.x)]:.3f}")

    if options.plot:
        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        axes.plot(WHERE, START, "--", color="gray", label="beginning")
        axes.plot(WHERE, best.x, label="beginning, found")
        axes.plot(WHERE, END, "o", markersize=4, label="end, known")
        axes.set(xlabel="place on the rod", ylabel="temperature")
        axes.legend()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
