"""How a drug is absorbed and cleared: a patient's blood, and when to take samples.

Theophylline is absorbed from the stomach and cleared by the liver, at rates that are fitted
to eleven samples of the first patient's blood (R. A. Upton's data, in R's `Theoph`; reference
values of `nls` with `SSfol`). Look at: the determinant of the information about the rates,
which is made of derivatives, is differentiated by the hours of sampling, and moves three
samples to where they tell most.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import curve_fit, minimize

import functrace as ft

DOSE = 4.02  # mg/kg
HOURS = np.array([0, 0.25, 0.57, 1.12, 2.02, 3.82, 5.1, 7.03, 9.05, 12.12, 24.37])
RECORD = np.array([0.74, 2.84, 6.57, 10.5, 9.66, 8.58, 8.36, 7.47, 6.89, 5.94, 3.28])
NAMES = ("elimination", "absorption", "clearance")
REFERENCE = np.array([-2.9196, 0.5752, -3.9159])  # logarithms
REFERENCE_ERRORS = np.array([0.1709, 0.1728, 0.1273])
START = np.array([-2.5, 0.5, -3.0])


def concentration(hours, p):
    """In mg/l, of a compartment that is filled and emptied at rates of first order."""
    elimination, absorption, clearance = np.exp(p)
    scale = DOSE * elimination * absorption / (clearance * (absorption - elimination))
    return scale * (np.exp(-elimination * hours) - np.exp(-absorption * hours))


def information(hours, p):
    """Logarithm of the information that samples at these hours have of the rates."""
    slopes = ft.jacobian(concentration, argnums=1)(hours, p)
    return np.linalg.slogdet(slopes.T @ slopes)[1]


def main():
    """Fit, and choose three hours for the next patient."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    slopes = ft.jacobian(concentration, argnums=1)
    fitted, covariance = curve_fit(
        lambda hours, *p: concentration(hours, np.array(p)),
        HOURS,
        RECORD,
        START,
        jac=lambda hours, *p: slopes(hours, np.array(p)),
    )
    errors = np.sqrt(np.diag(covariance))
    print(f"{'logarithm of':14}{'fitted':>9}{'R':>9}{'std. error':>12}{'R':>9}")
    rows = zip(NAMES, fitted, REFERENCE, errors, REFERENCE_ERRORS, strict=True)
    for name, value, book, error, error_book in rows:
        print(f"{name:14}{value:9.4f}{book:9.4f}{error:12.4f}{error_book:9.4f}")

    plan = minimize(
        ft.jit(ft.value_and_grad(lambda hours: -information(hours, fitted))),
        np.array([0.5, 4.0, 12.0]),
        jac=True,
        bounds=[(0.1, 30)] * 3,
    )
    loss = np.exp((information(HOURS, fitted) + plan.fun) / 3)
    print("three best hours:", *(f"{hour:.3f}" for hour in plan.x))
    print(f"they tell 1/{loss:.2f} of what the eleven tell, per rate")

    if options.plot:
        draw(options.plot, fitted, plan.x)


def draw(path, p, best):
    """Record and fit; what one more sample would tell, after the three best."""
    hours = np.linspace(0.01, 26, 300)
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot(hours, concentration(hours, p), color="C0", label="fitted")
    left.plot(HOURS, RECORD, "o", color="C1", label="record")
    left.plot(best, concentration(best, p), "k^", label="best three hours")
    left.set(xlabel="hours", ylabel="concentration in mg/l", title="Theophylline")
    left.legend()
    slopes = ft.jacobian(concentration, argnums=1)(hours, p)
    for name, slope, style in zip(NAMES, slopes.T, ("-", "--", ":"), strict=True):
        right.plot(hours, slope, style, color="C0", label=name)
    right.axhline(0, color="gray", linewidth=0.8)
    right.set(xlabel="hours", ylabel="mg/l for a rate e times as large")
    right.legend()
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
