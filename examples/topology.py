"""The stiffest bracket that a given amount of steel makes: topology optimisation.

A beam on two supports carries a load in its middle; half of it is computed. Each element's
density is an unknown; stiffness is its third power, so that half-densities do not pay
(O. Sigmund, *A 99 line topology optimization code*, 2001). The displacements are found by
SciPy's sparse solver, and the gradient of the compliance goes through it. Look at:
`csc_matrix` and `spsolve` on traced values; no adjoint equation is written down.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.ndimage import gaussian_filter
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import spsolve

import functrace as ft

WIDTH, HEIGHT = 60, 20
VOLUME = 0.5
STEPS = 40

# Stiffness of a square element of unit side in plane stress; numbers of its displacements
NU = 0.3
PARTS = np.array([12 - 4 * NU, 3 + 3 * NU, -6 - 2 * NU, -3 + 9 * NU,
                  -6 + 2 * NU, -3 - 3 * NU, 4 * NU, 3 - 9 * NU])  # fmt: skip
ORDER = "01234567 10765432 27056341 36507214 45670123 54321076 63412705 72143650"
ORDER = np.array([list(row) for row in ORDER.split()], int)
ELEMENT = PARTS[ORDER] / (24 * (1 - NU**2))
NODES = np.arange((WIDTH + 1) * (HEIGHT + 1)).reshape(WIDTH + 1, HEIGHT + 1)
CORNERS = (NODES[:-1, 1:], NODES[1:, 1:], NODES[1:, :-1], NODES[:-1, :-1])
DOFS = (2 * np.stack(CORNERS, axis=-1)[..., None] + [0, 1]).reshape(-1, 8)
UNKNOWNS = 2 * NODES.size
FIXED = np.append(np.arange(0, 2 * (HEIGHT + 1), 2), UNKNOWNS - 1)
FREE = np.setdiff1d(np.arange(UNKNOWNS), FIXED)
LOAD = np.zeros(UNKNOWNS)
LOAD[1] = -1.0


def smooth(density):
    """Densities without chequerboards and hairs."""
    return gaussian_filter(density, 0.8, mode="nearest")


def compliance(density):
    """Work of the load: how much the structure gives way."""
    stiffness = 1e-9 + smooth(density) ** 3
    values = stiffness.T.reshape(-1, 1, 1) * ELEMENT
    rows, columns = np.repeat(DOFS, 8, axis=1), np.tile(DOFS, 8)
    matrix = csc_matrix((values.ravel(), (rows.ravel(), columns.ravel())))
    return LOAD[FREE] @ spsolve(matrix[FREE][:, FREE], LOAD[FREE])


def resize(density, slope):
    """More where it helps more, within bounds and with the same volume (Bendsoe)."""
    low, high = 0.0, 1e9
    while high - low > 1e-6 * (high + low):
        price = (low + high) / 2
        new = density * np.sqrt(np.maximum(-slope, 0) / price)
        new = np.clip(new, np.maximum(density - 0.2, 0), np.minimum(density + 0.2, 1))
        low, high = (price, high) if new.mean() > VOLUME else (low, price)
    return new


def main():
    """Optimise, and print how the structure becomes stiffer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    density, history = np.full((HEIGHT, WIDTH), VOLUME), []
    both = ft.value_and_grad(compliance)
    for _ in range(STEPS):
        value, slope = both(density)
        history.append(value)
        density = resize(density, slope)
    print("compliance", "  ".join(f"{value:.1f}" for value in history[::5]))
    print(f"at last {compliance(density):.3f}; steel {density.mean():.4f}")

    if options.plot:
        figure = Figure(figsize=(7, 2.2), layout="constrained")
        axes = figure.subplots()
        whole = smooth(np.hstack([density[:, ::-1], density]))
        axes.imshow(whole, cmap="gray_r", vmin=0, vmax=1)
        arrow = {"arrowstyle": "->", "color": "C1", "linewidth": 2}
        axes.annotate("", (WIDTH, 0), (WIDTH, -8), arrowprops=arrow)
        axes.plot([1, 2 * WIDTH - 2], [HEIGHT + 1] * 2, "^", color="C0", markersize=10)
        axes.set(xlim=(-2, 2 * WIDTH + 1), ylim=(HEIGHT + 3, -10))
        axes.set_axis_off()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
