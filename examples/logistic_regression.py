"""Logistic regression on the Wisconsin breast cancer data, against scikit-learn's fit."""

import argparse

import numpy as np
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
    parser.add_argument("--plot", action="store_true", help="show the weights")
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
        import matplotlib.pyplot as plt  # noqa: PLC0415 - needed for the plot alone

        plt.barh(cancer.feature_names, weights["slope"])
        plt.tight_layout()
        plt.show()


if __name__ == "__main__":
    main()
