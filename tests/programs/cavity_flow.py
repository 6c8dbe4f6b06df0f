"""Flow in a square cavity below a moving lid: steps of velocity, then of pressure.

The pressure's equation is relaxed a fixed number of rounds in every step.
"""

import numpy as np

SIZE = 9
STEPS = 3
ROUNDS = 3
GAP = 2 / (SIZE - 1)  # between points
DT = 0.01

PARAMS = np.array([1.0, 0.1, 1.2])  # density, viscosity, velocity of the lid


def ddx(a):
    return (a[1:-1, 2:] - a[1:-1, :-2]) / (2 * GAP)


def ddy(a):
    return (a[2:, 1:-1] - a[:-2, 1:-1]) / (2 * GAP)


def laplacian(a):
    return (a[1:-1, 2:] + a[1:-1, :-2] + a[2:, 1:-1] + a[:-2, 1:-1]) / GAP**2 - (
        4 / GAP**2
    ) * a[1:-1, 1:-1]


def upwind(a, u, v):
    here = a[1:-1, 1:-1]
    return (u * (here - a[1:-1, :-2]) + v * (here - a[:-2, 1:-1])) / GAP


def relax_pressure(p, rhs):
    old = np.empty_like(p)
    for _ in range(ROUNDS):
        old[:] = p
        p[1:-1, 1:-1] = old[1:-1, 2:] + old[1:-1, :-2] + old[2:, 1:-1] + old[:-2, 1:-1]
        p[1:-1, 1:-1] -= GAP**2 * rhs
        p[1:-1, 1:-1] /= 4
        p[:, -1] = p[:, -2]  # walls: no change across them
        p[0, :] = p[1, :]
        p[:, 0] = p[:, 1]
        p[-1, :] = 0  # the lid


def walls(u, v, lid):
    for edge in (u[0], u[:, 0], u[:, -1], v[0], v[-1], v[:, 0], v[:, -1]):
        edge[:] = 0
    u[-1, :] = lid


def main(params):
    rho, nu, lid = params
    u = np.zeros((SIZE, SIZE))
    v = np.zeros((SIZE, SIZE))
    p = np.zeros((SIZE, SIZE))
    for _ in range(STEPS):
        rhs = rho * ((ddx(u) + ddy(v)) / DT - ddx(u) ** 2 - ddy(v) ** 2)
        rhs -= 2 * rho * ddy(u) * ddx(v)
        relax_pressure(p, rhs)
        a, b = u.copy(), v.copy()
        u[1:-1, 1:-1] += DT * (nu * laplacian(a) - ddx(p) / rho)
        v[1:-1, 1:-1] += DT * (nu * laplacian(b) - ddy(p) / rho)
        u[1:-1, 1:-1] -= DT * upwind(a, a[1:-1, 1:-1], b[1:-1, 1:-1])
        v[1:-1, 1:-1] -= DT * upwind(b, a[1:-1, 1:-1], b[1:-1, 1:-1])
        walls(u, v, lid)
    return np.sum(u**2 + v**2) + np.sum(np.abs(p)) / 10
