"""Heat that depends on a conductivity of its own: the solver is another module's."""

import numpy as np

from tests.programs.tridiagonal import solve_tridiagonal

N = 9
STEPS = 3

PARAMS = np.array([1.0, 0.6, 0.05])  # conductivity, its slope, time step


class Rod:
    """Temperatures at points, and the faces between them."""

    def __init__(self, n):
        self.x = np.linspace(0.0, 1.0, n)
        self.dx = self.x[1] - self.x[0]
        self.T = np.zeros_like(self.x)
        self.flux = np.zeros(n - 1)

    def conductivity(self, k0, k1):
        k = k0 + k1 * self.T**2
        return 0.5 * (k[1:] + k[:-1])

    def step(self, k0, k1, dt):
        k = self.conductivity(k0, k1)
        r = dt / self.dx**2
        lower = np.zeros(len(self.T) - 1)
        upper = np.zeros(len(self.T) - 1)
        lower[:-1] = -r * k[:-1]
        upper[1:] = -r * k[1:]
        diagonal = np.ones(len(self.T))
        diagonal[1:-1] += r * (k[1:] + k[:-1])
        self.T[:] = solve_tridiagonal(lower, diagonal, upper, self.T)
        np.multiply(k, np.diff(self.T), out=self.flux)
        self.flux /= self.dx


def main(params):
    k0, k1, dt = params
    rod = Rod(N)
    rod.T += np.sin(np.pi * rod.x)
    rod.T[0] = 0.5
    for _ in range(STEPS):
        rod.step(k0, k1, dt)
    return np.sum(rod.T**2) + rod.flux[-1]
