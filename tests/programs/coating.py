"""Light that thin layers reflect: transfer matrices of complex numbers."""

from numpy import array, cos, exp, eye, full, pi, sin, sqrt, zeros

ANGLE = 0.4
WAVELENGTHS = [450.0, 550.0, 650.0]
GLASS = 1.52

PARAMS = array([100.0, 60.0, 1.38, 2.3, 0.01])  # thicknesses, indices, absorption


class Stack:
    """Layers between air and glass; indices may be complex."""

    def __init__(self, indices, thicknesses):
        self.n = zeros(len(indices) + 2, dtype=complex)
        self.n[0] = 1.0
        self.n[1:-1] = indices
        self.n[-1] = GLASS
        self.d = zeros(len(self.n))
        self.d[1:-1] = thicknesses

    def cosines(self, angle):
        c = full(self.n.shape, cos(angle), dtype=complex)
        c[1:] = sqrt(1 - (sin(angle) / self.n[1:]) ** 2)
        return c

    def admittances(self, polarization, c):
        return self.n * c if polarization == "s" else self.n / c

    def reflected(self, polarization, angle, wavelength):
        c = self.cosines(angle)
        eta = self.admittances(polarization, c)
        phase = 2 * pi * self.n * c * self.d / wavelength
        M = eye(2, dtype=complex)
        for k in range(len(self.n) - 1):
            r = (eta[k] - eta[k + 1]) / (eta[k] + eta[k + 1])
            go, back = exp(-1j * phase[k]), exp(1j * phase[k])
            step = array([[go, go * r], [back * r, back]], dtype=complex)
            M = M @ step / (1 + r)
        return abs(M[1, 0] / M[0, 0]) ** 2


def main(params):
    d1, d2, n1, n2, absorption = params
    stack = Stack([n1, n2 + 1j * absorption], [d1, d2])
    R = zeros((2, len(WAVELENGTHS)))
    for row, polarization in zip(R, "sp"):
        for k, wavelength in enumerate(WAVELENGTHS):
            row[k] = stack.reflected(polarization, ANGLE, wavelength)
    return 10 * R.mean() + R.max()
