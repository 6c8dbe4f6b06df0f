"""Find a periodic orbit of three bodies by shooting: choose how fast they start.

Three equal masses on a line move such that each is back where it began after a time that is
looked for as well: they chase each other on a figure of eight (A. Chenciner and
R. Montgomery, Annals of Mathematics 152, 881, 2000). Reference values: M. Šuvakov and V.
Dmitrašinović, Physical Review Letters 110, 114301 (2013). Look at: leapfrog steps are an
`ft.scan`; SciPy solves with the Jacobian of a thousand of them.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import least_squares

import functrace as ft

PLACES = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
SPEEDS = np.array([1.0, 1.0, -2.0])  # in terms of the first body's: no momentum in all
NAMES = ("speed, x", "speed, y", "period")
START = np.array([0.3, 0.5, 6.0])
REFERENCE = np.array([0.34711, 0.53273, 6.32591])
STEPS = 1000


def accelerations(places):
    """Gravity of the bodies on each other."""
    separations = places - places[:, None]
    squared = np.sum(separations**2, axis=-1) + np.eye(3)  # a body has none on itself
    return np.sum(separations * squared[:, :, None] ** -1.5, axis=1)


def fly(p):
    """The bodies' places and speeds at the end, and where they were on the way."""
    step = p[2] / STEPS

    def leap(state, _):
        places, speeds = state
        middle = places + step / 2 * speeds
        speeds = speeds + step * accelerations(middle)
        places = middle + step / 2 * speeds
        return (places, speeds), places

    return ft.scan(leap, (PLACES, SPEEDS[:, None] * p[:2]), length=STEPS)


def miss(p):
    """How far from their beginning the bodies are in the end, in place and speed."""
    (places, speeds), _ = fly(p)
    off = np.stack([places - PLACES, speeds - SPEEDS[:, None] * p[:2]])
    return off.ravel()


shoot = ft.jit(miss)
jacobian = ft.jit(ft.jacobian(miss))


def main():
    """Solve, and compare with the published orbit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    found = least_squares(shoot, START, jac=jacobian)
    print("three bodies on a figure of eight")
    print(f"{'':10}{'found':>12}{'published':>12}")
    for name, value, reference in zip(NAMES, found.x, REFERENCE, strict=True):
        print(f"{name:10}{value:12.5f}{reference:12.5f}")
    print(f"distance from the beginning {np.linalg.norm(found.fun):.1e}")
    print(f"flights: {found.nfev}, Jacobians: {found.njev}")

    if options.plot:
        figure = Figure(figsize=(7, 3.2), layout="constrained")
        axes = figure.subplots()
        places = fly(found.x)[1]
        axes.plot(places[:, 0, 0], places[:, 0, 1], color="gray")
        for k, color in enumerate(("C0", "C1", "k")):
            axes.plot(*PLACES[k], "o", color=color, markersize=9)
            axes.plot(*places[: STEPS // 12, k].T, color=color, linewidth=2)
        axes.set(xlabel="x", ylabel="y", aspect="equal")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
