"""Look into the earth with sound: full-waveform inversion in two dimensions.

Three shots at the surface send waves down; geophones record what comes back. A speed of sound
is looked for, at each of 2,500 points, with which the wave equation gives the records (A.
Tarantola, Geophysics 49, 1259, 1984). The simulation is a plain loop over a buffer of waves;
its gradient is the adjoint method, which nobody has to derive. Look at: `shot`, which knows
nothing of derivatives; compiled, it and its gradient are native loops.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import functrace as ft

SIZE, SPACING = 50, 20.0  # points, and m between them
STEPS, STEP = 320, 0.004  # seconds
SHOTS = (8, 25, 42)
EDGE = 8  # points in which waves die away, but for the surface
TIMES = STEP * np.arange(STEPS) - 0.15
DOWN, ALONG = np.mgrid[:SIZE, :SIZE]
INSIDE = np.minimum(np.minimum(ALONG, SIZE - 1 - ALONG), SIZE - 1 - DOWN)
FADE = np.exp(-((0.05 * np.maximum(EDGE - INSIDE, 0)) ** 2))
WAVELET = (1 - 2 * (np.pi * 8 * TIMES) ** 2) * np.exp(-((np.pi * 8 * TIMES) ** 2))


def earth():
    """The truth in m/s: faster below, with a slow lens in the middle."""
    lens = np.exp(-(((ALONG - 25) / 7.5) ** 2) - ((DOWN - 25) / 5) ** 2)
    return 1800 + 18 * DOWN - 350 * lens


def shot(speed, place):
    """What geophones along the surface record of a shot."""
    courant = (speed * STEP / SPACING) ** 2
    old, now = np.zeros((SIZE, SIZE)), np.zeros((SIZE, SIZE))
    record = np.zeros((STEPS, SIZE))
    for t in range(STEPS):
        bend = -4 * now
        bend[1:] += now[:-1]
        bend[:-1] += now[1:]
        bend[:, 1:] += now[:, :-1]
        bend[:, :-1] += now[:, 1:]
        new = FADE * (2 * now - FADE * old + courant * bend)
        new[2, place] += WAVELET[t]
        old, now = now, new
        record[t] = now[3]
    return record


def misfit(slowness, records):
    """Of the records of all shots."""
    speed = 1000 / slowness.reshape(SIZE, SIZE)
    total = 0.0
    for place, record in zip(SHOTS, records, strict=True):
        total += np.sum((shot(speed, place) - record) ** 2)
    return total


def main():
    """Record, forget, and find again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    truth = earth()
    simulate = ft.jit(shot)
    records = np.array([simulate(truth, place) for place in SHOTS])
    start = 1000 / np.repeat(truth[:, :1], SIZE, axis=1)
    gradient = ft.jit(ft.value_and_grad(misfit))
    lbfgs = {"jac": True, "method": "L-BFGS-B", "options": {"maxiter": 30}}
    fit = minimize(gradient, start.ravel(), args=(records,), **lbfgs)
    found = 1000 / fit.x.reshape(SIZE, SIZE)
    before, _ = gradient(start.ravel(), records)
    print(f"misfit from {before:.3f} to {fit.fun:.5f}, {fit.nfev} gradients")
    shown = {"found": found - 1000 / start, "truth": truth - 1000 / start}
    for name, more in shown.items():
        down, along = SPACING * np.array(np.divmod(more.argmin(), SIZE))
        print(f"{name}: {more.min():.0f} m/s at {along:.0f} m, {down:.0f} m down")

    if options.plot:
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        extent = (0, SIZE * SPACING, SIZE * SPACING, 0)
        style = {"cmap": "PuOr", "vmin": -350, "vmax": 350, "extent": extent}
        panels = figure.subplots(1, 2, sharey=True)
        for axes, (name, more) in zip(panels, shown.items(), strict=True):
            image = axes.imshow(more, **style)
            axes.plot(SPACING * np.array(SHOTS), [40] * 3, "k*", label="shots")
            axes.set(title=name, xlabel="place in m")
        panels[0].set(ylabel="depth in m")
        panels[0].legend(loc="lower left")
        figure.colorbar(image, label="speed in m/s beyond what was expected")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
