"""The problems, each written once in NumPy's style."""

from benchmarks._problem import Problem
from benchmarks.problems import (
    adbench,
    batches,
    descents,
    dynamics,
    elementwise,
    ensembles,
    finance,
    gradbench,
    hand,
    heat,
    kepler,
    layers,
    learning,
    ocean,
    particles,
    recurrences,
    rosenbrock,
    sequences,
    straight_line,
    tables,
    turbulence,
)

_TOPICS = (
    rosenbrock,
    elementwise,
    ensembles,
    learning,
    finance,
    particles,
    adbench,
    heat,
    ocean,
    straight_line,
    layers,
    dynamics,
    sequences,
    kepler,
    batches,
    gradbench,
    hand,
    descents,
    recurrences,
    tables,
    turbulence,
)
PROBLEMS: dict[str, Problem] = {
    problem.name: problem for topic in _TOPICS for problem in topic.PROBLEMS
}
