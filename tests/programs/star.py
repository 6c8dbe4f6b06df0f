"""A toy star of smoothed particles that settles under friction."""

import numpy as np
from scipy.special import gamma

N = 8
DT = 0.04
STEPS = 5
INDEX = 1  # polytropic
RADIUS = 0.75

PARAMS = np.array([0.6, 0.1, 1.0, 2.0])  # smoothing, pressure, viscosity, mass

np.random.seed(42)
START = np.random.randn(N, 3)


class Kernel:
    """Gaussian, of a width."""

    def __init__(self, width):
        self.width = width
        self.peak = (width * np.sqrt(np.pi)) ** -3

    def __call__(self, apart):
        return self.peak * np.exp(-np.sum(apart**2, axis=-1) / self.width**2)

    def gradient(self, apart):
        out = np.empty(apart.shape)
        np.multiply(apart, self(apart)[..., None], out=out)
        out *= -2 / self.width**2
        return out


def densities(kernel, at, particles, each):
    rho = np.zeros(len(at))
    for i in range(len(at)):
        rho[i] = each * np.sum(kernel(at[i] - particles))
    return rho


def forces(kernel, pos, vel, each, stiffness, well, friction):
    rho = densities(kernel, pos, pos, each)
    tension = stiffness * rho ** (1 + 1 / INDEX) / rho**2
    slopes = kernel.gradient(pos[:, None, :] - pos[None, :, :])
    out = np.zeros_like(pos)
    for i in range(len(pos)):
        out[i] -= each * (tension[i] + tension) @ slopes[i]
    out -= well * pos
    out -= friction * vel
    return out


def main(params):
    width, stiffness, friction, mass = params
    n = INDEX
    well = (2 * stiffness * (1 + n) / RADIUS**2) * np.pi ** (-1.5 / n)
    well *= (mass * gamma(2.5 + n) / RADIUS**3 / gamma(1.0 + n)) ** (1 / n)
    kernel = Kernel(width)
    each = mass / N
    pos = np.array(START)
    vel = np.zeros(pos.shape)
    acc = forces(kernel, pos, vel, each, stiffness, well, friction)
    for _ in range(STEPS):
        vel += acc * DT / 2
        pos += vel * DT
        acc = forces(kernel, pos, vel, each, stiffness, well, friction)
        vel += acc * DT / 2
    ray = np.zeros((5, 3))
    ray[:, 0] = np.linspace(0, 1, 5)
    ideal = well / (4 * stiffness) * (RADIUS**2 - ray[:, 0] ** 2)
    found = densities(kernel, ray, pos, each)
    return np.sum((found - ideal) ** 2) + np.sum(pos**2)
