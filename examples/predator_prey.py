"""Fit a differential equation to the Hudson's Bay Company's record of lynx and hare.

The Lotka-Volterra equations are integrated by Runge-Kutta steps. Look at: `ft.scan`, through
which the gradient goes; compiled, both are native loops. Data (thousands of pelts a year,
1900 to 1920) and the reference values, posterior means of a Bayesian fit: B. Carpenter,
*Predator-Prey Population Dynamics: the Lotka-Volterra model in Stan*, 2018.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import functrace as ft

# fmt: off
HARE = np.array([
    30.0, 47.2, 70.2, 77.4, 36.3, 20.6, 18.1, 21.4, 22.0, 25.4, 27.1,
    40.3, 57.0, 76.6, 52.3, 19.5, 11.2, 7.6, 14.6, 16.2, 24.7,
])
LYNX = np.array([
    4.0, 6.1, 9.8, 35.2, 59.4, 41.7, 19.0, 13.0, 8.3, 9.1, 7.4,
    8.0, 12.3, 19.5, 45.7, 51.1, 29.7, 15.8, 9.7, 10.1, 8.6,
])
# fmt: on
RECORD = np.stack([HARE, LYNX], axis=1)
NAMES = ("alpha", "beta", "gamma", "delta", "hare(0)", "lynx(0)")
REFERENCE = np.array([0.55, 0.028, 0.80, 0.024, 34.0, 5.9])
START = np.log([0.5, 0.025, 0.8, 0.025, 30.0, 4.0])
STEPS_A_YEAR = 10


def rate(z, p):
    """Lotka and Volterra's equations: growth, predation; death, and births fed by prey."""
    hare, lynx = z[0], z[1]
    return np.stack([(p[0] - p[1] * lynx) * hare, (p[3] * hare - p[2]) * lynx])


def simulate(p):
    """Populations at each year, by the classical Runge-Kutta method."""
    h = 1 / STEPS_A_YEAR

    def step(_, z):
        k1 = rate(z, p)
        k2 = rate(z + h / 2 * k1, p)
        k3 = rate(z + h / 2 * k2, p)
        k4 = rate(z + h * k3, p)
        return z + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def year(z, _):
        return ft.fori_loop(0, STEPS_A_YEAR, step, z), z

    return ft.scan(year, p[4:], length=len(RECORD))[1]


def misfit(log_p):
    """Sum of squared differences of the logarithms."""
    return np.sum((np.log(simulate(np.exp(log_p))) - np.log(RECORD)) ** 2)


gradient = ft.value_and_grad(misfit)
compiled = ft.jit(gradient)


def main():
    """Fit, and compare with the published values."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    fit = minimize(compiled, START, jac=True, method="BFGS")
    fitted = np.exp(fit.x)
    print("Lotka-Volterra, Hudson's Bay Company 1900-1920")
    print(f"{'':10}{'fitted':>10}{'published':>12}")
    for name, value, reference in zip(NAMES, fitted, REFERENCE, strict=True):
        print(f"{name:10}{value:10.4g}{reference:12.4g}")
    noise = np.sqrt(fit.fun / RECORD.size)
    print(f"{'noise':10}{noise:10.4g}{0.25:12.4g}")
    print(f"gradients: {fit.njev}, misfit {fit.fun:.4f}")

    if options.plot:
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        years, fitted_numbers = 1900 + np.arange(len(RECORD)), simulate(fitted)
        for k, name in enumerate(("hare", "lynx")):
            axes.plot(
                years, fitted_numbers[:, k], color=f"C{k}", label=f"{name}, fitted"
            )
            axes.plot(years, RECORD[:, k], "o", color=f"C{k}", label=f"{name}, record")
        axes.set(xlabel="year", ylabel="thousands of pelts", xticks=years[::4])
        axes.legend()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
