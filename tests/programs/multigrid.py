"""Poisson's equation by cycles over grids: red and black points, strided writes."""

import numpy as np

NG = 1

PARAMS = np.array([1.0, 0.3, -0.2])  # heights of the source, value at an end


class Level:
    """A grid of cells with one ghost at each end."""

    def __init__(self, nx):
        self.nx = nx
        self.ilo = NG
        self.ihi = NG + nx - 1
        self.dx = 1.0 / nx
        self.x = (np.arange(nx + 2 * NG) - NG + 0.5) * self.dx
        self.v = np.zeros(nx + 2 * NG)
        self.f = np.zeros(nx + 2 * NG)

    def fill(self, right):
        self.v[self.ilo - 1] = -self.v[self.ilo]
        self.v[self.ihi + 1] = 2 * right - self.v[self.ihi]

    def smooth(self, right, rounds):
        v, f = self.v, self.f
        self.fill(right)
        for _ in range(rounds):
            for start in (self.ilo, self.ilo + 1):
                v[start : self.ihi + 1 : 2] = 0.5 * (
                    v[start - 1 : self.ihi : 2]
                    + v[start + 1 : self.ihi + 2 : 2]
                    - self.dx**2 * f[start : self.ihi + 1 : 2]
                )
                self.fill(right)

    def residual(self):
        r = np.zeros_like(self.v)
        v = self.v
        r[1:-1] = self.f[1:-1] - (v[:-2] - 2 * v[1:-1] + v[2:]) / self.dx**2
        return r


class Multigrid:
    """A hierarchy of levels, the finest last."""

    def __init__(self, nx, right):
        self.right = right
        self.levels = []
        n = 2
        while n <= nx:
            self.levels.append(Level(n))
            n *= 2

    def v_cycle(self, depth, right):
        fine = self.levels[depth]
        if depth == 0:
            fine.smooth(right, 8)
            return
        fine.smooth(right, 2)
        coarse = self.levels[depth - 1]
        r = fine.residual()
        coarse.f[1:-1] = 0.5 * (r[1:-1:2] + r[2:-1:2])
        coarse.v.fill(0.0)
        self.v_cycle(depth - 1, 0.0)
        c = coarse.v
        slope = 0.25 * (c[2:] - c[:-2])
        fine.v[1:-1:2] += c[1:-1] - 0.5 * slope
        fine.v[2:-1:2] += c[1:-1] + 0.5 * slope
        fine.smooth(right, 2)

    def solve(self, cycles):
        for _ in range(cycles):
            self.v_cycle(len(self.levels) - 1, self.right)


def main(params):
    a, b, right = params
    m = Multigrid(8, right)
    top = m.levels[-1]
    top.f[:] = a * np.sin(3 * top.x) + b * top.x**2
    m.solve(2)
    return np.sum(top.v[1:-1] ** 2) + np.abs(top.residual()).sum() / 100
