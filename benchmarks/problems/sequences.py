"""Models of sequences: recurrent networks and state spaces."""

from typing import Any

import numpy as np

from benchmarks._loops import spelled
from benchmarks._problem import Problem

FEATURES = 14
STATES, OBSERVED = 4, 2


def make_lstm(size: tuple[int, int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Weights of inputs and of states and biases of two layers; the last layer's; data."""
    steps, batch, hidden = size

    def layer(inputs: int) -> tuple[Any, ...]:
        return (
            rng.normal(size=(inputs, 4 * hidden)) / np.sqrt(inputs),
            rng.normal(size=(hidden, 4 * hidden)) / np.sqrt(hidden),
            0.1 * rng.normal(size=4 * hidden),
        )

    return (
        *layer(FEATURES),
        *layer(hidden),
        rng.normal(size=hidden) / np.sqrt(hidden),
        rng.normal(size=(steps, batch, FEATURES)),
        rng.normal(size=(steps, batch)),
    )


def cell(xp: Any, weights: Any, state: Any, x: Any) -> tuple[Any, Any]:
    """Output and memory of a cell (Hochreiter & Schmidhuber 1997) with a forget gate."""
    of_inputs, of_states, biases = weights
    output, memory = state
    gates = x @ of_inputs + output @ of_states + biases
    n = output.shape[1]

    def gate(k: int) -> Any:
        return 0.5 + 0.5 * xp.tanh(0.5 * gates[:, k * n : (k + 1) * n])

    memory = gate(1) * memory + gate(0) * xp.tanh(gates[:, 2 * n : 3 * n])
    return gate(3) * xp.tanh(memory), memory


def lstm(loops: Any, xp: Any, *data: Any) -> Any:
    """Mean squared error of two layers of cells and a linear one."""
    lower, upper, (last, inputs, wanted) = data[:3], data[3:6], data[6:]
    zeros = xp.zeros((inputs.shape[1], last.shape[0]))

    def advance(state: Any, x: Any) -> tuple[Any, Any]:
        below = cell(xp, lower, state[0], x)
        above = cell(xp, upper, state[1], below[0])
        return (below, above), above[0]

    start = ((zeros, zeros), (zeros, zeros))
    outputs = loops.scan(advance, start, inputs)[1]
    return xp.mean((outputs @ last - wanted) ** 2)


def lstm_by_torch(xp: Any, *data: Any) -> Any:
    """The same by the function behind ``torch.nn.LSTM``."""
    last, inputs, wanted = data[6:]
    zeros = xp.zeros((2, inputs.shape[1], last.shape[0]))
    weights = []
    for of_inputs, of_states, biases in (data[:3], data[3:6]):
        weights += [of_inputs.T, of_states.T, biases, xp.zeros(biases.shape)]
    flags = (True, 2, 0.0, True, False, False)  # biases, layers, no dropout ...
    outputs = xp.lstm(inputs, (zeros, zeros), weights, *flags)[0]
    return xp.mean((outputs @ last - wanted) ** 2)


def make_filter(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Transition, observation, logarithms of both noises' variances, a random series."""
    rotation, _ = np.linalg.qr(rng.normal(size=(STATES, STATES)))
    return (
        0.9 * rotation,
        rng.normal(size=(OBSERVED, STATES)),
        rng.normal(-1, 0.1, STATES),
        rng.normal(-1, 0.1, OBSERVED),
        rng.normal(size=(size, OBSERVED)),
    )


def log_likelihood(
    loops: Any,
    xp: Any,
    transition: Any,
    observation: Any,
    log_noise: Any,
    log_errors: Any,
    series: Any,
) -> Any:
    """Log-likelihood of a linear Gaussian model by Kalman's filter, but for a constant."""
    noise, errors = xp.diag(xp.exp(log_noise)), xp.diag(xp.exp(log_errors))

    def advance(state: Any, now: Any) -> tuple[Any, None]:
        mean, covariance, total = state
        mean = transition @ mean
        covariance = transition @ covariance @ transition.T + noise
        surprise = now - observation @ mean
        spread = observation @ covariance @ observation.T + errors
        gain = xp.linalg.solve(spread, observation @ covariance).T
        misfit = surprise @ xp.linalg.solve(spread, surprise)
        total = total - 0.5 * (misfit + xp.linalg.slogdet(spread)[1])
        mean = mean + gain @ surprise
        return (mean, covariance - gain @ observation @ covariance, total), None

    start = xp.zeros((STATES,)), xp.eye(STATES), 0.0
    return loops.scan(advance, start, series)[0][2]


def network(name: str, summary: str, **spellings: Any) -> Problem:
    """Gradient of all weights."""
    return Problem(
        name=name,
        summary=summary,
        make=make_lstm,
        sizes=((100, 1, 32), (100, 16, 32), (200, 16, 128)),
        smoke=(3, 2, 4),
        argnums=tuple(range(7)),
        memory=True,
        **spellings,
    )


by_libraries = spelled(lstm)
by_torch = {**by_libraries["spellings"], "torch": lstm_by_torch}

PROBLEMS = (
    network(
        "lstm",
        "two layers, steps x batch x hidden, gradient of all weights",
        **by_libraries,
    ),
    network(
        "lstm_library",
        "the same where PyTorch calls its own LSTM",
        objective=by_libraries["objective"],
        spellings=by_torch,
    ),
    Problem(
        name="kalman",
        summary="n steps of a Kalman filter, gradient of all parameters",
        make=make_filter,
        sizes=(500,),
        smoke=4,
        argnums=(0, 1, 2, 3),
        memory=True,
        per="step",
        **spelled(log_likelihood),
    ),
)
