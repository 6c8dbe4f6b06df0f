"""Measure two spectral lines that overlap, and how well they can be measured at all.

A spectrograph counts photons of sodium's yellow doublet. The lines are Voigt profiles,
broadened by the atoms' motion and by their lifetime; `scipy.special.voigt_profile` has
derivatives in all its arguments. The likelihood of the counts is Poisson's; an exact
Hessian makes Newton's method converge in a few steps and gives the errors (Cramér and Rao).
Look at: the errors of the widths, which many repetitions of the experiment confirm.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize
from scipy.special import gammaln, voigt_profile

import functrace as ft

NAMES = ("D2 photons", "D1 photons", "D2 in nm", "D1 in nm", "sigma", "gamma", "sky")
SODIUM = np.array([0.6, 0.3, 588.995, 589.592, 0.08, 0.06, 0.2])  # photons by 10,000
START = np.array([0.5, 0.5, 588.95, 589.65, 0.1, 0.1, 0.1])
WAVELENGTHS = np.linspace(588.2, 590.4, 221)
STEP = WAVELENGTHS[1] - WAVELENGTHS[0]


def expected(p):
    """Expected counts of each pixel: two lines with the same widths, and the sky."""
    total = p[6] * 100 * np.ones(WAVELENGTHS.size)
    for photons, centre in ((p[0], p[2]), (p[1], p[3])):
        profile = voigt_profile(WAVELENGTHS - centre, p[4], p[5])
        total += 1e4 * photons * STEP * profile
    return total


def unlikelihood(p, counts):
    """Negative logarithm of the likelihood of counts."""
    mean = expected(p)
    return np.sum(mean - counts * np.log(mean) + gammaln(counts + 1))


gradient = ft.value_and_grad(unlikelihood)
hessian = ft.hessian(unlikelihood)


def fit(counts):
    """The most likely lines, by Newton's method."""
    method = {"method": "trust-exact", "options": {"initial_trust_radius": 0.1}}
    exact = {"jac": True, "hess": hessian}
    return minimize(gradient, START, args=(counts,), tol=1e-3, **exact, **method)


def main():
    """Fit one spectrum; a hundred more show whether the errors are right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    rng = np.random.default_rng(1814)
    counts = rng.poisson(expected(SODIUM))
    found = fit(counts)
    covariance = np.linalg.inv(hessian(found.x, counts))
    errors = np.sqrt(np.diag(covariance))
    repeated = rng.poisson(expected(SODIUM), (100, WAVELENGTHS.size))
    steps = [covariance @ gradient(SODIUM, again)[1] for again in repeated]
    spread = np.std(steps, axis=0)  # of estimates, each a step from the truth

    print(f"{counts.sum()} photons; {found.nit} steps of Newton's method")
    print(f"{'':12}{'true':>10}{'fitted':>11}{'error':>9}{'spread of 100':>16}")
    rows = zip(NAMES, SODIUM, found.x, errors, spread, strict=True)
    for name, true, value, error, width in rows:
        print(f"{name:12}{true:10.3f}{value:11.4f}{error:9.4f}{width:16.4f}")

    if options.plot:
        draw(options.plot, counts, found.x)


def draw(path, counts, p):
    """Counts and fit; what is left, in standard deviations."""
    figure = Figure(figsize=(7, 5), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    mean = expected(p)
    upper.step(WAVELENGTHS, counts, where="mid", color="gray", label="photons")
    upper.plot(WAVELENGTHS, mean, color="C0", label="fitted")
    upper.set(ylabel="photons in a pixel", title="Sodium's doublet")
    upper.legend()
    lower.plot(WAVELENGTHS, (counts - mean) / np.sqrt(mean), ".", color="C0")
    lower.axhline(0, color="gray", linewidth=0.8)
    lower.set(xlabel="wavelength in nm", ylabel="residual / sigma")
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
