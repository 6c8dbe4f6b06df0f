"""Burgers' equation with limited slopes; the time step is what the waves allow."""

import numpy as np

CELLS = 16
GHOSTS = 2

PARAMS = np.array([1.0, 0.5])  # of the wave: mean, height


class Line:
    """Cells around a circle, with ghosts at both ends."""

    def __init__(self):
        self.dx = 1.0 / CELLS
        self.x = (np.arange(CELLS + 2 * GHOSTS) - GHOSTS + 0.5) * self.dx
        self.u = self.blank()
        self.inner = slice(GHOSTS, -GHOSTS)

    def blank(self):
        return np.zeros(CELLS + 2 * GHOSTS, dtype=np.float64)

    def close(self):
        self.u[:GHOSTS] = self.u[-2 * GHOSTS : -GHOSTS]
        self.u[-GHOSTS:] = self.u[GHOSTS : 2 * GHOSTS]


class Flow:
    def __init__(self, mean, height):
        self.line = Line()
        self.time = 0.0
        line = self.line
        line.u[:] = mean
        wave = (line.x > 0.3) & (line.x < 0.7)
        line.u[wave] += height * np.sin(5 * np.pi * (line.x[wave] - 0.3))

    def slopes(self):
        u = self.line.u
        left = self.line.blank()
        right = self.line.blank()
        left[1:] = np.diff(u)
        right[:-1] = np.diff(u)
        steep = np.where(np.abs(left) < np.abs(right), 2 * left, 2 * right)
        mean = (left + right) / 2
        limited = np.where(np.fabs(mean) < np.fabs(steep), mean, steep)
        limited[left * right <= 0] = 0.0
        return limited

    def flux(self, left, right):
        speed = (left + right) / 2
        shock = np.where(speed > 0, left, right)
        fan = np.clip(0.0, left, right)
        found = np.where(left > right, shock, fan)
        return found**2 / 2

    def advance(self, end, courant=0.8):
        line = self.line
        while self.time < end:
            line.close()
            dt = courant * line.dx / max(abs(line.u[line.inner]))
            if self.time + dt > end:
                dt = end - self.time
            slope = self.slopes()
            moved = line.u - 0.5 * dt / line.dx * line.u * slope
            flux = line.blank()
            left, right = moved + slope / 2, moved - slope / 2
            flux[1:] = self.flux(left[:-1], right[1:])
            line.u[line.inner] += (
                dt / line.dx * (flux[line.inner] - flux[GHOSTS + 1 : 1 - GHOSTS])
            )
            self.time += dt


def main(params):
    flow = Flow(*params)
    flow.advance(0.14)
    u = flow.line.u[flow.line.inner]
    return np.sum(u**3) * flow.line.dx + u[7]
