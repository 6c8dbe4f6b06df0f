"""Optimal transport turns a one into a nought, along the gradient of Sinkhorn's divergence.

Two handwritten digits of scikit-learn are clouds of grains. The cost of moving one cloud to
the other is found by Sinkhorn's iterations (M. Cuturi, *Sinkhorn distances*, 2013), a plain
loop of `scipy.special.logsumexp`; corrected by the clouds' costs to themselves it is a
distance (J. Feydy et al., 2019). The gradient by all coordinates says where each grain should
go. Look at: autodiff through the loop, which agrees with the theory's envelope theorem.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import linear_sum_assignment
from scipy.special import logsumexp
from sklearn.datasets import load_digits

import functrace as ft

GRAINS = 120
BLUR = 0.01  # what is saved by moving in more ways than one
ROUNDS = 60
STEPS = 20


def cloud(digit, rng):
    """Grains where the first image of a digit is dark, in the unit square."""
    digits = load_digits()
    image = digits.images[np.argmax(digits.target == digit)]
    ink = image.ravel() ** 2 / np.sum(image**2)
    pixels = rng.choice(image.size, GRAINS, p=ink)
    rows, columns = np.divmod(pixels, 8)
    return (np.stack([columns, 7 - rows], axis=1) + rng.uniform(size=(GRAINS, 2))) / 8


def cost(a, b):
    """Half the squared distance of all grains of one cloud to all of the other."""
    return np.sum((a[:, None] - b) ** 2, axis=-1) / 2


def transport(a, b):
    """Regularised cost of the best plan, and the plan."""
    costs = cost(a, b)
    f, g, log_mass = np.zeros(len(a)), np.zeros(len(b)), -np.log(GRAINS)
    for _ in range(ROUNDS):
        g = -BLUR * logsumexp((f[:, None] - costs) / BLUR + log_mass, axis=0)
        f = -BLUR * logsumexp((g - costs) / BLUR + log_mass, axis=1)
    plan = np.exp((f[:, None] + g - costs) / BLUR + 2 * log_mass)
    return np.mean(f) + np.mean(g), plan


def divergence(a, b):
    """Zero for the same clouds, and positive else."""
    itself = (transport(a, a)[0] + transport(b, b)[0]) / 2
    return transport(a, b)[0] - itself


def main():
    """Walk downhill, and print how far the clouds are apart."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    rng = np.random.default_rng(2013)
    grains, wanted = cloud(1, rng), cloud(0, rng)
    downhill = ft.jit(ft.value_and_grad(divergence))
    path, values = [grains], []
    for _ in range(STEPS):
        value, slope = downhill(grains, wanted)
        grains = grains - GRAINS / 3 * slope
        path.append(grains)
        values.append(value)
    print(f"{GRAINS} grains, divergence", "  ".join(f"{v:.1e}" for v in values[::4]))
    for name, a in (("at first", path[0]), ("at last", grains)):
        pairs = linear_sum_assignment(cost(a, wanted))
        far = np.sqrt(2 * cost(a, wanted)[pairs]).mean()
        print(f"distance to a partner, matched by SciPy, {name}: {far:.4f}")
    slope = ft.jit(ft.grad(lambda a: transport(a, wanted)[0]))(path[0])
    plan = transport(path[0], wanted)[1]
    theory = plan.sum(1)[:, None] * path[0] - plan @ wanted
    off = np.abs(slope - theory).max() / np.abs(theory).max()
    print(f"gradient through the loop and envelope theorem differ by {off:.1e}")

    if options.plot:
        figure = Figure(figsize=(9, 2.6), layout="constrained")
        rows = figure.subplots(1, 5, sharex=True, sharey=True)
        for axes, step in zip(rows, (0, 1, 2, 5, STEPS), strict=True):
            axes.plot(*wanted.T, "o", color="0.85", markersize=3)
            axes.plot(*path[step].T, "o", color="C0", markersize=3)
            axes.set(title=f"step {step}", xticks=[], yticks=[], aspect="equal")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
