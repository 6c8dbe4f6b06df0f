"""A neural network reads handwritten digits: NumPy, SciPy's L-BFGS, one compiled gradient.

1,797 digits of 8 x 8 pixels, which scikit-learn ships; a third is kept for the test. The
weights are a list of pairs, the network a loop over it, and `ft.ravel` makes the vector that
SciPy wants. Look at: the second panel, the gradient of the network's answer by the *pixels*:
what would have to change to make it see another digit.
"""

import argparse
from itertools import pairwise

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize
from scipy.special import log_softmax
from sklearn.datasets import load_digits

import functrace as ft

SIZES = (64, 32, 10)
PENALTY = 1e-3
TRAINED = 1198


def initial(rng):
    """Weights and offsets of each layer."""
    pairs = pairwise(SIZES)
    return [(rng.normal(0, n**-0.5, (n, m)), np.zeros(m)) for n, m in pairs]


def log_probabilities(layers, pixels):
    """Of the ten digits."""
    x = pixels
    for weights, offset in layers[:-1]:
        x = np.tanh(x @ weights + offset)
    weights, offset = layers[-1]
    return log_softmax(x @ weights + offset, axis=-1)


def loss(layers, pixels, digits):
    """Cross entropy, with a penalty on weights."""
    right = log_probabilities(layers, pixels)[np.arange(len(digits)), digits]
    penalty = sum(np.sum(weights**2) for weights, _ in layers)
    return -np.mean(right) + PENALTY / 2 * penalty


def train(pixels, digits, rng):
    """The layers when SciPy has done its work."""
    start, unravel = ft.ravel(initial(rng))
    gradient = ft.value_and_grad(lambda flat: loss(unravel(flat), pixels, digits))
    method = {"method": "L-BFGS-B", "options": {"maxiter": 150}}
    fit = minimize(ft.jit(gradient), start, jac=True, **method)
    return unravel(fit.x), fit


def main():
    """Train and test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    digits = load_digits()
    rng = np.random.default_rng(1797)
    order = rng.permutation(len(digits.target))
    pixels, targets = digits.data[order] / 16, digits.target[order]
    layers, fit = train(pixels[:TRAINED], targets[:TRAINED], rng)
    answers = np.argmax(log_probabilities(layers, pixels), axis=1)
    right = answers == targets
    print(f"{fit.x.size} weights, loss {fit.fun:.4f} after {fit.njev} gradients")
    print(f"of the {TRAINED} seen {right[:TRAINED].mean():.2%} are read right,")
    print(f"of {right.size - TRAINED} others {right[TRAINED:].mean():.2%}")

    if options.plot:
        wrong = TRAINED + np.argmin(right[TRAINED:])
        draw(options.plot, layers, pixels[wrong], targets[wrong])


def draw(path, layers, pixels, truth):
    """A digit that is misread, and which pixels should be darker or lighter."""

    def advantage(pixels):
        chances = log_probabilities(layers, pixels)
        return chances[truth] - np.max(chances)

    answer = np.argmax(log_probabilities(layers, pixels))
    slope = ft.grad(advantage)(pixels).reshape(8, 8)
    figure = Figure(figsize=(7, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.imshow(pixels.reshape(8, 8), cmap="gray_r")
    left.set(title=f"read as {answer}, is {truth}", xticks=[], yticks=[])
    size = np.abs(slope).max()
    image = right.imshow(slope, cmap="PuOr_r", vmin=-size, vmax=size)
    right.set(title=f"what would make it a {truth}", xticks=[], yticks=[])
    figure.colorbar(image, label="gradient by darkness of the pixel")
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
