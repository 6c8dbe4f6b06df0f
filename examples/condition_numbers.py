"""Which results can be trusted: condition numbers of whole computations, by Jacobians.

By what factor does a relative error of an input grow until it is in the output? The Jacobian
of any code says that; no theory of the problem is needed. The roots 1, 2, 3, ... of
Wilkinson's polynomial look as harmless as can be, and are not (J. H. Wilkinson, *The
evaluation of the zeros of ill-conditioned polynomials*, 1959). Look at: `np.roots` is
differentiated as it stands, and what is forecast happens.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.linalg import hilbert

import functrace as ft

WILKINSON = np.arange(1.0, 13)  # roots: of twenty there is no digit left


def condition(function, x):
    """Factors by which relative errors of `x` grow, for each output (rows) and input."""
    y = function(x)
    return np.abs(ft.jacobian(function)(x)) * np.abs(x) / np.abs(y)[:, None]


def smaller_root(p):
    """Of x**2 - 2 p x + q."""
    return np.array([p[0] - np.sqrt(p[0] ** 2 - p[1])])


def area(sides):
    """Of a triangle (Heron)."""
    half = np.sum(sides) / 2
    return np.sqrt(half * np.prod(half - sides))[None]


def solution(b):
    """Of linear equations with Hilbert's matrix of order 8."""
    return np.linalg.solve(hilbert(8), b)


def roots(coefficients):
    """Of a polynomial, real ones in ascending order."""
    return np.sort(np.roots(coefficients).real)


PROBLEMS = {
    "roots close together": (smaller_root, np.array([1.0, 0.999999])),
    "roots far apart": (smaller_root, np.array([1.0, 0.75])),
    "area of a triangle": (area, np.array([3.0, 4.0, 5.0])),
    "area of a needle": (area, np.array([1.0, 1.0, 1.9999])),
    "Hilbert's equations": (solution, hilbert(8) @ np.ones(8)),
    "Wilkinson's polynomial": (roots, np.poly(WILKINSON)),
}


def main():
    """Print the worst factor of each problem, and how many of 16 digits are left."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    print(f"{'':26}{'condition':>11}{'digits left':>13}")
    for name, (function, x) in PROBLEMS.items():
        worst = condition(function, x).max()
        print(f"{name:26}{worst:11.2e}{16 - max(np.log10(worst), 0):13.1f}")

    if options.plot:
        draw(options.plot)


def draw(path):
    """Wilkinson's roots: how ill-conditioned each is, and what errors of 1e-9 do."""
    c = np.poly(WILKINSON)
    factors = condition(roots, c)
    noise = 1e-9 * np.random.default_rng(1959).normal(size=(300, c.size))
    moved = np.array([roots(c * (1 + e)) for e in noise]) - roots(c)
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    image = left.pcolormesh(
        np.arange(c.size)[::-1], WILKINSON, np.log10(factors + 1e-30)
    )
    image.set_clim(0, None)
    figure.colorbar(image, label="log10 of the condition number")
    left.set(xlabel="coefficient of the power", ylabel="root")
    forecast = 1e-9 * WILKINSON * np.sqrt(np.sum(factors**2, axis=1))
    right.semilogy(WILKINSON, forecast, color="C0", label="forecast")
    right.semilogy(WILKINSON, moved.std(0), "o", color="C1", label="300 experiments")
    right.set(xlabel="root", ylabel="error of the root, of 1e-9 in the coefficients")
    right.legend()
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
