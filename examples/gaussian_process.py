"""How rough a mountain is: a Gaussian process that learns its own smoothness.

A profile of heights across the Jacksboro fault in Tennessee, which Matplotlib ships, is
interpolated by a Gaussian process with Matern's covariance. Its smoothness is usually picked
from 1/2, 3/2, 5/2; here it is learned with the rest, by the derivative of the Bessel
function K by its order. Look at: `scipy.special.kv(nu, x)` differentiated in `nu`, and the
heights between the measured ones, which are predicted as well as promised.
"""

import argparse

import numpy as np
from matplotlib import cbook
from matplotlib.figure import Figure
from scipy.optimize import minimize
from scipy.special import gamma, kv

import functrace as ft

NAMES = ("height in m", "length in km", "smoothness")
START = np.log([100.0, 1.0, 1.0])
NOISE = 0.5  # heights are given in whole metres
EVERY = 2  # of the heights one in so many is given, the others are predicted


def profile():
    """Places in km along a line, and heights in m about their mean."""
    file = cbook.get_sample_data("jacksboro_fault_dem.npz")
    heights = file["elevation"][200, 60:241].astype(float)
    return 0.0745 * np.arange(heights.size), heights - heights.mean()


def matern(p, a, b):
    """Covariance of heights at places `a` and `b`."""
    height, length, nu = p
    distance = np.abs(a[:, None] - b) / length
    r = np.sqrt(2 * nu) * np.where(distance > 0, distance, 1.0)
    curve = 2 ** (1 - nu) / gamma(nu) * r**nu * kv(nu, r)
    return height**2 * np.where(distance > 0, curve, 1.0)


def unlikelihood(log_p, places, heights):
    """Negative logarithm of the likelihood of heights."""
    p = np.exp(log_p)
    covariance = matern(p, places, places) + NOISE**2 * np.eye(places.size)
    root = np.linalg.cholesky(covariance)
    white = np.linalg.solve(root, heights)
    constant = heights.size * np.log(2 * np.pi) / 2
    return np.sum(white**2) / 2 + np.sum(np.log(np.diag(root))) + constant


def predict(p, places, heights, new):
    """Mean and standard deviation at new places."""
    covariance = matern(p, places, places) + NOISE**2 * np.eye(places.size)
    across = matern(p, places, new)
    weights = np.linalg.solve(covariance, across)
    variance = p[0] ** 2 + NOISE**2 - np.sum(across * weights, axis=0)
    return heights @ weights, np.sqrt(variance)


def main():
    """Learn from half of the heights, and predict the others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    places, heights = profile()
    given = places[::EVERY], heights[::EVERY]
    objective = ft.jit(ft.value_and_grad(unlikelihood))
    fit = minimize(objective, START, args=given, jac=True, method="L-BFGS-B")
    curvature = ft.jacobian(lambda p: ft.grad(unlikelihood)(p, *given))(fit.x)
    errors = np.sqrt(np.diag(np.linalg.inv(curvature)))
    p = np.exp(fit.x)
    print(f"{len(given[0])} heights: log likelihood {-fit.fun:.3f}")
    for name, value, error in zip(NAMES, p, errors, strict=True):
        print(f"{name:14}{value:9.3f}  within a factor {np.exp(error):.2f}")
    mean, deviation = predict(p, *given, places)
    others = np.delete((heights - mean) / deviation, np.s_[::EVERY])
    inside = np.mean(np.abs(others) < 1.96)
    print(f"of {others.size} others {inside:.1%} are in their 95 % band")

    if options.plot:
        figure = Figure(figsize=(8, 5), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        upper.plot(places, mean, color="C0", label="predicted")
        upper.plot(places, heights, "k.", markersize=4, label="measured")
        upper.plot(*given, ".", color="C1", label="given")
        upper.set(ylabel="height in m", title="Across the Jacksboro fault")
        upper.legend()
        band = 1.96 * deviation
        lower.fill_between(places, -band, band, color="C0", alpha=0.3, label="95 %")
        lower.plot(places, heights - mean, "k.", markersize=4)
        lower.set(xlabel="place in km", ylabel="measured - predicted")
        lower.legend()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
