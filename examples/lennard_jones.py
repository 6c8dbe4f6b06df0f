"""Find the most stable cluster of thirteen atoms with SciPy and a compiled gradient.

Atoms attract and repel each other by the Lennard-Jones potential, in units in which its
depth and its zero are 1. Basin hopping: minimise, shake, minimise again. The algorithm and
the reference energy, of an icosahedron: D. J. Wales and J. P. K. Doye, *Global optimization
by basin-hopping and the lowest energy structures of Lennard-Jones clusters containing up to
110 atoms*, J. Phys. Chem. A 101, 5111 (1997).
"""

import timeit

import numpy as np
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


def microseconds(function, x, calls):
    """The time of a call, the best of a few."""
    return min(timeit.repeat(lambda: function(x), number=calls)) / calls * 1e6


def main():
    """Search, compare with the published energy, and look at the vibrations."""
    rng = np.random.default_rng(1997)
    start = rng.uniform(-1.5, 1.5, 3 * ATOMS)
    best, evaluations = search(start, rng)

    print(f"Lennard-Jones cluster of {ATOMS} atoms: {evaluations} evaluations")
    print(f"{'energy':12}{best.fun:14.6f}")
    print(f"{'published':12}{PUBLISHED:14.6f}")
    np.testing.assert_allclose(best.fun, PUBLISHED, atol=2e-6)

    curvatures = np.linalg.eigvalsh(ft.hessian(energy)(best.x))
    rigid = np.sum(np.abs(curvatures) < 1e-3 * curvatures[-1])
    print(f"motions without a force: {rigid}; softest vibration: {curvatures[6]:.1f}")
    np.testing.assert_equal(rigid, 6)  # translations and rotations: a true minimum

    print(f"one of them, interpreted: {microseconds(gradient, best.x, 20):8.1f} us")
    print(f"one of them, compiled:    {microseconds(compiled, best.x, 1000):8.1f} us")
    print(compiled.explain())


if __name__ == "__main__":
    main()
