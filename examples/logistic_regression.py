"""Logistic regression on the Wisconsin breast cancer data, against scikit-learn's fit.

Thirty features of 569 biopsies, benign or malign. SciPy's `trust-ncg` minimises with exact
products of the Hessian with vectors, of which no matrix is formed. Look at: weights stay a
dict, of which `ft.ravel` makes the vector that SciPy wants.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

import functrace as ft

PENALTY = 1.0


def negative_log_likelihood(weights, data, labels):
    """Of labels -1 and 1, with a quadratic penalty on all weights but the intercept."""
    margins = labels * (data @ weights["slope"] + weights["intercept"])
    penalty = PENALTY / 2 * np.sum(weights["slope"] ** 2)
    return np.sum(np.logaddexp(0, -margins)) + penalty


def fit(data, labels):
    """Minimise with SciPy, which takes flat vectors."""
    weights = {"slope": np.zeros(data.shape[1]), "intercept": 0.0}
    start, unravel = ft.ravel(weights)

    def objective(flat):
        return negative_log_likelihood(unravel(flat), data, labels)

    options = {"jac": True, "hessp": ft.hvp(objective), "method": "trust-ncg"}
    found = minimize(ft.value_and_grad(objective), start, tol=1e-8, **options)
    return unravel(found.x), found


def main():
    """Fit, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    cancer = load_breast_cancer()
    data = (cancer.data - cancer.data.mean(0)) / cancer.data.std(0)
    labels = np.where(cancer.target == 1, 1.0, -1.0)
    weights, found = fit(data, labels)
    peer = LogisticRegression(C=1 / PENALTY, tol=1e-10, max_iter=10_000)
    peer.fit(data, labels)

    difference = np.abs(weights["slope"] - peer.coef_[0]).max()
    correct = np.mean(np.sign(data @ weights["slope"] + weights["intercept"]) == labels)
    print(f"{len(labels)} cases, {data.shape[1]} features")
    print(f"objective {found.fun:.6f} after {found.nit} iterations")
    print(
        f"correctly classified: {correct:.2%}, scikit-learn {peer.score(data, labels):.2%}"
    )
    print(f"largest difference from scikit-learn's coefficients: {difference:.1e}")
    np.testing.assert_allclose(weights["slope"], peer.coef_[0], atol=1e-4)

    if options.plot:
        figure = Figure(figsize=(6, 5.5), layout="constrained")
        axes = figure.subplots()
        order = np.argsort(weights["slope"])
        axes.barh(
            cancer.feature_names[order], weights["slope"][order], label="functrace"
        )
        axes.plot(peer.coef_[0][order], np.arange(30), "k.", label="scikit-learn")
        axes.set(xlabel="weight: positive for benign tumours", ylim=(-0.6, 29.6))
        axes.legend(loc="lower right")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
