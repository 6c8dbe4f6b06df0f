"""Fit NIST's reference data set Misra1a with SciPy and the Jacobian from functrace.

Fourteen measurements of the volume of gas that a dental material adsorbs at a pressure
(Misra, NIST, 1978). Look at: the estimates have ten certified digits, and their errors are
those of the exact Jacobian. The certified values are from the Statistical Reference Datasets:
https://www.itl.nist.gov/div898/strd/nls/data/misra1a.shtml
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import least_squares

import functrace as ft

# fmt: off
VOLUME = np.array([
    10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
    44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78,
])
PRESSURE = np.array([
    77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
    378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0,
])
# fmt: on
START = np.array([500.0, 0.0001])
CERTIFIED = np.array([2.3894212918e02, 5.5015643181e-04])
CERTIFIED_ERRORS = np.array([2.7070075241e00, 7.2668688436e-06])


def adsorbed(b, pressure):
    """Volume adsorbed at a pressure."""
    return b[0] * (1 - np.exp(-b[1] * pressure))


def residuals(b):
    """Model less measurement."""
    return adsorbed(b, PRESSURE) - VOLUME


def main():
    """Fit, and compare with the certified values."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    tight = {"xtol": 1e-15, "ftol": 1e-15, "gtol": 1e-15}
    jacobian = ft.jacobian(residuals)
    fit = least_squares(residuals, START, jac=jacobian, x_scale="jac", **tight)
    slopes = jacobian(fit.x)
    variance = np.sum(fit.fun**2) / (VOLUME.size - fit.x.size)
    errors = np.sqrt(np.diag(variance * np.linalg.inv(slopes.T @ slopes)))

    print("NIST Misra1a, volume = b1 (1 - exp(-b2 pressure))")
    print(f"{'':4}{'fitted':>18}{'certified':>18}{'std. error':>14}{'certified':>14}")
    rows = zip(fit.x, CERTIFIED, errors, CERTIFIED_ERRORS, strict=True)
    for k, (b, b_true, s, s_true) in enumerate(rows):
        print(f"b{k + 1:<3}{b:18.10e}{b_true:18.10e}{s:14.6e}{s_true:14.6e}")
    print(f"evaluations: {fit.nfev}, of the Jacobian: {fit.njev}")

    if options.plot:
        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        line = np.linspace(0, 800, 200)
        axes.plot(line, adsorbed(fit.x, line), label="fitted")
        axes.plot(PRESSURE, VOLUME, "o", label="measured")
        axes.set(xlabel="pressure", ylabel="volume adsorbed")
        axes.legend()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
