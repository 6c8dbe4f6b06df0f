"""Which channels make a nerve cell fire: Hodgkin and Huxley's model, fitted.

Hodgkin and Huxley's equations (Journal of Physiology 117, 500, 1952) say how sodium and
potassium channels make a nerve's voltage jump. From a noisy recording of its spikes the
strengths of the channels are found again, through 750 steps of a plain loop, which writes
into a buffer. Look at: compiled, the loop and its Jacobian stay loops; and the second panel,
which channel makes which part of a spike.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import least_squares
from scipy.special import exprel

import functrace as ft

STEP = 0.04  # ms
STEPS = 750
NOISE = 2.0  # mV
TRUE = np.array([120.0, 36.0, 0.3])  # mS/cm2
REVERSAL = np.array([50.0, -77.0, -54.4])  # mV
NAMES = ("sodium", "potassium", "leak")
START = np.array([100.0, 30.0, 0.5])
CURRENT = np.where(np.arange(STEPS) * STEP > 2, 10.0, 0.0)  # uA/cm2


def gates(v):
    """Rates at which gates open and close, in 1/ms."""
    opening = [1 / exprel(-(v + 40) / 10), 0.07 * np.exp(-(v + 65) / 20)]
    opening.append(0.1 / exprel(-(v + 55) / 10))
    closing = [4 * np.exp(-(v + 65) / 18), 1 / (1 + np.exp(-(v + 35) / 10))]
    closing.append(0.125 * np.exp(-(v + 65) / 80))
    return np.array(opening), np.array(closing)


def voltage(strength):
    """The nerve's voltage in mV, at each step."""
    v, gate = -65.0, np.array([0.053, 0.596, 0.318])
    record = np.zeros(STEPS)
    for t in range(STEPS):
        m, h, n = gate
        open_share = np.array([m**3 * h, n**4, 1.0])
        current = np.sum(strength * open_share * (v - REVERSAL))
        v = v + STEP * (CURRENT[t] - current)
        opening, closing = gates(v)
        gate = gate + STEP * (opening * (1 - gate) - closing * gate)
        record[t] = v
    return record


def main():
    """Record, and find the channels again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    rng = np.random.default_rng(1952)
    simulate = ft.jit(voltage)
    recorded = simulate(TRUE) + rng.normal(0, NOISE, STEPS)

    def residuals(strength):
        return (simulate(strength) - recorded) / NOISE

    slopes = ft.jit(ft.jacobian(residuals))
    fit = least_squares(residuals, START, jac=slopes, x_scale=TRUE)
    errors = np.sqrt(np.diag(np.linalg.inv(fit.jac.T @ fit.jac)))
    print(f"{STEPS} steps of {STEP} ms; {fit.nfev} simulations, {fit.njev} Jacobians")
    for name, true, value, error in zip(NAMES, TRUE, fit.x, errors, strict=True):
        print(f"{name:10}{true:8.2f}{value:10.3f} +- {error:.3f} mS/cm2")

    if options.plot:
        draw(options.plot, recorded, fit)


def draw(path, recorded, fit):
    """The recording, and when which channel matters."""
    figure = Figure(figsize=(7, 5), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    times = STEP * np.arange(STEPS)
    upper.plot(times, recorded, ".", color="C1", markersize=2, label="recorded")
    upper.plot(times, voltage(START), "--", color="gray", label="at first")
    upper.plot(times, recorded + NOISE * fit.fun, color="C0", label="fitted")
    upper.set(ylabel="voltage in mV")
    upper.legend(loc="upper right")
    slopes = NOISE * fit.jac * fit.x / 100
    for name, slope, style in zip(NAMES, slopes.T, ("-", "--", ":"), strict=True):
        lower.plot(times, slope, style, color="C0", label=name)
    lower.set(xlabel="ms", ylabel="mV for 1 % more channels")
    lower.legend(loc="upper right")
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
