"""A wave function in its own gravity: split steps, with Fourier transforms."""

import numpy as np

N = 8
DT = 0.002
STEPS = 4
CLUMPS = [(0.5, 0.5, 2.0), (0.2, 0.7, 1.5), (0.4, 0.6, 1.0), (0.8, 0.2, 1.0)]

PARAMS = np.array([400.0, 0.15, 0.4])  # gravity, width of clumps, their weight


def main(params):
    G, width, weight = params
    points = np.linspace(0, 1, N, endpoint=False)
    x, y = np.meshgrid(points, points)
    k = 2 * np.pi * np.fft.fftfreq(N, 1 / N)
    k2 = np.zeros((N, N))
    k2 += k[:, None] ** 2
    k2 += k[None, :] ** 2
    drift = np.exp(-0.5j * DT * k2)
    k2[0, 0] = 1.0  # the mean does not pull

    density = np.full((N, N), 0.9)
    for x0, y0, size in CLUMPS:
        bump = np.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * width**2))
        density += size * weight * bump
    density /= density.mean()
    psi = np.zeros((N, N), dtype=complex)
    psi.real = np.sqrt(density)

    for _ in range(STEPS):
        for half in range(2):
            source = 4 * np.pi * G * (np.abs(psi) ** 2 - 1.0)
            potential = -np.fft.ifft2(np.fft.fft2(source) / k2).real
            psi *= np.exp(-0.5j * DT * potential)
            if half == 0:
                waves = np.fft.fft2(psi)
                waves *= drift
                psi[...] = np.fft.ifft2(waves)
    return np.max(np.abs(psi) ** 2) + np.sum(psi.real[0] * psi.imag[1])
