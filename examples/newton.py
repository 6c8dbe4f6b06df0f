"""Newton's method with an exact Hessian: the shape of a hanging chain of springs.

The energy of thirty springs and their weights is all that is written down. Look at: the
number of right digits doubles at each of the last steps, which only exact second derivatives
do.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure

import functrace as ft

LINKS = 30
STIFFNESS = 400.0
LENGTH = 1.4 / LINKS  # at rest; the ends are at distance 1
WEIGHT = 1.0 / LINKS


def positions(x):
    """All knots: the free ones between the two that are fixed."""
    free = x.reshape(-1, 2)
    return np.concatenate([np.array([[0.0, 0.0]]), free, np.array([[1.0, 0.0]])])


def energy(x):
    """Stretching of the springs, and height of the knots."""
    knots = positions(x)
    lengths = np.sqrt(np.sum((knots[1:] - knots[:-1]) ** 2, axis=1))
    stretching = STIFFNESS / 2 * np.sum((lengths - LENGTH) ** 2)
    return stretching + WEIGHT * np.sum(knots[:, 1])


def minimize(x, steps=50, tolerance=1e-10):
    """Newton's method, damped until the energy falls and made to descend."""
    value_and_gradient = ft.value_and_grad(energy)
    hessian = ft.hessian(energy)
    norms = []
    for _ in range(steps):
        value, gradient = value_and_gradient(x)
        norms.append(np.linalg.norm(gradient))
        if norms[-1] < tolerance:
            break
        curvatures, modes = np.linalg.eigh(hessian(x))
        curvatures = np.maximum(np.abs(curvatures), 1e-6)
        step = -modes @ ((modes.T @ gradient) / curvatures)
        scale = 1.0
        while energy(x + scale * step) > value + 1e-4 * scale * (gradient @ step):
            scale /= 2
            if scale < 1e-8:
                break
        x = x + scale * step
    return x, norms


def main():
    """Minimise, and print the convergence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    s = np.linspace(0, 1, LINKS + 1)[1:-1]
    start = np.stack([s, -2 * s * (1 - s)], axis=1).ravel()
    x, norms = minimize(start)
    print(f"hanging chain of {LINKS} springs, {x.size} unknowns")
    for k, norm in enumerate(norms):
        print(f"step {k:2d}   |gradient| {norm:.3e}")
    print(f"energy {energy(x):.10f}, lowest point {positions(x)[:, 1].min():.6f}")
    assert norms[-1] < 1e-9

    if options.plot:
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        left.plot(*positions(start).T, ".--", color="gray", label="start")
        left.plot(*positions(x).T, ".-", label="at rest")
        left.set(xlabel="x", ylabel="height", aspect="equal")
        left.legend()
        right.semilogy(norms, "o-")
        right.set(xlabel="step", ylabel="length of the gradient")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
