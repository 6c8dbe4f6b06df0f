"""Fit an epidemic model to an outbreak of influenza, with bands of uncertainty.

In January 1978 the flu went through an English boarding school of 763 boys. A differential
equation, integrated by SciPy's `solve_ivp` as it stands, says how many are ill; infection
and recovery rates are fitted to the boys in bed. The Jacobian of the whole solution gives
the errors of the rates, of the basic reproduction number, and a band around the curve.
Look at: the derivative of `in_bed`, which says nothing about derivatives. Data: British
Medical Journal, 4 March 1978; reference values, of a Bayesian fit: L. Grinsztajn et al.,
*Bayesian workflow for disease transmission modeling in Stan*, 2021.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares

import functrace as ft

BOYS = 763
DAYS = np.arange(14.0)
RECORD = np.array([3, 8, 26, 76, 225, 298, 258, 233, 189, 128, 68, 29, 14, 4])
START = np.array([2.0, 0.6, 1.0])  # infections and recoveries a day, ill on day 0
NAMES = ("infection", "recovery", "ill at first")


def sir(t, y, infection, recovery):
    """Kermack and McKendrick's equations, for the susceptible and the infected."""
    susceptible, infected = y
    new = infection * susceptible * infected / BOYS
    return [-new, new - recovery * infected]


def in_bed(p, days=DAYS):
    """How many are ill on these days."""
    start = [BOYS - p[2], p[2]]
    span = (days[0], days[-1])
    solution = solve_ivp(sir, span, start, args=(p[0], p[1]), t_eval=days, rtol=1e-6)
    return solution.y[1]


def residuals(p):
    """Differences of square roots: the noise of counts becomes the same for all."""
    return 2 * (np.sqrt(in_bed(p)) - np.sqrt(RECORD))


def main():
    """Fit, and print the estimates with their errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    jacobian = ft.jit(ft.jacobian(residuals))
    fit = least_squares(ft.jit(residuals), START, jac=jacobian, bounds=(0, np.inf))
    slopes = jacobian(fit.x)
    variance = np.sum(fit.fun**2) / (DAYS.size - fit.x.size)
    covariance = variance * np.linalg.inv(slopes.T @ slopes)
    errors = np.sqrt(np.diag(covariance))

    print(f"influenza among {BOYS} boys: {fit.nfev} solutions, {fit.njev} Jacobians")
    for name, value, error in zip(NAMES, fit.x, errors, strict=True):
        print(f"{name:13}{value:8.4f} +- {error:.4f}")
    to_reproduction = ft.grad(lambda p: p[0] / p[1])(fit.x)
    error = np.sqrt(to_reproduction @ covariance @ to_reproduction)
    print(f"{'reproduction':13}{fit.x[0] / fit.x[1]:8.4f} +- {error:.4f}")

    if options.plot:
        draw(options.plot, fit.x, covariance, variance)


def draw(path, p, covariance, variance):
    """The record, and the curve with two standard deviations around."""
    days = np.linspace(0, 13, 131)
    curve, slopes = in_bed(p, days), ft.jit(ft.jacobian(in_bed))(p, days)
    of_curve = np.einsum("ij,jk,ik->i", slopes, covariance, slopes)
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for label, alpha, squares in (
        ("next observation, 95 %", 0.15, of_curve + variance * curve),
        ("mean, 95 %", 0.4, of_curve),
    ):
        band = 2 * np.sqrt(squares)
        low = np.maximum(curve - band, 0)
        axes.fill_between(days, low, curve + band, alpha=alpha, color="C0", label=label)
    axes.plot(days, curve, color="C0", label="fitted")
    axes.plot(DAYS, RECORD, "o", color="C1", label="record")
    axes.set(xlabel="day", ylabel="boys in bed", title="Influenza in a school, 1978")
    axes.legend()
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
