"""Train a recurrent network to add two numbers that it has seen at different times.

At each time the network sees a number, and a mark at two of them; their sum is wanted at the
end (S. Hochreiter and J. Schmidhuber, *Long Short-Term Memory*, Neural Computation 9, 1735,
1997). Look at: the network is a plain loop over one sequence; `ft.vmap` makes it a batch's.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure

import functrace as ft

TIMES, UNITS, BATCH = 12, 24, 64
STEPS, RATE = 1500, 0.004
VARIANCE = 1 / 6  # of the sum: the error of a network that ignores what it sees


def sequences(rng):
    """A batch of sequences, and the sums that are wanted."""
    numbers = rng.uniform(size=(BATCH, TIMES))
    marked = np.argsort(rng.uniform(size=(BATCH, TIMES)), axis=1) < 2
    inputs = np.stack([numbers, marked], axis=-1)
    return inputs, np.sum(numbers * marked, axis=1)


def initial(rng):
    """Weights: the state is remembered at first."""
    return {
        "memory": np.eye(UNITS),
        "input": rng.normal(0, 0.3, (UNITS, 2)),
        "bias": np.zeros(UNITS),
        "output": rng.normal(0, 0.1, UNITS),
        "offset": 1.0,
    }


def predict(weights, sequence):
    """The sum of the marked numbers of one sequence."""
    state = np.zeros(UNITS)
    for seen in sequence:
        change = weights["memory"] @ state + weights["input"] @ seen + weights["bias"]
        state = np.tanh(change)
    return weights["output"] @ state + weights["offset"]


answers = ft.vmap(predict, in_axes=(None, 0))  # of a batch


def loss(weights, inputs, wanted):
    """Mean squared error of a batch."""
    return np.mean((answers(weights, inputs) - wanted) ** 2)


compiled = ft.jit(ft.value_and_grad(loss))


def train(weights, rng):
    """Adam (Kingma and Ba, 2015), each step on a new batch; the losses."""
    mean, square = dict.fromkeys(weights, 0.0), dict.fromkeys(weights, 0.0)
    losses = []
    for t in range(1, STEPS + 1):
        value, bars = compiled(weights, *sequences(rng))
        losses.append(value)
        for name, bar in bars.items():
            mean[name] = 0.9 * mean[name] + 0.1 * bar
            square[name] = 0.999 * square[name] + 0.001 * bar**2
            scale = np.sqrt(square[name] / (1 - 0.999**t)) + 1e-8
            weights[name] = weights[name] - RATE * mean[name] / (1 - 0.9**t) / scale
    return weights, losses


def main():
    """Train, and test on sequences that were not seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    rng = np.random.default_rng(1997)
    weights, losses = train(initial(rng), rng)
    error = loss(weights, *sequences(rng))
    print(f"{UNITS} units, {STEPS} batches of {BATCH} sequences")
    print(f"squared error before {losses[0]:.4f}, after {losses[-1]:.4f}")
    print(f"of new sequences {error:.4f}; of a constant prediction {VARIANCE:.4f}")

    if options.plot:
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        left.semilogy(losses, linewidth=0.7)
        left.set(xlabel="batch", ylabel="squared error", title="Training")
        inputs, wanted = sequences(rng)
        right.plot(wanted, answers(weights, inputs), "o", markersize=4)
        right.axline((0, 0), slope=1, color="gray", linestyle=":")
        right.set(xlabel="sum", ylabel="answer of the network", title="New sequences")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
