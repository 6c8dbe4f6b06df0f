"""Inverse design in optics: let a gradient invent a lens that is two wavelengths thick.

Light comes from the left; a slab may have glass or air in each of 1,200 places. Maxwell's
equations are stepped through time (K. Yee, 1966), a plain loop over three fields, and the
intensity at a focus behind the slab is made as large as can be. One backward sweep tells what
each place contributes. Look at: `simulate`, an ordinary FDTD code with updates in place.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.ndimage import gaussian_filter
from scipy.optimize import minimize

import functrace as ft

SHAPE = (90, 80)  # along the light, and across
COURANT = 0.5
STEPS = 360
OMEGA = 2 * np.pi / 12 * COURANT  # waves are 12 points long
SLAB = np.s_[22:42, 10:70]
FOCUS = (72, 40)
GLASS = 2.25  # permittivity
EDGE = 10


def absorber():
    """Fields are multiplied by this at each step, to die away at the edges."""
    inside = [np.minimum(np.arange(n), n - 1 - np.arange(n)) for n in SHAPE]
    depth = np.maximum(EDGE - np.minimum(*np.meshgrid(*inside, indexing="ij")), 0)
    return np.exp(-0.3 * (depth / EDGE) ** 3)


FADE = absorber()


def permittivity(flat):
    """Of all points; each place in the slab is glass or air, or something between."""
    filling = 1 / (1 + np.exp(-gaussian_filter(flat.reshape(20, 60), 1.0)))
    material = np.ones(SHAPE)
    material[SLAB] = 1 + (GLASS - 1) * filling
    return material


def simulate(material):
    """Intensity of the light everywhere, averaged over the last periods."""
    electric, up, along = np.zeros(SHAPE), np.zeros(SHAPE), np.zeros(SHAPE)
    intensity = np.zeros(SHAPE)
    for t in range(STEPS):
        up[:, :-1] -= COURANT * (electric[:, 1:] - electric[:, :-1])
        along[:-1] += COURANT * (electric[1:] - electric[:-1])
        curl = np.zeros(SHAPE)
        curl[1:, 1:] = along[1:, 1:] - along[:-1, 1:] - up[1:, 1:] + up[1:, :-1]
        electric = FADE * (electric + COURANT / material * curl)
        electric[12, EDGE:-EDGE] += COURANT * np.sin(OMEGA * t) * min(t / 50, 1)
        up *= FADE
        along *= FADE
        if t >= STEPS - 96:
            intensity += electric**2 / 48
    return intensity


def darkness(flat):
    """What is minimised."""
    return -simulate(permittivity(flat))[FOCUS]


def main():
    """Design, and compare with the slab of glass."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    gradient = ft.jit(ft.value_and_grad(darkness))
    keep = {"jac": True, "method": "L-BFGS-B", "options": {"maxiter": 20}}
    fit = minimize(gradient, np.zeros(1200), **keep)
    before, after = -darkness(np.zeros(1200)), -fit.fun
    print(f"1200 places, {STEPS} steps, {fit.nfev} gradients")
    print(
        f"intensity at the focus from {before:.3f} to {after:.3f}: {after / before:.1f} x"
    )

    if options.plot:
        material = permittivity(fit.x)
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        image = left.imshow(material.T, cmap="gray_r")
        figure.colorbar(image, label="permittivity", shrink=0.8)
        image = right.imshow(simulate(material).T, cmap="inferno")
        right.contour(material.T, [1.6], colors="w", linewidths=0.5)
        figure.colorbar(image, label="intensity", shrink=0.8)
        for axes in (left, right):
            axes.set(xlabel="along the light")
        left.set(ylabel="across")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
