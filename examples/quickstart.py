"""A first look: gradients, Hessians, Jacobians and the graph of a plain NumPy function.

What the transforms of two small functions give: one of a vector, and a simulation that
writes into its array in place. Look at: neither knows of functrace.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import functrace as ft


def energy(x):
    """Rosenbrock's valley with ripples: plain NumPy, nothing of functrace's."""
    d = x[1:] - x[:-1]
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + np.sin(d) ** 2)


def heat(u0, conductivity):
    """Explicit steps of the heat equation, written into the array in place."""
    u = u0.copy()
    for _ in range(20):
        u[1:-1] += conductivity * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u


def main():
    """Print what the transforms give."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()
    np.set_printoptions(precision=4, suppress=True, linewidth=88)

    x = np.linspace(0, 1, 5)
    print("gradient\n", ft.grad(energy)(x))
    print("Hessian\n", ft.hessian(energy)(x))

    found = minimize(ft.value_and_grad(energy), x, jac=True)
    print("minimum", found.x, "after", found.nit, "iterations")

    u0 = np.exp(-(np.linspace(-3, 3, 31) ** 2))
    to_start, to_conductivity = ft.grad(lambda u, k: heat(u, k)[15], (0, 1))(u0, 0.2)
    print("temperature in the middle, derivative by conductivity", to_conductivity)
    print("by the starting temperatures\n", to_start)

    print("the graph of the gradient of x sin(x)")
    print(ft.make_graph(ft.grad(lambda x: x * np.sin(x)))(1.0))

    if options.plot:
        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        axes.plot(to_start, "o-")
        axes.set(xlabel="point of the bar", ylabel="influence on the middle")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
