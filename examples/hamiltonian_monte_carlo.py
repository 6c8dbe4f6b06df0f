"""Bayesian logistic regression: Hamiltonian Monte Carlo, next to Laplace's approximation.

The probability that a tumour is malign, from five features of 569 biopsies (Wisconsin, in
scikit-learn). The chain moves like a particle in the landscape of the posterior (R. Neal,
*MCMC using Hamiltonian dynamics*, 2011): a plain loop of leapfrog steps with the gradient,
compiled. Laplace's approximation needs the Hessian at the top. Look at: the whole transition,
gradients inside, is one native program.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize
from scipy.stats import norm, zscore
from sklearn.datasets import load_breast_cancer

import functrace as ft

PRIOR = 5.0  # standard deviation of all weights
STEP, LEAPS, WARM_UP, SAMPLES = 0.5, 5, 200, 3000
CANCER = load_breast_cancer()
COLUMNS = [1, 4, 6, 13, 23]
FEATURES = CANCER.feature_names[COLUMNS]
DATA = zscore(CANCER.data[:, COLUMNS])
DATA = np.column_stack([np.ones(len(DATA)), DATA])
SIGN = np.where(CANCER.target == 0, 1.0, -1.0)  # malign or benign


def log_posterior(w):
    """But for a constant."""
    return -np.sum(np.logaddexp(0, -SIGN * (DATA @ w))) - np.sum(w**2) / (2 * PRIOR**2)


def transition(w, kick, luck, spread):
    """A step of the chain; `spread` is a root of the covariance that is expected."""
    force = ft.value_and_grad(log_posterior)
    before, push = force(w)
    energy = before - kick @ kick / 2
    new = w
    for _ in range(LEAPS):
        kick = kick + STEP / 2 * (spread.T @ push)
        new = new + STEP * (spread @ kick)
        after, push = force(new)
        kick = kick + STEP / 2 * (spread.T @ push)
    accepted = np.log(luck) < after - kick @ kick / 2 - energy
    return np.where(accepted, new, w), accepted


def sample(start, spread, rng):
    """The chain, and the share of steps that were accepted."""
    step = ft.jit(transition)
    chain, accepted = [start], []
    for _ in range(WARM_UP + SAMPLES):
        w, yes = step(chain[-1], rng.normal(size=6), rng.uniform(), spread)
        chain.append(w)
        accepted.append(yes)
    return np.array(chain[-SAMPLES:]), np.mean(accepted)


def main():
    """Print both posteriors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    downhill = ft.value_and_grad(lambda w: -log_posterior(w))
    top = minimize(downhill, np.zeros(6), jac=True).x
    covariance = np.linalg.inv(-ft.hessian(log_posterior)(top))
    errors = np.sqrt(np.diag(covariance))
    rng = np.random.default_rng(1987)
    chain, accepted = sample(top, np.linalg.cholesky(covariance), rng)

    print(f"{SAMPLES} samples, {accepted:.0%} of the steps accepted")
    print(f"{'':18}{'Laplace':>16}{'Monte Carlo':>18}")
    rows = zip(("intercept", *FEATURES), top, errors, chain.T, strict=True)
    for name, w, error, draws in rows:
        sampled = f"{draws.mean():10.3f} +-{draws.std():6.3f}"
        print(f"{name:18}{w:8.3f} +-{error:6.3f}{sampled}")

    if options.plot:
        draw(options.plot, top, errors, chain)


def draw(path, top, errors, chain):
    """The posteriors of the weight that is the least like a bell, and of two together."""
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    line = top[5] + errors[5] * np.linspace(-4, 4.5, 200)
    left.hist(chain[:, 5], 50, density=True, color="C0", alpha=0.5, label="Monte Carlo")
    left.plot(line, norm.pdf(line, top[5], errors[5]), color="C1", label="Laplace")
    left.set(xlabel=f"weight of {FEATURES[4]}", ylabel="density")
    left.legend()
    right.plot(chain[:, 4], chain[:, 5], ".", markersize=2, alpha=0.5)
    right.set(xlabel=f"weight of {FEATURES[3]}", ylabel=f"weight of {FEATURES[4]}")
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
