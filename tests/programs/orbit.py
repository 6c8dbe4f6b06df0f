"""A comet around the sun: Runge and Kutta's method with steps that adapt to the error."""

from dataclasses import astuple, dataclass

import numpy as np

TOLERANCE = 1e-4

PARAMS = np.array([39.48, 5.1, 1.0])  # gravity, first speed, first distance


@dataclass
class Comet:
    """Place and velocity; sums and multiples of such."""

    x: float
    y: float
    vx: float
    vy: float

    def __add__(self, other):
        return Comet(*(a + b for a, b in zip(astuple(self), astuple(other))))

    def __rmul__(self, factor):
        return Comet(*(factor * a for a in astuple(self)))


def motion(comet, gravity):
    cube = (comet.x**2 + comet.y**2) ** 1.5
    return Comet(
        comet.vx, comet.vy, -gravity * comet.x / cube, -gravity * comet.y / cube
    )


def runge_kutta(comet, dt, gravity):
    a = motion(comet, gravity)
    b = motion(comet + dt / 2 * a, gravity)
    c = motion(comet + dt / 2 * b, gravity)
    d = motion(comet + dt * c, gravity)
    return comet + dt / 6 * (a + 2 * b + 2 * c + d)


def follow(comet, gravity, end):
    time, dt = 0.0, 0.02
    log = [(time, comet.x, comet.y)]
    while time < end:
        dt = min(dt, end - time)
        halfway = runge_kutta(comet, dt / 2, gravity)
        fine = runge_kutta(halfway, dt / 2, gravity)
        coarse = runge_kutta(comet, dt, gravity)
        error = max(abs(fine.x - coarse.x), abs(fine.y - coarse.y))
        if error > TOLERANCE:
            dt /= 2
            continue
        comet = fine
        time += dt
        log.append((time, comet.x, comet.y))
        if error < TOLERANCE / 32:
            dt *= 2
    return np.array(log)


def main(params):
    gravity, speed, distance = params
    t, x, y = follow(Comet(0.0, distance, -speed, 0.0), gravity, 0.25).T
    return x[-1] + y[-1] ** 2 + np.trapezoid(x**2 + y**2, t)
