"""Heat in a rod, half implicitly: Thomas' algorithm, element by element."""

import numpy as np

POINTS = 10
STEPS = 3
DX = 1 / (POINTS - 1)
DT = 0.02

PARAMS = np.array([0.05, 1.0, 0.2])  # conductivity, temperature of an end, of the rod


def solve_tridiagonal(below, diagonal, above, right):
    """Elimination downwards, substitution upwards; arguments are left as they are."""
    n = len(diagonal)
    ratio = np.zeros(n)
    x = np.empty(n)
    ratio[0] = above[0] / diagonal[0]
    x[0] = right[0] / diagonal[0]
    for i in range(1, n):
        pivot = diagonal[i] - below[i - 1] * ratio[i - 1]
        if i < n - 1:
            ratio[i] = above[i] / pivot
        x[i] = (right[i] - below[i - 1] * x[i - 1]) / pivot
    for i in reversed(range(n - 1)):
        x[i] -= ratio[i] * x[i + 1]
    return x


def main(params):
    conductivity, hot, start = params
    share = 0.5 * conductivity * DT / DX**2
    T = start * np.ones(POINTS)
    T[0] = hot
    below = np.full(POINTS - 1, -share)
    above = np.full(POINTS - 1, -share)
    diagonal = np.ones(POINTS)
    diagonal[1:-1] += 2 * share
    above[0] = 0.0
    below[-1] = 0.0
    history = np.zeros((STEPS + 1, POINTS))
    history[0] = T
    for step in range(STEPS):
        right = T.copy()
        right[1:-1] += share * np.diff(T, 2)
        T = solve_tridiagonal(below, diagonal, above, right)
        history[step + 1, :] = T
    return np.trapezoid(T, dx=DX) + np.sum(history[:, 3] ** 2)
