"""Fit a structural model of quarterly earnings by the likelihood that a Kalman filter gives.

Johnson & Johnson's earnings per share, in dollars, 1960 to 1980, are a trend that grows
exponentially, a season of four quarters, and noise. Data, model and reference values: R. H.
Shumway and D. S. Stoffer, *Time Series Analysis and Its Applications*, section 6.5. Look at:
the filter is an `ft.scan` over the record; the errors of the estimates come from the Hessian
of the likelihood.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import functrace as ft

# fmt: off
EARNINGS = np.array([
    0.71, 0.63, 0.85, 0.44, 0.61, 0.69, 0.92, 0.55, 0.72, 0.77, 0.92, 0.60,
    0.83, 0.80, 1.00, 0.77, 0.92, 1.00, 1.24, 1.00, 1.16, 1.30, 1.45, 1.25,
    1.26, 1.38, 1.86, 1.56, 1.53, 1.59, 1.83, 1.86, 1.53, 2.07, 2.34, 2.25,
    2.16, 2.43, 2.70, 2.25, 2.79, 3.42, 3.69, 3.60, 3.60, 4.32, 4.32, 4.05,
    4.86, 5.04, 5.04, 4.41, 5.58, 5.85, 6.57, 5.31, 6.03, 6.39, 6.93, 5.85,
    6.93, 7.74, 7.83, 6.12, 7.74, 8.91, 8.28, 6.84, 9.54, 10.26, 9.54, 8.73,
    11.88, 12.06, 12.15, 8.91, 14.04, 12.96, 14.85, 9.99, 16.20, 14.67, 16.02, 11.61,
])
SEASON = np.array([  # of four quarters; their sum is noise
    [0.0, 0.0, 0.0, 0.0],
    [0.0, -1.0, -1.0, -1.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
])
# fmt: on
TREND = np.diag([1.0, 0.0, 0.0, 0.0])
QUARTER = np.diag([0.0, 1.0, 0.0, 0.0])
SEEN = np.array([1.0, 1.0, 0.0, 0.0])  # trend and season of this quarter
BEFORE = (np.array([0.7, 0.0, 0.0, 0.0]), 0.04 * np.eye(4))  # mean and covariance
NAMES = ("growth", "trend", "season", "measurement")  # a factor, and three deviations
START = np.array([1.03, 0.1, 0.1, 0.5])
BOUNDS = [(0.5, 1.5), (0, None), (0, None), (0, None)]
REFERENCE = np.array([1.035, 0.140, 0.221, 0.0005])
REFERENCE_ERRORS = np.array([0.003, 0.022, 0.024, 0.242])


def kalman(p):
    """Negative logarithm of the likelihood, but for a constant; predictions."""
    transition = SEASON + p[0] * TREND
    disturbance = p[1] ** 2 * TREND + p[2] ** 2 * QUARTER

    def quarter(state, y):
        mean, covariance, total = state
        mean = transition @ mean
        covariance = transition @ covariance @ transition.T + disturbance
        seen = covariance @ SEEN
        variance = SEEN @ seen + p[3] ** 2
        predicted = SEEN @ mean
        surprise = y - predicted
        mean = mean + seen / variance * surprise
        covariance = covariance - np.outer(seen, seen) / variance
        total = total + 0.5 * (np.log(variance) + surprise**2 / variance)
        return (mean, covariance, total), predicted

    (_, _, total), predictions = ft.scan(quarter, (*BEFORE, 0.0), EARNINGS)
    return total, predictions


def unlikelihood(p):
    """What is minimised."""
    return kalman(p)[0]


gradient = ft.value_and_grad(unlikelihood)
compiled = ft.jit(gradient)


def main():
    """Fit, and compare with the published values."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()
    fit = minimize(compiled, START, jac=True, method="L-BFGS-B", bounds=BOUNDS)
    errors = np.sqrt(np.diag(np.linalg.inv(ft.hessian(unlikelihood)(fit.x))))
    print(f"Johnson & Johnson, {EARNINGS.size} quarters: gradients {fit.njev}")
    print(f"{'':12}{'fitted':>9}{'published':>11}{'std. error':>12}{'published':>11}")
    rows = np.stack([fit.x, REFERENCE, errors, REFERENCE_ERRORS], axis=1)
    for name, (p, p_book, s, s_book) in zip(NAMES, rows, strict=True):
        print(f"{name:12}{p:9.4f}{p_book:11.4f}{s:12.4f}{s_book:11.4f}")
    if options.plot:
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        years = 1960 + np.arange(EARNINGS.size) / 4
        axes.plot(years, kalman(fit.x)[1], years, EARNINGS, ".")
        axes.legend(["predicted a quarter before", "record"])
        axes.set(xlabel="year", ylabel="earnings per share in dollars")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
