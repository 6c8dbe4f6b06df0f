"""Two streams that slide along each other: finite volumes, second order.

Masses, momenta and energies of all cells are one array. The time step follows from the
fastest signal on the grid.
"""

import numpy as np

N = 8
STEPS = 3
CELL = 1.0 / N

PARAMS = np.array([5 / 3, 0.1, 2.5])  # heat capacities, perturbation, pressure


def to_conserved(rho, vel, p, gamma):
    Q = np.empty((4, *rho.shape))
    Q[0] = rho
    Q[1:3] = rho * vel
    Q[3] = p / (gamma - 1) + 0.5 * rho * np.sum(vel**2, axis=0)
    return Q


def to_primitive(Q, gamma):
    W = np.zeros_like(Q)
    W[0] = Q[0]
    np.divide(Q[1:3], Q[0], out=W[1:3])
    W[3] = (gamma - 1) * (Q[3] - 0.5 * W[0] * (W[1] ** 2 + W[2] ** 2))
    return W


def slopes(W, axis):
    return (np.roll(W, -1, axis) - np.roll(W, 1, axis)) / (2 * CELL)


def half_step(W, gx, gy, gamma, dt):
    rho, u, v, p = W
    squeezed = gx[1] + gy[2]
    rate = u * gx + v * gy
    rate[0] += rho * squeezed
    rate[1] += gx[3] / rho
    rate[2] += gy[3] / rho
    rate[3] += gamma * p * squeezed
    return W - 0.5 * dt * rate


def flux(left, right, along, gamma):
    """Rusanov's: the mean of both sides, and what the fastest wave smooths."""
    total = np.zeros(left.shape)
    speeds = []
    ends = []
    for W in (left, right):
        Q = to_conserved(W[0], W[1:3], W[3], gamma)
        total += 0.5 * Q * W[along]
        total[along] += 0.5 * W[3]
        total[3] += 0.5 * W[3] * W[along]
        speeds.append(np.sqrt(gamma * W[3] / W[0]) + np.abs(W[along]))
        ends.append(Q)
    total -= 0.5 * np.maximum(*speeds) * (ends[1] - ends[0])
    return total


def main(params):
    gamma, push, p0 = params
    centres = np.linspace(0.5 * CELL, 1 - 0.5 * CELL, N)
    Y, X = np.meshgrid(centres, centres)
    middle = np.abs(Y - 0.5) < 0.25
    rho = np.ones((N, N))
    rho[middle] += 1.0
    vel = np.full((2, N, N), -0.5)
    vel[0, middle] += 1.0
    bumps = np.exp(-((Y - 0.25) ** 2) / 0.02) + np.exp(-((Y - 0.75) ** 2) / 0.02)
    vel[1] = push * np.sin(4 * np.pi * X + 0.3) * bumps
    Q = to_conserved(rho, vel, p0 * np.ones((N, N)), gamma)

    t = 0.0
    for _ in range(STEPS):
        W = to_primitive(Q, gamma)
        signal = np.sqrt(gamma * W[3] / W[0]) + np.hypot(W[1], W[2])
        dt = 0.4 * np.min(CELL / signal)
        gradients = slopes(W, 1), slopes(W, 2)
        W = half_step(W, *gradients, gamma, dt)
        for axis, g in enumerate(gradients, 1):
            right = np.roll(W - 0.5 * CELL * g, -1, axis)
            through = flux(W + 0.5 * CELL * g, right, axis, gamma)
            Q -= dt / CELL * through
            Q += dt / CELL * np.roll(through, 1, axis)
        t += dt
    return np.sum(Q[2] ** 2) / np.sum(Q[0]) * 1e3 + t
