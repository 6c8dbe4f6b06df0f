"""Two beams of electrons: particles in cells, one dimension."""

import numpy as np

COUNT = 24
CELLS = 8
LENGTH = 50.0
DT = 0.7
STEPS = 4
CELL = LENGTH / CELLS

PARAMS = np.array([3.0, 1.0, 0.1, 1.2])  # of beams: velocity, width, wave; density

rng = np.random.default_rng(5)
PLACES = rng.random(COUNT) * LENGTH
SPREAD = rng.standard_normal(COUNT)


class Mesh:
    """Charges and the field that they make; operators as matrices."""

    def __init__(self):
        self.slope = np.zeros((CELLS, CELLS))
        self.curvature = np.zeros((CELLS, CELLS))
        for i in range(CELLS):
            after, before = (i + 1) % CELLS, (i - 1) % CELLS
            self.slope[i, after] += 1 / (2 * CELL)
            self.slope[i, before] -= 1 / (2 * CELL)
            self.curvature[i, [before, i, after]] = 1, -2, 1
        self.curvature /= CELL**2
        self.curvature[0] = 1.0  # the potential's mean is zero
        self.charge = np.zeros(CELLS)

    def weigh(self, x):
        left = np.floor(x / CELL).astype(int)
        part = x / CELL - left
        right = (left + 1) % CELLS
        return left, right, 1 - part, part

    def field(self, x, density):
        left, right, near, far = self.weigh(x)
        self.charge[:] = np.bincount(left, weights=near, minlength=CELLS)
        self.charge += np.bincount(right, weights=far, minlength=CELLS)
        self.charge *= density * CELLS / COUNT
        self.charge -= density
        self.charge[0] = 0.0
        potential = np.linalg.solve(self.curvature, self.charge)
        on_mesh = -self.slope @ potential
        return near * on_mesh[left] + far * on_mesh[right]


def main(params):
    speed, width, wave, density = params
    v = np.empty(COUNT)
    v[: COUNT // 2] = speed
    v[COUNT // 2 :] = -speed
    v += width * SPREAD
    x = PLACES.copy()
    v *= 1 + wave * np.sin(2 * np.pi * x / LENGTH)
    mesh = Mesh()
    for _ in range(STEPS):
        v -= mesh.field(x, density) * DT / 2
        x += v * DT
        x %= LENGTH
        v -= mesh.field(x, density) * DT / 2
    return np.sum(v**2) / COUNT + np.sum(np.sin(2 * np.pi * x / LENGTH))
