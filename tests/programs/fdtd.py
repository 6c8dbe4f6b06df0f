"""A pulse of light that meets a slab of lossy glass: one dimension, Yee's grid."""

from math import exp, pi, sin

import numpy as np

CELLS = 16
STEPS = 14
SOURCE = 5
SLAB = slice(9, 14)

PARAMS = np.array([4.0, 0.03, 4.0])  # permittivity, conductivity, width of the pulse


def main(params):
    permittivity, conductivity, width = params
    electric = np.zeros(CELLS)
    magnetic = np.zeros(CELLS - 1)
    keep = np.ones(CELLS)
    curl = 0.5 * np.ones(CELLS)
    loss = 0.25 * conductivity / permittivity
    keep[SLAB] = (1 - loss) / (1 + loss)
    curl[SLAB] /= permittivity * (1 + loss)
    left = [0.0, 0.0]  # what waves bring to the ends two steps later
    right = [0.0, 0.0]
    probe = []
    for step in range(STEPS):
        for k in range(1, CELLS - 1):
            electric[k] = keep[k] * electric[k]
            electric[k] += curl[k] * (magnetic[k - 1] - magnetic[k])
        time = step - 7.5
        electric[SOURCE] += exp(-0.5 * (time / width) ** 2) * (
            2 + sin(pi * time / width)
        )
        left.append(electric[1])
        right.append(electric[CELLS - 2])
        electric[0] = left.pop(0)
        electric[-1] = right.pop(0)
        magnetic += 0.5 * (electric[:-1] - electric[1:])
        probe.append(electric[2])
    return np.sum(electric**2) + np.sum(np.array(probe) ** 2) + magnetic[9]
