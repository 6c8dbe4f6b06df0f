"""Variational inference: what eight schools have in common.

Eight schools measured what coaching does to test scores (D. B. Rubin, 1981). How much of the
differences is noise? The posterior of ten unknowns is approximated by independent bell
curves, moved and scaled so that the evidence's lower bound is as high as it can be. With the
same random numbers at each step (the reparametrisation trick) the bound is a plain function,
which SciPy maximises. Look at: the gradient goes through the sampling.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize
from scipy.stats import halfcauchy, norm

import functrace as ft

EFFECTS = np.array([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0])
ERRORS = np.array([15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0])
SCHOOLS = EFFECTS.size
DRAWS = 400


def log_joint(z):
    """Of the mean, the logarithm of the spread, and the standardised effects."""
    mean, log_spread, standard = z[0], z[1], z[2:]
    spread = np.exp(log_spread)
    effects = mean + spread * standard
    prior = norm.logpdf(mean, 0, 5) + halfcauchy.logpdf(spread, scale=5) + log_spread
    seen = norm.logpdf(EFFECTS, effects, ERRORS)
    return prior + np.sum(norm.logpdf(standard)) + np.sum(seen)


def lower_bound(q, noise):
    """Of the logarithm of the evidence; `q` has means and logarithms of deviations."""
    mean, log_deviation = q.reshape(2, -1)
    total = 0.0
    for z in mean + np.exp(log_deviation) * noise:
        total += log_joint(z)
    entropy = np.sum(log_deviation) + mean.size / 2 * (1 + np.log(2 * np.pi))
    return total / len(noise) + entropy


def main():
    """Maximise the bound, and print what each school may expect."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    rng = np.random.default_rng(1981)
    half = rng.normal(size=(DRAWS // 2, SCHOOLS + 2))
    noise = np.concatenate([half, -half])
    loss = ft.jit(ft.value_and_grad(lambda q: -lower_bound(q, noise)))
    fit = minimize(loss, np.repeat([0.0, -0.5], SCHOOLS + 2), jac=True, method="BFGS")
    mean, log_deviation = fit.x.reshape(2, -1)
    z = mean + np.exp(log_deviation) * rng.normal(size=(20_000, SCHOOLS + 2))
    effects = z[:, :1] + np.exp(z[:, 1:2]) * z[:, 2:]

    print(f"lower bound of the log evidence {-fit.fun:.4f} after {fit.nit} steps")
    print(f"common effect {mean[0]:.2f} +- {np.exp(log_deviation[0]):.2f}")
    print(f"{'school':8}{'measured':>14}{'pooled':>16}")
    for k in range(SCHOOLS):
        pooled = f"{effects[:, k].mean():8.1f} +-{effects[:, k].std():5.1f}"
        print(f"{'ABCDEFGH'[k]:8}{EFFECTS[k]:6.0f} +-{ERRORS[k]:5.0f}{pooled:>16}")

    if options.plot:
        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        at, style = np.arange(SCHOOLS), {"fmt": "o", "capsize": 3}
        axes.errorbar(at - 0.1, EFFECTS, ERRORS, color="C1", label="measured", **style)
        middle, width = effects.mean(0), effects.std(0)
        axes.errorbar(at + 0.1, middle, width, color="C0", label="pooled", **style)
        axes.axhline(mean[0], color="C0", linestyle=":", label="common effect")
        axes.set_xticks(at, "ABCDEFGH")
        axes.set(xlabel="school", ylabel="points gained by coaching")
        axes.legend()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
