"""Lattice Boltzmann flow past a cylinder: nine directions, one array."""

import numpy as np

NX = 12
NY = 8
STEPS = 4
EX = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
EY = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
BACK = [0, 3, 4, 1, 2, 7, 8, 5, 6]  # the direction opposite to each
SHARE = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)

PARAMS = np.array([0.6, 2.3, 100.0])  # time of collisions, inflow, density

np.random.seed(42)
NOISE = 0.01 * np.random.randn(9, NY, NX)


def moments(f):
    rho = f.sum(axis=0)
    ux = np.tensordot(EX, f, 1) / rho
    uy = np.tensordot(EY, f, 1) / rho
    return rho, ux, uy


def equilibrium(rho, ux, uy):
    f = np.zeros((9, NY, NX))
    square = 1.5 * (ux**2 + uy**2)
    for k in range(9):
        along = 3 * (EX[k] * ux + EY[k] * uy)
        f[k] = SHARE[k] * rho * (1 + along + along**2 / 2 - square)
    return f


def main(params):
    tau, inflow, rho0 = params
    x, y = np.meshgrid(np.arange(NX), np.arange(NY))
    solid = (x - NX / 4) ** 2 + (y - NY / 2) ** 2 < (NY / 4) ** 2
    f = np.ones((9, NY, NX))
    f += NOISE
    f[1] += inflow * (1 + 0.2 * np.cos(8 * np.pi * x / NX))
    f *= rho0 / f.sum(axis=0)

    for _ in range(STEPS):
        for k in range(9):
            f[k] = np.roll(f[k], (EY[k], EX[k]), axis=(0, 1))
        bounced = f[:, solid][BACK]
        rho, ux, uy = moments(f)
        f -= (f - equilibrium(rho, ux, uy)) / tau
        f[:, solid] = bounced

    ux[solid] = 0
    uy[solid] = 0
    curl = np.roll(ux, -1, 0) - np.roll(ux, 1, 0) - np.roll(uy, -1, 1)
    curl += np.roll(uy, 1, 1)
    drag = EX @ f[:, solid].sum(axis=1) / rho0
    return np.sum(curl**2) + np.mean(ux) + drag + np.max(rho) / 100
