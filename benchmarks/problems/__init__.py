"""The problems, each written once in NumPy's style."""

from benchmarks._problem import Problem
from benchmarks.problems import (
    adbench,
    elementwise,
    finance,
    heat,
    layers,
    learning,
    ocean,
    particles,
    rosenbrock,
    straight_line,
)

_TOPICS = (
    rosenbrock,
    elementwise,
    learning,
    finance,
    particles,
    adbench,
    heat,
    ocean,
    straight_line,
    layers,
)
PROBLEMS: dict[str, Problem] = {
    problem.name: problem for topic in _TOPICS for problem in topic.PROBLEMS
}
