"""Smoke that rises in a box: stable fluids with semi-Lagrangian advection."""

import numpy as np

N = 6
DT = 0.1
STEPS = 2
SWEEPS = 2

PARAMS = np.array([0.004, 0.003, 1.7])  # diffusion, viscosity, force


def close_box(field, turned=None):
    """Border cells repeat their neighbours; `turned`: the axis that meets a wall."""
    for axis in range(2):
        f = field if axis == 0 else field.T  # a view
        sign = -1 if axis == turned else 1
        f[0, 1:-1] = sign * f[1, 1:-1]
        f[-1, 1:-1] = sign * f[-2, 1:-1]
    for i, inner in ((0, 1), (-1, -2)):
        for j, beside in ((0, 1), (-1, -2)):
            field[i, j] = (field[inner, j] + field[i, beside]) / 2


def relax(field, source, share, total, turned=None):
    for _ in range(SWEEPS):
        field[1:-1, 1:-1] = (
            source[1:-1, 1:-1]
            + share
            * (field[:-2, 1:-1] + field[2:, 1:-1] + field[1:-1, :-2] + field[1:-1, 2:])
        ) / total
        close_box(field, turned)


class Smoke:
    """Two velocities and a density on a grid, and what each was a step before."""

    def __init__(self, diffusion, viscosity):
        shape = (N + 2, N + 2)
        self.diffusion = diffusion
        self.viscosity = viscosity
        self.flow = [np.zeros(shape), np.zeros(shape)]
        self.density = np.zeros(shape)
        self.work = np.zeros(shape)
        self.pressure = np.zeros(shape)

    def diffuse(self, field, rate, turned=None):
        np.copyto(self.work, field)
        share = DT * rate * N**2
        relax(field, self.work, share, 1 + 4 * share, turned)

    def carry(self, field, flow, turned=None):
        np.copyto(self.work, field)
        old = self.work
        rows, columns = np.indices((N, N)) + 1
        y = np.clip(rows - DT * N * flow[0][1:-1, 1:-1], 0.5, N + 0.5)
        x = np.clip(columns - DT * N * flow[1][1:-1, 1:-1], 0.5, N + 0.5)
        i = y.astype(int)
        j = x.astype(int)
        s = y - i
        t = x - j
        field[1:-1, 1:-1] = (1 - s) * ((1 - t) * old[i, j] + t * old[i, j + 1])
        field[1:-1, 1:-1] += s * ((1 - t) * old[i + 1, j] + t * old[i + 1, j + 1])
        close_box(field, turned)

    def keep_volume(self):
        down, right = self.flow
        self.work[1:-1, 1:-1] = -0.5 / N * (down[2:, 1:-1] - down[:-2, 1:-1])
        self.work[1:-1, 1:-1] -= 0.5 / N * (right[1:-1, 2:] - right[1:-1, :-2])
        close_box(self.work)
        self.pressure.fill(0)
        p = self.pressure
        relax(p, self.work, 1, 4)
        down[1:-1, 1:-1] -= 0.5 * N * (p[2:, 1:-1] - p[:-2, 1:-1])
        right[1:-1, 1:-1] -= 0.5 * N * (p[1:-1, 2:] - p[1:-1, :-2])
        close_box(down, 0)
        close_box(right, 1)

    def step(self):
        for axis, field in enumerate(self.flow):
            self.diffuse(field, self.viscosity, axis)
        self.keep_volume()
        before = [field.copy() for field in self.flow]
        for axis, field in enumerate(self.flow):
            self.carry(field, before, axis)
        self.keep_volume()
        self.diffuse(self.density, self.diffusion)
        self.carry(self.density, self.flow)


def main(params):
    diffusion, viscosity, force = params
    smoke = Smoke(diffusion, viscosity)
    for _ in range(STEPS):
        smoke.density[2:4, 1:4] += 3.0 * DT
        smoke.flow[0][2, 2:5] += force * DT
        smoke.flow[1][3, 2:5] += 0.8 * force * DT
        smoke.step()
    heights = np.arange(N + 2)
    return np.sum(smoke.density * heights) + 10 * np.sum(smoke.flow[0] ** 2)
