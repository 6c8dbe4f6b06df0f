"""Deblur a photograph: find the image that would, blurred, look so, and has few edges.

A flower that scikit-learn ships is blurred and gets noise. The image is looked for that fits
and has a small total variation (L. Rudin, S. Osher and E. Fatemi, Physica D 60, 259, 1992):
16,384 unknowns, SciPy's L-BFGS, one gradient of plain NumPy and `scipy.ndimage`, compiled.
Look at: `gaussian_filter` is transposed without being told how.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.ndimage import gaussian_filter
from scipy.optimize import minimize
from sklearn.datasets import load_sample_image

import functrace as ft

BLUR = 2.0  # pixels
NOISE = 0.01
WEIGHT = 2e-4
ROUND = 1e-3  # the corner of the absolute value is rounded so much


def photograph():
    """A quarter of the image's pixels, gray, from 0 to 1."""
    image = load_sample_image("flower.jpg")[60:316, 220:476].mean(axis=2) / 255
    return image.reshape(128, 2, 128, 2).mean(axis=(1, 3))


def blurred(image):
    """What the camera sees."""
    return gaussian_filter(image, BLUR, mode="nearest")


def variation(image):
    """Total variation: the length of all edges, by their heights."""
    down, right = np.diff(image, axis=0)[:, :-1], np.diff(image, axis=1)[:-1]
    return np.sum(np.sqrt(down**2 + right**2 + ROUND**2))


def objective(flat, seen):
    """Misfit and total variation."""
    image = flat.reshape(seen.shape)
    return np.sum((blurred(image) - seen) ** 2) / 2 + WEIGHT * variation(image)


def deblur(seen):
    """The image that is the most plausible."""
    gradient = ft.jit(ft.value_and_grad(objective))
    options = {"maxiter": 60}
    keep = {"jac": True, "method": "L-BFGS-B", "options": options}
    found = minimize(gradient, seen.ravel(), args=(seen,), bounds=None, **keep)
    return found.x.reshape(seen.shape), found


def decibel(image, truth):
    """Peak signal-to-noise ratio."""
    return -10 * np.log10(np.mean((image - truth) ** 2))


def main():
    """Blur, deblur, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    truth = photograph()
    rng = np.random.default_rng(1992)
    seen = blurred(truth) + NOISE * rng.normal(size=truth.shape)
    image, found = deblur(seen)
    print(f"{image.size} pixels, {found.nfev} gradients; objective", end=" ")
    print(f"{found.fun:.4f}, of the truth {objective(truth.ravel(), seen):.4f}")
    print(f"signal to noise: blurred {decibel(seen, truth):.2f} dB, ", end="")
    print(f"deblurred {decibel(image, truth):.2f} dB")
    print(
        f"total variation: true {variation(truth):.0f}, blurred {variation(seen):.0f}, "
        f"deblurred {variation(image):.0f}"
    )

    if options.plot:
        figure = Figure(figsize=(9, 3.3), layout="constrained")
        shown = {"true": truth, "blurred, with noise": seen, "deblurred": image}
        for axes, (name, what) in zip(
            figure.subplots(1, 3), shown.items(), strict=True
        ):
            axes.imshow(what, cmap="gray", vmin=0, vmax=1)
            axes.set(title=name, xticks=[], yticks=[])
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
