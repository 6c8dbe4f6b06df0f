"""The shorter problems of GradBench.

https://github.com/gradbench/gradbench, ``evals``. Its Gaussian mixtures and bundles are
those of `adbench`, its hand is in `hand`, its nested optimisations are in `descents`.
"""

from typing import Any

import numpy as np

from benchmarks._derivatives import Library, nested
from benchmarks._loops import spelled
from benchmarks._problem import Problem, Task
from benchmarks.problems.adbench import log_sum_exp

BITS = 14  # of a character
DURATION = 2.0  # of the differential equation

BOTH: tuple[Task, Task] = ("value", "value_and_grad")


def make_number(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """One number."""
    return (np.float64(rng.uniform(1, 2)),)


def square(xp: Any, x: Any) -> Any:
    """What a first example computes."""
    return x * x


def make_matrix(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """A square matrix."""
    return (rng.uniform(size=(size, size)),)


def determinant(xp: Any, matrices: Any) -> Any:
    """Determinants of a stack of matrices by minors along the first row.

    The textbook's recursion: equal minors are computed anew wherever they are met.
    """
    n = matrices.shape[-1]
    if n == 1:
        return matrices[..., 0, 0]
    others = np.array([[c for c in range(n) if c != left] for left in range(n)])
    minors = xp.swapaxes(matrices[..., 1:, :][..., others], -3, -2)
    terms = matrices[..., 0, :] * determinant(xp, minors)
    return xp.sum(terms[..., ::2], axis=-1) - xp.sum(terms[..., 1::2], axis=-1)


def make_clusters(
    size: tuple[int, int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """Centroids, which are the last of the points, and points."""
    clusters, n, dimension = size
    points = rng.uniform(size=(n, dimension))
    return points[-clusters:].copy(), points


def clustering_cost(xp: Any, centroids: Any, points: Any) -> Any:
    """Sum of the squared distances from each point to the nearest centroid."""
    separations = points[:, None, :] - centroids[None, :, :]
    return xp.sum(xp.min(xp.sum(separations**2, axis=2), axis=1))


def clustering_direction(library: Library, xp: Any, centroids: Any, points: Any) -> Any:
    """Newton's step: gradient over the Hessian, which is diagonal."""
    slope = library.grad(lambda given: clustering_cost(xp, given, points))
    everywhere = (xp.ones_like(centroids),)
    gradient, diagonal = library.jvp(slope, (centroids,), everywhere)
    return gradient / diagonal


def make_polynomial(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Coefficients, and points on a line."""
    n, degree = size
    return rng.uniform(size=degree), np.linspace(-1, 1, n)


def polynomial_misfit(xp: Any, coefficients: Any, points: Any) -> Any:
    """Half the squared distance of a polynomial from the sign of its argument."""
    rest, power = xp.sign(points), xp.ones_like(points)
    for j in range(coefficients.shape[0]):
        rest = rest - coefficients[j] * power
        power = power * points
    return 0.5 * xp.sum(rest**2)


def make_vector(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Numbers between 0 and 1."""
    return (rng.uniform(size=size),)


def make_rates(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Rates, and the number of steps."""
    n, steps = size
    return rng.uniform(size=n), steps


def growth(xp: Any, rates: Any, state: Any) -> Any:
    """Each grows at its rate with the one before."""
    return xp.concatenate([rates[:1], rates[1:] * state[:-1]])


def chain_of_growth(loops: Any, xp: Any, rates: Any, steps: int) -> Any:
    """State at the end, from nought, by the classical method of Runge and Kutta.

    GradBench differentiates the last component, which, and whose derivatives, are nought
    at all its sizes; here the sum is differentiated.
    """
    h = DURATION / steps

    def advance(_: Any, state: Any) -> Any:
        k1 = growth(xp, rates, state)
        k2 = growth(xp, rates, state + h / 2 * k1)
        k3 = growth(xp, rates, state + h / 2 * k2)
        k4 = growth(xp, rates, state + h * k3)
        return state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    return loops.fori_loop(0, steps, advance, xp.zeros_like(rates))


def make_text(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Gates of layers, parameters of input and output, initial state, bits of a text."""
    layers, characters = size
    return (
        rng.uniform(size=(layers, 2, 4, BITS)),
        rng.uniform(size=(3, BITS)),
        rng.uniform(size=(layers, 2, BITS)),
        rng.integers(2, size=(characters, BITS)).astype(float),
    )


def logistic(xp: Any, x: Any) -> Any:
    """Between 0 and 1."""
    return 1 / (1 + xp.exp(-x))


def diagonal_cell(xp: Any, gates: Any, state: Any, x: Any) -> tuple[Any, Any]:
    """Output and memory of a cell whose gates act on each component by itself."""
    (weights, biases), (output, memory) = gates, state
    forget = logistic(xp, x * weights[0] + biases[0])
    take = logistic(xp, output * weights[1] + biases[1])
    give = logistic(xp, x * weights[2] + biases[2])
    change = xp.tanh(output * weights[3] + biases[3])
    memory = memory * forget + take * change
    return give * xp.tanh(memory), memory


def character_loss(
    loops: Any, xp: Any, gates: Any, extra: Any, initial: Any, text: Any
) -> Any:
    """Mean loss of the prediction of each character from those before."""
    layers = range(gates.shape[0])
    parameters = [(gates[k, 0], gates[k, 1]) for k in layers]

    def advance(state: Any, wanted: Any) -> tuple[Any, None]:
        cells, last, total = state
        x, after = last * extra[0], []
        for k in layers:
            after.append(diagonal_cell(xp, parameters[k], cells[k], x))
            x = after[k][0]
        predicted = x * extra[1] + extra[2]
        normaliser = xp.log(2 + xp.sum(xp.exp(predicted)))
        total = total + xp.sum(wanted * (predicted - normaliser))
        return (tuple(after), wanted, total), None

    start = tuple((initial[k, 0], initial[k, 1]) for k in layers)
    total = loops.scan(advance, (start, text[0], 0.0), text[1:])[0][2]
    return -total / ((text.shape[0] - 1) * text.shape[1])


CLUSTERS = ((10, 1000, 8), (100, 10_000, 8), (1000, 10_000, 16))

PROBLEMS = (
    Problem(
        name="hello",
        summary="GradBench: the square of a number, and its derivative",
        make=make_number,
        objective=square,
        sizes=(1,),
        smoke=1,
    ),
    Problem(
        name="det",
        summary="GradBench: determinant of n rows by minors, and gradient",
        make=make_matrix,
        objective=determinant,
        sizes=(5, 8, 10),
        smoke=4,
        tasks=BOTH,
    ),
    Problem(
        name="kmeans",
        summary="GradBench, clusters x points x dimensions: cost, gradient",
        make=make_clusters,
        objective=clustering_cost,
        sizes=CLUSTERS,
        smoke=(3, 12, 2),
        tasks=BOTH,
    ),
    Problem(
        name="kmeans_direction",
        summary="the same: gradient over the diagonal of the Hessian",
        make=make_clusters,
        sizes=CLUSTERS,
        smoke=(3, 12, 2),
        tasks=("value",),
        **nested(clustering_direction),
    ),
    Problem(
        name="llsq",
        summary="GradBench, points x coefficients: polynomial by least squares, gradient",
        make=make_polynomial,
        objective=polynomial_misfit,
        sizes=((16, 128), (1024, 128), (16_392, 128)),
        smoke=(6, 3),
        tasks=BOTH,
    ),
    Problem(
        name="lse",
        summary="GradBench: logarithm of the sum of n exponentials, gradient",
        make=make_vector,
        objective=log_sum_exp,
        sizes=(2500, 80_000, 1_280_000),
        smoke=5,
        tasks=BOTH,
    ),
    Problem(
        name="ode",
        summary="GradBench, variables x steps of Runge and Kutta, adjoint of the rates",
        make=make_rates,
        sizes=((1000, 10), (10_000, 100), (100_000, 100)),
        smoke=(5, 3),
        tasks=BOTH,
        total=True,
        memory=True,
        **spelled(chain_of_growth),
    ),
    Problem(
        name="character_lstm",
        summary="GradBench's lstm, layers x characters: loss, gradient of all parameters",
        make=make_text,
        sizes=((2, 1024), (4, 4096)),
        smoke=(2, 4),
        tasks=BOTH,
        argnums=(0, 1),
        memory=True,
        **spelled(character_loss),
    ),
)
