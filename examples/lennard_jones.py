"""Find the most stable cluster of thirteen atoms with SciPy and a compiled gradient.

Atoms attract and repel each other by the Lennard-Jones potential, in units in which its
depth and its zero are 1. Basin hopping: minimise, shake, minimise again. The reference, an
icosahedron: D. J. Wales and J. P. K. Doye, J. Phys. Chem. A 101, 5111 (1997). Look at: the
Hessian's eigenvalues, six zeros and then the vibrations, say that it is a true minimum.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import functrace as ft

ATOMS = 13
FIRST, SECOND = np.triu_indices(ATOMS, 1)  # the pairs
PUBLISHED = -44.326801
HOPS = 100
TEMPERATURE = 0.8
SHAKE = 0.5


def energy(x):
    """Energy of a cluster; `x` has three coordinates for each atom."""
    position = x.reshape(-1, 3)
    separation = position[FIRST] - position[SECOND]
    attraction = np.sum(separation**2, axis=1) ** -3
    return 4 * np.sum(attraction**2 - attraction)


gradient = ft.value_and_grad(energy)
compiled = ft.jit(gradient)


def relax(x):
    """Go downhill to the next minimum."""
    return minimize(compiled, x, jac=True, method="TNC")


def search(x, rng):
    """Walk from minimum to minimum, as Metropolis does; the lowest, and evaluations."""
    here = best = relax(x)
    evaluations = here.nfev
    for _ in range(HOPS):
        there = relax(here.x + rng.uniform(-SHAKE, SHAKE, x.shape))
        evaluations += there.nfev
        rise = max(there.fun - here.fun, 0)
        if rng.uniform() < np.exp(-rise / TEMPERATURE):
            here = there
        best = min(best, here, key=lambda minimum: minimum.fun)
    return best, evaluations


def main():
    """Search, compare with the published energy, and look at the vibrations."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    rng = np.random.default_rng(1997)
    start = rng.uniform(-1.5, 1.5, 3 * ATOMS)
    best, evaluations = search(start, rng)
    print(f"Lennard-Jones cluster of {ATOMS} atoms: {evaluations} evaluations")
    print(f"{'energy':12}{best.fun:14.6f}")
    print(f"{'published':12}{PUBLISHED:14.6f}")
    curvatures = np.linalg.eigvalsh(ft.hessian(energy)(best.x))
    rigid = np.sum(np.abs(curvatures) < 1e-3 * curvatures[-1])
    print(f"motions without a force: {rigid}; softest vibration: {curvatures[6]:.1f}")

    if options.plot:
        figure = Figure(figsize=(8, 3.8), layout="constrained")
        left = figure.add_subplot(1, 2, 1, projection="3d")
        places = best.x.reshape(-1, 3)
        for pair in places[np.stack([FIRST, SECOND], axis=1)]:
            if np.linalg.norm(pair[0] - pair[1]) < 1.3:
                left.plot(*pair.T, color="gray")
        left.scatter(*places.T, s=150, depthshade=False, edgecolors="k")
        left.set(aspect="equal", title="The cluster")
        left.axis("off")
        right = figure.add_subplot(1, 2, 2)
        right.plot(np.arange(1, 3 * ATOMS + 1), curvatures, "o")
        right.set(xlabel="motion", ylabel="eigenvalue of the Hessian")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
